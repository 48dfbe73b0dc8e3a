//! What figures come to, in words, with the thresholds that make the difference.
//!
//! Nothing is called good or bad unless its whole interval, at 95 %, lies on one side of the threshold; else it is open,
//! and it is said how many games would tell.

use crate::cover::{Item, Sort};
use crate::intervals::{Interval, wilson};

use super::finding::{Finding, Judgement};
use super::report::{LevelReport, Rate, Report, Seat, Step};

/// A seat gets between these shares of the points in a balanced game. The range asked of a balanced game among good
/// players over a hundred games: so many settle it, as [`wilson`](crate::intervals::wilson) is then ten points
/// wide to either side. For comparison, White gets about 54 % in master games of chess.
const FAIR: (f64, f64) = (0.4, 0.6);
/// A game with more draws is drawish, with fewer than the second decisive. More than half of the games of chess masters
/// are drawn, and that is widely felt to be much; Browne (2008) asks for a tendency of games to reach a conclusion.
const DRAWISH: f64 = 0.5;
const DECISIVE: f64 = 0.2;
/// A game of more decisions in the mean is long, one of fewer short. A game of chess between masters has about 80, of go
/// on 19 by 19 lines about 200.
const LONG: f64 = 250.0;
const SHORT: f64 = 10.0;
/// More games without an end than this share are a fault of the rules.
const ENDLESS: f64 = 0.01;
/// With more decisions of one option than this share a game is mostly forced.
const FORCED: f64 = 0.5;
/// A level that gets no more than this share from the one below has learnt nothing worth while: 35 points of Elo.
const NOTHING: f64 = 0.55;
/// What more games than this do not tell lies at the threshold.
const MANY: u64 = 200_000;
/// What may come in no more than this share of the games is called dead.
const RARE: f64 = 0.01;
/// So many names are listed.
const NAMES: usize = 8;

fn finding(about: impl Into<String>, judgement: Judgement, words: String, threshold: &str) -> Finding {
    Finding { about: about.into(), judgement, words, threshold: threshold.to_owned() }
}

