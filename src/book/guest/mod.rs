//! A book of another's, with hands in its chapters: a `hand` fence with the path of a scenario after it, or with the
//! scenario itself inside. No chapter of ours is added. Where a hand would lead to one, it leads to a list of its rules
//! below it, or to a site that has them all.

mod assets;

pub use super::scope::NAME;
pub use assets::{Asset, FOLDER, assets};

use super::fence::{Fence, fences, fill, fill_each};
use super::site::Address;
use super::{Library, sign};
use crate::editions;
use crate::page::markdown::{self, one_line, plain};
use crate::page::{AWAY, Place, Told, as_address, hand};
use crate::rules::{Ruleset, Source, TakenOver, Topic, Work};
use crate::scenario::render::{Report, full};
use crate::scenario::{Checked, check, check_in, house_of, read, shown};
use anyhow::{Context, Result, anyhow, bail, ensure};
use askama::Template;
use mdbook_preprocessor::PreprocessorContext;
use mdbook_preprocessor::book::Book;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};

/// How wide a diagnostic may be, in characters.
const WIDTH: usize = 120;

const WORDS: &[&str] = &["hand"];

/// The hands of a book, each by its chapter and line.
type Hands = BTreeMap<(PathBuf, usize), usize>;

/// The book with the hands that its chapters ask for.
pub(super) fn filled(context: &PreprocessorContext, mut book: Book) -> Result<Book> {
    let site = site(context)?;
    let (hands, mut library) = gathered(&Shelf::of(context)?, &book)?;
    library.look_ahead(None);
    let told: Vec<Told> = library.told().into_iter().filter(Told::is_first).collect();
    fill_each(&mut book, |text, page| {
        let make = |fence: &Fence| {
            let at = hands.get(&(page.to_owned(), fence.line)).context("this hand was not there before")?;
            placed(&told[*at], site.as_ref())
        };
        fill(text, page, WORDS, make, |_, error| Err(error))
    })?;
    Ok(book)
}

/// The site that has our chapters, if the book names one.
fn site(context: &PreprocessorContext) -> Result<Option<Address>> {
    let named = context.config.get::<String>(&format!("preprocessor.{NAME}.site-url"))?;
    let site = named.map(|address| address.parse::<Address>()).transpose();
    site.map_err(|why| anyhow!("`site-url` in [preprocessor.{NAME}]: {why}"))
}

