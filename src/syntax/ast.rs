//! The syntax tree: what was written, with places. Trees are equal when they say the same, wherever it stands.

use crate::source::{Span, Spanned};

/// A name as it was written.
pub type Name = Spanned<String>;
/// An expression and its place.
pub type Expr = Spanned<ExprKind>;
/// A statement and its place.
pub type Statement = Spanned<StatementKind>;
/// Statements in braces.
pub type Block = Vec<Statement>;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Its declarations in order.
    pub items: Vec<Item>,
}

/// A declaration, what it does to an inherited one, and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Whether it adds, replaces or removes.
    pub mode: Mode,
    /// What is declared.
    pub kind: ItemKind,
    /// The whole declaration.
    pub span: Spanned<()>,
}

/// What a declaration does to one of the same name in the file that is extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A new name.
    Add,
    /// In the place of the inherited one.
    Replace,
}

/// The declarations.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "each variant is named by its keyword; docs/language/ explains them")]
pub enum ItemKind {
    Language(Spanned<i64>),
    Game {
        title: Name,
        extends: Option<Name>,
    },
    Titles(Vec<(Name, Name)>),
    Prose(Vec<(Name, Name)>),
    Fact {
        word: Name,
        text: String,
    },
    Use(Name),
    Option {
        name: Name,
        choices: Vec<OptionChoice>,
    },
    Players {
        numbers: Vec<(i64, i64)>,
        players: Vec<PlayerItem>,
        span: Span,
    },
    Seats(Vec<Seating>),
    Board(BoardItem),
    Site {
        names: Vec<Name>,
        per_player: bool,
    },
    Terrain {
        name: Name,
        values: Vec<Name>,
    },
    Tiles {
        name: Name,
        terrain: Name,
        tiles: Vec<Tile>,
    },
    Type {
        name: Name,
        kind: TypeItem,
    },
    Piece(PieceItem),
    Captured {
        to: Option<Name>,
        span: Span,
    },
    Movement {
        name: Name,
        paths: Vec<(Path, Option<Expr>)>,
    },
    Remember(RememberItem),
    Define {
        name: Name,
        params: Params,
        body: Expr,
    },
    Table {
        name: Name,
        of: Name,
        rows: Vec<(Expr, Expr)>,
    },
    Action {
        name: Name,
        params: Vec<Name>,
        block: Block,
    },
    Setup {
        per_player: bool,
        when: Option<Expr>,
        block: Block,
    },
    Afterwards(Block),
    Ensure(Expr),
    /// What must hold when a turn is over.
    EnsureTurn(Expr),
    Move(MoveItem),
    Turn {
        name: Option<Name>,
        until: Option<Expr>,
        block: Block,
    },
    End {
        point: Point,
        clauses: Vec<Clause>,
    },
    Limit(Spanned<i64>),
    Always(Vec<(Name, Expr)>),
    Text {
        language: Name,
        entries: Vec<TextEntry>,
    },
    PositionFormat {
        fields: Vec<Field>,
        span: Span,
    },
    Test(TestItem),
    Remove {
        part: Name,
        name: Option<Name>,
        of: Option<Name>,
    },
}

/// One allowed value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionChoice {
    /// A word or a number.
    Word(Name),
    /// Any diagram of the terrain of that name, given by the user.
    Picture(Name),
}

/// A player of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerItem {
    /// The name.
    pub name: Name,
    /// The direction that is forward for it.
    pub facing: Option<Name>,
}

/// Who sits where when so many play.
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// The number of players.
    pub players: Spanned<i64>,
    /// For each seat in order: the player, if not the next of the list, and the place.
    pub seats: Vec<(Option<Name>, Expr)>,
}

/// `board …`
#[derive(Clone, Debug, PartialEq)]
pub struct BoardItem {
    /// `square`, `hexagon`, …
    pub shape: Name,
    /// The sizes.
    pub sizes: Vec<Expr>,
    /// `with diagonals`, and where it says so.
    pub diagonals: Option<Span>,
    /// `with stacks`.
    pub stacks: bool,
    /// What is edited.
    pub edits: Vec<BoardEdit>,
}

/// A line in the braces of a board.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum BoardEdit {
    Hole(Vec<Name>),
    Edge(Vec<(Name, Name)>),
    Line(Vec<Vec<Name>>),
    Direction(Name, Vec<(Name, Name)>),
    Bend(Vec<[Name; 4]>),
    Names(Vec<Name>),
}

/// One tile: its rows, front and back.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Its name.
    pub name: Name,
    /// The rows of each face, top first.
    pub faces: Vec<Vec<String>>,
}

/// The right side of a `type`.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeItem {
    /// Named values.
    Values(Vec<Name>),
    /// The numbers from one to another.
    Range(Spanned<i64>, Spanned<i64>),
    /// The poses of cubes: the kind that is such a cube; side, what is printed there.
    Cubes(Vec<CubeItem>),
}

