//! Values of keys, from their text.

use super::cells::{Cell, Cells, MOST_COLUMNS, MOST_ROWS};
use super::table::{Form, Slot};

/// A set of kinds of pieces; [`Slot::ALL`] in it means all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u128);

impl Kinds {
    /// Only this one.
    pub fn only(slot: Slot) -> Self {
        Kinds(1 << slot.0)
    }

    /// Whether it is in the set.
    pub fn has(self, slot: Slot) -> bool {
        self.0 & (1 << slot.0) != 0
    }

    /// The set with it.
    pub fn with(self, slot: Slot) -> Self {
        Kinds(self.0 | (1 << slot.0))
    }

    /// The set without it.
    pub fn without(self, slot: Slot) -> Self {
        Kinds(self.0 & !(1 << slot.0))
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its members, in order.
    pub fn slots(self) -> impl Iterator<Item = Slot> {
        (0..128).map(Slot).filter(move |slot| self.has(*slot))
    }
}

/// How something ends for the one whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result3 {
    /// He wins.
    Win,
    /// He loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// A value in the form that its key asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Anything.
    Any(String),
    /// Yes or no.
    Truth(bool),
    /// A number; rows and columns count from 0.
    Number(u32),
    /// An end of the game, or none.
    Result(Option<Result3>),
    /// One of the words of the key.
    Word(String),
    /// Squares.
    Cells(Cells),
    /// Kinds of pieces.
    Kinds(Kinds),
    /// A kind of piece, or none.
    Kind(Option<Slot>),
    /// How many of a kind there may be.
    Limits(Vec<(Slot, u32)>),
    /// What a kind becomes.
    Map(Vec<(Slot, Option<Slot>)>),
}

/// The value of a text, or why it is none.
pub fn parse(form: Form, text: &str, kind: &dyn Fn(char) -> Option<Slot>) -> Result<Value, String> {
    Ok(match form {
        Form::Any => Value::Any(text.to_owned()),
        Form::Truth => Value::Truth(match text {
            "true" => true,
            "false" => false,
            _ => return Err("`true` or `false` is wanted".to_owned()),
        }),
        Form::Number => Value::Number(number(text, 1_000_000)?),
        Form::Rank => Value::Number(line(text, MOST_ROWS, "rows")?),
        Form::File => Value::Number(match text.chars().next() {
            Some(letter @ 'a'..='l') if text.len() == 1 => u32::from(letter) - u32::from('a'),
            _ => line(text, MOST_COLUMNS, "columns")?,
        }),
        Form::Value => Value::Result(match text {
            "win" => Some(Result3::Win),
            "loss" => Some(Result3::Loss),
            "draw" => Some(Result3::Draw),
            "none" => None,
            _ => return Err("`win`, `loss`, `draw` or `none` is wanted".to_owned()),
        }),
        Form::Word(words) => {
            let known = || words.split_whitespace().map(|word| word.split_once('=').unwrap_or((word, word)));
            match known().find(|(word, _)| *word == text) {
                Some((_, meaning)) => Value::Word(meaning.to_owned()),
                None => {
                    let all: Vec<String> = known().map(|(word, _)| format!("`{word}`")).collect();
                    return Err(format!("one of {} is wanted", all.join(", ")));
                }
            }
        }
        Form::Cells => Value::Cells(cells(text)?),
        Form::Kinds => Value::Kinds(kinds(text, kind)?),
        Form::Kind => Value::Kind(kinds(text, kind)?.slots().last()),
        Form::Limits => Value::Limits(pairs(text, kind, &|text| number(text, 1000))?),
        Form::Map => {
            let target = |text: &str| match text {
                "-" => Ok(None),
                letters => one_kind(letters, kind).map(Some),
            };
            Value::Map(pairs(text, kind, &target)?)
        }
        Form::Rights if text.chars().all(|letter| "KQkq-".contains(letter)) => Value::Any(text.to_owned()),
        Form::Rights => return Err("letters out of `KQkq` are wanted".to_owned()),
    })
}

fn number(text: &str, most: u32) -> Result<u32, String> {
    match text.parse() {
        Ok(number) if number <= most => Ok(number),
        _ => Err(format!("a number from 0 to {most} is wanted")),
    }
}

