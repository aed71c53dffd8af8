//! What may be written in a deal, a script or a payout: the values that would hold, then names, cards, words, clauses and
//! signs that the grammar would take, those first that the table would take.

use crate::author::cursor::{Cursor, TableBefore, end_text_in_fence, tables_before};
use crate::author::{Document, Structure, found_values, hover};
use crate::cards::{Card, CardSet, InsertionSort, Letters, Seat, Suit, read_card, spell_card};
use crate::editions;
use crate::narrate::{MoveChoice, table_after};
use crate::rules::{ArgKind, ClauseId, MoveKind, Ruleset, Verb};
use crate::scenario::{
    self, Continuation, FenceKind, GrammarPlace, Keyword, LINE_FORMS, Token, TokenKind,
};
use schemars::JsonSchema;
use serde::Serialize;

pub(super) struct CompletionContext<'a> {
    document: &'a Document,
    structure: &'a Structure,
    letters: Letters,
    cursor: &'a Cursor<'a>,
    pub(super) start: usize,
    wants: Vec<Continuation>,
    statement: &'a [Token<'a>],
    /// The table before the statement, under each edition; none in a deal.
    tables: Vec<TableBefore>,
}

impl<'a> CompletionContext<'a> {
    pub(super) fn new(document: &'a Document, cursor: &'a Cursor<'a>) -> CompletionContext<'a> {
        let structure = document.structure();
        let (before, mut start) = cursor.tokens_before();
        let grammar = |before: &[Token]| {
            scenario::possible_continuations(cursor.block.word, before, &structure.names)
        };
        let mut count = before.len();
        let mut wants = grammar(before);
        // A name of several words is one thing to write.
        while wants.is_empty()
            && count > 0
            && is_start_of_name(document, cursor.tokens[count - 1].span.start, cursor.byte)
        {
            count -= 1;
            start = cursor.tokens[count].span.start;
            wants = grammar(&cursor.tokens[..count]);
        }
        let moments = match cursor.block.word {
            FenceKind::Script => {
                tables_before(document, cursor.block, cursor.statement_start(count))
            }
            _ => Vec::new(),
        };
        let letters = structure.names.letters;
        let said = cursor.statement_tokens(count);
        CompletionContext {
            document,
            structure,
            letters,
            cursor,
            start,
            wants,
            statement: said,
            tables: moments,
        }
    }

    fn statement_seat(&self) -> Option<Seat> {
        self.structure
            .names
            .longest_name_at(self.statement)
            .map(|(seat, _)| seat)
    }

    fn statement_keywords(&self) -> impl DoubleEndedIterator<Item = Keyword> {
        let words = self
            .structure
            .names
            .longest_name_at(self.statement)
            .map_or(0, |(_, words)| words);
        self.statement[words..]
            .iter()
            .filter_map(|token| Keyword::from_word(token.text, self.letters))
    }

    /// Returns whether the one who makes the statement is the one whom the table asks.
    fn is_about_mover(&self, moment: &TableBefore) -> bool {
        self.statement_seat().is_some() && moment.next_step().mover == self.statement_seat()
    }
}

fn is_start_of_name(document: &Document, start: usize, end: usize) -> bool {
    let typed = document
        .text
        .get(start..end)
        .unwrap_or_default()
        .to_lowercase();
    let mut players = document
        .structure()
        .header
        .iter()
        .flat_map(|header| &header.players);
    !typed.is_empty() && players.any(|player| player.value.to_lowercase().starts_with(&typed))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Word,
    Name,
    Sign,
    Value,
    /// One of several that are known: an edition, a card, a clause in a list.
    Member,
    Clause,
    /// What the header says something by.
    Key,
    Option,
}

/// Something that may be written at the cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Item {
    pub(crate) text: String,
    pub(crate) detail: String,
    #[serde(skip)]
    pub(crate) kind: ItemKind,
    /// What else one may type to find it.
    pub(crate) also: String,
    /// What is said at length, as Markdown, where there is more.
    #[serde(skip)]
    pub(crate) more: String,
    /// Whether it is not allowed, and listed to say why.
    pub(crate) is_refused: bool,
}

