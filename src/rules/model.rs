//! The rules of one game as a checked model: every name resolved, every expression typed, every option chosen.

use std::sync::Arc;

use crate::budget::Budget;
use crate::source::Span;
use crate::syntax::ast::Point;

use super::board::{Board, DirectionId};
use super::look::Look;
use super::types::{Domain, Set, Type, Value};
use super::written::{Format, Law};

/// The rules of one game, with its options and its number of players chosen.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The board.
    pub board: Board,
    /// What people see.
    pub look: Look,
    /// A fingerprint of the rules and the options chosen, as hexadecimal digits.
    pub fingerprint: String,
    /// The titles of the games that these rules extend, the nearest first.
    pub parents: Vec<String>,
    /// The chosen value of every option, in the order of the file.
    pub options: Vec<(String, String)>,
    /// The players that take part, in seating order.
    pub players: Vec<Player>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The types that the file declares.
    pub types: Vec<TypeModel>,
    /// The terrains: name and the number of values.
    pub terrains: Vec<Terrain>,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The tables, by name.
    pub tables: Vec<Table>,
    /// The tiles, all sets of tiles together.
    pub tiles: Vec<Tile>,
    /// The definitions, one entry for each way they are used.
    pub functions: Vec<Function>,
    /// The moves in the order of the file.
    pub moves: Vec<Move>,
    /// Set-up and turns as one program.
    pub code: Vec<Instruction>,
    /// The turns in order: the entry of each and the condition that ends its phase.
    pub phases: Vec<Phase>,
    /// All end clauses in the order of the file.
    pub ends: Vec<End>,
    /// What happens after every move.
    pub afterwards: Vec<Statement>,
    /// What must hold after every move.
    pub ensures: Vec<Expr>,
    /// What must hold when a turn is over.
    pub turn_ensures: Vec<Expr>,
    /// For each condition "n moves without …" what begins its count anew.
    pub counters: Vec<Counter>,
    /// How positions are written in one line; printed in the first way.
    pub formats: Vec<Format>,
    /// What holds at the beginning of every turn.
    pub laws: Vec<Law>,
    /// How many names are kept in a position, the six of [`journey`] first.
    pub n_kept: usize,
    /// How many names live only inside expressions.
    pub n_temporary: usize,
    /// Where taken pieces go.
    pub captured: Captured,
    /// Whether a rule asks for repetition.
    pub asks_repetition: bool,
    /// Whether a rule asks which pieces have moved.
    pub asks_unmoved: bool,
    /// How many decisions a game may have.
    pub limit: u32,
    /// What playing may take.
    pub budget: Budget,
}

/// The names that every travel binds, as numbers of kept names.
pub mod journey {
    /// The cell left; none for a drop.
    pub const ORIGIN: usize = 0;
    /// The cell reached.
    pub const LANDING: usize = 1;
    /// The direction of the last leg.
    pub const WAY: usize = 2;
    /// The cells passed.
    pub const PASSED: usize = 3;
    /// The cells jumped over.
    pub const JUMPED: usize = 4;
    /// The cells of all pieces taken in this move.
    pub const TAKEN: usize = 5;
    /// How many there are.
    pub const COUNT: usize = 6;
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The direction that is forward; none on boards without directions.
    pub facing: Option<DirectionId>,
    /// The place on the board.
    pub seat: Set,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The name.
    pub name: String,
    /// The name of the set of its cells.
    pub plural: String,
    /// Belongs to nobody.
    pub neutral: bool,
    /// Must not be left attacked.
    pub royal: bool,
    /// The kind that the taker gets in hand.
    pub captured_as: Option<usize>,
    /// Whether it comes from a hand; otherwise there is no end of it.
    pub from_hand: bool,
    /// Where its name was written.
    pub span: Span,
}

/// A type of named values.
#[derive(Clone, Debug)]
pub struct TypeModel {
    /// The name.
    pub name: String,
    /// The names of the values.
    pub values: Vec<String>,
    /// For poses of a cube: how they turn.
    pub cube: Option<Cube>,
}

