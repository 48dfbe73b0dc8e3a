//! Positions as text: lines of a scenario that set up the beginning of the turn, and what was played since.

use std::fmt::Write as _;

use crate::game::{Arrangement, PlayerId};
use crate::rules::Rules;
use crate::rules::model::Holder;
use crate::rules::types::{Domain, Type, Value};

use super::state::{Piece, State, decode};
use super::{Position, Reference};

/// The most pieces that one line puts.
const PUT: u32 = 1000;

impl Reference {
    /// Lines that lead to the position, as [`Reference::situation`] reads them: what stood when the turn began, and
    /// the options taken since. In the set-up they begin with the first decision of all.
    pub fn situation_text(&self, position: &Position) -> String {
        let state = &position.state;
        let mut lines = state.begun.as_ref().map_or_else(Vec::new, |begun| self.lines(begun));
        match (state.since.is_empty(), lines.is_empty()) {
            (false, _) => lines.push(format!("play \"{}\"", state.since.join(" "))),
            (true, true) => lines.push("// the very beginning".into()),
            (true, false) => {}
        }
        lines.join("\n")
    }

    /// The lines that set up what plain data tells of.
    pub fn text_of(&self, arrangement: &Arrangement) -> String {
        self.lines(&self.state_of(arrangement)).join("\n")
    }

    /// What stood when the running turn began, as plain data; none in the set-up.
    pub fn turn_began(&self, position: &Position) -> Option<Arrangement> {
        position.state.begun.as_ref().map(|begun| self.arrangement_of(begun))
    }