/// A cube as it lies at the start: the kind that it is, and side by side what is printed there.
pub type CubeItem = (Option<Name>, Vec<(Name, Name)>);

/// A kind of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceItem {
    /// The kind.
    pub name: Name,
    /// The name of the set of its cells; none for the name with an s.
    pub plural: Option<Name>,
    /// Belongs to nobody.
    pub neutral: bool,
    /// Must not be left attacked.
    pub royal: bool,
    /// The letter of diagrams.
    pub letter: Option<Name>,
    /// The kind that the taker gets in hand.
    pub captured_as: Option<Name>,
}

/// `remember …`
#[derive(Clone, Debug, PartialEq)]
pub struct RememberItem {
    /// The variable.
    pub name: Name,
    /// What there is one for each of: `player`, `cell`, `piece`, kinds or a type; empty for one in all.
    pub of_each: Vec<Name>,
    /// How long it lasts.
    pub lifetime: Lifetime,
    /// Whether it counts when positions are compared for repetition.
    pub compared: bool,
    /// Its values.
    pub domain: Domain,
    /// Its first value.
    pub first: Option<Expr>,
}

/// How much of a pile a statement is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Pile {
    /// All of it.
    Whole,
    /// So many pieces from the top.
    Top(Expr),
}

/// How long a variable keeps its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// To the end of the game.
    Game,
    /// To the end of the move.
    Move,
    /// To the end of the turn.
    Turn,
    /// To the end of the next turn.
    TwoTurns,
}

/// The values of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// Yes or no.
    Truth,
    /// A set of `cells` or of another type.
    SetOf(Name),
    /// One of a type, or none.
    Optional(Name),
    /// The numbers from one to another.
    Range(Expr, Expr),
    /// One of a type.
    One(Name),
}

/// The parameters of a definition.
#[derive(Clone, Debug, PartialEq)]
pub enum Params {
    /// None, as in `define safe = …`.
    None,
    /// One, as in `define mills of p = …`; a player's name there makes it that player's case.
    Of(Name),
    /// Several, as in `define weaker(n, p) = …`.
    List(Vec<Name>),
}

/// `move …`
#[derive(Clone, Debug, PartialEq)]
pub struct MoveItem {
    /// Its name.
    pub name: Name,
    /// Whether a piece goes on with the same move.
    pub repeats: Repeats,
    /// Its alternatives.
    pub sentences: Vec<Sentence>,
    /// What happens after each of them.
    pub afterwards: Block,
    /// What must hold in the end.
    pub ensures: Vec<Expr>,
}

/// Whether a piece goes on with the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// It does not.
    No,
    /// It may.
    May,
    /// It must, as long as it can.
    Must,
}

/// One alternative of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// What is picked first.
    pub picks: Vec<Pick>,
    /// The piece that travels, if any.
    pub travel: Option<Travel>,
    /// The guard.
    pub when: Option<Expr>,
    /// The effects.
    pub block: Block,
    /// The whole sentence.
    pub span: Span,
}

/// `pick x from S when C`
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// The name of what is picked.
    pub name: Name,
    /// From what.
    pub from: Range,
}

/// A set, or the numbers from one to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The set, or the first number.
    pub from: Expr,
    /// The last number.
    pub to: Option<Expr>,
}

/// Who goes how to what, taking what.
#[derive(Clone, Debug, PartialEq)]
pub struct Travel {
    /// The kinds; empty for any piece.
    pub kinds: Vec<Name>,
    /// The cells that it must stand on.
    pub on: Option<Expr>,
    /// How it goes.
    pub path: Path,
    /// Where it may land.
    pub to: Option<Expr>,
    /// What it takes besides.
    pub taking: Option<Expr>,
    /// Whether what it takes leaves at the end of the whole move.
    pub at_end: bool,
}

/// Legs, one after the other.
pub type Path = Vec<Leg>;

/// One leg of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// The verb and what belongs to it.
    pub verb: Verb,
    /// The directions; none for all.
    pub dirs: Option<Expr>,
    /// What the cells passed must be; none for `empty`.
    pub through: Option<Expr>,
    /// Again and again.
    pub repeating: bool,
    /// What must hold for each step.
    pub condition: Option<Expr>,
    /// The whole leg.
    pub span: Span,
}

/// How a piece travels.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum Verb {
    Steps,
    Slides { range: Option<Distance>, stopping: Option<Expr>, bends: Option<u8> },
    Leaps(Jump),
    Rides(Jump),
    Hops { over: Expr, any_distance: bool },
    Walks(Distance),
    As(Name),
    Betza(Name),
    Goes,
    Drops,
    Stays,
}

