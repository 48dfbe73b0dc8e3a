use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{Budget, Halt, Limits, Part, Used};
use crate::source::{SourceMap, Span};

/// A budget of so many milliseconds and bytes whose meter is set by hand.
fn by_hand(text: &str) -> (Budget, Arc<[AtomicU64; 2]>) {
    let used = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
    let meter = used.clone();
    let read = move || Used {
        time: Duration::from_millis(meter[0].load(Ordering::Relaxed)),
        memory: meter[1].load(Ordering::Relaxed),
    };
    (Budget::new(text.parse().unwrap(), read), used)
}

fn spent(budget: &Budget) -> Option<String> {
    budget.spent().map(|spent| spent.to_string())
}

#[test]
fn texts_are_read() {
    let read = |text: &str| text.parse::<Limits>().map_err(|error| error.to_string());
    let limits = |time: Option<u64>, memory, output| Limits { time: time.map(Duration::from_millis), memory, output };
    assert_eq!(read("5s"), Ok(limits(Some(5000), None, None)));
    assert_eq!(read("256MiB, 500ms"), Ok(limits(Some(500), Some(268_435_456), None)));
    assert_eq!(read("out:1KiB,2m,1GiB"), Ok(limits(Some(120_000), Some(1_073_741_824), Some(1024))));
    assert_eq!(read("5s,6s"), Err("`6s` is a second amount of the same".to_owned()));
    for wrong in ["", "5", "s", "0s", "-1s", "1.5s", "5 s", "5S", "out:5s", "5s,", "99999999999999999999s", "1TiB"] {
        assert!(read(wrong).is_err_and(|error| error.contains("is neither a time")), "{wrong}");
    }
    assert!(read("99999999999999999h").is_err(), "more milliseconds than can be counted");
}

#[test]
fn time_and_memory_are_spent_when_the_meter_says_so() {
    let (budget, used) = by_hand("5s,1KiB");
    assert!(!budget.look() && !budget.is_called());
    used[0].store(4999, Ordering::Relaxed);
    used[1].store(1023, Ordering::Relaxed);
    assert!(!budget.look());
    used[1].store(1024, Ordering::Relaxed);
    assert!(!budget.is_called(), "nobody has looked yet");
    assert!(budget.look() && budget.is_called());
    assert_eq!(spent(&budget).as_deref(), Some("1KiB of memory"));
    // What is spent stays so, and the first reason stays.
    used[1].store(0, Ordering::Relaxed);
    used[0].store(9999, Ordering::Relaxed);
    assert!(budget.clone().look());
    assert_eq!(budget.spent().map(|spent| spent.part), Some(Part::Memory));
}

#[test]
fn earned_time_is_added_and_answers_begin_it_anew() {
    let (budget, used) = by_hand("5s");
    budget.earn(Duration::from_millis(1500));
    used[0].store(6499, Ordering::Relaxed);
    assert!(!budget.look());
    budget.begin_anew();
    used[0].store(11_498, Ordering::Relaxed);
    assert!(!budget.look());
    used[0].store(11_499, Ordering::Relaxed);
    assert!(budget.look());
    assert_eq!(spent(&budget).as_deref(), Some("5s of time"), "since it began anew");
    budget.begin_anew();
    assert!(!budget.look() && budget.spent().is_none());
}

#[test]
fn only_a_budget_that_grows_is_paid_for_work_that_was_asked_for() {
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let at_six = || Used { time: Duration::from_secs(6), memory: 0 };
    for (grows, is_asked, is_spent) in [(false, true, true), (true, true, false), (true, false, true)] {
        let budget = if grows { Budget::growing(limits, at_six) } else { Budget::new(limits, at_six) };
        budget.paid(is_asked).is_done(Duration::from_secs(2));
        assert_eq!(budget.look(), is_spent, "{grows} {is_asked}");
        assert_eq!(budget.paid(is_asked).is_called(), is_spent);
    }
}

#[test]
fn work_itself_pays_for_nothing() {
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let budget = Budget::growing(limits, || Used { time: Duration::from_secs(6), memory: 0 });
    // What a file asks for is counted under the budget itself.
    budget.is_done(Duration::from_secs(2));
    assert!(budget.look());
}

