//! Turns in which nothing is done but to put a piece on a free cell, found in the code.

use smallvec::SmallVec;

use crate::program::Program;
use crate::program::node::NOBODY;
use crate::rules::model::journey;

use super::code::{Code, L, N, S, Script};
use super::joins::SIDES;
use super::registers::Registers;

/// The turns that follow each other, from one of them on.
#[derive(Clone, Debug)]
pub struct Drops {
    /// Where a piece may be put in each of them.
    pub free: Free,
    /// The turns.
    pub turns: Vec<DropTurn>,
}

/// Where a piece may be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// Where the free cells go.
    pub set: S,
    /// Those of them that may be chosen if they are free: a constant.
    pub cells: u16,
    /// The free cells that are next to free cells may not be chosen: the register of those, and of what is left; the
    /// cells that count, and by how many places they are moved.
    pub hidden: Option<(S, S, u16, i16)>,
}

/// A turn.
#[derive(Clone, Debug)]
pub struct DropTurn {
    /// Whose piece.
    pub owner: u8,
    /// Its kind.
    pub kind: u8,
    /// The move.
    pub number: u16,
    /// Where to go if there is no free cell.
    pub none: u32,
    /// What is asked afterwards.
    pub tests: Vec<Asked>,
    /// The registers that hold constants for the questions.
    pub constants: Vec<(S, u16)>,
    /// Who has had the turn, who has the next, and the instruction before which play may stop there.
    pub turn: (u8, u8, u32),
}

/// A question.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// What is asked.
    pub test: Test,
    /// The place to go to if the answer is yes.
    pub to: u32,
    /// How many of the constants are known by then.
    pub n_constants: usize,
    /// The clause that ends the game if the answer is yes, and the players whom it names; none if more is done then.
    pub over: Option<(u16, u16)>,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Whether the cell lies on a row of a sort in the cells of a player; the lengths of such rows as bits.
    Row(u8, u8, u64),
    /// Whether the cell lies on a line in the cells of a player.
    Line(u8),
    /// Whether the pieces cover a constant.
    Covers(u16),
    /// Whether the cells of a player join two constants; the place of that question.
    Joins(u8, u16, u16, u8),
    /// Whether the group of the cell in the cells of a player touches some constants; the place of that question.
    Touches(u8, Sides, u8),
}

/// Constants that a group is to touch, and how many.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sides([u16; SIDES], u8);

impl Sides {
    /// The constants.
    pub fn all(&self) -> &[u16] {
        &self.0[..usize::from(self.1)]
    }

    /// A bit for each of them.
    pub fn every(&self) -> u8 {
        (1 << self.1) - 1
    }

    /// One more; none if there are too many.
    fn with(mut self, constant: u16) -> Option<Self> {
        *self.0.get_mut(usize::from(self.1))? = constant;
        self.1 += 1;
        Some(self)
    }
}

impl DropTurn {
    /// The lengths of each sort of rows of the player's own cells that is asked for, as bits.
    fn sorts(&self) -> impl Iterator<Item = u64> + '_ {
        self.tests.iter().filter_map(|asked| match asked.test {
            Test::Row(_, player, wanted) if player == self.owner => Some(wanted),
            _ => None,
        })
    }

    /// The lengths of rows of the player's own cells that are asked for, as bits.
    pub fn own_rows(&self) -> u64 {
        self.sorts().fold(0, |all, wanted| all | wanted)
    }

    /// How many cells to either side of a cell tell whether there is such a row through it; none if it is not asked.
    pub fn far(&self) -> Option<u8> {
        let far = |wanted: u64| wanted.trailing_zeros() as u8 - u8::from(!wanted.is_power_of_two());
        self.sorts().map(far).max()
    }
}

impl DropTurn {
    /// Where groups are followed: the place, the player whose cells they are of, and the sets that are asked about.
    pub fn followed(&self) -> impl Iterator<Item = (u8, u8, SmallVec<[u16; SIDES]>)> + '_ {
        self.tests.iter().filter_map(|asked| match asked.test {
            Test::Joins(player, from, end, place) => Some((place, player, SmallVec::from_slice(&[from, end]))),
            Test::Touches(player, sides, place) => Some((place, player, SmallVec::from_slice(sides.all()))),
            _ => None,
        })
    }
}

