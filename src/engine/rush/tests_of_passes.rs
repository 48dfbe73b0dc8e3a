//! What each pass does to the code of a few small games, as a difference: `-` is there without the pass alone, `+` with it alone.
//!
//! Places in the code change with every instruction that comes or goes, so instructions are told without them: each with the
//! instruction to which it leads, if it leads anywhere.

use std::fmt::Write as _;
use std::path::Path;

use insta::assert_snapshot;
use similar::TextDiff;

use crate::engine::machine::Machine;
use crate::program::Program;
use crate::program::passes::Pass;
use crate::rules::sample::rules;

use super::code::Code;
use super::native::Native;

const GAMES: [&str; 6] = ["steps", "drops", "jumps", "slides", "scores", "crowds"];
/// A game with royal pieces has more code than anybody would read.
const WITH_KINGS: [&str; 1] = ["kings"];

/// The rules of a game in `tests/passes`.
fn text_of(game: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/passes/{game}.gdl"));
    std::fs::read_to_string(path).expect("the file can be read")
}

/// The lines of one text that are not in another, both ways, with the line before and behind.
fn difference(before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after).unified_diff().context_radius(1).to_string()
}

/// The instructions of random games, with what native code makes of each.
fn code_of(game: &str, without: Option<Pass>) -> String {
    let mut program = Program::new(rules(&text_of(game)));
    without.into_iter().for_each(|pass| program.switch_off(pass.name()));
    let machine = Machine::<1>::of(program);
    let rush = machine.rush.as_ref().expect("the game is rushed");
    let apart = |mut code: Code| {
        let target = code.target().map(std::mem::take);
        (code, target)
    };
    let mut text = String::new();
    let remarks = Native::remarks(rush, &machine.program);
    for (&code, remark) in rush.script.code.iter().zip(remarks) {
        let (code, target) = apart(code);
        let _ = write!(text, "{code:?}");
        let there = target.map(|target| apart(rush.script.code[usize::from(target)]).0);
        there.into_iter().for_each(|there| text += &format!(" -> {there:?}"));
        text += &if remark.is_empty() { "\n".to_owned() } else { format!("  ; {remark}\n") };
    }
    text
}

/// The nodes of a game before they are folded, or as they are.
fn nodes_of(game: &str, are_folded: bool) -> String {
    let program = Program::new(rules(&text_of(game)));
    match are_folded {
        true => Machine::<1>::of(program).program.dump(true),
        false => program.dump(true),
    }
    .lines()
    .filter(|line| line.starts_with("node"))
    .fold(String::new(), |text, line| text + line + "\n")
}

/// What becomes of games, as a snapshot.
fn hold(name: &str, games: &[&str], before: impl Fn(&str) -> String, after: impl Fn(&str) -> String) {
    let mut text = String::new();
    for game in games {
        let difference = difference(&before(game), &after(game));
        let _ = writeln!(text, "# {game}\n{}", if difference.is_empty() { "as before\n" } else { &difference });
    }
    insta::with_settings!({ snapshot_path => "../../../tests/snapshots", omit_expression => true }, {
        assert_snapshot!(format!("passes_{name}"), text);
    });
}

#[test]
fn what_depends_on_the_rules_alone_is_folded() {
    hold("folding", &GAMES, |game| nodes_of(game, false), |game| nodes_of(game, true));
}

#[test]
fn each_pass_does_to_small_games_what_was_checked_by_hand() {
    for pass in Pass::ALL {
        let games: &[&str] = if pass == Pass::Shields { &WITH_KINGS } else { &GAMES };
        hold(pass.name(), games, |game| code_of(game, Some(pass)), |game| code_of(game, None));
    }
}
