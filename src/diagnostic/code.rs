//! The stable codes of diagnostics. Each has a page in `docs/codes/`, which `merel explain` prints.

use super::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $number:literal, $severity:ident;)+) => {
        /// A kind of diagnostic. The number never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// Every code, in the order of their numbers.
            pub const ALL: &'static [Code] = &[$(Code::$variant),+];

            /// The code as people write it, for instance `M0201`.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $number,)+ }
            }

            /// How grave diagnostics of this kind are.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)+ }
            }
        }
    };
}

codes! {
    /// The text does not follow the grammar.
    Syntax = "M0001", Error;
    /// Brackets or words nest deeper than the limit.
    TooDeep = "M0002", Error;
    /// The file is not text in UTF-8.
    NotUtf8 = "M0003", Error;
    /// The file is larger than the limit.
    TooLong = "M0004", Error;
    /// The file holds no game.
    Empty = "M0005", Error;
    /// A sign that cannot be seen.
    Unseen = "M0006", Error;
    /// A letter that is written in pieces.
    Decomposed = "M0007", Error;
    /// A file that this one needs cannot be read.
    Unreadable = "M0101", Error;
    /// Files extend each other in a circle, or in too long a chain.
    ExtendsCycle = "M0102", Error;
    /// A path leads out of the folder.
    OutsideFolder = "M0103", Error;
    /// The language version is not known.
    Language = "M0104", Error;
    /// A name that nothing declares.
    UnknownName = "M0201", Error;
    /// One name declared twice.
    Duplicate = "M0202", Error;
    /// `replace` or `remove` of something that is not there.
    OverrideNothing = "M0203", Error;
    /// Something the game needs is not declared.
    Missing = "M0204", Error;
    /// A word or a declaration that this place does not allow.
    Misplaced = "M0205", Error;
    /// A definition that needs itself.
    Recursive = "M0206", Error;
    /// A definition by case that leaves cases out.
    MissingCase = "M0207", Error;
    /// A value of one type where another is wanted.
    WrongType = "M0301", Error;
    /// A value that may leave the declared range.
    OutOfRange = "M0302", Error;
    /// The wrong number of arguments.
    Arguments = "M0303", Error;
    /// A text that can be read in two ways.
    TwoReadings = "M0304", Error;
    /// A set that may have several members where one is wanted.
    ManyForOne = "M0305", Error;
    /// A direction that the board lacks.
    NoDirection = "M0401", Error;
    /// A board that cannot be built.
    BadBoard = "M0402", Error;
    /// A limit of the language is exceeded.
    Limit = "M0403", Error;
    /// A picture that does not fit the board.
    BadPicture = "M0404", Error;
    /// Rows, columns or numbers of cells that the board does not have.
    NoRows = "M0405", Error;
    /// A word about the drawing of a board that means nothing.
    Drawing = "M0406", Error;
    /// The budget of time, memory or output is spent.
    Spent = "M0410", Error;
    /// An option value that the file does not allow.
    OptionValue = "M0501", Error;
    /// A number of players that the file does not seat.
    PlayerCount = "M0502", Error;
    /// A move that no turn chooses.
    UnusedMove = "M0601", Error;
    /// Two options that would be written alike.
    SameNotation = "M0602", Error;
    /// A `repeat` without a bound.
    NoBound = "M0603", Error;
    /// A statement that may not stand here.
    BadStatement = "M0604", Error;
    /// A name of a travel asked at a moment when it means nothing, or two things.
    Moment = "M0605", Error;
    /// A name that nothing uses.
    Unused = "M0701", Warning;
    /// A play that may never end.
    Endless = "M0702", Warning;
    /// Text for something that does not exist.
    StrayText = "M0703", Warning;
    /// A variable that is only set, or only asked for.
    OneSided = "M0704", Warning;
    /// A kind of piece that never comes on the board, or takes no part.
    IdleKind = "M0705", Warning;
    /// An end that one before it always forestalls.
    ShadowedEnd = "M0706", Warning;
    /// A condition that can never hold.
    Impossible = "M0707", Warning;
    /// A note that silences nothing.
    IdleNote = "M0708", Warning;
    /// A jump over enemies that takes none of them.
    IdleJump = "M0709", Warning;
    /// A text that says less or more than it seems to.
    Unmeant = "M0710", Warning;
    /// A move or a sentence that never had an option in play.
    NeverPlayed = "M0711", Warning;
    /// An end that play never reached.
    NeverReached = "M0712", Warning;
    /// A set-up that loses pieces.
    SetupClash = "M0713", Warning;
    /// A landing that takes a piece of the mover's own.
    OwnTaken = "M0714", Warning;
    /// One seat wins nearly all games.
    OneSeat = "M0715", Warning;
    /// A game that is over before everybody has moved.
    TooShort = "M0716", Warning;
    /// Games that stop without a result.
    NoResult = "M0717", Warning;
    /// A chain that may jump one piece twice.
    JumpedTwice = "M0721", Warning;
    /// Captures worked out before the piece has gone.
    TakenEarly = "M0722", Warning;
    /// A name in letters of several scripts, or one that looks like another.
    Lookalike = "M0731", Warning;
    /// A scenario that the rules do not fulfil.
    Scenario = "M0801", Error;
    /// A position as text that cannot be.
    BadPosition = "M0802", Error;
    /// A line of a variant file that is no heading, no key with a value and no comment.
    VariantLine = "M0901", Error;
    /// A key that the format of variant files does not know.
    VariantKey = "M0902", Error;
    /// A value of a variant file that its key does not allow.
    VariantValue = "M0903", Error;
    /// A variant that takes over from one that is not there, or from itself.
    VariantParent = "M0904", Error;
    /// Lines of a variant that contradict each other.
    VariantConflict = "M0905", Error;
    /// A position of a variant that does not fit its board or its pieces.
    VariantPosition = "M0906", Error;
    /// A key of a variant that is given twice.
    VariantTwice = "M0907", Warning;
    /// A rule of a variant that the language cannot say.
    NotExpressed = "M0908", Warning;
}

impl Code {
    /// Whether only play can show it.
    pub fn comes_of_play(self) -> bool {
        ("M0711"..="M0719").contains(&self.as_str())
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::str::FromStr for Code {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Code::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(text)).ok_or(())
    }
}
