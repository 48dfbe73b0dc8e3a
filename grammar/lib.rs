//! The parser that is made from `gdl.pest`: which words may stand where, and nothing of what they mean.
//!
//! It is a crate of its own because it is a tenth of what there is to compile, and the rest is compiled twice for its tests.

#![allow(missing_docs, reason = "the rules are named, and told, in the grammar")]

/// The grammar, in the notation of `pest`.
pub const TEXT: &str = include_str!("gdl.pest");

/// Reads texts by the rules of the grammar.
#[derive(Debug, pest_derive::Parser)]
#[grammar = "gdl.pest"]
pub struct Grammar;
