//! From text to a tree with places.

pub mod parser;
