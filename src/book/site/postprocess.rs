//! What `mouche build` makes of the pages that mdBook wrote: it fills the places that the theme marks, `<!--[name]-->`.

use super::language::{ForeignTitle, is_english, lang_attribute, mark_interface, mark_titles};
use super::names::with_clause_names;
use super::search::{self, Found, Reading, beginning, read};
use super::{Address, decoded, encoded, files, is_foreign, is_page, resolved, scan};
use crate::book::scope::{CARD, Contents, Imprint, Leaf, Part, apart, with_slashes};
use crate::book::{Aside, Library, Piece, pieces, thin};
use crate::explore;
use crate::page::{Place, Told, escaped, markdown};
use crate::scenario::{Edit, shown, splice};
use anyhow::{Context, Result};
use askama::Template;
use memchr::memmem;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

const WHOLE_BOOK: &str = "print.html";

/// The script of a page that has moved. mdBook does not know where such a page lies, so it is not among its scripts.
const MOVED: &str = include_str!("../../../book/theme/moved.js");

/// What a page asks for the engine by.
const ENGINE: &str = "data-engine=\"\"";

/// What is known of a site while its pages are worked on.
pub(in crate::book) struct Around<'a> {
    /// The folder of the book: prose in `src`, theme in `theme`.
    pub(in crate::book) book: &'a Path,
    pub(in crate::book) parts: Vec<Part>,
    pub(in crate::book) origins: BTreeMap<String, Origin>,
    pub(in crate::book) imprint: Imprint,
    pub(in crate::book) address: Option<&'a Address>,
    /// Its hands, as far as mdBook did not see them.
    pub(in crate::book) aside: Aside,
    /// Pages that the program could make and this book has not.
    pub(in crate::book) left_out: BTreeSet<PathBuf>,
    pub(in crate::book) has_engine: bool,
}

/// Whether this program was compiled with an engine to put into books.
pub(in crate::book) fn carries_engine() -> bool {
    !PACKED.is_empty()
}

pub(in crate::book) struct Origin {
    title: String,
    /// The language of its title and its prose, if its file says one.
    language: Option<&'static str>,
    /// The file, as it stands from the root of the book.
    path: String,
    narration: String,
}

/// The scenarios of a library, by their pages from the root of the site.
pub(in crate::book) fn origins(library: &Library) -> BTreeMap<String, Origin> {
    let origin = |told: Told| {
        let prose = told
            .story
            .frames()
            .flat_map(|step| [step.narration.as_str(), step.closing.as_str()]);
        let words: Vec<String> = prose
            .filter(|prose| !prose.is_empty())
            .map(markdown::plain)
            .collect();
        let (path, narration) = (told.file.path.clone(), words.join(" "));
        (
            told.page("html"),
            Origin {
                title: told.title(),
                language: told.language(),
                path,
                narration,
            },
        )
    };
    library
        .told()
        .into_iter()
        .filter(Told::is_first)
        .map(origin)
        .collect()
}

