//! Files in other languages than English: whatever the program writes into one is in its language, and is read again.

use crate::long;
use mouche::cards::{CardLanguage, CardSet, Rank, RankSet, Seat, read_card, spell_card};
use mouche::editions;
use mouche::explore::{PlayedExample, RandomPlayer, play_example};
use mouche::mus::{self, MusAct, MusStage, RandomMusPlayer};
use mouche::rules::mus_values::BettingPhase;
use mouche::rules::{MusRules, OptionValue, Ruleset, Verb, VerbWords};
use mouche::scenario::story::AnyStep;
use mouche::scenario::{
    BlessExtent, DraftEndpoint, DraftHeader, Keyword, PlayedHand, PlayedMusHand, bless, check,
    find_scenarios, format, load,
};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The languages but English.
const OTHERS: [CardLanguage; 3] = [
    CardLanguage::French,
    CardLanguage::German,
    CardLanguage::Spanish,
];

/// Returns the words that only an English file would have: those of the grammar and of the moves that are not of the other
/// language as well.
fn english_words(other: CardLanguage) -> BTreeSet<&'static str> {
    let spelled_in = |letters: CardLanguage| {
        let keywords = Keyword::all()
            .iter()
            .flat_map(move |keyword| match letters {
                CardLanguage::English => vec![keyword.spelling()],
                _ => keyword.spellings_in(letters).to_vec(),
            });
        let verbs = Verb::ALL.iter().filter_map(move |verb| verb.words(letters));
        let verbs = verbs.flat_map(VerbWords::all);
        let words = keywords.chain(verbs).flat_map(|words| words.split(' '));
        words.collect::<BTreeSet<_>>()
    };
    let mut words = &spelled_in(CardLanguage::English) - &spelled_in(other);
    // The words of phases may be the same.
    words.retain(|word| {
        !BettingPhase::ALL
            .iter()
            .any(|phase| phase.word_in(other) == *word)
    });
    words
}

/// Returns the English words in a text.
fn english_in(text: &str, words: &BTreeSet<&str>) -> Vec<String> {
    let is_of_a_word = |c: char| c.is_alphabetic() || matches!(c, '.' | '-' | '\'');
    let pieces = text
        .split(|c| !is_of_a_word(c))
        .filter(|piece| words.contains(piece));
    pieces.map(str::to_owned).collect()
}

/// Returns what stands in the fences of a file, without its header.
fn fences(text: &str) -> String {
    let fence = Regex::new(r"(?ms)^```(?:[a-zé]+[^\n]*)\n(.*?)^```$").expect("a pattern");
    let header = Regex::new(r"(?ms)^```toml scenario\n.*?^```$").expect("a pattern");
    fence
        .captures_iter(&header.replace(text, ""))
        .map(|found| found[1].to_owned())
        .collect()
}

/// Returns a file as one of another language with everything open that `bless` can fill.
fn opened_in(letters: CardLanguage, text: &str) -> String {
    let open = |text: &str, pattern: &str, with: &str| {
        Regex::new(pattern)
            .expect("a pattern")
            .replace_all(text, with)
            .into_owned()
    };
    // A clause may be shown by what the file expected.
    let text = open(text, r"(?m)^shows\s*=[^\]]*\]\n", "");
    let lang = format!("$1\nlang = \"{}\"", letters.language());
    let text = open(&text, r"(?m)^(players\s*=.*)$", &lang);
    let text = open(&text, r"(?m)-> [^,\n#`]+$", "-> ?");
    let text = open(
        &text,
        r"(?m)^(.*\w) may [^,\n(]*\([^)\n]*\)(,|$)",
        "$1 may ? (?)$2",
    );
    let text = open(
        &text,
        r"\(refused: [^;)\n]*; legal: [^)\n]*\)",
        "(refused: ?; legal: ?)",
    );
    let text = open(&text, r"\(refused: [^;)\n]*\)", "(refused: ?)");
    open(&text, r"(?ms)^(```payout[^\n]*\n).*?^```$", "$1?\n```")
}

/// Checks that what was filled into the open places of a file is not English.
fn assert_no_english_filled(open: &str, filled: &str, words: &BTreeSet<&str>) {
    let (open, filled) = (fences(open), fences(filled));
    let mut left: Vec<String> = english_in(&open, words);
    let mut written = english_in(&filled, words);
    left.sort();
    written.sort();
    assert_eq!(left, written, "{filled}");
}

#[test]
fn bless_fills_a_file_in_its_language() {
    for letters in OTHERS {
        assert_files_are_filled(letters);
    }
}

/// Checks that `bless` fills scenarios, put into another language, with words of that language.
fn assert_files_are_filled(letters: CardLanguage) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let words = english_words(letters);
    let folders = ["scenarios", "tests/held", "tests/mus/worked"];
    let files = folders.iter().flat_map(|folder| {
        find_scenarios(&root.join(folder))
            .expect("the scenarios")
            .files
    });
    let mut filled_files = 0;
    for path in files.step_by(long::sample_step(5)) {
        filled_files += u32::from(is_filled_in_language(&path, letters, &words));
    }
    assert!(filled_files > 40, "{filled_files}");
}

