use std::sync::atomic::Ordering;

use crate::play::clock::Control;
use crate::testing;

use super::*;

const WHITE: PlayerId = PlayerId(0);
const BLACK: PlayerId = PlayerId(1);
const RED: PlayerId = PlayerId(2);

fn people(n: usize) -> Referee {
    let mut referee = Referee::new(vec![Seat::Human; n], Vec::new(), None);
    referee.stands(Some(Actor::Player(WHITE)));
    referee
}

fn moved(referee: &mut Referee, by: PlayerId, next: PlayerId) {
    let clocks = referee.clocks_after(by);
    referee.moved("x".to_owned(), Some(by), Some(Actor::Player(next)), clocks);
}

#[test]
fn only_whose_turn_it_is_moves() {
    let mut match_ = people(2);
    let ply = |ply| Request::Move { ply };
    assert_eq!(match_.judge(None, ply(0)), Err(Denied::Spectator));
    assert_eq!(match_.judge(Some(PlayerId(7)), ply(0)), Err(Denied::Spectator), "there is no such seat");
    assert_eq!(match_.judge(Some(BLACK), ply(0)), Err(Denied::Turn));
    assert_eq!(match_.judge(Some(WHITE), ply(1)), Err(Denied::Stale));
    assert_eq!(match_.judge(Some(WHITE), ply(0)), Ok(Verdict::Move(WHITE)));
    moved(&mut match_, WHITE, BLACK);
    assert_eq!(match_.judge(Some(WHITE), ply(0)), Err(Denied::Stale), "the second of two moves at once");
    assert_eq!(match_.judge(Some(BLACK), ply(1)), Ok(Verdict::Move(BLACK)));
    match_.settle(Settled::Resigned(WHITE));
    assert_eq!(match_.judge(Some(BLACK), ply(1)), Err(Denied::Over));
    assert_eq!((match_.decider(), match_.next(), match_.revision()), (None, Next::Nothing, 2));
}

#[test]
fn going_back_takes_all_others() {
    let mut match_ = people(3);
    assert_eq!(match_.judge(Some(WHITE), Request::Undo { ply: 0 }), Err(Denied::NothingToUndo));
    moved(&mut match_, WHITE, BLACK);
    moved(&mut match_, BLACK, RED);
    assert_eq!(match_.judge(Some(BLACK), Request::Undo { ply: 1 }), Err(Denied::Stale));
    assert_eq!(match_.judge(Some(WHITE), Request::Undo { ply: 2 }), Ok(Verdict::Told));
    assert_eq!(match_.judge(Some(WHITE), Request::Agree), Err(Denied::NothingAsked), "not with oneself");
    assert_eq!(match_.judge(Some(BLACK), Request::Draw { ply: 2 }), Err(Denied::Waiting));
    assert_eq!(match_.judge(Some(BLACK), Request::Agree), Ok(Verdict::Told), "Red is asked, too");
    assert_eq!(match_.judge(Some(BLACK), Request::Agree), Ok(Verdict::Told), "twice is once");
    assert_eq!(match_.judge(Some(RED), Request::Agree), Ok(Verdict::Back(0)), "before White's last decision");
    match_.went_back(0, Some(Actor::Player(WHITE)));
    assert_eq!((match_.moves().len(), match_.asked()), (0, None));
}

#[test]
fn what_is_declined_or_moved_past_is_asked_no_more() {
    let mut match_ = people(2);
    moved(&mut match_, WHITE, BLACK);
    assert_eq!(match_.judge(Some(WHITE), Request::Undo { ply: 1 }), Ok(Verdict::Told));
    assert_eq!(match_.judge(Some(BLACK), Request::Decline), Ok(Verdict::Told));
    assert_eq!(match_.judge(Some(BLACK), Request::Agree), Err(Denied::NothingAsked));
    assert_eq!(match_.judge(Some(WHITE), Request::Draw { ply: 1 }), Ok(Verdict::Told));
    moved(&mut match_, BLACK, WHITE);
    assert_eq!(match_.judge(Some(BLACK), Request::Agree), Err(Denied::NothingAsked));
}

#[test]
fn draws_and_giving_up() {
    let mut match_ = people(2);
    assert_eq!(match_.judge(Some(WHITE), Request::Draw { ply: 0 }), Ok(Verdict::Told));
    let both = match_.clone().judge(Some(BLACK), Request::Draw { ply: 0 });
    assert_eq!(both, Ok(Verdict::Settle(Settled::Agreed)), "who offers what is offered agrees");
    assert_eq!(match_.judge(Some(BLACK), Request::Agree), Ok(Verdict::Settle(Settled::Agreed)));
    assert_eq!(match_.judge(Some(BLACK), Request::Resign), Ok(Verdict::Settle(Settled::Resigned(BLACK))));
    let of_three = people(3).judge(Some(RED), Request::Resign);
    assert!(matches!(of_three, Ok(Verdict::Seat(RED, Seat::Search(_)))), "a machine goes on for who gives up");
}

#[test]
fn machines_agree_to_going_back_and_to_no_draw() {
    let mut match_ = Referee::new(vec![Seat::Human, Seat::Random], Vec::new(), None);
    match_.stands(Some(Actor::Player(WHITE)));
    assert_eq!(match_.judge(Some(WHITE), Request::Draw { ply: 0 }), Err(Denied::Machines));
    moved(&mut match_, WHITE, BLACK);
    assert_eq!(match_.next(), Next::Machine(Seat::Random));
    assert_eq!(match_.judge(Some(BLACK), Request::Move { ply: 1 }), Err(Denied::Spectator), "a machine sits there");
    assert_eq!(match_.judge(Some(WHITE), Request::Undo { ply: 1 }), Ok(Verdict::Back(0)));
}

#[test]
fn clocks_run_from_the_second_decision_on() {
    let (time, clock) = testing::clock();
    let control = Control { base: Duration::from_secs(60), increment: Duration::from_secs(2) };
    let clocks = Clocks::new(control, 2, clock);
    let mut match_ = Referee::new(vec![Seat::Human; 2], Vec::new(), Some(clocks));
    match_.stands(Some(Actor::Player(WHITE)));
    let at = |seconds| time.store(seconds, Ordering::Relaxed);
    at(1000);
    moved(&mut match_, WHITE, BLACK);
    at(2000);
    assert_eq!((match_.next(), match_.late()), (Next::Person(None), None));
    moved(&mut match_, BLACK, WHITE);
    assert_eq!(match_.clocks(), Some((vec![62_000, 62_000], Some(WHITE))), "each got two seconds for a decision");
    at(2010);
    assert_eq!(match_.next(), Next::Person(Some(Duration::from_secs(52))));
    moved(&mut match_, WHITE, BLACK);
    assert_eq!(match_.clocks(), Some((vec![54_000, 62_000], Some(BLACK))));
    at(2071);
    assert_eq!(match_.late(), None);
    at(2072);
    assert_eq!(match_.late(), Some(BLACK));
    match_.settle(Settled::Late(BLACK));
    at(9000);
    assert_eq!(match_.clocks(), Some((vec![54_000, 0], None)), "they stand");
}
