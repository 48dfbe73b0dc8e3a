//! One door in: what a stranger's file names is a rule file of the folder that was opened, and nothing else; and what is
//! written is private until it is whole.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use rustix::fs::{CWD, Mode, mkfifoat};

use crate::support::{any_game, merel_in, merel_reading_in};

const SECRET: &str = "secret of the house";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(name), text).expect("the file is written");
}

fn pipe(folder: &Path, name: &str) {
    mkfifoat(CWD, folder.join(name), Mode::RUSR | Mode::WUSR).expect("a pipe");
}

fn extending(path: &str) -> String {
    format!("language 1\ngame \"Mine\" extends \"{path}\"\n")
}

fn match_of(game: &str) -> String {
    format!("format = 1\ngame = \"{game}\"\nplayers = 2\nmoves = []\n")
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("the file is there").permissions().mode() & 0o777
}

#[test]
fn a_pipe_is_not_waited_for() {
    let folder = folder();
    pipe(folder.path(), "pipe.gdl");
    pipe(folder.path(), "pipe.toml");
    write(folder.path(), "mine.gdl", extending("pipe.gdl"));
    write(folder.path(), "match.toml", match_of("pipe.gdl"));
    let begun = Instant::now();
    for (arguments, code) in [
        (&["check", "pipe.gdl"][..], 2),
        (&["fmt", "pipe.gdl"], 2),
        (&["moves", "pipe.gdl"], 2),
        (&["check", "mine.gdl"], 1),
        (&["replay", "match.toml"], 1),
        (&["replay", "pipe.toml"], 2),
        (&["play", "--resume", "pipe.toml"], 2),
        (&["import", "pipe.toml"], 2),
    ] {
        merel_in(folder.path(), arguments).exits(code).says(&["not an ordinary file"]);
    }
    merel_in(folder.path(), &["show", &any_game(), "--svg", "pipe.gdl"]).exits(1).says(&["not a file"]);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn a_rule_file_reaches_no_other_files() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder");
    write(folder.path(), "outer.gdl", SECRET);
    write(&inner, "notes.txt", SECRET);
    symlink("..", inner.join("up")).expect("a link");
    symlink("/", inner.join("root")).expect("a link");
    symlink("/dev/zero", inner.join("zero.gdl")).expect("a link");
    fs::create_dir(inner.join("folder.gdl")).expect("a folder");
    for (path, code) in [
        ("up/outer.gdl", "M0103"),
        ("root/etc/passwd.gdl", "M0103"),
        ("zero.gdl", "M0103"),
        ("../outer.gdl", "M0103"),
        ("notes.txt", "M0101"),
        ("folder.gdl", "M0101"),
        (".", "M0101"),
    ] {
        for kind in ["extends", "use"] {
            let text = match kind {
                "use" => format!("language 1\ngame \"Mine\"\nuse \"{path}\"\n"),
                _ => extending(path),
            };
            write(&inner, "mine.gdl", &text);
            let run = merel_in(&inner, &["check", "mine.gdl"]).exits(1).says(&[code]);
            assert!(!run.err.contains(SECRET), "{run:?}");
            // A text without a file has the current folder as its own.
            merel_reading_in(&inner, text.as_bytes(), &["check", "-"]).exits(1).says(&[code]);
        }
    }
    merel_reading_in(Path::new("/"), extending("etc/passwd").as_bytes(), &["check", "-"])
        .exits(1)
        .says(&["the names of rule files end in `.gdl`"]);
}

