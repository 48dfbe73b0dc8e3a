//! Of every reason: when it is mended, in the position or in the rule, it is the reason no more.

use merel::game::rng::Rng;
use merel::game::{Actor, Game};
use merel::rules::Module;
use merel::source::SourceMap;
use merel::why::{Answer, Reason};

use super::{Asked, common};

/// The games whose rules are mended.
const GAMES: [&str; 14] = [
    "chess",
    "marelle",
    "english-draughts",
    "breakthrough",
    "go",
    "amazons",
    "reversi",
    "tablut",
    "oware",
    "xiangqi",
    "shogi",
    "surakarta",
    "clobber",
    "international-draughts",
];
/// So many texts are asked of each game, in so many positions.
const TEXTS: usize = 4;
const POSITIONS: usize = 2;

/// What mends a reason.
#[derive(Debug)]
enum Mend {
    /// Another text of the rules.
    Rules(String),
    /// Lines that change the position.
    Lines(String),
}

/// The text with a place in it replaced.
fn replaced(text: &str, reason: &Reason, by: &str) -> Option<Mend> {
    let span = reason.place.as_ref()?.span;
    Some(Mend::Rules(format!("{}{by}{}", text.get(..span.start as usize)?, text.get(span.end as usize..)?)))
}

/// The sentence of a reason with another way to travel.
fn going_anywhere(text: &str, reason: &Reason) -> Option<Mend> {
    let place = reason.place.as_ref()?;
    let sentence = text.get(place.span.range())?;
    let words = ["steps", "slides", "leaps", "hops", "rides", "walks"];
    let from = words.iter().filter_map(|verb| sentence.find(&format!(" {verb}"))).min()?;
    let ends = [" to ", " taking ", " when ", " {"];
    let to = ends.iter().filter_map(|word| Some(from + sentence[from..].find(word)?)).min().unwrap_or(sentence.len());
    replaced(text, reason, &format!("{} goes {}", &sentence[..from], &sentence[to..]))
}

/// How a reason can be mended; none if that is not to be done in one word.
fn mend(text: &str, reason: &Reason, mover: &str, enemy: &str) -> Option<Mend> {
    let place = reason.place.as_ref();
    let cell = reason.cells.last();
    let is_set = place.is_some_and(|place| {
        let before = text[..place.span.start as usize].trim_end();
        before.ends_with(" to") || before.ends_with(" on")
    });
    let kind = || {
        let words = place?.text.split_whitespace();
        words.map(|word| word.trim_matches(',')).find(|word| word.starts_with(char::is_uppercase)).map(str::to_owned)
    };
    match reason.kind {
        "when" | "ensure" | "turn-ensure" => replaced(text, reason, "(0 is 0)"),
        "not-to" | "not-on" if is_set => replaced(text, reason, "(cells)"),
        "not-to" | "blocked" => Some(Mend::Lines(format!("remove {}", cell?))),
        "not-picked" if !reason.cells.is_empty() => replaced(text, reason, "(cells)"),
        "not-yours" => Some(Mend::Lines(format!("give {} to {mover}", cell?))),
        "no-piece" => Some(Mend::Lines(format!("put {} of {mover} on {}", kind()?, cell?))),
        "nothing-to-jump" => Some(Mend::Lines(format!("put {} of {enemy} on {}", "Man", cell?))),
        "royal" => {
            let span = place?.span;
            let (name, rest) = (text.get(..span.end as usize)?, text.get(span.end as usize..)?);
            Some(Mend::Rules(format!("{name}{}", rest.replacen(" royal", "", 1))))
        }
        // Where pieces may go anywhere again and again there is no end of moves.
        "not-that-way" | "too-far" | "too-near" if !text.contains(" repeats {") => going_anywhere(text, reason),
        "later" => Some(Mend::Rules(text.replace("or else", "or"))),
        "not-most" => Some(Mend::Rules(text.replace("with the most count of taken", ""))),
        "same" => Some(Mend::Rules(text.replace("with distinct results", ""))),
        "must-go-on" => Some(Mend::Rules(text.replacen(" repeats", " may repeat", 1))),
        _ => None,
    }
}