impl Script {
    /// The circle of turns with which play goes on from a place.
    pub fn drops_at(&self, entry: u32) -> Option<usize> {
        let mut code = self.code.get(entry as usize..)?.iter();
        match code.find(|code| !matches!(code, Code::Due(_)))? {
            Code::Drops(number) => Some(usize::from(*number)),
            _ => None,
        }
    }

    /// Puts one instruction in the place of circles of turns that do nothing but drop pieces.
    pub fn find_drops(&mut self, program: &Program, registers: &Registers) {
        let Some(landing) = registers.number_names[journey::LANDING] else { return };
        let remembers = !registers.marks.is_empty();
        if remembers || !program.rules.counters.is_empty() || !program.lasting.two_turns.is_empty() {
            return;
        }
        let n_players = program.rules.players.len() as u8;
        let reader = Reader { script: self, registers, landing, n_players };
        let starts: Vec<usize> = (0..self.code.len()).filter(|&start| reader.turn(start).is_some()).collect();
        let found: Vec<(usize, Drops)> =
            starts.into_iter().filter_map(|start| Some((start, reader.circle(start)?))).collect();
        for (start, mut drops) in found {
            // Each group that is followed has a place of its own.
            for asked in drops.turns.iter_mut().flat_map(|turn| &mut turn.tests) {
                if let Test::Touches(.., place) = &mut asked.test {
                    let Ok(own) = u8::try_from(self.n_joins) else { return };
                    *place = own;
                    self.n_joins += 1;
                }
            }
            self.code[start] = Code::Drops(self.drops.len() as u16);
            self.drops.push(drops);
        }
    }
}

/// The questions of a turn, and the registers with constants for them.
type Questions = (Vec<Asked>, Vec<(S, u16)>);

/// A turn as it was found.
struct Found {
    free: Free,
    turn: DropTurn,
    /// The place behind the drop, and the one where the next turn begins.
    after: usize,
    next: usize,
}

/// How a piece is put on a cell.
struct Put {
    /// The cells that may be chosen.
    from: S,
    owner: u8,
    kind: u8,
    /// The move.
    number: u16,
    /// Where to go if there is no such cell.
    none: usize,
    /// The place behind it.
    end: usize,
}

/// Reads code for turns.
struct Reader<'a> {
    script: &'a Script,
    registers: &'a Registers,
    landing: N,
    n_players: u8,
}

