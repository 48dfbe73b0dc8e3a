//! What a machine knows of a game: features, weights, and what random games teach.

use merel::engine::{Engine, Position};
use merel::game::rng::Rng;
use merel::game::{Actor, Changes, Contents, Game, Never, Occupant, PlayerId};
use merel::play::chance;
use merel::play::mind::{
    Features, Mind, Scales, Schooling, Sights, UNIT, Weighing, WeighingError, Weights, fit, heritage, known, learn,
    shipped,
};
use merel::play::train::{Course, NoShelf, Trained, train};
use merel::rules::Rules;

use super::common;
use super::learnt::trained;

pub fn engine(name: &str) -> Engine {
    Engine::new(common::game(name, "", None).rules().clone())
}

/// Weights that are all different.
fn some_weights(features: &Features) -> Weights {
    let mut rng = Rng::stream(3, 0);
    Weights((0..features.len()).map(|_| rng.below(4_001) as f64 / 1_000.0 - 2.0).collect())
}

/// Shows positions of a random game in which players decide.
fn positions(engine: &Engine, seed: u64, mut see: impl FnMut(&Contents, Actor)) {
    let mut rng = Rng::stream(seed, 0);
    let mut position = engine.initial();
    let mut contents = Contents::default();
    for _ in 0..60 {
        let Some(actor) = engine.actor(&position) else { return };
        let option = match actor {
            Actor::Chance => chance::draw(engine, &position, &mut rng),
            Actor::Player(_) => {
                assert!(engine.contents(&position, &mut contents));
                see(&contents, actor);
                rng.index(engine.n_options(&position))
            }
        };
        engine.play(&mut position, option);
    }
}

/// What random games teach of a game, and its features.
fn learnt(name: &str, games: u64) -> (Features, Mind) {
    let engine = engine(name);
    let mind = learn(&engine, Schooling { games, seed: 1 }, &Never);
    (Features::of(engine.rules()).expect("two play"), mind)
}

/// What an own piece of a kind is worth beside another piece of a kind, in each way that it may lie.
fn beside(engine: &Engine, weights: &Weights, [kind, other]: [&str; 2]) -> Vec<f64> {
    let features = Features::of(engine.rules()).expect("two play");
    let number = |name: &str| engine.rules().kinds.iter().position(|kind| kind.name == name).expect("a kind");
    let n_lies = features.neighbours.n_lies();
    let from = features.beside_kind(number(kind)).start + number(other) * n_lies;
    weights.0[from..from + n_lies].to_vec()
}

/// A game that extends another one starts from what is known of that: pieces that keep their names are worth what they are
/// worth there, by themselves and beside others. What is new is worth what the rules say of it, in the same measure.
#[test]
fn variants_start_from_what_is_known_of_the_game_that_they_extend() {
    let chess = engine("chess");
    let known = shipped::mind(chess.rules()).expect("chess is known").weights;
    for (variant, new) in [("king-of-the-hill", None), ("three-check", None), ("crazyhouse", Some("Made-Queen"))] {
        let variant = engine(variant);
        let features = Features::of(variant.rules()).expect("two play");
        let found = shipped::related(variant.rules()).expect("chess is known");
        assert_eq!(found.game, "Chess");
        let none = Weights(vec![1.0; features.len()]);
        let weights = heritage::inherited(&found, variant.rules(), &features, &none).expect("they share kinds");
        let of_chess = Features::of(chess.rules()).expect("two play");
        for (at, kind) in chess.rules().kinds.iter().enumerate() {
            let own = variant.rules().kinds.iter().position(|own| own.name == kind.name).expect("it is there, too");
            let [theirs, ours] =
                [(&of_chess, at, &known), (&features, own, &weights)].map(|(features, kind, weights)| {
                    features.of_kind(kind).into_iter().map(|at| weights.0[at]).collect::<Vec<_>>()
                });
            assert_eq!(theirs, ours, "{}", kind.name);
        }
        for pair in [["Pawn", "Pawn"], ["King", "Rook"], ["Rook", "King"]] {
            assert_eq!(beside(&chess, &known, pair), beside(&variant, &weights, pair), "{pair:?}");
        }
        if let Some(new) = new {
            let number = variant.rules().kinds.iter().position(|kind| kind.name == new).expect("a kind");
            assert!(weights.0[features.material(number)] > 0.5);
        }
    }
}

