//! The program: reads its arguments, calls a verb, and says how it ended.

use super::{
    Color, Exit, build, check, coverage, editions, explain, find_root, init, install, manual, new, odds, play,
    protocol, rewrite, serve, show, simulate,
};
use crate::scenario::{TABLE_FILE, find, house_of, tables, visible};
use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EVERYWHERE: &str = "Options of every command";

/// La Mouche and its cousins: check hands told in Markdown, and build the book that shows them.
#[derive(Debug, Parser)]
#[command(name = "mouche", version)]
struct Arguments {
    /// Folder that holds `book/` and `scenarios/` [default: here or a parent]
    #[arg(long, global = true, value_name = "DIR", help_heading = EVERYWHERE)]
    root: Option<PathBuf>,
    /// When to use colour; `NO_COLOR` and its like count too
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    color: Color,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Build(build::Build),
    Check(check::Check),
    New(new::New),
    Bless(rewrite::Bless),
    Fmt(rewrite::Fmt),
    Explain(explain::Explain),
    Coverage(coverage::Coverage),
    Editions(editions::Editions),
    Odds(odds::Odds),
    Play(play::Play),
    Show(show::Show),
    Simulate(simulate::Simulate),
    Init(init::Init),
    Install(install::Install),
    Lsp(protocol::Lsp),
    Preprocess(protocol::Preprocess),
    Serve(serve::Serve),
    Schema(manual::Schemas),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// Runs the program.
pub fn main() -> ExitCode {
    // Help, and what a wrong call is told, are printed before the call is read.
    let called: Vec<OsString> = std::env::args_os().collect();
    if called.iter().any(|word| word == "--color=never") || called.windows(2).any(|two| two == ["--color", "never"]) {
        Color::Never.set();
    }
    let arguments = Arguments::parse_from(called);
    arguments.color.set();
    run(&arguments).unwrap_or_else(fail).into()
}

fn run(arguments: &Arguments) -> Result<Exit> {
    let root = || find_root(arguments.root.as_deref());
    let book_at = |dir: &Option<PathBuf>| {
        let root = find_root(dir.as_deref().or(arguments.root.as_deref()))?;
        if root.join("book.toml").is_file() && !root.join("book/book.toml").is_file() {
            anstream::eprintln!("note: book.toml is not read: its place is book/book.toml");
        }
        anyhow::Ok(root)
    };
    let scenarios = || match root() {
        Ok(root) => Ok(root.join("scenarios")),
        Err(wrong) if arguments.root.is_some() => Err(wrong),
        Err(_) => Ok(PathBuf::from("scenarios")),
    };
    // The tables of the folders that may be meant are known before anything is asked about them.
    let known = || {
        let folder = scenarios()?;
        house_of(Path::new(TABLE_FILE));
        house_of(&folder.join(TABLE_FILE));
        tables(&find(&folder).map(|found| found.tables).unwrap_or_default());
        anyhow::Ok(folder)
    };
    match &arguments.verb {
        Verb::Build(call) => build::run(&book_at(&call.dir)?, call),
        Verb::Check(call) => check::run(call, &scenarios()?),
        Verb::New(call) => known().and_then(|_| new::run(call)),
        Verb::Bless(call) => rewrite::bless(call, &scenarios()?),
        Verb::Fmt(call) => rewrite::fmt(call, &scenarios()?),
        Verb::Explain(call) => explain::run(call, &known()?),
        Verb::Coverage(call) => coverage::run(call, &scenarios()?),
        Verb::Editions(call) => known().and_then(|_| editions::run(call)),
        Verb::Odds(call) => known().and_then(|_| odds::run(call)),
        Verb::Play(call) => known().and_then(|_| play::run(call)),
        Verb::Show(call) => show::run(call),
        Verb::Simulate(call) => known().and_then(|_| simulate::run(call)),
        Verb::Init(call) => init::run(call),
        Verb::Install(call) => install::install(call),
        Verb::Lsp(call) => protocol::lsp(call),
        Verb::Preprocess(call) => protocol::preprocess(call),
        Verb::Serve(call) => serve::run(&book_at(&call.dir)?, call),
        Verb::Schema(call) => known().and_then(|_| manual::schema(call)),
        Verb::Completions(call) => manual::completions(call, Arguments::command()),
        Verb::Man(call) => manual::man(call, Arguments::command()),
    }
}

/// A reader that closes the pipe has seen enough.
fn fail(error: anyhow::Error) -> Exit {
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return Exit::Holds;
    }
    let told: Vec<String> = format!("error: {error:#}").lines().map(visible).collect();
    anstream::eprintln!("{}", told.join("\n"));
    Exit::Unusable
}