/// The poses of a cube, by number.
#[derive(Clone, Debug)]
pub struct Cube {
    /// The type of what is printed on the faces.
    pub faces: usize,
    /// The pose in which each kind lies at the start, by the kind's name; none for all others.
    pub starts: Vec<(Option<String>, u16)>,
    /// What each pose shows: top, bottom, north, south, east, west.
    pub shows: Vec<[u16; 6]>,
    /// The pose after tipping to north, east, south and west.
    pub tipped: Vec<[u16; 4]>,
    /// The pose after a quarter turn clockwise.
    pub turned: Vec<u16>,
}

/// A terrain.
#[derive(Clone, Debug)]
pub struct Terrain {
    /// The name.
    pub name: String,
    /// The values.
    pub values: Vec<String>,
}

/// What a variable belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The game: one in all.
    Game,
    /// One for each member of a domain.
    Each(Domain),
    /// One for each piece; it travels with the piece.
    Piece,
}

/// How long a variable keeps its value.
pub type Lifetime = crate::syntax::ast::Lifetime;

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// What it belongs to.
    pub holder: Holder,
    /// For piece variables: the kinds that have it.
    pub kinds: Set,
    /// For piece variables, its place among the piece's attributes; else where its values begin in a position.
    pub offset: usize,
    /// How many values there are of it in a position (none of a piece variable).
    pub count: usize,
    /// Its type.
    pub ty: Type,
    /// How long it lasts.
    pub lifetime: Lifetime,
    /// Whether it counts when positions are compared for repetition.
    pub compared: bool,
    /// Its first value; for piece variables by kind.
    pub first: Vec<Value>,
}

impl Variable {
    /// Whether it is a number, or yes (one) and no (zero), and belongs to no piece: whoever weighs positions counts it.
    pub fn is_counted(&self) -> bool {
        self.holder != Holder::Piece && matches!(self.ty, Type::Number(..) | Type::Truth)
    }
}

/// A constant function.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name.
    pub name: String,
    /// Its values by key; keys that are missing give the empty value.
    pub values: Vec<Value>,
    /// What a missing key gives.
    pub missing: Value,
}

impl Table {
    /// Its value for a key, if there is one.
    pub fn at(&self, key: Option<usize>) -> &Value {
        key.and_then(|key| self.values.get(key)).unwrap_or(&self.missing)
    }
}

/// A tile: the terrain values of its faces.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The name.
    pub name: String,
    /// The rows of each face from the top, as values of the terrain.
    pub faces: Vec<Vec<Vec<u16>>>,
}

/// A definition with its parameters.
#[derive(Clone, Debug)]
pub struct Function {
    /// The temporary names of the parameters.
    pub parameters: Vec<usize>,
    /// What it is.
    pub body: Expr,
}

/// A typed expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// What it gives.
    pub ty: Type,
    /// Where it was written.
    pub span: Span,
}

/// Whose pieces.
#[derive(Clone, Debug)]
pub enum Owner {
    /// Anybody's, neutral ones included.
    Any,
    /// One of a set of players.
    Of(Box<Expr>),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Less,
    AtMost,
    AtLeast,
    More,
}

impl Comparison {
    /// Whether the first number compares so with the second.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::AtLeast => a >= b,
            Comparison::More => a > b,
        }
    }
}

/// Arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Arithmetic {
    Plus,
    Minus,
    Times,
    Smaller,
    Larger,
}

impl Arithmetic {
    /// The number from two, no further than numbers go.
    pub fn of(self, a: i64, b: i64) -> i64 {
        match self {
            Arithmetic::Plus => a.saturating_add(b),
            Arithmetic::Minus => a.saturating_sub(b),
            Arithmetic::Times => a.saturating_mul(b),
            Arithmetic::Smaller => a.min(b),
            Arithmetic::Larger => a.max(b),
        }
    }
}