/// Filling one's own last free cells is bad in go, and makes no difference in hex; where a row is to be filled it may win.
#[test]
fn care_is_taken_where_that_is_clearly_better() {
    for (name, is_careful) in [("go", true), ("hex", false), ("gomoku", false), ("tic-tac-toe", false)] {
        let (_, mind) = learnt(name, 24);
        assert_eq!((mind.drops, mind.is_careful), (true, is_careful), "{name}");
    }
}

/// Where having pieces is bad random games say so, and what is known of the game that is changed is not believed.
#[test]
fn where_pieces_are_a_burden_their_worth_is_negative() {
    let (features, mind) = learnt("antichess", 120);
    let n_negative = (0..features.n_kinds).filter(|&kind| mind.weights.0[features.material(kind)] < 0.0).count();
    assert!(n_negative * 2 > features.n_kinds, "{:?}", &mind.weights.0[..features.n_kinds]);
    let (features, mind) = learnt("three-check", 60);
    assert!((0..features.n_kinds).all(|kind| mind.weights.0[features.material(kind)] >= 0.0));
}

/// Weighing by tables is adding features up: pieces, hands, numbers of players and of cells, rows.
#[test]
fn scales_weigh_what_features_say() {
    let names =
        ["chess", "crazyhouse", "three-check", "oware", "connect-four", "marelle", "breakthrough", "lines-of-action"];
    for name in names {
        let engine = engine(name);
        let features = Features::of(engine.rules()).expect("two play");
        let weights = some_weights(&features);
        let scales = Scales::new(&features, &weights);
        positions(&engine, 5, |contents, actor| {
            let Actor::Player(mover) = actor else { return };
            let (mut sum, mut parts) = (0.0, 0);
            features.visit(contents, Some(mover), &mut |feature, value| {
                sum += weights.0[feature] * value * UNIT;
                parts += 1;
            });
            let weighed = scales.weigh(contents, Some(mover), &mut Sights::default());
            assert!((f64::from(weighed.score) - sum).abs() <= f64::from(parts), "{name}: {weighed:?} {sum}");
        });
    }
}

/// Where both sides have the same, a position is worth nothing to either, whatever the weights: each sees the board from
/// his side.
#[test]
fn a_set_up_that_is_the_same_for_both_is_worth_nothing() {
    for name in ["chess", "shogi", "xiangqi", "breakthrough", "english-draughts", "king-of-the-hill"] {
        let engine = engine(name);
        let features = Features::of(engine.rules()).expect("two play");
        let scales = Scales::new(&features, &some_weights(&features));
        let mut contents = Contents::default();
        engine.contents(&engine.initial(), &mut contents);
        assert_eq!(scales.weigh(&contents, None, &mut Sights::default()).score, 0, "{name}");
        assert!(!contents.pieces.is_empty(), "{name}");
    }
}

#[test]
fn games_of_more_players_or_with_chance_have_no_weights() {
    for (name, is_for_two) in [("arena", false), ("backgammon", false), ("chess960", true), ("chess", true)] {
        let game = common::game(name, "", None);
        assert_eq!(known::is_for_two(game.rules()), is_for_two, "{name}");
    }
}

fn mind(name: &str, games: u64) -> Mind {
    learn(&engine(name), Schooling { games, seed: 1 }, &Never)
}

fn kind(rules: &Rules, name: &str) -> usize {
    rules.kinds.iter().position(|kind| kind.name == name).expect("a kind")
}

#[test]
fn random_games_teach_what_pieces_are_worth() {
    let mind = mind("chess", 48);
    let game = common::game("chess", "", None);
    let worth = |name| mind.weights.0[kind(game.rules(), name)];
    // In crowded positions a knight has more to do than a rook.
    for officer in ["Rook", "Bishop", "Knight"] {
        assert!(worth("Queen") > worth(officer) && worth(officer) > worth("Pawn"), "{:?}", mind.weights);
    }
    assert!(worth("Pawn") > 0.0, "{:?}", mind.weights);
    assert!(mind.scales.is_some(), "{mind}");
}

#[test]
fn the_same_schooling_gives_the_same_mind() {
    let (one, other) = (mind("breakthrough", 40), mind("breakthrough", 40));
    assert_eq!(one.weights, other.weights);
    assert!(one.scales.is_some() && one.foreseen == other.foreseen, "{one}");
    assert!(mind("breakthrough", 0).scales.is_none(), "without a game nothing is known");
}

