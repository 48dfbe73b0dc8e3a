//! `merel serve`: the table in the browser.

use std::io::{ErrorKind, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::budget::Budget;

use super::ending::{Ending, Stop};
use super::interrupt;
use super::screen::Screen;

mod folder;
mod guard;
mod http;
mod page;
mod work;

use folder::RuleFolder;
use guard::Guard;
use work::Work;

/// The port, unless another is wished.
const PORT: u16 = 7300;
/// So many connections may be open at once; others wait.
const CONNECTIONS: usize = 256;
/// How long the head of a request may take to come.
const HEAD: Duration = Duration::from_secs(10);
/// How long requests that are under way may take when the server is stopped.
const FAREWELL: Duration = Duration::from_secs(2);
/// Between two looks whether it shall stop.
const PAUSE: Duration = Duration::from_millis(50);
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
}

/// Runs the command until Ctrl-C.
///
/// # Errors
/// If there is no such folder, or the address or the port cannot be had.
pub fn run(args: &ServeArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let folder = RuleFolder::open(args.dir.as_deref())?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(Work::THREADS)
        .thread_stack_size(STACK)
        .enable_io()
        .enable_time()
        .build()
        .map_err(|error| Stop::fault(format!("cannot start the threads: {error}")))?;
    let (listener, guard) = runtime.block_on(listen(args))?;
    tell(args, &guard, screen)?;
    let stop = interrupt::heed();
    let router = http::router(http::House { guard, folder: folder.clone(), work: Work::new(folder) });
    runtime.block_on(serve(&listener, router, &stop));
    // What still thinks is left to itself.
    runtime.shutdown_timeout(Duration::from_millis(100));
    writeln!(screen, "stopped")?;
    Ok(Ending::Fine)
}

async fn listen(args: &ServeArgs) -> Result<(TcpListener, Guard), Stop> {
    let address = SocketAddr::new(args.bind, args.port);
    let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => Stop::fault(format!("the port {} is in use", args.port))
            .help("`--port 0` takes one that is free; or stop the program that has it"),
        _ => Stop::fault(format!("cannot listen at {address}: {error}")),
    })?;
    let address = listener.local_addr().map_err(|error| Stop::fault(error.to_string()))?;
    Ok((listener, Guard::new(address)?))
}

fn tell(args: &ServeArgs, guard: &Guard, screen: &mut Screen) -> Result<(), Stop> {
    writeln!(screen, "the table is at {}", guard.link())?;
    match &args.dir {
        Some(dir) => writeln!(screen, "rule files are read from and saved in {}", dir.display())?,
        None => writeln!(screen, "no folder is open; `merel serve DIR` opens one")?,
    }
    if !args.bind.is_loopback() {
        writeln!(screen, "whoever has the link can play, and save files; the connection is not encrypted")?;
    }
    writeln!(screen, "Ctrl-C stops it")?;
    screen.flush()?;
    Ok(())
}

/// Answers until it shall stop, and then what is under way.
async fn serve(listener: &TcpListener, router: Router, stop: &Budget) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(64 << 10);
    while !stop.is_called_off() {
        let Ok(place) = timeout(PAUSE, places.clone().acquire_owned()).await else { continue };
        let Ok(accepted) = timeout(PAUSE, listener.accept()).await else { continue };
        let Ok((stream, _)) = accepted else {
            // Too many files are open, for instance; that passes.
            sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = graceful.watch(server.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // What is wrong with a connection is the matter of its other end.
            let _ = connection.await;
            drop(place);
        });
    }
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}
