//! Practice: what is drilled in a game, each with a deal to sit down to and a deal that is worked.

use crate::book::links::{Prose, STRATEGY, game_page};
use crate::book::sign::sign;
use crate::cards::Seat;
use crate::editions;
use crate::narrate::sentence::{signed, whole};
use crate::narrate::{Face, Scene, came_to};
use crate::page::markdown::{one_line, source};
use crate::page::{Place, Told};
use crate::rules::{Game, Machine, Ruleset};
use crate::scenario::story::{Kind, Posed, Step};
use crate::scenario::syntax::Asks;
use crate::session::{Company, DRILLS, Drill, NAMES, Session};
use anyhow::{Context, Result, ensure};
use askama::Template;
use std::path::Path;

/// So many sit at the table to which a link leads.
pub(super) const PLAYERS: u8 = 4;

pub(super) const PLAY: &str = "play.html";

#[derive(Template)]
#[template(path = "practice.md")]
struct Chapter<'a> {
    game: &'a Game,
    page: String,
    strategy: String,
    is_of_mus: bool,
    drills: Vec<View>,
}

struct View {
    drill: &'static Drill,
    /// The name of its edition, where that is not the game's first.
    edition: &'static str,
    clause: String,
    sign: String,
    /// Its lesson; none in a book that does not have it.
    lesson: Option<String>,
    /// Where one sits down to it; nowhere in a book that has no such page.
    play: Option<String>,
    worked: Worked,
}

impl View {
    fn heading_id(&self) -> String {
        format!("{{#{}}}", self.drill.id)
    }
}

/// A deal as the strategy plays it in the learner's place.
struct Worked {
    name: String,
    /// Their cards when they are asked first.
    held: String,
    /// What is told of each step after the deal.
    steps: Vec<String>,
    brings: String,
}

/// The page of a game's drills, from the root of the book, with this ending.
pub(super) fn page(game: &Game, ending: &str) -> String {
    format!("practice/{}.{ending}", game.id)
}

/// Whether anything is drilled by these editions.
pub(in crate::book) fn is_drilled(editions: &[&Ruleset]) -> bool {
    editions.iter().any(|rules| drills(rules).next().is_some())
}

fn drills(rules: &Ruleset) -> impl Iterator<Item = &'static Drill> {
    DRILLS.iter().filter(|drill| drill.fits(rules))
}

/// The table at which a drill is dealt, as an address names it.
fn table(rules: &Ruleset, drill: &Drill) -> String {
    format!("edition={}&players={PLAYERS}&drill={}&seed=1", rules.id, drill.id)
}

/// A drill in a chapter: its deals are played there.
#[derive(Template)]
#[template(path = "lesson_play.html")]
struct Lesson {
    id: String,
    title: String,
    table: String,
    /// The hand that is begun, as its file; nothing of a deal that is looked for.
    text: String,
    /// Where one plays it without this page's scripts, or reads it.
    play: String,
    worked: String,
}

/// The chapter of a game's drills, as Markdown, for a book with these pages of prose: each is dealt by the first of these
/// editions that has it. One that no deal comes to is left out: where little is at stake, nobody folds.
pub(super) fn practice(game: &Game, editions: &[&'static Ruleset], prose: &Prose, page: &Path) -> Result<String> {
    let place = Place::of(page);
    let view = |drill: &'static Drill, rules: &'static Ruleset, session: Session| {
        Ok(View {
            drill,
            edition: if rules.id == editions[0].id { "" } else { rules.name },
            clause: place.clause(rules.id, drill.topic),
            sign: sign(rules.clause(drill.topic).marks()),
            lesson: Some(format!("learn/{}", drill.lesson))
                .filter(|lesson| prose.contains_key(Path::new(&format!("{lesson}.md"))))
                .map(|lesson| place.to(&format!("{lesson}.html"))),
            play: prose
                .contains_key(Path::new(PLAY).with_extension("md").as_path())
                .then(|| format!("{}#{}", place.to(PLAY), table(rules, drill))),
            worked: worked(&session)?,
        })
    };
    let strategy = place.to(&Path::new(STRATEGY).with_extension("html").display().to_string());
    let dealt = |drill: &'static Drill| {
        let rules = *editions.iter().find(|rules| drill.fits(rules))?;
        let players = NAMES[..usize::from(PLAYERS)].iter().map(|name| (*name).to_owned()).collect();
        let session = drill.worked(&Company::new(*rules, Default::default(), players, Seat(0), 1), 1)?;
        Some(view(drill, rules, session))
    };
    let page = place.to(&game_page(game, "html"));
    let is_of_mus = editions.iter().all(|rules| rules.machine == Machine::Mus);
    let drills = DRILLS.iter().filter_map(dealt).collect::<Result<_>>()?;
    Ok(Chapter { game, page, strategy, is_of_mus, drills }.render()?)
}

