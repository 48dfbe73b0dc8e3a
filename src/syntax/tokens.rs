//! How long a rule file is, in words: what its author had to say, however it is laid out.

use crate::{
    source::SourceId,
    syntax::{
        ast::{Item, ItemKind},
        lexer::{self, Token, TokenKind},
        parser::parse,
    },
};

/// The number of words of the rules: names, numbers, texts and marks, and the cells of pictures.
///
/// Comments do not count, nor does what people read about the game (titles, prose, sources, names in other
/// languages, notation) and what only tests it.
pub fn tokens(text: &str) -> usize {
    let parsed = parse(SourceId::default(), text);
    let mut beside = parsed.file.items.iter().filter(|item| is_beside(item)).map(|item| item.span.span).peekable();
    let mut count = 0;
    for token in lexer::lex(text) {
        while beside.next_if(|span| (span.end as usize) <= token.start).is_some() {}
        let skipped = beside.peek().is_some_and(|span| span.start as usize <= token.start);
        count += if skipped { 0 } else { weight(&token) };
    }
    count
}

/// Whether a declaration says nothing about how the game is played.
fn is_beside(item: &Item) -> bool {
    use ItemKind::{Always, Fact, PositionFormat, Prose, Test, Text, Titles};
    matches!(item.kind, Titles(_) | Prose(_) | Fact { .. } | Text { .. } | PositionFormat { .. } | Always(_) | Test(_))
}

fn weight(token: &Token<'_>) -> usize {
    match token.kind {
        TokenKind::Comment => 0,
        TokenKind::Row => token.text.chars().skip(1).filter(|c| !c.is_whitespace()).count(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn words_count_and_what_stands_beside_the_rules_does_not() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("// nothing\n"), 0);
        assert_eq!(tokens("language 1 game \"A\" // a comment"), 4);
        assert_eq!(
            tokens("game \"A\" title fr \"B\" author \"C\" year 1990 source \"D\" note \"E\" rules fr \"F\""),
            2
        );
        assert_eq!(tokens("text fr { Man: \"pion\" }\ntest \"a\" { players 2 }\nlimit 10 moves"), 3);
        assert_eq!(tokens("piece Man letter \"M\", King (Kings)"), 9);
    }

    #[test]
    fn every_cell_of_a_picture_counts() {
        assert_eq!(tokens("setup {\n  | a b .\n  | .  .  . // empty\n}"), 3 + 6);
    }
}