impl Item {
    pub(super) fn new(thing: ItemKind, text: impl Into<String>, detail: impl Into<String>) -> Item {
        let (also, more, is_refused) = Default::default();
        Item {
            text: text.into(),
            detail: detail.into(),
            kind: thing,
            also,
            more,
            is_refused,
        }
    }
}

pub(super) fn completion_items(asked: &CompletionContext) -> impl Iterator<Item = Item> {
    let asks_for_a_card = asked
        .tables
        .iter()
        .map(TableBefore::after_implied_moves)
        .any(|now| now.awaits_card() && asked.is_about_mover(&now));
    let mut wants = asked.wants.clone();
    // Who, and which card, before what else.
    wants.insertion_sort_by_key(|want| match want {
        Continuation::Name => 0,
        Continuation::Card if asks_for_a_card => 1,
        Continuation::Sign(_) => 4,
        Continuation::Card => 3,
        _ => 2,
    });
    found_value_items(asked).chain(
        wants
            .into_iter()
            .flat_map(|want| continuation_items(asked, want)),
    )
}

fn continuation_items(asked: &CompletionContext, want: Continuation) -> Vec<Item> {
    match want {
        Continuation::Name => name_items(asked),
        Continuation::Card => card_items(asked),
        Continuation::Word(keyword) => vec![keyword_item(asked, keyword)],
        Continuation::Words(place) => keyword_items(asked, place),
        Continuation::ClauseId => clause_items(asked),
        Continuation::Suit => Suit::ALL
            .map(|suit| Item::new(ItemKind::Value, suit.sign(), suit.name()))
            .into(),
        Continuation::Sign(TokenKind::Hole) => vec![Item::new(
            ItemKind::Value,
            "?",
            "left open: `mouche bless` fills it",
        )],
        Continuation::Sign(kind @ (TokenKind::Arrow | TokenKind::Open)) => kind
            .sign()
            .map(|sign| Item::new(ItemKind::Sign, sign, ""))
            .into_iter()
            .collect(),
        Continuation::Sign(_) | Continuation::Number => Vec::new(),
    }
}

/// Returns the players, the one first whom the table asks.
fn name_items(asked: &CompletionContext) -> Vec<Item> {
    let players = asked
        .structure
        .header
        .iter()
        .flat_map(|header| &header.players)
        .enumerate();
    let mut players: Vec<(usize, &str)> = players
        .map(|(seat, name)| (seat, name.value.as_str()))
        .collect();
    let movers = asked.tables.iter().flat_map(|moment| {
        [
            moment.next_step().mover,
            moment.after_implied_moves().next_step().mover,
        ]
    });
    let first: Vec<usize> = movers.flatten().map(|seat| usize::from(seat.0)).collect();
    players.insertion_sort_by_key(|(seat, _)| {
        first
            .iter()
            .position(|mover| mover == seat)
            .unwrap_or(usize::MAX)
    });
    let table = asked
        .tables
        .first()
        .map(TableBefore::after_implied_moves)
        .map(|moment| table_after(&moment.story, moment.next_step()));
    let item = |(seat, name): &(usize, &str)| {
        // What the table says of a player: dealer, to play.
        let place = table.as_ref().and_then(|table| table.seats.get(*seat));
        let marks = place
            .into_iter()
            .flat_map(|place| &place.marks)
            .map(String::as_str);
        let said: Vec<&str> = first
            .contains(seat)
            .then_some("next")
            .into_iter()
            .chain(marks)
            .collect();
        Item::new(ItemKind::Name, *name, said.join(", "))
    };
    let mut items: Vec<Item> = players.iter().map(item).collect();
    // Who may claim something may do so before the first card.
    let claims = usize::from(asked.tables.iter().any(|moment| !moment.awaits_card()));
    let leader = first
        .last()
        .and_then(|leader| players.iter().find(|(seat, _)| seat == leader));
    if let Some(trick) = leader.and_then(|(_, name)| trick_opening_item(asked, name)) {
        items.insert(claims.min(items.len()), trick);
    }
    items
}