/// Finishes the pages of a site, and removes what they do not ask for.
pub(in crate::book) fn postprocess(site: &Path, around: &Around) -> Result<()> {
    let pages: Vec<String> = files(site)?
        .iter()
        .filter(|file| is_page(file))
        .map(|file| with_slashes(file))
        .collect();
    let html = |page: &String| {
        let html = std::fs::read_to_string(site.join(page)).with_context(|| page.clone())?;
        anyhow::Ok(around.aside.put_back(&html))
    };
    let chapters: Vec<&String> = pages.iter().filter(|page| *page != WHOLE_BOOK).collect();
    let readings = chapters
        .into_par_iter()
        .map(|page| anyhow::Ok((page.as_str(), read(&html(page)?))));
    let readings = readings.collect::<Result<BTreeMap<_, _>>>()?;
    let first = html(&"index.html".to_owned())?;
    let marks = SHEETS
        .iter()
        .filter_map(|mark| Some((*mark, marked(&first, mark)?)));
    let sheets = marks
        .map(|(mark, links)| Ok((mark, one_sheet(site, mark, links)?)))
        .collect::<Result<_>>()?;
    thin_scripts(site)?;
    let engine = if around.has_engine {
        write_named(
            site,
            "engine",
            "js",
            &format!("window.mouche.packed='{PACKED}';\n"),
        )?
    } else {
        String::new()
    };
    let moved = write_named(site, "moved", "js", &thin_script(MOVED))?;
    let index = write_named(site, "search-index", "js", &around.index(&readings))?;
    let size = std::fs::metadata(site.join(WHOLE_BOOK)).map(|file| file.len().div_ceil(1_000_000));
    let whole_book = size
        .map(|megabytes| format!(", {megabytes} MB"))
        .unwrap_or_default();
    let idle = BUTTONS
        .into_iter()
        .filter(|(page, _)| pages.iter().all(|other| other != page));
    let idle = idle.map(|(_, button)| button).collect();
    let titles = around.foreign_titles();
    let finisher = Finisher {
        around,
        titles,
        sheets,
        index,
        moved,
        engine,
        whole_book,
        idle,
    };
    let finish = |page: &String| {
        let reading = readings.get(page.as_str());
        let html = thin(&finisher.finished(page, &html(page)?, reading)?);
        std::fs::write(site.join(page), &html)
            .with_context(|| format!("{page} cannot be written"))?;
        // Above its text a page asks for files, where mdBook asks for what it ships.
        let above = html
            .split("<main")
            .next()
            .filter(|_| reading.is_some())
            .unwrap_or_default();
        let links = scan(above).links.into_iter();
        anyhow::Ok(
            links
                .filter_map(|link| resolved(Path::new(page), &link))
                .collect::<Vec<_>>(),
        )
    };
    let mut asked = BTreeSet::from([finisher.engine.clone().into()]);
    asked.extend(
        pages
            .par_iter()
            .map(finish)
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten(),
    );
    sweep(site, &around.book.join("src"), &asked)?;
    around.announce(site)
}

