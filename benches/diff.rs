//! How soon planted rule errors are found: `cargo bench --bench diff [WORD]`, where the word chooses some of them.
//!
//! One thread, a minute for each at most. The time is that of everything: looking for a difference, making the play
//! shorter, and telling of it.

use merel::diff::Plan;

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/diff/planted.rs"]
mod planted;

/// The time that there is for each, in seconds.
const SECONDS: u64 = 60;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_chosen = |text: &str| words.is_empty() || words.iter().any(|word| text.contains(word.as_str()));
    let (mut found, mut all) = (0, 0);
    println!("| game | error | found | seconds | moves | positions, depth, games |\n|---|---|---|---:|---:|---|");
    for error in planted::all() {
        let name = format!("{}: {}", error.game, error.what);
        if !is_chosen(&name) {
            continue;
        }
        let (game, _) = common::load(&error.game);
        let (report, time) = planted::compared_within(&game, &planted::spoilt(&error), &Plan::default(), SECONDS);
        let searched = report.searched;
        let told = report.difference.map_or(("**no**".to_owned(), String::new()), |difference| {
            (format!("{:?}", difference.kind).to_lowercase(), difference.play.len().to_string())
        });
        all += 1;
        let in_time = report.verdict == merel::diff::Verdict::Differ && time.as_secs_f64() <= SECONDS as f64;
        found += usize::from(in_time);
        println!(
            "| {} | {} | {} | {:.2} | {} | {}, {}, {} |",
            error.game,
            error.what,
            told.0,
            time.as_secs_f64(),
            told.1,
            searched.positions,
            searched.depth,
            searched.games
        );
    }
    println!("\n{found} of {all} found within {SECONDS} seconds each");
}
