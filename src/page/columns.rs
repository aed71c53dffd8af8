//! One step under the editions that tell it alike, or why some lack it; and the table after it, where the same cards lie.

use super::alternatives::{Answer, best, otherwise};
use super::{Place, Row, Told, alike, names, sign};
use crate::cards::{InOrder, Seat};
use crate::narrate::money::{Chips, Held, running};
use crate::narrate::scene::open;
use crate::narrate::{self, Choice, Face, Scene, Table, capital, choices, counted, table, title};
use crate::rules::{Marks, Ruleset, Topic};
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
    Lacks(Lack),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lack {
    pub(super) words: &'static str,
    /// The title and the id of the step after which nothing more comes, if that is why.
    pub(super) since: Option<(String, String)>,
}

/// A clause of one of the editions.
pub(super) struct Link {
    pub(super) href: String,
    edition: &'static str,
    short: &'static str,
    title: String,
    marks: Marks,
}

impl Link {
    /// Its title with its signs. They are bare: a hand names clauses by the hundred, and has to be light.
    pub(super) fn signed_title(&self) -> String {
        format!("{}{}", self.title, self.marks.signs())
    }

    /// Its edition with its signs, where the title stands before several.
    pub(super) fn signed_year(&self) -> String {
        format!("{}{}", self.short, self.marks.signs())
    }

    /// What is read aloud of it there.
    pub(super) fn label(&self) -> String {
        let words = [&self.title, self.edition, &self.marks.words()].map(str::to_string);
        words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// The columns of one row, as many as there are ways to tell it; and the table after it, if all have the same.
pub(super) fn columns<'a>(
    told: &Told<'a>,
    stories: &[&'a Story],
    rows: &[Row],
    at: usize,
    place: Place,
) -> (Vec<Column<'a>>, Option<Board<'a>>) {
    let all: Vec<usize> = (0..stories.len()).collect();
    let shared = board(stories, &rows[at], &all, told.seat);
    let groups =
        alike(all.into_iter().map(|index| (telling(stories, rows, at, index, shared.is_none(), told.seat), index)));
    let column = |((body, _), members): (Telling, Vec<usize>)| Column {
        editions: members.iter().map(|index| &stories[*index].rules).collect(),
        body,
        board: if shared.is_none() { board(stories, &rows[at], &members, told.seat) } else { None },
        otherwise: otherwise(told, stories, &rows[at], &members, place),
        members,
        place,
    };
    (groups.into_iter().map(column).collect(), shared)
}

/// What makes a column: what it tells, and the table, where tables differ.
type Telling = (Body, Option<Table>);

fn telling(stories: &[&Story], rows: &[Row], at: usize, index: usize, differ: bool, seat: Option<Seat>) -> Telling {
    let story = stories[index];
    match rows[at][index].map(|at| story.step(at)) {
        Some(step) => {
            let scene = Scene::new(story, step).seen_by(seat, &step);
            (Body::Scene(Box::new(scene)), differ.then(|| table(story, step).seen_by(seat, open(step))))
        }
        None => (Body::Lacks(lack(stories, rows, at, index)), None),
    }
}

fn lack(stories: &[&Story], rows: &[Row], at: usize, index: usize) -> Lack {
    let step = |row: &Row| row[index].map(|at| stories[index].step(at));
    let asked = rows[at].iter().zip(stories).find_map(|(at, story)| at.map(|at| story.frame(at)));
    let hand = asked.map_or(0, |step| step.hand);
    let acts = |step: &AnyStep| step.hand == hand && step.kind != Kind::Payment;
    let before = rows[..at].iter().rev().find_map(step);
    let has_more = rows[at..].iter().any(|row| step(row).is_some());
    let plays_on = rows[at..].iter().filter_map(step).any(|step| acts(&step));
    let since = |step: AnyStep| Some((title(stories[index], step), step.id.clone()));
    match (before, asked.map(|step| &step.kind)) {
        (Some(last), _) if !has_more && last.kind != Kind::Payment => {
            Lack { words: "Told no further than", since: since(last) }
        }
        (Some(last), _) if acts(&last) && !plays_on => Lack { words: "Over since", since: since(last) },
        (_, Some(Kind::Refused { .. })) => Lack { words: "Not tried", since: None },
        _ => Lack { words: "Not asked", since: None },
    }
}

impl Column<'_> {
    pub(crate) fn names(&self) -> String {
        names(&self.editions)
    }

    pub(super) fn links(&self, topic: &Topic) -> Vec<Link> {
        let link = |edition: &&Ruleset| Link {
            href: self.place.clause(edition.id, *topic),
            short: edition.short,
            edition: edition.name,
            title: edition.title(*topic),
            marks: edition.clause(*topic).marks(),
        };
        self.editions.iter().map(link).collect()
    }

    /// A clause's title as HTML: in the edition's words, if it is one alone. Its signs are those of all.
    pub(super) fn title(&self, topic: Topic) -> String {
        let title = if let [edition] = self.editions[..] { edition.title(topic) } else { topic.title().to_string() };
        let each = self.editions.iter().map(|edition| edition.clause(topic).marks());
        sign::escaped(&title) + &sign::sign(each.fold(Marks::default(), Marks::and))
    }

    pub(super) fn is_lacking(&self) -> bool {
        matches!(self.body, Body::Lacks(_))
    }

    /// What may be done and then what not, a line for all that one clause decides for one reason.
    pub(super) fn verdicts<'c>(&self, choices: &'c [Choice]) -> Vec<Verdict<'c>> {
        // That of a card gives its reason: `it beats 7♠`, after `may be played`.
        let ground = |choice: &'c Choice| {
            let is_word = choice.face.is_none();
            let reason = choice.verdict.split_once(": ").filter(|_| !is_word).map_or("", |(_, reason)| reason);
            (choice.is_allowed, is_word, reason, choice.clauses())
        };
        let mut verdicts = alike(choices.iter().map(|choice| (ground(choice), choice)));
        verdicts.in_order_of(|((is_allowed, ..), _)| !is_allowed);
        verdicts.into_iter().map(verdict).collect()
    }

    pub(super) fn best(&self, choice: &Choice) -> Option<String> {
        best(&self.otherwise, choice)
    }

    /// What it tells, to be read aloud, to one who sees all cards or not.
    pub(super) fn spoken(&self, sees: bool) -> String {
        match &self.body {
            Body::Scene(scene) if sees => scene.spoken(),
            Body::Scene(scene) => scene.closed(),
            Body::Lacks(Lack { words, since: Some((title, _)) }) => format!("{words} {title}."),
            Body::Lacks(Lack { words, since: None }) => format!("{words}."),
        }
    }
}

