//! From text to a tree with places.

pub mod ast;
pub mod betza;
pub mod format;
pub mod lexer;
pub mod notes;
pub mod parser;
pub mod spelling;
pub mod tokens;