impl Reader<'_> {
    /// The turns from a place on, if they come back to what follows its drop.
    fn circle(&self, start: usize) -> Option<Drops> {
        let first = self.turn(start)?;
        let (free, back) = (first.free, (first.after, first.turn.none));
        let mut next = first.next;
        let mut turns = vec![first.turn];
        loop {
            let found = self.turn(next)?;
            if found.free != free {
                return None;
            }
            if (found.after, found.turn.none) == back {
                return Some(Drops { free, turns });
            }
            if turns.len() > usize::from(self.n_players) {
                return None;
            }
            next = found.next;
            turns.push(found.turn);
        }
    }

    fn code(&self, place: usize) -> Option<Code> {
        self.script.code.get(place).copied()
    }

    /// The place where play goes on from one, jumps followed.
    fn follow(&self, place: usize) -> usize {
        match self.code(place) {
            Some(Code::Jump(to)) => to.into(),
            _ => place,
        }
    }

    /// The player whose cells a register holds.
    fn owner(&self, set: S) -> Option<u8> {
        set.checked_sub(self.registers.owners).filter(|&player| player < self.n_players)
    }

    /// The turn that begins at a place.
    fn turn(&self, start: usize) -> Option<Found> {
        let Code::ConstantMinus(free, cells, occupied) = self.code(start)? else { return None };
        let mut place = start + 1;
        let (mut row, mut hidden) = (free, None);
        if let (Code::Shift(next, of, from, by), Code::Minus(rest, all, less)) =
            (self.code(place)?, self.code(place + 1)?)
            && (of, all, less) == (free, free, next)
        {
            (row, hidden) = (rest, Some((next, rest, from, by)));
            place += 2;
        }
        let put = self.put(place)?;
        if put.from != row || occupied != self.registers.occupied || put.owner != NOBODY && put.owner >= self.n_players
        {
            return None;
        }
        let after = self.follow(put.end);
        let ((tests, constants), place) = self.tests(after, put.owner)?;
        let Code::Turn(mover, next, at) = self.code(place)? else { return None };
        let Put { owner, kind, number, none, .. } = put;
        let turn = DropTurn { owner, kind, number, none: none as u32, tests, constants, turn: (mover, next, at) };
        Some(Found { free: Free { set: free, cells, hidden }, turn, after, next: self.follow(place + 1) })
    }

    /// How a piece is put on a cell at a place.
    fn put(&self, place: usize) -> Option<Put> {
        let Code::Drop(from, owner, kind, number, none) = self.code(place)? else { return None };
        Some(Put { from, owner, kind, number, none: self.follow(none.into()), end: place + 1 })
    }

    /// The questions from a place on and the place after them.
    fn tests(&self, mut place: usize, owner: u8) -> Option<(Questions, usize)> {
        let mut constants: Vec<(S, u16)> = Vec::new();
        let mut tests = Vec::new();
        loop {
            let constant = |set: S| constants.iter().rev().find(|(known, _)| *known == set).map(|(_, number)| *number);
            let (test, to) = match self.code(place)? {
                Code::Constant(set, number) => {
                    constants.push((set, number));
                    place += 1;
                    continue;
                }
                Code::IfOnRow(row, cell, of, to) if cell == self.landing => {
                    (Test::Row(row, self.owner(of)?, self.script.rows[usize::from(row)].lengths()?), to)
                }
                Code::IfOnLine(cell, of, to) if cell == self.landing => (Test::Line(self.owner(of)?), to),
                Code::IfCovers(all, of, to) if of == self.registers.occupied => (Test::Covers(all), to),
                Code::IfJoins(of, from, end, number, to) => {
                    (Test::Joins(self.owner(of)?, constant(from)?, constant(end)?, number), to)
                }
                Code::Member(..) => {
                    // If it holds, the instructions themselves are asked where to go.
                    let Some((sides, yes, next)) = self.sides(place) else { return Some(((tests, constants), place)) };
                    let test = Test::Touches(owner, sides, 0);
                    let over = self.over(yes);
                    tests.push(Asked { test, to: place as u32, n_constants: constants.len(), over });
                    place = next;
                    continue;
                }
                _ => return Some(((tests, constants), place)),
            };
            let over = self.over(to);
            tests.push(Asked { test, to: to.into(), n_constants: constants.len(), over });
            place += 1;
        }
    }

    /// The clause by which the game is over at a place, and the players whom it names.
    fn over(&self, place: L) -> Option<(u16, u16)> {
        let place = usize::from(place);
        match (self.code(place)?, self.code(place + 1)) {
            (Code::Over(clause, players), _) | (Code::At(_), Some(Code::Over(clause, players))) => {
                Some((clause, players))
            }
            _ => None,
        }
    }

    /// The constants that the group of the landing is to touch, all of them, if that is asked from a place on, the place where play
    /// goes on if it does, and the place behind the question. The owner of the landing is the player who has put a piece there.
    fn sides(&self, start: usize) -> Option<(Sides, L, usize)> {
        let code = |by: usize| self.code(start + by);
        let (Code::Member(one, cell), Code::First(first, of), Code::OwnerAt(owner, at)) =
            (code(0)?, code(1)?, code(2)?)
        else {
            return None;
        };
        let (Code::OfPlayer(own, player), Code::Spread(group, set, from, _)) = (code(3)?, code(4)?) else {
            return None;
        };
        if (cell, of, at, player, set, from) != (self.landing, one, first, owner, own, one) {
            return None;
        }
        let mut sides = Sides::default();
        let mut exits = Vec::new();
        for place in (start + 5..).step_by(2) {
            let Code::AndConstant(part, all, constant) = self.code(place)? else { return None };
            if all != group {
                return None;
            }
            sides = sides.with(constant)?;
            match self.code(place + 1)? {
                Code::IfEmpty(asked, to) if asked == part => exits.push(usize::from(to)),
                Code::IfSome(asked, yes) if asked == part => {
                    let next = place + 2;
                    return exits.iter().all(|&exit| exit == next).then_some((sides, yes, next));
                }
                _ => return None,
            }
        }
        None
    }
}