/// Choices that one clause decides for one reason.
pub(super) struct Verdict<'a> {
    pub(super) is_allowed: bool,
    /// What stands before its cards: `May be played`. Nothing before declarations, which say it themselves.
    pub(super) head: &'static str,
    pub(super) choices: Vec<&'a Choice>,
    /// Why, as a sentence; nothing where the head says all.
    pub(super) reason: String,
    pub(super) clauses: Vec<Topic>,
}

/// Whether a choice may be made, whether it is one of words, the reason that is given, and the clauses.
type Ground<'a> = (bool, bool, &'a str, Vec<Topic>);

fn verdict<'a>(((is_allowed, is_word, reason, clauses), choices): (Ground, Vec<&'a Choice>)) -> Verdict<'a> {
    let head = match (is_word, is_allowed) {
        (true, _) => "",
        (_, false) => "Not now",
        _ if reason.is_empty() => "May be led",
        _ => "May be played",
    };
    let reason = if reason.is_empty() { String::new() } else { capital(reason) + "." };
    Verdict { is_allowed, head, choices, reason, clauses }
}

#[derive(Clone, Debug, Template)]
#[template(path = "table.html")]
pub(super) struct Board<'a> {
    pub(super) table: Table,
    pub(super) chips: Chips,
    pub(super) editions: Vec<&'a Ruleset>,
    /// Their names, if others have no such step.
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

/// A card in a hand, or the room of one.
pub(super) struct Shown<'a> {
    pub(super) face: Option<&'a Face>,
    /// Its classes but for its face, after a space: whether it may be played, has been, or lies face down.
    pub(super) class: &'static str,
}

const BACK: &str = " back";

impl Board<'_> {
    /// The seats in playing order, each with its purse: its chips, and in what kinds they are counted.
    pub(super) fn places(&self) -> impl Iterator<Item = (&narrate::Place, [&str; 2])> {
        self.chips.places(&self.table).map(|(place, purse)| (place, parts(purse)))
    }

    pub(super) fn kinds(&self, seat: usize) -> Option<&str> {
        let [_, kinds] = parts(self.chips.purses.get(seat)?.as_deref()?);
        Some(kinds).filter(|kinds| !kinds.is_empty())
    }

    fn is_pressed(&self, place: &narrate::Place) -> bool {
        self.pressed == Some(Seat(place.seat))
    }

    fn open<'s>(&self, faces: &'s [Face]) -> Vec<Shown<'s>> {
        faces.iter().map(|face| Shown { face: Some(face), class: "" }).collect()
    }

    /// What is read aloud of cards that lie together.
    fn heard(&self, cards: &[Shown]) -> String {
        let open = cards.iter().filter_map(|shown| Some(shown.face?.name()));
        let shut = match cards.iter().filter(|shown| shown.class == BACK).count() {
            0 => None,
            1 => Some("a card, face down".to_owned()),
            count => Some(format!("{count} cards, face down")),
        };
        open.chain(shut).collect::<Vec<_>>().join("; ")
    }

    /// The cards of a seat. Those of the mover say what may be played, and one leaves room where it was.
    pub(super) fn cards<'s>(&'s self, place: &'s narrate::Place) -> Vec<Shown<'s>> {
        let backs = (0..place.unseen).map(|_| Shown { face: None, class: BACK });
        let asked: Vec<_> = self.choices.iter().filter(|_| place.is_mover).collect();
        let of = |choice: &&'s Choice| {
            let face = choice.face.as_ref()?;
            Some(match (place.cards.contains(face), choice.is_allowed, choice.is_taken) {
                (false, ..) => Shown { face: None, class: " gone" },
                (_, true, _) => Shown { face: Some(face), class: " may" },
                (_, _, true) => Shown { face: Some(face), class: " may-not tried" },
                _ => Shown { face: Some(face), class: " may-not" },
            })
        };
        let own: Vec<_> = asked.iter().filter_map(of).collect();
        if own.is_empty() { self.open(&place.cards).into_iter().chain(backs).collect() } else { own }
    }
}