/// What pieces are worth comes of what they do, and that is seen in a few positions. So many games tell it whatever the seed; of four games
/// those of two seeds in five took a rook for more than a queen.
#[test]
fn a_few_games_tell_what_pieces_are_worth() {
    let chess = mind("chess", 12);
    let game = common::game("chess", "", None);
    let worth = |name| chess.weights.0[kind(game.rules(), name)];
    for officer in ["Rook", "Bishop", "Knight"] {
        assert!(worth("Queen") > worth(officer) && worth(officer) > worth("Pawn"), "{officer}: {:?}", chess.weights);
    }
    assert_eq!(worth("King"), 0.0, "nobody has more or fewer kings");
    assert!(chess.looks_ahead && !chess.forces && !chess.drops, "{chess}");
    assert!(chess.takes_by_landing);
    let draughts = mind("english-draughts", 8);
    assert!(draughts.forces && !draughts.takes_by_landing, "who can take must, and jumps");
}

/// A man is worth more on each row nearer to the far one, which wins.
#[test]
fn what_is_near_its_goal_is_worth_more() {
    let features = Features::of(engine("breakthrough").rules()).expect("two play");
    let mind = mind("breakthrough", 160);
    // Cells count from a1 row by row; the second column has the same neighbours on all rows but the first and last.
    let row = |row: usize| mind.weights.0[features.placed(0, features.classes[0][row * 8 + 1])];
    assert!((2..7).all(|number| row(number) > row(number - 1)), "{:?}", (1..7).map(row).collect::<Vec<_>>());
}

/// What counts where pieces say nothing: options, standing together, seeds.
#[test]
fn other_things_than_pieces_count() {
    assert!(mind("amazons", 2).options > 0.0, "nothing is ever taken, and who is stuck has lost");
    assert!(mind("chess", 4).options == 0.0);
    let features = Features::of(engine("lines-of-action").rules()).expect("two play");
    assert!(mind("lines-of-action", 8).weights.0[features.spread_feature()] < 0.0, "men should stand together");
    let oware = mind("oware", 60);
    let features = Features::of(engine("oware").rules()).expect("two play");
    // Numbers come in the order of the rules: seeds by class of house, and then the score.
    let score = features.number_features().end - 1;
    assert!(oware.looks_ahead && oware.weights.0[score] > 0.0, "{:?}", oware.weights);
    for (name, drops) in [("hex", true), ("gomoku", true), ("go", true), ("reversi", false), ("marelle", false)] {
        assert_eq!(mind(name, 4).drops, drops, "{name}");
    }
}

/// The options that land on an enemy are all options that take, where pieces take so.
#[test]
fn landings_on_enemies_are_found_alone() {
    for name in ["chess", "breakthrough", "katarenga", "lines-of-action"] {
        let engine = engine(name);
        let (mut rng, mut position, mut found) = (Rng::stream(9, 0), engine.initial(), 0);
        let (mut before, mut after) = <(Contents, Contents)>::default();
        for _ in 0..40 {
            if engine.actor(&position).is_none() {
                break;
            }
            let option = rng.index(engine.n_options(&position));
            let undo = engine.try_option(&mut position, option);
            if engine.actor(&position).is_none() {
                break;
            }
            engine.contents(&position, &mut before);
            let n_options = engine.find_landings_on_enemies(&mut position);
            for landing in 0..n_options {
                engine.contents_after(&mut position, landing, &mut after);
                assert!(after.pieces.len() < before.pieces.len(), "{name}");
            }
            engine.undo(&mut position, undo);
            engine.play(&mut position, option);
            let takes = |&option: &usize| {
                engine.contents_after(&mut position.clone(), option, &mut after);
                after.pieces.len() < before.pieces.len()
            };
            let taking = (0..engine.n_options(&position)).filter(takes).count();
            // A pawn that is taken in passing stands elsewhere.
            assert!(
                n_options == taking || name == "chess" && n_options + 1 == taking,
                "{name}: {n_options} of {taking}"
            );
            found += n_options;
        }
        assert!(found > 5, "{name}");
    }
}