/// The expressions of the model.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Constant(Value),
    /// A name kept in the position.
    Kept(usize),
    /// A name that lives inside an expression.
    Temporary(usize),
    /// The player that `my` means here.
    Me,
    /// The player whose turn it is.
    Mover,
    /// The player after the mover.
    Next,
    /// The opponents of a player.
    Enemies(Box<Expr>),
    /// The player that has the first turn of each round.
    Starter,
    /// The players that are not out.
    Living,
    /// A member as a set.
    ToSet(Box<Expr>),
    /// The first member of a set, or none.
    ToOne(Box<Expr>),
    /// Both truths; the second is not asked when the first decides.
    And(Box<Expr>, Box<Expr>),
    /// Either truth.
    Or(Box<Expr>, Box<Expr>),
    /// The other truth.
    Not(Box<Expr>),
    /// What is in either set.
    Union(Box<Expr>, Box<Expr>),
    /// What is in both sets.
    Intersection(Box<Expr>, Box<Expr>),
    /// What is in the first set only.
    Difference(Box<Expr>, Box<Expr>),
    /// The first, unless it is empty or none.
    OrElse(Box<Expr>, Box<Expr>),
    /// Whether two values are the same.
    Same(Box<Expr>, Box<Expr>),
    /// Whether two numbers compare so.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// A number from two.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// Whether a number is odd.
    Odd(Box<Expr>),
    /// Whether a member is in a set.
    Contains(Box<Expr>, Box<Expr>),
    /// Whether a set has a member.
    Some(Box<Expr>),
    /// How many members a set has.
    Count(Box<Expr>),
    /// The second or the third.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The members of a set for which something holds.
    Those(usize, Box<Expr>, Box<Expr>),
    /// The sum of a number over the members of a set.
    Total(usize, Box<Expr>, Box<Expr>),
    /// The cells of pieces of some kinds and owners.
    Pieces(Set, Owner),
    /// The cells where a piece of some kinds and owners stands, under others too.
    AnyHeight(Set, Owner),
    /// The cells without a piece.
    Empty,
    /// The cells whose piece has not moved.
    Unmoved,
    /// The cells of a terrain's value.
    OnTerrain(usize, Box<Expr>),
    /// The terrain of a cell.
    TerrainAt(usize, Box<Expr>),
    /// A variable; the member that it belongs to, if any.
    Variable(usize, Option<Box<Expr>>),
    /// The members whose variable is yes.
    WhereYes(usize),
    /// How many pieces a player has in hand: of a kind, or in all.
    Hand(Box<Expr>, Option<Box<Expr>>),
    /// The kind on a cell.
    KindAt(Box<Expr>),
    /// The owner of the piece on a cell.
    OwnerAt(Box<Expr>),
    /// How many pieces stand on a cell.
    Height(Box<Expr>),
    /// A constant function.
    Table(usize, Box<Expr>),
    /// A definition.
    Call(usize, Vec<Expr>),
    /// The neighbours of cells in some directions.
    Shift(Box<Expr>, Box<Expr>),
    /// A direction turned clockwise from the forward of a player by so many notches.
    Relative(Box<Expr>, Vec<i32>),
    /// The opposites of directions.
    Opposite(Box<Expr>),
    /// The cells whose rank, seen by a player, is in a range; a missing end is the last rank.
    Ranks(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// The rank of a cell seen by a player.
    RankOf(Box<Expr>, Box<Expr>),
    /// The row (no) or column (yes) of a cell.
    Coordinate(bool, Box<Expr>),
    /// The cells whose row (no) or column (yes) is in a range.
    Rows(bool, Box<Expr>, Box<Expr>),
    /// Where a path leads from any cell of a set, or (yes) the cells passed and jumped on the way.
    Reach {
        /// Whether the cells on the way are meant.
        span: bool,
        /// From where.
        from: Box<Expr>,
        /// How.
        path: Path,
        /// To where.
        to: Option<Box<Expr>>,
    },
    /// The cells of complete lines inside a set: declared lines, or rows of so many (exactly: yes).
    Lines(Option<(bool, Box<Expr>)>, Box<Expr>),
    /// Whether a set holds a way from one set to another.
    Joins(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The connected group inside a set around some of its cells.
    Group(Box<Expr>, Box<Expr>),
    /// The cells of pieces whose group (of one owner) touches no empty cell.
    Surrounded,
    /// The cells at which who plays carefully looks first. No file says this, and elsewhere there are none.
    Urgent,
    /// The regions of the first set that touch only the second, and touch it.
    Enclosed(Box<Expr>, Box<Expr>),
    /// The steps between two cells.
    Distance(Box<Expr>, Box<Expr>),
    /// Those of the cells on which an opponent of the player could take.
    Attacked(Box<Expr>, Box<Expr>),
    /// Whether the player would have no option at the first choice of a turn.
    Stuck(Box<Expr>),
    /// Whether the position (or only its pieces: yes) stands for this time at least; within so many turns.
    Repeated(bool, u32, Option<Box<Expr>>),
    /// Whether the counter has reached a number.
    Without(usize, u32),
    /// Whether the latest choice of this turn was that move.
    Played(usize),
    /// Whether the player has an option of that move.
    Can(Box<Expr>, usize),
    /// Completed turns.
    Turns,
    /// Completed rounds.
    Rounds,
    /// The place of a player.
    Seat(Box<Expr>),
    /// What a pose shows on a side: top, bottom, north, south, east, west.
    Shows(usize, usize, Box<Expr>),
    /// The pose after tipping in a direction.
    Tipped(usize, Box<Expr>, Box<Expr>),
    /// The pose after so many quarter turns clockwise.
    Turned(usize, Box<Expr>, Box<Expr>),
}

/// Legs one after the other, or (several paths) alternatives.
pub type Path = Vec<Leg>;

/// One leg of a path.
#[derive(Clone, Debug)]
pub struct Leg {
    /// How it goes.
    pub verb: Verb,
    /// The set of directions, absolute; none for all.
    pub dirs: Option<Dirs>,
    /// What the cells passed must be.
    pub through: Expr,
    /// Again and again.
    pub repeating: bool,
    /// What must hold for each step of it.
    pub condition: Option<StepCondition>,
    /// Whether it is to be worked out wherever it begins: it asks for `origin`, or for what a piece is or remembers.
    pub asks: bool,
    /// Where it was written.
    pub span: Span,
}

/// What must hold for each step of a leg; `way` is the direction of the step.
#[derive(Clone, Debug)]
pub struct StepCondition {
    /// The temporary name of the cell left by the step.
    pub from: usize,
    /// The temporary name of the cell entered.
    pub here: usize,
    /// What must hold.
    pub holds: Expr,
}

/// The directions of a leg.
#[derive(Clone, Debug)]
pub enum Dirs {
    /// A set of directions.
    Set(Expr),
    /// Turned from the leg before, in notches clockwise.
    Onward(Vec<i32>),
}

/// How a leg goes.
#[derive(Clone, Debug)]
pub enum Verb {
    /// One cell.
    Steps,
    /// Straight on, so many cells.
    Slides {
        /// The fewest and the most cells.
        range: Option<(Expr, Option<Expr>)>,
        /// Cells that may be entered and not passed.
        stopping: Option<Expr>,
        /// How many bends of the board it follows at least; none if it follows no bend.
        bends: Option<u8>,
    },
    /// To the cell so many across and along.
    Leaps(u16, u16),
    /// Straight on by exactly so many cells, whatever is between.
    LeapsStraight(Expr),
    /// The same leap again and again over the cells of `through`.
    Rides(u16, u16),
    /// The same straight leap again and again.
    RidesStraight(Expr),
    /// Over one cell of a set, to the next one behind it.
    Hops {
        /// What is jumped.
        over: Expr,
        /// Whether empty cells may lie before and after.
        any_distance: bool,
    },
    /// So many steps over different cells.
    Walks(Expr, Expr),
    /// One of several paths with their own targets.
    OneOf(Vec<(Path, Option<Expr>)>),
    /// To any cell.
    Goes,
    /// Does not leave its cell.
    Stays,
}

/// A choice of one member of a set.
#[derive(Clone, Debug)]
pub struct Pick {
    /// The name.
    pub name: String,
    /// The kept name that it binds.
    pub slot: usize,
    /// From what; a set.
    pub from: Expr,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// The name.
    pub name: String,
    /// Whether a piece goes on with the same move.
    pub repeats: crate::syntax::ast::Repeats,
    /// Its alternatives.
    pub sentences: Vec<Sentence>,
    /// What happens after each.
    pub afterwards: Vec<Statement>,
    /// What must hold in the end.
    pub ensures: Vec<Expr>,
    /// How it is written, quiet and taking, where the file says so.
    pub notation: Option<(Template, Template)>,
    /// Where its name was written.
    pub span: Span,
}

/// A text with holes.
pub type Template = Vec<TemplatePart>;

/// A part of a template.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Plain text.
    Text(String),
    /// The text of a value.
    Value(Expr),
    /// All that was picked for these kept names, in the order of the picks.
    Each(Vec<usize>),
}

