//! One step under the editions that tell it alike, or why some lack it; and the table after it, where the same cards lie.

use super::advice::{Answer, otherwise};
use super::merge::first;
use super::{Place, Row, Told, alike, names, sign};
use crate::cards::{InsertionSort, Seat};
use crate::narrate::{
    self, Chips, Choice, Face, Held, Scene, Table, capital, choices, counted, open, running, table,
    title,
};
use crate::rules::{ClauseId, Marks, Ruleset};
use crate::scenario::story::{AnyStep, Kind, Step, Story};
use askama::Template;

pub(super) struct Column<'a> {
    pub(super) members: Vec<usize>,
    pub(super) editions: Vec<&'a Ruleset>,
    pub(super) body: Body,
    /// The table after it, if it is not the same in all columns.
    pub(super) board: Option<Board<'a>>,
    /// What else could have been done, as far as that was worked out.
    pub(super) otherwise: Vec<Answer>,
    place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Scene(Box<Scene>),
    /// Why there is no step; and the title and the id of the one after which nothing more comes, if that is why.
    Lacks(&'static str, Option<(String, String)>),
}

/// A clause under the editions of a column.
#[derive(Template)]
#[template(path = "topic.html")]
struct Named<'a> {
    column: &'a Column<'a>,
    topic: ClauseId,
}

impl Named<'_> {
    /// What is read aloud of one edition, where the title stands before several.
    fn label(&self, edition: &Ruleset) -> String {
        let says = edition.clause(self.topic).marks().words();
        let comma = if says.is_empty() { "" } else { ", " };
        format!(
            "{}, {}{comma}{says}",
            edition.title(self.topic),
            edition.name
        )
    }
}

/// The columns of one row, as many as there are ways to tell it; the table after it is in none if all share it.
pub(super) fn columns<'a>(
    told: &Told<'a>,
    rows: &[Row],
    at: usize,
    shares: bool,
    place: Place,
) -> Vec<Column<'a>> {
    let stories = &told.file.stories[..];
    let row = &rows[at];
    let seat = told.seat;
    // What it tells makes a column, and the table, where tables differ.
    let telling = |index: usize| {
        let Some(step) = row[index].map(|at| stories[index].step(at)) else {
            return ((lack(stories, rows, at, index), None), index);
        };
        let scene = Scene::new(&stories[index], step).seen_by(seat, &step);
        let differs = (!shares).then(|| table(&stories[index], step).seen_by(seat, open(step)));
        ((Body::Scene(Box::new(scene)), differs), index)
    };
    let column = |((body, _), members): (_, Vec<usize>)| Column {
        editions: members.iter().map(|index| &stories[*index].rules).collect(),
        body,
        board: if shares {
            None
        } else {
            board(stories, row, &members, seat)
        },
        otherwise: otherwise(told, row, &members, place),
        members,
        place,
    };
    alike((0..stories.len()).map(telling))
        .into_iter()
        .map(column)
        .collect()
}

fn lack(stories: &[Story], rows: &[Row], at: usize, index: usize) -> Body {
    let step = |row: &Row| row[index].map(|at| stories[index].step(at));
    let (_, asked) = first(stories, &rows[at]);
    let acts = |step: &AnyStep| step.hand == asked.hand && step.kind != Kind::Payment;
    let before = rows[..at].iter().rev().find_map(step);
    let has_more = rows[at..].iter().any(|row| step(row).is_some());
    let plays_on = rows[at..].iter().filter_map(step).any(|step| acts(&step));
    let since = |step: AnyStep| Some((title(&stories[index], step), step.id.clone()));
    match (before, &asked.kind) {
        (Some(last), _) if !has_more && last.kind != Kind::Payment => {
            Body::Lacks("Told no further than", since(last))
        }
        (Some(last), _) if acts(&last) && !plays_on => Body::Lacks("Over since", since(last)),
        (_, Kind::Refused { .. }) => Body::Lacks("Not tried", None),
        _ => Body::Lacks("Not asked", None),
    }
}