/// Checks that `bless` fills a scenario, put into another language, with words of that language. Returns false for one that cannot be
/// filled or says its language.
fn is_filled_in_language(path: &Path, letters: CardLanguage, words: &BTreeSet<&str>) -> bool {
    let says_its_language = Regex::new(r"(?m)^lang\s*=").expect("a pattern");
    let text = std::fs::read_to_string(path).expect("a text");
    if says_its_language.is_match(&text) {
        return false;
    }
    let open = opened_in(letters, &text);
    let Some(filled) = bless("a.md", open.as_bytes(), BlessExtent::OpenValues) else {
        return false;
    };
    assert_eq!(filled.wrong, [], "{}\n{}", path.display(), filled.text);
    assert_no_english_filled(&open, &filled.text, words);
    assert!(
        check("a.md", filled.text.as_bytes()).holds(),
        "{}",
        path.display()
    );
    true
}

/// The word for points has a form for one.
#[test]
fn a_single_point_is_filled_in_the_language_of_the_file() {
    let file = "scenarios/norrlandsknack-2008/sigrid-has-one-point-left.md";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    for letters in OTHERS {
        assert!(is_filled_in_language(
            &path,
            letters,
            &english_words(letters)
        ));
    }
}

const NAMES: [&str; 6] = ["Anne", "Claude", "Denise", "Zoé", "Basile", "Odile"];

/// Checks that a drafted hand has no English word, has none when it is filled, and does not change when it is formatted. Returns the
/// filled file.
fn assert_drafted(text: &str, words: &BTreeSet<&str>) -> String {
    assert_eq!(english_in(&fences(text), words), [""; 0], "{text}");
    let filled = bless("a.md", text.as_bytes(), BlessExtent::OpenValues).expect("a scenario");
    assert_eq!(filled.wrong, [], "{}", filled.text);
    assert_eq!(
        english_in(&fences(&filled.text), words),
        [""; 0],
        "{}",
        filled.text
    );
    assert!(
        check("a.md", filled.text.as_bytes()).holds(),
        "{}",
        filled.text
    );
    let formatted = format(filled.text.as_bytes()).expect("a scenario");
    assert_eq!(formatted.text, filled.text);
    filled.text
}

/// Returns what happens in a file: each step with its events.
fn events_of(text: &str) -> Vec<String> {
    let checked = check("a.md", text.as_bytes());
    assert!(checked.holds(), "{text}");
    let steps = checked.stories.iter().flat_map(|story| story.all_steps());
    steps
        .map(|step| match step {
            AnyStep::Tricks(step) => format!("{:?} {:?}", step.kind, step.events),
            AnyStep::Mus(step) => format!("{:?} {:?}", step.kind, step.events),
        })
        .collect()
}

/// Checks that a hand is written, filled and read in every language, and that all files tell the same events.
fn assert_same_events(write: &dyn Fn(CardLanguage) -> String) {
    let english = write(CardLanguage::English);
    let filled = bless("a.md", english.as_bytes(), BlessExtent::OpenValues).expect("a scenario");
    let events = events_of(&filled.text);
    assert!(events.len() > 3, "{english}");
    for letters in OTHERS {
        let text = assert_drafted(&write(letters), &english_words(letters));
        assert_eq!(events_of(&text), events, "{text}");
    }
}

fn draft<'a>(
    rules: &'a Ruleset,
    players: &'a [String],
    options: &'a BTreeMap<String, OptionValue>,
    letters: CardLanguage,
) -> DraftHeader<'a> {
    DraftHeader {
        title: "T",
        rules,
        players,
        shows: &[],
        chips: &[],
        options,
        letters,
        until: DraftEndpoint::End,
    }
}

#[test]
fn a_hand_is_the_same_in_every_language() {
    let options = BTreeMap::new();
    for rules in editions::ALL.iter() {
        let seats = (3..=5)
            .find(|seats| rules.players.value.allows(*seats))
            .expect("a number of players");
        let names = NAMES[..seats]
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>();
        for seed in 0..seeds_per_edition() {
            let PlayedExample {
                deal, moves, end, ..
            } = play_example(
                rules.tricks().expect("tricks"),
                seats as u8,
                RandomPlayer::new(seed),
            )
            .expect("a hand");
            let hand = PlayedHand {
                narration: String::new(),
                deal: Some(deal),
                moves,
                tries: Vec::new(),
                end,
            };
            let hand = [hand];
            assert_same_events(&|letters| {
                draft(rules, &names, &options, letters)
                    .write_file(&hand)
                    .expect("a file")
            });
        }
    }
}