impl Around<'_> {
    fn leaves(&self) -> impl Iterator<Item = (&Part, &Leaf)> {
        self.parts.iter().flat_map(|part| {
            part.chapters
                .iter()
                .flat_map(Leaf::and_below)
                .map(move |leaf| (part, leaf))
        })
    }

    fn index(&self, readings: &BTreeMap<&str, Reading>) -> String {
        let found = self.leaves().filter_map(|(part, leaf)| {
            let reading = readings.get(leaf.page.as_str())?;
            let narration = self
                .origins
                .get(&leaf.page)
                .map(|origin| origin.narration.as_str());
            let language = self.title_language(&leaf.page).unwrap_or_default();
            Some(Found {
                page: &leaf.page,
                name: &leaf.name,
                part: &part.title,
                language,
                reading,
                narration,
            })
        });
        let mut found: Vec<Found> = found.collect();
        // Of two places found alike the clause comes first.
        found.sort_by_key(|found| !found.page.starts_with("rules/"));
        search::script(&found)
    }

    /// The language of the title of a page, if it is not English.
    fn title_language(&self, page: &str) -> Option<&str> {
        if let Some(origin) = self.origins.get(page) {
            return origin.language;
        }
        let language =
            Some(self.imprint.language.as_str()).filter(|language| !is_english(language));
        language.filter(|_| self.is_written(page))
    }

    /// Whether a page is written in the folder of prose, and not made by the program.
    fn is_written(&self, page: &str) -> bool {
        let page = self.chapter(page);
        match self.leaves().find(|(_, leaf)| leaf.page == page) {
            Some((_, leaf)) => leaf.is_written,
            // A page that no chapter shows: the list of all, or what is shown where there is none.
            None => page == "404.html" && self.book.join("src/404.md").exists(),
        }
    }

    /// The titles that are not in English, with their pages.
    fn foreign_titles(&self) -> Vec<ForeignTitle> {
        let mut titles = Vec::new();
        for (at, (part, leaf)) in self.leaves().enumerate() {
            let Some(language) = self.title_language(&leaf.page) else {
                continue;
            };
            let mut pages = vec![leaf.page.as_str()];
            if at == 0 {
                pages.push("index.html");
            }
            let is_first = part.chapters.first() == Some(leaf) && leaf.is_written;
            let title = self
                .origins
                .get(&leaf.page)
                .map_or(&leaf.name, |origin| &origin.title);
            for title in [Some(title), Some(&part.title).filter(|_| is_first)]
                .into_iter()
                .flatten()
            {
                for page in &pages {
                    let (page, language) = (PathBuf::from(page), language.to_owned());
                    titles.push(ForeignTitle {
                        page,
                        title: title.clone(),
                        language,
                    });
                }
            }
        }
        titles
    }

    /// The page of the chapter that a page shows: the first chapter is the front page too.
    fn chapter<'a>(&'a self, page: &'a str) -> &'a str {
        self.leaves()
            .next()
            .filter(|_| page == "index.html")
            .map_or(page, |(_, first)| first.page.as_str())
    }

    /// Where a page is to be found, however many names it has; nowhere for those that only help.
    fn home<'a>(&self, page: &'a str) -> Option<&'a str> {
        match page {
            "404.html" | WHOLE_BOOK => None,
            page if page == self.chapter("index.html") => Some("index.html"),
            page => Some(page),
        }
    }

    /// A page with the words alone of links that lead to what the book leaves out.
    fn without_links_out(&self, page: &str, html: String) -> String {
        if self.left_out.is_empty() {
            return html;
        }
        let leads_out = |link: &str| {
            let path = link.split(['#', '?']).next().unwrap_or_default();
            resolved(Path::new(page), path).is_some_and(|target| self.left_out.contains(&target))
        };
        let mut is_out = false;
        let edits = pieces(&html).filter_map(|piece| {
            let span = match piece {
                Piece::Open(tag) if tag.is("a") => {
                    is_out = tag.attribute("href").is_some_and(|link| leads_out(&link));
                    tag.span()
                }
                Piece::Close(tag) if tag.is("a") => tag.span(),
                _ => return None,
            };
            is_out.then(|| Edit {
                span,
                text: String::new(),
            })
        });
        splice(&html, &edits.collect::<Vec<_>>())
    }

    /// Writes the map of a site with an address, `robots.txt`, which is read at the root of a host alone, and its card.
    fn announce(&self, site: &Path) -> Result<()> {
        let Some(address) = self.address else {
            return Ok(());
        };
        let url = |page| {
            format!(
                "<url><loc>{}</loc></url>\n",
                address.page(page).replace('&', "&amp;")
            )
        };
        let urls: String = self
            .leaves()
            .filter_map(|(_, leaf)| self.home(&leaf.page))
            .map(url)
            .collect();
        let head = r#"<?xml version="1.0" encoding="UTF-8"?>"#;
        let map = format!(
            "{head}\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{urls}</urlset>\n"
        );
        let robots = format!(
            "User-agent: *\nAllow: /\nSitemap: {}\n",
            address.page("sitemap.xml")
        );
        for (name, text) in [("sitemap.xml", map), ("robots.txt", robots)] {
            std::fs::write(site.join(name), text)
                .with_context(|| format!("{name} cannot be written"))?;
        }
        let card = self.book.join("theme").join(CARD);
        if card.exists() {
            std::fs::copy(card, site.join(CARD))
                .with_context(|| format!("{CARD} cannot be copied"))?;
        }
        Ok(())
    }
}

/// Marks of a page at which sheets stand, each called as the one that takes their place.
const SHEETS: [&str; 3] = ["book", "board", "playground"];

/// How a page begins a hand, a question, a table to play at, a text to write, or what is told of lessons that were done.
const BOARDS: &[&str] = &[
    "class=\"hand\"",
    "class=\"asked\"",
    "class=\"play\"",
    "class=\"playground\"",
    "class=\"course\"",
];

/// Pages that a book need not have, and what leads there from a hand: buttons, and an attribute of the hand.
const BUTTONS: [(&str, &str); 3] = [
    (
        "play.html",
        "<button type=\"button\" data-go=\"sit\">Take a seat here</button>",
    ),
    // A part of a hand, of which a card that is touched is played at a table.
    ("play.html", " data-part=\"\""),
    (
        "playground.html",
        "<button type=\"button\" data-go=\"write\">Open in the playground</button>",
    ),
];

