//! Variant files from the command line: what is written where, and what is left alone.

use std::fs;
use std::path::Path;

use crate::support::{merel_in, text};

const TWO: &str =
    "# Half crazy\n[half-crazy:crazyhouse]\nmustCapture = true\npocketSize = 6\n\n[two-boards:bughouse]\n";

fn folder(variants: impl AsRef<[u8]>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("variants.ini"), variants).expect("a variant file");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn one_variant_is_printed() {
    let folder = folder(TWO);
    let run = merel_in(folder.path(), &["import", "variants.ini", "half-crazy"]).exits(0);
    assert!(run.out.starts_with("language 1\ngame \"Half crazy\"\n"), "{}", run.out);
    fs::write(folder.path().join("printed.gdl"), &run.out).expect("a rule file");
    merel_in(folder.path(), &["check", "--strict", "printed.gdl"]).exits(0);
    run.says(&["note: half-crazy: of no meaning for the rules: pocketSize (line 4)"]);
}

#[test]
fn what_is_not_expressed_is_told_with_its_line() {
    let folder = folder(TWO);
    let run = merel_in(folder.path(), &["import", "variants.ini", "two-boards"]).exits(0);
    run.says(&["warning[M0908]: two-boards: line ", "twoBoards = true, is not expressed: a second board"]);
    let list = merel_in(folder.path(), &["import", "variants.ini", "--list"]).exits(0).out;
    assert_eq!(list, "half-crazy  whole\ntwo-boards  but for one rule\n");
}

#[test]
fn all_variants_go_to_a_folder_once() {
    let folder = folder(TWO);
    merel_in(folder.path(), &["import", "variants.ini"]).exits(2).says(&["holds 2 variants", "--to FOLDER"]);
    let all = ["import", "variants.ini", "--to", "."];
    merel_in(folder.path(), &all).exits(0);
    assert_eq!(names(folder.path()), ["half-crazy.gdl", "two-boards.gdl", "variants.ini"]);
    fs::write(folder.path().join("half-crazy.gdl"), "mine").expect("a file");
    fs::remove_file(folder.path().join("two-boards.gdl")).expect("a file");
    merel_in(folder.path(), &all).exits(1).says(&["half-crazy.gdl` is there already", "--force"]);
    assert_eq!(names(folder.path()), ["half-crazy.gdl", "variants.ini"]);
    merel_in(folder.path(), &[&all[..], &["--force"]].concat()).exits(0);
    assert!(fs::read_to_string(folder.path().join("half-crazy.gdl")).expect("a file").starts_with("language 1"));
}

/// Whoever puts a link into the folder does not choose what is written.
#[cfg(unix)]
#[test]
fn no_variant_is_written_through_a_link() {
    let folder = folder(TWO);
    fs::create_dir(folder.path().join("to")).expect("a folder");
    fs::write(folder.path().join("mine.gdl"), "mine").expect("a file");
    std::os::unix::fs::symlink("../mine.gdl", folder.path().join("to/half-crazy.gdl")).expect("a link");
    let run = merel_in(folder.path(), &["import", "variants.ini", "--to", "to", "--force"]).exits(1);
    run.says(&["half-crazy.gdl`: the path is a link, which may lead anywhere; nothing was written"]);
    assert_eq!(fs::read_to_string(folder.path().join("mine.gdl")).expect("a file"), "mine");
    assert_eq!(names(&folder.path().join("to")), ["half-crazy.gdl"]);
}

#[test]
fn programs_get_json() {
    let folder = folder(TWO);
    let json = merel_in(folder.path(), &["import", "variants.ini", "--format", "json"]).exits(0).json();
    let variants = json["variants"].as_array().expect("variants");
    assert_eq!(variants.iter().map(|variant| text(&variant["name"])).collect::<Vec<_>>(), ["half-crazy", "two-boards"]);
    assert_eq!((&variants[0]["whole"], &variants[1]["whole"]), (&true.into(), &false.into()));
    assert!(text(&variants[0]["text"]).starts_with("language 1"));
    assert_eq!(text(&variants[1]["not_expressed"][0]["key"]), "twoBoards");
    let broken = self::folder("[a:b]\n");
    let json = merel_in(broken.path(), &["import", "variants.ini", "--format", "json"]).exits(1).json();
    assert!(json.to_string().contains("M0904"), "{json}");
}