#[test]
fn places_that_another_budget_found_are_taken_over() {
    let (budget, other) = (by_hand("5s").0, by_hand("5s").0);
    let mut texts = SourceMap::default();
    let file = texts.add("game.gdl", "one\ntwo\n");
    budget.read_from(&texts);
    assert!(!budget.look_at(Span::new(file, 0, 3)));
    (0..2).for_each(|_| assert!(!other.look_at(Span::new(file, 4, 7))));
    budget.learn_places(&other);
    let (texts, place) = budget.dearest().unwrap();
    assert_eq!(texts.slice(place), "two");
}

#[test]
fn waiting_is_no_work() {
    let (budget, used) = by_hand("5s");
    budget.wait(|| {
        used[0].store(60_000, Ordering::Relaxed);
        assert!(!budget.look(), "nobody works");
    });
    used[0].store(64_999, Ordering::Relaxed);
    assert!(!budget.look());
    used[0].store(65_000, Ordering::Relaxed);
    assert!(budget.look());
}

#[test]
fn several_pieces_of_work_share_what_is_given() {
    let (budget, used) = by_hand("5s");
    let at = |milliseconds| used[0].store(milliseconds, Ordering::Relaxed);
    at(2000);
    budget.rest();
    budget.rest();
    at(50_000);
    assert!(!budget.look(), "nobody works");
    budget.go_on();
    budget.go_on();
    at(52_999);
    assert!(!budget.look(), "two seconds and almost three");
    // Anew, and at rest at once.
    budget.rest();
    at(60_000);
    budget.begin_anew();
    at(70_000);
    budget.go_on();
    at(74_999);
    assert!(!budget.look());
    at(75_000);
    assert!(budget.look());
    assert_eq!(spent(&budget).as_deref(), Some("5s of time"));
}

#[test]
fn what_is_spent_is_told_in_round_numbers() {
    let told = |given: &str, earned| {
        let (budget, used) = by_hand(given);
        budget.earn(Duration::from_millis(earned));
        used[0].store(10_000_000, Ordering::Relaxed);
        budget.look();
        spent(&budget).unwrap_or_default()
    };
    assert_eq!(told("8s", 0), "8s of time");
    assert_eq!(told("8s", 1), "8s of time");
    assert_eq!(told("8s", 60), "8.1s of time");
    assert_eq!(told("1500ms", 0), "1.5s of time");
    assert_eq!(told("999ms", 0), "999ms of time");
    assert_eq!(told("90s", 0), "90s of time");
    assert_eq!(told("2m", 0), "2m of time");
    assert_eq!(told("2m", 10), "120s of time");
    assert_eq!(told("59s", 949), "59.9s of time");
}

#[test]
fn output_is_counted() {
    let (budget, _) = by_hand("out:1KiB");
    assert!(budget.print(1000) && budget.print(24));
    assert!(!budget.is_called() && !budget.print(1));
    assert_eq!(spent(&budget).as_deref(), Some("1KiB of output"));
}

#[test]
fn it_can_be_called_off() {
    let (budget, used) = by_hand("5s");
    budget.call_off();
    used[0].store(6000, Ordering::Relaxed);
    assert!(budget.look() && budget.is_called_off());
    assert_eq!(budget.spent(), None);
}

#[test]
fn without_limits_nothing_is_ever_spent() {
    let budget = Budget::default();
    budget.call_off();
    assert!(budget.print(usize::MAX) && !budget.look_at(Span::default()) && !budget.is_called());
    assert!(budget.dearest().is_none());
}

#[test]
fn the_dearest_line_is_told() {
    let (budget, _) = by_hand("5s");
    let mut texts = SourceMap::default();
    let file = texts.add("game.gdl", "cheap one\ndear one\nmiddling\n");
    let found = |start, end, times| {
        for _ in 0..times {
            assert!(!budget.look_at(Span::new(file, start, end)));
        }
    };
    // The first line has the dearest place, the second costs more in all.
    found(0, 0, 9);
    found(0, 5, 4);
    found(10, 14, 3);
    found(15, 18, 2);
    found(19, 27, 1);
    budget.read_from(&texts);
    let (texts, place) = budget.dearest().unwrap();
    assert_eq!((texts.slice(place), texts.line_column(place)), ("dear", (2, 1)));
}
