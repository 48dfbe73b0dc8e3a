//! What people type at play: moves written short, commands, wrong texts; and all of it in French.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{Run, command, merel};

fn play(game: &str, more: &[&str], lines: &str) -> Run {
    let mut arguments = vec!["play", game, "--seat", "1=human", "--seat", "2=human", "--seed", "1"];
    arguments.extend(more);
    crate::support::merel_reading(lines.as_bytes(), &arguments).exits(0)
}

fn moves_of(run: &Run) -> Vec<String> {
    let saved = run.out.split("moves = [").nth(1).unwrap_or_else(|| panic!("{run:?}"));
    saved.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The moves that were meant by what was typed.
fn meant(game: &str, lines: &str) -> Vec<String> {
    meant_in(game, "en", lines)
}

/// The moves that were meant by what a player of that language typed.
fn meant_in(game: &str, language: &str, lines: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.toml");
    let run = play(game, &["--lang", language], &format!("{lines}\nsave {}\n", file.display()));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{error}: {run:?}"));
    moves_of(&Run { code: 0, out: text, err: String::new() })
}

#[test]
fn whatever_names_one_move_is_taken() {
    // A pawn by its landing, a knight by its letter, a capture by its file; signs, capitals and beginnings.
    let typed = "e4\nd5\ned5\nNf6\nb1c3\nNxd5\nng1-f3\nb8\nNb8-c6";
    let played = ["e2-e4", "d7-d5", "e4xd5", "g8-f6", "b1-c3", "f6xd5", "g1-f3", "b8-"];
    let found = meant("chess", typed);
    assert_eq!(found[..7], played[..7], "{found:?}");
    assert_eq!(found[7], "b8-c6", "`b8` could be several, `Nb8-c6` is one");
    assert_eq!(meant("chess", "e2xe4"), ["e2-e4"]);
}

#[test]
fn what_names_several_moves_is_asked_back() {
    let run = play("chess", &[], "e\nN\n");
    assert!(run.out.contains("`e` could be `e2-e3` or `e2-e4`"), "{run:?}");
    assert!(run.out.contains("The input ended after 0 moves"), "{run:?}");
}

#[test]
fn a_wrong_text_has_at_most_three_lines() {
    let run = play("chess", &[], "e2-e5\n");
    let told = run.out.split("White> ").nth(1).unwrap_or_default();
    let lines: Vec<&str> = told.lines().skip(1).filter(|line| !line.is_empty()).collect();
    assert!(lines[0].starts_with("`e2-e5` is not an option here: ") && lines[0].contains("e5"), "{lines:?}");
    assert!(lines[1].starts_with("The nearest: ") && lines[1].contains("e2-e4"), "{lines:?}");
    assert_eq!(lines[2], "`moves` lists all 20 options.");
    assert_eq!(lines.len(), 3, "{lines:?}");
}

#[test]
fn commands_of_play() {
    let run = play("chess", &[], "moves g1\nmoves z9\nwhy e2-e5\nwhy\nredo\nbranch\nno\ndraw?\nno\nresign\nundo\n");
    for told in [
        "g1-f3",
        "No move has `z9` in it.",
        "`e2-e5` is not legal",
        "checkmate",
        "Nothing was taken back.",
        "No line of play was left.",
        "Nothing was asked.",
        "White offers a draw. Black: `yes` or `no`?",
        "The draw is declined.",
        "The game is over: White resigns.",
        "There is no decision of yours to take back.",
    ] {
        assert!(run.out.contains(told), "{told}: {run:?}");
    }
    let agreed = play("chess", &[], "draw?\nyes\n");
    assert!(agreed.out.contains("The game is over: a draw, as agreed."), "{agreed:?}");
    let flipped = play("chess", &[], "flip\n");
    let last = flipped.out.rsplit("\n\n").find(|part| part.contains("R  N")).unwrap_or_default();
    let first = last.lines().find(|line| line.contains("R  N")).unwrap_or_default();
    assert!(first.starts_with("1 R  N  B  K"), "{flipped:?}");
}

#[test]
fn going_back_and_on() {
    let run = play("chess", &[], "e4\ne5\nd4\nback to 1\nd5\nback to 0\nback to 2\nbranch 1\nback to 99\n");
    assert!(run.out.contains("Now 1 move has been made."), "{run:?}");
    assert!(run.out.contains("Now 2 moves have been made."), "{run:?}");
    assert!(run.out.contains("Now 3 moves have been made."), "{run:?}");
    assert!(run.out.contains("There are only 3 moves."), "{run:?}");
}

#[test]
fn another_match_is_taken_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.toml");
    play("chess", &[], &format!("e4\nsave {}\n", file.display()));
    let run = play("marelle", &[], &format!("load {}\nload /no/such.toml\n", file.display()));
    assert!(run.out.contains("Chess") && run.out.contains("The input ended after 1 move, Black"), "{run:?}");
    assert!(run.out.contains("cannot open `/no/such.toml`"), "{run:?}");
}

