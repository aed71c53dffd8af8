//! Practice deals: a chapter for each edition, and beside it, for each deal, a script with all lines of the learner's.

mod script;

use super::cache::Cache;
use super::links::Link;
use super::sign;
use crate::editions;
use crate::explore::practice::{Drill, PracticeDeal, lines};
use crate::page::Place;
use crate::rules::{Ruleset, SIGNS};
use anyhow::{Context, Result, ensure};
use askama::Template;
use rayon::prelude::*;
use script::{Data, Worked};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The most points a deal may have: beyond it, what a page must load is too much.
pub const MOST_POINTS: usize = 1500;

/// The deals, edition by edition, found by trying seeds: see `tests/all/practice.rs`.
static PRACTICE: LazyLock<Vec<PracticeDeal>> = LazyLock::new(|| {
    type Row = (String, u8, u8, i64, u64, Drill);
    let rows: Vec<Row> = serde_json::from_str(include_str!("practice/deals.json")).unwrap_or_default();
    let deal = |(edition, players, place, debt, seed, drill): Row| {
        let edition = editions::by_id(&edition)?.id;
        Some(PracticeDeal { edition, players, place, debt, seed, drill })
    };
    rows.into_iter().filter_map(deal).collect()
});

/// All practice deals of the book.
pub fn practice_deals() -> &'static [PracticeDeal] {
    &PRACTICE
}

#[derive(Template)]
#[template(path = "practice.md")]
struct Chapter<'a> {
    rules: &'a Ruleset,
    deals: Vec<Deal<'a>>,
    strategy: String,
    /// What the signs mean, those too that stand in the scripts alone.
    legend: String,
}

/// A deal as its chapter offers it.
struct Deal<'a> {
    edition: &'static str,
    deal: &'a PracticeDeal,
    number: usize,
    script: String,
    worked: Option<&'a Worked>,
    clause: String,
}

/// A drill, the address of its clause, and the deals that have it, one after another.
type Group<'a> = (Drill, &'a str, &'a [Deal<'a>]);

impl Chapter<'_> {
    /// The deals by what they drill: those of a drill stand together.
    fn drills(&self) -> impl Iterator<Item = Group<'_>> {
        let groups = self.deals.chunk_by(|one, next| one.deal.drill == next.deal.drill);
        groups.map(|deals| (deals[0].deal.drill, deals[0].clause.as_str(), deals))
    }

    /// The signs of the clause that is drilled.
    fn sign(&self, drill: &Drill) -> String {
        sign::sign(self.rules.clause(drill.topic()).marks())
    }

    /// The hands of the edition.
    fn hands(&self) -> String {
        format!("../hands/{}.html", self.rules.id)
    }
}

impl Deal<'_> {
    /// The id of its heading.
    fn anchor(&self) -> String {
        anchor(self.edition, self.number, self.deal)
    }

    /// The attribute that gives the heading its id.
    fn heading_id(&self) -> String {
        format!("{{#{}}}", self.anchor())
    }

    /// Where the learner sits: `the dealer`, `eldest, at the dealer's right`.
    fn place(&self) -> String {
        match self.deal.place {
            1 => "eldest: first to speak, and to lead".into(),
            last if last == self.deal.players => "dealer, last to speak".into(),
            place => format!("number {place} to speak"),
        }
    }
}

/// The page of an edition's deals.
pub(super) fn page(rules: &Ruleset) -> PathBuf {
    PathBuf::from(format!("practice/{}.md", rules.id))
}

/// The deals of an edition, each with its number from 1.
fn deals(rules: &Ruleset) -> impl Iterator<Item = (usize, &'static PracticeDeal)> {
    (1..).zip(practice_deals().iter().filter(|deal| deal.edition == rules.id))
}

/// Links to the deals of a year that drill this, as a list in Markdown, for a page at this place.
///
/// # Errors
/// A year without an edition, or a drill that none of its deals has.
pub(super) fn drills(edition: &str, drill: &str, place: Place) -> Result<String> {
    let known_editions = || editions::ALL.iter().map(|rules| rules.short).collect::<Vec<_>>().join(", ");
    let rules = editions::ALL.iter().find(|rules| rules.short == edition);
    let rules = rules
        .with_context(|| format!("no edition is called `{edition}`; write one of {}, and a drill", known_editions()))?;
    let drilling = || deals(rules).filter(|(_, deal)| deal.drill.id() == drill);
    ensure!(drilling().next().is_some(), "no deal of {edition} drills `{drill}`; write one of {}", known(rules));
    let page = place.to(&page(rules).with_extension("html").display().to_string());
    let line = |(number, deal): (usize, &PracticeDeal)| {
        let words = format!("Deal {number} of {edition}: {}, {} players", deal.drill.title(), deal.players);
        let link = Link::new(format!("{page}#{}", anchor(rules.short, number, deal)), words);
        format!("- {}\n", link.markdown())
    };
    Ok(drilling().map(line).collect())
}

/// What the deals of an edition drill, each once.
fn known(rules: &Ruleset) -> String {
    let drills: BTreeSet<_> = deals(rules).map(|(_, deal)| deal.drill).collect();
    drills.into_iter().map(Drill::id).collect::<Vec<_>>().join(", ")
}

/// The id of a deal's heading.
fn anchor(edition: &str, number: usize, deal: &PracticeDeal) -> String {
    format!("deal-{edition}-{number}-{}", deal.drill.id())
}

/// The name of a deal's script: it stands beside the chapter.
fn script(rules: &Ruleset, number: usize) -> String {
    format!("{}-{number}.js", rules.id)
}