struct Finisher<'a> {
    around: &'a Around<'a>,
    /// The one sheet in the place of each mark.
    sheets: BTreeMap<&'static str, String>,
    index: String,
    titles: Vec<ForeignTitle>,
    /// The name of the script that leads from an old address to the new one.
    moved: String,
    /// The name of the engine, and the size of the page of the whole book; nothing where there is none.
    engine: String,
    whole_book: String,
    /// The buttons that lead to no page of the book.
    idle: Vec<&'static str>,
}

impl Finisher<'_> {
    fn finished(&self, page: &str, html: &str, reading: Option<&Reading>) -> Result<String> {
        let mut html = without_styles(html);
        if !self.around.has_engine {
            html = without_engine_parts(&html);
        }
        html = self.around.without_links_out(page, html);
        self.idle
            .iter()
            .for_each(|button| html = html.replace(button, ""));
        // What may be wider than the window can be scrolled by keys: a table of the prose, and what is written out as it stands.
        html = html.replace(
            "<div class=\"table-wrapper\">",
            "<div class=\"table-wrapper\" tabindex=\"0\">",
        );
        html = html.replace(
            "<pre><code class=\"language-",
            "<pre tabindex=\"0\"><code class=\"language-",
        );
        html = with_lessons(page, html);
        let place = Place::of(Path::new(page));
        let has_board = BOARDS.iter().any(|board| html.contains(board));
        let is_playground = has_board && html.contains("class=\"playground\"");
        let sheet = |mark| {
            Some(format!(
                "<link rel=\"stylesheet\" href=\"{}\">",
                place.to(self.sheets.get(mark)?)
            ))
        };
        // What no table needs is not fetched.
        let scripts = marked(&html, "hands")
            .filter(|_| has_board)
            .unwrap_or_default()
            .to_string();
        let mut fills = vec![
            (
                "board",
                sheet("board").filter(|_| has_board).unwrap_or_default(),
            ),
            (
                "playground",
                sheet("playground")
                    .filter(|_| is_playground)
                    .unwrap_or_default(),
            ),
            ("hands", scripts),
            (
                "moved",
                format!("<script src=\"{}\"></script>", place.to(&self.moved)),
            ),
            ("print", self.whole_book.clone()),
        ];
        fills.extend(sheet("book").map(|sheet| ("book", sheet)));
        if let Some(reading) = reading {
            html = html.replacen(
                "data-index=\"\"",
                &format!("data-index=\"{}\"", place.to(&self.index)),
                1,
            );
            // A page on which one plays has the engine's address, and leave to run it.
            if !self.engine.is_empty() && html.contains(ENGINE) {
                html = html.replacen(
                    "script-src 'self'",
                    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:",
                    1,
                );
                let engine = format!(
                    "data-engine=\"{}\" data-engine-size=\"{}\"",
                    place.to(&self.engine),
                    megabytes(PACKED)
                );
                html = html.replace(ENGINE, &engine);
            }
            let (parts, headings) = (&self.around.parts, &reading.headings());
            let contents = Contents {
                parts,
                place,
                page: Some(self.around.chapter(page)),
                headings,
            };
            fills.extend([
                ("entries", contents.as_entries().render()?),
                ("contents", contents.render()?),
            ]);
            if marked(&html, "chapters").is_some() {
                let all = Contents {
                    place: Place::Home(0),
                    page: None,
                    headings: &[],
                    ..contents
                };
                fills.push(("chapters", all.render()?));
            }
            let frame = Frame {
                around: self.around,
                page,
                home: self.around.home(page),
                reading,
            };
            fills.extend([
                ("about", frame.as_head().render()?),
                ("foot", frame.as_foot().render()?),
            ]);
        } else {
            fills.push(("about", String::new()));
        }
        let html = fills
            .iter()
            .fold(html, |html, (mark, words)| fill(&html, mark, words));
        let html = with_clause_names(page, &html);
        let html = mark_titles(page, &html, &self.titles);
        let html = mark_interface(
            &html,
            &self.around.imprint.language,
            !self.around.is_written(page),
        );
        Ok(without_base(&html))
    }
}

