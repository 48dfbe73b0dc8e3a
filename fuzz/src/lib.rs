//! What the fuzz targets have in common: files, decisions from bytes, and games that are compared.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use merel::budget::{Budget, Limits, Used};
use merel::diagnostic::Severity;
use merel::engine::Engine;
use merel::library::Library;
use merel::program::Program;
use merel::reference::Reference;
use merel::rules::{Choices, Module};
use merel::source::SourceMap;

pub mod alike;
pub mod mutants;

pub use alike::is_cut;

/// How long the work on one module may take: most files need a tenth of it, and dear ones shall not use up the run.
pub const TIME: Duration = Duration::from_secs(2);

/// The built-in rule files, with what one execution may take, so that no input is slow: what is cut is no game.
pub fn library() -> Library {
    let begun = Instant::now();
    let limits = Limits { time: Some(TIME), ..Limits::default() };
    Library { budget: Budget::new(limits, move || Used { time: begun.elapsed(), memory: 0 }) }
}

/// The bytes of an input as decisions; when they are used up, the first of what there is.
#[derive(Debug)]
pub struct Decisions<'a>(pub &'a [u8]);

impl Decisions<'_> {
    /// A number below another, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        let n_bytes = if n <= 256 { 1 } else { 2 };
        let mut number = 0;
        for _ in 0..n_bytes {
            if let Some((&first, rest)) = self.0.split_first() {
                number = number << 8 | usize::from(first);
                self.0 = rest;
            }
        }
        number % n
    }
}

/// The texts of the built-in files and of the samples of the tests, the words of the language apart.
pub fn texts() -> &'static [&'static str] {
    static TEXTS: OnceLock<Vec<&'static str>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/samples");
        let mut files: Vec<_> = std::fs::read_dir(samples).into_iter().flatten().flatten().map(|e| e.path()).collect();
        files.sort();
        let samples = files.into_iter().filter_map(|path| std::fs::read_to_string(path).ok());
        let built_in = merel::library::games().map(|game| game.text);
        built_in.chain(samples.map(|text| &*text.leak())).collect()
    })
}

/// The words and signs of the language, from the dictionary.
pub fn words() -> &'static [&'static str] {
    static WORDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let lines = include_str!("../dictionary.txt").lines().filter(|line| line.starts_with('"'));
        lines.map(|line| line.trim_matches('"')).collect()
    })
}

/// A mixture of rule files as an input decides, and what is left of the input.
pub fn mixture<'a>(input: &'a [u8]) -> (String, Decisions<'a>) {
    let mut decisions = Decisions(input);
    let text = texts()[decisions.below(texts().len())];
    let text = mutants::mixture(text, texts(), words(), &mut |n| decisions.below(n));
    (text, decisions)
}

/// The module of a text that has no fault.
pub fn sound(text: &str) -> Option<Module> {
    let (module, diagnostics) = Module::from_text(&library(), "fuzz.gdl", text, &mut SourceMap::default());
    let is_sound = diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
    module.filter(|_| is_sound)
}

/// A built-in game with both evaluators.
#[derive(Debug)]
pub struct BuiltIn {
    /// What it was made from.
    pub module: Rc<Module>,
    /// The plain evaluator.
    pub reference: Reference,
    /// The engine with native code from the first decision.
    pub engine: Engine,
}

/// A built-in game, made once with its native code, so that an execution is nothing but play; its budget is begun anew.
pub fn evaluated(name: &str) -> Option<Rc<BuiltIn>> {
    thread_local! {
        static MADE: RefCell<BTreeMap<&'static str, Rc<BuiltIn>>> = RefCell::default();
    }
    let module = built_in(name)?;
    let game = merel::library::find(name)?;
    MADE.with_borrow_mut(|made| {
        if !made.contains_key(game.file) {
            let (reference, engine) = evaluators(&module)?;
            made.insert(game.file, Rc::new(BuiltIn { module, reference, engine }));
        }
        made.get(game.file).cloned()
    })
}

/// The module of a built-in game, read once, with its budget begun anew.
pub fn built_in(name: &str) -> Option<Rc<Module>> {
    thread_local! {
        static READ: RefCell<BTreeMap<&'static str, Rc<Module>>> = RefCell::default();
    }
    let game = merel::library::find(name).filter(|file| file.is_game())?;
    READ.with_borrow_mut(|read| {
        if !read.contains_key(game.file) {
            read.insert(game.file, Rc::new(sound(game.text)?));
        }
        let module = read.get(game.file).cloned()?;
        module.budget.begin_anew();
        Some(module)
    })
}

/// Plays a text with the plain evaluator and the engine, with native code from the first decision.
///
/// # Panics
/// If anything differs.
pub fn play_alike(text: &str, seed: u64) {
    let Some((reference, engine)) = sound(text).as_ref().and_then(evaluators) else { return };
    alike::compare("fuzz.gdl", text, &reference, &engine, seed);
}

/// The plain evaluator, and the engine with native code from the first decision; none if the rules have a fault.
pub fn evaluators(module: &Module) -> Option<(Reference, Engine)> {
    let rules = || module.rules(&Choices::default()).ok();
    let (reference, mut program) = (Reference::new(rules()?), Program::new(rules()?));
    program.native_after = Some(0);
    Some((reference, Engine::of(program)))
}