/// The chapter of an edition's deals, as Markdown.
///
/// # Errors
/// A template that cannot be filled.
pub(super) fn practice(rules: &'static Ruleset, worked: &Deals, page: &Path) -> Result<String> {
    let place = Place::of(page);
    let deal = |(number, deal): (usize, &'static PracticeDeal)| {
        let script = script(rules, number);
        let worked = worked.0.get(&script).map(|made| &made.worked);
        Deal { edition: rules.short, deal, number, script, worked, clause: place.clause(rules.id, deal.drill.topic()) }
    };
    let strategy = place.to(&Path::new(super::links::STRATEGY).with_extension("html").display().to_string());
    let legend = sign::legend_of(&worked.signs(rules));
    Ok(Chapter { rules, deals: deals(rules).map(deal).collect(), strategy, legend }.render()?)
}

/// All deals, worked out.
#[derive(Clone, Debug)]
pub(super) struct Deals(BTreeMap<String, Made>);

/// What a deal's lines are made into.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Made {
    /// The script that holds them all.
    script: String,
    /// The best of them, for those who cannot play it.
    worked: Worked,
}

impl Deals {
    /// Works them out on all cores; those that the cache holds are not worked out again.
    ///
    /// # Errors
    /// A deal that cannot be played.
    pub(super) fn of(cache: Option<&Cache>) -> Result<Deals> {
        let each =
            |rules: &'static Ruleset| deals(rules).map(move |(number, deal)| (rules, deal, script(rules, number)));
        let work: Vec<_> = editions::ALL.iter().flat_map(|rules| each(rules)).collect();
        let made = work.par_iter().map(|(rules, deal, name)| remembered(rules, deal, name, cache)).collect::<Vec<_>>();
        let named = work.into_iter().zip(made).map(|((.., name), made)| Ok((name, made?)));
        Ok(Deals(named.collect::<Result<_>>()?))
    }

    /// The signs of the clauses that the drills and the scripts of an edition name.
    fn signs(&self, rules: &Ruleset) -> String {
        let drilled = deals(rules).map(|(_, deal)| rules.clause(deal.drill.topic()).marks().signs());
        let made: Vec<&Made> = deals(rules).filter_map(|(number, _)| self.0.get(&script(rules, number))).collect();
        let stand = |sign: &str| made.iter().any(|made| made.script.contains(sign));
        let named = SIGNS.iter().map(|(sign, _)| *sign).filter(|sign| stand(sign)).map(String::from);
        drilled.chain(named).collect()
    }

    /// Writes their scripts beside their chapters.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn write(&self, site: &Path) -> Result<()> {
        for (name, made) in &self.0 {
            let path = site.join("practice").join(name);
            std::fs::write(&path, &made.script).with_context(|| format!("{name} cannot be written"))?;
        }
        Ok(())
    }
}

/// A deal out of the cache, or else made, and put there.
fn remembered(rules: &'static Ruleset, deal: &PracticeDeal, name: &str, cache: Option<&Cache>) -> Result<Made> {
    // The program itself is part of an entry's name, and with it the edition and the strategy.
    let Some(entry) = cache.map(|cache| cache.entry(&(name, deal))) else { return make(rules, deal, name) };
    if let Some(kept) = entry.read().and_then(|kept| serde_json::from_str(&kept).ok()) {
        return Ok(kept);
    }
    let made = make(rules, deal, name)?;
    entry.write(&serde_json::to_string(&made)?);
    Ok(made)
}

fn make(rules: &'static Ruleset, deal: &PracticeDeal, name: &str) -> Result<Made> {
    let lines = lines(rules, deal, MOST_POINTS).with_context(|| format!("{name}: its lines cannot be worked out"))?;
    let data = Data::new(rules, deal, &lines, Place::of(&page(rules)));
    let all = serde_json::to_string(&data)?;
    let script = format!("(window.mouchePractice=window.mouchePractice||{{}})[{name:?}]={all};\n");
    Ok(Made { script, worked: data.worked() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_signs_of_a_script_mean_stands_on_its_page() {
        let (rules, path) = (editions::ALL[0], page(editions::ALL[0]));
        let (number, deal) = deals(rules).next().expect("a deal");
        let name = script(rules, number);
        let made = make(rules, deal, &name).expect("its lines");
        assert!(made.script.contains("\"The lead°\""), "a clause by its title and its signs");
        let chapter = |deals: Deals| sign::signed(&practice(rules, &deals, &path).expect("a chapter"), &path);
        let without = chapter(Deals([(name.clone(), made.clone())].into()));
        let with = chapter(Deals([(name, Made { script: "∗".into(), ..made })].into()));
        for chapter in [&without, &with] {
            assert_eq!(sign::faults(chapter, Path::new("practice/x.html")), [""; 0]);
        }
        assert_eq!(with.matches("class=\"legend\"").count(), 1);
        assert!(with.contains("∗ not known") && !without.contains("∗ not known"), "what stands in the script alone");
        assert!(with.contains("° in whole"), "and what stands in the page: {with}");
    }

    #[test]
    fn every_deal_is_told_to_the_reckoning_that_it_promises() {
        let deals = Deals::of(None).expect("deals");
        assert!(deals.0.len() >= 100);
        for (name, made) in &deals.0 {
            let worked = &made.worked;
            assert_eq!(worked.held.split(' ').count(), 5, "{name}: {worked:?}");
            assert!(worked.steps[0].starts_with(&worked.name), "{name}: {worked:?}");
            assert!(worked.opening.contains("The pool holds") && !worked.steps.is_empty(), "{name}: {worked:?}");
            assert!(worked.steps.iter().all(|step| step.ends_with('.')), "{name}: {worked:?}");
            let last = worked.steps.last().map_or("", String::as_str);
            assert!(["takes", "owes", "pays"].iter().any(|word| last.contains(word)), "{name}: {last}");
        }
    }
}
