//! What a player says at a table, read as a script reads it, and written as a script writes it; and all that a line of a
//! fence may say, a form a row, as the book lists them.

use super::diagnostic::Diagnostic;
use super::fence::Word;
use super::keyword::Keyword;
use super::lex::{Kind, tokens};
use super::names::Names;
use super::reader::Reader;
use super::script;
use super::syntax::Deed;
use crate::cards::{Card, Letters, Set, Suit, read_card, spell_card};
use crate::editions;
use crate::rules::{Move, Piece, Ruleset, Sort, Topic, Verb};
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// As it is made: `folds`, `9♥`
    Does,
    /// As it is tried in vain: `to fold`, `9♥`
    Tries,
    /// As one says it at the table: `fold`, `9♥`
    Says,
}

/// Reads one deed without the name before it, in small letters or large: `folds` and `fold`, `exchange 8d 7d`, `10h`.
///
/// # Errors
/// What cannot be read, as a diagnostic whose place is in these words.
///
/// ```
/// use mouche::rules::Verb;
/// use mouche::scenario::said;
///
/// assert_eq!(said("Exchange 8d 7d").map(|deed| (deed.verb, deed.cards.len())), Ok((Verb::Exchange, 2)));
/// assert!(said("dance").is_err());
/// ```
pub fn said(words: &str) -> Result<Deed, Box<Diagnostic>> {
    let words = words.split_whitespace().map(cased).collect::<Vec<_>>().join(" ");
    let names = Names::new(&[]);
    let mut reader = Reader::new(tokens(&words, |range| range), &names, Letters::English);
    let deed = script::spoken(&mut reader)?;
    if reader.kind() != Kind::End {
        return Err(reader.unexpected("nothing more").into());
    }
    Ok(deed)
}

/// A card in capitals, any other word in small letters.
fn cased(word: &str) -> String {
    let capitals = word.to_uppercase();
    if read_card(&capitals, Letters::English).is_ok() { capitals } else { word.to_lowercase() }
}

/// What follows a verb, in words.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// The cards laid down, or the one played.
    pub cards: String,
    pub drawn: String,
    pub suit: String,
    pub number: String,
    /// The edition's word for a flush.
    pub flush: &'static str,
}

/// How a move is written: none if it is one that is not, because what is not written is left, or passes.
pub fn written(rules: &Ruleset, does: Move, mood: Mood) -> Option<String> {
    let what = does.what();
    let cards = |set: Option<Set>| set.map_or_else(String::new, |set| spelled(rules, set));
    let slots = Slots {
        cards: what.card.map_or_else(|| cards(what.laid), |card| card.to_string()),
        drawn: cards(what.drawn),
        suit: what.suit.map_or("", Suit::name).to_owned(),
        number: what.number.map_or_else(String::new, |number| number.to_string()),
        flush: rules.terms.flush,
    };
    phrase(does.verb(), mood, Letters::English, &slots)
}

/// A verb with what follows it, in a file of these letters.
pub fn phrase(verb: Verb, mood: Mood, letters: Letters, slots: &Slots) -> Option<String> {
    if verb.sort() == Sort::Card {
        return Some(slots.cards.clone());
    }
    let told = if slots.drawn.is_empty() { verb.needed() } else { usize::MAX };
    let tail = verb.pieces().take(told).map(|piece| match piece {
        Piece::Laid | Piece::Card => slots.cards.clone(),
        Piece::Drawn => slots.drawn.clone(),
        Piece::Suit => slots.suit.clone(),
        Piece::Number => slots.number.clone(),
        Piece::Word(word) => Keyword::inside(word).word_inside(letters).to_owned(),
    });
    let words = std::iter::once(bare(verb, mood, letters, slots.flush)?).chain(tail);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// A verb with what it is said of: `to take the turn-up`.
pub fn bare(verb: Verb, mood: Mood, letters: Letters, flush: &str) -> Option<String> {
    let words = verb.words(letters)?;
    let to = (mood == Mood::Tries).then(|| Keyword::To.word(letters));
    let verbal = if mood == Mood::Does { words.does } else { words.bare };
    let object = verb.object().split_whitespace().map(|word| match word {
        "FLUSH" => flush,
        word => Keyword::inside(word).word_inside(letters),
    });
    Some(to.into_iter().chain([verbal]).chain(object).collect::<Vec<_>>().join(" "))
}

/// The cards of a set as this edition ranks them: `K♠ 10♠ 9♥`.
pub fn spelled(rules: &Ruleset, set: Set) -> String {
    rules.rank.value.sorted(set).iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// A form of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The fence it stands in.
    pub fence: Word,
    /// An example.
    pub english: String,
    /// The same in a French file.
    pub french: String,
    /// What it says.
    pub says: &'static str,
    /// What it is about, where not every game has that.
    pub about: Option<Topic>,
}

impl Form {
    /// Whether an edition has it.
    pub fn is_told_by(&self, edition: &Ruleset) -> bool {
        self.about.is_none_or(|topic| edition.tells(topic))
    }

    /// The example as a file of these letters has it.
    pub fn written(&self, letters: Letters) -> &str {
        if letters == Letters::French { &self.french } else { &self.english }
    }
}

macro_rules! forms {
    ($($fence:ident { $($english:literal $french:literal $says:literal $(@ $topic:ident)?;)* })*) => {
        /// Those that are no moves.
        const ROWS: &[&[Row]] = &[$(&[$((Word::$fence, $english, $french, $says, forms!(@ $($topic)?)),)*],)*];
    };
    (@) => { None };
    (@ $topic:ident) => { Some(Topic::$topic) };
}

type Row = (Word, &'static str, &'static str, &'static str, Option<Topic>);

/// All of them, in the order of a file: the moves before what else a script says, and faults after it. Only what an edition
/// has is among them.
pub static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let mut forms = Vec::new();
    for (at, rows) in ROWS.iter().enumerate() {
        let row = |(fence, english, french, says, about): &Row| {
            let [english, french] = [english, french].map(|words| (*words).to_owned());
            Form { fence: *fence, english, french, says, about: *about }
        };
        let faults = (at == MOVES + 1).then_some(true).or((at == MOVES).then_some(false));
        forms.extend(faults.into_iter().flat_map(moves));
        forms.extend(rows.iter().map(row));
    }
    forms.retain(|form| editions::ALL.iter().any(|edition| form.is_told_by(edition)));
    forms
});

