//! What is known of each instruction without carrying it out: which register it writes, and where play goes on.

use super::code::{Code, L, N, S};

impl Code {
    /// The register for sets that it writes, if it writes one; not what pieces do to planes.
    pub fn written_set(&self) -> Option<S> {
        use Code as C;
        match *self {
            C::Constant(to, _)
            | C::Empty(to)
            | C::Copy(to, _)
            | C::And(to, ..)
            | C::Or(to, ..)
            | C::Minus(to, ..)
            | C::AndConstant(to, ..)
            | C::ConstantMinus(to, ..)
            | C::Shift(to, ..)
            | C::ShiftInto(to, ..)
            | C::Step(to, ..)
            | C::StepTo(to, ..)
            | C::FillTo(to, ..)
            | C::Fill(to, ..)
            | C::Inside(to, ..)
            | C::OfPlayer(to, _)
            | C::Member(to, _)
            | C::Insert(to, _)
            | C::Remove(to, _)
            | C::Table(to, ..)
            | C::Slide(to, ..)
            | C::Spread(to, ..)
            | C::SlideBy(to, ..)
            | C::Flood(to, ..)
            | C::Hops(to, ..)
            | C::Kept(to, ..)
            | C::Follow(to, ..)
            | C::Track(to, ..)
            | C::Tracks(.., to)
            | C::HopsOfAll(.., to)
            | C::Surrounded(to)
            | C::Urgent(to, _)
            | C::Enclosed(to, ..)
            | C::Lines(to, _)
            | C::SlowSet(to, ..)
            | C::Where(to, ..)
            | C::WhereSame(to, ..)
            | C::Living(to)
            | C::Parts(to, ..)
            | C::Meeting(to, ..)
            | C::Between(to, ..) => Some(to),
            C::Next(_, rest, _) => Some(rest),
            _ => None,
        }
    }

    /// The register for scalars that it writes, if it writes one.
    pub fn written_number(&self) -> Option<N> {
        use Code as C;
        match *self {
            C::Number(to, _)
            | C::Nothing(to)
            | C::Wide(to, _)
            | C::CopyNumber(to, _)
            | C::Count(to, _)
            | C::First(to, _)
            | C::Calculate(to, ..)
            | C::Add(to, _)
            | C::Fit(to, _)
            | C::Odd(to, _)
            | C::Quarters(to, _)
            | C::Look(to, ..)
            | C::KindAt(to, _)
            | C::OwnerAt(to, _)
            | C::Height(to, _)
            | C::Turns(to)
            | C::Played(to, _)
            | C::Throw(to, ..)
            | C::DrawMember(to, _)
            | C::NextPlayer(to, _)
            | C::NextLiving(to)
            | C::Rounds(to)
            | C::SlowNumber(to, ..)
            | C::Value(to, ..)
            | C::Recall(to, ..)
            | C::LookForTwo(to, ..)
            | C::Next(to, ..)
            | C::DrawWithin(to, ..)
            | C::Hit(to, ..)
            | C::Nth(to, ..)
            | C::Each(to, _)
            | C::Heading(to, ..)
            | C::Behind(to, ..) => Some(to),
            _ => None,
        }
    }

    /// Whether it does nothing but write one register, or ask something: play comes behind it from there alone.
    pub fn is_plain(&self) -> bool {
        use Code as C;
        matches!(
            self,
            C::Jump(_)
                | C::IfIs(..)
                | C::IfIsNot(..)
                | C::IfSame(..)
                | C::IfDifferent(..)
                | C::IfCompare(..)
                | C::IfNotCompare(..)
                | C::IfEmpty(..)
                | C::IfSome(..)
                | C::IfHas(..)
                | C::IfHasNot(..)
                | C::IfCovers(..)
                | C::IfEqual(..)
                | C::IfUnequal(..)
                | C::Constant(..)
                | C::Empty(_)
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
                | C::Member(..)
                | C::Insert(..)
                | C::Remove(..)
                | C::Table(..)
                | C::Parts(..)
                | C::Meeting(..)
                | C::Slide(..)
                | C::Kept(..)
                | C::Number(..)
                | C::Nothing(_)
                | C::Wide(..)
                | C::CopyNumber(..)
                | C::Count(..)
                | C::First(..)
                | C::Calculate(..)
                | C::Add(..)
        )
    }