#[test]
fn why_takes_a_move_as_it_is_typed() {
    let run = merel(&["why", "chess", "Nf3"]).exits(0);
    assert!(run.out.starts_with("`g1-f3` is legal"), "{run:?}");
}

/// The words of some text, in small letters.
fn words(text: &str) -> BTreeSet<String> {
    let parts = text.split(|sign: char| !sign.is_alphabetic()).filter(|word| word.chars().count() > 2);
    parts.map(str::to_lowercase).collect()
}

/// A table of phrases.
fn table(code: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("phrases").join(format!("{code}.toml"));
    fs::read_to_string(path).expect("a table")
}

/// What is said during play in a language.
fn phrases(code: &str) -> String {
    said_by(table(code).split("[play]").nth(1).expect("the part of play"))
}

/// What a part of a table says, without its keys and holes.
fn said_by(part: &str) -> String {
    let value = |line: &str| line.split_once(" = ").map_or(line.to_owned(), |(_, value)| value.to_owned());
    let holes =
        |text: String| text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
    part.lines().filter(|line| !line.starts_with('#')).map(value).map(holes).collect::<Vec<String>>().join("\n")
}

fn french(game: &str, lines: &str, more: &[&str]) -> String {
    spoken("fr_FR.UTF-8", game, lines, more)
}

/// What is told where these lines are typed and that is the language.
fn spoken(locale: &str, game: &str, lines: &str, more: &[&str]) -> String {
    let state = tempfile::tempdir().expect("a folder");
    let mut arguments = vec!["play", game, "--seed", "1"];
    arguments.extend(more);
    let mut command = command(&arguments);
    command.env("LANG", locale).env("XDG_STATE_HOME", state.path()).current_dir(state.path());
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), lines.as_bytes()).expect("it reads");
    let run: Run = child.wait_with_output().expect("it ends").into();
    let run = run.exits(0);
    run.out.replace(&state.path().display().to_string(), "")
}

#[test]
fn a_french_game_has_no_english_in_it() {
    let english: BTreeSet<String> = words(&phrases("en")).difference(&words(&phrases("fr"))).cloned().collect();
    assert!(english.len() > 200 && english.contains("takes"), "{english:?}");
    let lines = "aide\ncoups\ncoups a1\nconseil\npourquoi a1\npourquoi\nrègles\nd1\nxyz\n99\na1-z9\nannuler\nrefaire\n\
                 branche\nrevenir à 0\na1\nbranche\nnulle?\nnon\npause\nretourner\nlangue\nenregistrer m.toml\ncharger\n\
                 charger rien.toml\nenregistrer /proc/rien/x\ng1\nmontrer\nabandonner\nd1\nquitter\n";
    let typed = french("marelle", lines, &["--seat", "1=human", "--seat", "2=human", "--clock", "5m"]);
    let played = french("marelle", "", &["--seat", "1=random", "--seat", "2=random"]);
    let katarenga = french("katarenga", "", &["--seat", "1=random", "--seat", "2=search:20"]);
    for out in [&typed, &played, &katarenga] {
        let found: Vec<String> = words(out).intersection(&english).cloned().collect();
        assert_eq!(found, [""; 0], "{out}");
        assert!(!out.contains("White") && !out.contains("Black"), "{out}");
    }
    assert!(typed.contains("La partie est finie : ") && played.contains("La partie est finie : "), "{typed}{played}");
    assert!(typed.contains("1 coup repris."), "{typed}");
}

