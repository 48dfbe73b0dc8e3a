//! What the tree of a text looks like.

use super::*;
use crate::syntax::ast::{Distance, ExprKind, ItemKind, Jump, Operator, Situation, StatementKind, TestLineKind, Verb};

/// An expression with every bracket written.
fn shape(text: &str) -> String {
    match items(&format!("define a = {text}")).pop() {
        Some(ItemKind::Define { body, .. }) => show(&body.value),
        other => format!("{other:?}"),
    }
}

fn show(expr: &ExprKind) -> String {
    match expr {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Truth(truth) => truth.to_string(),
        ExprKind::Binary(operator, left, right) => {
            format!("({} {} {})", show(&left.value), sign(*operator), show(&right.value))
        }
        ExprKind::Group(inner) => show(&inner.value),
        ExprKind::Not(inner) => format!("not {}", show(&inner.value)),
        ExprKind::Count(inner) => format!("count {}", show(&inner.value)),
        ExprKind::Some(inner) => format!("some {}", show(&inner.value)),
        ExprKind::No(inner) => format!("no {}", show(&inner.value)),
        ExprKind::Of(name, inner) => format!("{}.{}", name.value, show(&inner.value)),
        ExprKind::Along(ways, cells) => format!("{}.{}", show(&ways.value), show(&cells.value)),
        ExprKind::Owned(whose, inner) => format!("{whose:?} {}", show(&inner.value)),
        ExprKind::If(a, b, c) => format!("({} ? {} : {})", show(&a.value), show(&b.value), show(&c.value)),
        ExprKind::List(list) => format!("{:?}", list.iter().map(|item| show(&item.value)).collect::<Vec<_>>()),
        ExprKind::Call(name, args) => {
            format!("{}{:?}", name.value, args.iter().map(|arg| show(&arg.value)).collect::<Vec<_>>())
        }
        other => format!("{other:?}"),
    }
}

fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::OrElse => "??",
        Operator::Or => "|",
        Operator::And => "&",
        Operator::Is => "=",
        Operator::IsNot => "!=",
        Operator::AtLeast => ">=",
        Operator::AtMost => "<=",
        Operator::LessThan => "<",
        Operator::MoreThan => ">",
        Operator::Plus => "+",
        Operator::Minus => "-",
        Operator::Times => "*",
        Operator::In => "in",
        Operator::NotIn => "not in",
        Operator::Except => "except",
    }
}