/// Returns the number and the leader of a trick that begins with this line.
fn trick_opening_item(asked: &CompletionContext, leader: &str) -> Option<Item> {
    let opens_line = asked
        .cursor
        .tokens
        .first()
        .is_none_or(|first| first.span.start == asked.start);
    let moment = asked
        .tables
        .first()
        .map(TableBefore::after_implied_moves)
        .filter(|moment| moment.awaits_card() && opens_line)?;
    let hand = moment.trick_deal()?;
    let text = format!("{}. {leader}", hand.tricks_finished + 1);
    hand.trick
        .is_none()
        .then(|| Item::new(ItemKind::Name, text, "leads"))
}

/// Returns the words of a place, those first that say what may be done.
fn keyword_items(asked: &CompletionContext, place: GrammarPlace) -> Vec<Item> {
    let told = Keyword::all_at(place)
        .filter(|keyword| keyword.is_available_at(place, &asked.structure.names));
    let mut items: Vec<Item> = told.map(|keyword| keyword_item(asked, keyword)).collect();
    // Every edition reads every word for a flush; its own comes first.
    let own = hover::rules_of_file(asked.document)
        .first()
        .map(|rules| rules.terms.flush);
    items.insertion_sort_by_key(|item| (item.is_refused, own != Some(item.text.as_str())));
    items
}

fn keyword_item(asked: &CompletionContext, keyword: Keyword) -> Item {
    // What the first form with it says.
    let form = LINE_FORMS.iter().find(|form| {
        let mut words = form.english.split(' ');
        form.fence == asked.cursor.block.word && words.any(|word| word == keyword.spelling())
    });
    let mut item = Item::new(
        ItemKind::Word,
        keyword.spelling_in(asked.letters),
        form.map_or("", |form| form.says),
    );
    if let Some((verdict, is_allowed)) = keyword_verdict(asked, keyword) {
        item.detail = verdict;
        item.is_refused = !is_allowed;
    }
    item
}

fn keyword_verdict(asked: &CompletionContext, keyword: Keyword) -> Option<(String, bool)> {
    let moment = asked
        .tables
        .iter()
        .find(|moment| asked.is_about_mover(moment))?;
    let verbs = keyword_verbs(asked, keyword);
    let choices = moment.mover_choices();
    let offered = choices.iter().find(|choice| verbs.contains(&choice.verb));
    let said = offered.map(|choice| {
        (
            format!("{} ({})", choice.verdict, choice.clause),
            choice.is_allowed,
        )
    });
    said.or_else(|| (!verbs.is_empty()).then(|| ("not asked for now".to_owned(), false)))
}

/// Returns the moves that a word may tell: a verb, or what one is said of.
fn keyword_verbs(asked: &CompletionContext, keyword: Keyword) -> Vec<Verb> {
    let names = &asked.structure.names;
    if keyword.verbs().next().is_some() {
        let told = keyword
            .verbs()
            .filter(|verb| names.has_clause_on(verb.topic()));
        return told.filter(|verb| verb.kind() != MoveKind::Fault).collect();
    }
    let is_of_it = |verb: &Verb| {
        verb.info().object.ends_with(keyword.spelling()) && verb.kind() <= MoveKind::Right
    };
    Verb::ALL
        .iter()
        .copied()
        .filter(|verb| is_of_it(verb) && names.has_clause_on(verb.topic()))
        .collect()
}

fn clause_items(asked: &CompletionContext) -> Vec<Item> {
    let rules = hover::rules_of_file(asked.document);
    let has = |topic: &&ClauseId| rules.iter().any(|rules| !rules.clause(**topic).is_absent());
    let Some(first) = rules.first() else {
        return Vec::new();
    };
    let item = |topic: &ClauseId| {
        let more = hover::clause_text(first, *topic, "");
        Item {
            more,
            ..Item::new(ItemKind::Clause, topic.id(), first.title(*topic))
        }
    };
    editions::clause_ids().filter(has).map(item).collect()
}

