//! What is for the table: what is drilled in a game; and "Play it tonight", an edition on one sheet of paper.

use super::clause::{LISTS, is_of};
use crate::book::picture::clauses::{RankRow, card_order_rows};
use crate::book::{WrittenChapters, game_page, sign};
use crate::cards::Seat;
use crate::editions;
use crate::narrate::sentence::{capital, signed};
use crate::narrate::{Face, Scene, came_to};
use crate::page::markdown::{one_line, source};
use crate::page::{Place, Told, inline};
use crate::rules::ClauseId::{
    DeclBid, DeclExchange, DeclFille, DeclFold, DeclJoin, DeclStand, FlushPoints, PayShare, Players,
};
use crate::rules::mus::Sides;
use crate::rules::{
    ClauseInfo, Double, Game, GameFamily, Mark, Marked, PoolSharing, Presence, Ruleset, Source,
};
use crate::scenario::story::{Kind, Step};
use crate::scenario::syntax::Asks;
use crate::session::{Company, DRILLS, Drill, NAMES, Session};
use anyhow::{Context, Result, ensure};
use askama::Template;
use std::path::Path;

/// So many sit at the table to which a link leads.
pub(super) const PLAYERS: u8 = 4;

/// The page on which one plays, and its chapter.
pub(super) const PLAY: &str = "play.html";
pub(super) const PLAY_CHAPTER: &str = "play.md";

#[derive(Template)]
#[template(path = "practice.md")]
struct Chapter<'a> {
    game: &'a Game,
    first: &'static Ruleset,
    prose: &'a WrittenChapters,
    place: Place,
    dealt: Vec<Dealt>,
}

/// A drill by an edition, with a deal as the strategy plays it in the learner's place.
struct Dealt {
    drill: &'static Drill,
    rules: &'static Ruleset,
    learner: String,
    /// Their cards when they are asked first.
    held: String,
    steps: Vec<String>,
    brings: String,
}

impl Chapter<'_> {
    /// The lesson of a drill; none in a book that does not have it.
    fn lesson(&self, drill: &Drill) -> Option<String> {
        let page = format!("learn/{}", drill.lesson);
        self.prose
            .contains_key(Path::new(&format!("{page}.md")))
            .then(|| self.place.to(&format!("{page}.html")))
    }
}

/// The page of a game's drills, from the root of the book, with this ending.
pub(super) fn page(game: &Game, ending: &str) -> String {
    format!("practice/{}.{ending}", game.id)
}

/// Whether a book with these pages of prose has one on which one plays.
pub(super) fn has_table(prose: &WrittenChapters) -> bool {
    prose.contains_key(Path::new(PLAY_CHAPTER))
}

/// The table at which a drill is dealt, as an address names it.
fn table(rules: &Ruleset, drill: &Drill) -> String {
    format!(
        "edition={}&players={PLAYERS}&drill={}&seed=1",
        rules.id, drill.id
    )
}

#[derive(Template)]
#[template(path = "lesson_play.html")]
struct Lesson<'a> {
    id: &'a str,
    title: String,
    table: String,
    /// The hand that is begun, as its file; nothing of a deal that is looked for.
    text: String,
    /// Where one plays it without this page's scripts, or reads it.
    play: String,
    worked: String,
}

/// The chapter of a game's drills: each is dealt by the first of these editions that has it, if any deal comes to it.
pub(super) fn practice(
    game: &Game,
    editions: &[&'static Ruleset],
    prose: &WrittenChapters,
    place: Place,
) -> Result<String> {
    let deal = |drill: &'static Drill| {
        let rules = *editions.iter().find(|rules| drill.fits(rules))?;
        let players = NAMES[..usize::from(PLAYERS)]
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
        let mut session = drill.worked(
            &Company::new(*rules, Default::default(), players, Seat(0), 1),
            1,
        )?;
        Some(worked(drill, rules, &mut session))
    };
    let dealt = DRILLS.iter().filter_map(deal).collect::<Result<_>>()?;
    Ok(Chapter {
        game,
        first: editions[0],
        prose,
        place,
        dealt,
    }
    .render()?)
}

fn worked(drill: &'static Drill, rules: &'static Ruleset, session: &mut Session) -> Result<Dealt> {
    let (story, learner) = (session.story()?, session.company.learner);
    let asked = story
        .all()
        .find(|step| step.mover == Some(learner))
        .context("the learner is not asked")?;
    let told = story.all().filter(|step| step.kind != Kind::Deal);
    let sentences = |step| {
        Scene::new(&story, step)
            .sentences
            .into_iter()
            .map(|one| one.text)
    };
    let told = told.map(|step| sentences(step).collect::<Vec<_>>().join(" "));
    let held = Scene::new(&story, asked)
        .held
        .iter()
        .map(Face::text)
        .collect::<Vec<_>>()
        .join(" ");
    let steps = told.filter(|told| !told.is_empty()).collect();
    let result = session.result().unwrap_or_default();
    let brings = if session.mus.is_some() {
        came_to(&story.rules, result)
    } else {
        signed(result)
    };
    Ok(Dealt {
        drill,
        rules,
        learner: session.learner().into(),
        held,
        steps,
        brings,
    })
}

