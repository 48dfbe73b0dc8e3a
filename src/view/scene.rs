//! What a picture shows, as plain data: resolved names, colours, letters and places.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{PlayerId, Snapshot};
use crate::phrases::{Phrases, localized, translated};
use crate::rules::board::{Board, CellId, Shape};
use crate::rules::look::{Bodies, CellsLook, KindLook, Look, ValueLook};

use super::label;
use super::theme::{self, Rgb};

pub mod geometry;
mod of;
mod pieces;
mod told;

pub use geometry::{Arc, Geometry, Line};
pub use told::Count;

/// Everything that a picture of one position shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The title of the game.
    pub title: String,
    /// The shape of the board.
    pub shape: Shape,
    /// All cells and extra sites, by cell number.
    pub sites: Vec<Site>,
    /// What is drawn of the board beside its sites.
    pub geometry: Geometry,
    /// What pieces are made of.
    pub bodies: Bodies,
    /// Whether letters stand on drawn pieces whatever signs the file has.
    pub letters: bool,
    /// The terrains, in the order of the file.
    pub terrains: Vec<Terrain>,
    /// The players, in seating order.
    pub players: Vec<Player>,
    /// The kinds of pieces, in the order of the file.
    pub kinds: Vec<Kind>,
    /// The pieces, by site and from the bottom of each stack up.
    pub pieces: Vec<Piece>,
    /// What each player holds in hand, by player; kinds that nobody holds are left out.
    pub hands: Vec<Vec<Held>>,
    /// Variables in words: name and value.
    pub variables: Vec<(String, String)>,
    /// Variables of cells that are shown on them.
    pub counts: Vec<Count>,
    /// Variables that are cells and are marked there: name and cells.
    pub noted: Vec<(String, BTreeSet<CellId>)>,
    /// Cells with a mark of their own that are called something: the name and the cells.
    pub marked: Vec<(String, BTreeSet<CellId>)>,
    /// Signs or letters for values of types, by name.
    pub signs: BTreeMap<String, String>,
    /// The dice that lie on the table.
    pub dice: Vec<u32>,
    /// The moves that may be chosen, where the game has several.
    pub due: Vec<String>,
    /// Whether Chance decides.
    pub chance: bool,
    /// How the game ended, in words.
    pub result: Option<String>,
    /// What each player had at the start and has no more, by player.
    pub gone: Vec<Vec<Held>>,
    /// Whose turn it is.
    pub mover: Option<PlayerId>,
    /// The number of completed turns.
    pub turns: u32,
    /// The running round and the last one, where an end counts rounds.
    pub round: Option<(u32, u32)>,
    /// What to point out; nothing unless the caller asks.
    pub marks: Marks,
    /// The latest move, as it is written; nothing unless the caller says it.
    pub latest: Option<String>,
    /// The words of the language.
    pub words: Phrases,
}

/// A cell of the board or a site beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its number on the board.
    pub id: CellId,
    /// The name by which people write it.
    pub name: String,
    /// What it is called in the language of the picture.
    pub told: String,
    /// The centre, in units of one cell's width, x to the right and y upward.
    pub centre: (f64, f64),
    /// The corners of the field; empty for points and extra sites.
    pub outline: Vec<(f64, f64)>,
    /// Where the next piece of a stack lies, seen from the one below, in cells; nothing where they lie on each other.
    pub grows: Option<(f64, f64)>,
    /// What is drawn there.
    pub form: Form,
    /// The shade, on boards of squares.
    pub shade: Option<Shade>,
    /// For each terrain of the scene, the value here, as a number in [`Terrain::values`].
    pub terrain: Vec<Option<usize>>,
}

impl Site {
    /// How far its outline reaches to either side of the centre, and up and down, in cells; 0 without an outline.
    pub fn reach(&self) -> (f64, f64) {
        let reach = |along: fn(&(f64, f64)) -> f64| {
            self.outline.iter().map(|corner| (along(corner) - along(&self.centre)).abs()).fold(0.0, f64::max)
        };
        (reach(|place| place.0), reach(|place| place.1))
    }
}

/// What is drawn for a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A field with an outline.
    Field,
    /// A point, on which lines meet.
    Point,
    /// A place beside the board.
    Extra,
}

/// The two shades of a board of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// The lighter squares.
    Light,
    /// The darker squares, the first corner among them.
    Dark,
}

/// A terrain with the values that cells can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// The name.
    pub name: String,
    /// The values in the order of the file.
    pub values: Vec<TerrainValue>,
}

