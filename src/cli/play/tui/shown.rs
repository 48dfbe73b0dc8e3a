//! What the screen shows of a match, as plain data, so that it can be drawn while a machine thinks.

use crate::game::{Game, PlayerId};
use crate::rules::board::CellId;
use crate::view::{Scene, TextOptions};

use super::super::super::phrases::Phrases;
use super::super::desk::Stage;
use super::super::host::Host;
use super::super::panel::Panel;
use super::super::replies;
use super::super::session::seat_name;
use crate::play::clock;

/// No more options are looked at for cells.
const MOST_OPTIONS: usize = 20_000;

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its number.
    pub option: usize,
    /// Its text, as it is shown.
    pub text: String,
    /// The cells that are chosen in it, in their order.
    pub cells: Vec<CellId>,
}

/// A player beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The name.
    pub name: String,
    /// Who sits there.
    pub seat: String,
    /// What is left on the clock.
    pub left: Option<String>,
    /// What is in hand.
    pub hand: String,
    /// Whether it is this player who decides.
    pub decides: bool,
}

/// All that the screen shows.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The board.
    pub scene: Scene,
    /// How it is drawn.
    pub options: TextOptions,
    /// What stands beside it.
    pub panel: Panel,
    /// The players.
    pub players: Vec<Seated>,
    /// The moves so far.
    pub moves: Vec<String>,
    /// What can be chosen now by a person.
    pub offers: Vec<Offer>,
    /// What is asked for.
    pub prompt: String,
    /// How the match ended.
    pub over: Option<String>,
    /// The words.
    pub words: Phrases,
}

impl Shown {
    /// What is to be shown now.
    pub fn of(host: &mut Host) -> Self {
        let scene = host.scene();
        let (desk, options) = (&host.desk, host.picture.text_options());
        let (game, words) = (desk.game(), desk.words());
        let stage = desk.stage();
        let decides = match &stage {
            Stage::Human(player) | Stage::Machine(player) | Stage::Stopped(player) => Some(*player),
            _ => None,
        };
        let prompt = match &stage {
            _ if desk.offered.is_some() => words.word("prompt-draw"),
            Stage::Human(player) => host.name(*player),
            Stage::Stopped(player) => words.say("prompt-stopped", &[("who", &host.name(*player))]),
            Stage::Machine(player) => words.say("screen-thinking", &[("who", &host.name(*player))]),
            Stage::Chance => words.word("chance"),
            Stage::Over(_) | Stage::Settled(_) => words.word("prompt-over"),
        };
        let panel = Panel { remark: replies::remark(desk), ..Panel::of(&scene, options, words) };
        let seated = |(index, seat): (usize, &crate::play::seat::Seat)| {
            let player = PlayerId(index as u8);
            Seated {
                name: host.name(player),
                seat: seat_name(words, &seat.to_string()),
                left: desk.clocks.as_ref().map(|clocks| clock::shown(clocks.left(player))),
                hand: panel.hands.get(index).cloned().unwrap_or_default(),
                decides: decides == Some(player),
            }
        };
        let is_asked = matches!(stage, Stage::Human(_) | Stage::Stopped(_));
        let texts = if is_asked { desk.options() } else { Vec::new() };
        let offer =
            |(option, text): (usize, String)| Offer { option, text, cells: game.cells_of(desk.position(), option) };
        Self {
            players: desk.current.seats().iter().enumerate().map(seated).collect(),
            moves: desk.current.moves().iter().map(|made| desk.shown(&made.notation)).collect(),
            offers: texts.into_iter().take(MOST_OPTIONS).enumerate().map(offer).collect(),
            over: host.over(),
            scene,
            options,
            panel,
            prompt,
            words,
        }
    }
}
