//! Names, words, clauses and signs that the grammar would take here, those that the table would take first.

use super::asked::Asked;
use super::cards;
use super::item::Item;
use crate::cards::Suit;
use crate::editions;
use crate::editor::clause;
use crate::editor::moment::Moment;
use crate::narrate::table::table;
use crate::rules::{Ruleset, Sort, Topic, Verb};
use crate::scenario::reference::{FORMS, Keyword, Word};
use crate::scenario::{Kind, Place, Want};
use lsp_types::CompletionItemKind;

/// All that the grammar would take, in its order.
pub(super) fn items(asked: &Asked) -> Vec<Item> {
    let mut wants = asked.wants.clone();
    // Who, and which card, before what else.
    wants.sort_by_key(|want| match want {
        Want::Name => 0,
        Want::Card if cards::come_first(asked) => 1,
        Want::Sign(_) => 4,
        Want::Card => 3,
        _ => 2,
    });
    wants.iter().flat_map(|want| wanted(asked, *want)).collect()
}

fn wanted(asked: &Asked, want: Want) -> Vec<Item> {
    match want {
        Want::Name => names(asked),
        Want::Card => cards::items(asked),
        Want::Word(keyword) => vec![word(asked, keyword)],
        Want::Words(place) => words(asked, place),
        Want::Topic => topics(asked),
        Want::Suit => Suit::ALL.map(|suit| Item::new(CompletionItemKind::VALUE, suit.sign(), suit.name())).into(),
        Want::Sign(Kind::Hole) => vec![Item::new(CompletionItemKind::VALUE, "?", "left open: `mouche bless` fills it")],
        Want::Sign(kind @ (Kind::Arrow | Kind::Open)) => {
            kind.sign().map(|sign| Item::new(CompletionItemKind::OPERATOR, sign, "")).into_iter().collect()
        }
        Want::Sign(_) | Want::Number => Vec::new(),
    }
}

/// The players, the one first whom the table asks.
fn names(asked: &Asked) -> Vec<Item> {
    let players = asked.document.outline().header.iter().flat_map(|header| &header.players).enumerate();
    let mover = |moment: &Moment| moment.mover().map(|seat| usize::from(seat.0));
    let first: Vec<usize> =
        asked.moments.iter().flat_map(|moment| [mover(moment), mover(&moment.passed())]).flatten().collect();
    let mut players: Vec<(usize, &str)> = players.map(|(seat, name)| (seat, name.value.as_str())).collect();
    players.sort_by_key(|(seat, _)| first.iter().position(|mover| mover == seat).unwrap_or(usize::MAX));
    let item = |(seat, name): &(usize, &str)| {
        let turn = first.contains(seat).then(|| "next".to_owned());
        let marks = turn.into_iter().chain(marks(asked, *seat)).collect::<Vec<_>>();
        Item::new(CompletionItemKind::VARIABLE, *name, marks.join(", "))
    };
    let mut items: Vec<Item> = players.iter().map(item).collect();
    // Who may claim something may do so before the first card.
    let claims = usize::from(asked.moments.iter().any(|moment| !moment.plays()));
    let leader = first.last().and_then(|leader| players.iter().find(|(seat, _)| seat == leader));
    let numbered = leader.and_then(|(_, name)| numbered(asked, name));
    numbered.into_iter().for_each(|trick| items.insert(claims.min(items.len()), trick));
    items
}

/// The number and the leader of a trick that begins with this line.
fn numbered(asked: &Asked, leader: &str) -> Option<Item> {
    let opens_line = asked.cursor.tokens.first().is_none_or(|first| first.span.start == asked.start);
    let hand = asked.moments.first().map(Moment::passed).filter(|moment| moment.plays() && opens_line)?.hand;
    let text = format!("{}. {leader}", hand.finished + 1);
    hand.trick.is_none().then(|| Item::new(CompletionItemKind::VARIABLE, text, "leads"))
}

/// What the table says of a player: dealer, to play.
fn marks(asked: &Asked, seat: usize) -> Vec<String> {
    let Some(moment) = asked.moments.first().map(Moment::passed) else { return Vec::new() };
    let table = table(&moment.story, &moment.step());
    table.places.get(seat).map_or_else(Vec::new, |place| place.marks.iter().map(|mark| mark.to_string()).collect())
}

/// The words of a place, those first that say what may be done.
fn words(asked: &Asked, place: Place) -> Vec<Item> {
    let mut items: Vec<Item> = Keyword::at(place).map(|keyword| word(asked, keyword)).collect();
    // Every edition reads every word for a flush; its own comes first.
    let own = clause::rules(asked.document).first().map(|rules| rules.terms.flush);
    items.sort_by_key(|item| (item.is_refused, own != Some(item.text.as_str())));
    items
}

/// A word, with what may be said of it here.
fn word(asked: &Asked, keyword: Keyword) -> Item {
    let letters = asked.document.outline().letters;
    let mut item =
        Item::new(CompletionItemKind::KEYWORD, keyword.word(letters), said(asked.cursor.block.word, keyword));
    if let Some((verdict, is_allowed)) = verdict(asked, keyword) {
        (item.detail, item.is_refused) = (verdict, !is_allowed);
    }
    item
}

/// What the first form with a word says.
fn said(fence: Word, keyword: Keyword) -> &'static str {
    let has = |example: &str| example.split(' ').any(|word| word == keyword.spelling());
    FORMS.iter().find(|form| form.fence == fence && has(&form.english)).map_or("", |form| form.says)
}

/// Whether the mover may do what a word says, and under which clause.
fn verdict(asked: &Asked, keyword: Keyword) -> Option<(String, bool)> {
    let moment = asked.moments.iter().find(|moment| asked.is_movers(moment))?;
    let (verbs, choices) = (verbs(keyword), moment.choices());
    match choices.iter().find(|choice| verbs.contains(&choice.verb)) {
        Some(choice) => Some((format!("{} ({})", choice.verdict, choice.clause), choice.is_allowed)),
        // Nothing of the kind is asked for now.
        None if !verbs.is_empty() => Some(("not asked for now".to_owned(), false)),
        None => None,
    }
}

/// The moves that a word may tell: a verb, or what one is said of.
fn verbs(keyword: Keyword) -> Vec<Verb> {
    let names = |verb: &Verb| verb.object().ends_with(keyword.spelling()) && verb.sort() == Sort::Declaration;
    let is_verb = keyword.verbs().next().is_some();
    let verbs =
        if is_verb { keyword.verbs().collect() } else { Verb::ALL.iter().copied().filter(names).collect::<Vec<_>>() };
    verbs.into_iter().filter(|verb| verb.sort() != Sort::Fault).collect()
}

/// The clauses that the editions of the file have.
fn topics(asked: &Asked) -> Vec<Item> {
    let rules = clause::rules(asked.document);
    let has = |topic: &&Topic| rules.iter().any(|rules| !rules.clause(**topic).is_absent());
    let said = |say: &dyn Fn(&Ruleset) -> String| rules.first().map_or_else(String::new, say);
    let item = |topic: &Topic| {
        let more = said(&|rules| clause::told(rules, *topic, ""));
        Item { more, ..Item::new(CompletionItemKind::REFERENCE, topic.id(), said(&|rules| rules.title(*topic))) }
    };
    editions::topics().filter(has).map(item).collect()
}
