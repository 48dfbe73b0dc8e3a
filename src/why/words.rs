//! What a reading fails at, in the words of a referee.

use crate::game::Game;
use crate::reference::{Hindrance, Obstacle, Obstruction, Reading};
use crate::rules::types::{Domain, Set};
use crate::source::Span;

use super::{Asked, Place, Reason, Teller};

/// So many other rules that fail alike are named.
const ALSO: usize = 8;

/// Puts in words what readings of a question fail at.
#[derive(Debug)]
pub(super) struct Words<'a> {
    pub(super) teller: &'a Teller<'a>,
    pub(super) question: &'a str,
}

/// A word for programs, and a sentence for people.
type Told = (&'static str, String);

impl Words<'_> {
    /// What the nearest reading fails at first, and which rules fail alike.
    pub(super) fn reason(&self, nearest: &Reading, readings: &[Reading]) -> Reason {
        let Some(obstacle) = told_first(nearest) else {
            // The text is like that of an option, but it is not close enough to be taken for it.
            let message = format!("nothing is written like `{}` here; did you mean `{}`?", self.question, nearest.text);
            let place = nearest.sentences.first().and_then(|span| self.teller.place(*span));
            return Reason { kind: "unread", message, cells: Vec::new(), place, also: Vec::new() };
        };
        let mut reason = self.told_at(nearest, obstacle);
        let is_no_way = is_no_way(obstacle);
        let is_alike = |other: &Reading, fault: &Obstacle| match is_no_way {
            true => self::is_no_way(fault) && other.likeness == nearest.likeness,
            false => {
                std::mem::discriminant(&fault.what) == std::mem::discriminant(&obstacle.what)
                    && other.distance() == nearest.distance()
            }
        };
        let is_of_piece = matches!(obstacle.what, Obstruction::NoPiece { .. } | Obstruction::NotYours { .. });
        let readings = if is_of_piece { &readings[..1] } else { readings };
        let first = readings.iter().filter_map(|other| Some((other, told_first(other)?)));
        let alike = first.filter(|(other, fault)| is_alike(other, fault));
        for (other, fault) in alike {
            let place = self.place(other, fault);
            if place != reason.place && !reason.also.iter().any(|also| Some(also) == place.as_ref()) {
                reason.also.extend(place);
            }
        }
        if is_no_way && (!reason.also.is_empty() || matches!(obstacle.what, Obstruction::NotThatWay { .. })) {
            let ways = readings.iter().filter_map(|other| told_first(other));
            let way = ways.filter_map(|fault| match fault.what {
                Obstruction::NotThatWay { origin, landing } => Some((origin, landing)),
                _ => None,
            });
            if let Some(way) = way.take(1).next() {
                reason.kind = "not-that-way";
                reason.cells = vec![self.cell(way.0), self.cell(way.1)];
                reason.message = self.no_way(nearest, &reason, way);
            }
        }
        reason.also.truncate(ALSO);
        reason
    }

    /// All that a reading fails at, with all that stands in its way.
    pub(super) fn all(&self, reading: &Reading) -> Vec<Reason> {
        let further = |obstacle: &Obstacle| -> Vec<Obstacle> {
            let each = |hindrance: &Hindrance| Obstacle {
                what: Obstruction::Hindered(*hindrance),
                span: hindrance.span(),
                condition: None,
                further: Vec::new(),
            };
            obstacle.further.iter().map(each).collect()
        };
        let all = reading.obstacles.iter().flat_map(|first| std::iter::once(first.clone()).chain(further(first)));
        all.map(|obstacle| self.told_at(reading, &obstacle)).collect()
    }

    fn told_at(&self, reading: &Reading, obstacle: &Obstacle) -> Reason {
        let (kind, message) = self.told(reading, obstacle);
        let cells = cells_of(&obstacle.what).into_iter().map(|cell| self.cell(cell)).collect();
        Reason { kind, message, cells, place: self.place(reading, obstacle), also: Vec::new() }
    }

    /// Where the rule stands: what is about a piece is told with the whole sentence.
    fn place(&self, reading: &Reading, obstacle: &Obstacle) -> Option<Place> {
        let sentence = reading.sentences.last().copied();
        let span = match obstacle.what {
            Obstruction::NotThatWay { .. } => sentence,
            Obstruction::Hindered(Hindrance::Far { .. } | Hindrance::Near { .. }) => sentence,
            _ => Some(obstacle.span),
        };
        span.and_then(|span| self.teller.place(span)).or_else(|| sentence.and_then(|span| self.teller.place(span)))
    }

    fn told(&self, reading: &Reading, obstacle: &Obstacle) -> Told {
        match &obstacle.what {
            Obstruction::NoPiece { cell } => ("no-piece", format!("there is no piece on {}", self.cell(*cell))),
            Obstruction::NotYours { cell, owner: None } => {
                ("not-yours", format!("{} belongs to nobody", self.piece_on(*cell)))
            }
            Obstruction::NotYours { cell, owner: Some(_) } => ("not-yours", self.not_yours(*cell)),
            Obstruction::OtherKind { cell, .. } => {
                let sentence = self.sentence(reading);
                ("other-kind", format!("{} is no piece of `{sentence}`", self.piece_on(*cell)))
            }
            Obstruction::NotOn { cell } => {
                let message = format!("{} does not stand on `{}`", self.piece_on(*cell), self.quoted(obstacle.span));
                ("not-on", message)
            }
            Obstruction::NotInHand { kind } => {
                let name = self.name(Domain::Kind, *kind);
                ("not-in-hand", format!("there is no {name} in the hand of {}", self.mover()))
            }
            Obstruction::NotThatWay { origin, landing } => {
                let sentence = self.sentence(reading);
                (
                    "not-that-way",
                    format!("`{sentence}` does not lead from {} to {}", self.cell(*origin), self.cell(*landing)),
                )
            }
            Obstruction::Hindered(hindrance) => self.hindered(hindrance),
            Obstruction::NotTo { landing, .. } => self.not_to(reading, *landing, obstacle.span),
            Obstruction::NotPicked { domain, member, .. } => {
                let member = self.name(*domain, *member);
                ("not-picked", format!("{member} is none of `{}`", self.quoted(obstacle.span)))
            }
            Obstruction::When => ("when", self.asked(obstacle, "`when` does not hold")),
            Obstruction::PickWhen => ("when", self.asked(obstacle, "`when` does not hold")),
            Obstruction::Ensure => ("ensure", self.asked(obstacle, "`ensure` would not hold after it")),
            Obstruction::TurnEnsure => {
                ("turn-ensure", self.asked(obstacle, "what must hold after each turn could not hold any more"))
            }
            other => self.told_of_choice(reading, other, obstacle),
        }
    }

    /// What has to do with other runs, or with the whole of one.
    fn told_of_choice(&self, reading: &Reading, what: &Obstruction, obstacle: &Obstacle) -> Told {
        match what {
            Obstruction::Royal { cells, attackers } => ("royal", self.royal(cells, attackers)),
            Obstruction::MustGoOn => {
                ("must-go-on", format!("the piece has to go on with `{}`", self.move_name(reading)))
            }
            Obstruction::Circle => ("circle", "it comes back to where this move has been already".to_owned()),
            Obstruction::NotAsked => ("not-asked", self.not_asked(reading)),
            Obstruction::Later { first } => (
                "later",
                format!("`{}` comes later: something else comes first, for instance {first}", self.move_name(reading)),
            ),
            Obstruction::NotMost { greatest, own, best } => {
                let (word, there) = if *greatest { ("most", "more") } else { ("least", "less") };
                let what = self.quoted(obstacle.span);
                ("not-most", format!("the {word} `{what}` comes first: this has {own}, and there is {there}: {best}"))
            }
            Obstruction::Same { other } => {
                ("same", format!("it comes to the same as {other}, which is offered instead"))
            }
            _ => ("other", String::new()),
        }
    }

    fn hindered(&self, hindrance: &Hindrance) -> Told {
        match *hindrance {
            Hindrance::Blocked { cell, through, leg } => {
                let stands = match self.teller.game.piece_told(self.teller.position, cell) {
                    Some(piece) => format!("the way is blocked at {} by {piece}", self.cell(cell)),
                    None => format!("the way may not pass {}", self.cell(cell)),
                };
                let wanted = (through != leg).then(|| format!("; it leads through `{}`", self.quoted(through)));
                ("blocked", stands + &wanted.unwrap_or_default())
            }
            Hindrance::Stops { cell, .. } => ("stops", format!("who comes to {} stops there", self.cell(cell))),
            Hindrance::NothingToJump { cell, leg } => {
                let stands = match self.teller.game.piece_told(self.teller.position, cell) {
                    Some(piece) => format!("{piece} on {} is not to be jumped", self.cell(cell)),
                    None => format!("there is nothing to jump on {}", self.cell(cell)),
                };
                ("nothing-to-jump", format!("{stands} by `{}`", self.quoted(leg)))
            }
            Hindrance::Hurdles { n, leg } => {
                ("hurdles", format!("`{}` jumps one piece on the way, and here are {n}", self.quoted(leg)))
            }
            Hindrance::Far { most, leg } => {
                ("too-far", format!("it is further than `{}` goes, which is {most}", self.quoted(leg)))
            }
            Hindrance::Near { least, leg } => ("too-near", format!("`{}` goes {least} at least", self.quoted(leg))),
            Hindrance::Step { from, here, condition } => {
                let (from, here) = (self.cell(from), self.cell(here));
                ("step", format!("the step from {from} to {here} is not one where `{}`", self.quoted(condition)))
            }
            Hindrance::To { landing, to } => ("not-to", self.unwanted(landing, Some(to))),
        }
    }

    fn not_yours(&self, cell: u16) -> String {
        format!("it is {}'s turn, and {} is not {}'s", self.mover(), self.piece_on(cell), self.mover())
    }

    fn not_to(&self, reading: &Reading, landing: u16, to: Span) -> Told {
        let is_written = !reading.sentences.contains(&to);
        let is_full = self.teller.game.piece_told(self.teller.position, landing).is_some();
        let kind = if is_full && !is_written { "occupied" } else { "not-to" };
        (kind, self.unwanted(landing, is_written.then_some(to)))
    }

    /// What stands on a landing, and what is wanted there: empty cells if nothing is written.
    fn unwanted(&self, landing: u16, to: Option<Span>) -> String {
        let cell = self.cell(landing);
        let stands = match self.teller.game.piece_told(self.teller.position, landing) {
            Some(piece) => format!("{cell} holds {piece}"),
            None => format!("{cell} is empty"),
        };
        match to {
            Some(to) => format!("{stands}, and the landing must be in `{}`", self.quoted(to)),
            None => format!("{stands}, and the landing must be empty"),
        }
    }

    fn royal(&self, cells: &Set, attackers: &Set) -> String {
        let listed =
            |cells: &Set, text: &dyn Fn(u16) -> String| cells.iter().map(text).collect::<Vec<String>>().join(" and ");
        let royals = listed(cells, &|cell| self.cell(cell));
        let by = listed(attackers, &|cell| self.piece_on(cell));
        match by.is_empty() {
            true => format!("a royal piece of {} would stand attacked on {royals}", self.mover()),
            false => format!("a royal piece of {} would stand attacked on {royals} by {by}", self.mover()),
        }
    }

    /// Why the turn does not ask for a move.
    fn not_asked(&self, reading: &Reading) -> String {
        let Teller { game, position, texts } = *self.teller;
        let name = self.move_name(reading);
        let told = |(condition, moment): &(&crate::rules::model::Expr, _)| {
            Asked { game, moment, texts }.why(condition, condition.span).message
        };
        let because = game.not_asked_because(position, reading.number);
        match because.first() {
            Some(first) => format!("`{name}` is not asked for now: {}", told(first)),
            None => format!("`{name}` is not asked for now"),
        }
    }

    /// A condition that does not hold, with its values.
    fn asked(&self, obstacle: &Obstacle, what: &str) -> String {
        let Teller { game, texts, .. } = *self.teller;
        match obstacle.condition.as_deref() {
            Some((condition, moment)) => {
                format!("{what}: {}", Asked { game, moment, texts }.why(condition, obstacle.span).message)
            }
            None => what.to_owned(),
        }
    }

    /// No rule for the piece leads there.
    fn no_way(&self, reading: &Reading, reason: &Reason, (origin, landing): (u16, u16)) -> String {
        let (from, to) = (self.cell(origin), self.cell(landing));
        let mut lines: Vec<usize> = reason.place.iter().chain(&reason.also).map(|place| place.line).collect();
        lines.sort_unstable();
        lines.dedup();
        let piece = match self.teller.game.piece_told(self.teller.position, origin) {
            Some(piece) => format!("{piece} on {from}"),
            None => from,
        };
        match lines[..] {
            [_] | [] => format!("`{}` does not lead {piece} to {to}", self.sentence(reading)),
            _ => {
                let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                format!("{piece} does not go to {to} by any of its rules (lines {})", lines.join(", "))
            }
        }
    }

    fn sentence(&self, reading: &Reading) -> String {
        reading.sentences.last().map_or_else(String::new, |span| self.quoted(*span))
    }

    fn move_name(&self, reading: &Reading) -> &str {
        &self.teller.game.rules().moves[reading.number].name
    }

    fn quoted(&self, span: Span) -> String {
        self.teller.texts.quoted(span)
    }

    fn mover(&self) -> String {
        self.teller.decider(self.teller.position).unwrap_or_default()
    }

    fn name(&self, domain: Domain, member: u16) -> String {
        self.teller.game.name_told(domain, member)
    }

    fn cell(&self, cell: u16) -> String {
        self.name(Domain::Cell, cell)
    }

    fn piece_on(&self, cell: u16) -> String {
        let piece = self.teller.game.piece_told(self.teller.position, cell);
        piece.map_or_else(|| self.cell(cell), |piece| format!("{piece} on {}", self.cell(cell)))
    }
}

