//! The command line from outside: exit codes, shapes of JSON, pipes, wrong usage.

mod budget;
mod check;
mod contest;
mod diff;
mod doors;
mod files;
mod full;
mod help;
mod hostile;
mod hosts;
mod import;
mod kept;
mod lsp;
mod output;
mod play;
mod quality;
mod serve;
mod shapes;
mod shards;
mod solve;
mod support;
mod terminal;
mod typed;
mod ugi;
mod usage;
