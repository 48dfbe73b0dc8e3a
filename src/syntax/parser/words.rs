//! What authors call the rules of the grammar, and which words may stand where a rule is expected.

use super::Rule;

/// The words that begin a declaration.
pub(super) const DECLARATIONS: &[&str] = &[
    "language",
    "game",
    "title",
    "author",
    "year",
    "source",
    "note",
    "rules",
    "use",
    "option",
    "players",
    "seats",
    "board",
    "site",
    "terrain",
    "tiles",
    "type",
    "piece",
    "captured",
    "movement",
    "remember",
    "define",
    "table",
    "action",
    "setup",
    "afterwards",
    "ensure",
    "move",
    "turn",
    "end",
    "limit",
    "always",
    "text",
    "test",
    "replace",
    "remove",
];
const STATEMENTS: &[&str] = &[
    "if", "repeat", "each", "may", "choose", "pick", "roll", "take", "remove", "put", "move", "push", "sow", "swap",
    "change", "give", "set", "add", "subtract", "let", "do", "paint", "lay", "ensure", "again", "end",
];
pub(super) const VERBS: &[&str] =
    &["steps", "slides", "leaps", "rides", "hops", "walks", "goes", "drops", "stays", "moves", "betza"];
const OPERATORS: &[&str] = &["and", "or", "is", "in", "not", "except", "joins", "at", "less", "more"];
const PREFIXES: &[&str] = &[
    "not", "count", "some", "no", "those", "repeated", "if", "reach", "span", "lines", "played", "can", "my", "enemy",
];
/// Words that are left out first when there are too many.
const MINOR: &[&str] =
    &["afterwards", "ensure", "repeating", "through", "stopping", "round", "exactly", "up", "facing"];
/// The names that may not be given.
pub(super) const RESERVED: &[&str] = &[
    "afterwards",
    "otherwise",
    "repeating",
    "everyone",
    "repeated",
    "stopping",
    "subtract",
    "exactly",
    "highest",
    "lasting",
    "replace",
    "through",
    "without",
    "change",
    "choose",
    "ensure",
    "except",
    "lowest",
    "played",
    "remove",
    "repeat",
    "slides",
    "taking",
    "again",
    "betza",
    "count",
    "drops",
    "enemy",
    "joins",
    "leaps",
    "lines",
    "loses",
    "moves",
    "paint",
    "reach",
    "rides",
    "round",
    "stays",
    "steps",
    "those",
    "times",
    "until",
    "walks",
    "where",
    "while",
    "draw",
    "each",
    "else",
    "from",
    "give",
    "goes",
    "hops",
    "into",
    "less",
    "more",
    "move",
    "over",
    "pass",
    "pick",
    "roll",
    "some",
    "span",
    "take",
    "then",
    "when",
    "wins",
    "with",
    "add",
    "and",
    "any",
    "can",
    "end",
    "for",
    "lay",
    "let",
    "may",
    "not",
    "out",
    "put",
    "set",
    "as",
    "at",
    "be",
    "by",
    "do",
    "if",
    "in",
    "is",
    "my",
    "no",
    "of",
    "on",
    "or",
    "to",
    "up",
];

/// How an author calls what a rule stands for; nothing for what is better left unsaid. The number sorts: what tells
/// most comes first.
pub(super) fn phrase(rule: Rule) -> Option<(u8, String)> {
    if let Some(word) = keyword(rule) {
        let rank = if MINOR.contains(&word.as_str()) { 4 } else { 2 };
        return Some((rank, format!("`{word}`")));
    }
    if let Some(mark) = mark(rule) {
        let rank = if matches!(mark, "}" | ")" | "]") { 1 } else { 3 };
        return Some((rank, format!("`{mark}`")));
    }
    if is_expression(rule) {
        return Some((0, "an expression".to_owned()));
    }
    thing(rule).or_else(|| place_word(rule)).map(|(rank, phrase)| (rank, phrase.to_owned()))
}

