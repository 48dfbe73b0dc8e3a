//! What a session answers besides the board, line by line.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::budget::Halt;
use crate::diagnostic::nearest::ranked;
use crate::game::rng::Rng;
use crate::game::{Actor, Game, NotAnOption};
use crate::lesson::is_seen;
use crate::phrases::language;
use crate::play::matches::Move;
use crate::play::player::Clock;
use crate::play::search::{Config, Judgement, Report, SearchPlayer, Thinking};
use crate::rulebook::{self, Plan};
use crate::why::{Answer, Reason, Status};

use super::super::load::{Evaluator, Position};
use super::super::outcome::{player_name, translated};
use super::super::phrases::{Phrases, folded};
use super::desk::Desk;
use super::judge::Judge;

/// The most options that are listed unasked.
const LISTED: usize = 60;
/// The width of lists, in letters.
const WIDTH: usize = 80;
/// How long a hint is sought.
pub const HINT_TIME: Duration = Duration::from_secs(1);
/// How many options a hint tells.
const HINTED: usize = 5;
/// So many lines are told of a search that looks ahead: each costs as much as the first.
const LINES: usize = 3;
/// So many options are named of those that a text may mean, or that are near to it.
const NAMED: usize = 6;

/// Who took which option, for instance "Black plays d6-d7" or "Chance: 7 (1/6)".
pub fn announcement(desk: &Desk, before: &Position, made: &Move) -> String {
    let words = desk.words();
    let game = desk.game();
    let shown = desk.shown(&made.notation);
    match made.actor {
        Actor::Player(player) => {
            let who = player_name(desk.look(), player, &desk.language);
            words.say("plays", &[("who", &who), ("move", &shown)])
        }
        Actor::Chance => {
            let told = words.say("pair", &[("a", &words.word("chance")), ("b", &shown)]);
            match game.probability(before, made.option) {
                Some(probability) => format!("{told} ({probability})"),
                None => told,
            }
        }
    }
}

/// The options with their numbers, unless there are very many.
pub fn short(desk: &Desk) -> Vec<String> {
    match desk.game().n_options(desk.position()) {
        n if n > LISTED => vec![desk.words().counted("many-options", n)],
        _ => moves(desk, None),
    }
}

/// All options with their numbers, in columns; those with a text in them, if one is given.
pub fn moves(desk: &Desk, part: Option<&str>) -> Vec<String> {
    let words = desk.words();
    let options = desk.options();
    if options.is_empty() {
        return vec![words.word("over")];
    }
    let wanted = part.map(folded);
    let fits = |text: &String| wanted.as_ref().is_none_or(|wanted| names(text, wanted));
    let digits = options.len().to_string().len();
    let numbered: Vec<(usize, &String)> = (1..).zip(&options).filter(|(_, text)| fits(text)).collect();
    if numbered.is_empty() {
        return vec![words.say("no-such-moves", &[("part", &words.quoted(part.unwrap_or_default()))])];
    }
    let widest = numbered.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let per_line = (WIDTH / (digits + 1 + widest + 2)).max(1);
    let cells: Vec<String> =
        numbered.into_iter().map(|(number, text)| format!("{number:digits$} {text:widest$}")).collect();
    cells.chunks(per_line).map(|line| line.join("  ").trim_end().to_owned()).collect()
}

/// What is remarked on the moves so far.
pub fn remarks(desk: &Desk) -> Vec<String> {
    let words = desk.words();
    let told = |(number, text, comment): (usize, String, String)| {
        format!("{number:4} {}", words.say("pair", &[("a", &text), ("b", &comment)]))
    };
    let told: Vec<String> = desk.remarks().into_iter().map(told).collect();
    if told.is_empty() { vec![words.word("no-notes")] } else { told }
}

/// What is remarked on the latest move, to stand beside the board.
pub fn remark(desk: &Desk) -> Option<String> {
    let words = desk.words();
    desk.remark().map(|told| words.say("pair", &[("a", &words.word("note")), ("b", &told)]))
}

/// Whether an option has a text in it, as a whole word: `a1` is not in `a10-a11`.
fn names(option: &str, wanted: &str) -> bool {
    let option = folded(option);
    let is_part = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    option.match_indices(wanted).any(|(at, found)| {
        let ends_in_digit = is_part(found.chars().next_back());
        !(ends_in_digit && is_part(option.get(at + found.len()..).and_then(|rest| rest.chars().next())))
    })
}

