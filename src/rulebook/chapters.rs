//! The chapters of a book.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::game::rng::Rng;
use crate::game::{Game, Snapshot};
use crate::phrases::form::capital;
use crate::reference::Reference;
use crate::rules::{Module, Rules};
use crate::syntax::ast::{Domain, Expr, ItemKind};

use super::diagrams::{self, Diagram};
use super::example::Example;
use super::names::{Names, plural};
use super::phrase::{Node, Phrase, say};
use super::pictures::Pictures;
use super::say::Say;
use super::teller::Teller;
use super::{Block, Book, Chapter, Fact, Item, Plan, index};

mod begin;
mod ends;
mod game;
mod material;
mod moves;
mod options;
mod turn;
mod words;

/// Writes the chapters of a book.
#[derive(Debug)]
pub struct Writer<'a> {
    module: &'a Module,
    names: &'a Names<'a>,
    say: Say<'a>,
    teller: Teller<'a>,
    pictures: Pictures<'a>,
    /// The first position in which a player decides.
    start: Snapshot,
    /// The names whose notes the chapter has told so far.
    told: RefCell<BTreeSet<String>>,
}

impl<'a> Writer<'a> {
    /// For a file in a language.
    pub fn new(module: &'a Module, names: &'a Names<'a>, plan: &'a Plan, game: &Reference) -> Self {
        let rules = names.rules;
        let position = diagrams::begun(game, &mut Rng::stream(plan.seed, 0));
        let start = game.snapshot(&position);
        let plurals: BTreeMap<String, String> =
            names.kinds.iter().map(|kind| (kind.name.value.clone(), plural(kind))).collect();
        let owned: Vec<&str> =
            names.kinds.iter().filter(|kind| !kind.neutral).map(|kind| kind.name.value.as_str()).collect();
        let teller = Teller {
            language: plan.language,
            look: &rules.look,
            single: single(rules, &start),
            site: names.site(),
            only_kind: owned.first().filter(|_| owned.len() == 1).map(|kind| (*kind).to_owned()),
            plurals,
        };
        Self {
            module,
            names,
            say: Say::new(names),
            teller,
            pictures: Pictures { rules, plan },
            start,
            told: RefCell::default(),
        }
    }

    /// The whole book.
    pub fn book(&self, diagrams: &[Diagram], example: Option<&Example>) -> Book {
        let moves = self.moves(diagrams);
        let found = [
            self.material(),
            self.beginning(),
            self.turn(),
            moves,
            self.captures(diagrams),
            self.ends(),
            self.options(),
            self.words(),
            example.map(|example| self.example(example)),
        ];
        let mut chapters: Vec<Chapter> = found.into_iter().flatten().collect();
        for (number, chapter) in (1..).zip(&mut chapters) {
            chapter.number = number.to_string();
            for (part, inner) in (1..).zip(&mut chapter.parts) {
                inner.number = format!("{number}.{part}");
            }
        }
        let code = &self.teller.language.code;
        let summary = self.own_prose(code);
        let summary = summary.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let summary = self.teller.language.bound(&summary);
        let heading = |key| self.tell(&Phrase::of(key));
        Book {
            language: code,
            colon: &self.teller.language.colon,
            title: self.rules().look.title.in_language(code).to_owned(),
            facts: self.facts(),
            left_out: Vec::new(),
            summary: Some(summary).filter(|text| !text.is_empty()).into_iter().collect(),
            index: index::index(&chapters, &self.indexed()),
            chapters,
            index_title: heading("title-index"),
            contents_title: heading("title-contents"),
            summary_title: heading("title-summary"),
            left_out_title: heading("title-left-out"),
        }
    }

