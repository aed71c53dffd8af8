//! What is drawn of an edition's clauses: the order of its cards, its packs, a hand from the stake to the reckoning.

use super::Picture;
use crate::book::sign::{self, sign};
use crate::cards::{Card, Rank, Set, Suit};
use crate::engine::Trumps;
use crate::page::{PageLocation, group_by_key, join_lines};
use crate::rules::{ClauseId, Marked, Marks, Phase, Ruleset, SpareHand};
use askama::{Result, Template};

/// What is ordered, and its cards, the highest first. Cards that count the same are one box.
pub(in crate::book) type RankRow = (String, Vec<RankBox>);

/// A rank, or ranks that count the same, as a row shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::book) struct RankBox {
    /// `K`, `K = 3`; a card of another suit by its whole name, `J♣`.
    pub(in crate::book) label: String,
    /// Whether it is the top card.
    pub(in crate::book) is_top: bool,
    /// What it is worth, where cards are added up.
    pub(in crate::book) worth: Option<u32>,
}

impl RankBox {
    fn width(&self) -> i32 {
        if self.label.contains('=') { 48 } else { 23 }
    }
}

/// A box as it is drawn: it, and where it begins.
type Placed<'a> = (i32, &'a RankBox);

#[derive(Template)]
#[template(path = "order.svg")]
struct Order<'a> {
    rows: Vec<(&'a str, Vec<Placed<'a>>)>,
    row_height: i32,
}

/// The order of an edition's cards, in its largest pack, as HTML on one line. All are drawn on the same scale.
pub(in crate::book) fn draw_card_order(rules: &Ruleset) -> Result<String> {
    let (rows, marks) = card_order_rows(rules);
    let spoken = |card: &RankBox| match card.worth {
        Some(worth) => format!("{} (worth {worth})", card.label),
        None => card.label.clone(),
    };
    let list = |(what, cards): &RankRow| {
        format!(
            "{what}: {}.",
            cards.iter().map(spoken).collect::<Vec<_>>().join(" ")
        )
    };
    let lists: Vec<String> = rows.iter().map(list).collect();
    let has_worth = rows
        .iter()
        .flat_map(|(_, cards)| cards)
        .any(|card| card.worth.is_some());
    let title = match has_worth {
        true => "The order of the cards, the highest first, and what each is worth",
        false => "The order of the cards, the highest first",
    };
    let trumps = if has_trumps(rules) {
        "Every trump beats every plain card. "
    } else {
        ""
    };
    let description = format!("{trumps}{}", lists.join(" "));
    let row_height = if has_worth { 74 } else { 60 };
    let placed = rows.iter().map(place_boxes).collect();
    let (height, drawn) = (
        rows.len() as i32 * row_height,
        Order {
            rows: placed,
            row_height,
        }
        .render()?,
    );
    Picture {
        of: rules.id,
        kind: "order",
        title,
        description,
        width: 350,
        height,
        drawn,
        marks,
    }
    .figure()
}

/// A row with the place of each of its boxes.
fn place_boxes((what, cards): &RankRow) -> (&str, Vec<Placed<'_>>) {
    let mut x = 1;
    let boxes = cards.iter().map(|card| {
        let from = x;
        x += card.width() + 2;
        (from, card)
    });
    (what, boxes.collect())
}

/// Whether a suit is trump in the game of an edition.
fn has_trumps(rules: &Ruleset) -> bool {
    rules.has_clause_on(ClauseId::PlayTrump)
}

