//! Where a program cannot write code for its processor: there is no native code.

use std::convert::Infallible;

use crate::program::Program;

use super::Rush;
use super::lane::Lane;

/// Native code for a script: there is none.
#[derive(Debug)]
pub struct Native<const W: usize>(Infallible);

impl<const W: usize> Native<W> {
    /// None.
    pub fn of(_: &Rush<W>, _: &Program) -> Option<Self> {
        None
    }

    /// Nobody can ask for it.
    pub fn run(&self, _: usize, _: &mut Lane<W>) -> usize {
        match self.0 {}
    }
}
