//! Which registers instructions read.
//!
//! ```text
//!   And(50, men, mine)      sets: men, mine        numbers: none
//!   Member(51, 3)           sets: none             numbers: 3
//!   Sow(‥)                  not told here, so it is taken that all are read
//! ```

use crate::engine::bits::Bits;
use crate::engine::rush::Rush;
use crate::engine::rush::code::{Choice, Code, REGISTERS};

/// Some registers, for sets or for numbers.
pub type Registers = Bits<{ REGISTERS / 64 }>;

/// All of them.
pub const ALL: Registers = Bits([u64::MAX; REGISTERS / 64]);

const NONE: Registers = Registers::EMPTY;

/// The registers that an instruction reads beside those of the position.
#[derive(Clone, Copy, Debug)]
pub struct Reads {
    /// Those for sets.
    pub sets: Registers,
    /// Those for numbers.
    pub numbers: Registers,
}

/// What an instruction reads; of one by which an option fails, as if it might be one of any choice.
pub fn reads<const W: usize>(rush: &Rush<W>, code: &Code) -> Reads {
    use Code as C;
    let choices = &rush.script.choices;
    let (sets, numbers) = match *code {
        C::Copy(_, a)
        | C::AndConstant(_, a, _)
        | C::ConstantMinus(_, _, a)
        | C::Shift(_, a, ..)
        | C::Step(_, a, _)
        | C::Parts(_, a, ..)
        | C::Meeting(_, a, ..)
        | C::Count(_, a)
        | C::First(_, a)
        | C::Next(_, a, _)
        | C::DrawOne(a, ..)
        | C::IfEmpty(a, _)
        | C::IfSome(a, _)
        | C::IfCovers(_, a, _)
        | C::Lines(_, a)
        | C::Drop(a, ..)
        | C::BindSet(_, a)
        | C::Put(_, _, a)
        | C::Take(a)
        | C::Lift(a)
        | C::Give(a, _) => (these([a]), NONE),
        C::And(_, a, b)
        | C::Or(_, a, b)
        | C::Minus(_, a, b)
        | C::ShiftInto(a, b, ..)
        | C::StepTo(_, a, b, _)
        | C::Fill(_, a, b, _)
        | C::Inside(_, a, b, _)
        | C::Spread(_, a, b, _)
        | C::Flood(_, a, b, _)
        | C::Enclosed(_, a, b, _)
        | C::IfEqual(a, b, _)
        | C::IfUnequal(a, b, _) => (these([a, b]), NONE),
        C::FillTo(_, a, b, c, _) => (these([a, b, c]), NONE),
        C::Keep(_, n, a)
        | C::Insert(a, n)
        | C::Remove(a, n)
        | C::Behind(_, n, a, _)
        | C::IfHas(a, n, _)
        | C::IfHasNot(a, n, _)
        | C::IfOnRow(_, n, a, _)
        | C::IfOnLine(n, a, _)
        | C::Remember(a, n, _)
        | C::SetValues(_, a, n, _)
        | C::Change(a, n) => (these([a]), these([n])),
        C::Slide(_, n, a, b, _) => (these([a, b]), these([n])),
        C::OfPlayer(_, n)
        | C::Member(_, n)
        | C::Table(_, n, _)
        | C::Kept(.., n)
        | C::CopyNumber(_, n)
        | C::Add(n, _)
        | C::Fit(n, _)
        | C::Odd(_, n)
        | C::Quarters(_, n)
        | C::Look(_, n, _)
        | C::KindAt(_, n)
        | C::OwnerAt(_, n)
        | C::Height(_, n)
        | C::Value(_, _, n, _)
        | C::Where(.., n)
        | C::WhereSame(.., n)
        | C::Recall(_, n, _)
        | C::BindNumber(_, n)
        | C::IfIs(n, ..)
        | C::IfIsNot(n, ..)
        | C::IfKept(n, _)
        | C::Toggle(_, _, n)
        | C::Place(_, _, n, _) => (NONE, these([n])),
        C::Calculate(_, _, a, b)
        | C::IfSame(a, b, _)
        | C::IfDifferent(a, b, _)
        | C::IfCompare(_, a, b, _)
        | C::IfNotCompare(_, a, b, _)
        | C::Carry(_, _, a, b, _)
        | C::CarryOneOf(_, _, a, b, _)
        | C::CarryAny(_, a, b)
        | C::Heading(_, a, b)
        | C::Between(_, a, b, _)
        | C::LookForTwo(_, a, b, ..) => (NONE, these([a, b])),
        C::Draw(number) | C::Redraw(number) | C::IfNone(number, _) => (choices.get(usize::from(number)).map_or(ALL, read_by), NONE),
        // Another option is drawn from whichever choice it was.
        C::Reject => (choices.iter().fold(NONE, |all, choice| all | read_by(choice)), NONE),
        C::DrawMember(_, a) | C::SlideBy(_, _, a, ..) | C::Nth(_, a, _) | C::Hit(_, _, a, ..) => (these([a]), ALL),
        C::Hops(_, _, a, b, _) => (these([a, b]), ALL),
        C::NextPlayer(..) | C::NextLiving(_) | C::Living(_) | C::Stack(..) => (NONE, ALL),
        C::Surrounded(_) | C::Each(..) => (ALL, NONE),
        C::Constant(..)
        | C::Empty(_)
        | C::Number(..)
        | C::Nothing(_)
        | C::Wide(..)
        | C::Turns(_)
        | C::Played(..)
        | C::Rounds(_)
        | C::Jump(_)
        | C::IfSameRound(..)
        | C::IfStale(_)
        | C::IfOnce(_)
        | C::IfCounted(_)
        | C::IfRepeated(..)
        | C::IfOut(..)
        | C::After
        | C::Exchange
        | C::Commit(_)
        | C::Written(_)
        | C::Close
        | C::Pass(..)
        | C::Turn(..)
        | C::Enter(_)
        | C::Round
        | C::Phase(_)
        | C::Note(_)
        | C::Again
        | C::At(_)
        | C::Over(..)
        | C::Due(_)
        | C::Mark(_)
        | C::Tell(_)
        | C::Told
        // The plain machine works with the position, and what is bound for it.
        | C::SlowSet(..)
        | C::SlowNumber(..)
        | C::Show
        | C::IfUnsafe(_)
        | C::Perform(..)
        | C::Engine(..)
        | C::Test(_)
        | C::Leave(_)
        | C::Shielded(_) => (NONE, NONE),
        _ => (ALL, ALL),
    };
    Reads { sets, numbers }
}

/// The registers that are read by who draws an option from a choice.
pub fn read_by(choice: &Choice) -> Registers {
    let of_rows = choice.rows.iter().flat_map(|row| std::iter::once(row.landings).chain(row.origins));
    let of_aim = choice.guess.and_then(|guess| guess.aim).map(|aim| aim.leaving);
    of_rows.chain(of_aim).map(u16::from).collect()
}

fn these<const N: usize>(registers: [u8; N]) -> Registers {
    registers.into_iter().map(u16::from).collect()
}
