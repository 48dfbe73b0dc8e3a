#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use clap::Parser;
use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::{Color, Modifier};

use super::super::{PlayArgs, begin};
use super::*;
use crate::cli::screen::Abilities;
use crate::game::Game;
use crate::view::theme::Rgb;

#[cfg(target_os = "linux")]
mod harm;

#[derive(Debug, Parser)]
struct Typed {
    #[command(flatten)]
    args: PlayArgs,
}

const PLAIN: Abilities = Abilities { terminal: true, colour: false, unicode: true, typed: true, whole: true };

struct Table {
    host: Host,
    ui: Ui,
    depth: Depth,
    size: (u16, u16),
}

/// A table as these arguments make it; `~` stands for a blank in one of them.
fn table(arguments: &str) -> Table {
    let usual = ["play", "--seat", "1=human", "--seat", "2=human", "--seed", "1"];
    let language = if arguments.contains("--lang") { "" } else { "--lang en" };
    let words = arguments.split_whitespace().chain(language.split_whitespace()).map(|word| word.replace('~', " "));
    let words = usual.map(str::to_owned).into_iter().chain(words);
    let args = Typed::try_parse_from(words).unwrap().args;
    let host = begin(&args, PLAIN).map_err(|stop| format!("{stop:?}")).unwrap();
    let mut table = Table { host, ui: Ui::default(), depth: Depth::None, size: (80, 24) };
    let shown = table.shown();
    table.ui.begin_anew(&shown);
    table.draw();
    table
}

impl Table {
    fn shown(&mut self) -> Shown {
        Shown::of(&mut self.host)
    }

    fn drawn(&mut self) -> ratatui::buffer::Buffer {
        let shown = self.shown();
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        terminal.draw(|frame| draw::draw(frame, &shown, &mut self.ui, self.depth)).unwrap();
        terminal.backend().buffer().clone()
    }

    fn draw(&mut self) -> String {
        let buffer = self.drawn();
        let line = |row: u16| {
            let symbols = (0..self.size.0).map(|column| buffer[(column, row)].symbol());
            symbols.collect::<String>().trim_end().to_owned()
        };
        (0..self.size.1).map(line).collect::<Vec<String>>().join("\n")
    }

    fn sized(mut self, width: u16, height: u16) -> Self {
        self.size = (width, height);
        self
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Play(option) => drop(self.host.obey(input::Request::Play(option))),
            Act::Line(line) => match input::understand(&self.host.desk, &line) {
                Ok(request) => match self.host.obey(request) {
                    Did::Told(lines) | Did::Prose(lines) | Did::Changed(lines) => self.ui.tell(lines),
                    other => panic!("{other:?}"),
                },
                Err(error) => {
                    let told = self.host.explain(&error);
                    self.ui.tell(told);
                }
            },
            _ => return,
        }
        let shown = self.shown();
        self.ui.begin_anew(&shown);
    }

    fn press(&mut self, code: KeyCode) -> &mut Self {
        let shown = self.shown();
        let act = self.ui.key(KeyEvent::new(code, KeyModifiers::NONE), &shown);
        self.act(act);
        self.draw();
        self
    }

    fn write(&mut self, line: &str) -> &mut Self {
        line.chars().for_each(|sign| {
            self.press(KeyCode::Char(sign));
        });
        self.press(KeyCode::Enter)
    }

    fn cell(&self, name: &str) -> crate::rules::board::CellId {
        let game = self.host.desk.game();
        let cells = &game.rules().board.cells;
        crate::rules::board::CellId(cells.iter().position(|cell| cell.name == name).unwrap() as u16)
    }

    fn click(&mut self, name: &str) -> &mut Self {
        self.draw();
        let (places, cell) = (self.ui.places.clone(), self.cell(name));
        let spot = places.spots[&cell];
        let column = places.board.x + (spot.column - places.corner.0) as u16;
        let row = places.board.y + (spot.line - places.corner.1) as u16;
        let kind = MouseEventKind::Down(MouseButton::Left);
        let shown = self.shown();
        let act = self.ui.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }, &shown);
        self.act(act);
        self
    }

    fn moves(&self) -> String {
        self.host.desk.texts().join(" ")
    }
}

