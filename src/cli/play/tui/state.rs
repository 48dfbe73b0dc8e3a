//! What is marked, picked and typed on the screen, and what comes of a key or a click.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::rules::board::CellId;
use crate::source::unseen;
use crate::view::text::Spot;

use super::shown::{Offer, Shown};

/// The longest line that is typed.
const LONGEST: usize = 500;
/// So many lines of an answer stand below the board; more open a page of their own.
const MESSAGES: usize = 3;

/// Options to choose from by their texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// The options and their texts.
    pub items: Vec<(usize, String)>,
    /// The one that is marked.
    pub at: usize,
}

/// Lines that are shown over all else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The lines.
    pub lines: Vec<String>,
    /// The first that is shown.
    pub top: usize,
}

/// Where things were drawn last.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The part of the screen that the board has.
    pub board: Rect,
    /// The column and the line of the board that stand in its corner.
    pub corner: (usize, usize),
    /// Where cells stand on the board.
    pub spots: BTreeMap<CellId, Spot>,
    /// How many columns and lines the board has.
    pub size: (usize, usize),
}

/// What is marked, picked and typed.
#[derive(Clone, Debug, Default)]
pub struct Ui {
    /// The cell that is marked.
    pub cursor: Option<CellId>,
    /// The cells that were picked of an option so far.
    pub picked: Vec<CellId>,
    /// What is typed.
    pub input: String,
    /// The lines that were typed while a machine thought, to be obeyed one by one.
    pub ahead: VecDeque<String>,
    /// What was told last.
    pub messages: Vec<String>,
    /// A choice by texts.
    pub menu: Option<Menu>,
    /// Lines over all else.
    pub page: Option<Page>,
    /// Whether it was asked whether to quit.
    pub quits: bool,
    /// So many moves at the end of the list are below its lower edge.
    pub moves_below: usize,
    /// The corner of the board that was scrolled to; none if it follows the mark.
    pub corner: Option<(usize, usize)>,
    /// Where things were drawn last.
    pub places: Places,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing but drawing anew.
    Draw,
    /// To take an option.
    Play(usize),
    /// What was typed.
    Line(String),
    /// To stop the machine.
    Stop,
    /// To go back to the shell for a while.
    Suspend,
    /// To leave.
    Quit,
}

impl Ui {
    /// Tells lines: below the board, or on a page of their own if there are many. What cannot be seen in them is written out.
    pub fn tell(&mut self, lines: Vec<String>) {
        let lines: Vec<String> = lines.iter().map(|line| unseen::shown(line).into_owned()).collect();
        if lines.len() > MESSAGES {
            self.page = Some(Page { lines, top: 0 });
        } else if !lines.is_empty() {
            self.messages = lines;
        }
    }

    /// The board has changed: nothing is picked any more.
    pub fn begin_anew(&mut self, shown: &Shown) {
        self.picked.clear();
        self.menu = None;
        self.moves_below = 0;
        self.corner = None;
        let pathless = !shown.offers.is_empty() && shown.offers.iter().all(|offer| offer.cells.is_empty());
        if pathless {
            self.menu = Some(menu_of(shown.offers.iter()));
        }
    }

    /// The cells that may be chosen next of the options that begin with what was picked.
    pub fn targets(&self, shown: &Shown) -> BTreeSet<CellId> {
        if self.picked.is_empty() {
            return BTreeSet::new();
        }
        fitting(shown, &self.picked).filter_map(|offer| offer.cells.get(self.picked.len()).copied()).collect()
    }

    /// What comes of a key.
    pub fn key(&mut self, key: KeyEvent, shown: &Shown) -> Act {
        if key.kind == KeyEventKind::Release {
            return Act::Draw;
        }
        let (control, alt) = (key.modifiers.contains(KeyModifiers::CONTROL), key.modifiers.contains(KeyModifiers::ALT));
        match key.code {
            KeyCode::Char('c') if control => return self.break_off(),
            KeyCode::Char('z') if control => return Act::Suspend,
            _ => {}
        }
        self.quits = false;
        match key.code {
            // Who goes on typing has read the page.
            KeyCode::Char(sign) if !matches!(sign, ' ' | 'q') && !control && !alt => self.page = None,
            code if self.page.is_some() => return self.key_on_page(code),
            _ => {}
        }
        if self.menu.is_some() && self.input.is_empty() && self.key_in_menu(key.code) {
            return Act::Draw;
        }
        match key.code {
            KeyCode::Enter if self.menu.is_some() && self.input.is_empty() => self.take_menu(),
            KeyCode::Enter if !self.input.is_empty() => Act::Line(std::mem::take(&mut self.input)),
            KeyCode::Enter => self.choose_marked(shown),
            KeyCode::Char(' ') if self.input.is_empty() => self.choose_marked(shown),
            KeyCode::Char('u') if control => {
                self.input.clear();
                Act::Draw
            }
            KeyCode::Char(sign) if !control && !alt && self.input.len() < LONGEST => {
                self.messages.clear();
                self.input.push(sign);
                Act::Draw
            }
            code => self.other_key(code, alt, shown),
        }
    }