/// The size of a text, as `0.8 MB`.
fn megabytes(text: &str) -> String {
    format!("{:.1} MB", text.len() as f64 / 1e6)
}

/// What begins the list of the lessons of a course.
const COURSE: &str = "<div class=\"course\">";

/// A page with the ids of lessons, by which their progress is kept: its own, and that of each lesson in a list of lessons. An
/// address is no id, because some hosts take `.html` off it.
fn with_lessons(page: &str, html: String) -> String {
    let mut html = html;
    if html.contains("class=\"asked\"") || html.contains("class=\"play\"") {
        html = html.replacen(
            "<body ",
            &format!(
                "<body data-lesson-id=\"{}\" ",
                escaped(page.trim_end_matches(".html"))
            ),
            1,
        );
    }
    let Some((before, rest)) = html.split_once(COURSE) else {
        return html;
    };
    let Some((list, after)) = rest.split_once("</div>") else {
        return html;
    };
    let edits = pieces(list).filter_map(|piece| {
        let Piece::Open(tag) = piece else { return None };
        let link = tag.attribute("href").filter(|_| tag.is("a"))?;
        let target = resolved(Path::new(page), &decoded(&link))?;
        let id = with_slashes(&target);
        let text = format!(
            " data-lesson-id=\"{}\"",
            escaped(id.trim_end_matches(".html"))
        );
        let end = tag.at + 1 + tag.text.len();
        Some(Edit {
            span: end..end,
            text,
        })
    });
    let list = splice(list, &edits.collect::<Vec<_>>());
    format!("{before}{COURSE}{list}</div>{after}")
}

/// How prose marks an element that is of use with the engine alone.
const NEEDS_ENGINE: (&str, &str) = ("data-needs", "engine");

/// Returns the page without the elements that need the engine.
fn without_engine_parts(html: &str) -> String {
    let mut edits = Vec::new();
    // The element that is taken out: its name, where it begins, and how many of that name are open in it.
    let mut open: Option<(&str, usize, usize)> = None;
    for piece in pieces(html) {
        match (piece, &mut open) {
            (Piece::Open(tag), None)
                if tag
                    .attributes()
                    .any(|attribute| (attribute.name, attribute.value) == NEEDS_ENGINE) =>
            {
                open = Some((tag.name, tag.at, 1));
            }
            (Piece::Open(tag), Some((name, _, depth))) if tag.name == *name => *depth += 1,
            (Piece::Close(tag), Some((name, start, depth))) if tag.name == *name => {
                *depth -= 1;
                if *depth == 0 {
                    edits.push(Edit {
                        span: *start..tag.end,
                        text: String::new(),
                    });
                    open = None;
                }
            }
            _ => {}
        }
    }
    splice(html, &edits)
}

/// Returns the page with its addresses written out from the root of the host instead of a `<base>`.
///
/// A page that a server shows at any address (404) needs such addresses. With a `<base>` a link to a place of the page
/// itself, `#book-text`, would lead to the first page of the book.
fn without_base(html: &str) -> String {
    if memmem::find(html.as_bytes(), b"<base ").is_none() {
        return html.to_owned();
    }
    let mut base = "";
    let mut edits = Vec::new();
    for piece in pieces(html) {
        let Piece::Open(tag) = piece else { continue };
        if tag.is("base") {
            base = tag.values(["href"])[0];
            edits.push(Edit {
                span: tag.span(),
                text: String::new(),
            });
            continue;
        }
        for attribute in tag.attributes() {
            if let Some(start) = attribute.value_at
                && is_page_address(attribute.name, attribute.value)
            {
                edits.push(Edit {
                    span: start..start,
                    text: base.to_owned(),
                });
            }
        }
    }
    splice(html, &edits)
}

