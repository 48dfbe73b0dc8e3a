//! The instructions of a rush: what a random game does, written out for each mover.

use crate::rules::model::{Arithmetic, Comparison};
use crate::syntax::ast::Point;

pub use super::choice::{Aim, Choice, Guess, Row, Shelter, Shield, Whence};
pub use super::script::{Chain, ChainPart, Hopping, Script, SlideFrom, Track};

/// A register that holds a set.
pub type S = u8;
/// A register that holds a number.
pub type N = u8;
/// A place in the code; before the code is done, the number of a label.
pub type L = u16;

/// How many registers of each sort there are.
pub const REGISTERS: usize = 256;

/// Who `my` and `mover` mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roles {
    /// The player that `my` means.
    pub me: u8,
    /// The player whose turn it is.
    pub mover: u8,
}

/// One instruction. The first register is the one that is written.
///
/// A number that should tell a cell and for which sets have no place tells none: no piece comes from there or goes there,
/// no table keeps a set for it, and what is asked for it is empty or none. That is so with and without native code.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say what is done")]
pub enum Code {
    Constant(S, u16),
    Empty(S),
    Copy(S, S),
    And(S, S, S),
    Or(S, S, S),
    Minus(S, S, S),
    AndConstant(S, S, u16),
    ConstantMinus(S, u16, S),
    /// The members that are also in the constant, moved by so many places.
    Shift(S, S, u16, i16),
    /// The same, added to what the register holds.
    ShiftInto(S, S, u16, i16),
    /// The neighbours in a direction.
    Step(S, S, u8),
    /// The neighbours in a direction that are in another set.
    StepTo(S, S, S, u8),
    /// The landings of all slides in a direction from cells, through others, that are in a third set.
    FillTo(S, S, S, S, u8),
    /// The landings of all slides in a direction from cells, through others.
    Fill(S, S, S, u8),
    /// The cells through which slides in a direction from cells lead without a break.
    Inside(S, S, S, u8),
    /// The cells of the pieces of a player.
    OfPlayer(S, N),
    Member(S, N),
    Insert(S, N),
    Remove(S, N),
    /// The constant of a cell, from this one on.
    Table(S, N, u16),
    /// Those of so many constants from one on that have a member in a set, taken together: the rows or columns of its cells.
    Parts(S, S, u16, u8),
    /// Of so many pairs of constants from one on, the second ones of those whose first has a member in a set.
    Meeting(S, S, u16, u8),
    /// The landings of a slide from a cell, or the cells passed, as the numbered slide says: target, cells passed.
    Slide(S, N, S, S, u16),
    /// Where a slide from a cell through others leads in a direction: fewest steps, most steps, direction.
    SlideBy(S, N, S, N, N, u8),
    /// Where steps from cells through others lead again and again, in the numbered directions.
    Flood(S, S, S, u8),
    /// Where hops from a cell over some cells lead, again and again through others; in the numbered directions.
    Hops(S, N, S, S, u8),
    /// Puts a set into a table, or takes it from there.
    Keep(u8, N, S),
    Kept(S, u8, N),
    /// The landings of a piece that travels by a sentence of a move; elsewhere if they can be reached in several ways.
    Follow(S, N, u16, u8, L),
    /// Where slides from a cell through others lead that may go round bends, as the numbered track says.
    Track(S, N, S, u8),
    /// The same for each piece of a set, into a table: table, pieces, targets, cells passed, track, the pieces that may go
    /// anywhere. A piece does not stand in its own way.
    Tracks(u8, S, S, S, u8, S),
    /// Where hops lead from each piece of a set, into a table: table, pieces, over what, cells passed, targets, number of the hops,
    /// the pieces that may go anywhere. A piece does not stand in its own way.
    HopsOfAll(u8, S, S, S, S, u8, S),
    /// The position goes to where the machine sees it.
    Show,
    /// A piece of the player leaves or enters its cell.
    Toggle(u8, u8, N),
    /// The cells of a set that are joined to some of these cells of it; what was found out before is remembered in a place.
    Spread(S, S, S, u8),
    Surrounded(S),
    /// The cells at which a player looks first who plays carefully.
    Urgent(S, u8),
    /// The regions of a set that another encloses; what was found out before is remembered in a place.
    Enclosed(S, S, S, u8),
    Lines(S, S),
    /// What the plain machine makes of a node.
    SlowSet(S, u32, Roles),

