//! How fast the engine counts sequences of decisions, deeper than the tests go; every count must be that of the tables.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use merel::analysis::perft;
use merel::engine::Engine;

#[path = "../tests/common/mod.rs"]
mod common;

/// The counts that are timed; all that the tests leave out are looked at.
const TIMED: std::ops::RangeInclusive<u64> = 60_001..=10_000_000;

fn counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (name, count) in common::counts() {
        let (reference, position) = common::counted_from(&name, &count);
        let engine = Engine::new(reference.shared_rules());
        let position = common::counted_by(&engine, &reference, &position, &count);
        let place = count.position.as_deref().unwrap_or("start");
        let deepest = count.nodes.iter().rposition(|nodes| TIMED.contains(nodes));
        for (index, &nodes) in count.nodes.iter().enumerate() {
            let depth = index as u32 + 1;
            let counted = || perft::run(&engine, black_box(&position), depth, &AtomicBool::new(false)).pop();
            if nodes > *TIMED.end() || deepest == Some(index) {
                assert_eq!(counted(), Some(u128::from(nodes)), "{name} from {place}, counted by {}", count.source);
            }
            if deepest == Some(index) {
                group.throughput(Throughput::Elements(nodes));
                let id = BenchmarkId::new(format!("{name} {} {place}", count.options), depth);
                group.bench_function(id, |bencher| bencher.iter(counted));
            }
        }
    }
    group.finish();
}

criterion_group!(benches, counts);
criterion_main!(benches);
