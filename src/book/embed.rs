//! A book of another's, with hands in its chapters: a `hand` fence with the path of a scenario, or with one inside.
//! Where a hand would lead to a chapter of ours, it leads to a list of its rules or to a site that has them all.

use super::book_config::PREPROCESSOR_NAME;
use super::fences::{FenceDirective, fill_chapters, fill_fences, find_fences};
use super::links::{page_address, rewrite_addresses, with_slashes};
use super::site::{Address, ENGLISH, encode_address, is_english, lang_attribute};
use super::{Library, sign};
use crate::editions;
use crate::page::{
    AWAY, HandView, PICTURES, PageLocation, escape_html, join_lines, page_path_of, plain_text,
    render_hand, to_slug,
};
use crate::rules::{ClauseId, Ruleset, Source, TakenOver};
use crate::scenario::report::{Report, render_full};
use crate::scenario::{
    BookFolders, Checked, Destination, Diagnostic, Reference, check, check_heading, check_in,
    display_path, find_references, house_rules_of, missing_chapter_error, missing_hand_error,
    read_scenario_bytes, resolve_reference_in,
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use askama::Template;
use mdbook_preprocessor::PreprocessorContext;
use mdbook_preprocessor::book::Book;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};

pub(super) fn fill_embedded_hands(context: &PreprocessorContext, mut book: Book) -> Result<Book> {
    // The site that has our chapters, if the book names one.
    let site = context
        .config
        .get::<String>(&format!("preprocessor.{PREPROCESSOR_NAME}.site-url"))?;
    let site = site.map(|address| address.parse::<Address>()).transpose();
    let site =
        site.map_err(|why| anyhow!("`site-url` in [preprocessor.{PREPROCESSOR_NAME}]: {why}"))?;
    let in_foreign_book = !is_english(context.config.book.language.as_deref().unwrap_or_default());
    let (hands, mut library) = gather_hands(context, &book)?;
    library.add_alternatives(None);
    let told: Vec<HandView> = library
        .hand_views()
        .into_iter()
        .filter(HandView::is_first_edition)
        .collect();
    fill_chapters(&mut book, |text, page| {
        let make = |fence: &FenceDirective| {
            let at = hands
                .get(&(page.to_owned(), fence.line))
                .context("this hand was not there before")?;
            placed(&told[*at], page, site.as_ref(), in_foreign_book)
        };
        fill_fences(text, page, &["hand"], make, |_, error| Err(error))
    })?;
    Ok(book)
}

/// Where each hand is among all, by its chapter and line.
type Places = BTreeMap<(PathBuf, usize), usize>;

/// Where a hand comes from, and where it stands in the book.
struct HandSource {
    /// The file that its prose is written in: a scenario, or a chapter.
    file: PathBuf,
    /// The path by which that is named in messages.
    shown: String,
    /// Whether that is a chapter.
    is_inline: bool,
    /// The chapter that it stands in, and its line there.
    page: PathBuf,
    line: usize,
}

/// Reads the hands of all fences. Returns where each stands, and all of them with their links as the book needs them.
fn gather_hands(context: &PreprocessorContext, book: &Book) -> Result<(Places, Library)> {
    // The folder `scenarios` beside `book.toml`, or another that is named there.
    let folder = context
        .config
        .get::<PathBuf>(&format!("preprocessor.{PREPROCESSOR_NAME}.scenarios"))?;
    let scenarios = context
        .root
        .join(folder.unwrap_or_else(|| "scenarios".into()));
    let prose = context.root.join(&context.config.book.src);
    let (mut hands, mut files, mut wrong) = (BTreeMap::new(), Vec::new(), Vec::new());
    let (mut origins, mut chapters) = (Vec::new(), BTreeMap::new());
    for chapter in book.chapters() {
        let page = chapter.path.clone().unwrap_or_default();
        let source = prose.join(chapter.source_path.as_deref().unwrap_or(Path::new("")));
        chapters.insert(
            real_path(&source),
            LinkedChapter {
                page: page.clone(),
                text: &chapter.content,
            },
        );
        let beside = source.parent().unwrap_or(&prose);
        for fence in find_fences(&chapter.content, &["hand"]) {
            let made = match fence.path.as_str() {
                "" => inline(&fence, &page).map(|file| (source.clone(), file)),
                _ => file(&fence, &context.root, &scenarios, beside),
            };
            match made {
                Ok((origin, mut file)) => {
                    origins.push(HandSource {
                        file: in_real_folder(&origin),
                        shown: file.path.clone(),
                        is_inline: fence.path.is_empty(),
                        page: page.clone(),
                        line: fence.line,
                    });
                    file.path = named(&file, &fence, &files);
                    hands.insert((page.clone(), fence.line), files.len());
                    files.push(file);
                }
                Err(error) => wrong.push(fence_message(&page, fence.line, &error)),
            }
        }
    }
    let folders = BookFolders {
        scenarios: real_path(&scenarios),
        chapters: Some(real_path(&prose)),
        is_guest: true,
        has_whole_chapters: true,
        has_smart_punctuation: context
            .config
            .get("output.html.smart-punctuation")?
            .unwrap_or(true),
    };
    wrong.extend(lead_to_guest_pages(
        &mut files, &origins, &folders, &chapters,
    ));
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok((hands, Library::from_files(files)))
}

