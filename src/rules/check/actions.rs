//! Actions: each use is read anew with what it is given.

use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::{self, Name};

use super::{Checker, Expr, Statement, StatementKind};

impl<'a> Checker<'a> {
    /// The statements of an action with its parameters bound.
    pub(super) fn do_action(&mut self, name: &'a Name, args: &'a [ast::Expr], span: Span) -> Vec<Statement> {
        let scope = self.scope.len();
        let Some((mut statements, block)) = self.enter_action(name, args, span) else { return Vec::new() };
        statements.extend(self.open_block(block));
        self.leave_action(scope);
        statements
    }

    /// Binds the parameters of an action: the statements that do so, and its block.
    pub(super) fn enter_action(
        &mut self,
        name: &'a Name,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<(Vec<Statement>, &'a [ast::Statement])> {
        let Some((params, block)) = self.actions.get(&name.value).copied() else {
            let known: Vec<String> = self.actions.keys().cloned().collect();
            self.unknown_name("action", name, known.iter().map(String::as_str));
            return None;
        };
        if params.len() != args.len() {
            let message = format!("`{}` wants {} arguments, not {}", name.value, params.len(), args.len());
            self.error(Code::Arguments, message, span, "");
            return None;
        }
        self.uses.note("action", &name.value);
        self.singles.note_changed(block);
        let key = format!("action {}", name.value);
        if self.in_progress.contains(&key) {
            self.error(Code::Recursive, format!("`{}` needs itself", name.value), span, "done here");
            return None;
        }
        let values: Vec<Expr> = args.iter().map(|arg| self.expr(arg, None)).collect();
        self.in_progress.push(key);
        // What the caller named is not seen inside.
        self.scope.iter_mut().for_each(|binding| binding.name.insert(0, ' '));
        let statements = params
            .iter()
            .zip(values)
            .map(|(param, value)| {
                let slot = self.keep_value(&param.value, &value);
                let span = value.span;
                Statement { kind: StatementKind::Let(slot, value), span }
            })
            .collect();
        Some((statements, block))
    }

    /// Forgets the names of an action.
    pub(super) fn leave_action(&mut self, scope: usize) {
        self.in_progress.pop();
        self.scope.truncate(scope);
        self.scope.iter_mut().for_each(|binding| {
            binding.name.remove(0);
        });
    }
}
