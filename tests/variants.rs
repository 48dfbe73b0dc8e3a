//! Variants: what `replace`, `remove` and new declarations do to what is taken over, and to what is not.

use merel::diagnostic::{Code, Severity};
use merel::rules::Module;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::scenario::{self, Verification};
use merel::source::SourceMap;

const BASE: &str = r#"
language 1
game "Base"
players White, Black
board square 5 { hole c3 }
site camp, home
piece Man (Men), King (Kings)
setup { put Man of White on a1 }
setup { put Man of Black on a5 }
move go { any piece steps to empty or enemies }
move leave { Man goes to camp }
move arrive { Man goes to home }
end after each turn { "a": draw when turns is 10  "b": draw when turns is 20 }
"#;

struct Base;

impl Loader for Base {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        match path {
            "base.gdl" => Ok((path.into(), BASE.into())),
            "setups.gdl" => Ok((path.into(), "setup { put Man of White on e1 }\naction none { }\n".into())),
            _ => Err(LoadError::NotFound(None)),
        }
    }
}

/// The errors of a variant; its scenarios hold if there are none.
fn told(text: &str) -> Vec<Code> {
    let text = format!("language 1\ngame \"Variant\" extends \"base.gdl\"\n{text}\n");
    let (module, mut found) = Module::from_text(&Base, "variant.gdl", &text, &mut SourceMap::default());
    let module = module.expect("a text gives a module");
    found.extend(module.check());
    found.retain(|found| found.severity() == Severity::Error);
    if found.is_empty() {
        for test in &module.tests {
            let run = scenario::run(&module, test);
            assert!(matches!(run, Verification::Passed), "{text}: {run:?}");
        }
    }
    found.into_iter().map(|found| found.code).collect()
}

#[test]
fn declarations_of_the_file_itself_stay() {
    for text in [
        "setup { put King of White on b1 } remove setup test \"t\" { expect count of pieces is 1 and b1 in Kings }",
        "remove setup setup { put King of White on b1 } test \"t\" { expect count of pieces is 1 and b1 in Kings }",
        "setup { put King of White on b1 } test \"t\" { expect count of pieces is 3 }",
        "setup { put King of White on b1 } replace setup { put King of White on b2 } test \"t\" { expect Kings is [b1 b2] and no Men }",
        "use \"setups.gdl\" remove setup test \"t\" { expect no pieces }",
        "end after each turn { \"c\": draw } remove end test \"t\" { play \"a1-a2\" expect draw by \"c\" }",
        "remove end \"a\" end after each turn { \"a\": draw } test \"t\" { play \"a1-a2\" expect draw by \"a\" }",
        "remove site home remove move arrive test \"t\" { expect camp in empty }",
        "replace board square 5 test \"t\" { expect c3 in empty }",
    ] {
        assert_eq!(told(text), [], "{text}");
    }
}

#[test]
fn nothing_is_silently_overridden_twice() {
    for (text, code) in [
        ("replace move go { any piece steps } replace move go { any piece slides }", Code::Duplicate),
        ("move stay { any piece stays } replace move stay { pass }", Code::Duplicate),
        ("replace setup { } replace setup { put Man of White on a1 }", Code::OverrideNothing),
        ("move stay { any piece stays } remove move stay", Code::OverrideNothing),
        ("replace move go { any piece steps } remove move go", Code::OverrideNothing),
        ("end after each turn { \"c\": draw when turns is 5 } remove end \"c\"", Code::OverrideNothing),
        (
            "replace end after each turn { \"a\": draw when turns is 3 \"a\": draw when turns is 4 }",
            Code::OverrideNothing,
        ),
        ("replace end before each turn { \"a\": draw when turns is 3 }", Code::OverrideNothing),
        ("move go { any piece steps }", Code::Duplicate),
        ("remove site yard", Code::OverrideNothing),
        ("replace board square 5 { names numbered names numbered }", Code::Duplicate),
    ] {
        assert_eq!(told(text).first(), Some(&code), "{text}");
    }
}