/// All that is said of a game: the strongest level first.
pub(super) fn verdict(report: &Report) -> Vec<Finding> {
    let played = || report.levels.iter().rev().filter(|level| level.games > 0);
    let Some(strongest) = report.strongest() else {
        return vec![finding("games", Judgement::Open, "no game came to its end".to_owned(), "")];
    };
    let mut findings: Vec<Finding> = played().map(balance).collect();
    findings.extend(played().filter_map(first_mover));
    findings.push(draws(strongest));
    findings.extend(played().filter_map(endless).next());
    findings.push(length(strongest));
    findings.push(forced(strongest));
    findings.extend(strongest.course.as_ref().map(|_| course(strongest)));
    findings.extend(depth(&report.steps));
    findings.extend(dead(report));
    findings
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A share with its interval: `64.9 % (63.9 to 65.8)`.
pub(super) fn with_interval(rate: &Rate) -> String {
    let Interval { low, high } = rate.interval;
    format!("{} ({:.1} to {:.1})", percent(rate.share), 100.0 * low, 100.0 * high)
}

/// About how many games would tell on which side of the thresholds a share lies, if it stays what it is.
fn would_tell(share: f64, thresholds: &[f64]) -> String {
    let tells = |n: u64| {
        let interval = wilson(share * n as f64, n);
        !thresholds.iter().any(|threshold| interval.holds(*threshold))
    };
    let (mut low, mut high) = (0, 1);
    while !tells(high) {
        (low, high) = (high, 2 * high);
        if high > MANY {
            return "it lies at the threshold".to_owned();
        }
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if tells(middle) { high = middle } else { low = middle }
    }
    format!("about {} games would tell", round_up(high))
}

/// Two digits are enough, rounded up.
fn round_up(number: u64) -> u64 {
    let unit = 10u64.pow(number.max(10).ilog10() - 1);
    number.div_ceil(unit) * unit
}

fn games(n: u64) -> String {
    if n == 1 { "1 game".to_owned() } else { format!("{n} games") }
}

fn balance(level: &LevelReport) -> Finding {
    let about = format!("balance, {}", level.level);
    let threshold = "every seat gets 40 to 60 % of the points";
    // The seat that is off most; of those that are off alike the first.
    let off = |seat: &Seat| (seat.points.share - 0.5).abs();
    let seat = level.seats.iter().rev().max_by(|a, b| off(a).total_cmp(&off(b)));
    let Some(seat) = seat else { return finding(about, Judgement::Told, "nobody plays against anybody".into(), "") };
    let gets = format!("{} gets {} of the points in {}", seat.player, with_interval(&seat.points), games(level.games));
    let is_within = level.seats.iter().all(|seat| seat.points.interval.is_within(FAIR.0, FAIR.1));
    let off = level.seats.iter().find(|seat| {
        let Interval { low, high } = seat.points.interval;
        low > FAIR.1 || high < FAIR.0
    });
    let (judgement, words) = match off {
        _ if level.seats.len() < 2 => (Judgement::Told, gets),
        _ if is_within => (Judgement::Good, format!("balanced: {gets}")),
        Some(off) => {
            let side = if off.points.share > 0.5 { "too strong" } else { "too weak" };
            let gets = format!("{} gets {} of the points", off.player, with_interval(&off.points));
            (Judgement::Bad, format!("unbalanced, {} is {side}: {gets} in {}", off.player, games(level.games)))
        }
        None => {
            let leaning = match seat.points.interval {
                Interval { low, high } if low > 0.5 || high < 0.5 => "not even, but how much is open: ",
                _ => "",
            };
            let would_tell = would_tell(seat.points.share, &[FAIR.0, FAIR.1]);
            (Judgement::Open, format!("{leaning}{gets}; {would_tell}"))
        }
    };
    finding(about, judgement, words, threshold)
}

/// What it is worth to move first, where that is more or less than nothing for sure.
fn first_mover(level: &LevelReport) -> Option<Finding> {
    let Interval { low, high } = level.first_mover.interval;
    let gain = |share: f64| 100.0 * (share - 0.5);
    let is_sure = !level.first_mover.interval.holds(0.5) && level.seats.len() > 1;
    is_sure.then(|| {
        let what = if low > 0.5 { "an advantage" } else { "a disadvantage" };
        let by = gain(level.first_mover.share);
        let words =
            format!("moving first is {what} of {:+.1} points in 100 ({:+.1} to {:+.1})", by, gain(low), gain(high));
        finding(format!("first move, {}", level.level), Judgement::Told, words, "the interval does not hold zero")
    })
}

fn draws(level: &LevelReport) -> Finding {
    let threshold = "decisive under 20 % draws, drawish over 50 %";
    let drawn: Vec<String> =
        level.ends.iter().filter(|end| end.drawn > 0).map(|end| format!("`{}`", end.name)).collect();
    let by = if drawn.is_empty() { String::new() } else { format!(", by {}", drawn.join(", ")) };
    let told = format!("{} of {} are drawn{by}", with_interval(&level.draws), games(level.games));
    let Interval { low, high } = level.draws.interval;
    let (judgement, words) = match () {
        () if low > DRAWISH => (Judgement::Bad, format!("drawish: {told}")),
        () if high < DECISIVE => (Judgement::Good, format!("decisive: {told}")),
        () if low > DECISIVE && high < DRAWISH => (Judgement::Good, format!("some draws: {told}")),
        () => (Judgement::Open, format!("{told}; {}", would_tell(level.draws.share, &[DRAWISH, DECISIVE]))),
    };
    finding(format!("draws, {}", level.level), judgement, words, threshold)
}

/// Games that the rules do not end.
fn endless(level: &LevelReport) -> Option<Finding> {
    (level.unfinished.sum > 0.0).then(|| {
        let is_much = level.unfinished.interval.low > ENDLESS;
        let judgement = if is_much { Judgement::Bad } else { Judgement::Open };
        let words = format!("the rules do not end {} of the games", with_interval(&level.unfinished));
        finding(format!("games without an end, {}", level.level), judgement, words, "at most 1 % of the games")
    })
}

fn length(level: &LevelReport) -> Finding {
    let length = &level.length;
    let half = if level.games < 2 { length.mean } else { 1.96 * length.sd / (level.games as f64).sqrt() };
    let told = format!(
        "{:.1} decisions in the mean (± {half:.1}), {} to {}, half of the games at most {}",
        length.mean, length.least, length.most, length.median
    );
    let (judgement, words) = match () {
        () if length.mean - half > LONG => (Judgement::Bad, format!("too long: {told}")),
        () if length.mean + half < SHORT => (Judgement::Told, format!("short: {told}")),
        () if length.mean + half < LONG => (Judgement::Good, told),
        () => (Judgement::Open, told),
    };
    finding(format!("length, {}", level.level), judgement, words, "long over 250 decisions, short under 10")
}

fn forced(level: &LevelReport) -> Finding {
    let judgement = if level.forced > FORCED { Judgement::Bad } else { Judgement::Told };
    let words =
        format!("{:.1} options in the mean; {} of the decisions have one", level.branching, percent(level.forced));
    finding(format!("choice, {}", level.level), judgement, words, "mostly forced where more than half have one")
}

/// How games go up and down.
fn course(level: &LevelReport) -> Finding {
    let mut words = String::new();
    if let Some(course) = &level.course {
        words = format!("the lead changes {:.1} times a game", course.lead_changes);
        if let Some(decided) = course.decided {
            words += &format!(
                "; a game that is won is decided after {:.0} % of its decisions, and in {} of them the winner was behind",
                100.0 * decided,
                percent(course.turned.share)
            );
        }
    }
    let threshold =
        "as the players at that level see it: a lead is 0.1 more than the next, decided is 0.9 kept to the end";
    finding(format!("course, {}", level.level), Judgement::Told, words, threshold)
}

/// Whether there is anything to learn.
fn depth(steps: &[Step]) -> Option<Finding> {
    let played: Vec<&Step> = steps.iter().filter(|step| step.points.of > 0).collect();
    let better = |step: &Step| step.points.interval.low > 0.5;
    let told = |step: &Step| {
        let elo = step.elo.map_or_else(String::new, |elo| format!(", {elo:+.0} Elo"));
        format!("{} gets {} from {}{elo}", step.level, with_interval(&step.points), step.below)
    };
    let all = played.iter().map(|step| told(step)).collect::<Vec<_>>().join("; ");
    let idle = played.iter().find(|step| step.points.interval.high < NOTHING);
    let (judgement, words) = match idle {
        _ if played.is_empty() => return None,
        Some(idle) => (Judgement::Bad, format!("nothing to learn from {} on: {all}", idle.below)),
        None if played.iter().all(|step| better(step)) => {
            (Judgement::Good, format!("there is something to learn at every level: {all}"))
        }
        None => (Judgement::Open, all),
    };
    let threshold = "each level gets more than half of the points from the one below; nothing is learnt under 55 %";
    Some(finding("depth", judgement, words, threshold))
}

/// Rules that are never used in play.
fn dead(report: &Report) -> Option<Finding> {
    let used = report.used.as_ref()?;
    let told = |item: &&Item| item.sort != Sort::Cell;
    let in_play = |item: &Item| item.used.random + item.used.search;
    let never: Vec<&Item> = used.items.iter().filter(told).filter(|item| in_play(item) == 0).collect();
    let games = used.games.random + used.games.search;
    let threshold =
        "all moves, sentences, ends, options and kinds are used in play; dead is what comes in under 1 % of the games";
    if never.is_empty() {
        let words = format!("everything was used in {games} games");
        return Some(finding("dead rules", Judgement::Good, words, threshold));
    }
    let names: Vec<String> = never.iter().take(NAMES).map(|item| item.name.clone()).collect();
    let more = if never.len() > NAMES { format!(" and {} more", never.len() - NAMES) } else { String::new() };
    let words = format!("never used in {games} games: {}{more}", names.join("; "));
    let may_be = wilson(0.0, games).high;
    Some(match may_be > RARE {
        true => {
            let words = format!("{words}; it may still come in {} of the games", percent(may_be));
            finding("dead rules", Judgement::Open, words, threshold)
        }
        false => finding("dead rules", Judgement::Bad, words, threshold),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_games_as_tell() {
        // With nothing seen the interval ends at z²/(n + z²): under 0.2 from n = 15.4 on.
        assert_eq!(would_tell(0.0, &[0.5, 0.2]), "about 16 games would tell");
        // Half the interval of a half is z/2/√(n + z²): under 0.1 from n = 92.2 on.
        assert_eq!(would_tell(0.5, &[0.4, 0.6]), "about 93 games would tell");
        assert_eq!(would_tell(0.6, &[0.4, 0.6]), "it lies at the threshold");
        assert_eq!([7, 99, 101, 1234, 1300].map(round_up), [7, 99, 110, 1300, 1300]);
    }
}