/// Where this is drilled under the edition of a year, as HTML on one line, for a page at this place.
pub(in crate::book) fn practised(year: &str, id: &str, place: Place) -> Result<String> {
    let years = || {
        editions::playable_editions()
            .map(|rules| rules.short)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let unknown = || {
        format!(
            "no edition is called `{year}`; write one of {}, and a drill",
            years()
        )
    };
    let rules = editions::playable_editions()
        .find(|rules| rules.short == year)
        .with_context(unknown)?;
    let known = DRILLS
        .iter()
        .filter(|drill| drill.fits(rules))
        .map(|drill| drill.id);
    let known = || known.collect::<Vec<_>>().join(", ");
    let drill = Drill::by_id(id).filter(|drill| drill.fits(rules));
    let drill = drill
        .with_context(|| format!("nothing in {year} drills `{id}`; write one of {}", known()))?;
    let worked =
        editions::game_of(rules).map(|game| format!("{}#{id}", place.to(&page(game, "html"))));
    let title = format!("{}, by the rules of {year}", drill.title);
    let (table, worked) = (table(rules, drill), worked.unwrap_or_default());
    let play = format!("{}#{table}", place.to(PLAY));
    Ok(one_line(
        &Lesson {
            id,
            title,
            table,
            text: String::new(),
            play,
            worked,
        }
        .render()?,
    ) + "\n")
}

/// A hand to sit down to in a lesson, as HTML on one line: whose seat, and from which step, if not from the first.
pub(in crate::book) fn dealt(told: &Told, part: &str, place: Place) -> Result<String> {
    let (story, slug) = (told.story, told.slug());
    let (name, step) = part.split_once(' ').unwrap_or((part, ""));
    let name = name.replace('_', " ");
    let unknown = || {
        format!(
            "`{name}` does not play in {slug}; write one of {}",
            story.players.join(", ")
        )
    };
    let seat = story
        .players
        .iter()
        .position(|player| *player == name)
        .with_context(unknown)?;
    let is_asked = |step: &Step| {
        step.mover == Some(Seat(seat as u8)) && !matches!(step.kind, Kind::Refused { .. })
    };
    let from = story.steps.iter().position(|one| {
        if step.is_empty() {
            is_asked(one)
        } else {
            one.id == step
        }
    });
    let from =
        from.with_context(|| format!("{slug} has no step `{step}` at which {name} could begin"))?;
    let mut tasks = story.steps[from..]
        .iter()
        .filter(|step| is_asked(step))
        .flat_map(|step| &step.tasks);
    // `check` has seen to it that of what may be answered something is good and something is not.
    ensure!(
        tasks.any(|posed| posed.task.asks == Asks::Plays),
        "{slug} asks {name} nothing: write a `task plays` before a choice of theirs"
    );
    ensure!(
        told.file.about().next().is_some(),
        "{slug} does not say which clause it `shows`"
    );
    let (hand, step, text) = (
        place.to(&told.page("html")),
        &story.steps[from].id,
        source(&told.file.text),
    );
    let (id, table) = (
        &format!("{slug}-{step}"),
        format!("step={step}&seat={seat}&seed=1"),
    );
    Ok(one_line(
        &Lesson {
            id,
            title: told.title(),
            table,
            text,
            play: hand.clone(),
            worked: hand,
        }
        .render()?,
    ) + "\n")
}

#[derive(Template)]
#[template(path = "tonight.html")]
struct Sheet {
    edition: &'static Ruleset,
    place: Place,
    /// The order of the cards, the highest first, and what pools pay, each with the signs of what it rests on.
    order: Vec<RankRow>,
    order_signs: String,
    worth: Vec<Worth>,
    worth_signs: String,
}

/// A pool; and what it pays for so many tricks, for one that earns two shares, and what one without a trick owes.
type Worth = (i64, Vec<i64>);

pub(super) fn crib_sheet(edition: &'static Ruleset, place: Place) -> Result<String> {
    let (order, marks) = card_order_rows(edition);
    let (worth, worth_signs) =
        worth(edition).render(|worth, marks| (worth.clone(), sign::sign(marks)));
    let order_signs = sign::sign(marks);
    let sheet = one_line(
        &Sheet {
            edition,
            place,
            order,
            order_signs,
            worth,
            worth_signs,
        }
        .render()?,
    );
    let legend = sign::page_legend(&sheet);
    Ok(format!(
        "# Play it tonight: {}\n\n<div class=\"tonight\">{sheet}{legend}</div>\n",
        edition.name
    ))
}

/// Whether a clause says anything that a table needs: the edition has the thing, and does not merely pass it over.
fn decides(clause: &ClauseInfo) -> bool {
    !clause.is_absent() && !clause.marks().has(Mark::Silent)
}

/// Returns what the sheet says of a clause: its value in a few words, or its text if the value alone says too little, as
/// with bids and declarations.
fn fact(clause: &ClauseInfo) -> String {
    match clause.topic {
        DeclBid | DeclJoin | DeclFold | DeclStand | DeclExchange | DeclFille | FlushPoints => {
            sign::clause_html(clause)
        }
        _ => sign::words(&clause.short_rule().map(capital)),
    }
}

/// Whether these clauses are those of paying: the duties stand before them, and a table of pools below.
fn pays(clauses: &[ClauseInfo]) -> bool {
    clauses.iter().any(|clause| clause.topic == PayShare)
}

impl Sheet {
    /// What its source offers and the edition does not have of itself: a company must know it before it begins.
    fn offers(&self) -> Vec<ClauseInfo> {
        let is_offered = |clause: &ClauseInfo| {
            matches!(
                (clause.presence, clause.source),
                (Presence::Agreed(_), Source::Says { .. })
            )
        };
        self.edition
            .clauses()
            .into_iter()
            .filter(is_offered)
            .collect()
    }

    fn duties(&self) -> impl Iterator<Item = (&'static str, ClauseInfo)> {
        let duties = LISTS
            .duties
            .iter()
            .map(|(when, topic)| (*when, self.edition.clause(*topic)));
        duties.filter(|(_, clause)| decides(clause))
    }

    fn parts(&self) -> Vec<(String, Vec<ClauseInfo>)> {
        let part = |(title, ids): &(&str, &[&str])| {
            let is_its = |topic| !LISTS.left_off_the_sheet.contains(&topic) && is_of(topic, ids);
            let clauses = self
                .edition
                .clauses()
                .into_iter()
                .filter(|clause| decides(clause) && is_its(clause.topic));
            (self.edition.name_top_card(title), clauses.collect())
        };
        LISTS
            .sheet
            .iter()
            .map(part)
            .filter(|(_, clauses): &(_, Vec<_>)| !clauses.is_empty())
            .collect()
    }

    /// Whether the order says what each card is worth.
    fn has_worth(&self) -> bool {
        self.order
            .iter()
            .flat_map(|(_, cards)| cards)
            .any(|card| card.worth.is_some())
    }

    fn pays_top_card(&self) -> bool {
        self.edition
            .pay_double
            .read()
            .render(|double, _| *double != Double::None)
    }

    /// The columns of the pad: each player, or each side, and what is played for.
    fn columns(&self) -> Vec<&'static str> {
        let players = self.edition.players.read().render(|players, _| players.to);
        let whose = if self.edition.sides.value == Sides::Pairs {
            2
        } else {
            usize::from(players)
        };
        let pool = self.edition.has_clause_on(PayShare).then_some("Pool");
        ["Hand"]
            .into_iter()
            .chain(pool)
            .chain(vec![""; whose])
            .collect()
    }

    fn hand(&self) -> u8 {
        self.edition
            .deal_packets
            .read()
            .render(|packets, _| packets.hand)
    }
}

