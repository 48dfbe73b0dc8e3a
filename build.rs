//! Embeds the rule files of `games/`.

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
    fs::write(Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("library.rs"), code)
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