/// The place of what stands after the moves.
const MOVES: usize = 1;

/// An example of each move that is a fault, or that is none.
fn moves(faults: bool) -> impl Iterator<Item = Form> {
    let verbs = Verb::ALL.iter();
    let verbs = verbs.filter(move |verb| verb.sort() != Sort::Card && (verb.sort() == Sort::Fault) == faults);
    verbs.filter_map(|verb| {
        let written = |letters| {
            let cards = |words: &str| {
                let cards = words.split(' ').filter_map(|word| read_card(word, Letters::English).ok());
                cards.map(|card| spell_card(card, letters)).collect::<Vec<_>>().join(" ")
            };
            let (one, drawn) = match verb {
                Verb::Exchange => ("8♦ 7♦", "A♠ J♠"),
                Verb::Defend => ("5♦", "3♥ 7♥ A♠ K♦ 4♠ 5♦"),
                _ => ("7♥", "A♠ K♠ 9♦ 8♣"),
            };
            let slots =
                Slots {
                    cards: cards(one), drawn: cards(drawn), suit: "♦".into(), number: "6".into(), flush: "mouche"
                };
            phrase(*verb, Mood::Does, letters, &slots).map(|words| format!("Anne {words}"))
        };
        Some(Form {
            fence: Word::Script,
            english: written(Letters::English)?,
            french: written(Letters::French)?,
            says: verb.says(),
            about: Some(verb.topic()),
        })
    })
}