/// The shape of a leap.
#[derive(Clone, Debug, PartialEq)]
pub enum Jump {
    /// So many across and so many along.
    Offsets(i64, i64),
    /// So many cells straight on.
    Straight(Expr),
}

/// How far.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum Distance {
    Exactly(Expr),
    UpTo(Expr),
    OrMore(Expr),
    FromTo(Expr, Expr),
}

/// When end clauses are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum Point {
    AfterMove,
    AfterTurn,
    AfterRound,
    BeforeTurn,
}

/// `"name": result when C`
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Its name.
    pub name: Name,
    /// What it says.
    pub result: ResultItem,
    /// When.
    pub when: Option<Expr>,
    /// The whole clause.
    pub span: Spanned<()>,
}

/// The result of an end clause.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum ResultItem {
    Draw,
    EveryoneLoses,
    EachPlayer(VerdictItem),
    ByScore { highest: bool, score: Name },
    Someone(Expr, VerdictItem),
}

/// What happens to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum VerdictItem {
    Wins,
    Loses,
    IsOut,
}

/// A diagram: its rows from the top, and what its letters stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The rows, without the bar, blanks removed.
    pub rows: Vec<Name>,
    /// Letters explained: letter, kind, owner.
    pub legend: Vec<(Name, Name, Option<Expr>)>,
    /// The whole diagram.
    pub span: Span,
}

/// `choose …`
#[derive(Clone, Debug, PartialEq)]
pub struct Choose {
    /// Whether the player may stop instead.
    pub may: bool,
    /// Groups of moves, a later one only when the earlier ones have no option; an empty group is any move.
    pub groups: Vec<Vec<Name>>,
    /// What must be greatest (true) or least (false), in order.
    pub most: Vec<(bool, Expr)>,
    /// Whether of the options that lead to one position only the first is offered.
    pub distinct: bool,
}

/// The statements.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum StatementKind {
    If {
        cond: Expr,
        then: Block,
        otherwise: Option<Block>,
    },
    /// The bound says whether the player may stop before each round.
    Repeat {
        bound: Option<(bool, Expr)>,
        cond: Option<Expr>,
        block: Block,
    },
    Each {
        name: Name,
        range: Range,
        block: Block,
    },
    Choose(Choose),
    Pick {
        pick: Pick,
        when: Option<Expr>,
    },
    Roll {
        name: Name,
        from: Roll,
    },
    Take {
        pile: Option<Pile>,
        what: Expr,
        at_end: bool,
    },
    Remove {
        pile: Option<Pile>,
        what: Expr,
    },
    Put {
        number: Option<Expr>,
        kind: Name,
        owner: Option<Expr>,
        on: Option<Expr>,
        with: Vec<(Name, Expr)>,
    },
    Move {
        pile: Option<Pile>,
        from: Expr,
        under: bool,
        to: Expr,
    },
    Push {
        what: Expr,
        way: Expr,
    },
    Sow {
        what: Name,
        from: Expr,
        way: Expr,
        except: Option<Expr>,
    },
    Swap(Expr, Expr),
    Change {
        what: Expr,
        into: Expr,
    },
    Give {
        what: Expr,
        to: Expr,
    },
    Set {
        place: Expr,
        value: Expr,
    },
    Add {
        amount: Expr,
        place: Expr,
    },
    Subtract {
        amount: Expr,
        place: Expr,
    },
    Let {
        name: Name,
        value: Expr,
    },
    Do {
        name: Name,
        args: Vec<Expr>,
    },
    Paint {
        terrain: Name,
        picture: PaintWith,
    },
    Lay {
        tiles: Name,
        on: Vec<Expr>,
        shuffled: bool,
        turned: bool,
        flipped: bool,
    },
    Ensure(Expr),
    Again,
    EndTurn,
    Draw(Picture),
}

/// A diagram, or the option that holds one.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "said above")]
pub enum PaintWith {
    Picture(Picture),
    Option(Name),
}

/// What chance draws.
#[derive(Clone, Debug, PartialEq)]
pub enum Roll {
    /// The total of so many dice with so many sides (6 if not said).
    Dice(Expr, Option<Expr>),
    /// One of a set, evenly or by the weights of a property.
    From(Range, Option<Name>),
}

/// The operators with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum Operator {
    OrElse,
    Or,
    And,
    Is,
    IsNot,
    AtLeast,
    AtMost,
    LessThan,
    MoreThan,
    Plus,
    Minus,
    Times,
    In,
    NotIn,
    Except,
}

/// Whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum Whose {
    My,
    Enemy,
}

/// What is counted along a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum Axis {
    Row,
    Column,
    Cell,
}