    /// The rules in the words of the file itself: those of a file that it extends are another game's.
    fn own_prose(&self, code: &str) -> &'a str {
        let own = self.module.items.iter().filter(|item| item.span.span.source == self.module.start.source);
        let texts = own.filter_map(|item| match &item.kind {
            ItemKind::Prose(texts) => Some(texts),
            _ => None,
        });
        let mut texts = texts.flatten().filter(|(language, _)| language.value == code);
        texts.next().map_or("", |(_, text)| text.value.as_str())
    }

    fn rules(&self) -> &'a Rules {
        self.names.rules
    }

    /// A phrase within a line, with a capital.
    fn tell(&self, phrase: &Phrase) -> String {
        capital(&self.teller.text(phrase))
    }

    fn chapter(&self, title: &'static str, blocks: Vec<Block>) -> Chapter {
        Chapter { number: String::new(), title: self.tell(&Phrase::of(title)), blocks, parts: Vec::new() }
    }

    fn paragraph(&self, phrase: &Phrase) -> Block {
        Block::Text { text: self.teller.sentence(phrase) }
    }

    /// A sentence with those under it. Where something is noted that the file has a note on, that note is told, once in
    /// a chapter.
    fn item(&self, node: &Node) -> Option<Item> {
        if let Some(word) = kept(&node.says)
            && let Some(text) = self.teller.note(word)
        {
            return self.told.borrow_mut().insert(word.to_owned()).then(|| Item { text, items: Vec::new() });
        }
        let items: Vec<Item> = node.under.iter().filter_map(|node| self.item(node)).collect();
        let is_frame = matches!(&node.says, Phrase::Say(key, _) if FRAMES.contains(key));
        let is_empty = is_frame && items.is_empty() && !node.under.is_empty();
        (!is_empty).then(|| Item { text: self.teller.sentence(&node.says), items })
    }

    fn list(&self, nodes: &[Node], ordered: bool) -> Option<Block> {
        let items: Vec<Item> = nodes.iter().filter_map(|node| self.item(node)).collect();
        (!items.is_empty()).then_some(Block::List { ordered: ordered && items.len() > 1, items })
    }

    fn facts(&self) -> Vec<Fact> {
        let players = self.module.players_in_words();
        let players = match self.module.players().as_slice() {
            // `2 to 4` is said in the language.
            [first, .., last] if last - first + 1 == self.module.players().len() => {
                let pair = say!("from-to", a = Phrase::Number(*first as i64), b = Phrase::Number(*last as i64));
                self.teller.text(&pair)
            }
            _ => players,
        };
        let mut facts = vec![Fact { label: self.tell(&Phrase::of("label-players")), text: players }];
        for (word, text) in &self.rules().look.info {
            let label = match word.as_str() {
                "author" => "label-author",
                "year" => "label-year",
                "source" => "label-source",
                _ => "label-note",
            };
            let text = if self.teller.has_word(text) { self.teller.name(text) } else { text.clone() };
            facts.push(Fact { label: self.tell(&Phrase::of(label)), text: self.teller.language.bound(&text) });
        }
        facts
    }

    /// The names that the index lists, each with the forms in which it stands in the text.
    fn indexed(&self) -> Vec<Vec<String>> {
        let mut names: Vec<String> = self.names.kinds.iter().map(|kind| kind.name.value.clone()).collect();
        names.extend(self.names.moves.iter().map(|item| item.name.value.clone()));
        names.extend(self.rules().ends.iter().map(|end| end.name.to_string()));
        names.extend(self.module.options().into_iter().map(|option| option.name));
        let named = self.names.variables.iter().filter(|variable| variable.domain != Domain::Truth);
        names.extend(named.map(|variable| variable.name.value.clone()));
        names.extend(self.names.defines.iter().map(|define| define.name.to_owned()));
        names.extend(self.rules().terrains.iter().flat_map(|terrain| terrain.values.clone()));
        let language = self.teller.language;
        let forms = |name: String| {
            let noun = language.noun_of(&self.teller.all_forms(&name));
            let mut forms = vec![noun.singular];
            if self.teller.plurals.contains_key(&name) {
                forms.extend([noun.plural, noun.dative]);
            }
            forms
        };
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for forms in names.into_iter().map(forms) {
            all.entry(forms[0].to_lowercase()).or_insert(forms);
        }
        // Words that every book explains.
        for key in ["turn", "word-capture"] {
            let word = self.teller.text(&Phrase::of(key));
            all.entry(word.to_lowercase()).or_insert_with(|| vec![word]);
        }
        all.into_values().collect()
    }

    fn expressions(&self, kind: &'a ItemKind) -> Vec<&'a Expr> {
        match kind {
            ItemKind::Board(board) => board.sizes.iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// What only says that something follows.
const FRAMES: [&str; 6] = ["afterwards", "if", "otherwise", "each-player-does", "in-setup-if", "for-each"];

/// The name of what a sentence only notes.
fn kept(says: &Phrase) -> Option<&str> {
    let Phrase::Say(key, holes) = says else { return None };
    let hole = |name: &str| holes.iter().find(|(known, _)| *known == name).map(|(_, phrase)| phrase);
    match *key {
        "kept" => match hole("word") {
            Some(Phrase::Term(word)) => Some(word),
            _ => None,
        },
        "if-then" | "afterwards-one" | "otherwise-then" | "each-player-one" => kept(hole("x")?),
        _ => None,
    }
}

/// The kinds of which each player has one at the start, and that nobody gets more of.
fn single(rules: &Rules, start: &Snapshot) -> BTreeSet<String> {
    let mut counts: BTreeMap<(usize, u8), usize> = BTreeMap::new();
    for piece in start.cells.iter().flatten() {
        if let Some(owner) = piece.owner {
            *counts.entry((piece.kind, owner.0)).or_default() += 1;
        }
    }
    let held = |kind: usize| start.hands.iter().any(|hand| hand.get(kind).is_some_and(|n| *n > 0));
    let is_single = |kind: &usize| {
        let mut own = counts.iter().filter(|((of, _), _)| of == kind).map(|(_, n)| *n).peekable();
        own.peek().is_some() && own.all(|n| n == 1) && rules.kinds[*kind].royal && !held(*kind)
    };
    (0..rules.kinds.len()).filter(is_single).map(|kind| rules.kinds[kind].name.clone()).collect()
}
