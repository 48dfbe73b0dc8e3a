//! What a compiled program is made of: nodes of expressions, legs of paths, operations of blocks.
//!
//! Every expression is either a scalar (a truth, a number, a member; [`NOTHING`] is none) or a set. The compiler
//! knows which, so nothing is asked while a game is played.

use crate::rules::model::{Arithmetic, Comparison};
use crate::rules::types::Domain;

/// The number of a node.
pub type Id = u32;
/// The number of a set in the pool of constants.
pub type SetId = u32;
/// The scalar that stands for none.
pub const NOTHING: i64 = i64::MIN;
/// The cell, the direction or the member that stands for none in tables of 16 bits.
pub const NONE: u16 = u16::MAX;
/// The player that is nobody.
pub const NOBODY: u8 = u8::MAX;

/// Which kinds of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kinds {
    /// All.
    All,
    /// One, by the place of its plane.
    One(u32),
    /// Several, by the places of their planes.
    Some(Box<[u32]>),
}

/// Whose pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Owners {
    /// Anybody's and nobody's.
    Any,
    /// Those of the player that `my` means.
    Mine,
    /// Those of all other players.
    Others,
    /// Those of a fixed set of players, as bits.
    Fixed(u16),
    /// Those of a set of players.
    Of(Id),
}

/// One node of an expression. The names are those of [`crate::rules::model::ExprKind`] where the meaning is the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of the model")]
pub enum Node {
    // Scalars.
    Constant(i64),
    ConstantByMe(Box<[i64]>),
    Kept(u32),
    Temporary(u32),
    Me,
    Mover,
    Next,
    Starter,
    And(Id, Id),
    Or(Id, Id),
    Not(Id),
    Same(Id, Id),
    SameSets(Id, Id),
    Compare(Comparison, Id, Id),
    Arithmetic(Arithmetic, Id, Id),
    Odd(Id),
    Contains(Id, Id),
    SomeSet(Id),
    SomeScalar(Id),
    Count(Id),
    Total(u32, Id, Id),
    FirstOf(Id),
    TerrainAt(u16, Id),
    Variable(u16, Option<Id>),
    Hand(Id, Option<Id>),
    KindAt(Id),
    OwnerAt(Id),
    Height(Id),
    Table(u16, Id),
    RankOf(Id, Id),
    Coordinate(bool, Id),
    Joins(Id, Id, Id),
    Distance(Id, Id),
    Stuck(Id),
    /// The board only (yes), how many times, within how many turns.
    Repeated(bool, u32, Option<Id>),
    Without(u16, u32),
    Played(u16),
    Can(Id, u16),
    Turns,
    Rounds,
    Shows(u16, u8, Id),
    Tipped(u16, Id, Id),
    Turned(u16, Id, Id),
    /// Whether the first cell lies on a straight row of at least (exactly: yes) so many cells of the set.
    OnRow(bool, Id, Id, Id),

    // Either; the children are of the same sort.
    If(Id, Id, Id),
    OrElse(Id, Id),
    /// Binds a temporary name to a scalar within a node.
    LetScalar(u32, Id, Id),
    /// Binds a temporary name to a set within a node.
    LetSet(u32, Id, Id),

    // Sets.
    ConstantSet(SetId),
    /// By player, the last for nobody.
    ConstantSetByMe(SetId),
    KeptSet(u32),
    TemporarySet(u32),
    ToSet(Id),
    Enemies(Id),
    Living,
    Union(Id, Id),
    Intersection(Id, Id),
    Difference(Id, Id),
    Those(u32, Id, Id),
    Pieces(Kinds, Owners),
    /// The cells where a piece of some kinds (as bits) stands, of one of these players if any are named, under others
    /// too.
    AnyHeight(u64, Option<Id>),
    Empty,
    Unmoved,
    OnTerrain(u16, Id),
    /// The cells of one value of a terrain, by the place of its plane.
    Plane(u32),
    VariableSet(u16, Option<Id>),
    WhereYes(u16),
    TableSet(u16, Id),
    Shift(Id, Id),
    Relative(Id, Box<[i32]>),
    Opposite(Id),
    Ranks(Id, Option<Id>, Option<Id>),
    Rows(bool, Id, Id),
    Reach {
        span: bool,
        from: Id,
        path: u32,
        to: Option<Id>,
    },
    Lines(Id),
    StraightLines(bool, Id, Id),
    Group(Id, Id),
    Surrounded,
    /// The cells at which who plays carefully looks first; elsewhere none.
    Urgent,
    Enclosed(Id, Id),
    Attacked(Id, Id),
    Seat(Id),
}

