//! What a picture shows, as plain data: resolved names, colours, letters and places.

use std::collections::BTreeSet;

use crate::game::{PieceView, PlayerId, Snapshot};
use crate::rules::board::{Board, CellId, Shape};
use crate::rules::look::{KindLook, Look, ValueLook};

use super::label;
use super::theme::{self, Rgb};

/// Everything that a picture of one position shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The title of the game.
    pub title: String,
    /// The shape of the board.
    pub shape: Shape,
    /// All cells and extra sites, by cell number.
    pub sites: Vec<Site>,
    /// Pairs of points joined by a drawn line.
    pub edges: Vec<(CellId, CellId)>,
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
    /// Whose turn it is.
    pub mover: Option<PlayerId>,
    /// The number of completed turns.
    pub turns: u32,
    /// What to point out; nothing unless the caller asks.
    pub marks: Marks,
}

/// A cell of the board or a site beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its number on the board.
    pub id: CellId,
    /// The name by which people write it.
    pub name: String,
    /// The centre, in units of one cell's width, x to the right and y upward.
    pub centre: (f64, f64),
    /// The corners of the field; empty for points and extra sites.
    pub outline: Vec<(f64, f64)>,
    /// What is drawn there.
    pub form: Form,
    /// The shade, on boards of squares.
    pub shade: Option<Shade>,
    /// For each terrain of the scene, the value here, as a number in [`Terrain::values`].
    pub terrain: Vec<Option<usize>>,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// What tells this player's pieces from others' of the same kind where letter case does not; else empty.
    pub mark: String,
    /// The colour: the file's, or one of the default palette.
    pub colour: Rgb,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name.
    pub name: String,
    /// The letter, upper case; never empty.
    pub letter: String,
    /// Pictures by player; with fewer than players the last serves the rest.
    pub glyphs: Vec<String>,
    /// Whether pieces of this kind belong to nobody.
    pub neutral: bool,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

/// An attribute of a piece, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The shortest beginning of the value, in lower case, that tells it from the other values in the picture.
    pub short: String,
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
}

impl Scene {
    /// The picture of a position. Names are in `language` where the file translates them.
    ///
    /// Data that do not fit together (too few cells, unknown kinds) leave gaps in the picture, no more.
    pub fn new(board: &Board, look: &Look, snapshot: &Snapshot, language: &str) -> Scene {
        let kinds: Vec<Kind> = look.kinds.iter().map(|kind| kind_of(kind, language)).collect();
        let mut scene = Scene {
            title: look.title.in_language(language).to_owned(),
            shape: board.shape,
            sites: sites(board, snapshot),
            edges: board.edges.clone(),
            terrains: terrains(look, language),
            players: players(look, &kinds, language),
            kinds,
            pieces: Vec::new(),
            hands: snapshot.hands.iter().map(|counts| held(counts)).collect(),
            variables: translated_pairs(look, language, &snapshot.variables),
            mover: snapshot.mover,
            turns: snapshot.turns,
            marks: Marks::default(),
        };
        scene.pieces = pieces(&scene, look, snapshot, language);
        scene
    }

    /// The site of that number.
    pub fn site(&self, id: CellId) -> Option<&Site> {
        self.sites.get(id.index())
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

fn sites(board: &Board, snapshot: &Snapshot) -> Vec<Site> {
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
            centre: cell.centre,
            outline: cell.outline.clone(),
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

fn players(look: &Look, kinds: &[Kind], language: &str) -> Vec<Player> {
    let names: Vec<String> = look.players.iter().map(|player| player.name.in_language(language).to_owned()).collect();
    let marks = label::player_marks(&names, kinds);
    let player = |(index, (name, mark)): (usize, (String, String))| {
        let colour = look.players.get(index).and_then(|player| player.colour.as_deref());
        Player { name, mark, colour: colour.and_then(Rgb::parse).unwrap_or_else(|| theme::player(index)) }
    };
    names.into_iter().zip(marks).enumerate().map(player).collect()
}

fn kind_of(look: &KindLook, language: &str) -> Kind {
    let name = look.name.in_language(language).to_owned();
    Kind { letter: label::kind_letter(&look.letter, &name), name, glyphs: look.glyphs.clone(), neutral: look.neutral }
}

fn pieces(scene: &Scene, look: &Look, snapshot: &Snapshot, language: &str) -> Vec<Piece> {
    let piece = |site: usize, level: usize, view: &PieceView| Piece {
        site: CellId(site as u16),
        level,
        kind: view.kind,
        owner: view.owner,
        letter: scene.letter(view.kind, view.owner),
        glyph: scene.glyph(view.kind, view.owner).map(str::to_owned),
        attributes: translated_pairs(look, language, &view.attributes)
            .into_iter()
            .map(|(name, value)| Attribute { name, value, short: String::new() })
            .collect(),
    };
    let mut pieces = Vec::new();
    for (site, stack) in snapshot.cells.iter().enumerate().take(scene.sites.len()) {
        pieces.extend(stack.iter().enumerate().map(|(level, view)| piece(site, level, view)));
    }
    label::shorten_attributes(&mut pieces);
    pieces
}

fn held(counts: &[u32]) -> Vec<Held> {
    let held = |(kind, &count): (usize, &u32)| (count > 0).then_some(Held { kind, count });
    counts.iter().enumerate().filter_map(held).collect()
}

fn translated_pairs(look: &Look, language: &str, pairs: &[(String, String)]) -> Vec<(String, String)> {
    let words = look.words.get(language);
    let say = |plain: &String| words.and_then(|words| words.get(plain)).unwrap_or(plain).clone();
    pairs.iter().map(|(name, value)| (say(name), say(value))).collect()
}