#[test]
fn a_match_reaches_rule_files_of_its_folder_only() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir_all(inner.join("sub")).expect("folders");
    write(folder.path(), "outer.gdl", SECRET);
    write(&inner, "notes.txt", SECRET);
    symlink("..", inner.join("up")).expect("a link");
    symlink("../outer.gdl", inner.join("link.gdl")).expect("a link");
    symlink("/dev/zero", inner.join("zero.gdl")).expect("a link");
    pipe(&inner, "pipe.gdl");
    fs::create_dir(inner.join("folder.gdl")).expect("a folder");
    let outer = folder.path().join("outer.gdl");
    let absolute = outer.to_str().expect("a path in UTF-8");
    for game in [
        "up/outer.gdl",
        "link.gdl",
        "zero.gdl",
        "pipe.gdl",
        "folder.gdl",
        "notes.txt",
        "sub/../../outer.gdl",
        absolute,
        "/etc/passwd",
        "/dev/zero",
        "/proc/kmsg",
        "/no/such/file.gdl",
        "..",
        "/",
        "",
    ] {
        write(&inner, "match.toml", match_of(game));
        for arguments in [&["replay", "match.toml"][..], &["play", "--resume", "match.toml"]] {
            let run = merel_in(&inner, arguments).exits(1).says(&["match.toml"]);
            assert!(!run.err.contains(SECRET) && !run.err.contains("root:"), "{run:?}");
        }
    }
}

#[test]
fn a_match_finds_its_game_below() {
    let folder = folder();
    let sub = folder.path().join("inner/sub");
    fs::create_dir_all(&sub).expect("folders");
    write(&sub, "mine.gdl", extending("base.gdl"));
    write(&sub, "base.gdl", extending(&format!("{}.gdl", any_game())));
    symlink("mine.gdl", sub.join("link.gdl")).expect("a link");
    let mine = sub.join("mine.gdl");
    for game in ["sub/mine.gdl", "./sub/../sub/mine.gdl", "sub/link.gdl", mine.to_str().expect("a path in UTF-8")] {
        write(folder.path(), "inner/match.toml", match_of(game));
        merel_in(folder.path(), &["replay", "inner/match.toml"]).exits(0);
        merel_in(&folder.path().join("inner"), &["replay", "match.toml"]).exits(0);
    }
}

#[test]
fn what_is_written_keeps_its_permissions_and_what_was_left_is_swept() {
    let folder = folder();
    let game = folder.path().join("mine.gdl");
    write(folder.path(), "mine.gdl", "language   1\ngame \"Mine\"   extends \"marelle.gdl\"\n");
    fs::set_permissions(&game, fs::Permissions::from_mode(0o640)).expect("permissions");
    // As a run leaves it that was killed a while ago.
    let left = folder.path().join(".merel-killed.new");
    let file = fs::File::create(&left).expect("a file");
    file.set_modified(SystemTime::now() - Duration::from_secs(3600)).expect("a time");
    drop(file);
    merel_in(folder.path(), &["fmt", "mine.gdl"]).exits(0);
    assert_eq!((mode(&game), left.exists()), (0o640, false));

    write(folder.path(), "variants.ini", "[half-crazy:crazyhouse]\nmustCapture = true\n");
    let all = ["import", "variants.ini", "--to", "."];
    merel_in(folder.path(), &all).exits(0);
    let imported = folder.path().join("half-crazy.gdl");
    assert_eq!(mode(&imported), mode(&folder.path().join("variants.ini")), "a new file is like any other");
    fs::set_permissions(&imported, fs::Permissions::from_mode(0o604)).expect("permissions");
    merel_in(folder.path(), &[&all[..], &["--force"]].concat()).exits(0);
    assert_eq!(mode(&imported), 0o604);
    let left = fs::read_dir(folder.path()).expect("a folder").flatten();
    let hidden = left.filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
    assert_eq!(hidden.count(), 0);
}

