//! Budgets as people write them: `5s,256MiB,out:64MiB`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{Limits, Part, Spent};

/// The units of time, in milliseconds.
const TIMES: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
/// The units of memory and output, in bytes.
const SIZES: [(&str, u64); 3] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
/// What stands before an amount of output.
const OUT: &str = "out:";

/// Why a text is no budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotABudget(String);

impl fmt::Display for NotABudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotABudget {}

impl FromStr for Limits {
    type Err = NotABudget;

    /// Reads parts with commas between them, in any order and each at most once: a time (`500ms`, `5s`, `2m`, `1h`), a
    /// memory (`256MiB`), an output (`out:64MiB`). What is left out is not limited.
    fn from_str(text: &str) -> Result<Self, NotABudget> {
        let mut limits = Self::default();
        for part in text.split(',').map(str::trim) {
            let twice = match amount(part)? {
                Amount::Time(time) => limits.time.replace(time).is_some(),
                Amount::Memory(bytes) => limits.memory.replace(bytes).is_some(),
                Amount::Output(bytes) => limits.output.replace(bytes).is_some(),
            };
            if twice {
                return Err(NotABudget(format!("`{part}` is a second amount of the same")));
            }
        }
        Ok(limits)
    }
}

enum Amount {
    Time(Duration),
    Memory(u64),
    Output(u64),
}

fn amount(part: &str) -> Result<Amount, NotABudget> {
    let (text, is_output) = part.strip_prefix(OUT).map_or((part, false), |text| (text, true));
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number = number.parse::<u64>().ok().filter(|&number| number > 0);
    let of = |units: &[(&str, u64)]| {
        let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
        number?.checked_mul(*factor)
    };
    match (of(&SIZES), of(&TIMES)) {
        (Some(bytes), _) if is_output => Ok(Amount::Output(bytes)),
        (Some(bytes), _) => Ok(Amount::Memory(bytes)),
        (None, Some(milliseconds)) if !is_output => Ok(Amount::Time(Duration::from_millis(milliseconds))),
        _ => Err(NotABudget(format!(
            "`{part}` is neither a time such as `5s`, nor a memory such as `256MiB`, nor an output such as `out:64MiB`"
        ))),
    }
}

impl fmt::Display for Spent {
    /// For instance `5s of time`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { time, memory, output } = self.limits;
        match self.part {
            Part::Time => write!(f, "{} of time", time_in_words(time.unwrap_or_default())),
            Part::Memory => write!(f, "{} of memory", in_units(memory.unwrap_or(0), &SIZES)),
            Part::Output => write!(f, "{} of output", in_units(output.unwrap_or(0), &SIZES)),
        }
    }
}

/// A time as a person says it: what has no whole unit is told in seconds, to a tenth.
fn time_in_words(time: Duration) -> String {
    let milliseconds = time.as_millis() as u64;
    let tenths = (milliseconds + 50) / 100;
    match () {
        () if milliseconds < 1000 || milliseconds.is_multiple_of(1000) => in_units(milliseconds, &TIMES),
        () if tenths.is_multiple_of(10) => format!("{}s", tenths / 10),
        () => format!("{}.{}s", tenths / 10, tenths % 10),
    }
}

/// A number in the greatest unit in which it is whole.
fn in_units(number: u64, units: &[(&str, u64)]) -> String {
    let whole = units.iter().rev().find(|(_, factor)| number.is_multiple_of(*factor));
    match (whole, units.first()) {
        (Some((unit, factor)), _) => format!("{}{unit}", number / factor),
        (None, Some((unit, factor))) => format!("{}{unit}", number / factor),
        (None, None) => number.to_string(),
    }
}