/// The rows: suits that run alike share one. With the marks of what they rest on.
pub(in crate::book) fn card_order_rows(rules: &Ruleset) -> (Vec<RankRow>, Marks) {
    let packs = rules
        .pack
        .read()
        .and(rules.players.read())
        .map(|(packs, players)| packs.pack(players.to));
    let read = packs.and(rules.pam_card.read()).and(rules.rank.read());
    let rows = read.render(|((pack, top), rank), marks| {
        let top = if rules.has(ClauseId::PamCard) {
            top.set()
        } else {
            Set::EMPTY
        };
        // From the highest down, each by its rank; a card of another suit by its whole name.
        let down = |cards: Set, suit: Suit| {
            let whole = (cards & top).into_iter().map(|card: Card| RankBox {
                label: card.to_string(),
                is_top: true,
                worth: None,
            });
            let own = rank.sort_cards((cards - top) & Set::of_suit(suit));
            let equal = own.chunk_by(|one, next| {
                rank.index_from_top(one.rank()) == rank.index_from_top(next.rank())
            });
            let boxes = equal.map(|cards| RankBox {
                label: cards
                    .iter()
                    .map(|card| card.rank().sign())
                    .collect::<Vec<_>>()
                    .join(" = "),
                is_top: false,
                worth: rules
                    .has_clause_on(ClauseId::Value)
                    .then(|| rules.card_points(cards[0].rank())),
            });
            (whole.chain(boxes).collect::<Vec<_>>(), suit)
        };
        let plain = Suit::ALL.map(|suit| down(*pack & (Set::of_suit(suit) - top), suit));
        if !has_trumps(rules) {
            let suits = group_by_key(plain).into_iter();
            let name = |suits: &[Suit]| match suits.len() == Suit::ALL.len() {
                true => "In every suit".to_owned(),
                false => suits.iter().map(|suit| suit.sign()).collect(),
            };
            return (
                suits.map(|(cards, suits)| (name(&suits), cards)).collect(),
                marks,
            );
        }
        let trumps = Suit::ALL.map(|suit| down(*pack & Trumps::for_suit(rules, suit).cards, suit));
        let rows = |suits: [(Vec<RankBox>, Suit); 4], what| {
            group_by_key(suits)
                .into_iter()
                .map(move |(cards, suits)| (suits_named(what, &suits), cards))
        };
        let rows: Vec<RankRow> = rows(trumps, "trumps").chain(rows(plain, "plain")).collect();
        match &rows[..] {
            [(_, trump), (_, plain)] if trump == plain => (
                vec![("Every suit, trump or plain".into(), trump.clone())],
                marks,
            ),
            _ => (rows, marks),
        }
    });
    // What cards are worth rests on a clause of its own.
    let worth = if rules.has_clause_on(ClauseId::Value) {
        rules.clause(ClauseId::Value).marks()
    } else {
        Marks::default()
    };
    (rows.0, rows.1.and(worth))
}

fn suits_named(what: &str, suits: &[Suit]) -> String {
    let signs: String = suits.iter().map(|suit| suit.sign()).collect();
    match (what, suits.len() == Suit::ALL.len()) {
        ("trumps", true) => "The trump suit".into(),
        (_, true) => "A plain suit".into(),
        ("trumps", false) => format!("Trumps, when they are {signs}"),
        _ => format!("Plain {signs}"),
    }
}

struct Pack {
    players: u8,
    cards: Set,
    /// How many are dealt to each player, and to the spare hand.
    hand: usize,
    spare: usize,
    /// How many are turned up.
    turned: usize,
}

impl Pack {
    fn name(&self) -> String {
        format!(
            "{} players: {} cards, down to the {}",
            self.players,
            self.cards.len(),
            self.lowest()
        )
    }

    fn lowest(&self) -> &'static str {
        let has = |rank: &&Rank| self.cards.has(Card::new(**rank, Suit::Spades));
        Rank::ALL.iter().find(has).unwrap_or(&Rank::Two).name()
    }

    fn dealt(&self) -> usize {
        self.hand * usize::from(self.players)
    }

    /// Cards left after the deal and the turn-up: none if the pack is too small.
    fn stock(&self) -> usize {
        self.cards
            .len()
            .saturating_sub(self.dealt() + self.spare + self.turned)
    }

    /// A stroke for each card: its kind, its place, and how far it stands out. Hands stand apart.
    fn strokes(&self) -> Vec<(&'static str, usize, usize)> {
        let hands = std::iter::repeat_n(("dealt", self.hand, 0), self.players.into());
        let others = [
            ("spare", self.spare, 0),
            ("turned", self.turned, 5),
            ("stock", self.stock(), 0),
        ];
        let mut x = 1;
        let groups = hands
            .chain(others)
            .filter(|(_, cards, _)| *cards > 0)
            .flat_map(|(kind, cards, above)| {
                let from = x;
                x += 6 * cards + 4;
                (0..cards).map(move |card| (kind, from + 6 * card, above))
            });
        groups.collect()
    }
}

#[derive(Template)]
#[template(path = "packs.svg")]
struct PacksDrawn<'a> {
    packs: &'a [Pack],
}

#[derive(Template)]
#[template(path = "packs.html")]
struct Packs<'a> {
    /// Whose they are, since regions of one page need names of their own.
    rules: &'a Ruleset,
    packs: &'a [Pack],
    has_spare: bool,
    has_turned: bool,
    marks: Marks,
}

