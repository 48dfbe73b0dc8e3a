//! The `merel` command.

fn main() {}
