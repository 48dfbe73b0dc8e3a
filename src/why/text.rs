//! Answers as text for people.

use std::fmt::{self, Display, Formatter, Write as _};

use super::{Answer, Doing, EndTold, LeftOut, Place, Reason, RuleTried, Status, StepTold};

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&LeftOut::text(&self.left_out, ""))?;
        let question = self.question.as_deref().unwrap_or_default();
        match self.status {
            Status::Legal => self.legal.iter().try_for_each(|doing| write!(f, "{doing}"))?,
            Status::Illegal => {
                let reason = self.reason.iter();
                reason.into_iter().try_for_each(|reason| write!(f, "`{question}` is not legal: {reason}"))?;
            }
            Status::Unclear => match &self.meant[..] {
                [only] => writeln!(f, "`{question}` could be {only}, which is legal")?,
                several => writeln!(f, "`{question}` could be {}, which are legal", several.join(" or "))?,
            },
            Status::Over => writeln!(f, "{}", self.result.as_deref().unwrap_or("the game is over"))?,
            Status::Open => {
                writeln!(f, "the game is not over, {} to play", self.to_move.as_deref().unwrap_or("nobody"))?;
            }
        }
        if !self.all.is_empty() {
            writeln!(f, "\nevery rule:")?;
            self.all.iter().try_for_each(|rule| write!(f, "{rule}"))?;
        }
        self.ends.iter().try_for_each(|end| write!(f, "{end}"))
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.message)?;
        self.place.iter().try_for_each(|place| writeln!(f, "  {place}  {}", place.text))?;
        self.also.iter().try_for_each(|place| writeln!(f, "  {place}  {}", place.text))
    }
}

impl Display for Doing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let by = match (&self.name, &self.probability) {
            (Some(name), _) => format!(", by the move `{name}`"),
            (None, Some(probability)) => format!(": Chance decides so with probability {probability}"),
            (None, None) => String::new(),
        };
        writeln!(f, "`{}` is legal{by}", self.option)?;
        self.by.iter().try_for_each(|place| writeln!(f, "  {place}  {}", place.text))?;
        if !self.does.is_empty() {
            writeln!(f, "it does:")?;
            self.does.iter().try_for_each(|step| write!(f, "{step}"))?;
        }
        if !self.then.is_empty() {
            writeln!(f, "then the turn does:")?;
            self.then.iter().try_for_each(|step| write!(f, "{step}"))?;
        }
        writeln!(f, "then: {}", self.result)
    }
}

impl Display for StepTold {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut line = format!("  {}:{}  {}", self.place.line, self.place.column, self.place.text);
        if let Some(holds) = self.holds {
            line += if holds { "  (holds)" } else { "  (does not hold)" };
        } else if self.changes.is_empty() {
            line += "  (changes nothing)";
        }
        self.changes.iter().try_for_each(|change| write!(line, "\n      {change}"))?;
        writeln!(f, "{line}")
    }
}

impl Display for RuleTried {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {}  {}: {}", self.place, self.name, self.place.text)?;
        match (&self.read_as, &self.fails[..]) {
            (None, _) => writeln!(f, "      could not mean it"),
            (Some(text), []) => writeln!(f, "      offers `{text}`"),
            (Some(text), fails) => {
                let read = |reason: &Reason| match &reason.place {
                    Some(place) => format!("{} ({}:{})", reason.message, place.line, place.column),
                    None => reason.message.clone(),
                };
                let fails: Vec<String> = fails.iter().map(read).collect();
                writeln!(f, "      as `{text}`: {}", fails.join("; "))
            }
        }
    }
}

impl Display for EndTold {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let place = self.place.as_ref().map(|place| format!("{place}  ")).unwrap_or_default();
        let verb = if self.decided { "has ended the game" } else { self.tested };
        writeln!(f, "  {place}\"{}\" ({verb})", self.name)?;
        for asked in &self.asked {
            let who = asked.player.as_ref().map(|player| format!("{player}: ")).unwrap_or_default();
            let what = if asked.holds { "holds" } else { "lacks" };
            writeln!(f, "      {who}{what}: {}", asked.because)?;
        }
        Ok(())
    }
}