/// One value of a terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainValue {
    /// The name.
    pub name: String,
    /// The letter that stands for it where there is no colour.
    pub letter: String,
    /// The colour: the file's, or one of the default palette.
    pub colour: Rgb,
}

/// A player.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// What tells this player's pieces from others' of the same kind where letter case does not; else empty.
    pub mark: String,
    /// The colour: the file's, or one of the default palette.
    pub colour: Rgb,
    /// Where forward is, in degrees clockwise from the top of the page.
    pub facing: f64,
    /// Whether the player sits at the upper side of the board.
    pub above: bool,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name.
    pub name: String,
    /// What the file gives for it: the name, and what it is called when there are several, if it says so; its gender.
    pub forms: Vec<String>,
    /// The letter, upper case; never empty.
    pub letter: String,
    /// Pictures by player; with fewer than players the last serves the rest.
    pub glyphs: Vec<String>,
    /// Whether pieces of this kind belong to nobody.
    pub neutral: bool,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Where it stands.
    pub site: CellId,
    /// How many pieces lie below it on its site.
    pub level: usize,
    /// Its kind, a number in [`Scene::kinds`].
    pub kind: usize,
    /// Its owner; none for neutral pieces.
    pub owner: Option<PlayerId>,
    /// The letter of diagrams, which tells kind and owner.
    pub letter: String,
    /// The picture, where the file gives one.
    pub glyph: Option<String>,
    /// The attributes that are shown.
    pub attributes: Vec<Attribute>,
    /// What a cube shows below and on its sides: bottom, north, south, east, west. Nothing of other pieces.
    pub sides: Vec<String>,
    /// Where the piece looks, in degrees clockwise from the top of the page.
    pub heading: Option<f64>,
}

/// An attribute of a piece, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its value; where something is so or not so, and it is so, the name once more.
    pub value: String,
    /// The shortest beginning of the value, in lower case, that tells it from the other values in the picture.
    pub short: String,
}

impl Attribute {
    /// Whether it says no more than that something is so.
    pub fn is_flag(&self) -> bool {
        self.name == self.value
    }

    /// What its beginning means, for a legend.
    pub fn key(&self) -> String {
        if self.is_flag() {
            return format!("{} {}", self.short, self.name);
        }
        format!("{} {} {}", self.short, self.name, self.value)
    }
}

/// Pieces of one kind in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The kind, a number in [`Scene::kinds`].
    pub kind: usize,
    /// How many, at least one.
    pub count: u32,
}

/// Cells to point out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The cells that the latest move touched.
    pub last: BTreeSet<CellId>,
    /// The cells that can be chosen.
    pub targets: BTreeSet<CellId>,
    /// The cells of pieces that can be captured.
    pub taken: BTreeSet<CellId>,
    /// The cells of each option, in the order of its choices; they are numbered from one. Nothing unless they are shown.
    pub options: Vec<Vec<CellId>>,
    /// How much happened on a cell, from 1 to 100.
    pub heat: BTreeMap<CellId, u8>,
}

impl Scene {
    /// The picture of a position. Names are in `language` where the file translates them.
    ///
    /// Data that do not fit together (too few cells, unknown kinds) leave gaps in the picture, no more.
    pub fn new(board: &Board, look: &Look, snapshot: &Snapshot, language: &str) -> Scene {
        let kinds: Vec<Kind> = look.kinds.iter().map(|kind| kind_of(look, kind, language)).collect();
        let told = told::Told::new(board, look, snapshot, language);
        let mut sites = sites(board, look, snapshot, language);
        let geometry = geometry::arrange(board, &look.board, &mut sites);
        let mut scene = Scene {
            title: look.title.in_language(language).to_owned(),
            shape: board.shape,
            bodies: look.board.pieces.unwrap_or_else(|| told::usual_bodies(look, geometry.style)),
            letters: look.board.letters,
            geometry,
            sites,
            terrains: terrains(look, language),
            players: players(board, look, &kinds, language),
            kinds,
            pieces: Vec::new(),
            hands: snapshot.hands.iter().map(|counts| held(counts)).collect(),
            variables: told.variables,
            counts: told.counts,
            noted: told.noted,
            marked: told::marked(look, language),
            signs: told::signs(look, language),
            dice: told.dice,
            due: told.due,
            chance: false,
            result: None,
            gone: Vec::new(),
            mover: snapshot.mover,
            turns: snapshot.turns,
            round: look.rounds.map(|last| (snapshot.rounds.saturating_add(1).min(last), last)),
            marks: Marks::default(),
            latest: None,
            words: Phrases::of(language),
        };
        scene.pieces = pieces::pieces(&scene, board, look, snapshot, language);
        scene.seat();
        scene
    }

