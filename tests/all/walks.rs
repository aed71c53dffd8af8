//! Readers who know a game from elsewhere, and what they must find in the book.

use crate::shared;
use mouche::editions::{self, GAMES, KINSHIP, NEIGHBOURS, TERMS};
use mouche::page::markdown::plain_text;
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
                "to be looed is to owe it",
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
    for title in ["\"club law\"", "\"Pam kept still\"", "\"loo the board\""] {
        assert!(index.contains(title), "{title} cannot be searched for");
    }
}

/// What Wikipedia says of Mistigri in a sentence or a part of one, and words of the clause that has it.
const OF_GRUPP: &[(ClauseId, &[&str])] = &[
    (
        ClauseId::Players,
        &[
            "Three or four",
            "small stakes",
            "children of twelve",
            "More may play",
        ],
    ),
    (
        ClauseId::Pack,
        &["32 cards", "German pack", "52 cards of a French pack"],
    ),
    (
        ClauseId::Rank,
        &[
            "ace is highest, then king, queen, jack, ten",
            "*Ober*",
            "*Unter*",
        ],
    ),
    (
        ClauseId::FlushPoints,
        &[
            "ace counts eleven",
            "king, queen and jack count ten",
            "good for nothing else",
        ],
    ),
    (
        ClauseId::Stake,
        &["everyone puts the stake that was agreed, a chip or a coin"],
    ),
    (
        ClauseId::DealPackets,
        &["Beginning with forehand", "three and then two"],
    ),
    (ClauseId::Direction, &["clockwise"]),
    (
        ClauseId::TurnCard,
        &["the next is turned. Its suit is trump"],
    ),
    (ClauseId::DeclOrder, &["two rounds, both from forehand"]),
    (
        ClauseId::DeclFold,
        &[
            "*ich passe* or *je passe*",
            "hand is poor",
            "out of this hand",
        ],
    ),
    (
        ClauseId::DeclJoin,
        &["*ich gehe mit*", "*je m'y tiens*", "*c'est bon*"],
    ),
    (
        ClauseId::DeclExchange,
        &[
            "face down",
            "as many from the stock",
            "to make a Fliege",
            "high cards and trumps",
        ],
    ),
    (ClauseId::DeclStand, &["Nobody in the hand has to exchange"]),
    (
        ClauseId::FlushWhat,
        &["*Fliege*", "*mouche*", "the fly", "need not be in sequence"],
    ),
    (ClauseId::FlushClaim, &["wins at once"]),
    (
        ClauseId::FlushTake,
        &["takes the whole pool", "only if nobody has one"],
    ),
    (ClauseId::FlushOwe, &["The other players pay a stake more"]),
    (
        ClauseId::FlushTie,
        &["one of trumps wins", "greater number of points wins"],
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
            "whatever suit is trump, it is the highest trump",
        ],
    ),
    (ClauseId::PamCalls, &["may name any suit"]),
    (
        ClauseId::FlushWild,
        &["wild card", "four cards of one suit"],
    ),
];

const OF_THE_MOENCH: &[(ClauseId, &[&str])] = &[
    (ClauseId::Pack, &["36 cards", "52 for more"]),
    (ClauseId::ChipsStart, &["twenty-five chips"]),
    (ClauseId::Stake, &["five chips"]),
    (ClauseId::ExchangeOnce, &["one to four cards"]),
    (
        ClauseId::ExchangeShort,
        &["the discards are shuffled and players draw from them"],
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
        &["limit of forty chips", "side pot", "falls below forty"],
    ),
    (ClauseId::Allfold, &["five chips from rearhand"]),
    (ClauseId::End, &["fifty", "number of deals"]),
    (
        ClauseId::PamCivil,
        &[
            "lead the ace of trumps to the first trick",
            "*still hält*",
            "not played to that trick",
        ],
    ),
    (ClauseId::Forced, &["When clubs are trump nobody may pass"]),
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
            "Meyers of 1908 equates",
        ],
    ),
    ("moench", &["monk", "*mouche*, misheard"]),
    ("mistigri", &["puss, or kitten", "names the game"]),
    ("tippen", &["Meyers of 1908"]),
    ("five-card-loo", &["Pam has his name from Pamphile"]),
    (
        "ramscheln",
        &["One player alone may change their hand", "variant of Mönch"],
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