/// One alternative of a move.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// What is picked first.
    pub picks: Vec<Pick>,
    /// The piece that travels, if any.
    pub travel: Option<Travel>,
    /// The guard.
    pub when: Option<Expr>,
    /// The effects.
    pub block: Vec<Statement>,
    /// Where it was written.
    pub span: Span,
}

/// Who goes how to what.
#[derive(Clone, Debug)]
pub struct Travel {
    /// The kinds.
    pub kinds: Set,
    /// Whether the piece comes from the hand or the supply.
    pub drops: bool,
    /// The cells that it must stand on.
    pub on: Option<Expr>,
    /// How it goes.
    pub path: Path,
    /// Where it may land.
    pub to: Expr,
    /// What it takes besides.
    pub taking: Option<Expr>,
    /// Whether what it takes leaves at the end of the whole move.
    pub at_end: bool,
}

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it was written.
    pub span: Span,
}

/// The statements that ask nobody, and `pick` and `ensure`, which stand in moves.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// One of two.
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// So many times, as long as something holds.
    Repeat(Expr, Option<Expr>, bool, Vec<Statement>),
    /// For each member of a set, in order; the kept name that holds it.
    Each(usize, Expr, Vec<Statement>),
    /// A choice of the same move.
    Pick(Pick, Option<Expr>),
    /// Only runs in which this holds.
    Ensure(Expr),
    /// Captures; at the end of the move (yes).
    Take(Expr, bool),
    /// Removes without capture.
    Remove(Expr),
    /// Puts pieces on cells.
    Put {
        /// How many on each cell, or in hand.
        number: Expr,
        /// The kind.
        kind: Expr,
        /// The owner; none for neutral kinds.
        owner: Option<Expr>,
        /// The cells; none for the hand.
        on: Option<Expr>,
        /// Attributes: variable and value.
        with: Vec<(usize, Expr)>,
    },
    /// Moves the piece of a cell to another.
    Move(Expr, Expr),
    /// Moves so many pieces from the top of a cell to another, in their order: on top of what is there, or (yes) under.
    MovePile {
        /// How many.
        number: Expr,
        /// From where.
        from: Expr,
        /// Where to.
        to: Expr,
        /// Whether they lie down under what is there.
        under: bool,
    },
    /// Moves the pieces of a set one cell in a direction, all at once; what leaves the board is captured.
    Push(Expr, Expr),
    /// Sows what a variable of cells holds for one of them.
    Sow {
        /// The variable.
        variable: usize,
        /// The cell that is emptied.
        from: Expr,
        /// The direction.
        way: Expr,
        /// The cells passed over.
        except: Option<Expr>,
    },
    /// Exchanges what stands on two cells.
    Swap(Expr, Expr),
    /// Changes the kind.
    Change(Expr, Expr),
    /// Changes the owner.
    Give(Expr, Expr),
    /// Sets a variable: number, whose (a set for all of them), value.
    Set(usize, Option<Expr>, Expr),
    /// Sets a kept name.
    Let(usize, Expr),
    /// Sets whose turn comes first.
    SetStarter(Expr),
    /// Paints a terrain: its number and the value of each cell.
    Paint(usize, Vec<Option<u16>>),
    /// Lays a tile (an expression) with its lower left corner on a cell: terrain, tile, cell, face, quarter turns.
    Lay(usize, Expr, u16, Expr, Expr),
    /// Removes every piece, from the cells and from the hands.
    Clear,
    /// Runs statements with `my` meaning each player in turn.
    ForEachPlayer(Vec<Statement>),
    /// Does one thing for a player.
    For(Expr, Vec<Statement>),
}