    Number(N, i32),
    Nothing(N),
    Wide(N, u16),
    CopyNumber(N, N),
    Count(N, S),
    First(N, S),
    Calculate(N, Arithmetic, N, N),
    Add(N, i32),
    Fit(N, u16),
    Odd(N, N),
    /// What is left of a number when four are taken off as often as can be: quarter turns.
    Quarters(N, N),
    /// The number of a cell in a list, or the last of them.
    Look(N, N, u16),
    KindAt(N, N),
    OwnerAt(N, N),
    /// How many pieces stand on a cell.
    Height(N, N),
    Turns(N),
    /// Whether the latest option was one of a move.
    Played(N, u16),
    Rounds(N),
    SlowNumber(N, u32, Roles),
    /// The value for a member of a variable whose values are in registers from one on: target, first, member, variable.
    Value(N, N, N, u16),
    /// Gives the members of a set a value.
    SetValues(N, S, N, u16),
    /// The members whose value, in so many registers from one on, compares so with a number.
    Where(S, N, u8, Comparison, N),
    /// The members whose value is a number.
    WhereSame(S, N, u8, N),
    /// Sows what is held for a cell in a direction but for some cells: first register, cell, direction, cells, variable.
    Sow(N, N, u8, S, u16),
    /// What the piece on a cell remembers in a variable that is held as planes: target, cell, variable.
    Recall(N, N, u16),
    /// Lets the pieces on cells remember a value.
    Remember(S, N, u16),
    /// What a list tells for two numbers, so many for each first one: target, first, second, how many, list.
    LookForTwo(N, N, N, u8, u16),
    BindNumber(u32, N),
    BindSet(u32, S),

    Jump(L),
    IfIs(N, i32, L),
    IfIsNot(N, i32, L),
    IfSame(N, N, L),
    IfDifferent(N, N, L),
    IfCompare(Comparison, N, N, L),
    IfNotCompare(Comparison, N, N, L),
    IfEmpty(S, L),
    IfSome(S, L),
    IfHas(S, N, L),
    IfHasNot(S, N, L),
    /// Whether a set holds all members of a constant.
    IfCovers(u16, S, L),
    IfEqual(S, S, L),
    IfUnequal(S, S, L),
    /// Whether a cell lies on a row of the numbered sort in the set.
    IfOnRow(u8, N, S, L),
    IfOnLine(N, S, L),
    /// Whether a set joins two others; what was asked before is remembered in a place.
    IfJoins(S, S, S, u8, L),
    /// Whether no round ends between the turns of two players.
    IfSameRound(u8, u8, L),
    /// The same where it is worked out who has the next turn.
    IfSameRoundBy(u8, N, L),
    /// Whether a player is out of the game.
    IfOut(u8, L),
    /// Whether a walk over different cells leads from cells through others, with so many steps; whether in all directions or
    /// in those by which groups hang together.
    IfWalks(S, S, N, bool, L),
    /// Whether so many dice with so many sides can show but one total.
    IfSure(N, N, L),
    /// Whether no decision was made since the ends after a move were tested.
    IfStale(L),
    /// Whether the turn is not to be repeated.
    IfOnce(L),
    /// Whether the position, or its pieces (yes), stands so many times; whose turn it is.
    IfRepeated(bool, u8, u8, L),
    /// Whether opponents could take a royal piece of the player, as the plain machine sees it.
    IfUnsafe(L),
    /// Takes the smallest member out of a set, or goes on elsewhere if there is none.
    Next(N, S, L),