/// The words that may stand where this rule is expected, to guess what was meant.
pub(super) fn candidates(rule: Rule, words: &mut Vec<String>) {
    let known: &[&str] = match rule {
        Rule::item => DECLARATIONS,
        Rule::statement => STATEMENTS,
        Rule::path | Rule::leg | Rule::bare_path | Rule::bare_leg | Rule::piece_sentence => VERBS,
        Rule::sentence => &["pass", "pick", "any"],
        Rule::times => OPERATORS,
        Rule::board_item => &["hole", "edge", "line", "direction", "bend", "names"],
        Rule::piece_word => &["royal", "neutral", "letter", "captured"],
        Rule::lay_word => &["shuffled", "turned", "flipped"],
        Rule::result => &["draw", "everyone", "each", "highest", "lowest"],
        Rule::verdict => &["wins", "loses", "is"],
        Rule::point => &["after", "before"],
        Rule::lifetime => &["a", "two", "the"],
        Rule::test_line | Rule::check_line => &[
            "with",
            "players",
            "position",
            "phase",
            "put",
            "remove",
            "set",
            "play",
            "legal",
            "illegal",
            "only",
            "options",
            "perft",
            "probability",
            "expect",
        ],
        Rule::situation => &["position", "phase", "turns", "rounds", "put", "remove", "set", "moved"],
        Rule::range => &["exactly", "up"],
        Rule::target | Rule::target_set | Rule::to_most => &["to"],
        Rule::taking => &["taking"],
        Rule::when => &["when"],
        Rule::through => &["through"],
        Rule::stopping => &["stopping"],
        Rule::repeating => &["repeating"],
        Rule::legend | Rule::step_where => &["where"],
        Rule::afterwards => &["afterwards"],
        Rule::ensure => &["ensure"],
        rule if is_expression(rule) => PREFIXES,
        _ => &[],
    };
    words.extend(known.iter().map(|&word| word.to_owned()));
    words.extend(keyword(rule));
}

/// Whether a name of the file may stand where this rule is expected.
pub(super) fn may_be_name(rule: Rule) -> bool {
    use Rule as R;
    is_expression(rule)
        || matches!(
            rule,
            R::name | R::word | R::kinds | R::attribute | R::dir | R::dirs | R::subject | R::piece_sentence
        )
        || matches!(rule, R::ways | R::event | R::sentence | R::property | R::call | R::situation | R::test_line)
}

/// Rules that stand for an expression or for what one may begin with.
fn is_expression(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::expr | R::either | R::both | R::negation | R::compare | R::sum | R::product | R::factor | R::inset | R::prim
    ) || matches!(
        rule,
        R::range_or | R::bound | R::number | R::list_item | R::group | R::grouped | R::list | R::rows | R::seat
    )
}

/// The word of a keyword rule.
fn keyword(rule: Rule) -> Option<String> {
    format!("{rule:?}").strip_prefix("kw_").map(str::to_owned)
}

fn mark(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::open | Rule::block => "{",
        Rule::close => "}",
        Rule::lparen | Rule::params | Rule::args => "(",
        Rule::rparen => ")",
        Rule::lsquare => "[",
        Rule::rsquare => "]",
        Rule::colon => ":",
        Rule::comma => ",",
        Rule::equals => "=",
        _ => return None,
    })
}

