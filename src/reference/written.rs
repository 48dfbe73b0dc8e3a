//! Positions in one line, and whether they obey the laws of the game.

use crate::game::PlayerId;
use crate::rules::board::coordinates;
use crate::rules::model::{Expr, Holder};
use crate::rules::types::{Domain, Set, Type, Value};
use crate::rules::written::{Part, VariablePart, Written};
use crate::source::Span;

use super::run::Run;
use super::state::{Piece, State, decode};
use super::world::World;
use super::{Position, Reference};

/// Why a position cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlawful {
    /// What is wrong.
    pub message: String,
    /// The law that says so; none if it is a law of the language.
    pub law: Option<Span>,
}

impl Reference {
    /// The position in one line; none if the file does not say how it is written, or if it does not begin a turn.
    pub fn written(&self, position: &Position) -> Option<String> {
        let format = self.rules.formats.first()?;
        let state = position.state.begun.as_ref().filter(|_| position.state.since.is_empty())?;
        let part = |part: &Part| self.part_text(state, part);
        let fields = format.iter().map(|field| field.iter().map(part).collect::<String>());
        Some(fields.collect::<Vec<_>>().join(" "))
    }

    /// The first law that the beginning of this turn does not obey.
    pub fn unlawful(&self, position: &Position) -> Option<Unlawful> {
        let state = &position.state;
        let mover = state.mover?;
        self.ask(|world| {
            for player in state.living() {
                let broken = self.rules.laws.iter().find(|law| !world.scope(state, Some(player)).truth(&law.holds));
                if let Some(law) = broken {
                    let message = format!("this position breaks the law \"{}\"", law.name);
                    return Some(Unlawful { message, law: Some(law.holds.span) });
                }
            }
            let in_danger = |player: &PlayerId| *player != mover && world.is_royal_attacked(state, *player);
            let name = &self.rules.players[state.living().find(in_danger)?.index()].name;
            let message = format!("{name} is not to move, and is in check");
            Some(Unlawful { message, law: None })
        })
    }

    fn part_text(&self, state: &State, part: &Part) -> String {
        match part {
            Part::Text(text) => text.clone(),
            Part::Board(part) => {
                let hands = match part.with_hands {
                    true => format!("[{}]", self.hands_text(state, false)),
                    false => String::new(),
                };
                format!("{}{hands}", self.board_text(state, part.hole.as_deref()))
            }
            Part::Hands => match self.hands_text(state, true) {
                hands if hands.is_empty() => "-".into(),
                hands => hands,
            },
            Part::Mover(signs) => state.mover.and_then(|mover| signs.get(mover.index()).cloned()).unwrap_or_default(),
            Part::Ordinal(rounds, from) => {
                (i64::from(if *rounds { state.rounds } else { state.turns }) + from).to_string()
            }
            Part::Counter(counter) => state.counters.get(*counter).map_or(0, |count| (*count).max(0)).to_string(),
            Part::Variable(part) => self.ask(|world| self.variable_text(&world, state, part)),
        }
    }