    fn other_key(&mut self, code: KeyCode, alt: bool, shown: &Shown) -> Act {
        match code {
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Esc => self.step_back(),
            KeyCode::Tab => {
                self.menu = Some(menu_of(fitting(shown, &self.picked))).filter(|menu| !menu.items.is_empty())
            }
            KeyCode::F(1) => self.page = Some(help(shown)),
            KeyCode::PageUp => self.moves_below = (self.moves_below + 5).min(shown.moves.len()),
            KeyCode::PageDown => self.moves_below = self.moves_below.saturating_sub(5),
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down if alt => self.scroll(code),
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => self.move_mark(code),
            _ => {}
        }
        Act::Draw
    }

    /// Ctrl-C: asks first.
    fn break_off(&mut self) -> Act {
        if self.quits {
            return Act::Quit;
        }
        self.quits = true;
        Act::Stop
    }

    fn key_on_page(&mut self, code: KeyCode) -> Act {
        let Some(page) = &mut self.page else { return Act::Draw };
        let last = page.lines.len().saturating_sub(1);
        match code {
            KeyCode::Up => page.top = page.top.saturating_sub(1),
            KeyCode::Down => page.top = (page.top + 1).min(last),
            KeyCode::PageUp => page.top = page.top.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => page.top = (page.top + 10).min(last),
            _ => self.page = None,
        }
        Act::Draw
    }

    /// Whether the key was for the menu.
    fn key_in_menu(&mut self, code: KeyCode) -> bool {
        let Some(menu) = &mut self.menu else { return false };
        let last = menu.items.len().saturating_sub(1);
        match code {
            KeyCode::Up => menu.at = menu.at.saturating_sub(1),
            KeyCode::Down => menu.at = (menu.at + 1).min(last),
            KeyCode::PageUp => menu.at = menu.at.saturating_sub(10),
            KeyCode::PageDown => menu.at = (menu.at + 10).min(last),
            KeyCode::Esc => self.menu = None,
            _ => return false,
        }
        true
    }

    fn take_menu(&mut self) -> Act {
        let menu = self.menu.take();
        match menu.and_then(|menu| menu.items.get(menu.at).map(|(option, _)| *option)) {
            Some(option) => Act::Play(option),
            None => Act::Draw,
        }
    }

    fn step_back(&mut self) {
        if !self.input.is_empty() {
            self.input.clear();
        } else {
            self.picked.pop();
        }
        self.messages.clear();
    }

    fn choose_marked(&mut self, shown: &Shown) -> Act {
        match self.cursor {
            Some(cell) => self.choose(cell, shown),
            None => Act::Draw,
        }
    }

    /// Chooses a cell: begins an option, goes on with it, or completes it.
    pub fn choose(&mut self, cell: CellId, shown: &Shown) -> Act {
        self.messages.clear();
        if self.picked.last() == Some(&cell) {
            let complete: Vec<&Offer> =
                fitting(shown, &self.picked).filter(|offer| offer.cells == self.picked).collect();
            if !complete.is_empty() {
                return self.complete(&complete);
            }
        }
        let mut next = self.picked.clone();
        next.push(cell);
        let mut fits: Vec<&Offer> = fitting(shown, &next).collect();
        if fits.is_empty() && !self.picked.is_empty() {
            if self.picked == [cell] {
                self.picked.clear();
                return Act::Draw;
            }
            next = vec![cell];
            fits = fitting(shown, &next).collect();
        }
        if fits.is_empty() {
            let name = shown.scene.site(cell).map_or("", |site| site.told.as_str());
            self.messages = vec![shown.words.say("screen-no-move", &[("cell", &name)])];
            return Act::Draw;
        }
        self.picked = next;
        if fits.iter().all(|offer| offer.cells == self.picked) {
            return self.complete(&fits);
        }
        let name = |cell: &CellId| shown.scene.site(*cell).map_or(String::new(), |site| site.told.clone());
        let cells: Vec<String> = self.picked.iter().map(name).collect();
        self.messages = vec![shown.words.say("screen-picked", &[("cells", &cells.join(" "))])];
        if fits.iter().any(|offer| offer.cells == self.picked) {
            self.messages.push(shown.words.word("screen-done"));
        }
        Act::Draw
    }