/// Rows, columns or cells by number.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// One.
    One(Box<Expr>),
    /// Several.
    Range(Box<Expr>, Box<Expr>),
    /// The first.
    First,
    /// The last.
    Last,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum ExprKind {
    Int(i64),
    Text(String),
    Truth(bool),
    Name(String),
    /// What stands in brackets, once however many there are.
    Group(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Count(Box<Expr>),
    Some(Box<Expr>),
    No(Box<Expr>),
    Joins(Box<Expr>, Box<Expr>, Box<Expr>),
    Of(Name, Box<Expr>),
    Along(Box<Expr>, Box<Expr>),
    Owned(Whose, Box<Expr>),
    /// Pieces wherever in a pile they stand.
    AnyHeight(Box<Expr>),
    Rows {
        axis: Axis,
        rows: Rows,
    },
    Call(Name, Vec<Expr>),
    List(Vec<Expr>),
    Those {
        name: Name,
        set: Box<Expr>,
        cond: Box<Expr>,
    },
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Reach {
        span: bool,
        from: Box<Expr>,
        path: Path,
        to: Option<Box<Expr>>,
    },
    Lines {
        length: Option<(bool, Box<Expr>)>,
        set: Box<Expr>,
    },
    Repeated {
        board: bool,
        times: Option<i64>,
        within: Option<Box<Expr>>,
    },
    Without {
        n: i64,
        turns: bool,
        taking: bool,
        moves: Vec<Name>,
    },
    Played(Name),
    Can {
        player: Option<Box<Expr>>,
        of_move: Name,
    },
}

impl Expr {
    /// What stands in the brackets, if it is in brackets.
    pub fn bare(&self) -> &Expr {
        match &self.value {
            ExprKind::Group(inner) => inner.bare(),
            _ => self,
        }
    }
}

/// `Man: "pion"`
#[derive(Clone, Debug, PartialEq)]
pub struct TextEntry {
    /// What is named.
    pub key: Name,
    /// The words.
    pub words: Vec<Name>,
    /// Those of the words that stand without quotes.
    pub bare: Vec<Name>,
}

/// A field of a position that is written in one line: parts without blanks between.
pub type Field = Vec<Spanned<FieldPart>>;

/// What a part of a field tells.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldPart {
    /// This very text.
    Text(String),
    /// What stands on the cells, row by row from the top.
    Board(BoardPart),
    /// The hands.
    Hands,
    /// Whose turn it is: each player with its sign.
    Mover(Vec<(Expr, Name)>),
    /// The number of the turn, or (yes) of the round, counted from so many.
    Ordinal(bool, i64),
    /// How many moves, or (yes) turns, there were without a capture (yes) or these moves.
    Without(bool, bool, Vec<Name>),
    /// A variable.
    Variable(VariablePart),
}

/// The board as a part of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPart {
    /// Whether the hands stand behind it.
    pub with_hands: bool,
    /// The sign of the holes.
    pub hole: Option<Name>,
    /// Kinds with signs that are read besides their letters.
    pub signs: Vec<(Name, Name)>,
}

/// A variable as a part of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct VariablePart {
    /// What is written is this number less the variable.
    pub from: Option<i64>,
    /// The variable.
    pub name: Name,
    /// Its member.
    pub of: Option<Expr>,
    /// The signs of its values.
    pub signs: Vec<(Expr, Name)>,
}

/// `test "…" { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct TestItem {
    /// Its name.
    pub name: Name,
    /// Its lines.
    pub lines: Vec<TestLine>,
}

/// A line of a scenario and its place.
pub type TestLine = Spanned<TestLineKind>;

/// The lines of a scenario.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and none is moved often")]
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum TestLineKind {
    With { option: Name, value: Name },
    Players(i64),
    Situation(Situation),
    Play(Vec<Name>),
    Legal(Vec<Name>),
    Illegal(Vec<Name>),
    Only(Vec<Name>),
    Options(i64),
    Perft { depth: i64, nodes: i64 },
    Probability { option: Name, numerator: i64, denominator: i64 },
    ExpectToPlay(Name),
    ExpectNoResult,
    ExpectDraw { by: Option<Name> },
    ExpectEveryoneLoses { by: Option<Name> },
    ExpectWin { player: Name, by: Option<Name> },
    Expect(Expr),
}

/// A line that sets up a position.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and none is moved often")]
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "named by keyword")]
pub enum Situation {
    Drawn(Picture),
    Written(Name),
    Do(Statement),
    ToPlay(Name),
    Phase(Name),
    /// Completed turns, or (yes) rounds.
    Completed(bool, Spanned<i64>),
    /// So many moves, or (yes) turns, without taking (yes) or one of these moves.
    Counted {
        n: Spanned<i64>,
        turns: bool,
        taking: bool,
        moves: Vec<Name>,
    },
    /// Players that went out at the same time.
    Out(Vec<Name>),
    /// The cells whose top pieces have moved.
    Moved(Expr),
}
