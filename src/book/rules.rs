//! The chapter of an edition's rules, made of its clauses.

use super::clause::{Printed, printed};
use super::infobox::{infobox, works};
use super::link::Link;
use super::picture::order::order;
use super::picture::packs::packs;
use super::pictures::packs_in_words;
use super::silence::{Silences, silences};
use super::subject::{Group, by_subject};
use crate::page::Place;
use crate::page::Told;
use crate::page::markdown::one_line;
use crate::rules::{Agreed, Answer, Ruleset, Setting, Source, Topic, Work};
use anyhow::Result;
use askama::Template;
use std::path::Path;

/// An option that the edition knows, and how it stands unless agreed.
struct Choice {
    name: &'static str,
    takes: String,
    topic: Topic,
    now: Option<Setting>,
    /// Whether it is known from another time or author.
    is_practice: bool,
}

/// A work in the list at the end.
struct Cited {
    link: Link,
    full: &'static str,
}

impl Cited {
    fn markdown(&self) -> String {
        self.link.markdown()
    }
}

#[derive(Template)]
#[template(path = "rules.md")]
struct Rules {
    title: String,
    edition: &'static Ruleset,
    infobox: String,
    hands: String,
    comparison: String,
    tonight: String,
    pictures: String,
    order: String,
    packs: String,
    own: Vec<Printed>,
    /// Where practice of the time is told in its stead.
    practice: Vec<Printed>,
    taken_over: Vec<&'static str>,
    groups: Vec<Group<Printed>>,
    absent: Vec<Printed>,
    silences: Silences,
    options: Vec<Choice>,
    works: Vec<Cited>,
}

/// What the chapter is called. Most of what is printed under a name may not be known to be its own.
pub(super) fn title(edition: &Ruleset) -> String {
    let clauses = edition.clauses();
    let unknown = clauses.iter().filter(|clause| clause.is_unknown()).count();
    if 2 * unknown > clauses.len() {
        format!("What is known of {}", edition.name)
    } else {
        format!("The rules of {}", edition.short)
    }
}

/// The chapter of an edition, as Markdown, for a page at this path.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn rules(edition: &'static Ruleset, told: &[Told], page: &Path) -> Result<String> {
    let place = Place::of(page);
    let views = edition.clauses();
    let print = || views.iter().map(|clause| printed(edition, clause, told, place)).collect::<Result<Vec<_>>>();
    let (absent, present): (Vec<_>, Vec<_>) = print()?.into_iter().partition(|clause| clause.is_lacking);
    let takes_over = present.iter().any(|clause| clause.is_taken_over);
    let (practice, own): (Vec<_>, Vec<_>) = print()?
        .into_iter()
        .filter(|clause| takes_over && !clause.is_taken_over)
        .partition(|clause| clause.is_practice);
    let chapter = Rules {
        title: title(edition),
        edition,
        infobox: one_line(&infobox(edition, place)?),
        hands: place.to(&format!("hands/{}.html", edition.id)),
        comparison: place.to("comparison.html"),
        tonight: place.to(&format!("tonight/{}.html", edition.id)),
        pictures: place.to("pictures.html"),
        order: order(edition).figure(edition.id)?,
        packs: format!("{} {}", packs(edition).figure(edition.id)?, packs_in_words(edition)?),
        own,
        practice,
        taken_over: unique(views.iter().filter_map(|clause| why(clause.source))),
        groups: by_subject(present, |clause| clause.topic),
        absent,
        silences: silences(edition, place),
        options: Agreed::known_to(edition).filter_map(|option| choice(edition, option.name)).collect(),
        works: works(edition).into_iter().map(|work| cited(work, place)).collect(),
    };
    Ok(chapter.render()?)
}

impl Rules {
    /// The picture of a clause, if it has one.
    fn picture(&self, topic: &Topic) -> &str {
        match topic {
            Topic::Rank => &self.order,
            Topic::Pack => &self.packs,
            _ => "",
        }
    }
}

