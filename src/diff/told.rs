//! A difference in words: what each game shows, offers or ends with, and which lines of the files are behind it.

use std::sync::Arc;

use serde::Serialize;

use crate::game::{Game, Halt, PieceView, PlayerId, Snapshot};
use crate::reference::{Position, Reference};
use crate::rules::Rules;
use crate::view::{self, Scene, TextOptions};
use crate::why::{self, EndTold, Place, Status};

use super::Side;
use super::pair::{Pair, State, What};
use super::play::Ply;

/// Of many options so many are explained.
const EXPLAINED: usize = 1;

/// What differs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The boards.
    Board,
    /// How many play.
    Players,
    /// Whether the game is over, or how it ended.
    Outcome,
    /// What lies on the board or in hands, or a variable.
    Shown,
    /// Who decides.
    Turn,
    /// What may be played.
    Options,
    /// How probable something is that Chance decides.
    Chance,
}

/// An option that only one of the games offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The option, as the game that has it writes it.
    pub option: String,
    /// Whether the second game has it, and not the first.
    pub by_other: bool,
    /// The name of its move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How probable it is, where Chance decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// The sentences that offer it.
    pub by: Vec<Place>,
    /// Why the other game refuses it, if it would be written so there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The rule that is not met there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused_by: Option<Place>,
}

/// Something that is shown differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// What it is: a cell, a hand, a variable.
    pub what: String,
    /// What the first game shows.
    pub one: String,
    /// What the second shows.
    pub other: String,
}

/// A position as one of the games has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// The board as text.
    pub board: String,
    /// Who is to play; none when the game is over.
    pub to_move: Option<String>,
    /// How the game ended, if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The end that decided, or those that did not although they decided in the other game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<EndTold>,
    /// What the last option did here and not in the other game, where something is shown differently.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<String>,
}

/// How two games differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What differs.
    pub kind: Kind,
    /// The options that lead there, as the first game writes them.
    pub play: Vec<String>,
    /// The same as the second game writes them, if that is another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_play: Option<Vec<String>>,
    /// What differs, in sentences.
    pub sentences: Vec<String>,
    /// Options that only the first game has, as it writes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_one: Vec<String>,
    /// Options that only the second game has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_other: Vec<String>,
    /// Some of these explained.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// What is shown differently.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<Shown>,
    /// The position as each game has it; none if the boards differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Seen>,
    /// Whether both have the same board and hands.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub same_board: bool,
    /// The places of boards and players that differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
}