/// One leg of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// How it goes.
    pub verb: Verb,
    /// Where to.
    pub heading: Heading,
    /// The cells that may be passed.
    pub through: Id,
    /// Again and again.
    pub repeating: bool,
    /// What must hold for each step: the temporary names of the cell left and of the cell entered, and the condition.
    pub condition: Option<(u32, u32, Id)>,
    /// Whether it is to be worked out wherever it begins.
    pub asks: bool,
}

/// The directions of a leg.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    /// All that there are.
    All,
    /// A set of directions.
    Ways(Id),
    /// Turned from the way before by so many notches.
    Onward(Box<[i32]>),
}

/// How a leg goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of the model")]
pub enum Verb {
    Steps,
    Slides {
        range: Option<(Id, Option<Id>)>,
        stopping: Option<Id>,
        bends: Option<u8>,
    },
    /// By the number of the leap's table.
    Leaps(u16),
    LeapsStraight(Id),
    Rides(u16),
    RidesStraight(Id),
    Hops {
        over: Id,
        any_distance: bool,
    },
    Walks(Id, Id),
    OneOf(Box<[(u32, Option<Id>)]>),
    Goes,
    Stays,
}

/// The most rounds of one `repeat`, and the most pieces that one `put` puts on a cell or in a hand.
pub const MANY: i64 = 10_000;

/// One operation of a block.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the model")]
pub enum Op {
    /// The end of the block.
    Done,
    Jump(u32),
    /// Goes on at the place unless the condition holds.
    Unless(Id, u32),
    /// Puts the number of rounds into a register.
    RepeatStart(u32, Id),
    /// Ends the rounds at `exit`, or begins one.
    RepeatRound {
        register: u32,
        condition: Option<Id>,
        may_stop: bool,
        exit: u32,
    },
    /// Puts the members into the registers of a set.
    EachStart(u32, Id),
    /// Binds the next member to a name, or goes on at `exit`.
    EachNext {
        register: u32,
        name: u32,
        exit: u32,
    },
    /// Puts the players into a register, and who `my` means now into the next; those that are not out if no set is
    /// given.
    PlayersStart(u32, Option<Id>),
    /// Lets `my` mean the next of the players, or who it meant before and goes on at `exit`.
    PlayersNext {
        register: u32,
        exit: u32,
    },
    Pick {
        name: u32,
        from: Id,
        domain: Domain,
        condition: Option<Id>,
    },
    Ensure(Id),
    Take(Id, bool),
    Remove(Id),
    Put {
        number: Id,
        kind: Id,
        owner: Option<Id>,
        on: Option<Id>,
        with: Box<[(u16, Id)]>,
    },
    Move(Id, Id),
    MovePile {
        number: Id,
        from: Id,
        to: Id,
        under: bool,
    },
    Push(Id, Id),
    Sow {
        variable: u16,
        from: Id,
        way: Id,
        except: Option<Id>,
    },
    Swap(Id, Id),
    Change(Id, Id),
    Give(Id, Id),
    Set {
        variable: u16,
        holder: Option<Id>,
        value: Id,
    },
    LetScalar(u32, Id),
    LetSet(u32, Id),
    SetStarter(Id),
    Paint(u16, u32),
    Lay {
        terrain: u16,
        corner: u16,
        tile: Id,
        face: Id,
        quarters: Id,
    },
    Clear,
    /// Something that is counted was done: the number of its site.
    Count(u16),
}

impl Op {
    /// The kept name that it binds anew, if it binds one.
    pub fn bound_name(&self) -> Option<u32> {
        match self {
            Self::Pick { name, .. }
            | Self::LetScalar(name, _)
            | Self::LetSet(name, _)
            | Self::EachNext { name, .. } => Some(*name),
            _ => None,
        }
    }
}

/// One instruction of the set-up and the turns.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the model")]
pub enum TurnOp {
    /// Runs a block that asks nobody.
    Do(u32),
    Unless(Id, u32),
    Jump(u32),
    Choose(u32),
    Roll(u32),
    Again,
    End,
    As(Option<Id>),
}

/// A draw of Chance and the name that it binds.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the model")]
pub enum Draw {
    Dice(Id, Id),
    From { set: Id, domain: Domain, weight: Option<(u32, Id)> },
    Face,
    Quarters,
    Tile(u32),
}
