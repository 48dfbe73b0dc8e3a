//! The Merel language for [tree-sitter](https://tree-sitter.github.io): rule files of board games.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_merel() -> *const ();
}

/// The grammar, for `tree_sitter::Parser::set_language`.
// SAFETY: the function is the one that the generated parser exports, and gives its language.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_merel) };

/// What each node and field may hold, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
/// The query that colours a text.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
/// The query that says what can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");
/// The query that says how lines are indented.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");
/// The query that tells local names from others.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");
/// The query that finds declarations.
pub const TAGS_QUERY: &str = include_str!("../../queries/tags.scm");
