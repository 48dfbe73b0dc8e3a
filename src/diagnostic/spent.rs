//! What is told of a budget that is spent.

use crate::budget::Budget;
use crate::source::Span;

use super::{Code, Diagnostic};

/// What is spent, and the place of the rule file that cost most; none as long as nothing is spent.
pub fn spent(budget: &Budget) -> Option<Diagnostic> {
    let spent = budget.spent()?;
    let message = format!("the budget is spent: {spent}");
    let diagnostic = match budget.dearest() {
        Some((_, place)) => Diagnostic::new(Code::Spent, message, place, "this cost most"),
        None => Diagnostic::new(Code::Spent, message, Span::default(), ""),
    };
    Some(diagnostic.help("if the rules are meant so, give more: `--budget 1m,1GiB`"))
}
