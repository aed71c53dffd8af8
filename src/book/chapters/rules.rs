//! The chapter of an edition's rules, made of its clauses, and of what its sources leave open.

use super::clause::{Group, Printed, by_subject, own_readings, printed};
use super::infobox::{infobox, works};
use crate::book::picture::cards::{order, packs};
use crate::book::pictures::packs_in_words;
use crate::editions;
use crate::page::markdown::one_line;
use crate::page::{Place, Told};
use crate::rules::{Agreed, Answer, ClauseView, Presence, Reading, Ruleset, Source, Topic, Work};
use anyhow::Result;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "rules.md")]
struct Rules<'a> {
    title: String,
    edition: &'static Ruleset,
    place: Place,
    clauses: &'a [ClauseView],
    infobox: String,
    order: String,
    packs: String,
    /// What it decides itself, where it takes over other clauses.
    own: Vec<&'a ClauseView>,
    /// Where practice of the time is told in the stead of a rule.
    practice: Vec<&'a ClauseView>,
    groups: Vec<Group<Printed>>,
    absent: Vec<Printed>,
    works: Vec<&'static Work>,
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
pub(super) fn rules(edition: &'static Ruleset, told: &[Told], page: &Path) -> Result<String> {
    let place = Place::of(page);
    let clauses = edition.clauses();
    let (absent, present): (Vec<&ClauseView>, _) =
        clauses.iter().partition(|clause| clause.presence == Presence::Lacking);
    let print = |clauses: Vec<&ClauseView>| -> Result<Vec<Printed>> {
        clauses.into_iter().map(|clause| printed(edition, clause, told, place)).collect()
    };
    let is_taken_over = |clause: &&ClauseView| editions::origin(edition, clause.topic).id != edition.id;
    let takes_over = present.iter().any(is_taken_over);
    let (practice, own) = clauses
        .iter()
        .filter(|clause| takes_over && !is_taken_over(clause))
        .partition(|clause| matches!(clause.source, Source::Period { .. }));
    let chapter = Rules {
        title: title(edition),
        edition,
        place,
        clauses: &clauses,
        infobox: one_line(&infobox(edition, place)?),
        order: order(edition).figure(edition.id)?,
        packs: format!("{} {}", packs(edition).figure(edition.id)?, packs_in_words(edition)?),
        own,
        practice,
        groups: by_subject(print(present)?, |clause| clause.topic),
        absent: print(absent)?,
        works: works(edition),
    };
    Ok(chapter.render()?)
}

/// The kinds of answers to what is left open, with the titles over them and whose answers they are.
const ANSWERS: &[(Answer, &str, &str)] = &[
    (Answer::Silence, "Silences, and how we read them", "No source settles these. The answers are ours."),
    (
        Answer::Open,
        "Open questions, and how we play them",
        "The source speaks of these, and its words fit more than one answer. The choice is ours.",
    ),
    (
        Answer::Practice,
        "Practice of other times and authors",
        "Others tell these, and they are not this edition's rules. What we do is ours to answer for.",
    ),
    (
        Answer::Repair,
        "Slips and garbled words, mended",
        "The text at hand, or its translation, goes wrong here. The repair is ours.",
    ),
    (Answer::Settled, "What the source settles", "These are asked, and what the source says answers them."),
];

impl Rules<'_> {
    /// The picture of a clause, if it has one.
    fn picture(&self, topic: &Topic) -> &str {
        match topic {
            Topic::Rank => &self.order,
            Topic::Pack => &self.packs,
            _ => "",
        }
    }

    /// Why clauses are taken over, each reason once.
    fn reasons(&self) -> Vec<&'static str> {
        let mut reasons = Vec::new();
        for clause in self.clauses {
            if let Source::Same { why, .. } = clause.source
                && !reasons.contains(&why)
            {
                reasons.push(why);
            }
        }
        reasons
    }

    /// The edition's own answers of a kind, each with its clause.
    fn answers(&self, kind: &Answer) -> Vec<(&ClauseView, Reading)> {
        let own = |clause| own_readings(self.edition, clause).into_iter().map(move |reading| (clause, reading));
        self.clauses.iter().flat_map(own).filter(|(_, reading)| reading.kind == *kind).collect()
    }

    /// The editions whose readings hold here too, since their clauses are taken over.
    fn inherited(&self) -> Vec<&'static Ruleset> {
        let read = self.clauses.iter().filter(|clause| !clause.readings.is_empty());
        let mut origins: Vec<_> = read.map(|clause| editions::origin(self.edition, clause.topic)).collect();
        origins.retain(|origin| origin.id != self.edition.id);
        origins.sort_by_key(|origin| (origin.year, origin.id));
        origins.dedup_by_key(|origin| origin.id);
        origins
    }

    /// Clauses that rest on nothing and ask nothing.
    fn silent(&self) -> Vec<&ClauseView> {
        let is_bare = |clause: &&ClauseView| clause.source == Source::Silent && clause.readings.is_empty();
        self.clauses.iter().filter(is_bare).collect()
    }

    fn options(&self) -> impl Iterator<Item = &'static Agreed> {
        Agreed::known_to(self.edition)
    }

    /// Whether an option is known from another time or author.
    fn is_practice(&self, option: &Agreed) -> bool {
        let mut readings = self.edition.readings(option.topic).iter();
        readings.any(|reading| reading.option == Some(option.name) && reading.kind == Answer::Practice)
    }
}

/// What an option takes, with what stands in straight quotes as code, so that Markdown does not bend the quotes.
fn takes(option: &Agreed) -> String {
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { format!("`\"{part}\"`") } else { part.into() };
    option.takes().split('"').enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::sign::{faults, signed};

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
                for reading in own_readings(edition, &clause) {
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