/// The instructions of set-up and turns.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// A statement that asks nobody.
    Do(Statement),
    /// Goes on at the number unless the condition holds.
    Unless(Expr, usize),
    /// Goes on at the number.
    Jump(usize),
    /// A decision of the mover.
    Choose(Choose),
    /// A decision of Chance: binds a kept name.
    Roll(usize, Draw),
    /// The player has another turn.
    Again,
    /// The turn, or the set-up, is over.
    End,
    /// From here on `my` means this player (set-up for each player).
    As(Option<Expr>),
}

/// A decision of the mover.
#[derive(Clone, Debug)]
pub struct Choose {
    /// Whether the player may stop instead.
    pub may: bool,
    /// Groups of moves; a later one only when the earlier ones have no option.
    pub groups: Vec<Vec<usize>>,
    /// What must be greatest (yes) or least, in order.
    pub most: Vec<(bool, Expr)>,
    /// Whether of the options that lead to one position only the first is offered.
    pub distinct: bool,
}

/// What Chance draws.
#[derive(Clone, Debug)]
pub enum Draw {
    /// The total of so many dice with so many sides.
    Dice(Expr, Expr),
    /// A member of a set; the weight of each (bound to a temporary name), or even.
    From(Expr, Option<(usize, Expr)>),
    /// A face of a tile: front or back.
    Face,
    /// Quarter turns, 0 to 3.
    Quarters,
    /// One of these tiles that is still in the box held by a kept name.
    Tile(usize),
}

