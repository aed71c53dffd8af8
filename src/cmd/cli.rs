//! The program: reads its arguments, calls a verb, and says how it ended; and the verbs that tell of it, or serve other programs.

use super::file_writes_and_watch::{read_own_file, write_own_file};
use super::*;
use crate::book::{BookPreprocessor, LONG_VERSION, guest_style_and_script, render_preview};
use crate::editor;
use crate::explore::fingerprint;
use crate::scenario::{
    edition_schema, find_markdown_files, header_schema, read_tables, register_editions_of_folders,
    table_file_schema, trust_house_table_in,
};
use anstream::ColorChoice;
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use mdbook_preprocessor::{Preprocessor, parse_input};
use schemars::Schema;
use schemars::generate::SchemaSettings;
use std::ffi::OsString;
use std::io;

const EVERYWHERE: &str = "Options of every command";

/// La Mouche and related card games: check example hands in Markdown, and build the book that shows them.
#[derive(Debug, Parser)]
#[command(name = "mouche", version, long_version = LONG_VERSION)]
struct Arguments {
    /// Folder that holds `book/` and `scenarios/` [default: here or a parent]
    #[arg(long, global = true, value_name = "DIR", help_heading = EVERYWHERE)]
    root: Option<PathBuf>,
    /// When to use colour; `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE` count too
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "WHEN", value_enum, default_value_t = ColorMode::Auto)]
    color: ColorMode,
    #[command(subcommand)]
    verb: CliCommand,
}

