//! `merel check` as a tool: patches, other formats, the standard input, and files that change.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{command, merel, merel_in, merel_reading, text};

const HEAD: &str = "language 1\ngame \"Race\"\nplayers White, Black\nboard square 5 by 5\npiece Man (Men)\n";
const REST: &str = "setup for each player { put Man on my first row }\nmove advance { Man steps forward-diagonal to empty or enemies  Man steps forward }\n\
    end after each turn { \"home\": mover wins when landing in my last row }\n\
    end before each turn { \"stuck\": mover loses when stuck }\n";

fn sound() -> String {
    format!("{HEAD}{REST}")
}

/// The same game as somebody writes it who knows other languages.
fn slips() -> String {
    let text = sound().replace("language 1", "# a race\nlanguage 1;").replace("\"Race\"", "“Race”");
    let text = text.replace("5 by 5", "5x5;").replace("for each", "for every").replace("forward }", "forward; }");
    text.replace("when landing", "when turns >= 1 && landing")
}

/// A folder with one file.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mine.gdl"), text).expect("a file");
    folder
}

fn content(folder: &Path) -> String {
    fs::read_to_string(folder.join("mine.gdl")).expect("the file is there")
}

#[test]
fn what_is_certain_is_mended_and_twice_changes_nothing() {
    let folder = folder(&slips());
    let run = merel_in(folder.path(), &["check", "--fix", "mine.gdl"]).exits(0).says(&["mine.gdl: mended 9 places"]);
    assert_eq!(run.out, "mine.gdl: fine\n");
    let mended = sound().replace("language 1", "// a race\nlanguage 1");
    assert_eq!(content(folder.path()), mended.replace("when landing", "when turns at least 1 and landing"));
    let again = merel_in(folder.path(), &["check", "--fix", "mine.gdl"]).exits(0);
    assert_eq!((again.out.as_str(), again.err.as_str()), ("mine.gdl: fine\n", ""));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no temporary file is left");
}

#[test]
fn guesses_are_left_to_the_author() {
    let text = sound().replace("Man steps", "Mna steps");
    let folder = folder(&text);
    merel_in(folder.path(), &["check", "--fix", "mine.gdl"]).exits(1).says(&["M0201"]);
    assert_eq!(content(folder.path()), text);
}

#[test]
fn a_patch_may_uncover_other_errors() {
    let folder = folder(&slips().replace("Man steps", "Mna steps").replace("on my first", "on first my"));
    merel_in(folder.path(), &["check", "--fix", "mine.gdl"]).exits(1);
    let once = content(folder.path());
    assert!(once.contains("board square 5 by 5\n") && once.contains("Mna steps forward }"), "{once}");
    merel_in(folder.path(), &["check", "--fix", "mine.gdl"]).exits(1);
    assert_eq!(content(folder.path()), once);
}

#[test]
fn line_ends_and_marks_of_the_beginning_are_kept() {
    let text = format!("\u{feff}{}", sound().replace("5 by 5", "5x5").replace('\n', "\r\n"));
    let folder = folder(&text);
    merel_in(folder.path(), &["check", "--fix", "mine.gdl"]).exits(0);
    assert_eq!(content(folder.path()), text.replace("5x5", "5 by 5"));
}