impl Column<'_> {
    pub(crate) fn names(&self) -> String {
        names(&self.editions)
    }

    pub(super) fn named(&self, topic: &ClauseId) -> askama::Result<String> {
        Named {
            column: self,
            topic: *topic,
        }
        .render()
    }

    /// A clause's title as HTML: in the edition's words, if it is one alone. Its signs are those of all.
    pub(super) fn title(&self, topic: ClauseId) -> String {
        let title = if let [edition] = self.editions[..] {
            edition.title(topic)
        } else {
            topic.title().to_string()
        };
        let each = self
            .editions
            .iter()
            .map(|edition| edition.clause(topic).marks());
        sign::escaped(&title) + &sign::sign(each.fold(Marks::default(), Marks::and))
    }

    /// What may be done and then what not, a line for all that one clause decides for one reason.
    pub(super) fn verdicts<'c>(&self, choices: &'c [Choice]) -> Vec<Verdict<'c>> {
        // Cards share a head, `may be played`, and a reason, `it beats 7♠`. A word has a head of its own.
        let ground = |choice: &'c Choice| {
            let head = if choice.face.is_some() {
                choice.head()
            } else {
                ""
            };
            (choice.is_allowed, head, choice.reason(), choice.clauses())
        };
        let mut verdicts = alike(choices.iter().map(|choice| (ground(choice), choice)));
        verdicts.insertion_sort_by_key(|((is_allowed, ..), _)| !is_allowed);
        let verdicts =
            verdicts
                .into_iter()
                .map(|((is_allowed, head, reason, clauses), choices)| {
                    let reason = if reason.is_empty() {
                        String::new()
                    } else {
                        capital(reason) + "."
                    };
                    Verdict {
                        is_allowed,
                        head: capital(head),
                        choices,
                        reason,
                        clauses,
                    }
                });
        verdicts.collect()
    }

    /// What a choice brings in chips: one number, or where answers differ one for each edition, a dash for those without.
    pub(super) fn best(&self, choice: &Choice) -> Option<String> {
        let bests: Vec<Option<i64>> = self
            .otherwise
            .iter()
            .map(|answer| answer.instead.best(choice))
            .collect();
        let first = (*bests.first()?)?;
        if bests.iter().all(|best| *best == Some(first)) {
            return Some(first.to_string());
        }
        let mut each = vec![
            "-".to_owned();
            self.otherwise
                .iter()
                .flat_map(|answer| &answer.members)
                .max()?
                + 1
        ];
        for (answer, best) in self.otherwise.iter().zip(bests) {
            answer
                .members
                .iter()
                .for_each(|index| each[*index] = best.map_or("-".into(), |best| best.to_string()));
        }
        Some(each.join(" "))
    }

    /// What it tells, to be read aloud, to one who sees all cards or not.
    pub(super) fn spoken(&self, sees: bool) -> String {
        match &self.body {
            Body::Scene(scene) => scene.spoken(sees),
            Body::Lacks(words, Some((title, _))) => format!("{words} {title}."),
            Body::Lacks(words, None) => format!("{words}."),
        }
    }
}

pub(super) struct Verdict<'a> {
    pub(super) is_allowed: bool,
    /// What stands before its cards: `May be played`. Nothing before declarations, which say it themselves.
    pub(super) head: String,
    pub(super) choices: Vec<&'a Choice>,
    /// Why, as a sentence; nothing where the head says all.
    pub(super) reason: String,
    pub(super) clauses: Vec<ClauseId>,
}

#[derive(Clone, Debug, Template)]
#[template(path = "table.html")]
pub(super) struct Board<'a> {
    pub(super) table: Table,
    pub(super) chips: Chips,
    pub(super) editions: Vec<&'a Ruleset>,
    pub(super) of: String,
    /// All chips before and after a payment, if it is the same in all these editions.
    pub(super) running: Vec<Held>,
    /// What may be said of the mover's cards, if it is the same in all these editions.
    choices: Vec<Choice>,
    /// Whether chips are moved: no cards are shown then.
    is_payment: bool,
    /// Whose cards can be pressed: each has a name of its own, and those of others are named together.
    pressed: Option<Seat>,
}

/// A card in a hand, or the room of one; and after a space whether it may be played, has been, or lies face down.
type Shown<'a> = (Option<&'a Face>, &'static str);

const BACK: &str = " back";

impl<'a> Board<'a> {
    /// A table at which nothing is said of cards or chips.
    fn of(story: &'a Story, table: Table, chips: Chips, pressed: Option<Seat>) -> Board<'a> {
        let (of, running, choices, is_payment) = Default::default();
        Board {
            table,
            chips,
            editions: vec![&story.rules],
            of,
            running,
            choices,
            is_payment,
            pressed,
        }
    }

    /// The seats in playing order, each with its purse: its chips, and in what kinds they are counted.
    pub(super) fn places(&self) -> impl Iterator<Item = (&narrate::Place, [&str; 2])> {
        self.chips
            .places(&self.table)
            .map(|(place, purse)| (place, parts(purse)))
    }

    pub(super) fn kinds(&self, seat: usize) -> Option<&str> {
        let [_, kinds] = parts(self.chips.purses.get(seat)?.as_deref()?);
        Some(kinds).filter(|kinds| !kinds.is_empty())
    }

    fn open<'s>(&self, faces: &'s [Face]) -> Vec<Shown<'s>> {
        faces.iter().map(|face| (Some(face), "")).collect()
    }

    fn heard(&self, cards: &[Shown]) -> String {
        let mut heard: Vec<String> = cards
            .iter()
            .filter_map(|(face, _)| Some((*face)?.name()))
            .collect();
        match cards.iter().filter(|(_, class)| *class == BACK).count() {
            0 => {}
            1 => heard.push("a card, face down".to_owned()),
            count => heard.push(format!("{count} cards, face down")),
        }
        heard.join("; ")
    }

    /// The cards of a seat. Those of the mover say what may be played, and one leaves room where it was.
    pub(super) fn cards<'s>(&'s self, place: &'s narrate::Place) -> Vec<Shown<'s>> {
        let of = |choice: &'s Choice| {
            let face = choice.face.as_ref()?;
            Some(
                match (
                    place.cards.contains(face),
                    choice.is_allowed,
                    choice.is_taken,
                ) {
                    (false, ..) => (None, " gone"),
                    (_, true, _) => (Some(face), " may"),
                    (_, _, true) => (Some(face), " may-not tried"),
                    _ => (Some(face), " may-not"),
                },
            )
        };
        let own: Vec<_> = self
            .choices
            .iter()
            .filter(|_| place.is_mover)
            .filter_map(of)
            .collect();
        let backs = (0..place.unseen).map(|_| (None, BACK));
        if own.is_empty() {
            self.open(&place.cards).into_iter().chain(backs).collect()
        } else {
            own
        }
    }
}