#[test]
fn operators_bind_as_they_are_read() {
    assert_eq!(shape("a or b and c or d"), "((a | (b & c)) | d)");
    assert_eq!(shape("1 - 2 - 3 * 4"), "((1 - 2) - (3 * 4))");
    assert_eq!(shape("3-2 - a-1"), "((3 - 2) - a-1)");
    assert_eq!(shape("a in b except c"), "(a in (b except c))");
    assert_eq!(shape("a in b in c"), "(a in (b in c))");
    assert_eq!(shape("a except b except c"), "((a except b) except c)");
    assert_eq!(shape("a in b except c except d"), "(a in ((b except c) except d))");
    assert_eq!(shape("(a except b) in c"), "((a except b) in c)");
    assert_eq!(shape("a not in b or not c"), "((a not in b) | not c)");
    assert_eq!(shape("a or else b or else c"), "(a ?? (b ?? c))");
    assert_eq!(shape("not a is b"), "not (a = b)");
    assert_eq!(shape("count of a in b more than 2 + 1"), "(count (a in b) > (2 + 1))");
    assert_eq!(shape("some a in b and no c"), "(some (a in b) & no c)");
    assert_eq!(shape("a at least 1 and b at most 2"), "((a >= 1) & (b <= 2))");
    assert_eq!(shape("size of a of b"), "size.a.b");
    assert_eq!(shape("(a or b) and c"), "((a | b) & c)");
    assert_eq!(shape("if a then b else c or d"), "(a ? b : (c | d))");
    assert_eq!(shape("my a in enemy b"), "(My a in Enemy b)");
    assert_eq!(shape("f(a, b + 1)"), r#"f["a", "(b + 1)"]"#);
    assert_eq!(shape("[a b, my c f(d)]"), r#"["a", "b", "My c", "f[\"d\"]"]"#);
}

#[test]
fn brackets_are_kept_once() {
    let body = |text: &str| match items(&format!("define a = {text}")).pop() {
        Some(ItemKind::Define { body, .. }) => body,
        other => panic!("{other:?}"),
    };
    assert_eq!(body("((b))"), body("(b)"));
    assert_ne!(body("(b)"), body("b"));
    assert_eq!(body("((b))").span.range(), 11..16);
    assert_eq!(body("(( b ))").bare(), &body("b"));
}

#[test]
fn no_is_a_value_where_nothing_follows() {
    assert_eq!(shape("no"), "false");
    assert_eq!(shape("a is no"), "(a = false)");
    assert_eq!(shape("[no yes]"), r#"["false", "true"]"#);
    assert_eq!(items("define a = no\n// a comment\npiece Man\n").len(), 2);
    assert_eq!(items("end before each turn { \"a\": draw when b is no \"c\": draw }").len(), 1);
    assert_eq!(items("table t of n { 1: no 2: yes b: no c: no }").len(), 1);
}

#[test]
fn a_name_before_a_verb_begins_the_next_sentence() {
    let Some(ItemKind::Move(item)) = items("move m { Man steps King or Man steps a or b Man on c steps }").pop() else {
        panic!("no move");
    };
    assert_eq!(item.sentences.len(), 3);
    let dirs = |at: usize| item.sentences[at].travel.as_ref().and_then(|travel| travel.path[0].dirs.clone());
    assert_eq!(dirs(0), None);
    assert_eq!(dirs(1).map(|dirs| show(&dirs.value)), Some("(a | b)".into()));
}

#[test]
fn legs_keep_all_their_words() {
    let text = "move m { Man slides forward 2 to 3 through a stopping at b round bends repeating then leaps 1 by 2
        any then walks (n + 1) or more then hops over c at any distance to d taking e at end when f { again } }";
    let Some(ItemKind::Move(item)) = items(text).pop() else { panic!("no move") };
    let travel = item.sentences[0].travel.as_ref().expect("a piece travels");
    assert!(matches!(
        &travel.path[0].verb,
        Verb::Slides { range: Some(Distance::FromTo(..)), stopping: Some(_), bends: Some(0) }
    ));
    assert!(travel.path[0].repeating && travel.path[0].through.is_some());
    assert!(matches!(&travel.path[1].verb, Verb::Leaps(Jump::Offsets(1, 2))));
    assert!(matches!(&travel.path[2].verb, Verb::Walks(Distance::OrMore(_))));
    assert!(matches!(&travel.path[3].verb, Verb::Hops { any_distance: true, .. }));
    assert!(travel.at_end && travel.to.is_some() && item.sentences[0].when.is_some());
}

#[test]
fn places_leave_out_blanks_and_comments() {
    let text = "define a = b // not this\n  or c // nor this\n\npiece Man royal // nor that\n";
    let spans: Vec<_> = parsed(text).file.items.iter().map(|item| &text[item.span.span.range()]).collect();
    assert_eq!(spans, ["define a = b // not this\n  or c", "Man royal"]);
}

#[test]
fn pictures_lose_bars_and_blanks() {
    let text = "setup {\n  | a b . // top\n  |..c\n  where \"c\" is Man of White\n}";
    let Some(ItemKind::Setup { block, .. }) = items(text).pop() else { panic!("no setup") };
    let StatementKind::Draw(picture) = &block[0].value else { panic!("no picture") };
    let rows: Vec<_> = picture.rows.iter().map(|row| (row.value.as_str(), &text[row.span.range()])).collect();
    assert_eq!(rows, [("ab.", "a b ."), ("..c", "..c")]);
    assert_eq!(picture.legend.len(), 1);
}

#[test]
fn one_line_of_pieces_makes_several_items() {
    let kinds = items("piece Man (Men) letter \"M\", King royal captured as Man");
    let [ItemKind::Piece(man), ItemKind::Piece(king)] = &kinds[..] else { panic!("no pieces") };
    assert_eq!(man.plural.as_ref().map(|name| name.value.as_str()), Some("Men"));
    assert_eq!(man.letter.as_ref().map(|name| name.value.as_str()), Some("M"));
    assert!(king.royal && king.captured_as.is_some());
}

#[test]
fn repeat_without_a_bound_is_kept() {
    let bounds = |text: &str| match items(text).pop() {
        Some(ItemKind::Turn { block, .. }) => match &block[0].value {
            StatementKind::Repeat { bound, cond, .. } => (bound.as_ref().map(|bound| bound.0), cond.is_some()),
            _ => panic!("no repeat"),
        },
        _ => panic!("no turn"),
    };
    assert_eq!(bounds("turn { repeat { again } }"), (None, false));
    assert_eq!(bounds("turn { repeat while a { again } }"), (None, true));
    assert_eq!(bounds("turn { repeat 3 times { again } }"), (Some(false), false));
    assert_eq!(bounds("turn { repeat up to n + 1 times while b { again } }"), (Some(false), true));
    assert_eq!(bounds("turn { may repeat 3 times { again } }"), (Some(true), false));
}

#[test]
fn every_line_of_a_scenario_is_known() {
    let text = "test \"a\" {
        with x is 3 players 2 position \"a b/..\" where \"a\" is Man put 2 Man of White on a1 White to play phase b
        play \"a1\" \"b2\" legal \"c\" illegal \"d\" only options 3 perft 2 is 400 probability \"e\" is 1 in 6
        expect White to play expect no result expect draw by \"f\" expect everyone loses expect White wins
        expect count of a is 3 expect b is no
        expect a is no
        play \"c\"
    }";
    let Some(ItemKind::Test(test)) = items(text).pop() else { panic!("no test") };
    assert_eq!(test.lines.len(), 22);
    assert!(matches!(&test.lines[2].value, TestLineKind::Situation(Situation::Drawn(drawn)) if drawn.rows.len() == 2));
    assert!(matches!(&test.lines[21].value, TestLineKind::Play(moves) if moves.len() == 1));
}

#[test]
fn situations_stand_alone() {
    let (lines, told) = parse_situation(SourceId::default(), "position \"..\" put Man on a1 White to play");
    assert_eq!((lines.len(), told.len()), (3, 0));
    assert_eq!(parse_situation(SourceId::default(), "").0, []);
}

#[test]
fn trees_are_equal_wherever_they_stand() {
    let compact = parse_without_places("move m { Man steps a when b }").file;
    assert_eq!(compact, parse_without_places("move m {\n  // c\n  Man steps a\n    when b\n}").file);
    assert_ne!(compact, parse_without_places("move m { Man steps a when c }").file);
}
