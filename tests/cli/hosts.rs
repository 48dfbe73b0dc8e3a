//! What other programs call: the action for workflows, the hooks before a commit, the archives of a release and the
//! crate as it is packed. Each is run here as far as it goes without their hosts.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::Run;

const RACE: &str = r#"language 1
game "Race"

players White, Black
board square 5 by 5
piece Man (Men)
setup for each player { put Man on my first row }

move advance {
  Man steps forward
  Man steps forward-diagonal to empty or enemies
}

end after each turn { "home": mover wins when landing in my last row }
end before each turn { "stuck": mover loses when stuck }
"#;

/// A file of the repository.
fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A YAML file of the repository.
fn yaml(path: &str) -> Value {
    let text = std::fs::read_to_string(source(path)).expect("the file is there");
    serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The search path, with the folder of the program before all others. A program that a test writes by itself cannot always be
/// started: another test may begin a process in the meantime, which holds the file open.
fn path_with_merel() -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_merel")).parent().expect("the program lies in a folder");
    format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default())
}

/// A shell as workflows start it.
fn shell(folder: &Path, path: &str, script: &str, variables: &[(&str, &str)]) -> Run {
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(folder);
    command.env("PATH", path).envs(variables.iter().copied()).stdin(Stdio::null());
    command.output().expect("the shell starts").into()
}

#[test]
fn the_action_marks_the_lines_of_a_workflow() {
    let action = yaml(".github/actions/check/action.yml");
    let steps = action["runs"]["steps"].as_array().expect("steps");
    let script =
        steps.iter().find(|step| step["name"] == "Check").expect("the step")["run"].as_str().expect("a script");
    let folder = tempfile::tempdir().expect("a folder");
    let path = path_with_merel();
    let run = |files, strict| shell(folder.path(), &path, script, &[("FILES", files), ("STRICT", strict)]);

    let rules = folder.path().join("rules/my games");
    std::fs::create_dir_all(&rules).expect("a folder");
    std::fs::write(rules.join("race.gdl"), RACE).expect("the file is written");
    assert_eq!(run("**/*.gdl", "true").exits(0).out.matches("::error").count(), 0);

    std::fs::write(rules.join("slip.gdl"), RACE.replace("Man steps forward\n", "Mann steps forward\n"))
        .expect("the file is written");
    let told = run("**/*.gdl", "true").exits(1).out;
    assert!(told.contains("::error file=rules/my games/slip.gdl,line=10,"), "{told}");
    assert!(run("rules/my games/race.gdl", "true").exits(0).out.is_empty());

    // A definition that nothing uses is a warning: it fails the job where that is asked.
    std::fs::write(rules.join("slip.gdl"), RACE.replace("move ", "define corner = [a1]\n\nmove ")).expect("written");
    assert!(run("**/*.gdl", "true").exits(1).out.contains("::warning file=rules/my games/slip.gdl,line=9,"));
    assert!(run("**/*.gdl", "false").exits(0).out.contains("::warning "));
    assert!(run("nothing/*.gdl", "true").exits(2).out.contains("::error::no file fits"));
}

#[test]
fn the_hooks_check_and_write_what_a_commit_changes() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let folder = tempfile::tempdir().expect("a folder");
    let path = path_with_merel();
    let run = |id: &str| {
        let hook = hooks.as_array().expect("hooks").iter().find(|hook| hook["id"] == id).expect("the hook");
        assert_eq!((hook["language"].as_str(), hook["files"].as_str()), (Some("rust"), Some(r"\.gdl$")));
        shell(folder.path(), &path, &format!("{} race.gdl", hook["entry"].as_str().expect("an entry")), &[])
    };
    let file = folder.path().join("race.gdl");
    std::fs::write(&file, RACE.replace("move advance {\n  Man", "move  advance {\nMan")).expect("the file is written");
    run("merel-check").exits(0);
    run("merel-fmt").exits(0);
    assert_eq!(std::fs::read_to_string(&file).expect("the file is there"), RACE);
    std::fs::write(&file, RACE.replace("Man steps forward\n", "Mann steps forward\n")).expect("the file is written");
    run("merel-check").exits(1);
}

/// A `cargo` that has built the program already, and a `7z` that says what it is asked to pack.
const STAND_INS: &[(&str, &str)] = &[
    (
        "cargo",
        r#"while test $# -gt 0; do case "$1" in --profile) profile=$2 ;; --target) target=$2 ;; esac; shift; done
case "$target" in *windows*) program=merel.exe ;; *) program=merel ;; esac
mkdir -p "$CARGO_TARGET_DIR/$target/$profile" && cp "$(command -v merel)" "$CARGO_TARGET_DIR/$target/$profile/$program""#,
    ),
    ("zip", r#"shift; printf '%s\n' "$(find "$2")" >"$1""#),
];

