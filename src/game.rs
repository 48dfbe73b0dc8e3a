//! What every evaluator of rules offers: positions, decisions, options, outcomes.
//!
//! The plain evaluator in [`crate::reference`] and the engine in [`crate::engine`] serve this trait.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::Range;

use rng::Rng;

use crate::rules::Rules;
use crate::rules::board::{CellId, DirectionId};

pub mod arrangement;
mod borrowed;
pub mod chance;
pub mod contents;
mod outcome;
pub mod rng;
pub mod typed;

pub use crate::budget::{Deadline, Halt, Never, worth_of_sequences};
pub use arrangement::{Arrangement, Standing, Start};
pub use contents::{Changes, Contents, Occupant, contents_by_trial};
pub use outcome::{Ending, Endings, Outcome, Places, Verdict};
pub use typed::{NotAnOption, Told, find_meant, find_option};

/// A player, numbered from zero in seating order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player.
    Player(PlayerId),
    /// Chance: each option has a probability.
    Chance,
}

/// An exact probability in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    /// Numerator.
    pub numerator: u64,
    /// Denominator, never zero.
    pub denominator: u64,
}

impl Probability {
    /// The fraction in lowest terms.
    ///
    /// # Panics
    /// If `denominator` is zero.
    pub fn new(numerator: u64, denominator: u64) -> Self {
        assert!(denominator != 0, "a probability has a denominator");
        let divisor = gcd(numerator, denominator).max(1);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The nearest floating point number.
    pub fn as_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// One piece as people see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceView {
    /// The kind, a number in [`Rules::kinds`].
    pub kind: usize,
    /// The owner; none for neutral pieces.
    pub owner: Option<PlayerId>,
    /// Attributes that the file shows in pictures, as `(name, value)` in words, for instance `("face", "rock")`.
    pub attributes: Vec<(String, String)>,
    /// What a cube shows below and on its sides: bottom, north, south, east, west. Nothing of other pieces.
    pub sides: Vec<String>,
    /// Attributes that are directions: the name of the variable, and the number of the direction on the board.
    pub headings: Vec<(String, DirectionId)>,
}

/// Where a variable in words comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The number of the variable in [`Rules::variables`].
    pub variable: usize,
    /// The number of the member that it belongs to, a player for instance; none for the game's own.
    pub member: Option<u16>,
    /// The cells that are its value.
    pub cells: Vec<CellId>,
}

/// Everything that can be seen of a position, as plain data for pictures and files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The pieces on each cell, bottom first.
    pub cells: Vec<Vec<PieceView>>,
    /// For each terrain of the rules, the value on each cell, as a number in [`Rules::terrains`].
    pub terrain: Vec<Vec<Option<usize>>>,
    /// Pieces in hand: by player, then by kind.
    pub hands: Vec<Vec<u32>>,
    /// Variables in words: name with its owner (`life of Red`) and value (`7`).
    pub variables: Vec<(String, String)>,
    /// What each variable in words is of, in the same order.
    pub sources: Vec<Source>,
    /// Variables of cells: the number in [`Rules::variables`], and the value of each cell in words.
    pub by_cell: Vec<(usize, Vec<String>)>,
    /// The moves that may be chosen now, as numbers in [`Rules::moves`]; none where Chance decides.
    pub due: Vec<usize>,
    /// The number of completed rounds.
    pub rounds: u32,
    /// Whose turn it is; none before the first turn and after the end.
    pub mover: Option<PlayerId>,
    /// The number of completed turns.
    pub turns: u32,
}

/// A game that can be played: rules with their options and player count chosen.
///
/// # Equality of positions
/// Two positions are equal when play goes on alike from them but for repetition and counters of
/// moves: same pieces, hands, variables, place in the turn and options.
pub trait Game: Send + Sync {
    /// A position. Cloning one is how programs look ahead.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// What [`Game::undo`] needs to take an option back.
    type Undo: Debug + Send;

    /// The rules that are played.
    fn rules(&self) -> &Rules;

    /// The position before the first decision (which may be one of Chance).
    fn initial(&self) -> Self::Position;

    /// Who decides; none when the game is over.
    fn actor(&self, position: &Self::Position) -> Option<Actor>;

    /// How many options the decision has; zero when the game is over.
    fn n_options(&self, position: &Self::Position) -> usize;

