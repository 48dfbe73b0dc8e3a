//! Embeds the rule files of `games/`, the weights of `weights/` and the tables of `phrases/`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=games");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = Vec::new();
    rule_files(&root.join("games"), "", &mut files)?;
    files.sort();
    let mut code = String::from("/// Every built-in file.\npub static FILES: &[BuiltIn] = &[\n");
    for (name, path) in files {
        let _ = writeln!(code, "    BuiltIn {{ file: {name:?}, text: include_str!({path:?}) }},");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("library.rs"), code)?;
    fs::write(out.join("weights.rs"), weights(&root.join("weights"))?)?;
    fs::write(out.join("phrases.rs"), phrases(&root.join("phrases"))?)
}

/// The tables of phrases, one for each language: whoever adds a file adds a language.
fn phrases(folder: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed=phrases");
    let mut code =
        String::from("/// Every table of phrases: its file, and its text.\nstatic PHRASES: &[(&str, &str)] = &[\n");
    for path in toml_files(folder)? {
        let _ = writeln!(code, "    ({:?}, include_str!({path:?})),", path.file_name().unwrap_or_default());
    }
    code.push_str("];\n");
    Ok(code)
}

/// The files of weights, each with the fingerprint and the title of the rules that it is of.
fn weights(folder: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed=weights");
    let mut code =
        String::from("/// Every file of weights: the fingerprint of its rules, their title, and its text.\n");
    code.push_str("static WEIGHTS: &[(&str, &str, &str)] = &[\n");
    for path in toml_files(folder)? {
        let text = fs::read_to_string(&path)?;
        let said = |word: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(word)?.strip_prefix(" = \"")?.strip_suffix('"'))
                .unwrap_or_default()
        };
        let _ = writeln!(code, "    ({:?}, {:?}, include_str!({path:?})),", said("rules"), said("game"));
    }
    code.push_str("];\n");
    Ok(code)
}

/// The files of TOML in a folder, in order.
fn toml_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    Ok(paths)
}

/// The rule files in a folder and its folders, named from the first folder on.
fn rule_files(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            rule_files(&path, &format!("{name}/"), files)?;
        } else if name.ends_with(".gdl") {
            files.push((name, path));
        }
    }
    Ok(())
}
