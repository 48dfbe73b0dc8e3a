//! Brevity is a feature: how many tokens the rules take, without what people read about the game.

use merel::syntax::tokens::tokens;

mod common;

/// The most tokens that the rules of a file may take.
const BUDGETS: [(&str, usize); 4] = [("marelle", 170), ("breakthrough", 100), ("chess", 390), ("shogi", 496)];

fn count(name: &str) -> usize {
    tokens(&std::fs::read_to_string(common::folder().join(format!("{name}.gdl"))).expect("files can be read"))
}

#[test]
fn rules_are_short() {
    for (name, budget) in BUDGETS {
        let found = count(name);
        assert!(found <= budget, "{name} takes {found} tokens, not {budget}");
    }
}

#[test]
fn variants_say_only_what_changes() {
    for variant in ["marelle-mixte", "marelle-ceylan"] {
        let (found, whole) = (count(variant), count("marelle"));
        assert!(found * 2 <= whole, "{variant} takes {found} tokens, the whole game {whole}");
    }
}

/// What the rules of the five rulebooks take today, so that a change shows.
#[test]
fn token_counts_of_the_rulebooks() {
    let games = ["marelle", "marelle-mixte", "marelle-ceylan", "katarenga", "adix", "arene", "arena", "breakthrough"];
    let lines: Vec<String> = games.iter().map(|name| format!("{name}: {}", count(name))).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
