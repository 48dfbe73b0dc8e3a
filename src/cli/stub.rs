//! Stand-ins for what the library does not offer yet: built-in files, scenarios, positions as text.

use crate::diagnostic::{Code, Diagnostic};
use crate::reference::{Position, Reference};
use crate::source::Span;

pub mod library {
    pub const FILES: &[(&str, &str)] = &[
        ("adix.gdl", include_str!("../../games/adix.gdl")),
        ("arena.gdl", include_str!("../../games/arena.gdl")),
        ("arene.gdl", include_str!("../../games/arene.gdl")),
        ("breakthrough.gdl", include_str!("../../games/breakthrough.gdl")),
        ("katarenga.gdl", include_str!("../../games/katarenga.gdl")),
        ("marelle-ceylan.gdl", include_str!("../../games/marelle-ceylan.gdl")),
        ("marelle-mixte.gdl", include_str!("../../games/marelle-mixte.gdl")),
        ("marelle.gdl", include_str!("../../games/marelle.gdl")),
    ];
}

#[derive(Debug)]
pub struct Failure {
    pub span: Span,
    pub message: String,
}

pub mod scenario {
    pub fn run(_: &crate::rules::Module, _: &crate::syntax::ast::TestItem) -> Vec<super::Failure> {
        Vec::new()
    }
}

impl Reference {
    pub fn position(&self, text: &str) -> Result<Position, Vec<Diagnostic>> {
        let span = Span { end: text.len() as u32, ..Span::default() };
        Err(vec![Diagnostic::new(Code::Syntax, "positions cannot be read yet", span, "")])
    }
}