/// The words that a built-in file, and those that it names, have of their own: names and texts.
fn own_words(file: &str, language: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(file)).expect("a rule file");
    let (mut plain, mut quoted) = (String::new(), String::new());
    for (at, part) in text.split('"').enumerate() {
        let kind = if at % 2 == 0 { &mut plain } else { &mut quoted };
        kind.push_str(part);
        kind.push('\n');
    }
    found.extend(words(&quoted));
    found.extend(words(&plain).difference(language).cloned());
    // A name may be called like a word of the language.
    let is_name = |word: &&str| word.contains('-') || word.starts_with(char::is_uppercase);
    found.extend(plain.split_whitespace().filter(is_name).flat_map(words));
    let declared = |line: &str| line.strip_prefix("move ").or(line.strip_prefix("define ")).map(str::to_owned);
    found.extend(
        plain
            .lines()
            .filter_map(declared)
            .filter_map(|line| Some(words(line.split([' ', '(', '{']).next()?)))
            .flatten(),
    );
    for name in quoted.lines().filter(|name| name.ends_with(".gdl")) {
        own_words(name, language, found);
    }
}

/// The words of the language of rule files.
fn words_of_rules() -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language/words.md");
    let page = fs::read_to_string(page).expect("the page of words");
    page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).flat_map(words).collect()
}

/// In every language all that the program says of itself is of that language, for every game. Names and texts of a file that
/// has no words for them there stand as the file has them.
#[test]
fn no_game_is_told_in_two_languages() {
    let language = words_of_rules();
    assert!(language.len() > 200 && language.contains("slides"), "{language:?}");
    let languages = [
        ("fr", "fr_FR.UTF-8", "coups\npourquoi\nrègles\n1\n1\nxyz\nannuler\nbranche\nmontrer\n"),
        ("de", "de_DE.UTF-8", "züge\nwarum\nregeln\n1\n1\nxyz\nzurücknehmen\nzweig\nzeigen\n"),
        ("es", "es_ES.UTF-8", "jugadas\npor qué\nreglas\n1\n1\nxyz\ndeshacer\nrama\nmostrar\n"),
    ];
    for (code, locale, lines) in languages {
        let said = |code: &str| words(&said_by(&table(code)));
        let english: BTreeSet<String> = said("en").difference(&said(code)).cloned().collect();
        for game in crate::support::games() {
            let mut own = BTreeSet::new();
            own_words(&format!("{game}.gdl"), &language, &mut own);
            let out = spoken(locale, &game, lines, &["--seat", "1=human", "--seat", "2=human"]);
            let found: Vec<String> =
                words(&out).intersection(&english).filter(|word| !own.contains(*word)).cloned().collect();
            assert_eq!(found, [""; 0], "{code} {game}: {out}");
            assert!(!out.contains(['{', '}']), "{code} {game}: {out}");
        }
    }
}