#[test]
fn a_deal_of_mus_is_the_same_in_every_language() {
    let options = BTreeMap::new();
    for rules in editions::mus_editions() {
        let ruleset = &Ruleset::from(*rules);
        let names = NAMES[..4]
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>();
        for seed in 0..seeds_per_edition() {
            let hand = [deal_of_mus(rules, seed)];
            assert_same_events(&|letters| {
                draft(ruleset, &names, &options, letters)
                    .write_file(&hand)
                    .expect("a file")
            });
        }
    }
}

fn deal_of_mus(rules: &MusRules, seed: u64) -> PlayedMusHand {
    let mut hand = mus::open_deal(rules, &mus::MusTable::new(rules, 4, Seat(3)));
    let (mut chance, mut events, mut moves) = (RandomMusPlayer::new(seed), Vec::new(), Vec::new());
    let cards = chance.deal_cards(rules, &hand);
    mus::apply(rules, &mut hand, MusAct::Deal(cards), &mut events).expect("a deal");
    while hand.stage != MusStage::Over {
        let act = chance.choose_act(rules, &hand);
        if let MusAct::Move(_, does) = act {
            moves.push((hand, does));
        }
        mus::apply(rules, &mut hand, act, &mut events).expect("a move");
    }
    PlayedHand {
        moves,
        ..PlayedHand::new(String::new(), Some(cards), hand)
    }
}

#[test]
fn each_card_is_read_as_it_is_written_and_as_it_is_called() {
    for letters in CardLanguage::ALL {
        for card in CardSet::pack(RankSet::from(Rank::Two)) {
            // A Spanish pack has no ten: its 10 is the page.
            if letters == CardLanguage::SpanishPack && card.rank() == Rank::Ten {
                continue;
            }
            let written = spell_card(card, letters);
            assert_eq!(read_card(&written, letters), Ok(card), "{written}");
            if letters == CardLanguage::English {
                continue;
            }
            let name = card.name_in(letters);
            let called = name.replace(' ', "-");
            assert_eq!(
                read_card(&called, letters),
                Ok(card),
                "{letters:?} {called}"
            );
        }
    }
    for (written, letters, card) in [
        ("RO", CardLanguage::SpanishPack, "K♦"),
        ("12♣", CardLanguage::SpanishPack, "K♣"),
        ("11B", CardLanguage::SpanishPack, "Q♣"),
        ("10♠", CardLanguage::SpanishPack, "J♠"),
        ("1C", CardLanguage::SpanishPack, "A♥"),
        ("Rey♥", CardLanguage::SpanishPack, "K♥"),
        ("SE", CardLanguage::SpanishPack, "J♠"),
        ("Herz-König", CardLanguage::GermanPack, "K♥"),
        ("Grün-Ober", CardLanguage::GermanPack, "Q♠"),
        ("Schellen-7", CardLanguage::GermanPack, "7♦"),
        ("Karo-Dame", CardLanguage::German, "Q♦"),
        ("Kö♥", CardLanguage::German, "K♥"),
        ("Kreuz-As", CardLanguage::German, ""),
    ] {
        let read = read_card(written, letters).map_or(String::new(), |card| card.to_string());
        assert_eq!(read, card, "{written}");
    }
}

#[test]
fn what_is_tried_is_elided_before_a_vowel() {
    let file = |edition: &str, tried: &str| {
        let deal = "```donne\ndonneur Anne\n```";
        let header = format!(
            "edition = \"{edition}\"\nplayers = [\"Anne\", \"Claude\", \"Denise\", \"Zoé\"]\nlang = \"fr\""
        );
        format!(
            "# T\n\n```toml scenario\n{header}\n```\n\n{deal}\n\n```jeu\nAnne tente {tried} (refusé: ?)\n```\n"
        )
    };
    let read = |edition: &str, tried: &str| {
        let loaded = load(&file(edition, tried));
        assert_eq!(loaded.diagnostics, [], "{tried}");
        let place = Regex::new(r"(span|opening): \d+\.\.\d+").expect("a pattern");
        place
            .replace_all(
                &format!("{:?}", loaded.scenario.expect("a scenario").hands),
                "",
            )
            .into_owned()
    };
    for (edition, verb) in [
        ("mistigri-1975", "entrer"),
        ("rams-2008", "annoncer rams"),
        ("mus-pairs", "écarter R♠"),
        ("mus-pairs", "être servi"),
        ("mus-pairs", "accepter"),
        ("mus-pairs", "avoir du jeu"),
        ("mus-pairs", "ordago"),
    ] {
        let plain = read(edition, &format!("de {verb}"));
        assert_eq!(read(edition, &format!("d'{verb}")), plain);
        assert_eq!(read(edition, &format!("d\u{2019}{verb}")), plain);
    }
}

/// How many hands are drafted for each edition.
fn seeds_per_edition() -> u64 {
    if long::are_all_wanted() { 60 } else { 4 }
}
