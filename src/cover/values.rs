//! What is not written at one place: values of options and of variables, kinds of pieces, cells.

use std::collections::BTreeMap;

use crate::rules::model::Variable;
use crate::rules::types::{Domain, Type};
use crate::rules::{Module, Rules};

use super::games::Played;
use super::{Counts, Item, Sort};

/// Of a variable with more values than this only those are told that it had.
const FEW: i64 = 32;

/// All of them, by sort.
pub(super) fn items(module: &Module, played: &Played) -> Vec<Item> {
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
            let counts = Counts::of(|source| played.seen[source].used.cells.get(&cell.name).copied().unwrap_or(0));
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
    items.extend(named.into_iter().map(|((sort, _, name), counts)| item(sort, name, counts)));
    items
}

fn item(sort: Sort, name: String, used: Counts) -> Item {
    Item { sort, name, file: None, line: None, span: None, used, reason: None }
}

/// The values that a variable can have if they are few and not sets; else the ones that it had.
fn values_of(rules: &Rules, variable: &Variable, played: &Played) -> Vec<String> {
    let seen = || {
        let values = played.seen.iter().filter_map(|seen| seen.used.values.get(&variable.name));
        values.flat_map(|values| values.keys().cloned()).take(FEW as usize).collect()
    };
    match variable.ty {
        Type::Truth => vec!["no".to_owned(), "yes".to_owned()],
        Type::Number(least, most) if most - least < FEW => (least..=most).map(|n| n.to_string()).collect(),
        Type::One(Domain::Player) => rules.players.iter().map(|player| player.name.clone()).collect(),
        Type::One(Domain::Kind) => rules.kinds.iter().map(|kind| kind.name.clone()).collect(),
        Type::One(Domain::Type(number)) => rules.types[number].values.clone(),
        _ => seen(),
    }
}