#[test]
fn only_files_are_mended() {
    merel(&["check", "--fix", "marelle"]).exits(2).says(&["`marelle` is built in"]);
    merel_reading(sound().as_bytes(), &["check", "--fix", "-"]).exits(2).says(&["the standard input is none"]);
    merel(&["check", "--fix", "no/such/file.gdl"]).exits(2).says(&["there is no such file"]);
    merel(&["check", "--fix", "/"]).exits(2).says(&["it is a folder"]);
    merel(&["check", "--fix", "--watch", "mine.gdl"]).exits(2).says(&["cannot be used with"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_closed_files_are_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&slips());
    symlink("mine.gdl", folder.path().join("link.gdl")).expect("a link");
    let file = folder.path().join("mine.gdl");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("a mode");
    merel_in(folder.path(), &["check", "--fix", "link.gdl"]).exits(1).says(&["`link.gdl` may not be written"]);
    assert_eq!(content(folder.path()), slips());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("a mode");
    merel_in(folder.path(), &["check", "--fix", "link.gdl"]).exits(0);
    assert!(content(folder.path()).contains("5 by 5"));
    assert!(fs::symlink_metadata(folder.path().join("link.gdl")).expect("a link").is_symlink());
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
}

#[test]
fn the_standard_input_is_checked() {
    let run = merel_reading(sound().as_bytes(), &["check", "-"]).exits(0);
    assert_eq!(run.out, "standard input: fine\n");
    merel_reading(slips().as_bytes(), &["check", "-"]).exits(1).says(&["standard input:1:1"]);
    merel_reading(b"\xff", &["check", "-"]).exits(1).says(&["not UTF-8"]);
    let extending = b"language 1 game \"Mine\" extends \"marelle.gdl\"";
    merel_reading(extending, &["check", "-"]).exits(0);
}

#[test]
fn json_says_how_sure_a_patch_is_and_counts_columns_twice() {
    let folder = folder(&sound().replace("\"Race\"", "“🂡” /* x */").replace("Man steps", "Mna steps"));
    let report = merel_in(folder.path(), &["check", "--format", "json", "mine.gdl"]).exits(1).json();
    let first = &report["diagnostics"][0];
    assert_eq!(
        (&first["suggestions"][0]["certainty"], &first["suggestions"][0]["replacement"]),
        (&"safe".into(), &"\"🂡\"".into())
    );
    let place = &first["span"];
    assert_eq!((&place["column"], &place["end_column"]), (&6.into(), &9.into()));
    assert_eq!((&place["utf16_column"], &place["utf16_end_column"]), (&6.into(), &10.into()));
}

#[test]
fn github_gets_a_command_for_each_place() {
    let folder = folder(&sound().replace("5 by 5", "5x5"));
    let run = merel_in(folder.path(), &["check", "--format", "github", "mine.gdl"]).exits(1);
    assert_eq!(
        run.out,
        "::error file=mine.gdl,line=4,endLine=4,col=14,endColumn=16,title=M0001::`5x5` is written `5 by 5`\
         %0Ahelp: in the words of this language: `5 by 5`\n"
    );
    assert_eq!(run.err, "");
    assert_eq!(merel(&["check", "--format", "github", "marelle"]).exits(0).out, "");
}

/// What the schema of SARIF asks of the parts that are written.
#[test]
fn sarif_has_the_parts_that_its_schema_asks_for() {
    let folder = folder(&slips().replace("Man steps", "Mna steps"));
    let log = merel_in(folder.path(), &["check", "--format", "sarif", "mine.gdl", "marelle"]).exits(1).json();
    assert_eq!((text(&log["version"]).as_str(), log["runs"].as_array().map(Vec::len)), ("2.1.0", Some(1)));
    let run = &log["runs"][0];
    assert_eq!(text(&run["columnKind"]), "utf16CodeUnits");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert!(results.len() > 4, "{results:?}");
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().expect("a number") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(["error", "warning", "note", "none"].contains(&text(&result["level"]).as_str()));
        assert!(!text(&result["message"]["text"]).is_empty());
        let physical = &result["locations"][0]["physicalLocation"];
        assert_eq!(text(&physical["artifactLocation"]["uri"]), "mine.gdl");
        is_region(&physical["region"]);
        for fix in result["fixes"].as_array().into_iter().flatten() {
            let change = &fix["artifactChanges"][0];
            assert_eq!(text(&change["artifactLocation"]["uri"]), "mine.gdl");
            is_region(&change["replacements"][0]["deletedRegion"]);
            assert!(change["replacements"][0]["insertedContent"]["text"].is_string());
        }
    }
    let quiet = merel(&["check", "--format", "sarif", "marelle"]).exits(0).json();
    assert_eq!(quiet["runs"][0]["results"], Value::Array(Vec::new()));
}

fn is_region(region: &Value) {
    let number = |key: &str| region[key].as_u64().unwrap_or_else(|| panic!("{key}: {region}"));
    let (start, end) = ((number("startLine"), number("startColumn")), (number("endLine"), number("endColumn")));
    assert!(start <= end && start.0 > 0 && start.1 > 0, "{region}");
}

#[cfg(unix)]
#[test]
fn files_are_checked_again_until_the_end_is_asked_for() {
    let folder = folder("language 1\ngame \"Mine\" extends \"base.gdl\"\n");
    let base = folder.path().join("base.gdl");
    let mut child = command(&["check", "--watch", "mine.gdl"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // Every check prints its verdict, and that it goes on.
    let mut verdict = || {
        let line = lines.next().expect("a line").expect("text");
        let next = lines.next().expect("a line").expect("text");
        assert!(next.starts_with("-- watching"), "{next}");
        line
    };
    assert_eq!(verdict(), "mine.gdl: errors: 1");
    fs::write(&base, sound()).expect("a file comes");
    assert_eq!(verdict(), "mine.gdl: fine");
    fs::write(&base, "half wri").expect("a file changes");
    assert_ne!(verdict(), "mine.gdl: fine");
    fs::remove_file(&base).expect("a file goes");
    assert_eq!(verdict(), "mine.gdl: errors: 1");
    fs::write(folder.path().join("new"), sound()).expect("a file comes");
    fs::rename(folder.path().join("new"), &base).expect("and takes the name");
    assert_eq!(verdict(), "mine.gdl: fine");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("a signal");
    assert!(kill.success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    merel(&["check", "--watch", "marelle"]).exits(2).says(&["built-in games do not change"]);
    merel(&["check", "--watch", "-"]).exits(2).says(&["the standard input is none"]);
}
