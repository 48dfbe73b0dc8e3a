//! No file makes a command take more than the given time, memory and output.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Run, merel, merel_in};

/// The time that is given, and the processor time of the whole run, in seconds, after which the system kills it: on the
/// clock a run takes as long as other programs let it, but with a thread for each of two processors it cannot work much
/// longer than what is given and the time until the wall stands.
const GIVEN: &str = "1s";
const MOST_OF_GIVEN: u32 = 20;
/// The same for the greatest time that is given anywhere.
const MOST: u32 = 100;
/// The time on the clock after which a run hangs without working.
const HANGS: Duration = Duration::from_secs(300);

const HEAD: &str = "language 1\ngame \"Hostile\"\nplayers White, Black\n";
const MEN: &str = "piece Man (Men)\nsetup { put Man of White on a1 put Man of Black on d4 }\n";
const TAIL: &str = "turn { choose go }\nend after each turn { \"late\": draw when turns at least 50 }\n";

/// A game with these declarations, on a board of so many cells a side.
fn game(side: u32, declarations: &str) -> String {
    format!("{HEAD}board square {side} by {side}\n{MEN}{declarations}\n{TAIL}")
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the file is written");
}

/// Runs the program with half a gigabyte of addresses, and asserts that it ends in time and of itself.
#[track_caller]
fn bounded(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = match cfg!(target_os = "linux") {
        true => {
            let most = if arguments.contains(&GIVEN) { MOST_OF_GIVEN } else { MOST };
            let limited = format!("ulimit -v 524288; ulimit -t {most}; exec \"$0\" \"$@\"");
            let mut shell = Command::new("sh");
            shell.args(["-c", &limited, env!("CARGO_BIN_EXE_merel")]);
            shell
        }
        false => Command::new(env!("CARGO_BIN_EXE_merel")),
    };
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let begun = Instant::now();
    let run: Run = command.output().expect("the program starts").into();
    assert!(begun.elapsed() < HANGS, "{arguments:?} took {:?}", begun.elapsed());
    assert!((0..=2).contains(&run.code), "{arguments:?} was killed, for too much work perhaps: {run:?}");
    run
}

