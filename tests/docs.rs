//! The pages are true: every rule file in them is checked and its scenarios are run, every command is run.
//!
//! A fenced block says what it is in the words behind the fence:
//!
//! | words | what it is |
//! |---|---|
//! | `gdl` | a whole file; it checks without errors and its scenarios hold |
//! | `gdl file NAME` | the same, and later blocks of the page may extend it by that name |
//! | `gdl prelude` | what completes the parts of the page |
//! | `gdl part` | declarations that the prelude completes |
//! | `gdl step NAME` | declarations added to the file NAME that grows with the page |
//! | `gdl lines GAME` | lines that stand in that built-in file, in any order |
//! | `… fail CODE` | any of them that must yield that code |
//! | `sh wall` | a command around `merel` that limits it; it is run where the system allows |
//! | `console` | commands `$ merel …` with what they print; `…` stands for anything |

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use merel::diagnostic::{Severity, render};
use merel::library;
use merel::rules::Module;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::scenario;
use merel::source::SourceMap;

/// A fenced block of a page.
#[derive(Debug)]
struct Block {
    page: String,
    line: usize,
    words: Vec<String>,
    text: String,
}

impl Block {
    fn is(&self, kind: &str) -> bool {
        self.words.join(" ").starts_with(kind)
    }

    /// The word after another.
    fn after(&self, word: &str) -> Option<&str> {
        let at = self.words.iter().position(|other| other == word)?;
        self.words.get(at + 1).map(String::as_str)
    }

    fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The page whose prelude completes the parts in the pages of its folder.
const LANGUAGE: &str = "docs/language.md";

/// The pages that there are.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned()];
    for folder in ["docs", "docs/language"] {
        let docs = fs::read_dir(root().join(folder)).expect("there are docs");
        let names = docs.flatten().map(|file| file.file_name().to_string_lossy().into_owned());
        pages.extend(names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")));
    }
    pages.retain(|page| root().join(page).exists());
    pages.sort();
    pages
}

fn blocks(page: &str) -> Vec<Block> {
    let text = fs::read_to_string(root().join(page)).expect("the page can be read");
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(_), true) => open = false,
            (Some(words), false) => {
                open = true;
                let words = words.split_whitespace().map(str::to_owned).collect();
                blocks.push(Block { page: page.into(), line: number + 1, words, text: String::new() });
            }
            (None, true) => {
                let block = blocks.last_mut().expect("a block is open");
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, false) => {}
        }
    }
    blocks
}

/// The files of a page before those of the library.
struct Shelf<'a>(&'a BTreeMap<String, String>);

impl Loader for Shelf<'_> {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let built_in = || library::find(path).map(|file| file.text.to_owned());
        let text = self.0.get(path).cloned().or_else(built_in).ok_or(LoadError::NotFound(None))?;
        Ok((path.to_owned(), text.into()))
    }
}

/// The declarations of a file: what begins at the margin, with its header as a name.
fn declarations(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let begins = line.starts_with(|letter: char| letter.is_ascii_lowercase());
        if begins || all.is_empty() {
            let header = line.split(['{', '=', ':', '(']).next().unwrap_or(line);
            all.push((header.trim().to_owned(), String::new()));
        }
        let (_, declaration) = all.last_mut().expect("there is one");
        declaration.push_str(line);
        declaration.push('\n');
    }
    all
}

fn first_word(header: &str) -> &str {
    header.split_whitespace().next().unwrap_or("")
}

/// A part with those lines of the prelude whose first word it does not declare itself.
fn completed(prelude: &str, part: &str) -> String {
    let own: Vec<String> = declarations(part).iter().map(|(header, _)| first_word(header).to_owned()).collect();
    let mut text = String::new();
    for (header, declaration) in declarations(prelude) {
        if !own.iter().any(|word| *word == first_word(&header)) {
            text.push_str(&declaration);
        }
    }
    text + part
}