/// Returns the message about a fence, with its chapter and its line.
fn fence_message(page: &Path, line: usize, error: &anyhow::Error) -> String {
    format!("{}, line {line}: {error:#}", display_path(page))
}

/// Returns a path without links, or the path itself where nothing is.
fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Returns the path of a file from its true folder, where relative addresses in it begin.
fn in_real_folder(file: &Path) -> PathBuf {
    let folder = real_path(file.parent().unwrap_or(Path::new("")));
    folder.join(file.file_name().unwrap_or_default())
}

/// Writes into the prose of each hand where its links and pictures lead in the book. Returns what leads nowhere, told by
/// its chapter and its line.
fn lead_to_guest_pages(
    files: &mut [Checked],
    origins: &[HandSource],
    folders: &BookFolders,
    chapters: &BTreeMap<PathBuf, LinkedChapter>,
) -> Vec<String> {
    // Of a hand that stands in several chapters the first is where links lead.
    let mut embedded: BTreeMap<PathBuf, Embedded> = BTreeMap::new();
    for (file, origin) in files
        .iter()
        .zip(origins)
        .filter(|(_, origin)| !origin.is_inline)
    {
        let slug = Path::new(&page_path_of(file))
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let first_step = file.stories.first().and_then(|story| story.frames().next());
        let first_step = first_step.map(|frame| frame.id.clone()).unwrap_or_default();
        let hand = Embedded {
            page: origin.page.clone(),
            slug,
            first_step,
        };
        embedded.entry(real_path(&origin.file)).or_insert(hand);
    }
    let mut wrong = Vec::new();
    for (file, origin) in files.iter_mut().zip(origins) {
        let targets = Targets {
            origin,
            folders,
            chapters,
            embedded: &embedded,
        };
        let faults: Vec<Diagnostic> = find_references(&file.text)
            .iter()
            .filter_map(|reference| targets.address(reference).err())
            .collect();
        if faults.is_empty() {
            rewrite_addresses(file, &mut |reference| {
                targets.address(reference).ok().flatten()
            });
        } else {
            wrong.push(fence_message(
                &origin.page,
                origin.line,
                &faults_in_prose(file, origin, faults),
            ));
        }
    }
    wrong
}

/// Returns the error for a hand whose prose has these faults. Those of a hand inside a chapter have the chapter's lines.
fn faults_in_prose(
    file: &Checked,
    origin: &HandSource,
    mut faults: Vec<Diagnostic>,
) -> anyhow::Error {
    let lines_before = if origin.is_inline { origin.line } else { 0 };
    for fault in &mut faults {
        fault.span = fault.span.start + lines_before..fault.span.end + lines_before;
    }
    let text = "\n".repeat(lines_before) + &file.text;
    let report = Report {
        path: &origin.shown,
        text: &text,
        diagnostics: &faults,
    };
    anyhow!(
        "this hand names what the book does not have\n{}",
        render_full(&report, false, 120)
    )
}

/// What the links of one hand may lead to.
struct Targets<'a> {
    origin: &'a HandSource,
    folders: &'a BookFolders,
    /// The chapters of the book by the files they come from.
    chapters: &'a BTreeMap<PathBuf, LinkedChapter<'a>>,
    /// The hands that stand in the book, by their files.
    embedded: &'a BTreeMap<PathBuf, Embedded>,
}

/// A chapter that a link may lead to.
struct LinkedChapter<'a> {
    page: PathBuf,
    /// Its Markdown.
    text: &'a str,
}

/// A hand that stands in a chapter.
struct Embedded {
    page: PathBuf,
    slug: String,
    first_step: String,
}

