//! Writes `src/parser.c` and what belongs to it from `grammar.js`.

use std::path::Path;
use std::process::ExitCode;
use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// The version of the tables that the parser has: the first that knows reserved words.
const ABI: usize = 15;

fn main() -> ExitCode {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut notes = Vec::new();
    let done = generate_parser_in_directory(
        here,
        None::<&Path>,
        None::<&Path>,
        ABI,
        std::env::args().nth(1).as_deref(),
        Some("node"),
        true,
        OptLevel::all(),
        &mut notes,
    );
    for note in notes {
        eprintln!("{note}");
    }
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
