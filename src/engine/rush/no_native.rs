//! Where a program cannot write code for its processor: there is no native code.

use std::convert::Infallible;

use crate::program::Program;

use super::Rush;
use super::lane::Lane;
use super::run::Runner;
use super::warmth::Purpose;

/// Native code for a script: there is none.
#[derive(Debug)]
pub struct Native<const W: usize>(Infallible);

impl<const W: usize> Native<W> {
    /// None.
    pub fn of(_: &Rush<W>, _: &Program, _: Purpose) -> Option<Self> {
        None
    }

    /// Nothing is made of any instruction.
    pub fn remarks(_: &Rush<W>, _: &Program) -> Vec<String> {
        Vec::new()
    }

    /// Nobody can ask for it.
    pub(super) fn run(&self, _: usize, _: &mut Runner<'_, W>, _: &mut Lane<W>) -> usize {
        match self.0 {}
    }
}

// Programs for a browser are not built with every change: what calls native code must find the same functions here.
#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::{Lane, Native, Program, Purpose, Runner, Rush};
    use crate::engine::rush::native;

    type Of<N> = fn(&Rush<1>, &Program, Purpose) -> Option<N>;
    type Remarks = fn(&Rush<1>, &Program) -> Vec<String>;
    type Run<N> = fn(&N, usize, &mut Runner<'_, 1>, &mut Lane<1>) -> usize;

    #[test]
    fn what_is_called_is_declared_alike() {
        let _: (Of<Native<1>>, Of<native::Native<1>>) = (Native::of, native::Native::of);
        let _: [Remarks; 2] = [Native::remarks, native::Native::remarks];
        let _: (Run<Native<1>>, Run<native::Native<1>>) = (Native::run, native::Native::run);
    }
}
