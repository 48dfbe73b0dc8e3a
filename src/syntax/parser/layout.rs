//! What the layout of a text needs to know of its grammar.

use pest::Parser as _;

use super::{Grammar, Rule};

/// Places of a text that follows the grammar, as offsets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    items: Vec<usize>,
    entries: Vec<usize>,
    calls: Vec<usize>,
}

impl Layout {
    /// Whether a declaration begins here.
    pub(crate) fn is_item(&self, at: usize) -> bool {
        self.items.binary_search(&at).is_ok()
    }

    /// Whether a statement, a sentence or another entry of a block begins here.
    pub(crate) fn is_entry(&self, at: usize) -> bool {
        self.entries.binary_search(&at).is_ok()
    }

    /// Whether the bracket here belongs to the name before it.
    pub(crate) fn is_call(&self, at: usize) -> bool {
        self.calls.binary_search(&at).is_ok()
    }
}

/// The places of a text; those of nothing if it does not follow the grammar.
pub(crate) fn layout(text: &str) -> Layout {
    let mut layout = Layout::default();
    for pair in Grammar::parse(Rule::file, text).into_iter().flat_map(|pairs| pairs.flatten()) {
        let start = pair.as_span().start();
        match pair.as_rule() {
            Rule::args | Rule::params => layout.calls.push(start),
            Rule::item => layout.items.push(start),
            rule if is_entry(rule) => layout.entries.push(start),
            _ => {}
        }
    }
    layout
}

fn is_entry(rule: Rule) -> bool {
    use Rule as R;
    matches!(rule, R::statement | R::sentence | R::afterwards | R::ensure | R::clause | R::board_item)
        || matches!(rule, R::test_line | R::text_entry | R::table_row | R::tile | R::seating | R::path_line)
}
