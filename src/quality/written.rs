//! How games are written down, so that they are the same to the last bit when they are read again.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Numbers as texts: readers of JSON may change the last bit of a number.
pub(super) mod number {
    use super::*;

    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(|| D::Error::custom("no number"))
    }
}

/// The same of numbers that may be absent.
pub(super) mod perhaps {
    use super::*;

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct Number(#[serde(with = "number")] f64);

    pub fn serialize<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Number).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        Ok(Option::<Number>::deserialize(deserializer)?.map(|number| number.0))
    }
}

/// An outcome as a list: places, whether nobody won, the name of the end and its number.
pub(super) mod outcome {
    use super::*;
    use crate::game::Outcome;

    type Parts = (Vec<u8>, bool, String, Option<usize>);

    pub fn serialize<S: Serializer>(value: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = |outcome: &Outcome| -> Parts {
            (outcome.places.to_vec(), outcome.nobody, outcome.by.to_string(), outcome.clause)
        };
        value.as_ref().map(parts).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Outcome>, D::Error> {
        let outcome = |(places, nobody, by, clause): Parts| Outcome {
            places: places.as_slice().into(),
            nobody,
            by: by.into(),
            clause,
        };
        Ok(Option::<Parts>::deserialize(deserializer)?.map(outcome))
    }
}

/// An opening as the number of the player and a text.
pub(super) mod opening {
    use super::*;
    use crate::game::PlayerId;

    type Opening = Option<(PlayerId, String)>;

    pub fn serialize<S: Serializer>(value: &Opening, serializer: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map(|(player, text)| (player.0, text)).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Opening, D::Error> {
        let read = Option::<(u8, String)>::deserialize(deserializer)?;
        Ok(read.map(|(player, text)| (PlayerId(player), text)))
    }
}

/// What happened on cells as a list: the cell, how often it stood there, was chosen, was taken.
pub(super) mod heat {
    use super::super::games::Heat;
    use super::*;
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(value: &BTreeMap<usize, Heat>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(value.iter().map(|(cell, heat)| (cell, heat.stood, heat.chosen, heat.taken)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<usize, Heat>, D::Error> {
        let cells = Vec::<(usize, u64, u64, u64)>::deserialize(deserializer)?;
        Ok(cells.into_iter().map(|(cell, stood, chosen, taken)| (cell, Heat { stood, chosen, taken })).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::course::Course;

    #[test]
    fn numbers_stay_the_same_to_the_last_bit() {
        for value in [0.1 + 0.2, 1.0 / 3.0, f64::MIN_POSITIVE, 0.0, 2.5e-310, 0.7254183092146921] {
            let course = Course { killer: value, decided: Some(value / 3.0), drama: None, ..Course::default() };
            let text = serde_json::to_string(&course).expect("it is written");
            let read: Course = serde_json::from_str(&text).expect("it is read");
            assert_eq!(read.killer.to_bits(), value.to_bits(), "{text}");
            assert_eq!(read.decided.map(f64::to_bits), Some((value / 3.0).to_bits()), "{text}");
            assert_eq!(read.drama, None);
        }
        let odd = r#"{"lead_changes":0,"decided":null,"drama":null,"turned":false,"killer":"NaN"}"#;
        assert!(serde_json::from_str::<Course>(odd).is_err());
    }
}