/// The line of the file that the budget says cost most.
#[track_caller]
fn dearest(run: &Run) -> String {
    assert!(run.err.contains("error[M0410]: the budget is spent: "), "{run:?}");
    let shown = run.err.split("M0410").nth(1).expect("the rest");
    let line = shown.lines().find(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    line.unwrap_or_else(|| panic!("no line is shown: {run:?}")).to_owned()
}

#[test]
fn decisions_that_take_for_ever_are_cut_where_they_cost_most() {
    let folder = tempfile::tempdir().expect("a folder");
    let inputs = [
        ("repeat", game(8, "move go { Man steps { repeat 10000 times { repeat 10000 times { let m be 1 } } } }")),
        ("then", game(8, &format!("move go {{ Man steps{} to empty }}", " then steps".repeat(3000)))),
        ("walks", game(32, "move go { Man walks exactly 32 to empty }")),
        (
            "hops",
            game(32, &format!("move go {{ Man hops over cells{} to empty }}", " then hops over cells".repeat(12))),
        ),
    ];
    for (name, text) in &inputs {
        let file = format!("{name}.gdl");
        write(folder.path(), &file, text);
        for command in [
            &["moves", &file][..],
            &["playouts", &file, "-n", "5"],
            &["perft", &file, "2"],
            &["check", &file],
            &["report", &file, "-n", "1", "--levels", "random"],
        ] {
            for evaluator in [&[][..], &["--reference"]] {
                if command[0] == "check" && !evaluator.is_empty() {
                    continue;
                }
                let run = bounded(folder.path(), &[command, evaluator, &["--budget", GIVEN]].concat());
                // What is so dear that one decision cannot be had ends a game; mostly the budget is spent before.
                if run.err.contains("M0410") {
                    assert_eq!(run.code, 1, "{command:?}: {run:?}");
                    // A long line is shown from its end.
                    let line = dearest(&run);
                    assert!(line.contains("go {") || line.ends_with("to empty }"), "{command:?}: {run:?}");
                } else {
                    // What a block does need not be worked out to list the moves before it.
                    let told = format!("{}{}", run.out, run.err);
                    assert!(run.code == 0 || told.contains("too much to work out") || command[0] != "moves", "{run:?}");
                }
            }
        }
    }
}

/// The journeys of one piece, which no position holds, have no more room than the decision, with either evaluator.
#[test]
fn journeys_of_one_piece_have_no_more_room_than_the_decision() {
    let folder = tempfile::tempdir().expect("a folder");
    let (slides, hops) = (" then slides".repeat(3), " then hops over cells at any distance".repeat(6));
    write(folder.path(), "slides.gdl", &game(32, &format!("move go {{ Man slides{slides} to empty }}")));
    write(folder.path(), "hops.gdl", &game(32, &format!("move go {{ Man hops over cells{hops} to empty }}")));
    for file in ["slides.gdl", "hops.gdl"] {
        for command in [&["moves", file][..], &["moves", file, "--reference"], &["cover", file, "--budget", "5s"]] {
            let run = bounded(folder.path(), command);
            assert!(!run.err.contains("memory allocation"), "{command:?}: {run:?}");
            assert!(command[0] != "moves" || run.out.contains("too much to work out"), "{command:?}: {run:?}");
        }
    }
}

/// What a repeated leg comes to is counted, so that the budget is looked at in the midst of it: the wall, which ends a
/// process that does not look, could not tell what cost most.
#[test]
fn repeated_legs_are_cut_where_they_are_written() {
    const CELLS: usize = 211;
    let folder = tempfile::tempdir().expect("a folder");
    // Every stride leads through all cells in a circle, since their number is prime.
    let cells = |n, stride: usize| (0..n).map(|n| format!(" c{}", n * stride % CELLS)).collect::<String>();
    let directions: String =
        (2..80).map(|stride| format!("direction d{stride}:{}\n", cells(CELLS + 1, stride))).collect();
    let board = format!("board graph {{\nline{}\n{directions}}}\n", cells(CELLS, 1));
    let men = "piece Man (Men)\nsetup { put Man of White on c0 put Man of Black on c9 }\n";
    for leg in ["slides", "steps", "hops over cells at any distance"] {
        let text = format!("{HEAD}{board}{men}move go {{ Man {leg} repeating to cells }}\n{TAIL}");
        write(folder.path(), "circles.gdl", &text);
        for evaluator in [&[][..], &["--reference"]] {
            let run = bounded(folder.path(), &[&["moves", "circles.gdl", "--budget", GIVEN], evaluator].concat());
            let is_told = run.code == 0 || dearest(&run).contains("repeating to cells");
            assert!(is_told, "{leg} {evaluator:?}: {run:?}");
        }
    }
}

/// Many ways lead to the same places; the engine looks for them no longer than the plain evaluator.
#[test]
fn places_that_a_repeated_leg_came_to_are_found_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = game(32, "move go { Man slides repeating to empty }").replace("on a1", "on [a1 b1 c1 d1 e1 f1 g1 h1]");
    write(folder.path(), "slides.gdl", &text);
    for evaluator in [&[][..], &["--reference"]] {
        let run = bounded(folder.path(), &[&["moves", "slides.gdl", "--budget", "10s"], evaluator].concat()).exits(0);
        assert!(run.out.contains("8120 options"), "{run:?}");
    }
}

/// A decision may put as many pieces as it has room for, and no board holds more.
#[test]
fn a_board_holds_so_many_pieces_and_no_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let heap = "move go { pick there from a1 { repeat 500 times { put 1000 Man of White on h8 } } }";
    let text = game(8, heap).replace("square 8 by 8", "square 8 by 8 with stacks");
    write(folder.path(), "heap.gdl", &text);
    for evaluator in [&[][..], &["--reference"]] {
        let run = bounded(folder.path(), &[&["playouts", "heap.gdl", "-n", "1"], evaluator].concat());
        assert!(run.out.contains("unfinished            1"), "{run:?}");
        // It is known before an option is taken what it leads to.
        assert!(run.out.contains("mean 1.0") || run.out.contains("mean 2.0"), "{run:?}");
    }
    // A book shows what an option leads to.
    bounded(folder.path(), &["rules", "heap.gdl", "--budget", GIVEN]);
}