    /// Takes the only option of these, or lets choose by their texts.
    fn complete(&mut self, offers: &[&Offer]) -> Act {
        match offers {
            [only] => Act::Play(only.option),
            several => {
                self.menu = Some(menu_of(several.iter().copied()));
                Act::Draw
            }
        }
    }

    /// Moves the mark to the nearest cell in a direction.
    fn move_mark(&mut self, code: KeyCode) {
        self.corner = None;
        let middle = |spot: &Spot| (2 * spot.column as i64 + spot.columns as i64, 4 * spot.line as i64);
        let spots = &self.places.spots;
        let Some(here) = self.cursor.and_then(|cell| spots.get(&cell)).map(middle) else {
            // The lower left, where boards begin.
            let first = spots.iter().max_by_key(|(_, spot)| (spot.line, usize::MAX - spot.column));
            self.cursor = first.map(|(cell, _)| *cell);
            return;
        };
        let ahead = |there: (i64, i64)| match code {
            KeyCode::Left => (here.0 - there.0, (here.1 - there.1).abs()),
            KeyCode::Right => (there.0 - here.0, (here.1 - there.1).abs()),
            KeyCode::Up => (here.1 - there.1, (here.0 - there.0).abs()),
            _ => (there.1 - here.1, (here.0 - there.0).abs()),
        };
        let distance = |spot: &Spot| {
            let (along, across) = ahead(middle(spot));
            (along > 0 && across <= 3 * along).then_some(along + 3 * across)
        };
        let found = spots.iter().filter_map(|(cell, spot)| Some((distance(spot)?, *cell))).min();
        if let Some((_, cell)) = found {
            self.cursor = Some(cell);
        }
    }

    fn scroll(&mut self, code: KeyCode) {
        let (column, line) = self.corner.unwrap_or(self.places.corner);
        let Places { size, board, .. } = &self.places;
        let most = (size.0.saturating_sub(usize::from(board.width)), size.1.saturating_sub(usize::from(board.height)));
        self.corner = Some(match code {
            KeyCode::Left => (column.saturating_sub(4), line),
            KeyCode::Right => ((column + 4).min(most.0), line),
            KeyCode::Up => (column, line.saturating_sub(2)),
            _ => (column, (line + 2).min(most.1)),
        });
    }

    /// What comes of the mouse.
    pub fn mouse(&mut self, event: MouseEvent, shown: &Shown) -> Act {
        match event.kind {
            MouseEventKind::ScrollUp => self.wheel(KeyCode::Up, shown),
            MouseEventKind::ScrollDown => self.wheel(KeyCode::Down, shown),
            MouseEventKind::Down(_) if self.page.take().is_some() => Act::Draw,
            MouseEventKind::Down(_) => match self.cell_at(event.column, event.row) {
                Some(cell) => {
                    self.menu = None;
                    self.cursor = Some(cell);
                    self.choose(cell, shown)
                }
                None => Act::Draw,
            },
            _ => Act::Draw,
        }
    }

    fn wheel(&mut self, code: KeyCode, shown: &Shown) -> Act {
        if self.page.is_some() {
            return self.key_on_page(code);
        }
        if !self.key_in_menu(code) {
            let page = if code == KeyCode::Up { KeyCode::PageUp } else { KeyCode::PageDown };
            return self.other_key(page, false, shown);
        }
        Act::Draw
    }

    /// The cell at a place of the screen.
    fn cell_at(&self, column: u16, row: u16) -> Option<CellId> {
        let Places { board, corner, spots, .. } = &self.places;
        if !board.contains((column, row).into()) {
            return None;
        }
        let at = (usize::from(column - board.x) + corner.0, usize::from(row - board.y) + corner.1);
        let is_there = |spot: &Spot| spot.line == at.1 && (spot.column..spot.column + spot.columns).contains(&at.0);
        spots.iter().find(|(_, spot)| is_there(spot)).map(|(cell, _)| *cell)
    }
}

/// The options that begin with these cells.
fn fitting<'a>(shown: &'a Shown, picked: &[CellId]) -> impl Iterator<Item = &'a Offer> {
    shown.offers.iter().filter(move |offer| offer.cells.starts_with(picked))
}

fn menu_of<'a>(offers: impl Iterator<Item = &'a Offer>) -> Menu {
    Menu { items: offers.map(|offer| (offer.option, offer.text.clone())).collect(), at: 0 }
}

fn help(shown: &Shown) -> Page {
    let keys = shown.words.word("screen-help");
    let commands = shown.words.word("help");
    let lines = keys.trim_end().lines().chain(commands.trim_end().lines()).map(str::to_owned);
    Page { lines: lines.collect(), top: 0 }
}