/// The table of a row under those of these stories that have its step, if the same cards lie in all.
pub(super) fn board<'a>(stories: &[&'a Story], row: &Row, members: &[usize], seat: Option<Seat>) -> Option<Board<'a>> {
    let each = || members.iter().filter_map(|index| row[*index].map(|at| (stories[*index], stories[*index].step(at))));
    let mut tables = each().map(|(story, step)| table(story, step).seen_by(seat, open(step)));
    let table = tables.next()?;
    let editions: Vec<&Ruleset> = each().map(|(story, _)| &story.rules).collect();
    let chips = counted(&each().collect::<Vec<_>>());
    let paid = |(story, step): (&Story, AnyStep)| match step {
        AnyStep::Tricks(step) if step.kind == Kind::Payment => running(story, step),
        _ => Vec::new(),
    };
    let sees = |step: AnyStep| seat.is_none() || step.mover == seat;
    let may = |(story, step): (&Story, AnyStep)| if sees(step) { choices(story, step) } else { Vec::new() };
    tables.all(|other| other == table).then(|| Board {
        table,
        running: same(each().map(paid)),
        choices: same(each().map(may)),
        is_payment: each().any(|(_, step)| matches!(step, AnyStep::Tricks(step) if step.kind == Kind::Payment)),
        chips: Chips { fille: chips.fille.filter(|_| seat.is_none()), ..chips },
        pressed: seat,
        of: if editions.len() < members.len() { names(&editions) } else { String::new() },
        editions,
    })
}

/// The parts of a purse in words: `1003`, `10 contrats, 3 jetons`.
fn parts(purse: &str) -> [&str; 2] {
    let (chips, kinds) = purse.split_once(" (").unwrap_or((purse, ""));
    [chips.split(' ').next().unwrap_or_default(), kinds.trim_end_matches(')')]
}

/// What all of these are, if they are the same; else nothing.
fn same<T: PartialEq>(mut each: impl Iterator<Item = Vec<T>>) -> Vec<T> {
    let first = each.next().unwrap_or_default();
    if each.all(|other| other == first) { first } else { Vec::new() }
}

/// The table before a step is made, as its mover sees it: the chips lie as `before`, the step before it, has left them.
pub(super) fn posed<'a>(story: &'a Story, step: &Step, before: &Step) -> Board<'a> {
    let own = usize::from(step.kind == Kind::Play);
    let trick = step.trick[..step.trick.len().saturating_sub(own)].to_vec();
    let mut asked = Step { after: step.before, events: Vec::new(), trick, ..step.clone() };
    asked.kind = Kind::Declaration;
    let mut table = table(story, &asked);
    table.places.iter_mut().filter(|place| !place.is_mover).for_each(|place| place.cards.clear());
    let chips = Chips { fille: None, ..counted(&[(story, before.into())]) };
    let (editions, pressed) = (vec![&story.rules], step.mover);
    let (of, running, choices, is_payment) = Default::default();
    Board { table, chips, editions, of, running, choices, is_payment, pressed }
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
    let (of, running, choices, is_payment) = Default::default();
    let (chips, editions) = (counted(&[(story, step)]), vec![&story.rules]);
    Board { table, chips, editions, of, running, choices, is_payment, pressed: seat }
}

/// The table with the trick as a step leaves it, where nobody's cards are seen and nothing says which card is the best.
pub(super) fn in_play<'a>(story: &'a Story, step: &Step, before: &Step) -> Board<'a> {
    let mut laid = step.clone();
    (laid.kind, laid.mover) = (Kind::Declaration, None);
    let mut board = posed(story, &laid, before);
    for laid in board.table.places.iter_mut().filter_map(|place| place.laid.as_mut()) {
        let card = laid.face.as_ref().map(Face::card);
        let is_led = step.trick.first().is_some_and(|(_, led)| Some(*led) == card);
        laid.mark = if is_led { "led" } else { "" };
    }
    board
}
