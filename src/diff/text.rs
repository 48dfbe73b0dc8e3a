//! A comparison as text for people.

use std::fmt::{self, Display, Formatter};

use crate::why::LeftOut;

use super::{Change, Changed, Difference, Kind, Offer, Report, Searched, Seen, SideTold, Verdict, at};

/// Of a declaration so many lines are shown.
const LINES: usize = 12;

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.sides;
        writeln!(f, "A is {one}")?;
        writeln!(f, "B is {other}")?;
        f.write_str(&LeftOut::text(&one.left_out, " of A"))?;
        f.write_str(&LeftOut::text(&other.left_out, " of B"))?;
        if !self.is_whole() {
            writeln!(f, "the rest compared:")?;
        }
        match (&self.verdict, &self.difference) {
            (Verdict::Same, _) => writeln!(f, "they play alike: the rules say the same")?,
            (Verdict::Alike, _) => {
                let Searched { positions, .. } = self.searched;
                writeln!(f, "they play alike: no difference in any of the {positions} positions that there are")?;
            }
            (_, Some(difference)) => write!(f, "{difference}")?,
            (_, None) => writeln!(f, "no difference found: {}", self.searched)?,
        }
        if self.verdict != Verdict::Same && !self.changes.is_empty() {
            writeln!(f, "\nwhat the files say differently:")?;
            self.changes.iter().try_for_each(|change| write!(f, "{change}"))?;
        }
        Ok(())
    }
}

impl Display for SideTold {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        if options.is_empty() { Ok(()) } else { write!(f, " with {}", options.join(", ")) }
    }
}

impl Display for Searched {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { positions, depth, games, decisions, halted } = self;
        let depth = match depth {
            1 => "one decision".to_owned(),
            depth => format!("{depth} decisions"),
        };
        let games = match games {
            0 => String::new(),
            1 => format!(", nor in 1 game of {decisions} decisions"),
            games => format!(", nor in {games} games with {decisions} decisions"),
        };
        let halted = if *halted { " (ended before all was done)" } else { "" };
        write!(f, "none in {positions} positions to a depth of {depth}{games}{halted}")
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.kind, self.play.len()) {
            (Kind::Board | Kind::Players, _) => writeln!(f, "they differ before anything is played")?,
            (_, 0) => writeln!(f, "they differ at the start")?,
            (_, 1) => writeln!(f, "they differ after 1 move: {}", self.play.join(" "))?,
            (_, n) => writeln!(f, "they differ after {n} moves: {}", self.play.join(" "))?,
        }
        if let Some(other) = &self.other_play {
            writeln!(f, "in B these are: {}", other.join(" "))?;
        }
        self.sentences.iter().try_for_each(|sentence| writeln!(f, "  {sentence}"))?;
        self.offers.iter().try_for_each(|offer| write!(f, "{offer}"))?;
        self.places.iter().try_for_each(|place| writeln!(f, "    {}", at(place)))?;
        for (name, seen) in ["A", "B"].into_iter().zip(&self.seen) {
            self.side(f, name, seen)?;
        }
        match &self.seen[..] {
            [one, _] if self.same_board => write!(f, "\n{}", one.board)?,
            boards => {
                for (name, seen) in ["A", "B"].into_iter().zip(boards) {
                    write!(f, "\n{name}:\n{}", seen.board)?;
                }
            }
        }
        Ok(())
    }
}

impl Difference {
    /// What is behind the difference in one of the games.
    fn side(&self, f: &mut Formatter<'_>, name: &str, seen: &Seen) -> fmt::Result {
        if !seen.did.is_empty() {
            writeln!(f, "  the last move does only in {name}:")?;
            seen.did.iter().try_for_each(|did| writeln!(f, "    {did}"))?;
        }
        if !seen.ends.is_empty() {
            writeln!(f, "  the end in {name}:")?;
            for line in seen.ends.iter().flat_map(|end| end.to_string().lines().map(str::to_owned).collect::<Vec<_>>())
            {
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}

impl Display for Offer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (has, lacks) = if self.by_other { ("B", "A") } else { ("A", "B") };
        let by = self.name.as_ref().map_or_else(String::new, |name| format!(" by the move `{name}`"));
        match &self.probability {
            Some(probability) => {
                writeln!(f, "  `{}` in {has}: Chance decides so with probability {probability}", self.option)?;
            }
            None => writeln!(f, "  `{}` in {has}{by}:", self.option)?,
        }
        self.by.iter().try_for_each(|place| writeln!(f, "    {}", at(place)))?;
        if let Some(refused) = &self.refused {
            writeln!(f, "  in {lacks}: {refused}")?;
            self.refused_by.iter().try_for_each(|place| writeln!(f, "    {}", at(place)))?;
        }
        Ok(())
    }
}

impl Display for Change {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let changed = match self.changed {
            Changed::Added => "only in B",
            Changed::Removed => "only in A",
            Changed::Replaced => "changed",
        };
        writeln!(f, "{changed}: {}", self.what)?;
        for line in self.lines.iter().take(LINES) {
            let sign = if line.added { '+' } else { '-' };
            writeln!(f, "  {sign} {}:{}  {}", line.file, line.line, line.text)?;
        }
        match self.lines.len().checked_sub(LINES) {
            Some(more) if more > 0 => writeln!(f, "    and {more} lines more"),
            _ => Ok(()),
        }
    }
}
