//! Where a program cannot write code for its processor: there is no native code.

use std::convert::Infallible;

use crate::program::Program;

use super::Rush;
use super::lane::Lane;
use super::run::Runner;

/// Native code for a script: there is none.
#[derive(Debug)]
pub struct Native<const W: usize>(Infallible);

impl<const W: usize> Native<W> {
    /// None.
    pub fn of(_: &Rush<W>, _: &Program) -> Option<Self> {
        None
    }

    /// Nobody can ask for it.
    pub(super) fn run(&self, _: usize, _: &mut Runner<'_, W>, _: &mut Lane<W>, _: &mut F) -> usize {
        match self.0 {}
    }
}