/// A growing file with declarations added; one with the header of an earlier one takes its place.
fn grown(file: &str, step: &str) -> String {
    let mut all = declarations(file);
    for (header, declaration) in declarations(step) {
        let once = ["board", "players", "turn", "game"].contains(&first_word(&header));
        let same = |(old, _): &(String, String)| *old == header || once && first_word(old) == first_word(&header);
        match all.iter_mut().find(|old| same(old)) {
            Some(old) => *old = (header, declaration),
            None => all.push((header, declaration)),
        }
    }
    all.into_iter().map(|(_, declaration)| declaration).collect()
}

/// What is wrong with a rule file that ought to be right, or right with one that ought to be wrong.
fn complaint(block: &Block, text: &str, files: &BTreeMap<String, String>) -> Option<String> {
    let mut sources = SourceMap::default();
    let (module, mut diagnostics) = Module::from_text(&Shelf(files), "example.gdl", text, &mut sources);
    let module = module.expect("a text gives a module");
    diagnostics.extend(module.check());
    let told = || render::render_all(&diagnostics, &sources, render::Style::default());
    if let Some(code) = block.after("fail") {
        let found = diagnostics.iter().any(|diagnostic| diagnostic.code.as_str() == code);
        return (!found).then(|| format!("{} does not yield {code}\n{}", block.place(), told()));
    }
    let whole = !block.is("gdl part");
    if diagnostics.iter().any(|diagnostic| whole || diagnostic.severity() == Severity::Error) {
        return Some(format!("{} is not in order\n{}", block.place(), told()));
    }
    module.tests.iter().find_map(|test| match scenario::run(&module, test) {
        scenario::Verification::Passed => None,
        scenario::Verification::Failed(failure) => {
            let line = sources.slice(failure.span);
            let help = failure.help.unwrap_or_default();
            Some(format!("{}: \"{}\": {line}: {}; {help}", block.place(), test.name.value, failure.message))
        }
        scenario::Verification::Broken(broken) => Some(render::render_all(&broken, &sources, render::Style::default())),
    })
}

/// What a page has made so far, read from the top.
#[derive(Default)]
struct Reading {
    files: BTreeMap<String, String>,
    prelude: String,
}

impl Reading {
    /// What the first line of a page begins with: the pages of the language share one prelude.
    fn of(page: &str) -> Self {
        let mut reading = Self::default();
        if page.starts_with("docs/language/") {
            let prelude = blocks(LANGUAGE).into_iter().find(|block| block.is("gdl prelude"));
            reading.prelude = prelude.expect("the language has a prelude").text;
        }
        reading
    }

    /// The whole rule file that a block stands for, if it is one.
    fn rule_file(&mut self, block: &Block) -> Option<String> {
        if block.is("gdl lines") {
            return None;
        }
        if block.is("gdl prelude") {
            self.prelude.clone_from(&block.text);
            return None;
        }
        if let Some(name) = block.after("step") {
            let file = self.files.entry(name.to_owned()).or_default();
            *file = grown(file, &block.text);
            return Some(file.clone());
        }
        let fails = block.after("fail").is_some();
        if block.is("gdl part") || fails && !block.text.starts_with("language") {
            return Some(completed(&self.prelude, &block.text));
        }
        if let Some(name) = block.after("file") {
            self.files.insert(name.to_owned(), block.text.clone());
        }
        block.is("gdl").then(|| block.text.clone())
    }
}

fn complaints_about(page: &str) -> Vec<String> {
    let mut reading = Reading::of(page);
    let mut complaints = Vec::new();
    for block in blocks(page) {
        if let Some(text) = reading.rule_file(&block) {
            complaints.extend(complaint(&block, &text, &reading.files));
        }
    }
    complaints
}