    /// Draws one of the options of the numbered choice.
    Draw(u16),
    /// The same once options failed and rows were narrowed down.
    Redraw(u16),
    /// The same for a choice of one row, which is that register; elsewhere if it is empty. Last the number of the choice, for
    /// whoever asks what its row tells.
    DrawOne(S, L, u16),
    /// Draws one of the cells of a set, puts a piece of a player and kind there, and commits the option of a move;
    /// elsewhere if the set is empty.
    Drop(S, u8, u8, u16, L),
    /// Turns that do nothing but drop pieces, one after the other.
    Drops(u16),
    /// Finds all chains of hops of a sort and draws one; elsewhere if there is none.
    Chains(u8, L),
    /// The total of so many dice with so many sides.
    Throw(N, N, N),
    /// One of the members of a set, or nothing.
    DrawMember(N, S),
    /// Chance has drawn; play goes on with this instruction of the turn.
    Drawn(u32),
    /// The players that are not out.
    Living(S),
    /// The first player after another that is not out.
    NextPlayer(N, u8),
    /// The player itself, or the first after it that is not out.
    NextLiving(N),
    /// Nobody is left to play.
    Nobody,
    /// Begins to look for options as the numbered exploration says.
    Explore(u8),
    /// Another way goes on elsewhere.
    Fork(L),
    /// Each member of a set is bound, on a way of its own.
    Each(N, S),
    /// Each option of the numbered choice is taken, on a way of its own.
    EachOfRows(u16),
    /// The way comes to its end.
    Fail,
    /// The way comes to its end if its chain stood so before.
    Link,
    /// The way comes to its end if another was here with the same in the registers of a numbered list.
    Revisit(u8),
    /// The search ends as if nothing had been found, and play goes on with the next instruction.
    GiveUp,
    /// The way comes to its end unless the number is as great as any before.
    Most(N),
    /// An option of a move was found.
    Found(u16),
    /// Draws one of the options that were found.
    DrawFound(u8),
    /// Counts the options of the numbered choice; elsewhere if there is none.
    IfNone(u16, L),
    /// The member of a set with so many smaller ones as was guessed when the option was drawn; if there are fewer the option is
    /// drawn again.
    DrawWithin(N, S, N),
    /// The cell of the shot that was drawn with the option, of some directions, and elsewhere, if nothing but members of a set lie on the
    /// way to it, and there; else nothing. Where somebody looks ahead nobody shot: then it does nothing.
    Hit(N, N, S, u8, L),
    /// The member of a set with so many smaller ones; the option fails if there is none.
    Nth(N, S, u8),
    /// The option fails.
    Reject,
    /// In a count: it is known which pieces are exposed, or it does not help to know.
    Shielded(bool),
    /// The turn is left to the machine: before it begins, at this instruction.
    Leave(u32),
    /// Play goes on decision by decision, before this instruction of the turn.
    Quit(u32),
    /// Whether options are only counted.
    IfCounted(L),
    /// Goes on with the option that was drawn, which is not put aside, if a number is one and play may go on; never in a count.
    IfKept(N, L),
    /// Exchanges the position with the one that was saved.
    Exchange,
    /// Goes on after the option that was drawn.
    After,
    /// The direction in which one cell lies straight from another: direction, from, to.
    Heading(N, N, N),
    /// The cell of the set from which a slide in a direction leads to a cell.
    Behind(N, N, S, u8),
    /// The pieces of some cells go one step in a direction, or off the board: those leave.
    Push(S, u8),
    /// The cells between two on a ray.
    Between(S, N, N, u8),

    /// A piece of the player and kind goes from one cell to another; whether something may stand there.
    Carry(u8, u8, N, N, bool),
    /// The same, of one of the kinds that have this number among those of the script.
    CarryOneOf(u8, u8, N, N, bool),
    /// A piece of the player, whatever its kind.
    CarryAny(u8, N, N),
    /// A piece of the player and kind comes to a cell; whether something may stand there.
    Place(u8, u8, N, bool),
    /// New pieces on all cells of a set, in the place of what stood there.
    Put(u8, u8, S),
    Take(S),
    Lift(S),
    /// The top pieces of cells are taken; elsewhere if one comes to a pile that is not alike.
    TakeTops(S, L),
    /// The top piece of a cell goes onto another; elsewhere if that is a pile that is not alike.
    Stack(N, N, L),
    /// The pieces of a set change into a kind.
    Change(S, N),
    Give(S, u8),
    /// Runs a block with the plain machine; elsewhere if it fails.
    Perform(u32, L),

    /// Something was done in an option: it counts once that is taken.
    Mark(u16),
    /// Something was done in a turn.
    Tell(u16),
    /// What blocks of a turn did is done.
    Told,
    /// An option of a move was taken.
    Commit(u16),
    /// Asks the plain machine for the options of a choice from a group on, draws one and takes it; elsewhere if there
    /// is none. The groups from the second number on are left out.
    Engine(u16, u8, u8, L),
    /// A variable that lasts two turns was set.
    Written(u16),
    /// The end of a turn: variables that last no longer.
    Close,
    /// The same, and the round ends if the turn passes from one player to the other so.
    Pass(u8, u8),
    /// The same, and the beginning of the next player's turn; play may stop before this instruction of it.
    Turn(u8, u8, u32),
    /// Another round begins.
    Round,
    /// The beginning of a player's turn.
    Enter(u8),
    /// Another phase of the game begins.
    Phase(u16),
    /// The position enters the history; whose turn begins.
    Note(u8),
    Again,
    /// Asks the plain machine whether the game is over, at a point.
    Test(Point),
    /// Play stands at this instruction of the turn.
    At(u32),
    /// The game is over by a clause, whose players are known, as bits.
    Over(u16, u16),
    /// Play may stop here, before this instruction of the turn.
    Due(u32),
    /// Goes back in the turn, which is endless if that happens too often.
    Back(L),
}

// Instructions are read one after the other all the time, so they are kept small.
const _: () = assert!(size_of::<Code>() == 8);