    /// Whose turn it is and what may be done, or how it ended; then the round and the latest move: a line each.
    pub fn status(&self) -> Vec<String> {
        let round = self.round_told().filter(|_| self.result.is_none());
        let latest = self.latest.iter().map(|text| self.words.say("latest", &[("move", text)]));
        self.result.clone().or_else(|| self.turn()).into_iter().chain(round).chain(latest).collect()
    }

    /// Which round it is of how many, in words; nothing where no end counts rounds.
    pub fn round_told(&self) -> Option<String> {
        self.round.map(|(now, last)| self.words.say("round-of", &[("n", &now), ("last", &last)]))
    }

    /// The values of the terrain of that number that cells of the board have, each with its place in the file.
    pub fn ground(&self, terrain: usize) -> impl Iterator<Item = (usize, &TerrainValue)> {
        let stands = move |value: usize| self.grid().any(|site| site.terrain.get(terrain) == Some(&Some(value)));
        let values = self.terrains.get(terrain).map_or(&[][..], |known| &known.values);
        values.iter().enumerate().filter(move |(value, _)| stands(*value))
    }

    /// Whose turn it is and what may be done; nothing where nobody decides.
    fn turn(&self) -> Option<String> {
        match self.mover.and_then(|mover| self.player(mover)) {
            Some(player) => {
                let (before, behind) = self.around_mover();
                Some(format!("{before}{}{behind}", player.name))
            }
            None => self.chance.then(|| self.words.word("chance-decides")),
        }
    }

    /// What stands before and behind the name of the player whose turn it is.
    pub fn around_mover(&self) -> (String, String) {
        let key = if self.chance { "chance-for" } else { "turn" };
        let (before, mut behind) = self.words.around_who(key, &[("n", &self.turns.saturating_add(1))]);
        if !self.chance && !self.due.is_empty() {
            behind += &format!(" ({})", self.due.join(", "));
        }
        (before, behind)
    }

    /// How the cells look.
    pub fn style(&self) -> CellsLook {
        self.geometry.style
    }

    /// The site of that number.
    pub fn site(&self, id: CellId) -> Option<&Site> {
        self.sites.get(id.index())
    }

    /// The names of cells, a space between two.
    pub fn names_of(&self, cells: &BTreeSet<CellId>) -> String {
        let names: Vec<&str> = cells.iter().filter_map(|&cell| Some(self.site(cell)?.told.as_str())).collect();
        names.join(" ")
    }

    /// The pieces on a site, from the bottom up.
    pub fn stack(&self, site: CellId) -> &[Piece] {
        let start = self.pieces.partition_point(|piece| piece.site < site);
        let end = self.pieces.partition_point(|piece| piece.site <= site);
        self.pieces.get(start..end).unwrap_or_default()
    }

    /// The letter of diagrams for a kind in the hands of an owner.
    ///
    /// The first player's is in upper case and the second player's in lower case, unless letter case cannot
    /// tell all players apart: then it is followed by [`Player::mark`].
    pub fn letter(&self, kind: usize, owner: Option<PlayerId>) -> String {
        let letter = self.kinds.get(kind).map_or("?", |kind| kind.letter.as_str());
        let Some(owner) = owner else {
            return letter.to_owned();
        };
        match self.player(owner) {
            Some(player) if !player.mark.is_empty() => format!("{letter}{}", player.mark),
            _ if owner.index() == 1 => letter.to_lowercase(),
            _ => letter.to_owned(),
        }
    }

    /// The picture for a kind in the hands of an owner, where the file gives one.
    pub fn glyph(&self, kind: usize, owner: Option<PlayerId>) -> Option<&str> {
        let glyphs = &self.kinds.get(kind)?.glyphs;
        let index = owner.map_or(0, PlayerId::index);
        let glyph = glyphs.get(index).or(glyphs.last())?;
        (!glyph.is_empty()).then_some(glyph)
    }

    /// The player of that number.
    pub fn player(&self, player: PlayerId) -> Option<&Player> {
        self.players.get(player.index())
    }

    /// The colour of an owner's pieces.
    pub fn colour_of(&self, owner: Option<PlayerId>) -> Rgb {
        match owner {
            None => theme::NEUTRAL,
            Some(owner) => self.player(owner).map_or_else(|| theme::player(owner.index()), |player| player.colour),
        }
    }

