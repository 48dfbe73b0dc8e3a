use super::*;
use crate::library::{self, Library};
use crate::reference::{Position, Reference};
use crate::rules::{Choices, Module};
use crate::scenario;
use crate::source::{SourceId, SourceMap};

/// A built-in game, in a position.
fn standing(name: &str, text: &str) -> (Reference, Position) {
    let mut sources = SourceMap::default();
    let (module, _) = Module::load(&Library::default(), &library::address(name), &mut sources);
    let module = module.expect("a built-in game is right");
    let choices = Choices::default();
    if text.is_empty() {
        let game = Reference::new(module.rules(&choices).expect("its rules are right"));
        let position = game.initial();
        return (game, position);
    }
    scenario::position(&module, &choices, SourceId::default(), text).expect("a position")
}

/// The texts of all options, each of which means its option, also in other letters and in the notation of the rules.
#[track_caller]
fn texts(dialect: Dialect, name: &str, text: &str) -> Vec<String> {
    let (game, position) = standing(name, text);
    assert!(dialect.serves(game.rules()));
    let texts = dialect.texts(&game, &position);
    for (option, text) in texts.iter().enumerate() {
        assert_eq!(dialect.option(&game, &position, text), Some(option), "{text}");
        assert_eq!(dialect.option(&game, &position, &game.notation(&position, option)), Some(option), "{text}");
    }
    assert_eq!(dialect.option(&game, &position, "nonsense"), None);
    texts
}

#[track_caller]
fn has(texts: &[String], wanted: &[&str]) {
    for wanted in wanted {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} is not in {texts:?}");
    }
}

#[test]
fn moves_takings_castling_and_promotions() {
    let start = texts(Dialect::Uci, "chess", "");
    assert_eq!(start.len(), 20);
    has(&start, &["e2e4", "g1f3"]);
    let castling = texts(Dialect::Uci, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    has(&castling, &["e1g1", "e1c1", "a1a8", "h1h8"]);
    // Programs of XBoard may write castling by signs.
    let (game, position) = standing("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (signs, moves) in [("O-O", "e1g1"), ("O-O-O", "e1c1"), ("o-o", "e1g1"), ("0-0-0", "e1c1")] {
        let option = Dialect::Uci.option(&game, &position, signs);
        assert_eq!(option.and_then(|option| castling.get(option)).map(String::as_str), Some(moves), "{signs}");
        assert_eq!(Dialect::Usi.option(&game, &position, signs), None);
    }
    let (game, position) = standing("chess", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
    assert_eq!(Dialect::Uci.option(&game, &position, "O-O"), None, "the right is gone");
    assert!(Dialect::Uci.option(&game, &position, "O-O-O").is_some());
    let promotion = texts(Dialect::Uci, "chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    has(&promotion, &["a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8n"]);
    let passing = texts(Dialect::Uci, "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    has(&passing, &["e5d6", "e5e6"]);
}

#[test]
fn drops_and_kinds_that_turn_over() {
    let house = texts(Dialect::Uci, "crazyhouse", "4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1");
    has(&house, &["N@a1", "a7a8q", "a7a8n"]);
    // The bishop of a white player far in the other camp may turn over or not.
    let sfen = "4k4/9/9/9/9/9/1P7/1B7/4K4 b P 1";
    let uci = texts(Dialect::Uci, "shogi", sfen);
    has(&uci, &["b2a3", "P@e5"]);
    let usi = texts(Dialect::Usi, "shogi", sfen);
    has(&usi, &["8h9g", "P*5e", "8g8f"]);
    let far = "4k4/9/9/4B4/9/9/9/9/4K4 b - 1";
    has(&texts(Dialect::Uci, "shogi", far), &["e6d7", "e6d7+", "e6d5"]);
    has(&texts(Dialect::Usi, "shogi", far), &["5d6c", "5d6c+", "5d6e"]);
}

#[test]
fn rows_from_zero_and_points_without_i() {
    let horses = texts(Dialect::Ucci, "xiangqi", "");
    has(&horses, &["b0c2", "h2e2", "a0a1", "b2b9"]);
    let points = texts(Dialect::Gtp, "go", "");
    assert_eq!(points.len(), 82);
    has(&points, &["A1", "H9", "J1", "pass"]);
    assert!(!points.iter().any(|text| text.starts_with('I')));
    let (game, position) = standing("go", "");
    let meant = |text| Dialect::Gtp.option(&game, &position, text).map(|option| game.notation(&position, option));
    assert_eq!((meant("j1").as_deref(), meant("PASS").as_deref()), (Some("i1"), Some("skip")));
}

#[test]
fn boards_that_are_not_called_so_are_not_served() {
    let (numbered, _) = standing("english-draughts", "");
    assert!(!Dialect::Uci.serves(numbered.rules()) && Dialect::Own.serves(numbered.rules()));
    let (wide, _) = standing("xiangqi", "");
    assert!(Dialect::Usi.serves(wide.rules()) && Dialect::Ucci.serves(wide.rules()));
    let (amazons, _) = standing("amazons", "");
    assert!(!Dialect::Usi.serves(amazons.rules()), "ten columns");
    let own = texts(Dialect::Own, "english-draughts", "");
    assert_eq!(own[0], "9-13");
}

/// Texts of all built-in games mean what they stand for, some moves on.
#[test]
fn every_text_means_one_option() {
    for game in library::games() {
        let (game, mut position) = standing(game.name(), "");
        for step in 0..4usize {
            if game.n_options(&position) == 0 {
                break;
            }
            for dialect in [Dialect::Own, Dialect::Uci, Dialect::Gtp] {
                let texts = dialect.texts(&game, &position);
                let unique: std::collections::HashSet<&String> = texts.iter().collect();
                assert_eq!(unique.len(), game.n_options(&position));
            }
            let option = (step * 7) % game.n_options(&position);
            game.play(&mut position, option);
        }
    }
}