    /// About how many bytes a copy of the position takes, with its past and the options that were found.
    fn kept_bytes(&self, position: &Self::Position) -> usize {
        2048 + 32 * self.n_options(position)
    }

    /// What was worked out so far to come to the position and to look at it, as a count that is the same on any machine
    /// as long as nothing is played at random: members looked at and steps walked. Zero if the evaluator does not count.
    fn effort(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// The probability of an option of Chance; none for a player's.
    ///
    /// # Panics
    /// If `option` is not below [`Game::n_options`].
    fn probability(&self, position: &Self::Position, option: usize) -> Option<Probability>;

    /// The text of an option, unique in its decision.
    ///
    /// # Panics
    /// If `option` is not below [`Game::n_options`].
    fn notation(&self, position: &Self::Position, option: usize) -> String;

    /// The option that a text means, as [`typed::find_option`] finds it.
    ///
    /// # Errors
    /// If no option is meant, or several may be; the error tells which, or what the options are.
    fn parse(&self, position: &Self::Position, text: &str) -> Result<usize, NotAnOption>;

    /// Takes an option: its effects, and everything up to the next decision or the end.
    ///
    /// # Panics
    /// If `option` is not below [`Game::n_options`].
    fn apply(&self, position: &mut Self::Position, option: usize) -> Self::Undo;

    /// Takes an option that will not be taken back.
    ///
    /// # Panics
    /// If `option` is not below [`Game::n_options`].
    fn play(&self, position: &mut Self::Position, option: usize) {
        self.apply(position, option);
    }

    /// Plays on at random until the game is over, players have taken `most` options, or the call to halt is heard; how
    /// many options they have taken. Unless it is heard that is one at least where a player decides. An evaluator may
    /// draw for Chance on the way, or stop where Chance has to draw.
    ///
    /// Every option of a decision has the same probability. Which numbers the generator is asked for is up to the evaluator.
    /// Nothing can be taken back.
    fn play_on(&self, position: &mut Self::Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        play_one_by_one(self, position, rng, most, halt)
    }

    /// The same, but what the options are is not found out where it stops: that position is only good for being looked at, and for
    /// being played on at random.
    fn play_glancing(&self, position: &mut Self::Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        self.play_on(position, rng, most, halt)
    }

    /// How many sequences of exactly so many decisions, two at least, there are, if the evaluator can tell that
    /// without playing them and before it hears a call to halt; what Chance may decide counts like options of a
    /// player.
    fn ahead(&self, _position: &Self::Position, _decisions: u32, _halt: &dyn Halt) -> Option<u64> {
        None
    }

    /// Makes a position like another, with the memory that it has.
    fn restart(&self, position: &mut Self::Position, start: &Self::Position) {
        position.clone_from(start);
    }

    /// As [`Game::restart`] and then [`Game::play_on`]: games that are played from one position one after the other are begun
    /// so.
    fn play_from(
        &self,
        position: &mut Self::Position,
        start: &Self::Position,
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> u64 {
        self.restart(position, start);
        self.play_on(position, rng, most, halt)
    }

    /// Plays games from a start one after the other, each as [`Game::play_from`] does with numbers of its own, and tells of each
    /// that is over how many options players took in it and how it ended. No more than that is known of it then: its
    /// position is gone. It goes on until no numbers are left, or as far as it can: a game that is not over by then is left
    /// where it stands, with its numbers and the options that players took.
    fn play_games(
        &self,
        position: &mut Self::Position,
        start: &Self::Position,
        numbers: &mut dyn Iterator<Item = Rng>,
        most: u64,
        halt: &dyn Halt,
        _told: &mut dyn FnMut(u64, &dyn Ending),
    ) -> Option<(Rng, u64)> {
        let mut rng = numbers.next()?;
        let taken = self.play_from(position, start, &mut rng, most, halt);
        Some((rng, taken))
    }

    /// How many games [`Game::play_games`] plays at once from a start: so many take hardly longer than one.
    fn n_abreast(&self, _start: &Self::Position) -> u32 {
        1
    }

    /// As [`Game::play_from`] by who is careful and leaves the rest to chance, where a piece has been dropped on a cell at last, if that is
    /// known: he drops none on a cell that own pieces enclose, does nothing only where there is nothing else to do, and takes and
    /// saves at once what that drop has left with one free cell. None if the evaluator cannot, or nothing is dropped. A position that
    /// was played on so is only good for being looked at, and for being played on so again.
    fn play_carefully(
        &self,
        _position: &mut Self::Position,
        (_start, _dropped): (&Self::Position, Option<CellId>),
        _rng: &mut Rng,
        _most: u64,
        _halt: &dyn Halt,
    ) -> Option<u64> {
        None
    }

    /// Fills the pieces of a buffer with the first ones that were dropped on cells in the careful play that has led here, kinds left out;
    /// no if the evaluator does not know them.
    fn first_drops(&self, _position: &Self::Position, _into: &mut Contents) -> bool {
        false
    }

    /// Takes the latest option back, to the bit.
    fn undo(&self, position: &mut Self::Position, undo: Self::Undo);

    /// How the game ended; none while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Whether the game ended so.
    fn ended_with(&self, position: &Self::Position, outcome: &Outcome) -> bool {
        self.outcome(position).as_ref() == Some(outcome)
    }

    /// Everything that can be seen of the position.
    fn snapshot(&self, position: &Self::Position) -> Snapshot;

    /// Fills a buffer with what the position holds; no if the evaluator cannot tell.
    fn contents(&self, _position: &Self::Position, _into: &mut Contents) -> bool {
        false
    }

    /// Fills a buffer with [`Contents::counters`]; no if the evaluator cannot tell.
    fn counters(&self, position: &Self::Position, into: &mut Vec<i64>) -> bool {
        let mut contents = Contents::default();
        let are_told = self.contents(position, &mut contents);
        *into = contents.counters;
        are_told
    }

    /// Fills a buffer with what would stand if an option were taken, before play goes on to the next decision or the
    /// end; no if the evaluator cannot tell. The position stays as it is.
    ///
    /// # Panics
    /// If `option` is not below the number of options.
    fn contents_after(&self, position: &mut Self::Position, option: usize, into: &mut Contents) -> bool {
        contents_by_trial(self, position, option, into)
    }

    /// Fills a buffer with what an option changes of the pieces on the board, before play goes on, in no particular order;
    /// no if the evaluator cannot tell, or if anything else changes that [`Contents`] has, but for hands and counters. The
    /// position stays as it is.
    ///
    /// # Panics
    /// If `option` is not below the number of options.
    fn changes_after(&self, _position: &mut Self::Position, _option: usize, _into: &mut Changes) -> bool {
        false
    }

    /// Shows what each of these options changes, as [`Game::changes_after`] tells it, in their order; none where that says no.
    /// The buffer is what is shown.
    ///
    /// # Panics
    /// If not all of them are below the number of options.
    fn visit_changes(
        &self,
        position: &mut Self::Position,
        options: Range<usize>,
        into: &mut Changes,
        see: &mut dyn FnMut(usize, Option<&Changes>),
    ) {
        for option in options {
            let are_told = self.changes_after(position, option, into);
            see(option, are_told.then_some(into));
        }
    }

    /// Takes an option as [`Game::apply`] does, to look at what comes of it: which options there are next need not be
    /// found before [`Game::find_options`] is called. Until then only the actor, the outcome and the contents may be
    /// asked for.
    ///
    /// # Panics
    /// If `option` is not below the number of options.
    fn try_option(&self, position: &mut Self::Position, option: usize) -> Self::Undo {
        self.apply(position, option)
    }

    /// How many options there are after [`Game::try_option`]. They may come in another order than the canonical one, the
    /// same order each time, and have no texts.
    fn find_options(&self, position: &mut Self::Position) -> usize {
        self.n_options(position)
    }

    /// The cell on which an option drops a piece, where that is all that is chosen and the evaluator knows it without
    /// carrying the option out; none otherwise, which is never wrong.
    ///
    /// # Panics
    /// If `option` is not below [`Game::n_options`].
    fn dropped_at(&self, _position: &Self::Position, _option: usize) -> Option<CellId> {
        None
    }

    /// Finds, instead of all options after [`Game::try_option`], those alone by which a piece lands on a cell where an
    /// enemy stands, if the evaluator can find these sooner; else all. How many there are. The others are forgotten until
    /// the option that led here is taken back.
    fn find_landings_on_enemies(&self, position: &mut Self::Position) -> usize {
        self.find_options(position)
    }

    /// How many options there may be after [`Game::try_option`]: all that there are, and perhaps some that turn out to be
    /// none once they are tried, where the evaluator is quicker without trying them; one of them is an option. They are
    /// numbered for [`Game::try_likely`], [`Game::changes_after`] and [`Game::dropped_at`] alone.
    fn find_likely_options(&self, position: &mut Self::Position) -> usize {
        self.find_options(position)
    }

    /// Finds the options of any position as [`Game::find_likely_options`] finds them behind an option that was tried: the same
    /// ones by the same numbers. How many there are; none if all know them by the same numbers.
    fn find_likely_anew(&self, _position: &mut Self::Position) -> Option<usize> {
        None
    }

    /// Takes a likely option as [`Game::try_glance`] does, for good; no if it turns out to be none.
    ///
    /// # Panics
    /// If `option` is not below the number of likely options.
    fn play_likely(&self, position: &mut Self::Position, option: usize) -> bool {
        self.try_glance(position, option).is_some()
    }

    /// Of what [`Game::find_likely_options`] finds that alone which [`Game::find_landings_on_enemies`] finds.
    fn find_likely_landings(&self, position: &mut Self::Position) -> usize {
        self.find_landings_on_enemies(position)
    }

    /// Takes one of the likely options as [`Game::try_option`] does; none if it turns out to be no option: then the
    /// position stays as it is.
    ///
    /// # Panics
    /// If `option` is not below their number.
    fn try_likely(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        Some(self.try_option(position, option))
    }

    /// The same to see whether the game goes on, and by whom: options are not found then before [`Game::find_likely_options`]
    /// is called.
    ///
    /// # Panics
    /// If `option` is not below their number.
    fn try_glance(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        self.try_likely(position, option)
    }

    /// The same at the end of what is looked at: that nobody can move there need not be seen, and then there is no option.
    /// Before [`Game::find_likely_options`] or [`Game::find_likely_landings`] is called only the actor, the outcome, the
    /// contents and what is attacked may be asked for.
    ///
    /// # Panics
    /// If `option` is not below their number.
    fn try_at_horizon(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        self.try_likely(position, option)
    }

    /// Ends the turn of the player who decides as if he could pass, to look at what the others would make of that. None
    /// where that makes no sense, or the evaluator cannot tell: in the middle of a turn, while a royal piece of the
    /// player is attacked, and where it would end the game.
    fn try_pass(&self, _position: &mut Self::Position) -> Option<Self::Undo> {
        None
    }

    /// Whether a royal piece of the player who decides is attacked, if the evaluator can tell.
    fn is_royal_attacked(&self, _position: &mut Self::Position) -> bool {
        false
    }

    /// Whether an option of the player who decides may land on a cell on which a piece of another stands, if that is known
    /// without trying options.
    fn may_land(&self, _position: &mut Self::Position, _cell: u16) -> bool {
        false
    }

    /// The cells that an option touches, in the order of its choices: for pictures and clicks.
    ///
    /// # Panics
    /// If `option` is not below [`Game::n_options`].
    fn cells_of(&self, position: &Self::Position, option: usize) -> Vec<CellId>;

    /// What is chosen in an option, one by one, each as people write it: picks before the travel, the travel, the
    /// links of a chain, later picks. Several options may have the same.
    ///
    /// # Panics
    /// If `option` is not below [`Game::n_options`].
    fn steps(&self, position: &Self::Position, option: usize) -> Vec<String> {
        vec![self.notation(position, option)]
    }

    /// The texts of all options in canonical order.
    fn notations(&self, position: &Self::Position) -> Vec<String> {
        (0..self.n_options(position)).map(|option| self.notation(position, option)).collect()
    }
}

/// Plays on as [`Game::play_on`] says, by listing the options of each decision.
pub fn play_one_by_one<G: Game + ?Sized>(
    game: &G,
    position: &mut G::Position,
    rng: &mut Rng,
    most: u64,
    halt: &dyn Halt,
) -> u64 {
    let mut taken = 0;
    while taken < most && matches!(game.actor(position), Some(Actor::Player(_))) && !halt.is_called() {
        let option = rng.below(game.n_options(position) as u64);
        game.play(position, option as usize);
        taken += 1;
    }
    taken
}