fn why(source: Source) -> Option<&'static str> {
    match source {
        Source::Same { why, .. } => Some(why),
        _ => None,
    }
}

fn choice(edition: &Ruleset, name: &str) -> Option<Choice> {
    let option = Agreed::by_name(name)?;
    let Agreed { name, topic, .. } = *option;
    let is_practice =
        edition.readings(topic).iter().any(|one| one.option == Some(name) && one.kind == Answer::Practice);
    Some(Choice { name, takes: coded(&option.takes()), topic, now: option.now(edition), is_practice })
}

/// Words with what stands in straight quotes as code, so that Markdown does not bend the quotes.
fn coded(words: &str) -> String {
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { format!("`\"{part}\"`") } else { part.into() };
    words.split('"').enumerate().map(part).collect()
}

fn cited(work: &'static Work, place: Place) -> Cited {
    Cited { link: Link::new(place.work(work), work.short), full: work.full }
}

/// Each once, in the order of the first.
fn unique<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    all.for_each(|one| {
        if !seen.contains(&one) {
            seen.push(one);
        }
    });
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::sign::{faults, signed};
    use crate::editions;
    use crate::rules::Reading;

    fn chapter(edition: &str) -> String {
        let edition = editions::by_id(edition).expect("an edition");
        rules(edition, &[], Path::new("rules/x.md")).expect("a chapter")
    }

    #[test]
    fn a_clause_is_found_under_the_name_it_had() {
        let chapter = chapter("mouche-1718");
        let (_, after) = chapter.split_once("<div id=\"play.ruff\"></div>").expect("a place");
        let heading = after.trim_start().lines().next();
        assert!(heading.is_some_and(|line| line.starts_with("### ") && line.ends_with("{#play.trump}")), "{heading:?}");
    }

    #[test]
    fn every_clause_has_its_anchor_once() {
        for edition in editions::ALL {
            let chapter = chapter(edition.id);
            for topic in editions::topics() {
                assert_eq!(chapter.matches(&format!("{{#{topic}}}")).count(), 1, "{}/{topic}", edition.id);
            }
        }
    }

    #[test]
    fn every_option_and_every_reading_is_listed() {
        for edition in editions::ALL {
            let chapter = chapter(edition.id);
            for option in Agreed::known_to(edition).map(|option| option.name) {
                assert!(chapter.contains(&format!("- `{option}`: ")), "{}: {option}", edition.id);
            }
            let (_, gathered) = chapter.split_once("{#silences}").expect("the section");
            for clause in edition.clauses() {
                for reading in super::super::silence::own_readings(edition, &clause) {
                    assert!(gathered.contains(reading.question), "{}: {}", edition.id, reading.id);
                }
                if clause.source == Source::Silent {
                    let leads = [format!("](#{})", clause.topic), format!("\"#{}\"", clause.topic)];
                    assert!(leads.iter().any(|link| gathered.contains(link)), "{}/{}", edition.id, clause.topic);
                }
            }
        }
    }

    #[test]
    fn a_chapter_that_is_mostly_not_known_does_not_promise_rules() {
        let titles: Vec<String> = editions::ALL.iter().map(|edition| title(edition)).collect();
        let years = ["1718", "1730", "1758"].map(|year| format!("The rules of {year}"));
        assert_eq!(titles[..3], years);
        assert_eq!(titles[3..], ["What is known of Méry, 1847", "The rules of 1896"]);
    }

    #[test]
    fn what_is_taken_over_links_to_where_it_comes_from() {
        assert!(chapter("mouche-1730").contains(r#"href="../rules/mouche-1718.html#play.trump""#));
    }

    #[test]
    fn every_clause_of_the_chapter_and_of_its_box_has_its_signs() {
        for edition in editions::ALL {
            let signed = signed(&chapter(edition.id), Path::new(&format!("rules/{}.md", edition.id)));
            let told = signed.matches("data-clause=").count();
            assert!(told > editions::topics().count(), "{}: the box tells some again, {told}", edition.id);
            assert_eq!(faults(&signed, Path::new("rules/x.html")), [""; 0], "{}", edition.id);
            let bare = chapter(edition.id).replace("class=\"sign\"", "");
            assert!(!faults(&bare, Path::new("rules/x.html")).is_empty(), "{}", edition.id);
        }
    }

    #[test]
    fn a_clause_taken_over_tells_the_readings_that_its_origin_does_not() {
        let chapter = chapter("pamphile-1758");
        assert!(chapter.contains("A1758-13"), "who owes for a flush, with the Pamphile in hand");
        assert!(!chapter.contains("A1718-07"), "who owes for a flush in 1718");
    }

    #[test]
    fn what_an_edition_lacks_comes_after_what_it_has() {
        let chapter = chapter("mouche-1718");
        let (_, end) = chapter.split_once("## What this edition does not have").expect("the section");
        assert!(end.contains("{#pam.card}") && !end.contains("{#play.trump}") && !end.contains("{#fault.show}"));
        for (edition, anchor) in [
            ("mery-1847", "{#pam.card}"),
            ("boussac-1896", "{#forced.last}"),
            ("boussac-1896", "{#pam.turned}"),
            ("pamphile-1758", "{#flush.wild}"),
        ] {
            let told = super::tests::chapter(edition);
            let (present, _) = told.split_once("## What this edition does not have").expect("the section");
            assert!(present.contains(anchor), "{edition}: {anchor}");
        }
    }

    #[test]
    fn of_what_an_edition_lacks_the_engine_plays_nothing() {
        let chapter = chapter("mouche-1718");
        let engine = |topic: &str| {
            let (_, after) = chapter.split_once(&format!("data-clause=\"mouche-1718/{topic}\">")).expect("its value");
            after.split_once(" <a ").expect("the link to others").0
        };
        assert_eq!([engine("pam.trump"), engine("forced.last")], ["none"; 2]);
        assert_ne!(engine("play.discard"), "none");
    }

    #[test]
    fn what_is_not_known_of_an_edition_is_not_told_as_its_own() {
        let chapter = chapter("mery-1847");
        assert!(chapter.contains("not known; as 1718: 1000 chips each"), "the box");
        assert!(chapter.contains("not known; played as in <a"), "the clauses");
        assert!(chapter.contains("This is practice told of another time or author"), "the options");
    }

    #[test]
    fn practice_of_the_time_is_not_told_as_an_editions_own() {
        let chapter = chapter("mery-1847");
        let (_, told) = chapter.split_once("These clauses are its own: ").expect("its own");
        let (own, told) = told.split_once(". ").expect("a sentence");
        assert_eq!(own, "[The Pamphile](#pam.card), [A ceiling on debts](#debt.cap)");
        assert!(
            told.starts_with("Under [Misdeals](#fault.misdeal), [Too many or too few cards](#fault.cards) stands ")
        );
    }

    #[test]
    fn answers_are_parted_by_who_gives_them() {
        let chapter = chapter("boussac-1896");
        let (ours, rest) = chapter.split_once("### Slips and garbled words, mended").expect("the repairs");
        let (mended, settled) = rest.split_once("### What the source settles").expect("what is settled");
        let boussac = editions::by_id("boussac-1896").expect("an edition");
        let readings: Vec<Reading> =
            boussac.clauses().iter().flat_map(|clause| clause.readings.iter().copied()).collect();
        for (part, id) in [(ours, "bou.exchange.once"), (mended, "ABOU-03"), (settled, "ABOU-20")] {
            let reading = readings.iter().find(|reading| reading.id == id).expect("a reading");
            assert!(part.contains(reading.question), "{id}");
        }
    }
}
