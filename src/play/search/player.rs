//! The player who searches: by the better of two searches, or by one of them.

use std::{fmt, sync::Arc, time::Duration};

use super::{Config, Judgement, Limit, Report, Thinking, grove, kept::Kept, node};
use crate::{
    game::{Actor, Contents, Deadline, Game, Halt, rng::Rng},
    play::{
        alphabeta::{self, Bounds, CERTAIN, DEEPEST, Memory, WON, value_of},
        expect::{self, Look, Worth},
        mind::{self, Mind, Pupil, net::Assessor, reach::Reach, shipped},
        player::{Clock, Player},
    },
};

/// Which search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Way {
    /// The one that is better in the game that is played, as far as was measured.
    #[default]
    Better,
    /// Alpha-beta; playouts where more than two play, or Chance.
    AlphaBeta,
    /// Playouts.
    MonteCarlo,
}

/// The share of the time of a decision in which a game is learnt: of the first, of which nothing is known yet, and of
/// those after it as long as there is something to learn.
const LEARNING: (f64, f64) = (0.5, 0.1);
/// So many games are played to learn where there is time.
const MOST_GAMES: u64 = 400;
/// So few and so many games are played to learn where thinking is counted.
const COUNTED_GAMES: (u64, u64) = (160, 400);
/// So much effort is spent then on what options do, which keeps nobody waiting where options are cheap. Where they are
/// not it still is enough to know what pieces are worth.
const COUNTED_EFFORT: u64 = 30_000_000;
/// Time counts in shares of as much as this at least.
const INSTANT: Duration = Duration::from_nanos(1);
/// So many positions are looked at in the place of a playout.
pub const POSITIONS: u64 = 10;

/// A player who searches.
#[derive(Clone)]
pub struct SearchPlayer {
    thinking: Thinking,
    config: Config,
    rng: Rng,
    clock: Clock,
    way: Way,
    lines: usize,
    threads: usize,
    /// So many positions are looked at where thinking is counted and playouts are not the search; as usual unless told.
    positions: Option<u64>,
    slips: u64,
    mind: Option<Arc<Mind>>,
    /// Who goes on learning, from how many games the mind is, and whether enough was seen then to know anything.
    pupil: Option<(Pupil, u64, bool)>,
    memory: Memory,
    /// What the trees of the last search know of what may come, by thread; none is kept unless that is asked for.
    trees: Vec<Option<Kept>>,
    keeps: bool,
    opinion: Option<f64>,
    /// Where pieces can go, once that was asked.
    reach: Option<Arc<Reach>>,
}

impl SearchPlayer {
    /// A player who thinks so much about each option, drawing from `rng` and reading `clock`.
    pub fn new(thinking: Thinking, config: Config, rng: Rng, clock: Clock) -> Self {
        let (way, memory) = (Way::default(), Memory::default());
        let (lines, threads, slips) = (1, 1, 0);
        Self {
            thinking,
            config,
            rng,
            clock,
            way,
            lines,
            threads,
            positions: None,
            slips,
            mind: None,
            pupil: None,
            memory,
            trees: Vec::new(),
            keeps: false,
            opinion: None,
            reach: None,
        }
    }

    /// The same player with this search.
    pub fn by(self, way: Way) -> Self {
        Self { way, ..self }
    }

    /// The same player, who finds out what so many of the best options are worth; one at least.
    pub fn telling(self, lines: usize) -> Self {
        Self { lines: lines.max(1), ..self }
    }