/// A cell as rule files name it.
fn term(cell: &str) -> String {
    if cell.starts_with(|sign: char| sign.is_ascii_digit()) { format!("cell {cell}") } else { cell.to_owned() }
}

/// The same question when the reason is mended; none if the mended rules or the position cannot be.
fn asked_again(name: &str, asked: &Asked, mend: &Mend, question: &str) -> Option<Answer> {
    let situation = asked.game.situation_text(&asked.position);
    let (module, mut texts, situation) = match mend {
        Mend::Lines(lines) => {
            let (module, texts) = common::load(name);
            (module, texts, format!("{situation}\n{lines}"))
        }
        Mend::Rules(text) => {
            let mut texts = SourceMap::default();
            let (module, _) = Module::from_text(&common::Library, &format!("{name}.gdl"), text, &mut texts);
            (module?, texts, situation)
        }
    };
    let source = texts.add("position", situation.as_str());
    let (game, position) = merel::scenario::position(&module, &Default::default(), source, &situation).ok()?;
    Some(Asked { game, position, texts }.why(question))
}

/// A text that is none of the options, most of the time: two cells, or an option of another position.
fn question(asked: &Asked, others: &[String], rng: &mut Rng) -> String {
    let cells = &asked.game.rules().board.cells;
    match rng.index(3) {
        0 if !others.is_empty() => others[rng.index(others.len())].clone(),
        1 => {
            // From a cell with a piece.
            let options = asked.game.notations(&asked.position);
            let origin = options[rng.index(options.len())].split(['-', 'x']).next().unwrap_or_default().to_owned();
            format!("{origin}-{}", cells[rng.index(cells.len())].name)
        }
        _ => format!("{}-{}", cells[rng.index(cells.len())].name, cells[rng.index(cells.len())].name),
    }
}

#[test]
fn what_is_mended_is_the_reason_no_more() {
    let mut mended = std::collections::BTreeMap::<&str, usize>::new();
    for (number, name) in GAMES.iter().enumerate() {
        let mut rng = Rng::stream(7, number as u64);
        let text = std::fs::read_to_string(common::folder().join(format!("{name}.gdl"))).expect("there is such a file");
        let mut others = Vec::new();
        for _ in 0..POSITIONS {
            let mut asked = Asked::new(name, None, None, "");
            for _ in 0..rng.index(12) {
                if asked.game.n_options(&asked.position) > 0 {
                    let option = rng.index(asked.game.n_options(&asked.position));
                    asked.game.play(&mut asked.position, option);
                }
            }
            let Some(Actor::Player(player)) = asked.game.actor(&asked.position) else { continue };
            if asked.game.situation_text(&asked.position).contains("play \"") {
                continue;
            }
            for _ in 0..TEXTS {
                let question = question(&asked, &others, &mut rng);
                let answer = asked.why(&question);
                let Some(reason) = answer.reason else { continue };
                let players = &asked.game.rules().players;
                let (mover, enemy) = (&players[player.index()].name, &players[1 - player.index()].name);
                let told = Reason { cells: reason.cells.iter().map(|cell| term(cell)).collect(), ..reason.clone() };
                let Some(mend) = mend(&text, &told, mover, enemy) else { continue };
                let Some(again) = asked_again(name, &asked, &mend, &question) else { continue };
                let same = again.reason.as_ref().is_some_and(|other| {
                    (other.kind, &other.cells) == (reason.kind, &reason.cells)
                        && other.place.as_ref().map(|place| place.line) == reason.place.as_ref().map(|place| place.line)
                });
                assert!(!same, "{name}: {question}: {reason} is still so with {mend:?}");
                *mended.entry(reason.kind).or_default() += 1;
            }
            others.extend(asked.game.notations(&asked.position));
        }
    }
    assert!(mended.len() >= 7 && mended.values().sum::<usize>() >= 40, "{mended:?}");
}
