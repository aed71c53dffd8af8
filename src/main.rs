//! The program: reads its arguments, calls a verb, and says how it ended.

use clap::{CommandFactory, Parser, Subcommand};
use mouche::cmd::{self, Exit};
use std::path::PathBuf;
use std::process::ExitCode;

/// La Mouche and its cousins: check hands told in Markdown, and build the book that shows them.
#[derive(Debug, Parser)]
#[command(name = "mouche", version)]
struct Arguments {
    /// Folder that holds `book/` and `scenarios/` [default: here or a parent]
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    /// When to use colour; `NO_COLOR` and its like count too
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = cmd::Color::Auto)]
    color: cmd::Color,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Build(cmd::build::Build),
    Check(cmd::check::Check),
    New(cmd::new::New),
    Bless(cmd::rewrite::Bless),
    Fmt(cmd::rewrite::Fmt),
    Explain(cmd::explain::Explain),
    Coverage(cmd::coverage::Coverage),
    Editions(cmd::editions::Editions),
    Odds(cmd::odds::Odds),
    Play(cmd::play::Play),
    Show(cmd::show::Show),
    Simulate(cmd::simulate::Simulate),
    Init(cmd::install::Init),
    Install(cmd::install::Install),
    Lsp(cmd::protocol::Lsp),
    Preprocess(cmd::protocol::Preprocess),
    Serve(cmd::serve::Serve),
    Schema(cmd::manual::Schemas),
    Completions(cmd::manual::Completions),
    Man(cmd::manual::Man),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.color.set();
    run(&arguments).unwrap_or_else(fail).into()
}

fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let root = || cmd::find_root(arguments.root.as_deref());
    let scenarios = || match root() {
        Ok(root) => Ok(root.join("scenarios")),
        Err(wrong) if arguments.root.is_some() => Err(wrong),
        Err(_) => Ok(PathBuf::from("scenarios")),
    };
    match &arguments.verb {
        Verb::Build(call) => cmd::build::run(&root()?, call),
        Verb::Check(call) => cmd::check::run(call, &scenarios()?),
        Verb::New(call) => cmd::new::run(call),
        Verb::Bless(call) => cmd::rewrite::bless(call, &scenarios()?),
        Verb::Fmt(call) => cmd::rewrite::fmt(call, &scenarios()?),
        Verb::Explain(call) => cmd::explain::run(call, &scenarios()?),
        Verb::Coverage(call) => cmd::coverage::run(call, &scenarios()?),
        Verb::Editions(call) => cmd::editions::run(call),
        Verb::Odds(call) => cmd::odds::run(call),
        Verb::Play(call) => cmd::play::run(call, arguments.root.as_deref()),
        Verb::Show(call) => cmd::show::run(call),
        Verb::Simulate(call) => cmd::simulate::run(call),
        Verb::Init(call) => cmd::install::init(call),
        Verb::Install(call) => cmd::install::install(call),
        Verb::Lsp(call) => cmd::protocol::lsp(call),
        Verb::Preprocess(call) => cmd::protocol::preprocess(call),
        Verb::Serve(call) => cmd::serve::run(&root()?, call),
        Verb::Schema(call) => cmd::manual::schema(call),
        Verb::Completions(call) => cmd::manual::completions(call, Arguments::command()),
        Verb::Man(call) => cmd::manual::man(call, Arguments::command()),
    }
}

/// A reader that closes the pipe has seen enough.
fn fail(error: anyhow::Error) -> Exit {
    let closed =
        error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe);
    if !closed {
        anstream::eprintln!("error: {error:#}");
    }
    Exit::Unusable
}