#[test]
fn a_note_stands_beside_the_board() {
    for (width, height) in [(80, 24), (40, 20)] {
        let mut table = table("tic-tac-toe --lang fr").sized(width, height);
        table.write("b2").write("remarque le centre, bien sûr");
        assert!(table.draw().contains("Remarque écrite sur b2."), "{}", table.draw());
        table.write("montrer");
        assert!(table.draw().contains("Remarque : le centre,"), "{}", table.draw());
        table.write("a1");
        assert!(!table.draw().contains("le centre"), "{}", table.draw());
    }
}

#[test]
fn chess() {
    let mut table = table("chess --clock 5m+3s");
    table.write("e4").write("e5").click("g1");
    table.host.desk.clocks = None;
    assert_snapshot!("chess_80", table.draw());
    table.size = (40, 20);
    assert_snapshot!("chess_40", table.draw());
    table.size = (200, 60);
    let large = table.draw();
    assert!(large.contains("8 ♜  ♞  ♝") && large.contains("Moves") && large.contains("  2 e7-e5"), "{large}");
}

#[test]
fn other_games() {
    assert_snapshot!("marelle_80", table("marelle").draw());
    let oware = table("oware").draw();
    assert!(
        ["Oware", ">South (human)", "captured seeds", "of North: 0", "South>"].iter().all(|part| oware.contains(part)),
        "{oware}"
    );
    let backgammon = table("backgammon --after White").draw();
    assert!(["Backgammon", "1 White", "Chance>"].iter().all(|part| backgammon.contains(part)), "{backgammon}");
    let thrown = table("backgammon --after White~3~1").draw();
    assert!(["Dice: [1] [3]"].iter().all(|part| thrown.contains(part)), "{thrown}");
    let arena = table("arena --lang fr").draw();
    assert!(["Tour de table 1 sur 10"].iter().all(|part| arena.contains(part)), "{arena}");
    let mut fewer = table("chess --after e2-e4~d7-d5~e4xd5");
    assert!(fewer.draw().contains("Off the board: Black 1"), "{}", fewer.draw());
    let french = table("marelle --lang fr").sized(40, 20).draw();
    assert!([">Blanc", "9 pions", "flèches", "Blanc>"].iter().all(|part| french.contains(part)), "{french}");
}

#[test]
fn every_size_is_drawn() {
    for game in ["chess", "marelle", "oware", "backgammon", "hex", "arena", "shogi"] {
        let mut table = table(game);
        for size in [(1, 1), (2, 2), (3, 1), (1, 9), (9, 3), (30, 5), (60, 2), (61, 9)] {
            table.size = size;
            table.draw();
            table.press(KeyCode::F(1)).press(KeyCode::PageDown).press(KeyCode::Esc);
            table.press(KeyCode::Tab).press(KeyCode::Down).press(KeyCode::Esc);
            table.press(KeyCode::Up).press(KeyCode::Enter).press(KeyCode::Esc);
        }
    }
}

#[test]
fn a_piece_is_picked_and_its_targets_are_lit() {
    let mut table = table("chess");
    table.click("g1");
    let shown = table.shown();
    let lit: Vec<String> =
        table.ui.targets(&shown).iter().map(|cell| shown.scene.site(*cell).unwrap().name.clone()).collect();
    assert_eq!(lit, ["f3", "h3"]);
    assert!(table.draw().contains("(·)"), "{}", table.draw());
    table.click("f3");
    assert_eq!(table.moves(), "g1-f3");
    assert!(table.ui.picked.is_empty());
}

#[test]
fn what_cannot_be_picked_is_told_and_another_piece_is_taken_up() {
    let mut table = table("chess");
    table.click("e5");
    assert_eq!(table.ui.messages, ["No move goes on with e5."]);
    table.click("g1").click("b1").click("c3");
    assert_eq!(table.moves(), "b1-c3");
}

