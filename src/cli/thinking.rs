//! With what the machines think: `--threads`, `--memory`.

use crate::play::seat::Means;

/// The bytes of a megabyte, as programs that play count them.
const MEGABYTE: usize = 1 << 20;

/// With so many threads a machine thinks at most.
pub const MOST_THREADS: u16 = 1024;

/// So many megabytes a machine remembers at most.
pub const MOST_MEGABYTES: u32 = 1 << 16;

/// What machines have at hand.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ThinkingArgs {
    /// With how many threads a machine thinks. With one the same count of thoughts leads to the same decision
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: u16,
    /// How many megabytes of positions each machine remembers at most
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_MEGABYTES)))]
    memory: Option<u32>,
}

impl ThinkingArgs {
    /// As machines take it.
    pub fn means(&self) -> Means {
        let bytes = self.memory.map(|megabytes| MEGABYTE.saturating_mul(megabytes as usize));
        Means { mind: None, threads: Some(usize::from(self.threads)), bytes }
    }

    /// The threads and the megabytes, as far as they are told, for programs that ask what can be set.
    pub fn told(&self) -> (u16, Option<u32>) {
        (self.threads, self.memory)
    }

    /// Sets what another program sets by name; no if it is none of these.
    ///
    /// # Errors
    /// If the value is none.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let wrong = |most: u32| format!("`{value}` is no number from 1 to {most}");
        let number = |most: u32| value.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| wrong(most));
        match name {
            "threads" => self.threads = number(MOST_THREADS.into())? as u16,
            "hash" => self.memory = Some(number(MOST_MEGABYTES)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}
