//! The shell: the only room that touches files, clocks, the environment and the screen.

pub mod atomic;