    /// The rows from the top; numbers are so many empty cells.
    fn board_text(&self, state: &State, hole: Option<&str>) -> String {
        let rows = self.rules.board.frame.iter().map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for cell in row {
                let sign = match cell {
                    None => hole.unwrap_or_default().to_owned(),
                    Some(cell) => state.top(cell.0).map_or_else(String::new, |piece| self.sign(piece)),
                };
                match sign.as_str() {
                    "" => empty += usize::from(cell.is_some()),
                    sign => {
                        push_number(&mut text, &mut empty);
                        text.push_str(sign);
                    }
                }
            }
            push_number(&mut text, &mut empty);
            text
        });
        let is_hollow = |row: &&Vec<Option<_>>| hole.is_none() && row.iter().all(Option::is_none);
        let kept = self.rules.board.frame.iter().zip(rows).filter(|(row, _)| !is_hollow(row));
        kept.map(|(_, text)| text).collect::<Vec<_>>().join("/")
    }

    fn sign(&self, piece: &Piece) -> String {
        self.sign_of(piece.kind as usize, piece.owner.is_some_and(|owner| owner != PlayerId(0)))
    }

    fn sign_of(&self, kind: usize, second: bool) -> String {
        let letter = &self.rules.look.kinds[kind].letter;
        if second { letter.to_lowercase() } else { letter.clone() }
    }

    /// The hands in the order of the kinds; each piece by itself, or each kind with its number in front.
    fn hands_text(&self, state: &State, numbers: bool) -> String {
        let mut text = String::new();
        for player in 0..self.rules.players.len() {
            for (kind, &count) in state.hand(PlayerId(player as u8)).iter().enumerate() {
                let sign = self.sign_of(kind, player > 0);
                match (count, numbers) {
                    (0, _) => {}
                    (1, true) => text.push_str(&sign),
                    (_, true) => text.push_str(&format!("{count}{sign}")),
                    (_, false) => text.push_str(&sign.repeat(count as usize)),
                }
            }
        }
        text
    }

    fn variable_text(&self, world: &World<'_>, state: &State, part: &VariablePart) -> String {
        let variable = &self.rules.variables[part.variable];
        let scope = || world.scope(state, state.mover);
        let value = match (variable.holder, &part.of) {
            (Holder::Piece, Some(cell)) => {
                let cell = scope().set(cell).first();
                let piece = cell.and_then(|cell| state.top(cell));
                let attribute = piece.and_then(|piece| piece.attributes.get(variable.offset).copied());
                attribute.map_or(Value::NONE, |attribute| decode(attribute, variable.ty))
            }
            (_, of) => {
                let member = of.as_ref().and_then(|of| scope().set(of).first()).unwrap_or(0);
                state.variables[variable.offset + member as usize].clone()
            }
        };
        match (value, variable.ty) {
            (Value::Number(number), _) => part.from.map_or(number, |from| from - number).to_string(),
            (Value::Set(set), ty) => {
                signs_of(set, &part.signs, |sign| scope().set(sign), |set| self.names_text(&set, ty))
            }
            (value @ Value::Truth(_), _) => {
                let sign = part.signs.iter().find(|(sign, _)| Value::Truth(scope().truth(sign)) == value);
                sign.map_or_else(|| "-".into(), |(_, sign)| sign.clone())
            }
            (Value::One(None), _) => "-".into(),
            (value, ty) => {
                let sign = part.signs.iter().find(|(sign, _)| scope().value(sign) == value);
                let name = |member| self.member_text(member, ty.domain().unwrap_or(Domain::Number));
                sign.map_or_else(|| value.one().map_or_else(String::new, name), |(_, sign)| sign.clone())
            }
        }
    }

    fn names_text(&self, set: &Set, ty: Type) -> String {
        let domain = ty.domain().unwrap_or(Domain::Number);
        let names: Vec<String> = set.iter().map(|member| self.member_text(member, domain)).collect();
        let tell_themselves = |name: &String| coordinates(name) == Some(name.as_str());
        let joined = domain == Domain::Cell && self.rules.board.has_coordinates() && names.iter().all(tell_themselves);
        names.join(if joined { "" } else { "," })
    }
}

/// The signs of a set, each for what is left of it; `-` if it is empty.
fn signs_of(
    mut set: Set,
    signs: &[(Expr, String)],
    members: impl Fn(&Expr) -> Set,
    names: impl Fn(Set) -> String,
) -> String {
    if set.is_empty() {
        return "-".into();
    }
    let mut text = String::new();
    for (value, sign) in signs {
        let meant = members(value);
        if !meant.is_empty() && meant.iter().all(|member| set.contains(member)) {
            text.push_str(sign);
            set = set.iter().filter(|member| !meant.contains(*member)).collect();
        }
    }
    if !set.is_empty() {
        text.push_str(&names(set));
    }
    text
}

fn push_number(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&std::mem::take(empty).to_string());
    }
}

impl World<'_> {
    /// Lays what a text tells over a state. Counts begin anew where it tells nothing.
    pub fn lay_written(&self, state: &mut State, written: &Written) {
        let set_up = self.exec(&written.statements, Run::new(state.clone(), None)).into_iter().next();
        if let Some(run) = set_up {
            *state = run.state;
        }
    }

    /// Counts that a text tells.
    pub fn count_written(&self, state: &mut State, mover: PlayerId, written: &Written) {
        for (counter, count) in &written.counters {
            if let Some(place) = state.counters.get_mut(*counter) {
                *place = *count;
            }
        }
        if written.mover.is_none() {
            state.turns = written.turns.unwrap_or(state.turns);
            state.rounds = written.rounds.unwrap_or(state.rounds);
            return;
        }
        let n_players = self.rules.players.len().max(1) as u32;
        let ahead = (mover.index() + n_players as usize - state.starter.index()) as u32 % n_players;
        match (written.turns, written.rounds) {
            (Some(turns), rounds) => (state.turns, state.rounds) = (turns, rounds.unwrap_or(turns / n_players)),
            (None, Some(rounds)) => {
                (state.turns, state.rounds) = (rounds.saturating_mul(n_players).saturating_add(ahead), rounds);
            }
            (None, None) => {}
        }
    }
}
