use super::*;
use crate::game::rng::Rng;

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

#[track_caller]
fn near(found: f64, expected: f64) {
    // The figures have two decimals.
    assert!((found - expected).abs() <= 0.01, "{found} is not {expected}");
}

/// The figures of fastchess's own test, `app/tests/sprt_test.cpp` at 74deac2. Its games are won, lost, drawn there.
#[test]
fn ratios_of_games_are_those_of_fastchess() {
    let games = |won: u64, lost: u64, drawn: u64| [lost, drawn, won];
    near(test(0.5, 2.5, Model::Logistic).ratio(&games(21404, 21184, 40708)), -1.57);
    near(test(0.0, 2.0, Model::Logistic).ratio(&games(57433, 57030, 106_593)), -2.59);
    near(test(0.0, 2.0, Model::Normalized).ratio(&games(36433, 36027, 68692)), 0.92);
    near(test(-1.75, 0.25, Model::Normalized).ratio(&games(10871, 10650, 20431)), 2.30);
}

/// The same for pairs: LL, LD, WL, DD, WD, WW there.
#[test]
fn ratios_of_pairs_are_those_of_fastchess() {
    let pairs = |ll: u64, ld, wl: u64, dd: u64, wd, ww| [ll, ld, wl + dd, wd, ww];
    near(test(0.5, 2.5, Model::Logistic).ratio(&pairs(223, 9863, 20279, 1000, 10037, 246)), -3.07);
    near(test(0.0, 2.0, Model::Logistic).ratio(&pairs(871, 26175, 55003, 980, 26678, 821)), -4.98);
    near(test(0.0, 2.0, Model::Normalized).ratio(&pairs(365, 16618, 36029, 200, 16974, 390)), 2.25);
    near(test(-1.75, 0.25, Model::Normalized).ratio(&pairs(127, 4883, 10311, 401, 5150, 104)), 3.01);
}

/// Only wins or only losses are no reason to stumble.
#[test]
fn ratios_are_finite_whatever_was_seen() {
    for model in [Model::Logistic, Model::Normalized] {
        for counts in [[0, 0, 0], [7, 0, 0], [0, 7, 0], [0, 0, 7]] {
            assert!(test(0.0, 10.0, model).ratio(&counts).is_finite(), "{model:?} {counts:?}");
        }
    }
    assert!(test(0.0, 10.0, Model::Logistic).ratio(&[0, 0, 400]) > 2.0);
    assert!(test(0.0, 10.0, Model::Logistic).ratio(&[400, 0, 0]) < -2.0);
}

#[test]
fn bounds_come_from_the_rates_of_error() {
    let (low, high) = test(0.0, 5.0, Model::Logistic).bounds();
    // ln 19.
    near(high, 2.944);
    near(low, -2.944);
    let uneven: Sprt = "0,5,0.01,0.2".parse().unwrap();
    near(uneven.bounds().1, 80f64.ln());
    near(uneven.bounds().0, (0.2f64 / 0.99).ln());
    assert_eq!(uneven.found(4.4), Some(Found::Great));
    assert_eq!(uneven.found(4.3), None);
    assert_eq!(uneven.found(-1.7), Some(Found::Small));
}

#[test]
fn tests_are_read() {
    assert_eq!("0,10".parse(), Ok(test(0.0, 10.0, Model::Logistic)));
    assert_eq!(" -3 , 1 , 0.05, 0.05".parse(), Ok(test(-3.0, 1.0, Model::Logistic)));
    for wrong in ["", "5", "5,5", "5,0", "0,5,0.05", "0,5,0,0.05", "0,5,0.5,0.05", "0,nan", "0,inf", "0,5,1,1,1"] {
        assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
    }
}

/// The pairs of two players one of whom is stronger by so much Elo: the second game of a pair hangs together with the
/// first, because the opening favours one side.
fn pair(elo: f64, rng: &mut Rng) -> usize {
    let share = |rng: &mut Rng| rng.below(1 << 32) as f64 / (1u64 << 32) as f64;
    let favour = if rng.below(2) == 0 { 0.15 } else { -0.15 };
    let draws = 0.3;
    let mut points = |bias: f64| {
        let won = score_of(elo) - draws / 2.0 + bias;
        match share(rng) {
            x if x < won => 2,
            x if x < won + draws => 1,
            _ => 0,
        }
    };
    points(favour) + points(-favour)
}

/// How often the test takes the difference for great where it is so much, and how many pairs it takes on average.
fn simulated(sprt: &Sprt, elo: f64, runs: u64) -> (f64, f64) {
    let (mut great, mut pairs) = (0u64, 0u64);
    for run in 0..runs {
        let mut rng = Rng::stream(2026, run);
        let mut counts = [0u64; 5];
        let found = loop {
            counts[pair(elo, &mut rng)] += 1;
            pairs += 1;
            if let Some(found) = sprt.found(sprt.ratio(&counts)) {
                break found;
            }
        };
        great += u64::from(found == Found::Great);
    }
    (great as f64 / runs as f64, pairs as f64 / runs as f64)
}

/// The rates of error hold: with 200 runs a rate of 10 % is seen below 17 % (more than three deviations above).
#[test]
fn errors_are_as_rare_as_promised() {
    let sprt: Sprt = "0,120,0.1,0.1".parse().unwrap();
    let (wrongly, _) = simulated(&sprt, 0.0, 200);
    assert!(wrongly < 0.17, "{wrongly} of players alike are taken for stronger");
    let (rightly, pairs) = simulated(&sprt, 120.0, 200);
    assert!(rightly > 0.83, "{rightly} of stronger players are found");
    // It pays: a match of fixed length for these rates takes about twice as many pairs.
    assert!(pairs < 60.0, "{pairs} pairs on average");
    let (between, _) = simulated(&sprt, 60.0, 200);
    assert!((0.3..0.7).contains(&between), "{between} in the middle");
}