/// The cells that an obstruction is about.
fn cells_of(what: &Obstruction) -> Vec<u16> {
    match what {
        Obstruction::NoPiece { cell }
        | Obstruction::NotYours { cell, .. }
        | Obstruction::OtherKind { cell, .. }
        | Obstruction::NotOn { cell } => vec![*cell],
        Obstruction::NotTo { landing, .. } => vec![*landing],
        Obstruction::NotThatWay { origin, landing } => vec![*origin, *landing],
        Obstruction::NotPicked { domain: Domain::Cell, member, .. } => vec![*member],
        Obstruction::Royal { cells, attackers } => cells.iter().chain(attackers.iter()).collect(),
        Obstruction::Hindered(hindrance) => match *hindrance {
            Hindrance::Blocked { cell, .. }
            | Hindrance::Stops { cell, .. }
            | Hindrance::NothingToJump { cell, .. }
            | Hindrance::To { landing: cell, .. } => vec![cell],
            Hindrance::Step { from, here, .. } => vec![from, here],
            Hindrance::Hurdles { .. } | Hindrance::Far { .. } | Hindrance::Near { .. } => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether a rule leads elsewhere, wherever pieces stand.
fn is_no_way(obstacle: &Obstacle) -> bool {
    matches!(
        obstacle.what,
        Obstruction::NotThatWay { .. } | Obstruction::Hindered(Hindrance::Far { .. } | Hindrance::Near { .. })
    )
}

/// What a referee would say of a reading: that its move is not asked for at all, or what it fails at first.
fn told_first(reading: &Reading) -> Option<&Obstacle> {
    let is_not_asked = |obstacle: &&Obstacle| obstacle.what == Obstruction::NotAsked;
    reading.obstacles.iter().find(is_not_asked).or(reading.obstacles.first())
}
