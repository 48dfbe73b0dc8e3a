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

/// The registers for sets that an instruction reads beside those of the position.
pub fn read_sets<const W: usize>(rush: &Rush<W>, code: &Code) -> Registers {
    use Code as C;
    let choices = &rush.script.choices;
    match *code {
        C::Copy(_, a)
        | C::AndConstant(_, a, _)
        | C::ConstantMinus(_, _, a)
        | C::Shift(_, a, ..)
        | C::Step(_, a, _)
        | C::Parts(_, a, ..)
        | C::Meeting(_, a, ..)
        | C::Keep(_, _, a)
        | C::Insert(a, _)
        | C::Remove(a, _)
        | C::Count(_, a)
        | C::First(_, a)
        | C::Next(_, a, _)
        | C::Behind(_, _, a, _)
        | C::DrawMember(_, a)
        | C::DrawOne(a, ..)
        | C::IfEmpty(a, _)
        | C::IfSome(a, _)
        | C::IfHas(a, ..)
        | C::IfHasNot(a, ..)
        | C::IfCovers(_, a, _)
        | C::IfOnRow(_, _, a, _)
        | C::IfOnLine(_, a, _)
        | C::Lines(_, a)
        | C::SlideBy(_, _, a, ..)
        | C::Nth(_, a, _)
        | C::Hit(_, _, a, ..)
        | C::Drop(a, ..)
        | C::BindSet(_, a)
        | C::Remember(a, ..)
        | C::SetValues(_, a, ..)
        | C::Put(_, _, a)
        | C::Take(a)
        | C::Lift(a)
        | C::Give(a, _)
        | C::Change(a, _) => these([a]),
        C::And(_, a, b)
        | C::Or(_, a, b)
        | C::Minus(_, a, b)
        | C::ShiftInto(a, b, ..)
        | C::StepTo(_, a, b, _)
        | C::Fill(_, a, b, _)
        | C::Inside(_, a, b, _)
        | C::Slide(_, _, a, b, _)
        | C::Spread(_, a, b, _)
        | C::Flood(_, a, b, _)
        | C::Hops(_, _, a, b, _)
        | C::Enclosed(_, a, b, _)
        | C::IfEqual(a, b, _)
        | C::IfUnequal(a, b, _) => these([a, b]),
        C::FillTo(_, a, b, c, _) => these([a, b, c]),
        C::Draw(number) | C::IfNone(number, _) => choices.get(usize::from(number)).map_or(ALL, read_by),
        // Another option is drawn from whichever choice it was.
        C::Reject => choices.iter().fold(Registers::EMPTY, |all, choice| all | read_by(choice)),
        C::Constant(..)
        | C::Empty(_)
        | C::EmptyAll(..)
        | C::OfPlayer(..)
        | C::Member(..)
        | C::Table(..)
        | C::Kept(..)
        | C::Number(..)
        | C::Nothing(_)
        | C::Wide(..)
        | C::CopyNumber(..)
        | C::Calculate(..)
        | C::Add(..)
        | C::Fit(..)
        | C::Odd(..)
        | C::Quarters(..)
        | C::Look(..)
        | C::KindAt(..)
        | C::OwnerAt(..)
        | C::Turns(_)
        | C::Played(..)
        | C::Rounds(_)
        | C::Jump(_)
        | C::IfIs(..)
        | C::IfIsNot(..)
        | C::IfSame(..)
        | C::IfDifferent(..)
        | C::IfCompare(..)
        | C::IfNotCompare(..)
        | C::IfSameRound(..)
        | C::IfStale(_)
        | C::IfOnce(_)
        | C::IfCounted(_)
        | C::IfKept(..)
        | C::IfRepeated(..)
        | C::IfOut(..)
        | C::NextPlayer(..)
        | C::NextLiving(_)
        | C::Living(_)
        | C::Where(..)
        | C::WhereSame(..)
        | C::Value(..)
        | C::Recall(..)
        | C::LookForTwo(..)
        | C::Height(..)
        | C::Heading(..)
        | C::Between(..)
        | C::Stack(..)
        | C::Carry(..)
        | C::CarryAny(..)
        | C::Place(..)
        | C::Toggle(..)
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
        // The plain machine works with the position.
        | C::SlowSet(..)
        | C::SlowNumber(..)
        | C::BindNumber(..)
        | C::Show
        | C::IfUnsafe(_)
        | C::Perform(..)
        | C::Engine(..)
        | C::Test(_)
        | C::Leave(_)
        | C::Shielded(_)
        | C::Mark(_)
        | C::Tell(_)
        | C::Told => Registers::EMPTY,
        _ => ALL,
    }
}

