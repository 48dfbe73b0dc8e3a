//! Runs those lines of scenarios that need nothing but options and results; a scenario that sets up a position is
//! left at that line.

use merel::analysis::perft;
use merel::game::{Actor, Game, Probability, Verdict};
use merel::reference::{Position, Reference};
use merel::rules::Module;
use merel::syntax::ast::{Name, TestLineKind};
use std::sync::atomic::AtomicBool;

/// The first failure of the scenarios of a file.
pub fn failure(module: &Module) -> Option<String> {
    module.tests.iter().find_map(|test| {
        let rules = module.rules(&module.choices_of(test)).ok()?;
        let game = Reference::new(rules);
        let mut position = game.initial();
        for line in &test.lines {
            if let TestLineKind::Situation(_) | TestLineKind::Expect(_) = line.value {
                return None;
            }
            if let Err(reason) = run(&game, &mut position, &line.value) {
                return Some(format!("\"{}\": {reason}", test.name.value));
            }
        }
        None
    })
}

fn run(game: &Reference, position: &mut Position, line: &TestLineKind) -> Result<(), String> {
    let shown = || game.notations(position).join(" ");
    let is_legal = |text: &Name| game.notations(position).contains(&text.value);
    let sure = |holds: bool, what: String| if holds { Ok(()) } else { Err(format!("{what}; options: {}", shown())) };
    let by = |name: &Option<Name>| {
        let outcome = game.outcome(position);
        outcome.is_some_and(|outcome| name.as_ref().is_none_or(|name| name.value == outcome.by))
    };
    let verdict = game.outcome(position).map(|outcome| outcome.verdict());
    match line {
        TestLineKind::Play(texts) => {
            for text in texts.iter().flat_map(|text| text.value.split_whitespace()) {
                let option = game.parse(position, text).map_err(|error| error.to_string())?;
                game.apply(position, option);
            }
            Ok(())
        }
        TestLineKind::Legal(texts) => sure(texts.iter().all(is_legal), format!("not all legal: {texts:?}")),
        TestLineKind::Illegal(texts) => sure(!texts.iter().any(is_legal), format!("legal: {texts:?}")),
        TestLineKind::Only(texts) => {
            let all = texts.iter().all(is_legal) && texts.len() == game.n_options(position);
            sure(all, "not only these".into())
        }
        TestLineKind::Options(n) => sure(game.n_options(position) as i64 == *n, format!("not {n} options")),
        TestLineKind::Perft { depth, nodes } => {
            let counts = perft::run(game, position, *depth as u32, &AtomicBool::new(false));
            sure(counts.last().is_some_and(|count| *count == *nodes as u128), format!("{counts:?}"))
        }
        TestLineKind::Probability { option, numerator, denominator } => {
            let option = game.parse(position, &option.value).map_err(|error| error.to_string())?;
            let wanted = Probability::new(*numerator as u64, *denominator as u64);
            let found = game.probability(position, option);
            sure(found == Some(wanted), format!("{found:?}"))
        }
        TestLineKind::ExpectToPlay(name) => {
            let player = match game.actor(position) {
                Some(Actor::Player(player)) => game.rules().players[player.index()].name.clone(),
                Some(Actor::Chance) => "Chance".into(),
                None => "nobody".into(),
            };
            sure(player == name.value, format!("{player} is to play"))
        }
        TestLineKind::ExpectNoResult => sure(verdict.is_none(), format!("{verdict:?}")),
        TestLineKind::ExpectDraw { by: name } => {
            sure(verdict == Some(Verdict::Draw) && by(name), format!("{:?}", game.outcome(position)))
        }
        TestLineKind::ExpectEveryoneLoses { by: name } => {
            sure(verdict == Some(Verdict::Nobody) && by(name), format!("{:?}", game.outcome(position)))
        }
        TestLineKind::ExpectWin { player, by: name } => {
            let won = match verdict {
                Some(Verdict::Won(winner)) => game.rules().players[winner.index()].name == player.value,
                _ => false,
            };
            sure(won && by(name), format!("{:?}", game.outcome(position)))
        }
        TestLineKind::With { .. } | TestLineKind::Players(_) => Ok(()),
        TestLineKind::Situation(_) | TestLineKind::Expect(_) => Ok(()),
    }
}