#[test]
fn variants_are_not_called_like_folders_or_devices() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder");
    for name in ["..", ".", ".hidden", "a/b", "../up", "/tmp/x", "a\\b", "con", "NUL", "lpt1.old", "aux", "a b", ""] {
        write(&inner, "variants.ini", format!("[{name}]\nmustCapture = true\n"));
        merel_in(&inner, &["import", "variants.ini", "--to", "."]).exits(1).says(&["M0901"]);
    }
    write(&inner, "variants.ini", format!("[{}:chess]\n", "x".repeat(129)));
    merel_in(&inner, &["import", "variants.ini", "--to", "."]).exits(1).says(&["at most 128 bytes"]);
    let names = |folder: &Path| fs::read_dir(folder).expect("a folder").count();
    assert_eq!((names(folder.path()), names(&inner)), (1, 1), "nothing was written");
    for fine in ["com", "console", "lpt10", "3check-crazyhouse", "a.b+c_d"] {
        write(&inner, "variants.ini", format!("[{fine}:chess]\nmustCapture = true\n"));
        merel_in(&inner, &["import", "variants.ini", "--to", "made"]).exits(0);
        assert!(inner.join("made").join(format!("{fine}.gdl")).is_file());
    }
}

#[test]
fn odd_spellings_are_told() {
    let folder = folder();
    let check = |text: &str| {
        write(folder.path(), "odd.gdl", text);
        merel_in(folder.path(), &["check", "odd.gdl"])
    };
    let head = "language 1\ngame \"Odd\" extends \"marelle.gdl\"\n";
    check(&head.replace('\n', "\r")).exits(1).says(&["M0006", "U+000D"]);
    check(&format!("{head}// a \0 in a comment\n")).exits(1).says(&["M0006", "U+0000"]);
    check(&head.replace('\n', "\r\n")).exits(0);
    // The letter and its mark; the same as one sign is another name no more.
    check(&format!("{head}define pie\u{300}ce = empty\n")).exits(1).says(&["M0007", "normal form C"]);
    merel_in(folder.path(), &["check", "--fix", "odd.gdl"]).exits(0);
    let mended = fs::read_to_string(folder.path().join("odd.gdl")).expect("the file");
    assert!(mended.contains("define pi\u{e8}ce"), "{mended}");
    check(&format!("{head}define em\u{440}ty = empty\n")).exits(0).says(&["M0731", "several scripts", "U+0440"]);
    // Cyrillic throughout: U+0441, U+043E.
    let alike = format!("{head}define co = empty\ndefine \u{441}\u{43e} = co\n");
    check(&alike).exits(0).says(&["M0731", "looks like `co`"]);
    merel_in(folder.path(), &["check", "--strict", "odd.gdl"]).exits(1);
    let run = check(&alike.replace("define \u{441}", "// merel: allow M0731\ndefine \u{441}")).exits(0);
    assert!(!run.err.contains("M0731"), "{run:?}");
    // Blank letters, and a selector, which is no sign of a name but may stand in a text.
    check(&format!("{head}define a\u{3164} = empty\n")).exits(1).says(&["M0006", "U+3164"]);
    check(&format!("{head}define a\u{fe0f} = empty\n")).exits(1).says(&["M0006", "U+FE0F", "in a name"]);
    check(&format!("{head}note \"\u{2764}\u{fe0f}\"\n")).exits(0);
    // The letter of the second kind is Cyrillic.
    let letters = format!("{head}piece Ape letter \"A\"\npiece Ant letter \"\u{410}\"\n");
    check(&letters).exits(0).says(&["M0731", "`Ant` (U+0410) and `Ape` (U+0041)"]);
}

#[test]
fn odd_names_of_variants_are_told() {
    let folder = folder();
    let import = |names: [&str; 2]| {
        let variant = |name| format!("[{name}:chess]\nmustCapture = true\n");
        write(folder.path(), "variants.ini", names.map(variant).concat());
        merel_in(folder.path(), &["import", "variants.ini", "--to", "made", "--force"])
    };
    let fine = import(["coo", "con-amore"]).exits(0);
    assert!(!fine.err.contains("M0731"), "{fine:?}");
    import(["pay", "p\u{430}y"]).exits(0).says(&["M0731", "mixes letters", "variants.ini:3:2"]);
    import(["coo", "\u{441}\u{43e}\u{43e}"]).exits(0).says(&["M0731", "looks like `coo`"]);
    import(["pay", "pay\u{3164}"]).exits(1).says(&["M0006", "U+3164"]);
}