/// What many options change is shown as each of them tells it.
fn assert_shown_alike(engine: &Engine, position: &mut Position) {
    let n_options = engine.n_options(position);
    let (mut shown, mut changes) = (Vec::new(), Changes::default());
    engine.visit_changes(position, 0..n_options, &mut changes, &mut |option, changes| {
        assert_eq!(option, shown.len());
        shown.push(changes.cloned());
    });
    assert_eq!(shown.len(), n_options);
    for (option, shown) in shown.into_iter().enumerate() {
        let is_told = engine.changes_after(position, option, &mut changes);
        assert_eq!(shown, is_told.then(|| changes.clone()));
    }
}

/// What an option changes is the difference between what stands before it and after it, and a drop comes where it says.
#[test]
fn changes_are_what_differs() {
    let changing = ["chess", "crazyhouse", "english-draughts", "amazons", "go", "hex", "oware", "marelle", "atomic"];
    for name in changing {
        let engine = engine(name);
        let (mut rng, mut position) = (Rng::stream(7, 0), engine.initial());
        let (mut told, mut drops, mut in_hand) = (0, 0, 0);
        let (mut before, mut after, mut changes) = <(Contents, Contents, Changes)>::default();
        for _ in 0..24 {
            let Some(Actor::Player(_)) = engine.actor(&position) else { break };
            engine.contents(&position, &mut before);
            assert_shown_alike(&engine, &mut position);
            for option in (0..engine.n_options(&position)).step_by(7) {
                engine.contents_after(&mut position, option, &mut after);
                let dropped = engine.dropped_at(&position, option);
                if engine.changes_after(&mut position, option, &mut changes) {
                    told += 1;
                    in_hand += changes.hands.len();
                    assert_told(&before, &changes, &mut after, name);
                }
                if let Some(cell) = dropped {
                    drops += 1;
                    assert!(after.pieces.iter().any(|piece| piece.cell == cell.0), "{name}");
                    assert!(before.pieces.iter().all(|piece| piece.cell != cell.0), "{name}");
                }
            }
            let option = rng.index(engine.n_options(&position));
            engine.play(&mut position, option);
        }
        assert_eq!(told > 0, name != "oware", "{name}: what changes numbers is not told");
        assert!(in_hand > 0 || name != "crazyhouse", "{name}: what is taken comes to the hand");
        assert!(drops > 0 || !["go", "hex", "marelle"].contains(&name), "{name}");
    }
}

/// What stood before and what is told to change make what stands after.
fn assert_told(before: &Contents, changes: &Changes, after: &mut Contents, name: &str) {
    let mut hands = before.hands.clone();
    for &(place, more) in &changes.hands {
        hands[usize::from(place)] = hands[usize::from(place)].checked_add_signed(more).expect("a count");
    }
    assert_eq!((&after.hands, &after.numbers), (&hands, &before.numbers), "{name}");
    let mut changed = before.pieces.clone();
    changed.retain(|piece| !changes.gone.contains(piece));
    changed.extend(&changes.come);
    changed.sort_unstable();
    after.pieces.sort_unstable();
    assert_eq!(changed, after.pieces, "{name}");
}

/// The same of the options of a search, in every game: those that turn out to be none are left out.
#[test]
fn changes_of_likely_options_are_what_differs() {
    for name in crate::common::games() {
        let name = name.as_str();
        let engine = engine(name);
        let (mut rng, mut position, mut told) = (Rng::stream(13, 0), engine.initial(), 0);
        let (mut before, mut after, mut changes) = <(Contents, Contents, Changes)>::default();
        for _ in 0..40 {
            let Some(actor) = engine.actor(&position) else { break };
            let option = rng.index(engine.n_options(&position));
            if actor == Actor::Chance {
                engine.play(&mut position, option);
                continue;
            }
            let undo = engine.try_option(&mut position, option);
            engine.contents(&position, &mut before);
            let decides = matches!(engine.actor(&position), Some(Actor::Player(_)));
            let n_likely = if decides { engine.find_likely_options(&mut position) } else { 0 };
            for option in (0..n_likely).step_by(1 + n_likely / 50) {
                let Some(undo) = engine.try_likely(&mut position, option) else { continue };
                engine.undo(&mut position, undo);
                engine.contents_after(&mut position, option, &mut after);
                if engine.changes_after(&mut position, option, &mut changes) {
                    told += 1;
                    assert_told(&before, &changes, &mut after, name);
                }
            }
            engine.undo(&mut position, undo);
            engine.play(&mut position, option);
        }
        assert!(told > 0 || !before.numbers.is_empty(), "{name}: only what changes numbers is not told");
    }
}