forms! {
    Deal {
        "dealer Anne" "donneur Anne" "who deals; in later hands of a file, who should";
        "Anne J♥ K♣ 7♣ 10♠ 9♠" "Anne V♥ R♣ 7♣ 10♠ 9♠" "a player's cards";
        "turn 9♥" "retourne 9♥" "the card turned for trump";
        "stock A♠ J♠ 9♣" "talon A♠ V♠ 9♣" "the stock from its top; a beginning is enough";
        "fille A♣ 8♣ 7♦ 7♠ 6♠" "fille A♣ 8♣ 7♦ 7♠ 6♠" "the spare hand" @ FilleDeal;
        "debt Anne 5" "dette Anne 5" "in the first hand a debt from before, in the order made; later, one that should be left. Where one is listed, all are, in that order";
        "stake 5" "enjeu 5" "in the first hand what a misdeal left in the pool; later, what should lie there";
        "side pot 10" "second pot 10" "in the first hand what waits beside the pool; later, what should" @ PoolCap;
        "points Anne 6" "points Anne 6" "in the first hand the points that she has before it; later, those that she should have" @ Score;
        "hand 4" "main 4" "in the first hand of a file which of its game it is, the first if it is left out; later, which it should be" @ Score;
        "misdeal loses the deal" "maldonne perd la donne" "instead of hands: the dealer has dealt wrongly and deals no more" @ FaultMisdeal;
        "misdeal pays 6" "maldonne paie 6" "instead of hands: the dealer pays, and deals again" @ FaultMisdeal;
    }
    Script {
        "Anne claims the lenturlu" "Anne réclame le lenturlu" "the same" @ FlushClaim;
        "Anne claims the lanturlu" "Anne réclame le lanturlu" "the same; in German games the `Fliege`" @ FlushClaim;
        "1. Claude A♥, Denise Q♥, Anne J♥ -> Denise" "1. Claude A♥, Denise D♥, Anne V♥ -> Denise" "a trick: its number, the cards, who wins. Number and winner may be left out, and are checked where they stand";
        "Denise may 7♥ 8♥ (play.trump)" "Denise peut 7♥ 8♥ (play.trump)" "all the cards she may play now, and the clause that says so; the clause may be left out";
        "Denise may fold or stand or exchange 5" "Denise peut passer ou s'y tenir ou changer 5" "all that she may declare now; of cards to exchange, how many at most";
        "Denise may take the fille or take the turn-up" "Denise peut prendre la fille ou prendre la retourne" "the same, where there is a spare hand, or a turned card to take" @ DeclFille;
        "Denise tries A♣ (refused: play.trump; legal: 7♥)" "Denise tente A♣ (refusé: play.trump; permis: 7♥)" "a card that she may not play, the clause that forbids it, and what she may; the second half may be left out";
        "Denise tries to exchange 8♦ (refused: exchange.short)" "Denise tente de changer 8♦ (refusé: exchange.short)" "a declaration that is refused: also `to fold`, `to stand`, `to take the fille`";
        "Denise tries to claim the mouche (refused: flush.what)" "Denise tente de réclamer la mouche (refusé: flush.what)" "a claim that is refused; anyone may try that" @ FlushClaim;
        "1. Claude J♣, Claude names ♦, Denise 7♦ -> Claude" "1. Claude V♣, Claude nomme ♦, Denise 7♦ -> Claude" "the top card with a suit that is trump from now on; who names none leaves trumps as they are" @ PamCalls;
        "Denise may demand civility (pam.civil)" "Denise peut demander grâce (pam.civil)" "what a leader may say beside the cards" @ PamCivil;
        "Denise may pass or knock" "Denise peut s'abstenir ou frapper" "all that she may declare now, where bids are made: to `pass` or to `lurk`, to `knock` or to `diddle`" @ DeclBid;
        "Denise may join or fold" "Denise peut entrer ou passer" "the same, where players go in apart" @ DeclJoin;
        "Denise may defend (decl.defend)" "Denise peut défendre (decl.defend)" "whether she may play for the pack; who is not told of leaves it" @ DeclDefend;
        "Denise tries to name hearts (refused: pam.names)" "Denise tente de nommer cœur (refusé: pam.names)" "a suit that may not be named" @ PamNames;
    }
    Script {
        "stop" "arrêt" "the file ends here, before the hand does";
    }
    Payout {
        "pool 5" "poule 5" "what was played for";
        "Claude takes 3, Denise takes 2" "Claude prend 3, Denise prend 2" "what they take from the pool, with the debts that are swept";
        "Anne owes 5" "Anne doit 5" "a debt made in this hand";
        "Anne pays 1 to Claude" "Anne paie 1 à Claude" "chips that change hands at once";
        "Anne pays 4 to the pool" "Anne paie 4 à la poule" "what she puts into this pool for a promise that was not kept, before it is divided" @ Undertake;
        "Anne has 7 points" "Anne a 7 points" "the points that she has after the hand, or the one `point`: those of all players, or none" @ Score;
        "Anne has 995" "Anne a 995" "what she has in hand when it is over, before any last debts are shared; below nothing, `-3`";
        "next pool 10" "prochaine poule 10" "the next stake, and the debts that will enter with it";
        "waiting 5" "attend 5" "the debts that will wait longer, in all";
        "side pot 15" "second pot 15" "what will wait beside the next pool" @ PoolCap;
        "?" "?" "all of it, for `mouche bless` to write";
    }
    Task {
        "J♥ 9♥: The king is higher" "V♥ 9♥: Le roi est plus haut" "after `task wins`, `task may` or `task plays`: why these cards are not good, or not allowed";
        "stands: There is no trump to stand on" "s'y tient: Pas d'atout" "after `task plays`: why that is not good; also `folds`, `exchanges` and the others, without their cards";
        "Anne, Claude: Each has won a trick" "Anne, Claude: Chacun a une levée" "after `task owes`: why these do not owe";
        "5: That is the whole pool" "5: C'est toute la poule" "after `task takes Anne`: another number of chips, and why it is not right";
        "good: The king is the best of its suit" "bon: Le roi est le plus fort" "what is said of a right answer";
    }
}
