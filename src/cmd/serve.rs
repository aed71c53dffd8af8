//! `mouche serve`: the book on this machine, made and shown again as its files change.

mod address;
mod answer;
mod shown;

use super::Exit;
use super::changes::Changes;
use anyhow::{Result, anyhow};
use clap::Args;
use shown::Shown;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};
use tiny_http::Server;

/// Shows the book on this machine, and again as its files change.
///
/// Scenarios, prose and theme are watched. No other machine can reach it. A scenario that does not hold shows what is wrong with it in the place of its hand
#[derive(Debug, Args)]
pub struct Serve {
    /// The port to serve at; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 3000)]
    port: u16,
    /// Shows it in a browser
    #[arg(long)]
    open: bool,
}

/// Runs until it is stopped from outside.
///
/// # Errors
/// A port that is taken, or files that cannot be watched.
pub fn run(root: &Path, call: &Serve) -> Result<Exit> {
    let server = Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, call.port)))
        .map_err(|error| anyhow!("port {} cannot be served at: {error}", call.port))?;
    let watched: Vec<PathBuf> = ["book", "scenarios"].map(|folder| root.join(folder)).into();
    let watched: Vec<PathBuf> = watched.into_iter().filter(|folder| folder.exists()).collect();
    let changes = Changes::of(&watched, std::iter::empty())?;
    let shown = Arc::new(RwLock::new(Shown::of(root, None)));
    tell(&shown)?;
    let address = format!("http://{}/", server.server_addr());
    writeln!(std::io::stdout(), "The book is at {address}; Ctrl-C ends it.")?;
    std::io::stdout().flush()?;
    let ours = Arc::clone(&shown);
    std::thread::spawn(move || answer::all(server, &ours));
    if call.open {
        opener::open(&address)?;
    }
    loop {
        changes.wait()?;
        let before = shown.read().map_or(None, |shown| shown.site.clone());
        let next = Shown::of(root, before);
        // What was shown goes away when nobody waits for it.
        let _before = shown.write().ok().map(|mut shown| std::mem::replace(&mut *shown, next));
        tell(&shown)?;
    }
}

/// Says on the terminal what is wrong, if anything.
fn tell(shown: &RwLock<Shown>) -> Result<()> {
    let wrong = shown.read().map_or(String::new(), |shown| shown.wrong());
    write!(std::io::stderr(), "{wrong}")?;
    Ok(())
}
