//! What is not written at one place: values of options and of variables, kinds of pieces, cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::values;
use crate::reference::Used;
use crate::rules::model::Variable;
use crate::rules::{Module, Rules};

use crate::source::SourceMap;

use super::games::Played;
use super::{Counts, Item, Sort, reasons};

/// Of a variable with more values than this only those are told that it had.
const FEW: usize = 32;

/// All of them, by sort.
pub(super) fn items(module: &Module, texts: &SourceMap, played: &Played) -> Vec<Item> {
    let mut items = Vec::new();
    for option in module.options() {
        for value in option.values {
            let counts = played.options.get(&(option.name.clone(), value.clone())).copied().unwrap_or_default();
            items.push(item(Sort::Option, format!("{} = {value}", option.name), counts));
        }
    }
    let players = module.players();
    if players.len() > 1 {
        for n in players {
            let counts = played.options.get(&("players".to_owned(), n.to_string())).copied().unwrap_or_default();
            items.push(item(Sort::Option, format!("{n} players"), counts));
        }
    }
    let mut named: BTreeMap<(Sort, usize, String), Counts> = BTreeMap::new();
    for rules in &played.rules {
        for (number, kind) in rules.kinds.iter().enumerate() {
            let counts = Counts::of(|source| played.seen[source].used.kinds.get(&kind.name).copied().unwrap_or(0));
            named.insert((Sort::Kind, number, kind.name.clone()), counts);
        }
        for (number, cell) in rules.board.cells.iter().enumerate() {
            let count =
                |used: &Used| [&used.cells, &used.chosen].map(|cells| cells.get(&cell.name).copied().unwrap_or(0));
            let counts = Counts::of(|source| count(&played.seen[source].used).iter().sum());
            named.insert((Sort::Cell, number, cell.name.clone()), counts);
        }
        for (number, variable) in rules.variables.iter().enumerate() {
            for value in values_of(rules, variable, played) {
                let seen = |source: usize| played.seen[source].used.values.get(&variable.name)?.get(&value).copied();
                let counts = Counts::of(|source| seen(source).unwrap_or(0));
                named.insert((Sort::Value, number, format!("{} = {value}", variable.name)), counts);
            }
        }
    }
    for ((sort, _, name), counts) in named {
        let reason = (counts.total() == 0).then(|| match sort {
            Sort::Kind => reasons::of_kind(played, texts, &name),
            Sort::Cell => reasons::of_cell(played, &name),
            _ => name.split_once(" = ").and_then(|(name, value)| reasons::of_value(played, texts, name, value)),
        });
        items.push(Item { reason: reason.flatten(), ..item(sort, name, counts) });
    }
    items
}

fn item(sort: Sort, name: String, used: Counts) -> Item {
    Item { sort, name, file: None, line: None, span: None, used, reason: None }
}

/// The values that a variable can have if they are few and not sets; else the ones that it had.
fn values_of(rules: &Rules, variable: &Variable, played: &Played) -> Vec<String> {
    let few = values(rules, variable.ty).filter(|values| values.len() <= FEW);
    few.unwrap_or_else(|| {
        let seen = played.seen.iter().filter_map(|seen| seen.used.values.get(&variable.name));
        let seen: BTreeSet<&String> = seen.flat_map(|values| values.keys()).collect();
        seen.into_iter().take(FEW).cloned().collect()
    })
}