/// When the output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ColorMode {
    /// In a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it; always with `CLICOLOR_FORCE` (other than 0).
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    Build(build::BuildArguments),
    Check(check::CheckArguments),
    New(new::NewArguments),
    NewEdition(new_edition::NewEditionArguments),
    Bless(bless_and_fmt::BlessArguments),
    /// Format scenario files: cards as symbols, fences aligned; prose and headers do not change
    Fmt(bless_and_fmt::RewriteArguments),
    Explain(explain::ExplainArguments),
    Coverage(editions_and_coverage::CoverageArguments),
    Editions(editions_and_coverage::EditionsArguments),
    Odds(odds::OddsArguments),
    Play(play_and_simulate::PlayArguments),
    Show(show::ShowArguments),
    Simulate(play_and_simulate::SimulateArguments),
    Init(init::InitArguments),
    Install(install_into_mdbook::InstallIntoMdbookArguments),
    /// Run a language server (LSP) on standard input and output
    Lsp {
        /// Address of the published book, for links to its clauses
        #[arg(
            long,
            value_name = "URL",
            default_value = "",
            hide_default_value = true
        )]
        book_url: String,
        /// Some editors name the pipes that they use; the server has no others
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Run as an mdBook preprocessor, for plain `mdbook build`
    Preprocess {
        #[command(subcommand)]
        question: Option<PreprocessorCommand>,
    },
    Serve(serve::ServeArguments),
    /// Print a JSON Schema (draft 2020-12) of a scenario's header, an edition file or a `mouche.toml`, or of what a command
    /// prints with `--format json`
    Schema {
        /// The schema to print; without it, list the names
        #[arg(value_parser = PossibleValuesParser::new(schemas().map(|schema| PossibleValue::new(schema.name).help(schema.about))))]
        of: Option<String>,
    },
    /// Print a shell completion script
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the man page, or write all man pages to a folder
    Man {
        /// Write a page for the program and one for each command into this folder
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

/// Runs the program.
pub fn main() -> ExitCode {
    // Help, and what a wrong call is told, are printed before the call is read.
    let called: Vec<OsString> = std::env::args_os().collect();
    if called.iter().any(|word| word == "--color=never")
        || called.windows(2).any(|two| two == ["--color", "never"])
    {
        ColorChoice::Never.write_global();
    } else {
        automatic_color().write_global();
    }
    let arguments = parse_arguments_or_exit(&called);
    let color = match arguments.color {
        ColorMode::Auto => automatic_color(),
        ColorMode::Always => ColorChoice::Always,
        ColorMode::Never => ColorChoice::Never,
    };
    color.write_global();
    run_command(&arguments).unwrap_or_else(report_error)
}

/// Returns when to use colour if the call does not say. `CLICOLOR_FORCE=0` forces nothing (<https://bixense.com/clicolors/>), but
/// `anstream` takes any value for yes and reads the variable at every print: with that value the choice is made here, once.
fn automatic_color() -> ColorChoice {
    if environment_value("CLICOLOR_FORCE").is_none_or(|value| value != "0") {
        return ColorChoice::Auto;
    }
    let is_off = environment_value("NO_COLOR").is_some()
        || environment_value("CLICOLOR").is_some_and(|value| value == "0");
    let is_dumb = match environment_value("TERM") {
        Some(terminal) => terminal == "dumb",
        None => cfg!(unix),
    };
    // The choice is one for both, so that nothing is coloured where one of them is not a terminal.
    let are_terminals = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
    if are_terminals && !is_off && !is_dumb {
        ColorChoice::Always
    } else {
        ColorChoice::Never
    }
}

/// Returns the value of a variable of the environment, if it has one that is not empty.
fn environment_value(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

fn run_command(arguments: &Arguments) -> Result<ExitCode> {
    let given = arguments.root.as_deref();
    match &arguments.verb {
        CliCommand::Build(call) => build::build_book(&book_root(&call.dir, given)?, call),
        CliCommand::Check(call) => check::run_check(call, &scenarios_folder(given)?),
        CliCommand::New(call) => {
            register_rules_and_find_scenarios(given).and_then(|_| new::write_new_scenario(call))
        }
        CliCommand::NewEdition(call) => {
            new_edition::write_new_edition(call, &register_rules_and_find_scenarios(given)?)
        }
        CliCommand::Bless(call) => bless_and_fmt::bless_files(call, &scenarios_folder(given)?),
        CliCommand::Fmt(call) => bless_and_fmt::format_files(call, &scenarios_folder(given)?),
        CliCommand::Explain(call) => {
            explain::explain_name(call, &register_rules_and_find_scenarios(given)?)
        }
        CliCommand::Coverage(call) => {
            editions_and_coverage::list_coverage(call, &scenarios_folder(given)?)
        }
        CliCommand::Editions(call) => register_rules_and_find_scenarios(given)
            .and_then(|_| editions_and_coverage::list_editions(call)),
        CliCommand::Odds(call) => {
            register_rules_and_find_scenarios(given).and_then(|_| odds::print_odds(call))
        }
        CliCommand::Play(call) => register_rules_and_find_scenarios(given)
            .and_then(|_| play_and_simulate::play_session(call)),
        CliCommand::Show(call) => show::show_hand(call),
        CliCommand::Simulate(call) => register_rules_and_find_scenarios(given)
            .and_then(|_| play_and_simulate::simulate_sessions_or_match(call)),
        CliCommand::Init(call) => init::write_missing_files(call),
        CliCommand::Install(call) => install_into_mdbook::install_assets_and_settings(call),
        CliCommand::Lsp { book_url, .. } => {
            // The style sheet and the script of a preview: the first one does not wait for them.
            std::thread::spawn(guest_style_and_script);
            let has_ended = editor::serve_editor(book_url, render_preview)?;
            Ok(exit_code(false, !has_ended))
        }
        CliCommand::Preprocess { question } => run_preprocessor(question.as_ref()),
        CliCommand::Serve(call) => {
            serve::serve_and_rebuild_book(&book_root(&call.dir, given)?, call)
        }
        CliCommand::Schema { of } => {
            register_rules_and_find_scenarios(given).and_then(|_| print_schema(of.as_deref()))
        }
        CliCommand::Completions { shell } => print_completions(*shell),
        CliCommand::Man { dir } => write_man_pages(dir.as_deref()),
    }
}

/// Returns the folder of a book: that of the verb, or the one given for all verbs, or one that is found.
fn book_root(dir: &Option<PathBuf>, given_root: Option<&Path>) -> Result<PathBuf> {
    let root = find_root(dir.as_deref().or(given_root))?;
    if root.join("book.toml").is_file() && !root.join("book/book.toml").is_file() {
        anstream::eprintln!("note: book.toml is not read here; move it to book/book.toml");
    }
    Ok(root)
}

/// Returns the folder of scenarios. Where nothing is found, it is `scenarios`, and its command says what is wrong.
fn scenarios_folder(given_root: Option<&Path>) -> Result<PathBuf> {
    match find_root(given_root) {
        Err(_) if given_root.is_none() => Ok(PathBuf::from("scenarios")),
        root => Ok(root?.join("scenarios")),
    }
}

/// Registers the editions and tables of the folders that may be meant, and returns the folder of
/// scenarios.
fn register_rules_and_find_scenarios(given: Option<&Path>) -> Result<PathBuf> {
    let folder = scenarios_folder(given)?;
    trust_house_table_in(folder.parent().unwrap_or(Path::new("")));
    house_rules_of(Path::new(TABLE_FILE));
    house_rules_of(&folder.join(TABLE_FILE));
    if let Ok(found) = find_markdown_files(&folder) {
        register_editions_of_folders(&found.editions);
        read_tables(&found.tables);
    }
    Ok(folder)
}

/// Prints an error, except one of a closed pipe, because its reader has seen enough.
fn report_error(error: anyhow::Error) -> ExitCode {
    if error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    {
        return ExitCode::SUCCESS;
    }
    anstream::eprintln!("{}", sanitize_console_text(&format!("error: {error:#}")));
    exit_code(true, false)
}

/// Returns lines in which nothing steers a terminal, and none is a command to a GitHub workflow: names of files and words of
/// the call may stand in them.
fn sanitize_console_text(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mark = if line.trim_start().starts_with("::") {
            "| "
        } else {
            ""
        };
        lines.push(format!("{mark}{}", name_hidden_characters(line)));
    }
    lines.join("\n")
}

/// Reads the call, or ends the program with what is wrong with it.
fn parse_arguments_or_exit(called: &[OsString]) -> Arguments {
    let error = match Arguments::try_parse_from(called) {
        Ok(arguments) => return arguments,
        Err(error) => error,
    };
    if !error.use_stderr() || called.iter().all(|word| is_printable(word)) {
        error.exit();
    }
    anstream::eprintln!("{}", sanitize_console_text(error.to_string().trim_end()));
    std::process::exit(error.exit_code());
}

/// Returns whether a word can be printed as it is.
fn is_printable(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    name_hidden_characters(&word) == word
}

#[derive(Debug, Subcommand)]
enum PreprocessorCommand {
    /// Show by the exit code whether a renderer is supported
    Supports {
        /// The renderer's name
        renderer: String,
    },
}

fn run_preprocessor(question: Option<&PreprocessorCommand>) -> Result<ExitCode> {
    let pages = BookPreprocessor::default();
    if let Some(PreprocessorCommand::Supports { renderer }) = question {
        return Ok(exit_code(false, !pages.supports_renderer(renderer)?));
    }
    let (context, book) =
        parse_input(io::stdin()).context("standard input is not what mdBook 0.5 sends")?;
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &pages.run(&context, book)?)?;
    Ok(out.flush().map(|()| ExitCode::SUCCESS)?)
}