/// What pools of one to five stakes pay and cost, and the largest under a ceiling, where a trick has its share.
fn worth(edition: &Ruleset) -> Marked<Vec<Worth>> {
    let stakes = edition
        .stake
        .read()
        .and(edition.players.read())
        .and(edition.debt_cap.read());
    let pools = stakes.map(|((stake, players), cap)| {
        let others = i64::from(players.to) - 1;
        let largest = cap.0.map(|cap| stake.chips + others * cap);
        (1..=5).map(move |times| times * stake.chips).chain(largest)
    });
    let pays = edition
        .pay_share
        .read()
        .and(edition.pay_double.read())
        .and(edition.deal_packets.read());
    let owes = edition
        .debt_make
        .read()
        .map(|_| |pool| edition.cap_debt(edition.debt_without_trick(pool)));
    pools
        .and(pays)
        .and(owes)
        .map(|((pools, ((shares, double), packets)), owes)| {
            let worth = |pool| {
                let tricks = 1..=i64::from(packets.hand);
                let paid = tricks
                    .chain((double != Double::None).then_some(2))
                    .map(|times| times * shares.chips_per_part(pool));
                (pool, paid.chain([owes(pool)]).collect())
            };
            pools
                .filter(|_| shares.earner == PoolSharing::Trick && edition.has_clause_on(PayShare))
                .map(worth)
                .collect()
        })
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_practice.rs"]
mod tests;