fn gathered(shelf: &Shelf, book: &Book) -> Result<(Hands, Library)> {
    let (mut hands, mut files, mut wrong) = (Hands::new(), Vec::new(), Vec::new());
    for chapter in book.chapters() {
        let page = chapter.path.clone().unwrap_or_default();
        let folder = chapter.source_path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        for fence in fences(&chapter.content, WORDS) {
            match shelf.scenario(&fence, &page, folder, &files) {
                Ok(file) => {
                    hands.insert((page.clone(), fence.line), files.len());
                    files.push(file);
                }
                Err(error) => wrong.push(format!("{}, line {}: {error:#}", shown(&page), fence.line)),
            }
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok((hands, Library::of(files)))
}

/// A hand with what it leads to, in a box that says whose it is: what the styles reach ends there.
fn placed(told: &Told, site: Option<&Address>) -> Result<String> {
    let html = hand(told, Place::Guest)?;
    let html = match site {
        Some(site) => to_site(&html, site) + &sign::legend(&html),
        None => {
            let (html, named) = to_rules(&html, &told.slug());
            html + &rules(told, &named)?
        }
    };
    Ok(format!("<div class=\"{NAME}\">{html}</div>"))
}

struct Shelf {
    root: PathBuf,
    scenarios: PathBuf,
    prose: PathBuf,
}

impl Shelf {
    /// That of a book: the folder `scenarios` beside its `book.toml`, or another that is named there.
    fn of(context: &PreprocessorContext) -> Result<Shelf> {
        let folder = context.config.get::<PathBuf>(&format!("preprocessor.{NAME}.scenarios"))?;
        let root = context.root.clone();
        let scenarios = root.join(folder.unwrap_or_else(|| "scenarios".into()));
        Ok(Shelf { scenarios, prose: root.join(&context.config.book.src), root })
    }

    /// What a fence asks for, under a name that no other hand of the book has. `folder` is that of its chapter.
    fn scenario(&self, fence: &Fence, page: &Path, folder: &Path, others: &[Checked]) -> Result<Checked> {
        let is_inline = fence.path.is_empty();
        let mut file = if is_inline { inline(fence, page)? } else { self.file(fence, folder)? };
        let stem = Path::new(&file.path).file_stem().unwrap_or_default().to_string_lossy();
        let name = if is_inline { as_address(&plain(&file.title).to_lowercase()) } else { stem.into_owned() };
        file.path = unlike(name.trim_matches('-'), others);
        Ok(file)
    }

    /// The file of a path: from the folder of scenarios, or from that of the chapter.
    fn file(&self, fence: &Fence, folder: &Path) -> Result<Checked> {
        let path = &fence.path;
        ensure!(fence.body.trim().is_empty(), "the fence has a path, `{path}`, and a scenario inside: leave out one");
        let places = [self.scenarios.join(path), self.prose.join(folder).join(path)];
        let Some(found) = places.iter().find(|place| place.is_file()) else {
            let [scenarios, chapter] = places.map(|place| self.shown(&place));
            bail!("no scenario is at `{path}`: neither {scenarios} nor {chapter} is a file");
        };
        let bytes =
            File::open(found).and_then(read).with_context(|| format!("{} cannot be read", self.shown(found)))?;
        held(check_in(house_of(found), &self.shown(found), &bytes))
    }

    /// A path as it stands from the folder of the book.
    fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }
}

/// The scenario that stands in a fence. What is wrong with it is told by the lines of the chapter.
fn inline(fence: &Fence, page: &Path) -> Result<Checked> {
    ensure!(
        !fence.body.trim().is_empty(),
        "this hand has no scenario: write the path of one after the word `hand`, or the scenario itself inside"
    );
    let path = page.display().to_string();
    held(check(&path, fence.body.as_bytes())).or_else(|_| {
        let as_in_chapter = "\n".repeat(fence.line) + &fence.body;
        held(check(&path, as_in_chapter.as_bytes()))
    })
}

fn held(file: Checked) -> Result<Checked> {
    ensure!(
        file.is_scenario || !file.diagnostics.is_empty(),
        "this is no scenario: it has no `toml scenario` fence. Around a scenario stand four backticks, since it has fences of its own"
    );
    let report = Report { path: &file.path, text: &file.text, diagnostics: &file.diagnostics };
    ensure!(file.holds(), "this hand does not hold\n{}", full(&report, false, WIDTH));
    Ok(file)
}

fn unlike(name: &str, others: &[Checked]) -> String {
    let name = if name.is_empty() { "hand" } else { name };
    let numbered = (2..).map(|number| format!("{name}-{number}.md"));
    let mut names = std::iter::once(format!("{name}.md")).chain(numbered);
    names.find(|path| others.iter().all(|other| other.path != *path)).unwrap_or_default()
}

/// Clauses by their edition; no topic is the edition as a whole.
type Named = BTreeSet<(String, Option<Topic>)>;

/// The id of a clause, or of an edition, in the list of a hand's rules.
fn id(slug: &str, edition: &str, topic: Option<Topic>) -> String {
    let part = topic.map_or(String::new(), |topic| format!("-{topic}"));
    format!("{slug}-rules-{edition}{part}")
}

/// A hand whose links lead to the pages of a site.
fn to_site(html: &str, site: &Address) -> String {
    html.replace(&href(), &format!("href=\"{site}"))
}

/// A hand whose links to clauses lead to the list of its rules, with the clauses they name. What else it would lead to is
/// not there: its words stand without a link.
fn to_rules(html: &str, slug: &str) -> (String, Named) {
    let (mut out, mut named, mut rest) = (String::with_capacity(html.len()), Named::new(), html);
    while let Some((before, after)) = rest.split_once(&href()) {
        let (address, after) = after.split_once('"').unwrap_or((after, ""));
        match clause_of(address) {
            Some((edition, topic)) => {
                out += &format!("{before}href=\"#{}\"", id(slug, edition, topic));
                named.insert((edition.to_string(), topic));
                rest = after;
            }
            None => {
                let (_, words) = after.split_once('>').unwrap_or_default();
                let (words, after) = words.split_once("</a>").unwrap_or((words, ""));
                out += before.rsplit_once("<a").map_or(before, |(before, _)| before);
                out += words;
                rest = after;
            }
        }
    }
    (out + rest, named)
}

/// The beginning of a link to a page of ours, up to its address.
fn href() -> String {
    format!("href=\"{AWAY}")
}

/// The edition, and the clause, that an address in our book is of.
fn clause_of(address: &str) -> Option<(&str, Option<Topic>)> {
    let (edition, rest) = address.strip_prefix("rules/")?.split_once(".html")?;
    let topic = rest.strip_prefix('#').map(editions::topic);
    topic.map_or(Some((edition, None)), |topic| Some((edition, Some(topic?))))
}

#[derive(Template)]
#[template(path = "guest_rules.html")]
struct Rules {
    editions: Vec<Edition>,
}

/// An edition with those of its clauses that the hand names.
struct Edition {
    id: String,
    name: &'static str,
    clauses: Vec<Clause>,
}

struct Clause {
    id: String,
    title: String,
    /// The rule, as HTML with its signs.
    text: String,
    agreed: Option<String>,
    /// The edition it is taken over from, as in `as in La Mouche, 1718: `.
    origin: String,
    source: String,
    work: Option<&'static Work>,
}

/// The clauses that a hand names, as HTML on one line: each with its title, the rule in words, and its source.
fn rules(told: &Told, named: &Named) -> Result<String> {
    let slug = told.slug();
    let edition = |rules: &Ruleset| {
        let edition = editions::by_id(rules.id)?;
        let topics = editions::topics().filter(|topic| named.contains(&(rules.id.to_string(), Some(**topic))));
        let clauses = topics.map(|topic| clause(edition, rules, *topic, &slug)).collect();
        Some(Edition { id: id(&slug, rules.id, None), name: edition.name, clauses })
    };
    let editions = told.file.stories.iter().filter_map(|story| edition(&story.rules)).collect();
    let rules = one_line(&Rules { editions }.render()?);
    let legend = sign::legend(&rules);
    Ok(rules.replace("</details>", &format!("{legend}</details>")))
}

fn clause(edition: &'static Ruleset, rules: &Ruleset, topic: Topic, slug: &str) -> Clause {
    let (printed, now) = (edition.clause(topic), rules.clause(topic));
    let origin = editions::origin(edition, topic);
    let source = origin.clause(topic).source;
    Clause {
        id: id(slug, edition.id, Some(topic)),
        title: edition.title(topic),
        text: sign::html(&printed.text().map(markdown::inline)),
        agreed: now.agreed_instead_of(&printed).map(str::to_string),
        origin: taken_over(edition, origin, printed.source),
        source: source.to_string(),
        work: source.work().filter(|work| !work.addresses.is_empty()),
    }
}

fn taken_over(edition: &Ruleset, origin: &Ruleset, source: Source) -> String {
    let words = match source {
        Source::Same { taken: TakenOver::NotAtHand, .. } => "not known; played as in",
        Source::Same { taken: TakenOver::NotToldAgain, .. } => "not told again; taken from",
        _ => "as in",
    };
    if origin.id == edition.id { String::new() } else { format!("{words} {}: ", origin.name) }
}