    /// The same player, who thinks with so many threads; one at least. With one the same count of thoughts leads to the
    /// same decision.
    pub fn sharing(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same player, who goes on with what the last search by playouts has found out where a position follows. Then a
    /// decision depends on those before it, too.
    pub fn keeping(self) -> Self {
        Self { keeps: true, ..self }
    }

    /// The same player, who remembers about so many bytes at most: of positions, or in the trees of all threads.
    pub fn remembering(mut self, bytes: usize) -> Self {
        self.memory = Memory::of(bytes);
        self.config.max_nodes = (bytes / node::BYTES).clamp(2, u32::MAX as usize);
        self
    }

    /// Thinks so much from now on, drawing from `rng`. What is known and remembered stays.
    pub fn think(&mut self, thinking: Thinking, rng: Rng) {
        (self.thinking, self.rng) = (thinking, rng);
    }

    /// The same player, who takes the second best option in so many of a hundred decisions.
    pub fn slipping(self, slips: u64) -> Self {
        Self { slips, ..self }
    }

    /// The same player, who looks at so many positions where thinking is counted and he looks ahead.
    pub fn seeing(self, positions: u64) -> Self {
        Self { positions: Some(positions), ..self }
    }

    /// The same player, who knows this of the game and learns nothing himself.
    pub fn knowing(self, mind: Arc<Mind>) -> Self {
        Self { mind: Some(mind), ..self }
    }

    /// What the player knows of the game; none before the first decision.
    pub fn mind(&self) -> Option<&Mind> {
        self.mind.as_deref()
    }

    /// What the player knows of the game, if there is no more for him to learn.
    pub fn learnt(&self) -> Option<&Arc<Mind>> {
        self.mind.as_ref().filter(|_| self.pupil.is_none())
    }

    /// What the player thinks of the options, for instance as a hint for somebody else.
    pub fn judge<G: Game>(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<Report> {
        self.judge_lines(game, position, self.lines, halt)
    }

    /// The same of so many of the best options.
    fn judge_lines<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        lines: usize,
        halt: &dyn Halt,
    ) -> Option<Report> {
        let (thinking, clock) = (self.thinking, self.clock.clone());
        let begun = match thinking {
            Thinking::Playouts(_) => Default::default(),
            Thinking::Time(_) => clock(),
        };
        let elapsed = move || match thinking {
            Thinking::Playouts(_) => 0.0,
            Thinking::Time(time) => clock().saturating_sub(begun).div_duration_f64(time.max(INSTANT)),
        };
        let is_over = |share: f64| elapsed() >= share;
        if self.way != Way::MonteCarlo && game.contents(position, &mut Contents::default()) {
            let share = if self.mind.is_none() { LEARNING.0 } else { LEARNING.1 };
            self.learn(game, &Deadline { or: halt, is_over: &|| is_over(share) });
            let mind = self.mind.clone();
            let assessor = mind.as_ref().and_then(|mind| mind.assessor.as_deref()).filter(|_| self.way == Way::Better);
            if let Some(assessor) = assessor {
                return self.assess(game, position, assessor, &|| is_over(1.0), halt);
            }
            if let Some(mind) = mind.filter(|mind| self.looks_ahead(game, mind)) {
                return self.look_ahead(game, position, (&mind, lines), &|| is_over(1.0), halt);
            }
        }
        let limit = match thinking {
            Thinking::Playouts(n) => Limit::Playouts(n),
            Thinking::Time(_) => Limit::Time(&elapsed),
        };
        self.play_out(game, position, limit, halt)
    }

    /// Searches by playouts.
    fn play_out<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        limit: Limit<'_>,
        halt: &dyn Halt,
    ) -> Option<Report> {
        let max_nodes = (self.config.max_nodes / self.threads).max(2);
        let mind = self.mind.as_ref().filter(|_| self.way != Way::MonteCarlo);
        let drops = mind.is_some_and(|mind| mind.drops);
        let is_careful = mind.is_some_and(|mind| mind.is_careful);
        // Where who cannot move has lost, and pieces say nothing, room to go to does.
        let asks = mind.is_some_and(|mind| mind.options != 0.0) && !drops && mind::known::is_for_two(game.rules());
        let reach = asks.then(|| self.reach.get_or_insert_with(|| Arc::new(Reach::of(game.rules()))).clone());
        let reach = reach.filter(|reach| !reach.is_empty());
        let policy = mind.and_then(|mind| mind.policy.clone()).filter(|_| drops);
        let config = Config { drops, is_careful, max_nodes, reach, policy, ..self.config.clone() };
        // What was found out without counting drops says nothing of them.
        let trees = std::mem::take(&mut self.trees).into_iter();
        let of_position = |kept: Option<Kept>| kept.filter(|kept| kept.drops == drops)?.grown::<G>(position);
        let mut known: Vec<_> = trees.map(of_position).collect();
        known.resize_with(self.threads, || None);
        let (report, trees) = grove::search(game, position, limit, (&config, known), &mut self.rng, halt);
        if let (Some(Actor::Player(player)), Some(report), true) = (game.actor(position), &report, self.keeps) {
            let best = report.options[0].option;
            self.trees = trees.into_iter().map(|tree| Some(Kept::of(tree?, best, player))).collect();
        }
        report
    }

