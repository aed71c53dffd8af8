//! What may be written in a deal, a script or a payout: the values that would hold, then names, cards, words, clauses and
//! signs that the grammar would take, those first that the table would take.

use super::asked::{Asked, Item, Thing};
use crate::author::clause;
use crate::author::filling::fillings;
use crate::author::moment::{Moment, ended};
use crate::cards::InOrder;
use crate::cards::{Card, Letters, Set, Suit, read_card, spell_card};
use crate::editions;
use crate::narrate::table::table;
use crate::rules::{Ruleset, Sort, Topic, Verb};
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::reference::{FORMS, Keyword, Word};
use crate::scenario::{Kind, Place, Want};

/// All that may be written, in its order.
pub(super) fn items(asked: &Asked) -> impl Iterator<Item = Item> {
    filled(asked).into_iter().chain(taken(asked))
}

/// All that the grammar would take, in its order.
fn taken(asked: &Asked) -> Vec<Item> {
    let mut wants = asked.wants.clone();
    // Who, and which card, before what else.
    wants.in_order_of(|want| match want {
        Want::Name => 0,
        Want::Card if card_comes_first(asked) => 1,
        Want::Sign(_) => 4,
        Want::Card => 3,
        _ => 2,
    });
    wants.iter().flat_map(|want| wanted(asked, *want)).collect()
}

fn wanted(asked: &Asked, want: Want) -> Vec<Item> {
    match want {
        Want::Name => names(asked),
        Want::Card => cards(asked),
        Want::Word(keyword) => vec![word(asked, keyword)],
        Want::Words(place) => words(asked, place),
        Want::Topic => topics(asked),
        Want::Suit => Suit::ALL.map(|suit| Item::new(Thing::Value, suit.sign(), suit.name())).into(),
        Want::Sign(Kind::Hole) => vec![Item::new(Thing::Value, "?", "left open: `mouche bless` fills it")],
        Want::Sign(kind @ (Kind::Arrow | Kind::Open)) => {
            kind.sign().map(|sign| Item::new(Thing::Sign, sign, "")).into_iter().collect()
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
    players.in_order_of(|(seat, _)| first.iter().position(|mover| mover == seat).unwrap_or(usize::MAX));
    let item = |(seat, name): &(usize, &str)| {
        let turn = first.contains(seat).then(|| "next".to_owned());
        let marks = turn.into_iter().chain(marks(asked, *seat)).collect::<Vec<_>>();
        Item::new(Thing::Name, *name, marks.join(", "))
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
    hand.trick.is_none().then(|| Item::new(Thing::Name, text, "leads"))
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
    items.in_order_of(|item| (item.is_refused, own != Some(item.text.as_str())));
    items
}

/// A word, with what may be said of it here.
fn word(asked: &Asked, keyword: Keyword) -> Item {
    let letters = asked.document.outline().letters;
    let mut item = Item::new(Thing::Word, keyword.word(letters), said(asked.cursor.block.word, keyword));
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
        Item { more, ..Item::new(Thing::Clause, topic.id(), said(&|rules| rules.title(*topic))) }
    };
    editions::topics().filter(has).map(item).collect()
}

/// The values that would hold here, those of each edition.
fn filled(asked: &Asked) -> Vec<Item> {
    let mut items = Vec::new();
    for want in &asked.wants {
        match want {
            Want::Sign(Kind::Hole) => items.extend(values(asked, "")),
            Want::Sign(Kind::Arrow) => items.extend(values(asked, "-> ")),
            Want::Sign(Kind::Open) if asked.has(Keyword::Tries) => items.extend(refusal(asked)),
            _ => {}
        }
    }
    items
}

/// What stands instead of a `?` after some signs.
fn values<'a>(asked: &Asked, signs: &'a str) -> impl Iterator<Item = Item> + use<'a> {
    let file = written(asked, &format!("{signs}?"));
    let found = fillings(&asked.document.path, &file, asked.start + signs.len());
    found.into_iter().map(move |wrong| value(signs, &wrong))
}

fn value(signs: &str, wrong: &Diagnostic) -> Item {
    let text = format!("{signs}{}", wrong.fix.as_deref().unwrap_or_default());
    let under = wrong.editions.first().map(|edition| format!(" under {edition}")).unwrap_or_default();
    let sums = wrong.help.first().map(|sum| format!(": {sum}")).unwrap_or_default();
    Item::new(Thing::Value, text, format!("{}{under}{sums}", wrong.message))
}

/// Why what is tried is refused, and what may be done instead.
fn refusal(asked: &Asked) -> Option<Item> {
    let word = |keyword: Keyword| keyword.word(asked.document.outline().letters);
    let open = [format!("({}: ", word(Keyword::Refused)), format!("; {}: ", word(Keyword::Legal))];
    let file = written(asked, &format!("{}?{}?)", open[0], open[1]));
    let first = asked.start + open[0].len();
    let fix = |place: usize| fillings(&asked.document.path, &file, place).into_iter().next();
    let clause = fix(first)?;
    let legal = fix(first + 1 + open[1].len()).and_then(|wrong| wrong.fix);
    let legal = legal.map_or_else(String::new, |cards| format!("{}{cards}", open[1]));
    let text = format!("{}{}{legal})", open[0], clause.fix.as_deref()?);
    Some(Item::new(Thing::Value, text, clause.label))
}

