//! Values that a match file may write in several ways.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
};

/// A seed. TOML has no whole numbers above 2⁶³−1, so larger ones are written as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(seed) => serializer.serialize_i64(seed),
            Err(_) => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Plain(text) = Plain::deserialize(deserializer)?;
        text.parse().map(Seed).map_err(|_| de::Error::custom(format!("`{text}` is not a seed, a number below 2^64")))
    }
}

/// A text, a whole number, or a yes or no, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain(pub String);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

struct PlainVisitor;

impl Visitor<'_> for PlainVisitor {
    type Value = Plain;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a text or a whole number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Plain, E> {
        Ok(Plain(text.to_owned()))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Plain, E> {
        Ok(Plain(number.to_string()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Plain, E> {
        Ok(Plain(number.to_string()))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Plain, E> {
        Ok(Plain(value.to_string()))
    }
}