fn line(text: &str, most: u8, what: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number) if (1..=u32::from(most)).contains(&number) => Ok(number - 1),
        _ => Err(format!("the {what} go from 1 to {most}")),
    }
}

fn cells(text: &str) -> Result<Cells, String> {
    let mut all = Cells::default();
    for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        if word == "-" {
            break;
        }
        all = all.or(place(word).ok_or_else(|| format!("`{}` is no square", super::ini::shortened(word)))?);
    }
    Ok(all)
}

/// The cells of `e4`, `*4` or `e*`.
fn place(word: &str) -> Option<Cells> {
    let row = |text: &str| text.parse::<u8>().ok().filter(|row| (1..=MOST_ROWS).contains(row)).map(|row| row - 1);
    if let Some(rest) = word.strip_prefix('*') {
        return row(rest).map(Cells::row);
    }
    let mut letters = word.chars();
    let column = letters.next().map(|letter| letter.to_ascii_lowercase()).filter(char::is_ascii_lowercase)?;
    let column = u8::try_from(u32::from(column) - u32::from('a')).ok().filter(|column| *column < MOST_COLUMNS)?;
    match letters.as_str() {
        "*" => Some(Cells::column(column)),
        rest => row(rest).map(|row| std::iter::once(Cell { row, column }).collect()),
    }
}

fn kinds(text: &str, kind: &dyn Fn(char) -> Option<Slot>) -> Result<Kinds, String> {
    let mut all = Kinds::default();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            '-' => break,
            '*' => all = all.with(Slot::ALL),
            letter => all = all.with(kind(letter).ok_or_else(|| no_piece(letter))?),
        }
    }
    Ok(all)
}

fn no_piece(letter: char) -> String {
    format!("no piece has the letter `{letter}`")
}

fn one_kind(text: &str, kind: &dyn Fn(char) -> Option<Slot>) -> Result<Slot, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => kind(letter).ok_or_else(|| no_piece(letter)),
        _ => Err(format!("`{}` is not the letter of one piece", super::ini::shortened(text))),
    }
}

/// Pairs `p:x` with blanks between.
fn pairs<T>(
    text: &str,
    kind: &dyn Fn(char) -> Option<Slot>,
    second: &dyn Fn(&str) -> Result<T, String>,
) -> Result<Vec<(Slot, T)>, String> {
    let words = text.split_whitespace().take_while(|word| *word != "-");
    words
        .map(|word| match word.split_once(':') {
            Some((letter, rest)) => Ok((one_kind(letter, kind)?, second(rest)?)),
            None => Err(format!("`{}` is no pair with a colon", super::ini::shortened(word))),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(letter: char) -> Option<Slot> {
        "pnbrq".find(letter.to_ascii_lowercase()).map(|index| Slot(index as u8 + 1))
    }

    fn value(form: Form, text: &str) -> Result<Value, String> {
        parse(form, text, &letters)
    }

    #[test]
    fn values_are_read_or_refused() {
        let corner: Cells = [Cell { row: 0, column: 0 }].into_iter().collect();
        assert_eq!(value(Form::Cells, "a1"), Ok(Value::Cells(corner)));
        assert_eq!(value(Form::Cells, "*8 -"), Ok(Value::Cells(Cells::row(7))));
        assert_eq!(value(Form::Cells, "b*"), Ok(Value::Cells(Cells::column(1))));
        assert_eq!(value(Form::Cells, "*11"), Err("`*11` is no square".to_owned()));
        assert_eq!(value(Form::File, "d"), Ok(Value::Number(3)));
        assert_eq!(value(Form::Rank, "99999999999999999999"), Err("the rows go from 1 to 10".to_owned()));
        assert_eq!(value(Form::Kinds, "pX"), Err("no piece has the letter `X`".to_owned()));
        assert_eq!(value(Form::Limits, "q:1 r:2"), Ok(Value::Limits(vec![(Slot(5), 1), (Slot(4), 2)])));
        assert_eq!(value(Form::Map, "p:q n:-"), Ok(Value::Map(vec![(Slot(1), Some(Slot(5))), (Slot(2), None)])));
        assert_eq!(value(Form::Truth, "yes"), Err("`true` or `false` is wanted".to_owned()));
    }
}