/// The packs of an edition, dealt, and the same as a table, as HTML on one line.
pub(in crate::book) fn draw_packs(rules: &Ruleset) -> Result<String> {
    let dealt = rules.deal_packets.read().and(rules.fille_deal.read());
    let turned = usize::from(rules.has_clause_on(ClauseId::TurnCard));
    let packs = rules.players.read().and(rules.pack.read()).and(dealt).map(
        |((players, packs), (dealt, spare))| {
            let hand = usize::from(dealt.hand);
            let spare = if rules.has(ClauseId::FilleDeal) && spare == SpareHand::BeforeDealer {
                hand
            } else {
                0
            };
            let pack = |players| Pack {
                players,
                cards: packs.pack(players),
                hand,
                spare,
                turned,
            };
            (players.from..=players.to).map(pack).collect::<Vec<_>>()
        },
    );
    packs.render(|packs, marks| {
        let said = |pack: &Pack| {
            format!(
                "{}, of which {} are left in the stock.",
                pack.name(),
                pack.stock()
            )
        };
        let title = match turned {
            0 => "The packs, dealt: hands filled, the stock open",
            _ => "The packs, dealt: hands filled, the card turned up tall, the stock open",
        };
        let description = packs.iter().map(said).collect::<Vec<_>>().join(" ");
        let right = packs
            .iter()
            .flat_map(Pack::strokes)
            .map(|(_, x, _)| x + 5)
            .max()
            .unwrap_or_default();
        // Words begin at the left and are shorter than any pack.
        let (width, height) = (right.max(330) as i32, packs.len() as i32 * 64);
        let drawn = PacksDrawn { packs }.render()?;
        let picture = Picture {
            of: rules.id,
            kind: "packs",
            title,
            description,
            width,
            height,
            drawn,
            marks,
        };
        let table = Packs {
            rules,
            packs,
            has_spare: packs.iter().any(|pack| pack.spare > 0),
            has_turned: turned > 0,
            marks,
        };
        Ok(picture.figure()? + &join_lines(&table.render()?))
    })
}

/// What happens, and in the words of which clauses.
struct Stop {
    topic: ClauseId,
    /// The clauses that say how.
    by: Vec<ClauseId>,
    aside: Option<ClauseId>,
}

fn stops(rules: &Ruleset) -> Vec<Stop> {
    let has = |topic: &ClauseId| !rules.clause(*topic).is_absent();
    let stop = |topic, by: &[ClauseId], aside| Stop {
        topic,
        by: by.iter().copied().filter(has).collect(),
        aside,
    };
    let declared = [
        ClauseId::DeclFold,
        ClauseId::DeclStand,
        ClauseId::DeclExchange,
        ClauseId::DeclFille,
    ];
    let phase = |phase: &Phase| match phase {
        Phase::Naming => stop(ClauseId::PamNames, &[ClauseId::PamNames], None),
        Phase::Round(_) => stop(ClauseId::DeclOrder, &declared, Some(ClauseId::Allfold)),
        Phase::TurnUp => stop(ClauseId::TurnOwner, &[ClauseId::TurnOwner], None),
        Phase::ThrowIn => stop(ClauseId::FlushRedeal, &[ClauseId::FlushRedeal], None),
        Phase::Defence => stop(
            ClauseId::DeclDefend,
            &[ClauseId::DeclDefend],
            Some(ClauseId::Alone),
        ),
        Phase::Claims => stop(
            ClauseId::FlushClaim,
            &[ClauseId::FlushClaim],
            Some(ClauseId::FlushTake),
        ),
        Phase::Tricks => stop(
            ClauseId::PlayLead,
            &[ClauseId::PlayLead, ClauseId::TrickWin],
            None,
        ),
    };
    let before = [
        stop(
            ClauseId::Stake,
            &[ClauseId::Stake, ClauseId::DebtEnter],
            None,
        ),
        stop(
            ClauseId::DealPackets,
            &[
                ClauseId::DealPackets,
                ClauseId::FilleDeal,
                ClauseId::TurnCard,
            ],
            None,
        ),
    ];
    let after = [
        stop(
            ClauseId::PayShare,
            &[ClauseId::PayShare, ClauseId::PayDouble],
            Some(ClauseId::DebtMake),
        ),
        stop(ClauseId::DealNext, &[ClauseId::DealNext], None),
    ];
    let later = rules
        .decl_order
        .read()
        .render(|phases, _| phases.later.iter().map(phase).collect::<Vec<_>>());
    before.into_iter().chain(later).chain(after).collect()
}

const MAIN: i32 = 190;
const ASIDE: (i32, i32) = (214, 128);
const BETWEEN: i32 = 24;
/// How many letters fit on a line of a box.
const LETTERS: (usize, usize) = (28, 18);