#[test]
fn cursor_keys_play_a_move() {
    let mut table = table("chess");
    table.press(KeyCode::Up);
    assert_eq!(table.ui.cursor, Some(table.cell("a1")), "the mark begins in the lower left");
    table.press(KeyCode::Right).press(KeyCode::Up);
    assert_eq!(table.ui.cursor, Some(table.cell("b2")));
    table.press(KeyCode::Enter).press(KeyCode::Up).press(KeyCode::Up).press(KeyCode::Char(' '));
    assert_eq!(table.moves(), "b2-b4");
}

#[test]
fn several_parts_are_chosen_one_by_one() {
    let mut table = table("chess");
    for line in ["e4", "d5", "ed5", "c7c6", "dc6", "a7a6", "cb7", "a6a5"] {
        table.write(line);
    }
    table.click("b7").click("a8");
    let menu: Vec<String> = table.ui.menu.clone().unwrap().items.into_iter().map(|(_, text)| text).collect();
    assert_eq!(menu.len(), 4, "{menu:?}");
    assert!(table.draw().contains("Which one?"), "{}", table.draw());
    table.press(KeyCode::Down).press(KeyCode::Up).press(KeyCode::Down).press(KeyCode::Enter);
    assert!(table.moves().ends_with(&menu[1]), "{}", table.moves());
}

#[test]
fn a_step_back() {
    let mut table = table("chess");
    table.click("e2").press(KeyCode::Esc);
    assert!(table.ui.picked.is_empty());
    table.press(KeyCode::Char('x')).press(KeyCode::Esc);
    assert_eq!(table.ui.input, "");
    table.write("zz9");
    assert_eq!(table.ui.messages.len(), 3, "{:?}", table.ui.messages);
    table.write("help");
    assert!(table.ui.page.is_some());
    table.press(KeyCode::Esc);
    assert!(table.ui.page.is_none());
}

#[test]
fn large_boards_follow_the_mark() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.gdl");
    let rules = "language 1\ngame \"Large\"\nplayers White, Black\nboard square 32 by 32\npiece Man\n\
                 setup { put Man of White on a1  put Man of Black on af32 }\nmove step { Man steps to empty }\n\
                 end before each turn { \"stuck\": mover loses when stuck }\n";
    std::fs::write(&file, rules).unwrap();
    let mut table = table(file.to_str().unwrap()).sized(40, 20);
    table.draw();
    for _ in 0..60 {
        table.press(KeyCode::Right);
    }
    for _ in 0..60 {
        table.press(KeyCode::Up);
    }
    assert_eq!(table.ui.cursor, Some(table.cell("af32")));
    let seen = table.draw();
    assert!(seen.contains("<") && seen.contains("v"), "{seen}");
    let buffer = table.drawn();
    let marked = buffer.content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED) && cell.symbol() == "m");
    assert!(marked, "{seen}");
}

#[test]
fn colours_as_the_terminal_has_them() {
    let colours = |depth: Depth| {
        let mut table = table("chess");
        table.host.picture.abilities.colour = depth != Depth::None;
        table.depth = depth;
        let buffer = table.drawn();
        buffer.content.iter().flat_map(|cell| [cell.fg, cell.bg]).filter(|one| *one != Color::Reset).collect::<Vec<_>>()
    };
    assert_eq!(colours(Depth::None), []);
    let sixteen = colours(Depth::Sixteen);
    assert!(!sixteen.is_empty() && !sixteen.iter().any(|one| matches!(one, Color::Indexed(_) | Color::Rgb(..))));
    assert!(colours(Depth::Many).iter().any(|one| matches!(one, Color::Indexed(_))));
}

#[test]
fn ctrl_c_asks_first() {
    let mut table = table("marelle");
    let shown = table.shown();
    let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(table.ui.key(key, &shown), Act::Stop);
    assert!(table.draw().contains("Quit?"), "{}", table.draw());
    assert_eq!(table.ui.key(key, &shown), Act::Quit);
    assert_eq!(table.ui.key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL), &shown), Act::Suspend);
}