fn write_man_pages(dir: Option<&Path>) -> Result<ExitCode> {
    let program = Arguments::command();
    let Some(dir) = dir else {
        clap_mangen::Man::new(program).render(&mut terminal::plain_output())?;
        return Ok(ExitCode::SUCCESS);
    };
    let pages = man_pages(program)?;
    fs::create_dir_all(dir)
        .with_context(|| format!("{} cannot be created", printable_path(dir)))?;
    // All of them are looked at first: nothing is written if one of them is not ours.
    for name in pages.keys() {
        let path = dir.join(name);
        read_own_file(&path, is_unchanged_man_page)
            .with_context(|| format!("{} cannot be written", printable_path(&path)))?;
    }
    for (name, page) in &pages {
        let path = dir.join(name);
        write_own_file(&path, page, is_unchanged_man_page)
            .with_context(|| format!("{} cannot be written", printable_path(&path)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The beginning of the first line of a man page. The fingerprint of all that follows ends that line.
const MAN_MARK: &str = ".\\\" Written by `mouche man`. Fingerprint: ";

/// Returns the man pages of the program and of each command by the names of their files.
fn man_pages(program: Command) -> Result<BTreeMap<OsString, Vec<u8>>> {
    let scratch = TemporaryPath::create_folder()?;
    clap_mangen::generate_to(program, scratch.path()).context("the man pages cannot be created")?;
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(scratch.path())? {
        let entry = entry?;
        let page = fs::read(entry.path())?;
        let mark = format!("{MAN_MARK}{:016x}\n", fingerprint(&page));
        pages.insert(entry.file_name(), [mark.into_bytes(), page].concat());
    }
    Ok(pages)
}

/// Returns whether these are the bytes of a man page that is as this program wrote it.
fn is_unchanged_man_page(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let marked = text.strip_prefix(MAN_MARK);
    let Some((mark, page)) = marked.and_then(|marked| marked.split_once('\n')) else {
        return false;
    };
    mark == format!("{:016x}", fingerprint(page))
}

fn print_completions(shell: Shell) -> Result<ExitCode> {
    // Into memory first: `generate` panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(
        shell,
        &mut Arguments::command(),
        env!("CARGO_PKG_NAME"),
        &mut script,
    );
    terminal::plain_output().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// The JSON Schema of something that the program reads or prints.
struct NamedSchema {
    name: &'static str,
    about: String,
    schema: fn() -> Schema,
}

impl NamedSchema {
    fn of_output(name: &'static str, schema: fn() -> Schema) -> NamedSchema {
        let about = format!("What `{name}` prints");
        NamedSchema {
            name,
            about,
            schema,
        }
    }
}

fn schemas() -> [NamedSchema; 13] {
    [
        NamedSchema {
            name: "header",
            about: "The `toml scenario` fence, its TOML read as JSON".to_owned(),
            schema: header_schema,
        },
        NamedSchema {
            name: "edition",
            about: "An edition file, its TOML read as JSON".to_owned(),
            schema: edition_schema,
        },
        NamedSchema {
            name: "config",
            about: "A `mouche.toml`, its TOML read as JSON".to_owned(),
            schema: table_file_schema,
        },
        NamedSchema::of_output("check", schema_of::<check::CheckJson>),
        NamedSchema::of_output("coverage", schema_of::<editions_and_coverage::Coverages>),
        NamedSchema::of_output("editions", schema_of::<editions_and_coverage::Output>),
        NamedSchema::of_output("explain", schema_of::<explain::ExplainJson>),
        NamedSchema::of_output("match", schema_of::<play_and_simulate::StrategyMatchJson>),
        NamedSchema::of_output("odds", schema_of::<odds::Output>),
        NamedSchema::of_output("show", schema_of::<show::Output>),
        NamedSchema::of_output("simulate", schema_of::<play_and_simulate::SimulationJson>),
        NamedSchema::of_output("mus-games", schema_of::<mus_simulation::MusSimulationJson>),
        NamedSchema::of_output("mus-match", schema_of::<mus_simulation::MusMatchJson>),
    ]
}

fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>()
}

fn print_schema(wanted_name: Option<&str>) -> Result<ExitCode> {
    for NamedSchema {
        name,
        about,
        schema,
    } in schemas()
    {
        match wanted_name {
            Some(wanted_name) if wanted_name == name => return print_json(&schema()),
            Some(_) => {}
            None => writeln!(terminal::plain_output(), "{name:<10}{about}")?,
        }
    }
    Ok(ExitCode::SUCCESS)
}