/// The registers for numbers that an instruction reads beside those of the position.
pub fn read_numbers<const W: usize>(_: &Rush<W>, code: &Code) -> Registers {
    use Code as C;
    match *code {
        C::OfPlayer(_, n)
        | C::Member(_, n)
        | C::Insert(_, n)
        | C::Remove(_, n)
        | C::Table(_, n, _)
        | C::Slide(_, n, ..)
        | C::Kept(.., n)
        | C::Keep(_, n, _)
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
        | C::SetValues(_, _, n, _)
        | C::Where(.., n)
        | C::WhereSame(.., n)
        | C::Recall(_, n, _)
        | C::Remember(_, n, _)
        | C::BindNumber(_, n)
        | C::IfIs(n, ..)
        | C::IfIsNot(n, ..)
        | C::IfHas(_, n, _)
        | C::IfHasNot(_, n, _)
        | C::IfOnRow(_, n, ..)
        | C::IfOnLine(n, ..)
        | C::IfKept(n, _)
        | C::Behind(_, n, ..)
        | C::Change(_, n)
        | C::Toggle(_, _, n)
        | C::Place(_, _, n, _) => these([n]),
        C::Calculate(_, _, a, b)
        | C::IfSame(a, b, _)
        | C::IfDifferent(a, b, _)
        | C::IfCompare(_, a, b, _)
        | C::IfNotCompare(_, a, b, _)
        | C::Carry(_, _, a, b, _)
        | C::CarryAny(_, a, b)
        | C::Heading(_, a, b)
        | C::Between(_, a, b, _)
        | C::LookForTwo(_, a, b, ..) => these([a, b]),
        C::Constant(..)
        | C::Empty(_)
        | C::EmptyAll(..)
        | C::Copy(..)
        | C::And(..)
        | C::Or(..)
        | C::Minus(..)
        | C::AndConstant(..)
        | C::ConstantMinus(..)
        | C::Shift(..)
        | C::ShiftInto(..)
        | C::Step(..)
        | C::StepTo(..)
        | C::FillTo(..)
        | C::Fill(..)
        | C::Inside(..)
        | C::Parts(..)
        | C::Meeting(..)
        | C::Flood(..)
        | C::Spread(..)
        | C::Surrounded(_)
        | C::Enclosed(..)
        | C::Lines(..)
        | C::Number(..)
        | C::Nothing(_)
        | C::Wide(..)
        | C::Count(..)
        | C::First(..)
        | C::Each(..)
        | C::Next(..)
        | C::Turns(_)
        | C::Played(..)
        | C::Rounds(_)
        | C::Jump(_)
        | C::IfEmpty(..)
        | C::IfSome(..)
        | C::IfCovers(..)
        | C::IfEqual(..)
        | C::IfUnequal(..)
        | C::IfSameRound(..)
        | C::IfStale(_)
        | C::IfOnce(_)
        | C::IfCounted(_)
        | C::IfRepeated(..)
        | C::IfOut(..)
        | C::IfNone(..)
        | C::Draw(_)
        | C::DrawOne(..)
        | C::Drop(..)
        | C::Reject
        | C::After
        | C::Exchange
        | C::Put(..)
        | C::Take(_)
        | C::Lift(_)
        | C::Give(..)
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
        | C::BindSet(..)
        | C::Show
        | C::IfUnsafe(_)
        | C::Perform(..)
        | C::Engine(..)
        | C::Test(_)
        | C::Leave(_)
        | C::Shielded(_) => Registers::EMPTY,
        _ => ALL,
    }
}

/// The registers that are read by who draws an option from a choice.
fn read_by(choice: &Choice) -> Registers {
    let of_rows = choice.rows.iter().flat_map(|row| std::iter::once(row.landings).chain(row.origins));
    let of_aim = choice.guess.and_then(|guess| guess.aim).map(|aim| aim.leaving);
    of_rows.chain(of_aim).map(u16::from).collect()
}

fn these<const N: usize>(registers: [u8; N]) -> Registers {
    registers.into_iter().map(u16::from).collect()
}
