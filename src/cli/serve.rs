//! `merel serve`: the table in the browser.

use std::io::{ErrorKind, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use futures_util::future::{Either, select};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tracing::info;

use crate::budget::Budget;

use super::ending::{Ending, Stop};
use super::interrupt;
use super::journal;
use super::phrases::{self, Phrases, complaint};
use super::room;
use super::screen::Screen;

mod folder;
mod guard;
mod http;
mod log;
mod page;
mod tables;
mod work;

use folder::RuleFolder;
use guard::Guard;
use log::Log;
use tables::Tables;
use tables::peers::From;
use tables::store::Store;
use work::Work;

/// The port, unless another is wished.
const PORT: u16 = 7300;
/// So many connections may be open at once, sockets to tables not counted; others wait.
const CONNECTIONS: usize = 1024;
/// How long the head of a request may take to come.
const HEAD: Duration = Duration::from_secs(10);
/// How long requests that are under way may take when the server is stopped.
const FAREWELL: Duration = Duration::from_secs(2);
/// Between two looks whether it shall stop.
const PAUSE: Duration = Duration::from_millis(50);
/// So many threads write down what is done at tables.
const WRITERS: usize = 8;
/// The stack of a thread, in bytes: as much as the main thread usually has.
const STACK: usize = 8 << 20;

/// Serve the table: play and edit games in the browser
///
/// The page is at `http://127.0.0.1:7300`. Rule files of DIR can be opened, played and saved there; nothing else of the disk is
/// read or written. `--budget` bounds each answer, not the whole run.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/serve.txt"))]
pub struct ServeArgs {
    /// The folder of rule files to play and edit
    dir: Option<PathBuf>,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// The address to listen at. Whoever reaches another than this machine's own needs the link with its token
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// The folder in which tables are kept that people share by a link; else one of the user's own for this port
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Write to the error output what happens, and how that is written
    #[arg(long, value_name = "HOW")]
    log: Option<Log>,
}

/// Runs the command until Ctrl-C.
///
/// # Errors
/// If there is no such folder, or the address or the port cannot be had.
pub fn run(args: &ServeArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let words = Phrases::of(&phrases::chosen(""));
    phrases::complain_in(words.code());
    let folder = RuleFolder::open(args.dir.as_deref())?;
    room::make();
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(Work::THREADS + WRITERS)
        .thread_stack_size(STACK)
        .enable_io()
        .enable_time()
        .build()
        .map_err(|error| Stop::fault(format!("cannot start the threads: {error}")))?;
    if let Some(how) = args.log {
        log::begin(how);
    }
    let (listener, guard) = runtime.block_on(listen(args))?;
    let work = Work::new(folder.clone());
    let store = Store::new(args.tables.clone().unwrap_or_else(|| own_tables(guard.port())));
    let tables = Arc::new(Tables::new(store, work.clone())?);
    tell(args, &guard, (words, screen))?;
    let stop = interrupt::heed();
    info!(port = guard.port(), tables = tables.count(), "the server begins");
    let router = http::router(http::House { guard, folder, work, tables: tables.clone() });
    runtime.block_on(async {
        tokio::spawn(tables.clone().sweep());
        serve(&listener, router, &tables, &stop).await;
    });
    info!("the server stops");
    // What still thinks is left to itself.
    runtime.shutdown_timeout(Duration::from_millis(100));
    writeln!(screen, "{}", words.word("served-stopped"))?;
    Ok(Ending::Fine)
}

/// Where tables are kept unless another folder is named: links hold the port.
fn own_tables(port: u16) -> PathBuf {
    journal::own_folder().join("tables").join(port.to_string())
}

async fn listen(args: &ServeArgs) -> Result<(TcpListener, Guard), Stop> {
    let address = SocketAddr::new(args.bind, args.port);
    let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            Stop::fault(complaint("served-port", &[("port", &args.port)])).help(complaint("served-port-help", &[]))
        }
        _ => Stop::fault(complaint("served-address", &[("address", &address), ("error", &error)])),
    })?;
    let address = listener.local_addr().map_err(|error| Stop::fault(error.to_string()))?;
    Ok((listener, Guard::new(address)?))
}

fn tell(args: &ServeArgs, guard: &Guard, (words, screen): (Phrases, &mut Screen)) -> Result<(), Stop> {
    writeln!(screen, "{}", words.say("served-at", &[("link", &guard.link())]))?;
    let folder = match &args.dir {
        Some(dir) => words.say("served-folder", &[("folder", &dir.display())]),
        None => words.word("served-no-folder"),
    };
    writeln!(screen, "{folder}")?;
    if !args.bind.is_loopback() {
        writeln!(screen, "{}", words.word("served-open"))?;
    }
    writeln!(screen, "{}", words.word("served-end"))?;
    screen.flush()?;
    Ok(())
}

/// Answers until it shall stop, and then what is under way.
async fn serve(listener: &TcpListener, router: Router, tables: &Tables, stop: &Budget) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(64 << 10);
    while !stop.is_called_off() {
        let Ok(place) = timeout(PAUSE, places.clone().acquire_owned()).await else { continue };
        let Ok(accepted) = timeout(PAUSE, listener.accept()).await else { continue };
        let Ok((stream, peer)) = accepted else {
            // Too many files are open, for instance; that passes.
            sleep(PAUSE).await;
            continue;
        };
        let from = Extension(From::new(peer.ip()));
        let service = TowerToHyperService::new(router.clone().layer(from));
        let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut closing = tables.closing();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // What is wrong with a connection is the matter of its other end.
            if let Either::Right(_) = select(connection.as_mut(), pin!(closing.changed())).await {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
            drop(place);
        });
    }
    tables.close(FAREWELL).await;
    let _ = timeout(FAREWELL, places.acquire_many(CONNECTIONS as u32)).await;
}