/// Puts differences in words.
#[derive(Debug)]
pub(super) struct Words<'a> {
    pub(super) sides: [Side<'a>; 2],
    pub(super) rules: [&'a Arc<Rules>; 2],
    pub(super) by_result: bool,
}

impl Words<'_> {
    /// A difference that is there before anything is played: another board, or other players.
    pub(super) fn other_board(&self) -> Option<Difference> {
        let [one, other] = self.rules;
        let players =
            |rules: &Rules| -> Vec<String> { rules.players.iter().map(|player| player.name.clone()).collect() };
        if one.players.len() != other.players.len() || !self.by_result && players(one) != players(other) {
            let (one, other) = (players(one), players(other));
            let sentence = match one.len() == other.len() {
                true => format!("the players of A are {}, those of B {}", one.join(", "), other.join(", ")),
                false => format!(
                    "A is played by {} ({}), B by {} ({})",
                    one.len(),
                    one.join(", "),
                    other.len(),
                    other.join(", ")
                ),
            };
            return Some(self.before_play(Kind::Players, "players", sentence));
        }
        let cells = |rules: &Rules| -> Vec<String> { rules.board.cells.iter().map(|cell| cell.name.clone()).collect() };
        let (first, second) = (cells(one), cells(other));
        if first.len() != second.len() || !self.by_result && first != second {
            let mut sentence =
                format!("the board of A is {}, that of B {}", board_in_words(one), board_in_words(other));
            for (name, cells, others) in [("A", &first, &second), ("B", &second, &first)] {
                let alone: Vec<&str> = cells.iter().filter(|cell| !others.contains(cell)).map(String::as_str).collect();
                if let Some(some) = alone.get(..alone.len().min(4)).filter(|some| !some.is_empty()) {
                    let more = if alone.len() > some.len() { ", …" } else { "" };
                    sentence += &format!("; only {name} has {}{more}", some.join(", "));
                }
            }
            return Some(self.before_play(Kind::Board, "board", sentence));
        }
        None
    }

    fn before_play(&self, kind: Kind, part: &str, sentence: String) -> Difference {
        let place = |side: Side<'_>| {
            let declared = side.module.declarations().into_iter().find(|declared| declared.part == part)?;
            Place::of(&side.module.texts, declared.span)
        };
        let places = self.sides.into_iter().filter_map(place).collect();
        Difference { places, ..Difference::new(kind, vec![sentence]) }
    }

    /// The difference after a play that shows one; none where nobody can say whether it does, since the budget is spent.
    pub(super) fn difference(&self, play: &[Ply], halt: &dyn Halt) -> Option<Difference> {
        let games = self.rules.map(|rules| Reference::new(rules.clone()));
        let pair = Pair::new(&games[0], &games[1], self.by_result);
        let (mut state, mut before) = (pair.initial(), None);
        for ply in play {
            let found = |game: &Reference, position: &Position, text: &str| {
                game.notations(position).iter().position(|option| option == text)
            };
            let options = (found(&games[0], &state.one, &ply.one), found(&games[1], &state.other, &ply.other));
            let (Some(one), Some(other)) = options else { break };
            before = Some((state.clone(), ply));
            pair.play(&mut state, (one, other));
        }
        let what = pair.differs(&state);
        let (snapshots, texts) = (self.snapshots(&games, &state), self.both_texts(play));
        let told = Told { words: self, games: &games, pair: &pair, state: &state, snapshots };
        let mut difference = match &what {
            Some(What::Outcome) => told.outcome(),
            Some(What::Shown) => told.shown(before.as_ref()),
            Some(What::Actor) => told.turn(),
            Some(What::Options { only_one, only_other }) => told.options(only_one, only_other),
            Some(What::Probability(one, other)) => told.chance(*one, *other),
            None if halt.is_called() => return None,
            None => Difference::new(Kind::Shown, vec!["the evaluators do not agree on this play".to_owned()]),
        };
        (difference.play, difference.other_play) = texts;
        difference.same_board = pair.same_board(&told.snapshots[0], &told.snapshots[1]);
        if difference.seen.is_empty() {
            difference.seen = vec![told.seen(false), told.seen(true)];
        }
        Some(difference)
    }

    fn snapshots(&self, games: &[Reference; 2], state: &State<Position>) -> [Snapshot; 2] {
        [games[0].snapshot(&state.one), games[1].snapshot(&state.other)]
    }

    fn both_texts(&self, play: &[Ply]) -> (Vec<String>, Option<Vec<String>>) {
        let one: Vec<String> = play.iter().map(|ply| ply.one.clone()).collect();
        let other: Vec<String> = play.iter().map(|ply| ply.other.clone()).collect();
        let is_other = other != one;
        (one, is_other.then_some(other))
    }
}

impl Difference {
    fn new(kind: Kind, sentences: Vec<String>) -> Self {
        Self {
            kind,
            play: Vec::new(),
            other_play: None,
            sentences,
            only_one: Vec::new(),
            only_other: Vec::new(),
            offers: Vec::new(),
            shown: Vec::new(),
            seen: Vec::new(),
            same_board: false,
            places: Vec::new(),
        }
    }
}