/// Returns the values that would hold here, those of each edition.
fn found_value_items(asked: &CompletionContext) -> impl Iterator<Item = Item> {
    let is_tried = || {
        asked
            .statement_keywords()
            .any(|word| word == Keyword::Tries)
    };
    asked.wants.iter().flat_map(move |want| match want {
        Continuation::Sign(TokenKind::Hole) => placeholder_items(asked, "").collect(),
        Continuation::Sign(TokenKind::Arrow) => placeholder_items(asked, "-> ").collect(),
        Continuation::Sign(TokenKind::Open) if is_tried() => {
            refusal_item(asked).into_iter().collect()
        }
        _ => Vec::new(),
    })
}

/// Returns what stands instead of a `?` after some signs.
fn placeholder_items<'a>(
    asked: &CompletionContext,
    signs: &'a str,
) -> impl Iterator<Item = Item> + use<'a> {
    let file = text_to_check(asked, &format!("{signs}?"));
    found_values(asked.document, &file, asked.start + signs.len()).map(move |wrong| {
        let text = format!("{signs}{}", wrong.fix.unwrap_or_default());
        let under = wrong
            .editions
            .first()
            .map(|edition| format!(" under {edition}"))
            .unwrap_or_default();
        let why = Some(&wrong.label)
            .filter(|why| why.contains(" = ") || why.contains('('))
            .or(wrong.help.first());
        let why = why.map(|why| format!(": {why}")).unwrap_or_default();
        Item::new(
            ItemKind::Value,
            text,
            format!("{}{under}{why}", wrong.message),
        )
    })
}

fn refusal_item(asked: &CompletionContext) -> Option<Item> {
    let word = |keyword: Keyword| keyword.spelling_in(asked.letters);
    let open = [
        format!("({}: ", word(Keyword::Refused)),
        format!("; {}: ", word(Keyword::Legal)),
    ];
    let file = text_to_check(asked, &format!("{}?{}?)", open[0], open[1]));
    let first = asked.start + open[0].len();
    let fix = |place: usize| found_values(asked.document, &file, place).next();
    let clause = fix(first)?;
    let legal = fix(first + 1 + open[1].len()).and_then(|wrong| wrong.fix);
    let legal = legal.map_or_else(String::new, |cards| open[1].clone() + &cards);
    let text = format!("{}{}{legal})", open[0], clause.fix.as_deref()?);
    Some(Item::new(ItemKind::Value, text, clause.label))
}

/// Returns the file with a text here, the statement and the fence ended after it.
fn text_to_check(asked: &CompletionContext, text: &str) -> String {
    let count = |kind: TokenKind| {
        asked
            .statement
            .iter()
            .filter(|token| token.kind == kind)
            .count()
    };
    let end = ")".repeat(count(TokenKind::Open).saturating_sub(count(TokenKind::Close)));
    let file = &asked.document.text;
    end_text_in_fence(
        file,
        asked.cursor.block,
        &format!("{}{text}{end}", &file[..asked.start]),
    )
}

/// Returns what a card is written as, and found by: `7♥`, `7H`.
fn card_item(asked: &CompletionContext, card: Card, detail: String, is_refused: bool) -> Item {
    let text = spell_card(card, asked.letters);
    // With a letter for its suit, as a keyboard has it.
    let rank = text.trim_end_matches(card.suit().sign());
    let mut words = ('A'..='Z').map(|letter| format!("{rank}{letter}"));
    let also = words
        .find(|word| read_card(word, asked.letters) == Ok(card))
        .unwrap_or_default();
    Item {
        also,
        is_refused,
        ..Item::new(ItemKind::Member, text, detail)
    }
}