#[test]
fn great_positions_are_counted_by_their_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..16).map(|number| format!("P{number}")).collect();
    let letters = ('A'..='Z').chain('À'..='Ö').chain('Α'..='Ρ').chain('Б'..='Ю').filter(|letter| letter.is_uppercase());
    let kinds: String = (0..64).zip(letters).map(|(n, letter)| format!("piece K{n} letter \"{letter}\"\n")).collect();
    assert_eq!(kinds.lines().count(), 64);
    let text = format!(
        "language 1\ngame \"Great\"\nplayers {}\nboard square 32 by 32\n{kinds}setup {{ put K0 of P0 on a1 }}\n\
         move go {{ pick a from cells, b from cells {{ put K1 on a put K2 on b }} }}\n{TAIL}",
        names.join(", ")
    );
    write(folder.path(), "great.gdl", &text);
    for evaluator in [&[][..], &["--reference"]] {
        let run = bounded(folder.path(), &[&["moves", "great.gdl", "--budget", "30s"], evaluator].concat());
        // The text is sound; the options are too many.
        let told = format!("{}{}", run.out, run.err);
        assert!(told.contains("too much to work out") || told.contains("M0410"), "{run:?}");
        assert!(!told.contains("of memory"), "the size of the positions is the limit, not the wall: {run:?}");
    }
}

/// What a turn puts down before anybody decides: twenty million pieces in piles.
#[test]
fn great_piles_are_counted_by_their_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "language 1\ngame \"Piles\"\nplayers White, Black\nboard hexagon 9 with stacks\npiece Man (Men)\n\
        setup { put Man of White on a1 put Man of Black on b2 }\nmove go { Man steps to empty }\n\
        turn { repeat 100 times { put 1000 Man of White on cells swap a1 with b1 } choose go }\n\
        end before each turn { \"stuck\": mover loses when stuck }\n";
    write(folder.path(), "piles.gdl", text);
    for evaluator in [&[][..], &["--reference"]] {
        let run = bounded(folder.path(), &[&["moves", "piles.gdl"], evaluator].concat()).exits(0);
        assert!(run.out.contains("ended by `too much to work out`"), "{run:?}");
    }
}

/// Two hundred thousand pieces are put by the options of one decision together; where each option puts as many, that is too much for
/// either evaluator.
#[test]
fn great_piles_are_put_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let of_size = |side: u32, n: u32| {
        format!(
            "language 1\ngame \"Piles\"\nplayers White, Black\nboard square {side} by {side} with stacks\npiece Man (Men)\n\
             setup {{ put Man of White on cells }}\nmove go {{ pick there from cells {{ put {n} Man of White on cells }} }}\n\
             turn {{ put 200 Man of White on cells choose go }}\n\
             end after each turn {{ \"late\": draw when turns at least 1000 }}\n"
        )
    };
    for evaluator in [&[][..], &["--reference"]] {
        let moves = [&["moves", "piles.gdl"], evaluator].concat();
        write(folder.path(), "piles.gdl", &of_size(8, 50));
        let run = bounded(folder.path(), &moves).exits(0);
        assert!(run.out.starts_with("White to move, 64 options:\na1 b1 c1"), "{run:?}");
        write(folder.path(), "piles.gdl", &of_size(32, 200));
        let run = bounded(folder.path(), &moves).exits(0);
        assert!(run.out.contains("ended by `too much to work out`"), "{run:?}");
    }
}

/// Shots of queens over a thousand cells, each option a position of its own for the plain evaluator.
#[test]
fn many_positions_of_a_long_board_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "language 1\ngame \"Long\" extends \"amazons.gdl\"\nreplace board square 100 by 10\n\
                replace setup { put Amazon of White on a4 put Amazon of Black on a7 }\n";
    write(folder.path(), "long.gdl", text);
    for evaluator in [&[][..], &["--reference"]] {
        let run = bounded(folder.path(), &[&["moves", "long.gdl", "--budget", "20s,256MiB"], evaluator].concat());
        assert!(!run.err.contains("of memory"), "{run:?}");
        assert!(run.out.starts_with("White to move, ") || run.err.contains("20s of time"), "{run:?}");
    }
}