/// A stop as it is drawn: its lines, those of what stands beside it, each with its class, and where it stands.
struct Boxed {
    lines: Vec<(&'static str, String)>,
    aside: Option<Vec<(&'static str, String)>>,
    top: i32,
    height: i32,
}

impl Boxed {
    fn middle(&self) -> i32 {
        self.top + self.height / 2
    }
}

#[derive(Template)]
#[template(path = "flow.svg")]
struct Drawn {
    boxes: Vec<Boxed>,
}

impl Drawn {
    /// What may end a hand early: from there a way leads to the next deal.
    fn exits(&self) -> impl Iterator<Item = &Boxed> {
        self.boxes.iter().filter(|one| one.aside.is_some())
    }
}

#[derive(Template)]
#[template(path = "flow.html")]
struct Words<'a> {
    rules: &'a Ruleset,
    place: PageLocation,
}

/// The way through a hand, and the same in words, as HTML on one line.
pub(in crate::book) fn draw_flow(rules: &Ruleset, place: PageLocation) -> Result<String> {
    let mut bottom = 1 - BETWEEN;
    let boxed = |stop: &Stop| {
        let aside = stop
            .aside
            .map(|topic| lines(&rules.title(topic), &joined(&ends(rules, topic)), LETTERS.1));
        let lines = lines(
            &rules.title(stop.topic),
            &joined(&told(rules, stop)),
            LETTERS.0,
        );
        let most = lines.len().max(aside.as_ref().map_or(0, Vec::len));
        let (top, height) = (bottom + BETWEEN, most as i32 * 15 + 12);
        bottom = top + height;
        Boxed {
            lines,
            aside,
            top,
            height,
        }
    };
    let drawn = Drawn {
        boxes: stops(rules).iter().map(boxed).collect(),
    }
    .render()?;
    let title = "A hand, from the stake to the next deal";
    let description = "Boxes from top to bottom: what is done in turn. A box at the right is what may end the hand, or follow it; from there too the way leads to the next deal. The list below says the same.".into();
    // Its words have the marks of their clauses.
    let (height, marks) = (bottom + 1, Marks::default());
    let picture = Picture {
        of: rules.id,
        kind: "flow",
        title,
        description,
        width: 352,
        height,
        drawn,
        marks,
    };
    Ok(picture.figure()? + &join_lines(&Words { rules, place }.render()?))
}

/// What clauses say at a stop, each with its marks.
type Said = Vec<(ClauseId, Marked<String>)>;

/// What is done at a stop: the values of its clauses, with the titles of all but its own; of declarations, their names.
fn told(rules: &Ruleset, stop: &Stop) -> Said {
    let said = |topic: &ClauseId| {
        let clause = rules.clause(*topic);
        let said = clause.value().map(|value| match *topic {
            _ if stop.topic == ClauseId::DeclOrder => clause.title.clone(),
            ClauseId::PamNames => format!("where it is called for: {value}"),
            own if own == stop.topic => value.into(),
            _ => format!("{}: {value}", clause.title),
        });
        (*topic, said)
    };
    stop.by.iter().map(said).collect()
}

/// What ends the hand: the value of the clause, and who owes.
fn ends(rules: &Ruleset, topic: ClauseId) -> Said {
    let said = |topic, before: &str, after: &str| {
        (
            topic,
            rules
                .clause(topic)
                .value()
                .map(|value| format!("{before}{value}{after}")),
        )
    };
    match topic {
        ClauseId::FlushTake => vec![said(topic, "", ""), said(ClauseId::FlushOwe, "", " owes")],
        ClauseId::DebtMake => vec![said(topic, "owes ", "")],
        _ => vec![said(topic, "", "")],
    }
}

/// What is said, as plain words with their signs.
fn joined(said: &Said) -> String {
    said.iter()
        .map(|(_, said)| said.to_string())
        .collect::<Vec<_>>()
        .join("; ")
}

fn as_html(rules: &Ruleset, said: Said) -> String {
    let one = |(topic, said): &(ClauseId, Marked<String>)| {
        format!(
            r#"<span data-clause="{}">{}</span>"#,
            rules.clause_id(*topic),
            sign::words(said)
        )
    };
    said.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// A title and what is told under it, in lines of so many letters.
fn lines(title: &str, told: &str, letters: usize) -> Vec<(&'static str, String)> {
    let wrapped = |class, words: &str, letters: usize| {
        textwrap::wrap(words, letters)
            .into_iter()
            .map(move |line| (class, line.into_owned()))
            .collect::<Vec<_>>()
    };
    [
        wrapped("title", title, letters - 1),
        wrapped("told", told, letters),
    ]
    .concat()
}