/// Rules that stand for something with a name of its own.
fn thing(rule: Rule) -> Option<(u8, &'static str)> {
    use Rule as R;
    Some(match rule {
        R::name | R::word | R::kinds | R::choice | R::player | R::face | R::attribute | R::pick | R::piece_kind => {
            (0, "a name")
        }
        R::shape => (0, "a shape such as `square`"),
        R::int => (0, "a number"),
        R::string | R::legend_entry => (0, "a text in quotes"),
        R::ways | R::any_move => (0, "the name of a move"),
        R::event => (0, "what has not happened, such as `taking`"),
        R::lang => (0, "a language such as `en`"),
        R::place | R::places => (0, "a cell"),
        R::dirs | R::dir | R::slid_group | R::walked_group => (0, "a direction"),
        R::range | R::least => (4, "a distance"),
        R::path | R::leg | R::bare_path | R::bare_leg | R::path_line => (0, "a verb such as `steps`"),
        R::subject | R::any_piece | R::piece_sentence => (1, "a piece"),
        R::picture | R::row_line | R::draw_st => (1, "a row that begins with `|`"),
        R::domain => (0, "values such as `0 to 9`"),
        R::result => (1, "a result such as `draw`"),
        R::sentence => (3, "a sentence"),
        R::statement => (3, "a statement"),
        R::item => (5, "a declaration"),
        R::clause => (3, "a clause such as `\"name\": draw`"),
        R::test_line | R::check_line => (3, "a line of a scenario such as `play`"),
        R::situation => (3, "a line such as `position`"),
        R::text_entry | R::table_row | R::tile | R::seating => (3, "an entry"),
        R::EOI => (6, "the end of the declaration"),
        _ => return None,
    })
}

/// Rules that begin with a word of their own.
fn place_word(rule: Rule) -> Option<(u8, &'static str)> {
    use Rule as R;
    Some(match rule {
        R::target | R::target_set | R::to_most | R::to_int => (2, "`to`"),
        R::taking => (2, "`taking`"),
        R::when => (2, "`when`"),
        R::or_more => (2, "`or more`"),
        R::truth => (2, "`yes`"),
        R::verdict => (2, "a verdict such as `wins`"),
        R::point => (2, "a time such as `after each move`"),
        R::lifetime => (2, "a time such as `a turn`"),
        R::fact_word => (2, "a word such as `author`"),
        R::board_item => (3, "a line of the board such as `hole`"),
        R::piece_word => (4, "a word such as `royal`"),
        R::through => (4, "`through`"),
        R::stopping => (4, "`stopping at`"),
        R::bends => (4, "`round bends`"),
        R::distance => (4, "`at any distance`"),
        R::repeating => (4, "`repeating`"),
        R::legend | R::step_where => (4, "`where`"),
        R::afterwards => (4, "`afterwards`"),
        R::ensure => (4, "`ensure`"),
        _ => return None,
    })
}

/// What is missing at a gap: the rest is what may follow the whole, which the parser tried next.
pub(super) fn missing(mut expected: Vec<Rule>) -> Vec<Rule> {
    use Rule as R;
    let is_operand = |rule: &R| is_expression(*rule) || matches!(rule, R::path | R::leg | R::bare_path | R::bare_leg);
    if expected.iter().any(is_operand) {
        let closing = if expected.contains(&R::rparen) { R::rparen } else { R::rsquare };
        expected.retain(|rule| is_operand(rule) || matches!(rule, R::name | R::int) || *rule == closing);
    } else {
        let is_word = |rule: &R| matches!(rule, R::kw_where | R::kw_then | R::kw_else | R::kw_by | R::kw_to | R::kw_in);
        let is_mark = |rule: &R| matches!(rule, R::rparen | R::rsquare | R::comma | R::or_more | R::to_most | R::name);
        expected.retain(|rule| is_word(rule) || is_mark(rule) || is_operator(*rule));
    }
    expected
}

/// Whether these rules are what may follow a whole expression: its operators are not worth a word then.
pub(super) fn after_expression(rules: &[Rule]) -> bool {
    rules.contains(&Rule::times)
}

/// Whether a rule goes on with an expression.
pub(super) fn is_operator(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::comparison
            | R::sign
            | R::times
            | R::joins
            | R::lparen
            | R::args
            | R::kw_and
            | R::kw_or
            | R::kw_in
            | R::kw_not
    ) || matches!(rule, R::kw_at | R::kw_except | R::kw_joins | R::kw_of | R::kw_is | R::in_set | R::not_in | R::except)
}