/// Why a match cannot begin is told in the language, too.
#[test]
fn errors_at_the_start_have_no_english_in_them() {
    let english: BTreeSet<String> = words(&phrases("en")).difference(&words(&phrases("fr"))).cloned().collect();
    let state = tempfile::tempdir().expect("a folder");
    fs::write(state.path().join("rien.txt"), "rien").expect("it can be written");
    let cases: &[(&[&str], &str)] = &[
        (&["marele"], "erreur : il n'y a pas de jeu « marele »\n  aide : vouliez-vous dire « marelle » ?"),
        (&["./rien.gdl"], " : impossible de lire « ./rien.gdl » : ce fichier n'existe pas"),
        (
            &["marelle", "--seat", "Vert=human"],
            "il n'y a pas de joueur « Vert »\n  aide : les joueurs sont Blanc, Noir",
        ),
        (&["marelle", "--seat", "1=martien"], "« martien » n'est pas une place"),
        (&["marelle", "--seat", "1=uci:"], "« uci: » ne donne la place à aucun programme"),
        (&["marelle", "--seat", "Blanc"], "il manque un joueur à `--seat Blanc`"),
        (&["marelle", "--seat", "1=human", "--seat", "Blanc=human"], "deux places pour Blanc"),
        (&["marelle", "--set", "taille=3"], "le jeu n'a pas d'option « taille »"),
        (&["marelle", "--set", "taille"], "il manque une valeur"),
        (&["hex", "--set", "size=6"], "l'option « size » ne peut pas être « 6 »\n  aide : elle peut être 11, "),
        (&["hex", "--players", "7"], "le jeu est pour 2 joueurs, pas pour 7"),
        (&["marelle", "--clock", "hier"], "« hier » n'est pas un temps"),
        (&["marelle", "--after", "zz"], "le coup 1 de `--after`, « zz », n'est pas possible"),
        (&["marelle", "--weights", "rien.txt"], "rien.txt : ces poids ne conviennent pas"),
        (&["--resume", "rien.toml"], "impossible de lire « rien.toml » : ce fichier n'existe pas"),
        (&["--resume", "rien.txt"], "rien.txt : ce n'est pas une partie enregistrée"),
        (&["--resume"], "il n'y a pas de partie à reprendre"),
    ];
    for (arguments, wanted) in cases {
        let mut command = command(&[&["play"][..], arguments].concat());
        command.env("LANG", "fr_FR.UTF-8").env("XDG_STATE_HOME", state.path()).current_dir(state.path());
        let run: Run = command.output().expect("it runs").into();
        assert!(run.code == 1 || run.code == 2, "{run:?}");
        assert!(run.err.contains(wanted), "{arguments:?}: {run:?}");
        let told = run.err.replace(&state.path().display().to_string(), "");
        let found: Vec<String> = words(&told).intersection(&english).cloned().collect();
        assert_eq!(found, [""; 0], "{told}");
    }
}

#[test]
fn names_of_a_game_are_typed_in_the_language() {
    let options = french("arena", "1\ncoups\n", &["--seat", "1=human", "--seat", "2=human"]);
    assert!(options.contains("déchaînée"), "{options}");
    for typed in ["déchaînée", "dechainee", "DÉCHAÎNÉE", "unleashed"] {
        let run = french("arena", &format!("{typed}\n"), &["--seat", "1=human", "--seat", "2=human"]);
        assert!(run.contains("après 2 coups"), "{typed}: {run}");
    }
}

#[test]
fn the_language_is_chosen() {
    let told = |locale: &str, more: &[&str]| {
        let mut arguments = vec!["play", "marelle", "--seed", "1"];
        arguments.extend(more);
        Run::from(command(&arguments).env("LC_ALL", locale).output().expect("it runs")).out
    };
    assert!(told("de_DE.UTF-8", &[]).contains("Jeder Zug wird sofort gespeichert"));
    assert!(told("es", &[]).contains("Cada jugada se guarda"));
    assert!(told("ja_JP", &[]).contains("Every move is saved"));
    assert!(told("de_DE.UTF-8", &["--lang", "fr"]).contains("Chaque coup est enregistré"));
    assert!(told("C", &["--plain"]).contains("Every move"));
    for asked in [["play", "marelle", "--lang", "zz"], ["show", "marelle", "--lang", "zz"]] {
        let run = merel(&asked);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains("in the language") && run.err.contains("`fr`"), "{run:?}");
    }
}