impl Targets<'_> {
    /// Returns the address that a page of the book needs in place of this one, or none to keep it.
    ///
    /// # Errors
    /// It leads to nothing that the book has.
    #[expect(clippy::result_large_err, reason = "few addresses are wrong")]
    fn address(&self, reference: &Reference) -> Result<Option<String>, Diagnostic> {
        let to_root = "../".repeat(self.origin.page.components().count().saturating_sub(1));
        Ok(
            match resolve_reference_in(&self.origin.file, reference, self.folders)? {
                Destination::Elsewhere => None,
                Destination::Picture(_, inside) => Some(format!(
                    "{PICTURES}{}",
                    encode_address(&with_slashes(&inside))
                )),
                Destination::Chapter(chapter, heading) => {
                    let source = self
                        .folders
                        .chapters
                        .as_deref()
                        .unwrap_or(Path::new(""))
                        .join(chapter);
                    let Some(target) = self.chapters.get(&real_path(&source)) else {
                        return Err(missing_chapter_error(reference));
                    };
                    check_heading(
                        reference,
                        &heading,
                        target.text,
                        self.folders.has_smart_punctuation,
                    )?;
                    let heading = if heading.is_empty() {
                        heading
                    } else {
                        format!("#{heading}")
                    };
                    Some(format!("{to_root}{}{heading}", page_address(&target.page)))
                }
                Destination::Scenario(target, step) => {
                    let Some(hand) = self.embedded.get(&real_path(&target)) else {
                        return Err(missing_hand_error(reference));
                    };
                    let step = if step.is_empty() {
                        &hand.first_step
                    } else {
                        &step
                    };
                    Some(format!(
                        "{to_root}{}#{}-{step}",
                        page_address(&hand.page),
                        encode_address(&hand.slug)
                    ))
                }
            },
        )
    }
}

/// A name that no other hand of the book has: that of the file, or of a scenario that stands in a fence its title.
fn named(file: &Checked, fence: &FenceDirective, others: &[Checked]) -> String {
    let stem = Path::new(&file.path)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let name = if fence.path.is_empty() {
        to_slug(&plain_text(&file.title).to_lowercase())
    } else {
        stem.into_owned()
    };
    let name = Some(name.trim_matches('-'))
        .filter(|name| !name.is_empty())
        .unwrap_or("hand");
    let numbered = (2..).map(|number| format!("{name}-{number}.md"));
    let mut names = std::iter::once(format!("{name}.md")).chain(numbered);
    names
        .find(|path| others.iter().all(|other| other.path != *path))
        .unwrap_or_default()
}