/// Whether an attribute holds an address that is read from the folder of the page: not one of the page itself, of the host or
/// of another host.
fn is_page_address(name: &str, value: &str) -> bool {
    if name == "data-root" {
        return true;
    }
    let is_file = [".js", ".css", ".html"]
        .iter()
        .any(|ending| value.ends_with(ending));
    let is_address = matches!(name, "href" | "src") || name.starts_with("data-") && is_file;
    is_address && !value.is_empty() && !value.starts_with(['#', '/']) && !is_foreign(value)
}

/// What stands around the words of a page: what it says of itself at its head, to those who do not see it, and its foot.
#[derive(Template)]
#[template(path = "frame.html", blocks = ["head", "foot"])]
struct Frame<'a> {
    around: &'a Around<'a>,
    page: &'a str,
    home: Option<&'a str>,
    reading: &'a Reading,
}

impl Frame<'_> {
    /// The language of the page's title, as an attribute, where the words around it are in English.
    fn title_language(&self) -> String {
        lang_attribute(self.around.title_language(self.page))
    }

    fn description(&self) -> String {
        let words = self
            .around
            .origins
            .get(self.page)
            .map_or(&self.reading.opening, |origin| &origin.narration);
        beginning(
            if words.is_empty() {
                &self.around.imprint.description
            } else {
                words
            },
            155,
        )
    }

    /// Its address, or its path in the site.
    fn address(&self, home: &str) -> String {
        self.around
            .address
            .map_or(home.to_string(), |address| address.page(home))
    }

    fn scenario_address(&self) -> Option<String> {
        let (repository, origin) = (
            self.around.imprint.repository.as_ref()?,
            self.around.origins.get(self.page)?,
        );
        Some(format!("{repository}/blob/HEAD/{}", encoded(&origin.path)))
    }

    fn report_address(&self, home: &str) -> Option<String> {
        self.around.imprint.issue(
            &format!("An error in “{}”", self.reading.title()),
            &self.address(home),
        )
    }
}

/// Where a marked place stands with its marks, and what is in it. A theme need not have it.
fn place<'a>(html: &'a str, name: &str) -> Option<(Range<usize>, &'a str)> {
    let (begin, end) = (format!("<!--[{name}]-->"), format!("<!--[/{name}]-->"));
    let at = memmem::find(html.as_bytes(), begin.as_bytes())?;
    let rest = &html[at + begin.len()..];
    let old = &rest[..memmem::find(rest.as_bytes(), end.as_bytes())?];
    Some((at..at + begin.len() + old.len() + end.len(), old))
}

fn marked<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    place(html, name).map(|(_, old)| old)
}

/// The page with other words instead of a marked place and its marks.
fn fill(html: &str, name: &str, words: &str) -> String {
    let edits = place(html, name).map(|(span, _)| Edit {
        span,
        text: words.to_owned(),
    });
    splice(html, edits.as_slice())
}

/// A style that mdBook writes into tags, and the class of the theme that stands for it.
const CLASSES: &[(&str, &str)] = &[
    ("text-align: left", "align-left"),
    ("text-align: center", "align-center"),
    ("text-align: right", "align-right"),
    ("clear: both", "clear"),
    ("break-before: page; page-break-before: always;", "new-page"),
];

/// A page with classes instead of the styles that mdBook writes. Any other is left, and found by the checks.
fn without_styles(html: &str) -> String {
    if memmem::find(html.as_bytes(), b"style=").is_none() {
        return html.to_string();
    }
    let classed = pieces(html).filter_map(|piece| {
        let Piece::Open(tag) = piece else { return None };
        let style = tag
            .attribute("style")
            .filter(|_| tag.attribute("class").is_none())?;
        let (style, class) = CLASSES.iter().find(|(known, _)| *known == style)?;
        let text = tag.text.replacen(
            &format!("style=\"{style}\""),
            &format!("class=\"{class}\""),
            1,
        );
        Some(Edit {
            span: tag.at + 1..tag.at + 1 + tag.text.len(),
            text,
        })
    });
    splice(html, &classed.collect::<Vec<_>>())
}