/// The rules in prose if the file tells them in the language, or else as the rulebook tells them.
pub fn rules(desk: &Desk, judge: &Judge) -> Vec<String> {
    let look = desk.look();
    let title = look.title.in_language(&desk.language).to_owned();
    let words = desk.words();
    let mut lines = vec![title];
    if let Some(prose) = look.prose.get(&desk.language) {
        // Sources and notes are texts of the file in one language, which is English as a rule.
        let told = |word: &str| is_english(desk) || matches!(word, "author" | "year");
        let info = look.info.iter().filter(|(word, _)| told(word));
        let info = info.map(|(word, text)| words.say("pair", &[("a", &info_name(words, word)), ("b", text)]));
        lines.extend(info);
        lines.push(String::new());
        lines.extend(paragraphs(prose));
        return lines;
    }
    let Some(table) = language::language(&desk.language).or_else(|| language::language("en")) else { return lines };
    let plan = Plan { language: table, choices: judge.choices.clone(), seed: 0, unicode: false };
    // Called to halt from the start: nothing is played for diagrams.
    let book = rulebook::rulebook(&judge.loaded.module, &plan, &AtomicBool::new(true));
    book.map_or(lines, |book| book.to_string().lines().map(str::to_owned).collect())
}

/// The paragraphs of a text, each a line with what breaks its lines in the file left out, with empty lines between.
fn paragraphs(prose: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in prose.trim().lines().map(str::trim) {
        match paragraphs.last_mut().filter(|_| !line.is_empty()) {
            Some(last) if last.is_empty() => last.push_str(line),
            Some(last) => *last = format!("{last} {line}"),
            None => paragraphs.extend([String::new(), String::new()]),
        }
    }
    paragraphs
}

fn info_name(words: Phrases, word: &str) -> String {
    match word {
        "author" | "year" | "source" | "note" => words.word(&format!("info-{word}")),
        _ => word.to_owned(),
    }
}

/// What a search thinks of the options; nothing is told if it is called to halt before it found anything.
pub fn judged(game: &Evaluator, position: &Position, seed: u64, halt: &dyn Halt) -> Option<Report> {
    let start = Instant::now();
    let clock: Clock = Arc::new(move || start.elapsed());
    let search = SearchPlayer::new(Thinking::Time(HINT_TIME), Config::default(), Rng::stream(seed, 0), clock);
    search.telling(LINES).judge(game, position, halt)
}

/// What a search found, in words.
pub fn hint(desk: &Desk, report: Option<&Report>) -> Vec<String> {
    let words = desk.words();
    let Some(report) = report else { return vec![words.word("no-hint")] };
    if !report.options.first().is_some_and(|best| is_seen(report, best)) {
        let options = words.counted("options-n", desk.game().n_options(desk.position()));
        let playouts = words.counted("playouts-n", report.playouts as usize);
        return vec![words.say("not-enough", &[("playouts", &playouts), ("options", &options)])];
    }
    let options = desk.options();
    let told = |judgement: &Judgement| {
        let option = options.get(judgement.option).cloned().unwrap_or_default();
        let worth = format!("{:.0}", 100.0 * judgement.value);
        let share = format!("{:.0}", 100.0 * f64::from(judgement.visits) / f64::from(report.playouts.max(1)));
        match (judgement.proven, report.depth) {
            (Some(end), _) => words.say("hint-proven", &[("move", &option), ("worth", &worth), ("n", &end)]),
            (None, Some(depth)) => {
                let holes: [(&str, &dyn std::fmt::Display); 3] = [("move", &option), ("worth", &worth), ("n", &depth)];
                let told = words.say("hint-ahead", &holes);
                // Where chance comes next the line is the option itself.
                match judgement.line.len() {
                    0 | 1 => told,
                    _ => words.say("pair", &[("a", &told), ("b", &line_of(desk, &judgement.line))]),
                }
            }
            (None, None) => {
                let holes: [(&str, &dyn std::fmt::Display); 4] =
                    [("move", &option), ("worth", &worth), ("share", &share), ("playouts", &report.playouts)];
                words.say("hint-tried", &holes)
            }
        }
    };
    report.options.iter().take(HINTED).map(told).map(|line| format!("  {line}")).collect()
}

/// So many options of a line are told.
const LINE: usize = 6;