#[test]
fn texts_that_are_too_much_are_refused_by_their_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    let go = "move go { Man steps to empty }";
    let many = |n: u32, one: &dyn Fn(u32) -> String| (0..n).map(one).collect::<Vec<String>>();
    let values = |n| many(n, &|number| format!("v{number}")).join(", ");
    for number in 0..6 {
        let text = format!("// {}\ndefine unused{number} = 1\n", "x".repeat((1 << 20) - 100));
        write(folder.path(), &format!("lib{number}.gdl"), &text);
    }
    for number in 0..101 {
        write(folder.path(), &format!("small{number}.gdl"), &format!("define small{number} = 1\n"));
    }
    let doubled: String =
        (1..31).map(|n| format!("action a{n} {{ do a{} do a{} }}\n", n - 1, n - 1)).collect::<String>();
    let inputs = [
        ("the options have more than 256 values", many(100, &|n| format!("option o{n} = {}\n", values(1000))).concat()),
        ("the options have more than 256 values", format!("option o = {}\n", values(30_000))),
        ("more than 2000 declarations", many(20_000, &|n| format!("define d{n} = {}\n", n % 50)).concat()),
        ("more than 4194304 bytes", many(6, &|n| format!("use \"lib{n}.gdl\"\n")).concat()),
        ("more than 100 libraries", many(101, &|n| format!("use \"small{n}.gdl\"\n")).concat()),
        ("a text has 40002 bytes, more than the limit of 32768", format!("define t = \"{}\"\n", "x".repeat(40_000))),
        ("more than 20000 statements", format!("action a0 {{ repeat 2 times {{ }} }}\n{doubled}")),
        (
            "more than 20000 legs",
            format!(
                "movement m0 {{ steps }}\n{}",
                doubled.replace("action a", "movement m").replace("do a", "moves as m")
            ),
        ),
    ];
    for (limit, declarations) in &inputs {
        let go = match () {
            () if declarations.contains("action") => "move go { Man steps { do a30 } }",
            () if declarations.contains("movement") => "move go { Man moves as m30 to empty }",
            () => go,
        };
        write(folder.path(), "much.gdl", &game(4, &format!("{declarations}{go}")));
        for command in ["check", "moves", "test"] {
            // Far from what is given: these are refused for what they are.
            let run = bounded(folder.path(), &[command, "much.gdl", "--budget", "50s"]);
            assert!(run.code == 1 && run.err.contains(limit) && run.err.contains("M0403"), "{limit}: {run:?}");
            assert!(!run.err.contains("M0410"), "{limit}: {run:?}");
        }
    }
    let fields: String = (0..100_000).map(|number| format!("field{number} = {number}\n")).collect();
    write(folder.path(), "match.toml", &fields);
    let run = bounded(folder.path(), &["replay", "match.toml", "--budget", "50s"]);
    assert!(run.code == 1 && run.err.contains("more than 1000 fields"), "{run:?}");
}

/// To tell a hundred thousand mistakes of one long line would take longer than to find them.
#[test]
fn no_more_is_told_of_a_file_than_anybody_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let strangers: String = (0..90_000).map(|n| format!("n{n}:\"x\"")).collect();
    let go = "move go { Man steps to empty }";
    write(folder.path(), "words.gdl", &game(4, &format!("{go}\ntext letters {{ {strangers} }}")));
    for (format, more) in [("text", "500 warnings; 450 of them not shown"), ("json", "89500 more are not told")] {
        let run = bounded(folder.path(), &["check", "words.gdl", "--no-play", "--budget", "15s", "--format", format]);
        let told = format!("{}{}", run.out, run.err);
        assert!(told.contains(more) && !told.contains("M0410"), "{format}: {}", run.code);
    }
}