/// The file with a text here, the statement and the fence ended after it.
fn written(asked: &Asked, text: &str) -> String {
    let count = |kind: Kind| asked.said.iter().filter(|token| token.kind == kind).count();
    let end = ")".repeat(count(Kind::Open).saturating_sub(count(Kind::Close)));
    let file = &asked.document.text;
    ended(file, asked.cursor.block, &format!("{}{text}{end}", &file[..asked.start]))
}

/// Whether a card is what the table asks for here.
fn card_comes_first(asked: &Asked) -> bool {
    asked.moments.iter().any(|moment| {
        let moment = moment.passed();
        moment.plays() && asked.is_movers(&moment)
    })
}

/// The cards that may stand here.
fn cards(asked: &Asked) -> Vec<Item> {
    match asked.cursor.block.word {
        Word::Deal => undealt(asked).into_iter().map(|card| card_item(asked, card, String::new(), false)).collect(),
        _ => in_play(asked),
    }
}

/// What a card is written as, and found by: `7♥`, `7H`.
fn card_item(asked: &Asked, card: Card, detail: String, is_refused: bool) -> Item {
    let letters = asked.document.outline().letters;
    let text = spell_card(card, letters);
    let also = typed(&text, card, letters);
    Item { also, is_refused, ..Item::new(Thing::Member, text, detail) }
}

/// The card with a letter for its suit, as a keyboard has it.
fn typed(text: &str, card: Card, letters: Letters) -> String {
    let rank = text.trim_end_matches(card.suit().sign());
    let words = ('A'..='Z').map(|letter| format!("{rank}{letter}"));
    words.into_iter().find(|word| read_card(word, letters) == Ok(card)).unwrap_or_default()
}

/// The cards of the pack that stand nowhere in the deal.
fn undealt(asked: &Asked) -> Vec<Card> {
    let rules = clause::rules(asked.document);
    let outline = asked.document.outline();
    let (Some(first), Some(header)) = (rules.first(), &outline.header) else { return Vec::new() };
    let pack = |players: usize| first.pack.value.pack(players as u8);
    let left = pack(header.players.len()) - told(asked);
    first.rank.value.sorted(left)
}

/// The cards that stand in the fence.
fn told(asked: &Asked) -> Set {
    let words = asked.cursor.block.content.text().split(|c: char| c.is_whitespace());
    words.filter_map(|word| read_card(word, asked.document.outline().letters).ok()).collect()
}

fn in_play(asked: &Asked) -> Vec<Item> {
    let Some(moment) = asked.moments.first() else { return Vec::new() };
    let last = asked.keywords().next_back();
    match last {
        None => verdicts(asked, false),
        Some(Keyword::Tries) => verdicts(asked, true),
        // What is drawn comes from the stock.
        Some(Keyword::For) if asked.keywords().any(|word| word.verbs().any(|verb| verb == Verb::Exchange)) => {
            plain(asked, moment, moment.hand.stock)
        }
        Some(Keyword::May | Keyword::Legal) => {
            let items = verdicts(asked, false).into_iter().filter(|item| !item.is_refused);
            items.filter(|item| !is_said(asked, &item.text)).collect()
        }
        _ => asked.seat().map_or_else(Vec::new, |seat| plain(asked, moment, moment.hand.held[seat])),
    }
}

/// Cards of which nothing is to be said, but for those that the statement has.
fn plain(asked: &Asked, moment: &Moment, cards: Set) -> Vec<Item> {
    let cards = moment.story.rules.rank.value.sorted(cards).into_iter();
    let items = cards.map(|card| card_item(asked, card, String::new(), false));
    items.filter(|item| !is_said(asked, &item.text)).collect()
}

fn is_said(asked: &Asked, text: &str) -> bool {
    let letters = asked.document.outline().letters;
    let card = read_card(text, letters);
    asked.said.iter().any(|token| card.is_ok() && read_card(token.text, letters) == card)
}

/// The mover's cards with their verdicts: those that may be played first, or, where something is tried, those that may not.
fn verdicts(asked: &Asked, tried: bool) -> Vec<Item> {
    let moments: Vec<Moment> = asked.moments.iter().map(Moment::passed).collect();
    let Some(first) = moments.first().filter(|moment| asked.is_movers(moment)) else { return Vec::new() };
    let cards = first.choices().into_iter().filter_map(|choice| choice.face.map(|face| face.card()));
    let one = |card: Card| {
        let (words, allowed) = card_verdict(&moments, card);
        card_item(asked, card, words, !allowed)
    };
    let mut items: Vec<Item> = cards.map(one).collect();
    items.in_order_of(|item| item.is_refused != tried);
    items
}

/// The verdict on a card under each edition, said once where they agree; and whether all allow it.
fn card_verdict(moments: &[Moment], card: Card) -> (String, bool) {
    let mut words: Vec<(String, &str)> = Vec::new();
    let mut allowed = true;
    for moment in moments {
        let choices = moment.choices();
        let Some(choice) = choices.iter().find(|choice| choice.face.as_ref().is_some_and(|face| face.card() == card))
        else {
            continue;
        };
        allowed &= choice.is_allowed;
        let said = format!("{} ({})", choice.verdict, choice.clause);
        if !words.iter().any(|(other, _)| *other == said) {
            words.push((said, moment.story.rules.id));
        }
    }
    let words = match &words[..] {
        [(one, _)] => one.clone(),
        many => many.iter().map(|(said, edition)| format!("{said} under {edition}")).collect::<Vec<_>>().join("; "),
    };
    (words, allowed)
}