/// A line of play from where the match stands, as people write it.
fn line_of(desk: &Desk, line: &[usize]) -> String {
    let mut position = desk.position().clone();
    let texts = line.iter().take(LINE).map(|&option| {
        let text = desk.game().notation(&position, option);
        desk.game().play(&mut position, option);
        desk.shown(&text)
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Why a move is legal or not, or what the ends lack.
pub fn why(desk: &Desk, judge: &mut Judge, question: Option<&str>) -> Vec<String> {
    let words = desk.words();
    // The plain names are those of the rules.
    let meant = question.map(|question| match desk.meant(question) {
        Ok(option) => desk.game().notation(desk.position(), option),
        Err(_) => question.to_owned(),
    });
    let Some(answer) = judge.why(desk, meant.as_deref()) else { return vec![words.word("no-reason")] };
    if is_english(desk) {
        return answer.to_string().lines().map(str::to_owned).collect();
    }
    in_words(desk, &answer, question.unwrap_or_default())
}

fn is_english(desk: &Desk) -> bool {
    language::language(&desk.language).is_none_or(|table| table.code == "en")
}

/// An answer in another language than English: what the rules say word by word stands in the file.
fn in_words(desk: &Desk, answer: &Answer, question: &str) -> Vec<String> {
    let words = desk.words();
    let question = words.quoted(question);
    let mut lines = Vec::new();
    match answer.status {
        Status::Legal => {
            let doing = answer.legal.as_ref();
            let at: Vec<String> =
                doing.into_iter().flat_map(|doing| &doing.by).map(|place| place.line.to_string()).collect();
            let name = doing.and_then(|doing| doing.name.as_deref()).unwrap_or_default();
            let name = words.quoted(translated(desk.look(), name, &desk.language));
            let option = doing.map(|doing| words.quoted(&desk.shown(&doing.option))).unwrap_or_default();
            lines.push(words.say("legal", &[("move", &option), ("name", &name), ("lines", &at.join(", "))]));
        }
        Status::Illegal => {
            let because = answer.reason.as_ref().map(|reason| reason_in_words(desk, reason)).unwrap_or_default();
            lines.push(words.say("illegal", &[("move", &question), ("why", &because)]));
        }
        Status::Unclear => lines.push(unclear(desk, &question, &answer.meant)),
        Status::Over => lines.push(words.word("over")),
        Status::Open => lines.push(words.word("ends-open")),
    }
    for end in &answer.ends {
        let name = words.quoted(translated(desk.look(), &end.name, &desk.language));
        let at = end.place.as_ref().map_or(0, |place| place.line);
        let key = if end.decided || end.asked.iter().any(|asked| asked.holds) { "end-holds" } else { "end-lacks" };
        lines.push(words.say(key, &[("name", &name), ("line", &at)]));
    }
    lines
}

fn reason_in_words(desk: &Desk, reason: &Reason) -> String {
    let words = desk.words();
    let said = reason.told(words);
    match &reason.place {
        Some(place) => format!("{said} ({})", words.say("line", &[("n", &place.line)])),
        None => said,
    }
}

/// Why a text is not an option, in at most three lines: the reason, the nearest options, and how to see more.
pub fn wrong(desk: &Desk, judge: &mut Judge, error: &NotAnOption) -> Vec<String> {
    let words = desk.words();
    let text = words.quoted(&error.text);
    if error.options.is_empty() {
        return vec![words.say("wrong-over", &[("text", &text)])];
    }
    if error.meant.len() > 1 {
        return vec![unclear(desk, &text, &error.meant)];
    }
    let because = judge.why(desk, Some(&error.text)).and_then(|answer| answer.reason);
    let because = because.map(|reason| match is_english(desk) {
        true => reason.message,
        false => reason_in_words(desk, &reason),
    });
    let mut lines = vec![match because {
        Some(because) => words.say("wrong", &[("text", &text), ("why", &because)]),
        None => words.say("wrong-plainly", &[("text", &text)]),
    }];
    let near = ranked(&error.text, error.options.iter().map(String::as_str), NAMED);
    if !near.is_empty() {
        lines.push(words.say("near", &[("moves", &near.join("  "))]));
    }
    lines.push(words.counted("all-moves", error.options.len()));
    lines
}

fn unclear(desk: &Desk, text: &str, meant: &[String]) -> String {
    let words = desk.words();
    let named: Vec<String> = meant.iter().take(NAMED).map(|option| words.quoted(&desk.shown(option))).collect();
    let or = format!(" {} ", words.word("or"));
    let more = meant.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { or.clone() + &words.counted("more-n", more) };
    words.say("unclear", &[("text", &text), ("moves", &(named.join(&or) + &more))])
}