/// What is likely to be an option is one, or turns out to be none: those that are left are all options, and each leads to
/// where the option leads.
#[test]
fn likely_options_that_are_left_are_all_options() {
    for name in crate::common::games() {
        let name = name.as_str();
        let engine = engine(name);
        let (mut rng, mut position, mut failed) = (Rng::stream(11, 0), engine.initial(), 0);
        for _ in 0..30 {
            let Some(Actor::Player(_)) = engine.actor(&position) else { break };
            let option = rng.index(engine.n_options(&position));
            let undo = engine.try_option(&mut position, option);
            let (mut likely, mut sure) = (Vec::new(), Vec::new());
            if engine.actor(&position).is_some() {
                let n_likely = engine.find_likely_options(&mut position);
                for option in (0..n_likely).filter(|_| n_likely < 200) {
                    let before = position.clone();
                    let Some(undo) = engine.try_likely(&mut position, option) else {
                        failed += 1;
                        assert_eq!(position, before, "{name}: what is no option changes nothing");
                        continue;
                    };
                    likely.push(position.clone());
                    engine.undo(&mut position, undo);
                    assert_eq!(position, before, "{name}");
                }
            }
            engine.undo(&mut position, undo);
            engine.play(&mut position, option);
            let n_options = engine.n_options(&position);
            sure.extend((0..n_options).filter(|_| !likely.is_empty()).map(|option| {
                let mut next = position.clone();
                engine.play(&mut next, option);
                next
            }));
            assert_eq!(likely.len(), sure.len(), "{name}");
            // Of games that are over nothing matters but how they ended and what stands there.
            let is_alike = |one: &Position, other: &Position| match engine.outcome(one) {
                None => one == other,
                over => engine.outcome(other) == over && engine.snapshot(other) == engine.snapshot(one),
            };
            assert!(sure.iter().all(|next| likely.iter().any(|other| is_alike(next, other))), "{name}");
        }
        assert!(failed > 0 || !["chess", "xiangqi"].contains(&name), "{name}: some options turned out to be none");
    }
}

/// Whoever looks ahead through something that wraps the engine asks the engine: White gives check, and one of the likely
/// options is an option.
fn the_engine_is_asked<G: Game>(game: &G, name: &str) {
    let mut position = game.initial();
    let start = position.clone();
    let undo = game.try_pass(&mut position).expect("nobody is in check");
    game.undo(&mut position, undo);
    assert_eq!(position, start, "{name}");
    for text in ["e2-e4", "f7-f6"] {
        let option = game.parse(&position, text).expect("a legal move");
        game.play(&mut position, option);
    }
    let check = game.parse(&position, "d1-h5").expect("a legal move");
    let undo = game.try_option(&mut position, check);
    let g6 = game.rules().board.cells.iter().position(|cell| cell.name == "g6").expect("a cell");
    assert!(game.is_royal_attacked(&mut position) && game.may_land(&mut position, g6 as u16), "{name}");
    let n_likely = game.find_likely_options(&mut position);
    let sure = (0..n_likely).filter(|&option| {
        let undo = game.try_likely(&mut position, option);
        undo.map(|undo| game.undo(&mut position, undo)).is_some()
    });
    assert_eq!((sure.count(), n_likely > 1), (1, true), "{name}: only g7-g6 saves the king");
    game.undo(&mut position, undo);
    let undo = game.try_option(&mut position, check);
    assert_eq!(game.find_likely_landings(&mut position), 0, "{name}: Black has nothing to take");
    game.undo(&mut position, undo);
}

#[test]
fn what_wraps_the_engine_asks_it() {
    let chess = engine("chess");
    the_engine_is_asked(&chess, "the engine");
    the_engine_is_asked(&&chess, "a borrowed one");
    the_engine_is_asked(&merel::split::Split::new(chess, false), "the view that splits options");
}