/// Writes a file under a name that changes with what it holds; the name.
fn write_named(site: &Path, stem: &str, ending: &str, text: &str) -> Result<String> {
    let name = format!("{stem}-{:08x}.{ending}", fingerprint(text));
    std::fs::write(site.join(&name), text).with_context(|| format!("{name} cannot be written"))?;
    Ok(name)
}

/// The fingerprint of a text, folded to 32 bits.
pub(in crate::book) fn fingerprint(text: &str) -> u32 {
    let hash = explore::fingerprint(text);
    ((hash >> 32) ^ (hash & 0xffff_ffff)) as u32
}

/// Makes one sheet of those that these links of a page at the root of the site name, in their order; its name there.
fn one_sheet(site: &Path, name: &str, links: &str) -> Result<String> {
    let links = links
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let sheets = links.map(|link| {
        let text = std::fs::read_to_string(site.join(link))
            .with_context(|| format!("{link} cannot be read"))?;
        // The pictures of a sheet in a folder lie one folder less away from the root.
        Ok(text.replace("url(\"../", "url(\"") + "\n")
    });
    write_named(
        site,
        name,
        "css",
        &compact(&sheets.collect::<Result<String>>()?),
    )
}

/// A sheet without its comments, and with one space where there is white space. What stands in quotes stays.
fn compact(sheet: &str) -> String {
    let (mut out, mut rest) = (String::new(), sheet);
    while let Some(first) = rest.chars().next() {
        let (is_comment, is_blank) = (rest.starts_with("/*"), first.is_whitespace());
        let end = match first {
            '"' | '\'' => rest[1..].find(first).map(|end| end + 2),
            _ if is_comment => rest.find("*/").map(|end| end + 2),
            _ if is_blank => rest.find(|c: char| !c.is_whitespace()),
            _ => Some(first.len_utf8()),
        };
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        if !is_comment && !is_blank {
            out += piece;
        } else if !out.ends_with([' ', '{', '}', ';', ',']) {
            // None where a sign stands before that needs none; what follows such a sign may keep its own.
            out.push(' ');
        }
    }
    out
}

/// Takes comments and indentation out of the scripts that were written so far.
fn thin_scripts(site: &Path) -> Result<()> {
    for file in files(site)?
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "js"))
    {
        let path = site.join(file);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{} cannot be read", shown(file)))?;
        std::fs::write(path, thin_script(&text))
            .with_context(|| format!("{} cannot be written", shown(file)))?;
    }
    Ok(())
}

/// A script without comment lines and indentation, unless a text goes on over the end of a line: its blanks are meant.
fn thin_script(script: &str) -> String {
    let goes_on = |line: &str| line.ends_with('\\') || line.matches('`').count() % 2 == 1;
    if script.lines().any(goes_on) {
        return script.to_string();
    }
    let (mut out, mut rest) = (String::new(), script.trim_start());
    while !rest.is_empty() {
        let is_comment = rest.starts_with("/*");
        let (line, after) = rest
            .split_once(if is_comment { "*/" } else { "\n" })
            .unwrap_or((rest, ""));
        if !is_comment && !line.starts_with("//") {
            out.extend([line.trim_end(), "\n"]);
        }
        rest = after.trim_start();
    }
    out
}

/// Removes what mdBook ships and no page asks for. What lies in the book's own folder of prose stays.
fn sweep(site: &Path, prose: &Path, asked: &BTreeSet<PathBuf>) -> Result<()> {
    for file in files(site)? {
        let ending = file
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or_default();
        let is_asset = matches!(ending, "css" | "js" | "png" | "svg" | "woff2" | "txt");
        if is_asset && !asked.contains(&file) && !prose.join(&file).exists() {
            std::fs::remove_file(site.join(&file))
                .with_context(|| format!("{} cannot be removed", shown(&file)))?;
        }
    }
    // A folder goes if it is empty now.
    ["css", "fonts", "theme"]
        .iter()
        .for_each(|name| drop(std::fs::remove_dir(site.join(name))));
    Ok(())
}

/// The engine, in a script that hands it over: gzip in base64; empty in a program that carries none.
const PACKED: &str = include_str!(concat!(env!("OUT_DIR"), "/engine.txt"));