#[test]
fn a_cell_alone_is_what_the_moves_that_touch_it_could_be() {
    let run = play("adix", &["--plain", "--lang", "en"], "e1\n");
    assert!(run.out.contains("`e1` could be `*Pe1-d1` or `*Pe1-f1` or"), "{}", run.out);
}

#[test]
fn directions_and_places_are_those_of_the_player() {
    let run = play("abalone", &["--plain", "--lang", "fr"], "a1-nord-est\n");
    assert!(run.out.contains(" 1 a1-nord-est"), "{}", run.out);
    assert!(run.out.contains("Noir> a1-nord-est\n") && !run.out.contains("n'est pas possible"), "{}", run.out);
    let kalah = play("kalah", &["--plain", "--lang", "fr"], "").out;
    assert!(kalah.contains("F 4, sud 0, a 4, b 4, c 4, d 4, e 4, f 4, nord 0"), "{kalah}");
    let arena = play("arene", &["--plain", "--lang", "fr"], "").out;
    assert!(arena.contains("étage : gradin haut a1") && !arena.contains("effectif"), "{arena}");
}

#[test]
fn pieces_are_called_by_their_initials_in_the_language() {
    for (language, typed) in [("fr", "Cf3"), ("de", "Sf3"), ("es", "Cf3"), ("fr", "Nf3"), ("de", "sf3")] {
        let found = meant_in("chess", language, &format!("e4\ne5\n{typed}"));
        assert_eq!(found, ["e2-e4", "e7-e5", "g1-f3"], "{language} {typed}");
    }
    // In English king and knight begin alike: the letters of the file are all that there are.
    assert_eq!(meant("chess", "e4\ne5\nCf3"), ["e2-e4", "e7-e5"]);
    // `R` is the rook of the file and the king of a French player: of two that are meant neither is taken.
    let lines = "Cf3\na7a6\ne4\na6a5\nFe2\na5a4\nRf1\nTf1";
    assert_eq!(meant_in("chess", "fr", lines)[6..], ["h1-f1"]);
    let run = play("chess", &["--lang", "fr"], lines);
    assert!(run.out.contains("« Rf1 » peut être « h1-f1 » ou « e1-f1 »"), "{run:?}");
}

#[test]
fn the_rules_are_read_in_full_lines() {
    let run = play("chess", &["--lang", "fr"], "règles\n");
    let prose: Vec<usize> = run
        .out
        .lines()
        .skip_while(|line| !line.starts_with("Deux joueurs"))
        .take(8)
        .map(|line| line.chars().count())
        .collect();
    assert!(prose.len() == 8 && prose.iter().all(|&length| (60..=80).contains(&length)), "{prose:?} {}", run.out);
}

#[test]
fn positions_are_told_in_words() {
    let told = |game: &str, lang: &str| play(game, &["--plain", "--lang", lang], "").out;
    let chess = told("chess", "en");
    assert!(chess.contains("White: King e1, Queen d1, Rook a1 h1"));
    // Letters of kinds stand in moves; nothing is upper or lower case.
    assert!(chess.contains("Q Queen") && !chess.contains("upper case"), "{chess}");
    assert!(told("oware", "en").contains(": A 4, B 4, C 4, D 4, E 4, F 4, a 4, b 4"), "{}", told("oware", "en"));
    assert!(
        told("kalah", "en").contains("F 4, south 0, a 4, b 4, c 4, d 4, e 4, f 4, north 0"),
        "{}",
        told("kalah", "en")
    );
    assert!(told("go", "en").contains("\nthe board is empty\n"));
    assert!(told("go", "fr").contains("\nle plateau est vide\n"));
    let arena = told("katarenga", "en");
    let line = arena.lines().find(|line| line.starts_with("colour: red ")).expect("the colours of cells");
    assert_eq!(line.split([' ', ',']).filter(|word| word.len() == 2).count(), 64, "{line}");
    assert!(told("adix", "en").contains("c1 (shelter, to the north "), "{}", told("adix", "en"));
}