/// The table of a row under those of these stories that have its step, if the same cards lie in all.
pub(super) fn board<'a>(
    stories: &'a [Story],
    row: &Row,
    members: &[usize],
    seat: Option<Seat>,
) -> Option<Board<'a>> {
    let each = || {
        members
            .iter()
            .filter_map(|index| row[*index].map(|at| (&stories[*index], stories[*index].step(at))))
    };
    let mut tables = each().map(|(story, step)| table(story, step).seen_by(seat, open(step)));
    let table = tables.next()?;
    let editions: Vec<&Ruleset> = each().map(|(story, _)| &story.rules).collect();
    let chips = counted(&each().collect::<Vec<_>>());
    let paid = |(story, step): (&Story, AnyStep)| match step {
        AnyStep::Tricks(step) if step.kind == Kind::Payment => running(story, step),
        _ => Vec::new(),
    };
    let sees = |step: AnyStep| seat.is_none() || step.mover == seat;
    let may = |(story, step): (&Story, AnyStep)| {
        if sees(step) {
            choices(story, step)
        } else {
            Vec::new()
        }
    };
    tables.all(|other| other == table).then(|| Board {
        table,
        running: same(each().map(paid)),
        choices: same(each().map(may)),
        is_payment: each()
            .any(|(_, step)| matches!(step, AnyStep::Tricks(step) if step.kind == Kind::Payment)),
        chips: Chips {
            fille: chips.fille.filter(|_| seat.is_none()),
            ..chips
        },
        pressed: seat,
        of: if editions.len() < members.len() {
            names(&editions)
        } else {
            String::new()
        },
        editions,
    })
}

/// The parts of a purse in words: `1003`, `10 contrats, 3 jetons`.
fn parts(purse: &str) -> [&str; 2] {
    let (chips, kinds) = purse.split_once(" (").unwrap_or((purse, ""));
    [
        chips.split(' ').next().unwrap_or_default(),
        kinds.trim_end_matches(')'),
    ]
}

fn same<T: PartialEq>(mut each: impl Iterator<Item = Vec<T>>) -> Vec<T> {
    let first = each.next().unwrap_or_default();
    if each.all(|other| other == first) {
        first
    } else {
        Vec::new()
    }
}

/// The table before a step is made, as its mover sees it: the chips lie as `before`, the step before it, has left them.
/// Where a trick is shown that the step leaves, nobody's cards are seen and nothing says which card is the best.
pub(super) fn posed<'a>(
    story: &'a Story,
    step: &Step,
    before: &Step,
    shows_trick: bool,
) -> Board<'a> {
    let own = usize::from(step.kind == Kind::Play && !shows_trick);
    let trick = step.trick[..step.trick.len().saturating_sub(own)].to_vec();
    let mut asked = Step {
        after: step.before,
        events: Vec::new(),
        trick,
        ..step.clone()
    };
    asked.kind = Kind::Declaration;
    asked.mover = if shows_trick { None } else { step.mover };
    let mut table = table(story, &asked);
    for place in &mut table.places {
        if !place.is_mover {
            place.cards.clear();
        }
        if let Some(laid) = place.laid.as_mut().filter(|_| shows_trick) {
            let is_led = laid
                .face
                .as_ref()
                .is_some_and(|face| face.card == step.trick[0].1);
            laid.mark = if is_led { "led" } else { "" };
        }
    }
    Board::of(
        story,
        table,
        Chips {
            fille: None,
            ..counted(&[(story, before.into())])
        },
        asked.mover,
    )
}

/// The table as a step of Mus leaves it, with the cards of one seat, or of all.
pub(super) fn asked<'a>(story: &'a Story, step: AnyStep, seat: Option<Seat>) -> Board<'a> {
    let mut table = table(story, step);
    for place in &mut table.places {
        place.is_mover = seat == Some(Seat(place.seat));
        if seat.is_some() && !place.is_mover {
            place.cards.clear();
        }
    }
    Board::of(story, table, counted(&[(story, step)]), seat)
}