#[test]
fn an_archive_has_all_that_a_person_without_rust_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = folder.path().join("programs");
    std::fs::create_dir(&programs).expect("a folder");
    let path = format!("{}:{}", programs.display(), path_with_merel());
    for (name, script) in STAND_INS {
        let writes = r#"printf '#!/bin/bash\n%s\n' "$SCRIPT" >"$NAME" && chmod +x "$NAME""#;
        shell(&programs, &path, writes, &[("NAME", name), ("SCRIPT", script)]).exits(0);
    }
    let built = folder.path().join("built").display().to_string();
    let archives = folder.path().join("archives");
    let version = env!("CARGO_PKG_VERSION");
    for target in ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"] {
        let script = format!("'{}' {target} '{}'", source(".ci/archive").display(), archives.display());
        shell(folder.path(), &path, &script, &[("CARGO_TARGET_DIR", &built)]).exits(0);
        let windows = target.contains("windows");
        let name = format!("merel-{version}-{target}.{}", if windows { "zip" } else { "tar.gz" });
        shell(&archives, &path, &format!("sha256sum --check --strict {name}.sha256"), &[]).exits(0);
        let list = if windows { format!("cat {name}") } else { format!("tar -tf {name}") };
        let list = shell(&archives, &path, &list, &[]).exits(0).out;
        let program = if windows { "merel.exe" } else { "merel" };
        for file in [program, "README.md", "LICENSE", "man/merel.1", "man/merel-check.1", "completions/merel.fish"] {
            assert!(list.lines().any(|line| line == format!("merel-{version}-{target}/{file}")), "{file}: {list}");
        }
    }
    let left = std::fs::read_dir(&archives).expect("the folder").count();
    assert_eq!(left, 6, "three archives, three checksums, and nothing half-written");
}

#[test]
fn the_crate_has_what_it_is_built_from() {
    let mut command = Command::new(env!("CARGO"));
    command.args(["package", "--list", "--allow-dirty", "--offline"]).current_dir(source("."));
    let packed = Run::from(command.output().expect("cargo starts")).exits(0).out;
    let packed: Vec<&str> = packed.lines().collect();
    for file in ["Cargo.lock", "README.md", "LICENSE", "build.rs", "games/chess.gdl"] {
        assert!(packed.contains(&file), "{file}");
    }
    // Each file that the code takes in.
    let mut taken = 0;
    for file in packed.iter().filter(|file| file.starts_with("src/") && file.ends_with(".rs")) {
        for name in taken_in(file) {
            assert!(packed.contains(&name.as_str()), "{file} takes in {name}");
            taken += 1;
        }
    }
    assert!(taken > 40, "{taken}");
    // What the build script embeds, and what is taken in by names that are put together.
    let script = std::fs::read_to_string(source("build.rs")).expect("the file is there");
    let mut folders: Vec<&str> =
        script.split("rerun-if-changed=").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(folders.len() >= 2, "{folders:?}");
    folders.extend(["web/dist", "docs/language", "docs/codes", "docs/examples"]);
    for folder in folders {
        let mut files = Vec::new();
        files_below(&source(folder), folder, &mut files);
        assert!(!files.is_empty(), "{folder}");
        for file in files {
            assert!(packed.contains(&file.as_str()), "{file}");
        }
    }
    assert!(!packed.iter().any(|file| file.starts_with("editors/") || file.starts_with("fuzz/")), "{packed:?}");
}

/// The files that a file of the code takes in by their names, from the folder of the crate.
fn taken_in(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(source(file)).expect("the file is there");
    let named = |opening: &str| -> Vec<String> {
        let names =
            text.split(opening).skip(1).filter_map(|rest| rest.split_once('"').map(|(name, _)| name.to_owned()));
        names.collect()
    };
    let names = [named("include_str!(\""), named("include_bytes!(\"")].concat();
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let plain = |name: &String| {
        let mut path: Vec<String> = folder.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        for part in name.split('/') {
            if part == ".." {
                path.pop();
            } else {
                path.push(part.to_owned());
            }
        }
        path.join("/")
    };
    names.iter().map(plain).collect()
}

/// All files below a folder, by their names from the folder of the crate on.
fn files_below(folder: &Path, name: &str, files: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let entry = entry.expect("files can be listed");
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => files_below(&entry.path(), &name, files),
            false => files.push(name),
        }
    }
}
