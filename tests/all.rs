//! The tests of the library and of the pages in one program: it is linked once, and while one test is long others go on.
//!
//! ```text
//! cargo test --test all            all of them
//! cargo test --test all rush::     those of one file
//! ```

mod common;

mod architecture;
mod boards;
mod book;
mod brevity;
mod carrying;
mod codes;
mod cover;
mod diff;
mod docs;
mod drawing;
mod editing;
mod engine;
mod games;
mod import;
mod meaning;
mod messages;
mod mistakes;
mod mutations;
mod newcomers;
mod parser_fuzz;
mod properties;
mod quality;
mod readings;
mod rulebook;
mod rush;
mod scenarios;
mod service;
mod solve;
mod travel;
mod variants;
mod why;
