//! Values that may leave the range of what they are put into.

use crate::diagnostic::{Code, Diagnostic};

use super::super::types::Type;
use super::{Checker, Expr};

impl Checker<'_> {
    /// Reports a number that may lie outside the range of the variable it is put into.
    pub(super) fn check_range(&mut self, name: &str, wanted: Type, value: &Expr) {
        let (Type::Number(low, high), Type::Number(own_low, own_high)) = (wanted, value.ty) else { return };
        if own_low >= low && own_high <= high {
            return;
        }
        let what = if own_low == own_high { format!("{own_low}") } else { format!("from {own_low} to {own_high}") };
        let message = format!("`{name}` holds {low} to {high}, but this may be {what}");
        let mut diagnostic = Diagnostic::new(Code::OutOfRange, message, value.span, format!("may be {what}"));
        if own_high > high {
            diagnostic = diagnostic
                .help(format!("stop at the top with `smaller({high}, …)`, or ask first whether there is room"));
        }
        if own_low < low {
            diagnostic = diagnostic
                .help(format!("stop at the bottom with `larger({low}, …)`, or ask first whether there is enough"));
        }
        self.report(diagnostic);
    }
}