/// Whoever passes leaves the board as it is and the turn to the other; nobody passes in check or in the middle of a turn.
#[test]
fn a_turn_can_be_passed_for_a_trial() {
    let (chess, arena) = (engine("chess"), engine("arena"));
    let mut position = chess.initial();
    let (mut before, mut after) = <(Contents, Contents)>::default();
    chess.contents(&position, &mut before);
    let start = position.clone();
    let undo = chess.try_pass(&mut position).expect("nobody is in check");
    assert_eq!(chess.actor(&position), Some(Actor::Player(merel::game::PlayerId(1))));
    chess.contents(&position, &mut after);
    assert_eq!((before.pieces.len(), before.turns + 1), (after.pieces.len(), after.turns));
    // Four moves of knights and sixteen of pawns.
    assert_eq!(chess.find_options(&mut position), 20);
    chess.undo(&mut position, undo);
    assert_eq!(position, start);
    for text in ["e2-e4", "f7-f6", "d1-h5"] {
        assert!(!chess.is_royal_attacked(&mut position), "before {text}");
        let option = chess.parse(&position, text).expect("a legal move");
        chess.play(&mut position, option);
    }
    assert!(chess.is_royal_attacked(&mut position));
    assert!(chess.try_pass(&mut position).is_none(), "the king is in check");
    // A turn of a fighter has several decisions.
    let mut position = arena.initial();
    let mut has_gone_on = false;
    let mut rng = Rng::stream(2, 0);
    for _ in 0..60 {
        let Some(actor) = arena.actor(&position) else { break };
        let option = rng.index(arena.n_options(&position));
        arena.play(&mut position, option);
        if actor != Actor::Chance && arena.actor(&position) == Some(actor) {
            has_gone_on = true;
            assert!(arena.try_pass(&mut position).is_none());
        }
    }
    assert!(has_gone_on);
}

#[test]
fn rows_that_are_nearly_full_are_worth_more() {
    let engine = engine("connect-four");
    let features = Features::of(engine.rules()).expect("two play");
    let mind = mind("connect-four", 400);
    let row = |own| mind.weights.0[features.row(0, own)];
    assert!(row(3) > row(1) && row(3) > 0.0, "{:?}", mind.weights);
}

/// The number of rows of four on seven by six cells: 24 across, 21 upright, 12 aslant each way, so 69.
#[test]
fn all_rows_are_seen() {
    let engine = engine("connect-four");
    let features = Features::of(engine.rules()).expect("two play");
    assert_eq!(features.rows.len(), 1);
    assert_eq!((features.rows[0].length, features.rows[0].count()), (4, 69));
}

#[test]
fn weights_are_written_and_read() {
    let rules = common::game("chess", "", None).rules().clone();
    let features = Features::of(&rules).expect("two play");
    let weights = some_weights(&features);
    let weighing = Weighing::new(&rules, &features, &weights);
    let text = weighing.to_text();
    let read = Weighing::parse(&text).expect("weights");
    assert_eq!(read, weighing);
    assert_eq!(read.to_text(), text);
    let mind = read.mind(&rules).expect("they fit");
    let nearly = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-9;
    assert!(mind.weights.0.iter().zip(&weights.0).all(nearly), "three places behind the point are kept");
    assert_eq!(mind.weights.0.len(), weights.0.len());

    let others = common::game("los-alamos", "", None);
    assert!(matches!(read.mind(others.rules()), Err(WeighingError::OtherRules { .. })));
    let mended = |change: fn(&mut Weighing)| {
        let mut other = read.clone();
        change(&mut other);
        other.mind(&rules).map(|mind| mind.weights.0.len())
    };
    let unfit = |change| assert!(matches!(mended(change), Err(WeighingError::Unfit(_))));
    unfit(|weighing| drop(weighing.kinds.remove("Queen")));
    unfit(|weighing| weighing.tempo = f64::NAN);
    unfit(|weighing| weighing.tempo = 1e9);
    unfit(|weighing| weighing.numbers.push(0.0));
    unfit(|weighing| weighing.rows.push(vec![0.0]));
    unfit(|weighing| weighing.search = "guessing".to_owned());
    unfit(|weighing| weighing.kinds.values_mut().for_each(|kind| kind.placed.clear()));
    let other_format = text.replace("format = 1", "format = 2");
    assert_eq!(Weighing::parse(&other_format), Err(WeighingError::Format(2)));
}

#[test]
fn training_repeats_and_tests_itself() {
    let engine = engine("tic-tac-toe");
    let course = Course { games: 60, tests: 6, seed: 4 };
    let one = trained(&engine, course, 1);
    assert_eq!(one.to_text(), trained(&engine, course, 2).to_text());
    assert_eq!((one.games, one.seed), (60, 4));
    let (test, searches) = (one.test.clone().expect("a test"), one.searches.clone().expect("a test"));
    assert_eq!((test.won + test.drawn + test.lost, searches.won + searches.drawn + searches.lost), (6, 6));
    // A random game has 7.6 decisions in the mean, and 160 positions take about as long as 7,200 of them.
    assert!(test.playouts.is_none() && searches.playouts.is_some_and(|playouts| (850..=1_000).contains(&playouts)));
    assert!(one.mind(engine.rules()).is_ok());
    let halted = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(train(&engine, course, &NoShelf, &|_| false, &halted), Ok(Trained::Cut));
    assert_eq!(fit::probability(0.0), 0.5);
}

