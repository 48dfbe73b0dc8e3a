//! Rule files changed and made as text: a variant written out as one file, a name exchanged everywhere.

pub mod begin;
pub mod expand;
pub mod rename;
