//! The command line from outside: exit codes, shapes of JSON, pipes, wrong usage.

mod check;
mod files;
mod help;
mod import;
mod output;
mod play;
mod shapes;
mod support;
mod usage;
