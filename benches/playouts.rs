//! How many decisions a second are played, uniformly at random, on one core: by the plain evaluator, and rushed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use merel::engine::Engine;
use merel::game::Game;
use merel::library;
use merel::play::playout;
use merel::play::rng::Rng;
use merel::reference::Reference;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module, Rules};
use merel::source::SourceMap;

/// The games played by the plain evaluator, and a limit on the length of each.
const GAMES: [(&str, u64); 2] = [("marelle", 200), ("breakthrough", 1000)];
/// The games that are rushed.
const RUSHED: [&str; 12] = [
    "tic-tac-toe",
    "connect-four",
    "gomoku",
    "hex",
    "breakthrough",
    "reversi",
    "amazons",
    "english-draughts",
    "chess",
    "marelle",
    "go",
    "dots-and-boxes",
];
/// The games of one sample.
const SAMPLE: u64 = 10;

struct BuiltIn;

impl Loader for BuiltIn {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let file = library::find(path).ok_or(LoadError::NotFound(None))?;
        Ok((file.file.to_owned(), Arc::from(file.text)))
    }
}

fn rules(name: &str) -> Rules {
    let (module, _) = Module::load(&BuiltIn, name, &mut SourceMap::default());
    let rules = module.expect("the game is built in").rules(&Choices::default());
    rules.expect("the built-in games are in order")
}

/// Plays the games of one sample; gives the number of decisions.
fn play(game: &Reference, limit: u64) -> u64 {
    let stop = AtomicBool::new(false);
    let game = |stream| playout::run(game, &mut game.initial(), &mut Rng::stream(1, stream), limit, &stop);
    (0..SAMPLE).filter_map(game).map(|playout| playout.decisions).sum()
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, limit) in GAMES {
        let game = Reference::new(rules(name));
        group.throughput(Throughput::Elements(play(&game, limit)));
        group.bench_function(name, |bencher| bencher.iter(|| play(&game, limit)));
    }
    group.finish();
}

/// Rushes the games of one sample; gives the number of decisions.
fn rush(engine: &Engine) -> u64 {
    let start = engine.initial();
    let mut position = start.clone();
    let mut rng = Rng::stream(1, 0);
    (0..SAMPLE).map(|_| engine.rush_from(&mut position, &start, |n| rng.below(n), u64::MAX)).sum()
}

fn rushes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rushes");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for name in RUSHED {
        let engine = Engine::new(rules(name));
        group.throughput(Throughput::Elements(rush(&engine)));
        group.bench_function(name, |bencher| bencher.iter(|| rush(&engine)));
    }
    group.finish();
}

criterion_group!(benches, playouts, rushes);
criterion_main!(benches);