    /// The value of a terrain on a site.
    pub fn terrain_at(&self, site: &Site, terrain: usize) -> Option<&TerrainValue> {
        let value = (*site.terrain.get(terrain)?)?;
        self.terrains.get(terrain)?.values.get(value)
    }

    /// The sites of the board itself.
    pub fn grid(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter().filter(|site| site.form != Form::Extra)
    }

    /// The sites beside the board.
    pub fn extras(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter().filter(|site| site.form == Form::Extra)
    }
}

fn sites(board: &Board, look: &Look, snapshot: &Snapshot, language: &str) -> Vec<Site> {
    let shade_set = |name: &str| -> BTreeSet<CellId> {
        let square = matches!(board.shape, Shape::Square { .. });
        let set = board.named_sets.get(name).filter(|_| square);
        set.into_iter().flatten().copied().collect()
    };
    let (light, dark) = (shade_set("light"), shade_set("dark"));
    let site = |(index, cell): (usize, &crate::rules::board::Cell)| {
        let id = CellId(index as u16);
        Site {
            id,
            name: cell.name.clone(),
            told: localized(look, &cell.name, language),
            centre: cell.centre,
            outline: cell.outline.clone(),
            grows: None,
            form: match (cell.site, cell.outline.len() < 3) {
                (true, _) => Form::Extra,
                (false, true) => Form::Point,
                (false, false) => Form::Field,
            },
            shade: match (light.contains(&id), dark.contains(&id)) {
                (true, _) => Some(Shade::Light),
                (_, true) => Some(Shade::Dark),
                _ => None,
            },
            terrain: snapshot.terrain.iter().map(|values| values.get(index).copied().flatten()).collect(),
        }
    };
    board.cells.iter().enumerate().map(site).collect()
}

fn terrains(look: &Look, language: &str) -> Vec<Terrain> {
    let value = |(index, value): (usize, &ValueLook), letters: &[String]| TerrainValue {
        name: value.name.in_language(language).to_owned(),
        letter: letters.get(index).cloned().unwrap_or_default(),
        colour: value.colour.as_deref().and_then(Rgb::parse).unwrap_or_else(|| theme::terrain(index)),
    };
    let terrain = |terrain: &crate::rules::look::TerrainLook| {
        let letters = label::terrain_letters(&terrain.values, language);
        Terrain {
            name: terrain.name.in_language(language).to_owned(),
            values: terrain.values.iter().enumerate().map(|entry| value(entry, &letters)).collect(),
        }
    };
    look.terrains.iter().map(terrain).collect()
}

fn players(board: &Board, look: &Look, kinds: &[Kind], language: &str) -> Vec<Player> {
    let names: Vec<String> = look.players.iter().map(|player| player.name.in_language(language).to_owned()).collect();
    let marks = label::player_marks(&names, kinds);
    let colours = told::colours(look);
    let player = |(index, (name, mark)): (usize, (String, String))| {
        let colour = colours.get(index).copied().unwrap_or_else(|| theme::player(index));
        let facing = look.players.get(index).and_then(|player| player.facing);
        let turned = if index == 1 { 180.0 } else { 0.0 };
        let facing = facing.and_then(|facing| geometry::angle(board, facing)).unwrap_or(turned);
        Player { name, mark, colour, facing, above: index == 1 }
    };
    names.into_iter().zip(marks).enumerate().map(player).collect()
}

fn kind_of(look: &Look, kind: &KindLook, language: &str) -> Kind {
    let name = kind.name.in_language(language).to_owned();
    let forms = look.forms.get(language).and_then(|words| words.get(&kind.name.plain)).cloned();
    let forms = forms.unwrap_or_else(|| vec![kind.name.plain.clone(), kind.plural.clone()]);
    let letter = label::kind_letter(&kind.letter, &name);
    Kind { name, forms, letter, glyphs: kind.glyphs.clone(), neutral: kind.neutral }
}

fn held(counts: &[u32]) -> Vec<Held> {
    let held = |(kind, &count): (usize, &u32)| (count > 0).then_some(Held { kind, count });
    counts.iter().enumerate().filter_map(held).collect()
}

fn all_said(look: &Look, language: &str, names: &[String]) -> Vec<String> {
    names.iter().map(|name| say(look, language, name)).collect()
}

/// A name in a language.
fn say(look: &Look, language: &str, plain: &str) -> String {
    translated(look, plain, language).to_owned()
}