fn card_items(asked: &CompletionContext) -> Vec<Item> {
    let read = |word: &str| read_card(word, asked.letters).ok();
    // Cards of which nothing is to be said.
    let bare = |rules: &Ruleset, cards: CardSet| -> Vec<Item> {
        let cards = rules.rank.value.sort_cards(cards).into_iter();
        cards
            .map(|card| card_item(asked, card, String::new(), false))
            .collect()
    };
    if asked.cursor.block.word == FenceKind::Deal {
        // Those of the pack that stand nowhere in it.
        let rules = hover::rules_of_file(asked.document);
        let (Some(first), Some(header)) = (rules.first(), &asked.structure.header) else {
            return Vec::new();
        };
        let dealt: CardSet = asked
            .cursor
            .block
            .content
            .text()
            .split_whitespace()
            .filter_map(read)
            .collect();
        return bare(
            first,
            first.pack.value.pack(header.players.len() as u8) - dealt,
        );
    }
    let Some(moment) = asked.tables.first() else {
        return Vec::new();
    };
    let rules = &moment.story.rules;
    let (held, stock) = moment.hands_and_stock();
    let said: CardSet = asked
        .statement
        .iter()
        .filter_map(|token| read(token.text))
        .collect();
    match asked.statement_keywords().next_back() {
        None => card_verdict_items(asked, false),
        Some(Keyword::Tries) => card_verdict_items(asked, true),
        // What is drawn comes from the stock.
        Some(Keyword::For | Keyword::With) if asked.statement_keywords().any(can_draw) => {
            bare(rules, stock - said)
        }
        // One of those that are drawn.
        Some(Keyword::Laying) => bare(rules, said),
        Some(Keyword::May | Keyword::Legal) => {
            let mut items = card_verdict_items(asked, false);
            items.retain(|item| {
                !item.is_refused && read(&item.text).is_none_or(|card| !said.has(card))
            });
            items
        }
        _ => asked
            .statement_seat()
            .map_or_else(Vec::new, |seat| bare(rules, held[seat] - said)),
    }
}

fn can_draw(word: Keyword) -> bool {
    word.verbs()
        .any(|verb| verb.pieces().any(|piece| piece == ArgKind::Drawn))
}

/// Returns the mover's cards with their verdicts: those that may be played first, or, where something is tried, those that
/// may not.
fn card_verdict_items(asked: &CompletionContext, tried: bool) -> Vec<Item> {
    let moments: Vec<TableBefore> = asked
        .tables
        .iter()
        .map(TableBefore::after_implied_moves)
        .collect();
    let Some(first) = moments
        .first()
        .filter(|moment| asked.is_about_mover(moment))
    else {
        return Vec::new();
    };
    let cards = first
        .mover_choices()
        .into_iter()
        .filter_map(|choice| choice.face.map(|face| face.card));
    let one = |card: Card| {
        let (words, allowed) = card_verdict(&moments, card);
        card_item(asked, card, words, !allowed)
    };
    let mut items: Vec<Item> = cards.map(one).collect();
    items.insertion_sort_by_key(|item| item.is_refused != tried);
    items
}

/// Returns the verdict on a card under each edition, said once where they agree; and whether all allow it.
fn card_verdict(moments: &[TableBefore], card: Card) -> (String, bool) {
    let mut words: Vec<(String, &str)> = Vec::new();
    let mut allowed = true;
    for moment in moments {
        let is_it =
            |choice: &MoveChoice| choice.face.as_ref().is_some_and(|face| face.card == card);
        let Some(choice) = moment.mover_choices().into_iter().find(is_it) else {
            continue;
        };
        allowed &= choice.is_allowed;
        let said = format!("{} ({})", choice.verdict, choice.clause);
        if !words.iter().any(|(other, _)| *other == said) {
            words.push((said, moment.story.rules.id));
        }
    }
    if let [(one, _)] = &words[..] {
        return (one.clone(), allowed);
    }
    let words: Vec<String> = words
        .iter()
        .map(|(said, edition)| format!("{said} under {edition}"))
        .collect();
    (words.join("; "), allowed)
}