    /// The option that the player takes where there is a choice, and what he thinks of the options. None as in
    /// [`Player::choose`].
    pub fn decide<G: Game>(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<(usize, Report)> {
        let slips = self.slips > 0 && self.rng.below(100) < self.slips;
        // Only who slips needs to know what is second best.
        let lines = self.lines.max(1 + usize::from(slips));
        let report = self.judge_lines(game, position, lines, halt)?;
        let place = usize::from(slips).min(report.options.len() - 1);
        self.opinion = Some(report.options[place].value);
        Some((report.options[place].option, report))
    }

    fn looks_ahead<G: Game>(&self, game: &G, mind: &Mind) -> bool {
        match self.way {
            Way::Better => mind.looks_ahead,
            Way::AlphaBeta => mind::known::is_for_two(game.rules()),
            Way::MonteCarlo => false,
        }
    }

    /// Learns the game, if nothing is known of it yet, and goes on where time was short.
    fn learn<G: Game>(&mut self, game: &G, halt: &dyn Halt) {
        let rules = game.rules();
        let is_known = self.mind.as_ref().is_some_and(|mind| mind.rules == rules.fingerprint);
        if !is_known {
            self.memory.forget();
            self.reach = None;
            if let Some(mind) = shipped::mind(rules) {
                (self.mind, self.pupil) = (Some(Arc::new(mind)), None);
                return;
            }
            let bounded = |pupil: Pupil| match self.thinking {
                Thinking::Playouts(_) => pupil.within(COUNTED_EFFORT),
                Thinking::Time(_) => pupil,
            };
            self.pupil = Pupil::new(game, 0).map(|pupil| (bounded(pupil), 0, false));
        }
        let games = match self.thinking {
            Thinking::Playouts(n) => u64::from(n).clamp(COUNTED_GAMES.0, COUNTED_GAMES.1),
            Thinking::Time(_) => MOST_GAMES,
        };
        if let Some((pupil, learnt, saw)) = &mut self.pupil {
            pupil.play_until(game, games, halt);
            let sees = pupil.has_seen_enough() && !*saw;
            if !is_known || sees || pupil.games() >= (*learnt * 2).clamp(1, games) {
                (*learnt, *saw) = (pupil.games(), pupil.has_seen_enough());
                self.mind = Some(Arc::new(pupil.mind(game, halt)));
                // What is remembered was weighed otherwise.
                self.memory.forget();
            }
        } else if !is_known {
            self.mind = Some(Arc::new(Mind::blank(rules)));
        }
        self.pupil.take_if(|(_, learnt, _)| *learnt >= games);
    }

    /// Searches by a network that knows what positions are worth.
    fn assess<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        assessor: &Assessor,
        is_over: &(dyn Fn() -> bool + Sync),
        halt: &dyn Halt,
    ) -> Option<Report> {
        let Some(Actor::Player(player)) = game.actor(position) else { return None };
        let (options, positions) = match self.thinking {
            Thinking::Playouts(n) => (n as usize, u64::from(n) * POSITIONS),
            Thinking::Time(_) => (usize::MAX, u64::MAX),
        };
        let mut look = Look::new(game, assessor, expect::Bounds { options, positions, is_over }, halt);
        let worths = look.options(position, player, &mut self.rng);
        let judged = |worth: &Worth| Judgement {
            option: worth.option,
            visits: u32::try_from(worth.positions).unwrap_or(u32::MAX),
            value: worth.value,
            proven: worth.ends.then_some(1),
            line: vec![worth.option],
        };
        let depth = Some(1 + u32::from(worths.first().is_some_and(|worth| worth.is_close)));
        let playouts = u32::try_from(look.positions).unwrap_or(u32::MAX);
        (!worths.is_empty()).then(|| Report { playouts, depth, options: worths.iter().map(judged).collect() })
    }

    fn look_ahead<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        (mind, lines): (&Mind, usize),
        is_over: &(dyn Fn() -> bool + Sync),
        halt: &dyn Halt,
    ) -> Option<Report> {
        let positions = match (self.thinking, self.way) {
            (Thinking::Playouts(n), Way::AlphaBeta) => u64::from(n),
            (Thinking::Playouts(n), _) => self.positions.unwrap_or(u64::from(n) * POSITIONS),
            (Thinking::Time(_), _) => u64::MAX,
        };
        let bounds = Bounds { positions, is_over, depth: DEEPEST as u32, lines, replies: true, threads: self.threads };
        let found = alphabeta::search(game, position, Some(mind), &mut self.memory, bounds, halt);
        let judged = |line: alphabeta::Line| Judgement {
            option: line.options[0],
            visits: u32::try_from(line.positions).unwrap_or(u32::MAX),
            value: value_of(line.score),
            proven: (line.score.abs() >= CERTAIN).then(|| (WON - line.score.abs()) as u32),
            line: line.options,
        };
        let options: Vec<Judgement> = found.lines.into_iter().map(judged).collect();
        let playouts = u32::try_from(found.positions).unwrap_or(u32::MAX);
        (!options.is_empty()).then_some(Report { playouts, depth: Some(found.depth), options })
    }
}

impl<G: Game> Player<G> for SearchPlayer {
    fn choose(&mut self, game: &G, position: &G::Position, halt: &dyn Halt) -> Option<usize> {
        self.opinion = None;
        let forced = game.n_options(position) == 1;
        if forced && matches!(game.actor(position), Some(Actor::Player(_))) {
            return Some(0);
        }
        self.decide(game, position, halt).map(|(option, _)| option)
    }

    fn opinion(&self) -> Option<f64> {
        self.opinion
    }
}

impl fmt::Debug for SearchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { thinking, config, rng, way, slips, .. } = self;
        let mut text = f.debug_struct("SearchPlayer");
        text.field("thinking", thinking).field("config", config).field("rng", rng);
        text.field("way", way).field("slips", slips).finish_non_exhaustive()
    }
}