fn worked(session: &Session) -> Result<Worked> {
    let (story, learner) = (session.story()?, session.company.learner);
    let asked = story.all().find(|step| step.mover == Some(learner)).context("the learner is not asked")?;
    let told =
        story.all().filter(|step| step.kind != Kind::Deal).map(|step| whole(&Scene::new(&story, step).sentences));
    let held = Scene::new(&story, asked).held.iter().map(Face::text).collect::<Vec<_>>().join(" ");
    let steps = told.filter(|told| !told.is_empty()).collect();
    let result = session.result().unwrap_or_default();
    let brings = if session.mus.is_some() { came_to(&story.rules, result) } else { signed(result) };
    Ok(Worked { name: session.learner().into(), held, steps, brings })
}

/// Where this is drilled under the edition of a year, as HTML on one line, for a page at this place.
pub(in crate::book) fn practised(year: &str, id: &str, place: Place) -> Result<String> {
    let years = || editions::every().map(|rules| rules.short).collect::<Vec<_>>().join(", ");
    let rules = editions::every().find(|rules| rules.short == year);
    let rules =
        rules.with_context(|| format!("no edition is called `{year}`; write one of {}, and a drill", years()))?;
    let drill = Drill::by_id(id).filter(|drill| drill.fits(rules));
    let known = || drills(rules).map(|drill| drill.id).collect::<Vec<_>>().join(", ");
    ensure!(drill.is_some(), "nothing in {year} drills `{id}`; write one of {}", known());
    let Some(drill) = drill else { return Ok(String::new()) };
    let worked =
        editions::game_of(rules).map_or(String::new(), |game| format!("{}#{id}", place.to(&page(game, "html"))));
    let title = format!("{}, by the rules of {year}", drill.title);
    let play = format!("{}#{}", place.to(PLAY), table(rules, drill));
    let (id, text) = (format!("deal-{id}"), String::new());
    Ok(one_line(&Lesson { id, title, table: table(rules, drill), text, play, worked }.render()?) + "\n")
}

/// A hand that somebody sits down to in a lesson, as HTML on one line: with whose seat, and from which step on, if not from
/// their first choice.
pub(in crate::book) fn dealt(told: &Told, part: &str, place: Place) -> Result<String> {
    let (story, slug) = (told.story, told.slug());
    let (name, step) = part.split_once(' ').unwrap_or((part, ""));
    let name = name.replace('_', " ");
    let seat = story.players.iter().position(|player| *player == name);
    let seat =
        seat.with_context(|| format!("`{name}` does not play in {slug}; write one of {}", story.players.join(", ")))?;
    let is_asked = |step: &Step| step.mover == Some(Seat(seat as u8)) && !matches!(step.kind, Kind::Refused { .. });
    let from = story.steps.iter().position(|one| if step.is_empty() { is_asked(one) } else { one.id == step });
    let from = from.with_context(|| format!("{slug} has no step `{step}` at which {name} could begin"))?;
    let tasks = story.steps[from..].iter().filter(|step| is_asked(step)).flat_map(|step| &step.tasks);
    // `check` has seen to it that of what may be answered something is good and something is not.
    let decides = |posed: &Posed| posed.task.asks == Asks::Plays;
    ensure!(
        tasks.into_iter().any(decides),
        "{slug} asks {name} nothing: write a `task plays` before a choice of theirs"
    );
    ensure!(told.file.about().next().is_some(), "{slug} does not say which clause it `shows`");
    let hand = place.to(&told.page("html"));
    let id = format!("deal-{slug}-{}", story.steps[from].id);
    let table = format!("step={}&seat={seat}&seed=1", story.steps[from].id);
    let text = source(&told.file.text);
    let lesson = Lesson { id, title: told.title(), table, text, play: hand.clone(), worked: hand };
    Ok(one_line(&lesson.render()?) + "\n")
}
