#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use super::*;
use crate::cli::serve::folder::RuleFolder;

/// The tables that a server finds that begins with this folder.
fn tables(folder: &std::path::Path) -> Tables {
    let rules = RuleFolder::open(None).map_err(|stop| format!("{stop:?}")).unwrap();
    Tables::new(Store::new(folder.to_owned()), Work::new(rules)).map_err(|stop| format!("{stop:?}")).unwrap()
}

fn wanted() -> Wanted {
    let table = Table { game: "tic-tac-toe".to_owned(), ..Table::default() };
    Wanted { table, seats: vec!["human".to_owned(), "human".to_owned()], clock: None }
}

#[test]
fn tables_of_an_address_are_counted_across_a_restart() {
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    threads.block_on(counted_across_a_restart());
}

async fn counted_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let [theirs, others, here]: [IpAddr; 3] = ["192.0.2.1", "192.0.2.2", "127.0.0.1"].map(|text| text.parse().unwrap());
    let first = tables(folder.path());
    first.make(wanted(), theirs).await.expect("there is room");
    first.make(wanted(), here).await.expect("there is room");
    for _ in 1..MOST_OF_AN_ADDRESS {
        first.make(wanted(), theirs).await.expect("there is room");
    }
    assert_eq!(first.make(wanted(), theirs).await.expect_err("that is too many").kind, "many");
    drop(first);
    let second = tables(folder.path());
    assert_eq!(second.count(), MOST_OF_AN_ADDRESS + 1);
    assert_eq!(second.make(wanted(), theirs).await.expect_err("that is too many").kind, "many");
    second.make(wanted(), others).await.expect("others have room");
    // Who sits at this machine is not written down, and not counted.
    for _ in 0..MOST_OF_AN_ADDRESS {
        second.make(wanted(), here).await.expect("there is room");
    }
}
