//! Brevity is a feature: how many tokens the rules take, without what people read about the game.

use merel::syntax::tokens::tokens;

use crate::common;

/// The most tokens that the rules of a file may take.
const BUDGETS: [(&str, usize); 6] =
    [("marelle", 170), ("breakthrough", 100), ("chess", 394), ("shogi", 496), ("go", 166), ("backgammon", 420)];

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

/// The table of `docs/tokens.md` has a row for every game, and its numbers are what the files take today.
#[test]
fn the_table_of_tokens_is_true() {
    let page = std::fs::read_to_string(common::folder().join("../docs/tokens.md")).expect("the page can be read");
    let rows = page.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let told: Vec<(String, String)> = rows
        .filter_map(|line| {
            let mut columns = line.trim_matches('|').split('|').map(|column| column.trim().to_string());
            Some((columns.next()?, columns.next()?))
        })
        .collect();
    let true_rows: Vec<(String, String)> =
        common::games().iter().map(|name| (name.clone(), count(name).to_string())).collect();
    assert_eq!(told, true_rows);
}

/// Where other languages have the same game, ours is the shortest but where the table says otherwise.
#[test]
fn rules_are_shorter_than_in_other_languages() {
    let page = std::fs::read_to_string(common::folder().join("../docs/tokens.md")).expect("the page can be read");
    let mut compared = 0;
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let numbers: Vec<usize> = line.split('|').filter_map(|column| column.trim().parse().ok()).collect();
        if let [ours, others @ ..] = numbers.as_slice()
            && let Some(least) = others.iter().min()
        {
            assert!(ours < least, "{line}");
            compared += 1;
        }
    }
    assert!(compared >= 7);
}