/// What stands beside the board is there to its last word, and what is told below it too, where it is wider than the screen.
#[test]
fn nothing_beside_the_board_is_cut() {
    let games = [
        "chess",
        "shogi",
        "tablut",
        "arena --players 6",
        "backgammon",
        "king-of-the-hill",
        "chinese-checkers --players 6",
        "katarenga",
        "oware",
        "adix",
    ];
    for game in games {
        for (language, width, height) in [("en", 80, 24), ("fr", 80, 24), ("fr", 200, 60)] {
            let mut table = table(&format!("{game} --lang {language}")).sized(width, height);
            let (screen, shown) = (table.draw(), table.shown());
            let panel = usize::from(width - 26.max(width / 4));
            let right: String = screen.lines().map(|line| line.chars().skip(panel).collect::<String>() + " ").collect();
            let mut said = vec![shown.scene.title.clone()];
            said.extend(
                shown.players.iter().flat_map(|player| [player.name.clone(), player.seat.clone(), player.hand.clone()]),
            );
            said.extend(shown.panel.turn.iter().cloned());
            said.push(shown.words.word("screen-moves"));
            // Six players have more to remember than a small screen has lines: it says so, and shows the moves all the same.
            if height > 24 || !game.ends_with('6') {
                said.extend(shown.panel.values.iter().chain(&shown.panel.notes).cloned());
                assert!(!right.contains('…'), "{game}: {screen}");
            }
            for word in said.iter().flat_map(|line| line.split_whitespace()) {
                assert!(right.contains(word), "{game}: {word} is not in\n{screen}");
            }
        }
        let mut small = table(game).sized(40, 20);
        let (screen, shown) = (small.draw(), small.shown());
        for player in &shown.players {
            assert!(screen.contains(&player.name), "{game}: {} is not in\n{screen}", player.name);
        }
    }
    let mut table = table("marelle").sized(30, 20);
    let path = "/a/folder/with/a/long/name/and/others/in/it/match.journal";
    table.ui.tell(vec![path.to_owned()]);
    let joined: String = table.draw().lines().collect();
    assert!(joined.contains(path), "{joined}");
}

/// What stands in columns is not torn apart where these have no room.
#[test]
fn a_list_of_moves_has_one_below_the_other_in_a_narrow_window() {
    let mut table = table("abalone --lang fr").sized(40, 20);
    let screen = {
        table.write("coups");
        table.draw()
    };
    let listed: Vec<&str> = screen.lines().map(str::trim).filter(|line| line.contains("-nord")).collect();
    assert!(listed.len() > 5, "{screen}");
    for line in listed {
        assert!(line.starts_with(|sign: char| sign.is_ascii_digit()) && line.matches('-').count() <= 2, "{screen}");
    }
}

/// A board that would be cut by a few columns takes them from what stands beside it.
#[test]
fn the_board_is_seen_whole_where_there_is_room() {
    for (game, width) in [("chinese-checkers --players 6", 80), ("go", 80), ("chess", 61)] {
        let mut table = table(game).sized(width, 24);
        table.draw();
        let places = &table.ui.places;
        assert!(places.size.0 <= usize::from(places.board.width), "{game}: {places:?}");
        assert_eq!(places.corner.0, 0, "{game}");
    }
}

/// Also where there are sixteen colours, no two players and no two kinds of cells have the same one.
#[test]
fn sixteen_colours_tell_cells_and_players_apart() {
    for game in crate::cli::load::built_in_games() {
        let scene = table(game).shown().scene;
        let known = sixteen::told_apart(&scene);
        for (at, (_, colour)) in known.iter().enumerate() {
            assert!(known[..at].iter().all(|(_, other)| other != colour), "{game}: {known:?}");
        }
        for player in &scene.players {
            assert!(known.iter().any(|(rgb, _)| *rgb == player.colour), "{game}: {}", player.name);
        }
    }
    // Both are nearest to cyan: a bluish green and a greenish blue.
    let known = sixteen::told_apart(&table("katarenga").shown().scene);
    let of = |rgb: Rgb| sixteen::of(rgb, &known);
    let scene = table("katarenga").shown().scene;
    let colours: Vec<Color> = scene.terrains[0].values.iter().map(|value| of(value.colour)).collect();
    assert_eq!(colours, [Color::Yellow, Color::LightYellow, Color::Cyan, Color::Blue]);
    assert_eq!(of(Rgb(250, 0, 250)), Color::LightMagenta, "others are what they are nearest to");
}
