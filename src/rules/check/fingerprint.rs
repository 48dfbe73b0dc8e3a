//! A fingerprint of the rules: saved matches tell by it whether they were played by the same ones.

use crate::syntax::ast::ItemKind;

use super::Checker;

/// The 128-bit FNV-1a hash. Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV
/// Non-Cryptographic Hash Algorithm" (offset basis and prime).
pub(in crate::rules) struct Fnv(pub(in crate::rules) u128);

impl Fnv {
    pub(in crate::rules) fn new() -> Self {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}

impl std::fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.write(text.as_bytes());
        Ok(())
    }
}

impl Checker<'_> {
    /// The same for two files that say the same: places, comments, words for people and scenarios do not count.
    pub(super) fn fingerprint(&self) -> String {
        let mut hash = Fnv::new();
        for item in self.items {
            let words = matches!(
                item.kind,
                ItemKind::Text { .. }
                    | ItemKind::PositionFormat { .. }
                    | ItemKind::Always(_)
                    | ItemKind::Test(_)
                    | ItemKind::Titles(_)
                    | ItemKind::Prose(_)
                    | ItemKind::Fact { .. }
            );
            let notation = matches!(&item.kind, ItemKind::Text { language, .. } if language.value == "notation" || language.value == "letters");
            if !words || notation {
                hash.write(without_places(&format!("{:?}", item.kind)).as_bytes());
            }
        }
        for option in &self.options {
            hash.write(format!("{}={};", option.name, option.text).as_bytes());
        }
        hash.write(&[self.players.len() as u8]);
        format!("{:032x}", hash.0)
    }
}

/// A debug text without its `Span { … }` parts.
pub(in crate::rules) fn without_places(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("Span {") {
        out.push_str(before);
        // A span holds one inner brace pair, that of its source: `SourceId(0)` has none.
        rest = after.split_once('}').map_or("", |(_, behind)| behind);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::without_places;
    use crate::source::{SourceId, Span, Spanned};

    #[test]
    fn places_do_not_count() {
        let here = Spanned::new("a", Span::new(SourceId(0), 1, 2));
        let there = Spanned::new("a", Span::new(SourceId(3), 7, 8));
        assert_eq!(without_places(&format!("{here:?}")), without_places(&format!("{there:?}")));
        assert!(without_places(&format!("{here:?}")).contains("\"a\""));
    }
}