/// A phase of the game.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// Where its turn begins.
    pub entry: usize,
    /// When it is over.
    pub until: Option<Expr>,
}

/// An end clause.
#[derive(Clone, Debug)]
pub struct End {
    /// Its name.
    pub name: Arc<str>,
    /// When it is tested.
    pub point: Point,
    /// What it says.
    pub result: EndResult,
    /// When it holds.
    pub when: Option<Expr>,
    /// Where it was written.
    pub span: Span,
}

/// The result of an end clause.
#[derive(Clone, Debug)]
pub enum EndResult {
    /// Nobody wins, nobody loses.
    Draw,
    /// All lose.
    EveryoneLoses,
    /// Every player for whom the condition holds.
    EachPlayer(crate::syntax::ast::VerdictItem),
    /// By a number for each player (bound to a temporary name).
    ByScore(bool, usize, Expr),
    /// These players.
    Someone(Expr, crate::syntax::ast::VerdictItem),
}

/// What begins a count of moves or turns anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Whether turns are counted, not moves.
    pub turns: bool,
    /// Whether a capture does.
    pub taking: bool,
    /// The moves that do.
    pub moves: Set,
}

/// Where taken pieces go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Captured {
    /// Out of the game.
    Away,
    /// To the hand of the taker.
    Hand,
    /// To the site of their owner, by player.
    Sites(Vec<u16>),
}

impl Rules {
    /// The first value of a variable for pieces of a kind.
    pub fn variables_first(&self, variable: &Variable, kind: usize) -> Value {
        variable.first.get(kind).cloned().unwrap_or(Value::NONE)
    }
}