#[test]
fn rule_files_in_the_pages_are_in_order() {
    let complaints: Vec<String> = pages().iter().flat_map(|page| complaints_about(page)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

/// The words of a line.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_quoted_from_games_stand_in_them() {
    let mut missing = Vec::new();
    let mut n_lines = 0;
    for block in pages().iter().flat_map(|page| blocks(page)) {
        let Some(name) = block.after("lines") else { continue };
        let file = library::find(&format!("{name}.gdl")).unwrap_or_else(|| panic!("{}: no game {name}", block.place()));
        let lines: Vec<String> = file.text.lines().map(words).collect();
        let stands = |quoted: &str| lines.iter().any(|line| line.contains(quoted));
        n_lines += block.text.lines().count();
        let absent = block.text.lines().filter(|line| !stands(&words(line)));
        missing.extend(absent.map(|line| format!("{}: {name}: {line}", block.place())));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(n_lines > 50, "only {n_lines} lines are quoted");
}

#[test]
fn the_readme_names_every_game() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let missing: Vec<&str> =
        library::games().map(|game| game.name()).filter(|name| !readme.contains(&format!("| `{name}` |"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Whether what was printed is what the page shows; `…` stands for anything in a line, or for lines when alone.
fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((&"…", rest)), _) => (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..])),
        (Some((line, shown)), Some((given, printed))) => line_matches(line, given) && matches(shown, printed),
        _ => false,
    }
}

fn line_matches(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (shown.trim_end(), printed.trim_end());
    let Some((start, rest)) = shown.split_once('…') else { return shown == printed };
    let Some(printed) = printed.strip_prefix(start) else { return false };
    printed.char_indices().map(|(at, _)| at).chain([printed.len()]).any(|at| line_matches(rest, &printed[at..]))
}

/// The words of a command, quotes and all.
fn command_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            letter => words.last_mut().expect("there is one").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn commands_in_the_pages_print_what_the_pages_show() {
    let binary = env!("CARGO_BIN_EXE_merel");
    let folder = tempfile::tempdir().expect("a folder for the files of the pages");
    let mut complaints = String::new();
    for page in pages() {
        let mut reading = Reading::of(&page);
        for block in blocks(&page) {
            reading.rule_file(&block);
            if !block.is("console") {
                continue;
            }
            for (name, text) in &reading.files {
                fs::write(folder.path().join(name), text).expect("the files of the page can be written");
            }
            let mut lines = block.text.lines().peekable();
            while let Some(line) = lines.next() {
                let Some(command) = line.strip_prefix("$ merel") else { continue };
                let mut shown = Vec::new();
                while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                    shown.push(line);
                }
                let run = Command::new(binary).args(command_words(command)).current_dir(folder.path()).output();
                let run = run.expect("the program starts");
                let printed = [run.stdout, run.stderr].concat();
                let printed = String::from_utf8_lossy(&printed).into_owned();
                let printed: Vec<&str> = printed.trim_end().lines().collect();
                if !matches(&shown, &printed) {
                    let _ = writeln!(complaints, "{}: `merel{command}` prints\n{}", block.place(), printed.join("\n"));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
}

/// Whether this machine has the tools of a command and may use them.
#[cfg(target_os = "linux")]
fn can_be_built(wall: &str) -> bool {
    let probes = [
        ("unshare", "unshare --user --net --pid --fork true"),
        ("prlimit", "prlimit true"),
        ("timeout", "timeout 9 true"),
    ];
    let runs = |probe: &str| Command::new("sh").args(["-c", probe]).output().is_ok_and(|run| run.status.success());
    probes.iter().all(|(tool, probe)| !wall.contains(tool) || runs(probe))
}

#[cfg(target_os = "linux")]
#[test]
fn walls_around_the_program_let_it_work() {
    let binary = Path::new(env!("CARGO_BIN_EXE_merel")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), env::var("PATH").unwrap_or_default());
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.gdl"), "language 1\ngame \"Mine\" extends \"marelle.gdl\"\n").expect("a file");
    let walls: Vec<Block> = pages().iter().flat_map(|page| blocks(page)).filter(|block| block.is("sh wall")).collect();
    assert!(!walls.is_empty());
    for wall in walls.iter().filter(|wall| can_be_built(&wall.text)) {
        let mut command = Command::new("sh");
        let run = command.args(["-c", &wall.text]).current_dir(folder.path()).env("PATH", &path).output();
        let run = run.expect("the shell starts");
        assert!(run.status.success(), "{}: {run:?}", wall.place());
    }
}