#[test]
fn a_variant_that_contradicts_itself_is_left_out_and_the_others_are_written() {
    for (text, code) in [
        (&b"[fine:chess]\n\n[a:b]\n[b:a]\n"[..], "M0904"),
        (b"[fine:chess]\n\n[a:chess]\ncastel = true\n", "M0902"),
        (b"[fine:chess]\n\n[a:chess]\nrook = r\nknight = r\n", "M0905"),
        (b"[fine:chess]\n\n[a:chess]\nmaxRank = 9\n", "M0906"),
        (b"[fine:chess]\n\n[a:chess]\ncastel = true\n\n[of-a:a]\n", "a, of-a"),
        (b"[fine:chess]\n\n[a:chess]\n\n[a:chess]\n", "2 of 3 variants are left out: a, a"),
    ] {
        let folder = folder(text);
        let run = merel_in(folder.path(), &["import", "variants.ini", "--to", "."]).exits(1);
        run.says(&[code, "variants.ini", "left out"]);
        assert_eq!(names(folder.path()), ["fine.gdl", "variants.ini"]);
        merel_in(folder.path(), &["import", "variants.ini", "fine"]).exits(0);
        merel_in(folder.path(), &["import", "variants.ini", "a"]).exits(1).says(&["a"]);
    }
}

#[test]
fn files_without_a_right_variant_leave_nothing_behind() {
    for (text, code) in [(&b"[fine:chess]\nwhatever\n"[..], "M0901"), (b"[a:b]\n", "M0904"), (b"", "M0005")] {
        let folder = folder(text);
        merel_in(folder.path(), &["import", "variants.ini", "--to", "."]).exits(1).says(&[code, "variants.ini"]);
        assert_eq!(names(folder.path()), ["variants.ini"]);
    }
}

#[test]
fn files_that_are_none_are_told() {
    let folder = folder(b"[a\xff\xfe]\n");
    merel_in(folder.path(), &["import", "variants.ini"]).exits(1).says(&["not UTF-8"]);
    merel_in(folder.path(), &["import", "."]).exits(2).says(&["it is a folder"]);
    merel_in(folder.path(), &["import", "missing.ini"]).exits(2).says(&["there is no such file"]);
    #[cfg(unix)]
    merel_in(folder.path(), &["import", "/dev/zero"]).exits(2).says(&["it is not an ordinary file"]);
    fs::write(folder.path().join("long.ini"), "#".repeat((1 << 20) + 1)).expect("a file");
    merel_in(folder.path(), &["import", "long.ini"]).exits(1).says(&["more than 1048576 bytes"]);
}

#[test]
fn a_folder_that_is_not_there_is_made() {
    let folder = folder(TWO);
    merel_in(folder.path(), &["import", "variants.ini", "--to", "some/new/folder"]).exits(0);
    let written = fs::read_dir(folder.path().join("some/new/folder")).expect("the folder").count();
    assert_eq!(written, 2);
    merel_in(folder.path(), &["import", "variants.ini", "--to", "some/new/folder"])
        .exits(1)
        .says(&["is there already"]);
}

#[test]
fn folders_that_cannot_be_written_are_told() {
    let folder = folder(TWO);
    let to = |to: &str| merel_in(folder.path(), &["import", "variants.ini", "--to", to]).exits(1);
    to("variants.ini").says(&["cannot write `variants.ini`", "nothing was written"]);
    to("variants.ini/games").says(&["cannot write `variants.ini/games`", "nothing was written"]);
    merel_in(folder.path(), &["import", "variants.ini", "half-crazi"]).exits(2).says(&["did you mean `half-crazy`"]);
}