    /// The options that were taken since then.
    pub fn taken_since<'a>(&self, position: &'a Position) -> &'a [String] {
        &position.state.since
    }

    /// Whether a rule asks for repetition and there were turns before this one.
    pub fn has_history(&self, position: &Position) -> bool {
        position.state.begun.as_ref().is_some_and(|begun| !begun.history.is_empty())
    }

    fn lines(&self, state: &State) -> Vec<String> {
        let set_up = self.set_up().state;
        let mut lines = vec![format!("position \"{}\"", self.rows_text(state))];
        lines.extend(self.terrain_lines(state, &set_up));
        lines.extend(self.piece_lines(state));
        lines.extend(self.hand_lines(state));
        lines.extend(self.variable_lines(state, &set_up));
        if let Some(phase) = self.rules.phases.get(state.phase).filter(|phase| !phase.name.is_empty()) {
            lines.push(format!("phase {}", phase.name));
        }
        if state.turns != set_up.turns {
            lines.push(format!("turns {}", state.turns));
        }
        if state.rounds != set_up.rounds {
            lines.push(format!("rounds {}", state.rounds));
        }
        if state.starter != set_up.starter {
            lines.push(format!("set starter to {}", self.player(state.starter)));
        }
        lines.extend(self.count_lines(state));
        lines.extend(self.out_lines(state));
        if let Some(mover) = state.mover {
            lines.push(format!("{} to play", self.player(mover)));
        }
        lines
    }

    fn player(&self, player: PlayerId) -> &str {
        &self.rules.players[player.index()].name
    }

    /// The letter of what stands on a cell, if a picture shows it as it is.
    fn letter(&self, stack: &[Piece]) -> Option<String> {
        let [piece] = stack else { return None };
        let kinds = &self.rules.look.kinds;
        let letter = &kinds[piece.kind as usize].letter;
        let is_neutral = self.rules.kinds[piece.kind as usize].neutral;
        let sign = match piece.owner {
            None if is_neutral => letter.clone(),
            Some(PlayerId(0)) if !is_neutral => letter.clone(),
            Some(PlayerId(1)) if !is_neutral && letter.to_lowercase() != *letter => letter.to_lowercase(),
            _ => return None,
        };
        let is_first = kinds.iter().position(|kind| kind.letter == sign.to_uppercase()) == Some(piece.kind.into());
        let signs = || kinds.iter().flat_map(|kind| [kind.letter.clone(), kind.letter.to_lowercase()]);
        // A sign that begins another might be read as the other, together with what stands beside it.
        let is_clear =
            !sign.contains(['"', '/', '.']) && !signs().any(|other| other != sign && other.starts_with(&sign));
        (is_first && is_clear && !sign.is_empty()).then_some(sign)
    }

    fn rows_text(&self, state: &State) -> String {
        let rows = self.rules.board.rows.iter().map(|row| {
            let letters = row.iter().map(|cell| self.letter(&state.stacks[cell.index()]).unwrap_or_else(|| ".".into()));
            letters.collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// Terrain that is not as the set-up has left it.
    fn terrain_lines(&self, state: &State, set_up: &State) -> Vec<String> {
        let letter = |terrain: usize, cell: usize| {
            let value = state.terrain[terrain][cell];
            value.and_then(|value| self.rules.terrains[terrain].values[value as usize].chars().next()).unwrap_or('.')
        };
        let line = |terrain: usize| {
            let rows = self.rules.board.rows.iter();
            let rows: Vec<String> =
                rows.map(|row| row.iter().map(|cell| letter(terrain, cell.index())).collect()).collect();
            format!("paint {} as | {}", self.rules.terrains[terrain].name, rows.join("\n  | "))
        };
        let is_other = |terrain: &usize| state.terrain[*terrain] != set_up.terrain[*terrain];
        (0..self.rules.terrains.len()).filter(is_other).map(line).collect()
    }

    /// Pieces that the picture does not show, from the bottom of each stack; and what pieces remember.
    fn piece_lines(&self, state: &State) -> Vec<String> {
        let mut lines = Vec::new();
        let mut moved: Vec<u16> = Vec::new();
        for (cell, stack) in state.stacks.iter().enumerate() {
            let name = &self.term(cell as u16, Domain::Cell);
            let in_picture = cell < self.rules.board.n_grid && self.letter(stack).is_some();
            for (height, piece) in (1..).zip(stack) {
                if !in_picture {
                    lines.extend(self.put_lines(piece, name));
                }
                lines.extend(self.attribute_lines(piece, name));
                match (piece.moved && self.rules.asks_unmoved, height == stack.len()) {
                    (true, true) => moved.push(cell as u16),
                    (true, false) => lines.push(format!("moved {name}")),
                    (false, _) => {}
                }
            }
        }
        if !moved.is_empty() {
            let moved = Value::Set(moved.into_iter().collect());
            lines.push(format!("moved {}", self.value_text(&moved, Type::Set(Domain::Cell))));
        }
        lines
    }

    /// A piece on top of its cell. Neutral kinds are put without an owner.
    fn put_lines(&self, piece: &Piece, cell: &str) -> Vec<String> {
        let kind = &self.rules.kinds[piece.kind as usize];
        let owner = piece.owner.map(|owner| self.player(owner));
        match (kind.neutral, owner) {
            (false, owner) => vec![format!("put {} of {} on {cell}", kind.name, owner.unwrap_or("none"))],
            (true, None) => vec![format!("put {} on {cell}", kind.name)],
            (true, Some(owner)) => vec![format!("put {} on {cell}", kind.name), format!("give {cell} to {owner}")],
        }
    }

    /// What the top piece of a cell remembers, where it is not the first value.
    fn attribute_lines(&self, piece: &Piece, cell: &str) -> Vec<String> {
        let own = self.rules.variables.iter().filter(|variable| variable.holder == Holder::Piece);
        let own = own.filter(|variable| variable.kinds.contains(piece.kind));
        own.filter_map(|variable| {
            let value = decode(*piece.attributes.get(variable.offset)?, variable.ty);
            let is_first = value == self.rules.variables_first(variable, piece.kind as usize);
            let line = || format!("set {} of {cell} to {}", variable.name, self.value_text(&value, variable.ty));
            (!is_first).then(line)
        })
        .collect()
    }

    fn hand_lines(&self, state: &State) -> Vec<String> {
        let n_kinds = self.rules.kinds.len().max(1);
        let mut lines = Vec::new();
        for (index, &count) in state.hands.iter().enumerate() {
            let (player, kind) = (&self.rules.players[index / n_kinds].name, &self.rules.kinds[index % n_kinds].name);
            let mut left = count;
            while left > 0 {
                lines.push(format!("put {} {kind} of {player} in hand", left.min(PUT)));
                left -= left.min(PUT);
            }
        }
        lines
    }

    /// The variables that are not as the set-up has left them.
    fn variable_lines(&self, state: &State, set_up: &State) -> Vec<String> {
        let mut lines = Vec::new();
        for variable in self.rules.variables.iter().filter(|variable| variable.holder != Holder::Piece) {
            for member in 0..variable.count {
                let value = &state.variables[variable.offset + member];
                if *value == set_up.variables[variable.offset + member] {
                    continue;
                }
                let mut line = format!("set {}", variable.name);
                if let Holder::Each(domain) = variable.holder {
                    let member = Value::One(Some(member as u16));
                    let _ = write!(line, " of {}", self.value_text(&member, Type::One(domain)));
                }
                lines.push(format!("{line} to {}", self.value_text(value, variable.ty)));
            }
        }
        lines
    }

    /// How long there was no such move, as far as the rules ask.
    fn count_lines(&self, state: &State) -> Vec<String> {
        let counted = self.rules.counters.iter().zip(&state.counters).filter(|(_, count)| **count > 0);
        let line = |(counter, count): (&crate::rules::model::Counter, &i32)| {
            let moves = counter.moves.iter().map(|number| self.rules.moves[number as usize].name.as_str());
            let events: Vec<&str> = counter.taking.then_some("taking").into_iter().chain(moves).collect();
            let what = if counter.turns { "turns" } else { "moves" };
            format!("{count} {what} without {}", events.join(" or "))
        };
        counted.map(line).collect()
    }

    /// Who is out, in the order in which they went.
    fn out_lines(&self, state: &State) -> Vec<String> {
        let mut orders: Vec<u8> = state.out.iter().copied().filter(|&order| order > 0).collect();
        orders.sort_unstable();
        orders.dedup();
        let line = |order: u8| {
            let gone = (0..).zip(&state.out).filter(|(_, other)| **other == order);
            let names: Vec<&str> = gone.map(|(player, _)| self.player(PlayerId(player))).collect();
            format!("{} is out", names.join(" or "))
        };
        orders.into_iter().map(line).collect()
    }

    /// A value as it is written in a rule file.
    pub(super) fn value_text(&self, value: &Value, ty: Type) -> String {
        value_text(&self.rules, value, ty)
    }

    /// The name of a member.
    pub(super) fn member_text(&self, member: u16, domain: Domain) -> String {
        member_text(&self.rules, member, domain)
    }

    /// A member as rule files name it: cells whose names are numbers are told from numbers.
    fn term(&self, member: u16, domain: Domain) -> String {
        term(&self.rules, member, domain)
    }
}

/// A value as it is written in a rule file.
pub(super) fn value_text(rules: &Rules, value: &Value, ty: Type) -> String {
    let domain = ty.domain().unwrap_or(Domain::Number);
    match value {
        Value::Truth(truth) => if *truth { "yes" } else { "no" }.into(),
        Value::Number(number) => number.to_string(),
        Value::One(None) => "none".into(),
        Value::One(Some(member)) => term(rules, *member, domain),
        Value::Set(set) => {
            let members: Vec<String> = set.iter().map(|member| term(rules, member, domain)).collect();
            match members.iter().any(|term| term.contains(' ')) {
                true => members.join(" or "),
                false => format!("[{}]", members.join(" ")),
            }
        }
    }
}

fn term(rules: &Rules, member: u16, domain: Domain) -> String {
    let name = member_text(rules, member, domain);
    match domain == Domain::Cell && name.starts_with(|first: char| first.is_ascii_digit()) {
        true => format!("cell {name}"),
        false => name,
    }
}

fn member_text(rules: &Rules, member: u16, domain: Domain) -> String {
    let index = member as usize;
    let name = match domain {
        Domain::Cell => rules.board.cells.get(index).map(|cell| &cell.name),
        Domain::Direction => rules.board.directions.get(index).map(|direction| &direction.name),
        Domain::Player => rules.players.get(index).map(|player| &player.name),
        Domain::Kind => rules.kinds.get(index).map(|kind| &kind.name),
        Domain::Type(ty) => rules.types.get(ty).and_then(|model| model.values.get(index)),
        Domain::Number => None,
    };
    name.cloned().unwrap_or_else(|| member.to_string())
}
