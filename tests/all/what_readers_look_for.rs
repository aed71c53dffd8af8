//! Readers who know a game from elsewhere, and what they must find in the book.

use crate::shared;
use mouche::editions::{self, GAMES, KINSHIP, NEIGHBOURS, TERMS};
use mouche::page::safe_markdown::plain_text;
use mouche::rules::ClauseId;
use std::fs;

/// The words of a part of a page, from its heading to the next of its rank, without tags.
fn words_of_part(html: &str, id: &str) -> String {
    let (_, after) = html
        .split_once(&format!("id=\"{id}\""))
        .unwrap_or_else(|| panic!("there is no part {id}"));
    let part = after.split("<h2").next().unwrap_or_default();
    let words = part
        .split('<')
        .filter_map(|piece| piece.split_once('>'))
        .map(|(_, words)| words);
    words
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Who has played loo in England asks what things are called here, and whether this is the loo they know.
#[test]
fn a_player_of_english_loo_finds_their_words_and_what_is_played_otherwise() {
    let site = shared::own_site();
    let page = |name: &str| fs::read_to_string(site.join(name)).expect("a page");
    let html = page("games/five-card-loo.html");
    let told = [
        (
            "words",
            &[
                "Pam",
                "loo the board",
                "club law",
                "Pam be",
                "A player who owes it is looed",
            ][..],
        ),
        (
            "otherwise",
            &[
                "Must everyone play when clubs are trump?",
                "In the unlimited game",
                "All before the dealer fold",
            ],
        ),
        (
            "in-a-minute",
            &["Pam be civil", "is looed", "Five cards of one suit"],
        ),
    ];
    for (id, words) in told {
        let part = words_of_part(&html, id);
        words
            .iter()
            .for_each(|words| assert!(part.contains(words), "{words} is not in {id}: {part}"));
    }
    for name in [
        "games/five-card-loo.html",
        "rules/loo-2008.html",
        "tonight/loo-2008.html",
        "hands/loo-2008/pam-is-civil.html",
    ] {
        assert!(
            !page(name)
                .to_lowercase()
                .replace("pamphile", "")
                .contains("the pam"),
            "{name}: Pam is a name"
        );
    }
    let search = fs::read_dir(&site)
        .expect("a site")
        .flatten()
        .map(|file| file.path());
    let index = search
        .into_iter()
        .find(|path| path.to_string_lossy().contains("search-index"))
        .expect("an index");
    let index = fs::read_to_string(index).expect("an index");
    // The index is JSON in single quotation marks, so its own are not escaped.
    for title in ["club law", "Holding back Pam", "loo the board"] {
        assert!(
            index.contains(&format!("\"{title}\"")),
            "{title} cannot be searched for"
        );
    }
}

/// What Wikipedia says of Mistigri in a sentence or a part of one, and words of the clause that has it.
const OF_GRUPP: &[(ClauseId, &[&str])] = &[
    (
        ClauseId::Players,
        &[
            "three or four",
            "small stakes",
            "age of twelve",
            "more people may play",
        ],
    ),
    (
        ClauseId::Pack,
        &["32 cards", "German pack", "52 cards of a French pack"],
    ),
    (
        ClauseId::Rank,
        &[
            "ace is the highest card. Then come king, queen, jack, ten",
            "*Ober*",
            "*Unter*",
        ],
    ),
    (
        ClauseId::FlushPoints,
        &[
            "ace counts 11 points",
            "King, queen, jack and ten count 10 points",
            "Points only compare two Fliegen",
        ],
    ),
    (
        ClauseId::Stake,
        &["each player puts the agreed stake into the pool, a chip or a coin"],
    ),
    (
        ClauseId::DealPackets,
        &[
            "Forehand, at the dealer's left, gets cards first",
            "three and then two",
        ],
    ),
    (ClauseId::Direction, &["clockwise"]),
    (
        ClauseId::TurnCard,
        &["turns up the next card. The suit of this turn-up is the trump suit"],
    ),
    (
        ClauseId::DeclOrder,
        &["two rounds. In both, forehand speaks first"],
    ),
    (
        ClauseId::DeclFold,
        &["*ich passe*", "*je passe*", "poor hand", "out of this deal"],
    ),
    (
        ClauseId::DeclJoin,
        &["*ich gehe mit*", "*je m'y tiens*", "*c'est bon*"],
    ),
    (
        ClauseId::DeclExchange,
        &[
            "face down",
            "the same number from the stock",
            "hope for a Fliege",
            "high cards and trumps",
        ],
    ),
    (ClauseId::DeclStand, &["does not have to exchange"]),
    (
        ClauseId::FlushWhat,
        &["*Fliege*", "*mouche*", "the fly", "need not be in sequence"],
    ),
    (ClauseId::FlushClaim, &["wins at once"]),
    (
        ClauseId::FlushTake,
        &["takes the whole pool", "only if nobody has a Fliege"],
    ),
    (
        ClauseId::FlushOwe,
        &["The other players pay one more stake"],
    ),
    (
        ClauseId::FlushTie,
        &["a Fliege of trumps wins", "with more points wins"],
    ),
    (
        ClauseId::PlayLead,
        &[
            "Forehand leads to the first trick",
            "winner of a trick leads",
        ],
    ),
    (ClauseId::PlayFollow, &["*Farbzwang*"]),
    (ClauseId::PlayTrump, &["*Trumpfzwang*"]),
    (ClauseId::PlayHead, &["*Stichzwang*"]),
    (ClauseId::PayShare, &["a fifth of the pool"]),
    (ClauseId::DebtMake, &["wins no trick pays the basic stake"]),
    (
        ClauseId::PamCard,
        &[
            "jack of clubs",
            "*Unter* of acorns",
            "the highest trump, whatever the trump suit is",
        ],
    ),
    (ClauseId::PamCalls, &["may name any suit"]),
    (
        ClauseId::FlushWild,
        &["wild card", "four other cards of one suit"],
    ),
];

const OF_THE_MOENCH: &[(ClauseId, &[&str])] = &[
    (ClauseId::Pack, &["36 cards", "More players use 52 cards"]),
    (ClauseId::ChipsStart, &["25 chips"]),
    (ClauseId::Stake, &["5 chips"]),
    (ClauseId::ExchangeOnce, &["from 1 to 4 cards"]),
    (
        ClauseId::ExchangeShort,
        &["the discards are shuffled, and players draw from them"],
    ),
    (
        ClauseId::FlushOwe,
        &[
            "A player with a lower Fliege does not pay",
            "holder of the Mönch does not pay",
        ],
    ),
    (
        ClauseId::PoolCap,
        &[
            "limit of 40 chips",
            "side pot",
            "the pool holds less than 40 chips",
        ],
    ),
    (ClauseId::Allfold, &["5 chips from *rearhand*"]),
    (ClauseId::End, &["50", "number of deals"]),
    (
        ClauseId::PamCivil,
        &[
            "leads the ace of trumps to the first trick",
            "*still hält*",
            "may not play it to that trick",
        ],
    ),
    (
        ClauseId::Forced,
        &["When clubs are trumps, nobody may pass"],
    ),
];

/// And of its name, its history and its kin: each where it is told, with words of it.
const BESIDE: &[(&str, &[&str])] = &[
    (
        "mistigri-pamphile",
        &[
            "trente et un",
            "family of rams",
            "bars and in families",
            "doubtful name",
            "first called Pamphile",
        ],
    ),
    (
        "mistigri-pamphile",
        &[
            "in the course of the 18th century",
            "Meyers (1908) also treats the two as one",
        ],
    ),
    ("moench", &["monk", "*mouche*, misheard"]),
    ("mistigri", &["puss, or kitten", "name of the game"]),
    ("tippen", &["Meyers (1908)"]),
    ("five-card-loo", &["Pam is named after Pamphile"]),
    (
        "ramscheln",
        &[
            "Only one player may exchange their hand",
            "variant of Mönch",
        ],
    ),
    ("bourre", &["developed into"]),
    ("julepe", &[]),
    ("irish-loo", &[]),
    ("norrlandsknack", &[]),
    ("poker", &["recall poker"]),
    ("cucumber", &["variant of Mistigri"]),
    ("toepen", &["variant of Mistigri"]),
    ("hasenpfeffer", &["variant of Mistigri"]),
];

/// All that the lore tells of something: the game, its kinship, what stands beside the family, the word.
fn words_of_lore(id: &str) -> String {
    let games = GAMES
        .iter()
        .filter(|game| game.id == id)
        .map(|game| game.about);
    let kin = KINSHIP
        .iter()
        .filter(|kin| kin.of == id)
        .map(|kin| kin.note);
    let beside = NEIGHBOURS
        .iter()
        .filter(|beside| beside.id == id)
        .map(|beside| beside.why);
    let words = TERMS
        .iter()
        .filter(|term| term.id == id)
        .map(|term| term.more);
    games
        .chain(kin)
        .chain(beside)
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_reader_of_wikipedia_on_mistigri_finds_each_of_its_sentences() {
    for (edition, told) in [("mistigri-1975", OF_GRUPP), ("moench-2005", OF_THE_MOENCH)] {
        let rules = editions::by_id(edition).expect("an edition");
        for (topic, words) in told {
            let text = rules
                .clause(*topic)
                .expect("a clause")
                .text()
                .to_string()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            words.iter().for_each(|words| {
                assert!(
                    text.contains(words),
                    "{edition}/{topic}: {words} is not in: {text}"
                )
            });
        }
    }
    for (id, words) in BESIDE {
        let told = words_of_lore(id);
        assert!(!told.is_empty(), "nothing is told of {id}");
        words.iter().for_each(|words| {
            assert!(
                told.contains(words),
                "{id}: {words} is not in: {}",
                plain_text(&told)
            )
        });
    }
}