/// The file that a fence names, in the first of these places that has it.
fn file(
    fence: &FenceDirective,
    root: &Path,
    scenarios: &Path,
    beside: &Path,
) -> Result<(PathBuf, Checked)> {
    let path = &fence.path;
    let places = [scenarios.join(path), beside.join(path)];
    ensure!(
        fence.body.trim().is_empty(),
        "the fence has a path, `{path}`, and a scenario inside: leave out one"
    );
    // A path as it stands from the folder of the book.
    let shown = |path: &Path| {
        path.strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    ensure!(
        !Path::new(path).is_absolute(),
        "`{path}` is an absolute path: a hand is read from the folder of the book or of its scenarios alone. Write its path from there"
    );
    let Some(found) = places.iter().find(|place| place.is_file()) else {
        let [scenarios, chapter] = places.map(|place| shown(&place));
        bail!("no scenario is at `{path}`: neither {scenarios} nor {chapter} is a file");
    };
    ensure!(
        is_within(found, [root, scenarios]),
        "`{path}` leads out of the book: a hand is read from {} or {} alone. Copy the scenario there, and write its path from there",
        root.display(),
        scenarios.display()
    );
    let bytes = File::open(found)
        .and_then(read_scenario_bytes)
        .with_context(|| format!("{} cannot be read", display_path(found)))?;
    Ok((
        found.clone(),
        held(check_in(
            house_rules_of(found),
            &display_path(found),
            &bytes,
        ))?,
    ))
}

/// Whether a file lies in one of these folders, links followed.
fn is_within(file: &Path, folders: [&Path; 2]) -> bool {
    let Ok(file) = file.canonicalize() else {
        return false;
    };
    folders.iter().any(|folder| {
        folder
            .canonicalize()
            .is_ok_and(|folder| file.starts_with(folder))
    })
}

/// The scenario that stands in a fence. What is wrong with it is told by the lines of the chapter.
fn inline(fence: &FenceDirective, page: &Path) -> Result<Checked> {
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
    let report = Report {
        path: &file.path,
        text: &file.text,
        diagnostics: &file.diagnostics,
    };
    // In a terminal, 120 characters wide.
    ensure!(
        file.holds(),
        "this hand does not hold\n{}",
        render_full(&report, false, 120)
    );
    Ok(file)
}

/// A hand with what it leads to, in a box that says whose it is: what the styles reach ends there. In a book that is not in
/// English the box says that its words are.
fn placed(
    told: &HandView,
    page: &Path,
    site: Option<&Address>,
    in_foreign_book: bool,
) -> Result<String> {
    let to_root = "../".repeat(page.components().count().saturating_sub(1));
    // Pictures lie among the chapters. Prose cannot write this: its quotation marks are escaped.
    let html = render_hand(told, PageLocation::Guest)?
        .replace(&format!("src=\"{PICTURES}"), &format!("src=\"{to_root}"));
    let html = match site {
        Some(site) => html.replace(&href(), &format!("href=\"{site}")) + &sign::page_legend(&html),
        None => {
            let slug = told.slug();
            let (html, named) = to_rules(&html, &slug);
            let rules = join_lines(&Rules { told, slug, named }.render()?);
            html + &rules.replace(
                "</details>",
                &format!("{}</details>", sign::page_legend(&rules)),
            )
        }
    };
    let language = lang_attribute(told.language());
    let title = format!(
        "<p class=\"hand-name\"{language}>{}</p>",
        escape_html(&told.title())
    );
    let english = lang_attribute(Some(ENGLISH).filter(|_| in_foreign_book));
    Ok(format!(
        "<div class=\"{PREPROCESSOR_NAME}\"{english}>{title}{html}</div>"
    ))
}

/// Clauses by their edition; no topic is the edition as a whole.
type Named = BTreeSet<(String, Option<ClauseId>)>;

/// The id of a clause, or of an edition, in the list of a hand's rules.
fn id(slug: &str, edition: &str, topic: Option<ClauseId>) -> String {
    let part = topic.map_or(String::new(), |topic| format!("-{topic}"));
    format!("{slug}-rules-{edition}{part}")
}

/// A hand whose links to clauses lead to the list of its rules, with the clauses they name. Others are words alone.
fn to_rules(html: &str, slug: &str) -> (String, Named) {
    let (mut out, mut named, mut rest) = (String::with_capacity(html.len()), Named::new(), html);
    while let Some((before, after)) = rest.split_once(&href()) {
        let (address, after) = after.split_once('"').unwrap_or((after, ""));
        rest = if let Some((edition, topic)) = clause_of(address) {
            out += &format!("{before}href=\"#{}\"", id(slug, edition, topic));
            named.insert((edition.to_string(), topic));
            after
        } else {
            let (_, words) = after.split_once('>').unwrap_or_default();
            let (words, after) = words.split_once("</a>").unwrap_or((words, ""));
            out += before
                .rsplit_once("<a")
                .map_or(before, |(before, _)| before);
            out += words;
            after
        };
    }
    (out + rest, named)
}

/// The beginning of a link to a page of ours, up to its address.
fn href() -> String {
    format!("href=\"{AWAY}")
}

fn clause_of(address: &str) -> Option<(&str, Option<ClauseId>)> {
    let (edition, rest) = address.strip_prefix("rules/")?.split_once(".html")?;
    let topic = rest.strip_prefix('#').map(editions::clause_id);
    topic.map_or(Some((edition, None)), |topic| Some((edition, Some(topic?))))
}

#[derive(Template)]
#[template(path = "guest_rules.html")]
struct Rules<'a> {
    told: &'a HandView<'a>,
    slug: String,
    named: Named,
}

impl Rules<'_> {
    /// The editions of the hand, each with the rules it was played by, and with those of its clauses that the hand names.
    fn editions(
        &self,
    ) -> impl Iterator<Item = (&'static Ruleset, &Ruleset, Vec<&'static ClauseId>)> {
        self.told.file.stories.iter().filter_map(|story| {
            let edition = editions::by_id(story.rules.id)?;
            let is_named = |topic: &&ClauseId| {
                self.named
                    .contains(&(edition.id.to_string(), Some(**topic)))
            };
            Some((
                edition,
                &story.rules,
                editions::clause_ids().filter(is_named).collect(),
            ))
        })
    }
}

fn seen_at(source: Source) -> Option<&'static str> {
    source.work()?.addresses.first().copied()
}
