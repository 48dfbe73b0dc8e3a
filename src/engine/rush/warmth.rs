//! When native code is written: not before a game is played so much that it is worth the time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::program::Program;

use super::Rush;
use super::native::Native;

/// How much was played, and the native code if that was enough.
#[derive(Debug)]
pub struct Warmth<const W: usize> {
    /// How many decisions are still to be made before it is written; none if it never is.
    left: Option<AtomicU64>,
    /// Whether somebody writes it.
    is_begun: AtomicBool,
    native: OnceLock<Option<Native<W>>>,
}

impl<const W: usize> Warmth<W> {
    /// Nothing was played; native code comes after so many decisions, if ever.
    pub fn new(native_after: Option<u64>) -> Self {
        Self { left: native_after.map(AtomicU64::new), is_begun: AtomicBool::new(false), native: OnceLock::new() }
    }
}

impl<const W: usize> Rush<W> {
    /// So many decisions were made or counted.
    #[inline]
    pub(super) fn warm_up(&self, decisions: u64) {
        if let (Some(left), None) = (&self.warmth.left, self.warmth.native.get()) {
            // What other threads take off at the same time may get lost: it does not matter when exactly.
            left.store(left.load(Ordering::Relaxed).saturating_sub(decisions), Ordering::Relaxed);
        }
    }

    /// The native code, if enough was played; while one thread writes it others go on without.
    #[inline]
    pub(super) fn native(&self, program: &Program) -> Option<&Native<W>> {
        match self.warmth.native.get() {
            Some(native) => native.as_ref(),
            None => self.written(program),
        }
    }

    fn written(&self, program: &Program) -> Option<&Native<W>> {
        let is_due = self.warmth.left.as_ref().is_some_and(|left| left.load(Ordering::Relaxed) == 0);
        if !is_due || self.warmth.is_begun.swap(true, Ordering::Relaxed) {
            return None;
        }
        self.warmth.native.get_or_init(|| Native::of(self, program)).as_ref()
    }
}
