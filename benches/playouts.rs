//! How many decisions a second are played, uniformly at random, on one core: by the plain evaluator and by the engine.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use merel::engine::Engine;
use merel::game::rng::Rng;
use merel::game::{Game, Never};
use merel::library::{self, Library};
use merel::play::playout;
use merel::reference::Reference;
use merel::rules::{Choices, Module, Rules};
use merel::source::SourceMap;

/// The games played by the plain evaluator, and a limit on the length of each.
const GAMES: [(&str, u64); 2] = [("marelle", 200), ("breakthrough", 1000)];
/// The games played by the engine.
const FAST: [&str; 12] = [
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

fn rules(name: &str) -> Rules {
    let (module, _) = Module::load(&Library::default(), &library::address(name), &mut SourceMap::default());
    let rules = module.expect("the game is built in").rules(&Choices::default());
    rules.expect("the built-in games are in order")
}

/// Plays the games of one sample; gives the number of decisions.
fn play<G: Game>(game: &G, limit: u64) -> u64 {
    let start = game.initial();
    let mut position = start.clone();
    let mut decisions =
        |stream| playout::run_from(game, (&mut position, &start), &mut Rng::stream(1, stream), limit, &Never).decisions;
    (0..SAMPLE).map(&mut decisions).sum()
}

fn plain(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("plain");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, limit) in GAMES {
        let game = Reference::new(rules(name));
        group.throughput(Throughput::Elements(play(&game, limit)));
        group.bench_function(name, |bencher| bencher.iter(|| play(&game, limit)));
    }
    group.finish();
}

fn engine(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("engine");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for name in FAST {
        let engine = Engine::new(rules(name));
        group.throughput(Throughput::Elements(play(&engine, u64::MAX)));
        group.bench_function(name, |bencher| bencher.iter(|| play(&engine, u64::MAX)));
    }
    group.finish();
}

criterion_group!(benches, plain, engine);
criterion_main!(benches);
