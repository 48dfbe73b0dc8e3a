//! How fast sequences of decisions are counted, deeper than the tests go; every count must be that of the tables.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use merel::analysis::perft;

#[path = "../tests/common/mod.rs"]
mod common;

/// The counts of one benchmark: deeper than the tests, and still within half an hour for all.
const NODES: std::ops::RangeInclusive<u64> = 60_001..=1_500_000;

fn counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (name, count) in common::counts() {
        let deepest = count.nodes.iter().rposition(|nodes| NODES.contains(nodes));
        let Some((depth, &nodes)) = deepest.map(|index| (index as u32 + 1, &count.nodes[index])) else {
            continue;
        };
        let (game, position) = common::counted_from(&name, &count);
        let place = count.position.as_deref().unwrap_or("start");
        let counted = || perft::run(&game, black_box(&position), depth, &AtomicBool::new(false)).pop();
        assert_eq!(counted(), Some(u128::from(nodes)), "{name} from {place}, counted by {}", count.source);
        group.throughput(Throughput::Elements(nodes));
        let id = BenchmarkId::new(format!("{name} {} {place}", count.options), depth);
        group.bench_function(id, |bencher| bencher.iter(counted));
    }
    group.finish();
}

criterion_group!(benches, counts);
criterion_main!(benches);