/// A difference that is being told.
struct Told<'a, 'b> {
    words: &'a Words<'a>,
    games: &'a [Reference; 2],
    pair: &'a Pair<'b, Reference>,
    state: &'a State<Position>,
    snapshots: [Snapshot; 2],
}

impl Told<'_, '_> {
    fn position(&self, other: bool) -> &Position {
        if other { &self.state.other } else { &self.state.one }
    }

    fn game(&self, other: bool) -> &Reference {
        &self.games[usize::from(other)]
    }

    fn side(&self, other: bool) -> Side<'_> {
        self.words.sides[usize::from(other)]
    }

    /// The position as one of the games has it.
    fn seen(&self, other: bool) -> Seen {
        let scene = Scene::of(self.game(other), self.position(other), "");
        let answer = why::ends(self.game(other), self.position(other), &self.side(other).module.texts);
        Seen {
            board: view::text(&scene, TextOptions::default()),
            to_move: answer.to_move,
            outcome: answer.result,
            ends: Vec::new(),
            did: Vec::new(),
        }
    }

    fn outcome(&self) -> Difference {
        let ends = |other: bool| why::ends(self.game(other), self.position(other), &self.side(other).module.texts);
        let answers = [ends(false), ends(true)];
        let sentence = |name: &str, answer: &why::Answer| match (&answer.result, &answer.to_move) {
            (Some(result), _) => format!("in {name} {result}"),
            (None, Some(player)) => format!("in {name} the game goes on, {player} to play"),
            (None, None) => format!("in {name} the game goes on"),
        };
        let sentences = vec![sentence("A", &answers[0]), sentence("B", &answers[1])];
        let mut difference = Difference::new(Kind::Outcome, sentences);
        difference.seen = vec![self.seen(false), self.seen(true)];
        let [one, other] = answers;
        for (seen, (own, others)) in difference.seen.iter_mut().zip([(&one, &other), (&other, &one)]) {
            // Where the game goes on, what the end lacks that has ended the other one.
            let is_meant = |end: &&EndTold| {
                end.decided || others.ends.iter().any(|decided| decided.decided && decided.name == end.name)
            };
            seen.ends = own.ends.iter().filter(is_meant).cloned().collect();
        }
        difference
    }

    fn turn(&self) -> Difference {
        let [one, other] = [self.seen(false), self.seen(true)];
        let who = |seen: &Seen| seen.to_move.clone().unwrap_or_else(|| "nobody".to_owned());
        let sentence = format!("in A {} is to play, in B {}", who(&one), who(&other));
        Difference { seen: vec![one, other], ..Difference::new(Kind::Turn, vec![sentence]) }
    }

    fn options(&self, only_one: &[usize], only_other: &[usize]) -> Difference {
        let text = |other: bool, option: &usize| (other, self.game(other).notation(self.position(other), *option));
        let only: Vec<(bool, String)> = only_one
            .iter()
            .map(|option| text(false, option))
            .chain(only_other.iter().map(|option| text(true, option)))
            .collect();
        let mut difference = Difference::new(Kind::Options, Vec::new());
        let of = |other: bool| only.iter().filter(|one| one.0 == other).map(|one| one.1.clone()).collect();
        (difference.only_one, difference.only_other) = (of(false), of(true));
        let named = |other: bool| only.iter().filter(move |one| one.0 == other).map(|one| one.1.as_str());
        for (other, has, lacks) in [(false, "A", "B"), (true, "B", "A")] {
            let all: Vec<&str> = named(other).collect();
            let Some(some) = all.get(..all.len().min(8)).filter(|some| !some.is_empty()) else { continue };
            let more =
                if all.len() > some.len() { format!(" and {} more", all.len() - some.len()) } else { String::new() };
            difference.sentences.push(format!("{has} offers {}{more}, {lacks} does not", some.join(", ")));
            difference.offers.extend(all.into_iter().take(EXPLAINED).map(|text| self.offer(other, text)));
        }
        difference
    }

    /// Why one game has an option and the other has not.
    fn offer(&self, other: bool, text: &str) -> Offer {
        let ask =
            |other: bool| why::why(self.game(other), self.position(other), &self.side(other).module.texts, text, false);
        let (has, lacks) = (ask(other), ask(!other));
        let legal = has.legal.filter(|_| has.status == Status::Legal);
        let reason = lacks.reason.filter(|_| !self.words.by_result);
        Offer {
            option: text.to_owned(),
            by_other: other,
            name: legal.as_ref().and_then(|doing| doing.name.clone()),
            probability: legal.as_ref().and_then(|doing| doing.probability.clone()),
            by: legal.map_or_else(Vec::new, |doing| doing.by),
            refused: reason.as_ref().map(|reason| reason.message.clone()),
            refused_by: reason.and_then(|reason| reason.place),
        }
    }

    fn chance(&self, one: usize, other: usize) -> Difference {
        let text = self.games[0].notation(&self.state.one, one);
        let probability = |other: bool, option| {
            self.game(other)
                .probability(self.position(other), option)
                .map_or_else(|| "even".to_owned(), |one| one.to_string())
        };
        let sentence = format!(
            "Chance decides for {text} with probability {} in A, {} in B",
            probability(false, one),
            probability(true, other)
        );
        Difference::new(Kind::Chance, vec![sentence])
    }

    /// What is shown differently, and what the last option did differently.
    fn shown(&self, before: Option<&(State<Position>, &Ply)>) -> Difference {
        let shown = self.all_shown();
        let first =
            shown.iter().take(6).map(|shown| format!("{}: {} in A, {} in B", shown.what, shown.one, shown.other));
        let mut sentences: Vec<String> = first.collect();
        if shown.len() > sentences.len() {
            sentences.push(format!("and {} more", shown.len() - sentences.len()));
        }
        let mut difference = Difference::new(Kind::Shown, sentences);
        difference.seen = vec![self.seen(false), self.seen(true)];
        difference.shown = shown;
        if let Some((state, ply)) = before {
            let did = [self.did(false, &state.one, &ply.one), self.did(true, &state.other, &ply.other)];
            let alone = |own: &[(String, String)], others: &[(String, String)]| -> Vec<String> {
                own.iter()
                    .filter(|step| !others.iter().any(|other| other.1 == step.1))
                    .map(|step| step.0.clone())
                    .collect()
            };
            difference.seen[0].did = alone(&did[0], &did[1]);
            difference.seen[1].did = alone(&did[1], &did[0]);
        }
        difference
    }

    /// What an option does, each step in words with its place, and what it changes.
    fn did(&self, other: bool, position: &Position, text: &str) -> Vec<(String, String)> {
        let answer = why::why(self.game(other), position, &self.side(other).module.texts, text, false);
        let steps = answer.legal.into_iter().flat_map(|doing| doing.does.into_iter().chain(doing.then));
        let told = |step: why::StepTold| {
            let changes = step.changes.join("; ");
            (!changes.is_empty()).then(|| (format!("{}: {changes}", super::at(&step.place)), changes))
        };
        steps.filter_map(told).collect()
    }

    fn all_shown(&self) -> Vec<Shown> {
        let [one, other] = &self.snapshots;
        let rules = [self.games[0].rules(), self.games[1].rules()];
        let mut all = Vec::new();
        let mut note = |what: String, one: String, other: String| {
            if one != other {
                all.push(Shown { what, one, other });
            }
        };
        for (cell, (first, second)) in one.cells.iter().zip(&other.cells).enumerate() {
            let same = first.len() == second.len()
                && first.iter().zip(second).all(|(first, second)| self.pair.same_piece(first, second));
            if !same {
                note(rules[0].board.cells[cell].name.clone(), pieces(rules[0], first), pieces(rules[1], second));
            }
        }
        for (player, (first, second)) in one.hands.iter().zip(&other.hands).enumerate() {
            let name = rules[0].players.get(player).map_or("", |player| player.name.as_str());
            note(format!("the hand of {name}"), hand(rules[0], first), hand(rules[1], second));
        }
        let terrains = one.terrain.iter().zip(&other.terrain).enumerate();
        for (number, (first, second)) in terrains {
            let value = |rules: &Rules, value: &Option<usize>| {
                let value = value.and_then(|value| rules.terrains.get(number)?.values.get(value).cloned());
                value.unwrap_or_else(|| "none".to_owned())
            };
            for (cell, (first, second)) in first.iter().zip(second).enumerate() {
                let name = &rules[0].board.cells[cell].name;
                note(format!("the ground of {name}"), value(rules[0], first), value(rules[1], second));
            }
        }
        let variables = |shown: &Snapshot| -> Vec<(String, String)> { self.pair.variables(shown).cloned().collect() };
        let (first, second) = (variables(one), variables(other));
        let value = |all: &[(String, String)], name: &str| {
            all.iter().find(|one| one.0 == name).map_or_else(|| "as at first".to_owned(), |one| one.1.clone())
        };
        let only_second = second.iter().filter(|two| first.iter().all(|one| one.0 != two.0));
        for (name, _) in first.iter().chain(only_second) {
            note(format!("`{name}`"), value(&first, name), value(&second, name));
        }
        note("turns completed".to_owned(), one.turns.to_string(), other.turns.to_string());
        let mover = |shown: &Snapshot| {
            let player = shown.mover.and_then(|player| rules[0].players.get(player.index()));
            player.map_or_else(|| "nobody".to_owned(), |player| player.name.clone())
        };
        note("whose turn it is".to_owned(), mover(one), mover(other));
        all
    }
}