#[test]
fn games_without_weights_are_refused() {
    let engine = Engine::new(common::game("chinese-checkers", "", Some(3)).rules().clone());
    let course = Course { games: 1, tests: 2, seed: 0 };
    assert_eq!(train(&engine, course, &NoShelf, &|_| false, &Never), Err(WeighingError::NotForTwo));
}

#[test]
fn a_game_that_is_not_played_to_its_end_teaches_what_pieces_do() {
    use merel::game::Deadline;
    use merel::play::mind::Pupil;
    use std::sync::atomic::{AtomicU64, Ordering};
    let engine = engine("shogi");
    let asked = AtomicU64::new(0);
    // The time is over in the midst of the first game, after six positions of some thirty options were looked at.
    let is_over = || asked.fetch_add(1, Ordering::Relaxed) >= 300;
    let mut pupil = Pupil::new(&engine, 0).expect("two play it");
    pupil.play_until(&engine, 400, &Deadline { or: &Never, is_over: &is_over });
    assert_eq!(pupil.games(), 0);
    assert!(pupil.has_seen_enough());
    assert!(pupil.mind(&engine, &Never).looks_ahead);
    // With less time it is not known what pieces are worth, and it is seen later.
    let mut pupil = Pupil::new(&engine, 0).expect("two play it");
    for time in [0, 40, 400] {
        asked.store(300u64.saturating_sub(time), Ordering::Relaxed);
        pupil.play_until(&engine, 400, &Deadline { or: &Never, is_over: &is_over });
        assert_eq!(pupil.mind(&engine, &Never).looks_ahead, pupil.has_seen_enough());
        assert_eq!(pupil.has_seen_enough(), time == 400, "{time}");
    }
}

/// What the finer features see of a position of chess: who is beside whom, which pawn is passed, who has two of a kind.
#[test]
fn finer_features_see_pawns_and_neighbours() {
    let chess = engine("chess");
    let features = Features::of(chess.rules()).expect("two play");
    let kind = |name: &str| chess.rules().kinds.iter().position(|kind| kind.name == name).expect("a kind");
    let cell = |name: &str| chess.rules().board.cell(name).expect("a cell");
    let piece = |name: &str, at: &str, owner| Occupant {
        cell: cell(at).0,
        kind: kind(name) as u16,
        owner: Some(PlayerId(owner)),
    };
    let seen = |pieces: Vec<Occupant>| {
        let contents = Contents { pieces, ..Contents::default() };
        let mut found = vec![0.0; features.len()];
        features.visit(&contents, None, &mut |feature, value| found[feature] += value);
        found
    };
    let pawn = kind("Pawn");
    let class = |at: &str, player: usize| features.classes[player][cell(at).index()];
    // The pawn on a5 is passed; the other's on e6 stands in the way of e4, and that one in its way.
    let pawns = vec![piece("Pawn", "a5", 0), piece("Pawn", "e4", 0), piece("Pawn", "e6", 1), piece("Pawn", "d7", 1)];
    let found = seen(pawns.clone());
    assert_eq!(found[features.free(pawn, class("a5", 0))], 1.0);
    assert_eq!(found[features.free(pawn, class("e4", 0))], 0.0);
    assert_eq!(found[features.free(pawn, class("e6", 1))], 0.0);
    // Both have two pawns.
    assert_eq!(found[features.second(pawn)], 0.0);
    assert_eq!(seen(pawns[..3].to_vec())[features.second(pawn)], 1.0);
    // Nobody of White is beside anybody; e6 and d7 are Black's pair, seen from both: one ahead and one behind.
    let beside = &found[features.beside_kind(pawn)];
    assert_eq!((beside.iter().sum::<f64>(), beside.iter().filter(|value| **value == -1.0).count()), (-2.0, 2));
    // Four pieces on 64 cells.
    assert_eq!(found[features.late(features.placed(pawn, class("a5", 0)))], 0.875);
}