#[test]
fn scenarios_are_cut_and_the_others_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests =
        "test \"quick\" { expect White to play }\ntest \"slow\" { perft 50 is 1 }\ntest \"later\" { options 3 }\n";
    write(folder.path(), "slow.gdl", &format!("{}{tests}", game(8, "move go { Man steps to empty }")));
    let run = bounded(folder.path(), &["test", "slow.gdl", "--budget", GIVEN]);
    assert!(run.out.contains("ok    quick") && run.out.contains("FAIL  slow"), "{run:?}");
    assert!(!run.out.contains("later") && run.out.contains("1 passed, 1 failed"), "{run:?}");
    dearest(&run);
}

#[test]
fn what_was_counted_before_the_cut_is_given() {
    let folder = Path::new(".");
    let run = bounded(folder, &["perft", "tic-tac-toe", "9", "--budget", "1ms"]);
    assert!(run.code == 1 && run.err.contains("M0410"), "{run:?}");
    let run = bounded(folder, &["perft", "chess", "60", "--budget", "4s"]);
    assert!(run.out.contains("  1                   20\n"), "{run:?}");
    assert!(run.out.ends_with("cut: the greater depths are missing\n") && run.err.contains("4s of time"), "{run:?}");
    let run = bounded(folder, &["perft", "chess", "60", "--budget", "4s", "--format", "json"]);
    let json = run.json();
    assert_eq!(json["depths"][0]["nodes"], 20);
    assert_eq!(
        (&json["cut"]["code"], &json["cut"]["message"]),
        (&"M0410".into(), &"the budget is spent: 4s of time".into())
    );
    let run = bounded(folder, &["playouts", "go", "-n", "1000000000", "--budget", "3s"]);
    assert!(run.code == 1 && run.out.contains("cut: this is the result of the first "), "{run:?}");
}

#[test]
fn output_is_bounded() {
    let folder = Path::new(".");
    let run = bounded(folder, &["list", "--budget", "out:1KiB"]);
    assert!(run.code == 1 && run.out.len() <= 1024 && run.err.contains("1KiB of output"), "{run:?}");
    let run = bounded(folder, &["list", "--format", "json", "--budget", "out:1KiB"]);
    assert!(run.code == 1 && run.err.contains("M0410"), "{run:?}");
}

#[test]
fn every_command_takes_a_budget_and_wrong_ones_are_told() {
    for wrong in ["5", "5s,5s", "out:5s", "", "5s;1GiB"] {
        merel(&["list", "--budget", wrong]).exits(2).says(&["--budget"]);
    }
    merel(&["list", "--budget", "none"]).exits(0);
    merel(&["--budget", "30s,1GiB,out:1MiB", "list"]).exits(0);
    for command in
        ["check", "explain", "show", "moves", "playouts", "play", "fmt", "verify", "import", "replay", "bench"]
    {
        let help = merel(&[command, "--help"]).exits(0);
        assert!(help.out.contains("--budget <LIMITS>"), "{command}");
    }
}

#[test]
fn each_of_several_files_has_its_own_budget() {
    let folder = tempfile::tempdir().expect("a folder");
    let slow = game(8, "move go { Man steps to empty }") + "test \"slow\" { perft 50 is 1 }\n";
    write(folder.path(), "slow.gdl", &slow);
    // A time that is given is for all files, so the second is not looked at any more.
    let run = merel_in(folder.path(), &["test", "slow.gdl", "tic-tac-toe", "--budget", GIVEN]).exits(1);
    assert!(run.err.contains("M0410"), "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_has_a_wall() {
    // The least that the program itself takes is more than this.
    let run = bounded(Path::new("."), &["moves", "chess", "--budget", "1MiB"]);
    assert!(run.code == 1 && run.err.contains("1MiB of memory"), "{run:?}");
}

#[test]
fn files_of_the_library_are_far_from_the_usual_budget() {
    // Built for development the time is twenty times as much, and so is the time that everything takes.
    for game in ["chess", "go", "amazons", "international-draughts", "shogi"] {
        let run = bounded(Path::new("."), &["moves", game, "--budget", "20s,128MiB"]);
        assert_eq!(run.code, 0, "{run:?}");
    }
}