/// What stands on a cell, bottom first.
fn pieces(rules: &Rules, stack: &[PieceView]) -> String {
    let piece = |piece: &PieceView| {
        let kind = rules.kinds.get(piece.kind).map_or("?", |kind| kind.name.as_str());
        let owner = |owner: PlayerId| rules.players.get(owner.index()).map_or("", |player| player.name.as_str());
        let own = piece.owner.map_or_else(|| kind.to_owned(), |player| format!("{kind} of {}", owner(player)));
        let attributes: Vec<String> = piece.attributes.iter().map(|(name, value)| format!("{name} {value}")).collect();
        if attributes.is_empty() { own } else { format!("{own} ({})", attributes.join(", ")) }
    };
    match stack {
        [] => "nothing".to_owned(),
        stack => stack.iter().map(piece).collect::<Vec<_>>().join(", "),
    }
}

fn hand(rules: &Rules, counts: &[u32]) -> String {
    let held = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let held = held.map(|(kind, count)| {
        let name = rules.kinds.get(kind).map_or("?", |kind| if *count == 1 { &kind.name } else { &kind.plural });
        format!("{count} {name}")
    });
    let held: Vec<String> = held.collect();
    if held.is_empty() { "nothing".to_owned() } else { held.join(", ") }
}

/// For instance `square 8 by 8 (64 cells)`.
fn board_in_words(rules: &Rules) -> String {
    use crate::rules::board::Shape;
    let shape = match rules.board.shape {
        Shape::Square { width, height } => format!("square {width} by {height}"),
        Shape::Hexagon(side) => format!("hexagon {side}"),
        Shape::Rhombus { width, height } => format!("rhombus {width} by {height}"),
        Shape::Triangle(side) => format!("triangle {side}"),
        Shape::Star(side) => format!("star {side}"),
        Shape::Morris { rings, .. } => format!("morris {rings}"),
        Shape::Track(length) => format!("track {length}"),
        Shape::Loop(length) => format!("loop {length}"),
        Shape::Graph => "graph".to_owned(),
    };
    format!("{shape} ({} cells)", rules.board.n_cells())
}