    /// Whether options are looked for by it: it notes ways to go and options found, or goes back to the latest way that is still to
    /// be gone.
    pub fn is_of_search(&self) -> bool {
        use Code as C;
        matches!(
            self,
            C::Explore(_)
                | C::Fork(_)
                | C::Each(..)
                | C::EachOfRows(_)
                | C::Fail
                | C::Link
                | C::Revisit(_)
                | C::GiveUp
                | C::Most(_)
                | C::Found(_)
                | C::DrawFound(_)
        )
    }

    /// Whether it draws an option or stops, so that the runner alone carries it out.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_for_runner(&self) -> bool {
        use Code as C;
        matches!(
            self,
            C::Jump(_)
                | C::Back(_)
                | C::Draw(_)
                | C::Redraw(_)
                | C::DrawOne(..)
                | C::Drop(..)
                | C::Drops(_)
                | C::Drawn(_)
                | C::Nobody
                | C::DrawWithin(..)
                | C::Hit(..)
                | C::Nth(..)
                | C::Reject
                | C::Shielded(_)
                | C::Leave(_)
                | C::Quit(_)
                | C::IfCounted(_)
                | C::IfKept(..)
                | C::Exchange
                | C::After
                | C::Commit(_)
                | C::Mark(_)
                | C::Tell(_)
                | C::Told
                | C::Engine(..)
                | C::Turn(..)
                | C::Enter(_)
                | C::Close
                | C::Pass(..)
                | C::Test(_)
                | C::At(_)
                | C::Over(..)
                | C::Due(_)
        )
    }

    /// Whether play may come to what is written behind it.
    pub fn goes_on(&self) -> bool {
        use Code as C;
        let leads = matches!(self, C::Jump(_) | C::Back(_) | C::Draw(_) | C::Redraw(_) | C::After | C::Reject);
        !leads && !matches!(self, C::Over(..) | C::Leave(_) | C::Quit(_) | C::Nobody)
    }

    /// The place to which it may go, if any.
    pub fn target(&mut self) -> Option<&mut L> {
        use Code as C;
        match self {
            C::Jump(target)
            | C::Back(target)
            | C::IfIs(_, _, target)
            | C::IfIsNot(_, _, target)
            | C::IfSame(_, _, target)
            | C::IfDifferent(_, _, target)
            | C::IfCompare(_, _, _, target)
            | C::IfNotCompare(_, _, _, target)
            | C::IfEmpty(_, target)
            | C::IfSome(_, target)
            | C::IfHas(_, _, target)
            | C::IfHasNot(_, _, target)
            | C::IfEqual(_, _, target)
            | C::IfUnequal(_, _, target)
            | C::IfOnRow(_, _, _, target)
            | C::IfOnLine(_, _, target)
            | C::IfJoins(_, _, _, _, target)
            | C::IfSameRound(_, _, target)
            | C::IfSameRoundBy(_, _, target)
            | C::IfOut(_, target)
            | C::IfWalks(_, _, _, _, target)
            | C::IfSure(_, _, target)
            | C::IfStale(target)
            | C::IfOnce(target)
            | C::IfCounted(target)
            | C::IfKept(_, target)
            | C::Hit(.., target)
            | C::IfRepeated(_, _, _, target)
            | C::IfUnsafe(target)
            | C::Next(_, _, target)
            | C::Follow(_, _, _, _, target)
            | C::DrawOne(_, target, _)
            | C::Drop(_, _, _, _, target)
            | C::IfCovers(_, _, target)
            | C::Chains(_, target)
            | C::Fork(target)
            | C::IfNone(_, target)
            | C::Perform(_, target)
            | C::TakeTops(_, target)
            | C::Stack(_, _, target)
            | C::Engine(_, _, _, target) => Some(target),
            _ => None,
        }
    }
}
