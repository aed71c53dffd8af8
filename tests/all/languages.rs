//! Files in other languages than English: whatever the program writes into one is in its language, and is read again.

use crate::house_table_folder::run_mouche;
use crate::test_extent;
use mouche::cards::{Card, CardLanguage, CardSet, Rank, RankSet, Seat, read_card, spell_card};
use mouche::editions;
use mouche::explore::{PlayedExample, RandomPlayer, play_example};
use mouche::mus::{self, MusAct, MusStage, MusState, RandomMusPlayer};
use mouche::rules::mus_values::BettingPhase;
use mouche::rules::{
    Move, MoveOccasion, MusRules, OptionValue, Ruleset, Verb, VerbWords, letters_with_suits_of_game,
};
use mouche::scenario::story::AnyStep;
use mouche::scenario::{
    BlessExtent, DraftHeader, FenceKind, Keyword, LINE_FORMS, LastStageInDraft, PlayedDealRecord,
    PlayedMusHand, bless, check, find_markdown_files, format, load,
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
        find_markdown_files(&root.join(folder))
            .expect("the scenarios")
            .files
    });
    let mut filled_files = 0;
    for path in files.step_by(test_extent::sample_step(10)) {
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

#[test]
fn a_verdict_has_the_order_of_words_of_its_language() {
    let place = tempfile::tempdir().expect("a folder");
    for (edition, lang, expected, wrong) in [
        (
            "boussac-1896",
            "de",
            &["darf die Ersatzhand nehmen", "darf 1 bis 5 Karten tauschen"][..],
            "darf nehmen|darf tauschen|nicht nehmen die",
        ),
        (
            "boussac-1896",
            "fr",
            &["peut prendre la fille", "peut changer de 1 à 5 cartes"],
            "1–5",
        ),
        (
            "boussac-1896",
            "es",
            &["puede tomar la ", "puede cambiar de 1 a 5 cartas"],
            "1–5",
        ),
        ("mus-pairs", "de", &["darf mus sagen"], "darf sagen"),
        ("mus-pairs", "es", &["puede decir mus"], "1–4"),
    ] {
        let call = ["new", "--edition", edition, "--lang", lang, "--seed", "7"];
        let drafted = run_mouche(place.path(), &[&call[..], &["--until", "end"]].concat());
        std::fs::write(place.path().join("hand.md"), &drafted.stdout).expect("a hand");
        assert!(
            run_mouche(place.path(), &["bless", "hand.md"])
                .status
                .success()
        );
        let done = run_mouche(place.path(), &["show", "hand.md"]);
        let shown = String::from_utf8(done.stdout).expect("text");
        for words in expected {
            assert!(
                shown.contains(words),
                "{edition}, {lang}: {words} in\n{shown}"
            );
        }
        for words in wrong.split('|') {
            assert!(
                !shown.contains(words),
                "{edition}, {lang}: {words} in\n{shown}"
            );
        }
    }
}

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
        book_language: Some(CardLanguage::English),
        until: LastStageInDraft::End,
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
            let hand = PlayedDealRecord {
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
            let hand = [deal_of_mus(rules, seed, &[])];
            assert_same_events(&|letters| {
                draft(ruleset, &names, &options, letters)
                    .write_file(&hand)
                    .expect("a file")
            });
        }
    }
}

/// Returns a deal of Mus by chance, in which some moves are made wherever they can be.
fn deal_of_mus(rules: &MusRules, seed: u64, preferred: &[Move]) -> PlayedMusHand {
    let mut hand = mus::open_deal(rules, &mus::MusTableBetweenDeals::new(rules, 4, Seat(3)));
    let (mut chance, mut events, mut moves) = (RandomMusPlayer::new(seed), Vec::new(), Vec::new());
    let cards = chance.deal_cards(rules, &hand);
    mus::apply(rules, &mut hand, MusAct::Deal(cards), &mut events).expect("a deal");
    while hand.stage != MusStage::Over {
        let act = possible_act(rules, &hand, preferred)
            .unwrap_or_else(|| chance.choose_act(rules, &hand));
        if let MusAct::Move(_, does) = act {
            moves.push((hand, does));
        }
        mus::apply(rules, &mut hand, act, &mut events).expect("a move");
    }
    PlayedDealRecord {
        moves,
        ..PlayedDealRecord::new(String::new(), Some(cards), hand)
    }
}

/// Returns the first of some moves that the mover can make.
fn possible_act(rules: &MusRules, hand: &MusState, moves: &[Move]) -> Option<MusAct> {
    if hand.stage == MusStage::Paying {
        return None;
    }
    let mut acts = moves.iter().map(|does| MusAct::Move(hand.mover, *does));
    acts.find(|act| mus::apply(rules, &mut { *hand }, *act, &mut Vec::new()).is_ok())
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
        ("Kreuz-As", CardLanguage::German, "A♣"),
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

/// Writes a hand that `new` deals in a language, fills it, and returns it with what the program shows of it.
fn dealt_and_shown(edition: &str, lang: &str, players: &str, seed: &str) -> [String; 2] {
    let place = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let done = run_mouche(place.path(), arguments);
        let printed = [&done.stdout[..], &done.stderr].concat();
        let printed = String::from_utf8(printed).expect("text");
        assert!(done.status.success(), "{edition} {lang}: {printed}");
        printed
    };
    let table = [
        "new",
        "--edition",
        edition,
        "--lang",
        lang,
        "--players",
        players,
    ];
    run(&[
        &table[..],
        &["--seed", seed, "--until", "end", "--output", "hand.md"],
    ]
    .concat());
    run(&["bless", "hand.md"]);
    run(&["check", "hand.md"]);
    run(&["fmt", "--check", "hand.md"]);
    let text = std::fs::read_to_string(place.path().join("hand.md")).expect("a hand");
    [text, run(&["show", "hand.md"])]
}

#[test]
fn a_new_hand_is_written_and_shown_in_its_language() {
    for (edition, players) in [
        ("mus-pairs", "4"),
        ("mauscheln-2008", "4"),
        ("mouche-1718", "4"),
    ] {
        let [_, english] = dealt_and_shown(edition, "en", players, "3");
        for letters in OTHERS {
            let [text, shown] = dealt_and_shown(edition, letters.language(), players, "3");
            assert!(
                text.contains(&format!("lang = \"{}\"", letters.language())),
                "{text}"
            );
            assert_eq!(
                english_in(&fences(&text), &english_words(letters)),
                [""; 0],
                "{text}"
            );
            let steps = |shown: &str| shown.lines().filter(|line| line.starts_with('>')).count();
            assert_eq!(steps(&shown), steps(&english), "{shown}");
            // Choices without a card are in the language.
            let may = Keyword::May.spelling_in(letters);
            let choices = shown.lines().filter(|line| line.starts_with(">      "));
            for choice in choices {
                assert!(choice[1..].trim_start().starts_with(may), "{choice}");
            }
        }
    }
    let place = tempfile::tempdir().expect("a folder");
    let done = run_mouche(place.path(), &["new", "--lang", "it"]);
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(
        errors.contains("expected one of en, fr, de, es"),
        "{errors}"
    );
}

#[test]
fn an_attempt_is_told_in_the_language_of_its_hand() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, parts) in [
        (
            "tests/editions/la-chica-va-primero.md",
            &[
                "Rafael intenta envidar 1.\nNo se permite: un envite es al menos de 2. [bet.open]",
                "puede decir no hay mus",
                "puede pasar [bet.open]",
                "puede echar órdago [bet.open]",
            ][..],
        ),
        (
            "tests/held/french-elision.md",
            &[
                "Emil tente d'entrer.\nC'est défendu\u{a0}: on ne peut pas dire cela maintenant.",
                "peut ",
            ],
        ),
    ] {
        let done = run_mouche(root, &["show", file]);
        let shown = String::from_utf8_lossy(&done.stdout).into_owned();
        for part in parts {
            assert!(shown.contains(part), "{part} in\n{shown}");
        }
        for english in [
            " tries to ",
            "may pass",
            "may fold",
            "cannot fold",
            "allowed",
        ] {
            assert!(!shown.contains(english), "{english} in\n{shown}");
        }
    }
}

/// The moves of fault: players make them, but no random player does.
const FAULTS: MoveOccasion = MoveOccasion::Fault;

/// A played hand of either game, with the rules, the options and the number of its players.
struct AnyPlayedHand {
    rules: Ruleset,
    options: BTreeMap<String, OptionValue>,
    seats: usize,
    hand: EitherHand,
}

enum EitherHand {
    Tricks(Box<PlayedDealRecord>),
    Mus(Box<PlayedMusHand>),
}

impl AnyPlayedHand {
    /// Returns a hand with tricks of a seed.
    fn with_tricks(
        base: &Ruleset,
        options: BTreeMap<String, OptionValue>,
        seed: u64,
    ) -> AnyPlayedHand {
        let rules = base.with_options(&options).expect("options");
        let seats = (3..=5).find(|seats| rules.players.value.allows(*seats));
        let seats = seats.expect("a number of players");
        let tricks = rules.tricks().expect("tricks");
        let played = play_example(tricks, seats as u8, RandomPlayer::new(seed));
        let PlayedExample {
            deal, moves, end, ..
        } = played.expect("a hand");
        let hand = PlayedDealRecord {
            moves,
            ..PlayedDealRecord::new(String::new(), Some(deal), end)
        };
        let hand = EitherHand::Tricks(Box::new(hand));
        AnyPlayedHand {
            rules,
            options,
            seats,
            hand,
        }
    }

    /// Returns a deal of Mus of a seed, in which some moves are made wherever they can be.
    fn of_mus(rules: &MusRules, seed: u64, preferred: &[Move]) -> AnyPlayedHand {
        AnyPlayedHand {
            rules: Ruleset::from(*rules),
            options: BTreeMap::new(),
            seats: 4,
            hand: EitherHand::Mus(Box::new(deal_of_mus(rules, seed, preferred))),
        }
    }

    fn verbs(&self) -> BTreeSet<Verb> {
        match &self.hand {
            EitherHand::Tricks(hand) => hand.moves.iter().map(|(_, does)| does.verb()).collect(),
            EitherHand::Mus(hand) => hand.moves.iter().map(|(_, does)| does.verb()).collect(),
        }
    }

    fn write(&self, letters: CardLanguage) -> String {
        let names = NAMES[..self.seats].iter().map(|name| (*name).to_owned());
        let names: Vec<String> = names.collect();
        let letters = letters_with_suits_of_game(letters, &[&self.rules]);
        let header = draft(&self.rules, &names, &self.options, letters);
        match &self.hand {
            EitherHand::Tricks(hand) => header.write_file(std::slice::from_ref(&**hand)),
            EitherHand::Mus(hand) => header.write_file(std::slice::from_ref(&**hand)),
        }
        .expect("a file")
    }
}

/// The moves that no random player of Mus makes.
const LIES_AND_MOVES_FOR_BOTH: [Move; 5] = [
    Move::FalseCouples,
    Move::FalseJeu,
    Move::FalseNone,
    Move::PassBoth,
    Move::RefuseBoth,
];

/// Returns hands of a seed under all editions, and with the options that allow rare moves.
fn hands_of_seed(seed: u64) -> Vec<AnyPlayedHand> {
    let mut hands = Vec::new();
    for rules in editions::ALL.iter() {
        hands.push(AnyPlayedHand::with_tricks(rules, BTreeMap::new(), seed));
    }
    let mauscheln = editions::by_id("mauscheln-2008").expect("an edition");
    let options = [
        ("dealer_blind", OptionValue::Word("ace".to_owned())),
        ("flush_redeal", OptionValue::Flag(true)),
    ];
    let options = options.map(|(name, value)| (name.to_owned(), value));
    hands.push(AnyPlayedHand::with_tricks(mauscheln, options.into(), seed));
    for rules in editions::mus_editions() {
        hands.push(AnyPlayedHand::of_mus(rules, seed, &[]));
        for does in LIES_AND_MOVES_FOR_BOTH {
            hands.push(AnyPlayedHand::of_mus(rules, seed, &[does]));
        }
    }
    hands
}

/// Returns hands in which each verb that players can choose is said once at least, and the verbs that are in none.
fn hands_with_all_verbs() -> (Vec<AnyPlayedHand>, Vec<Verb>) {
    let mut missing: Vec<Verb> = Verb::ALL.to_vec();
    missing.retain(|verb| verb.words(CardLanguage::English).is_some() && verb.kind() != FAULTS);
    // A player is served only after a card was seen, which no draft tells: see the test of that statement.
    missing.retain(|verb| *verb != Verb::BeServed);
    let mut kept = Vec::new();
    for seed in 0..400 {
        for hand in hands_of_seed(seed) {
            let verbs = hand.verbs();
            if missing.iter().any(|verb| verbs.contains(verb)) {
                missing.retain(|verb| !verbs.contains(verb));
                kept.push(hand);
            }
        }
        if missing.is_empty() {
            break;
        }
    }
    (kept, missing)
}

#[test]
fn each_statement_survives_fmt_bless_and_show_in_each_language() {
    let (hands, missing) = hands_with_all_verbs();
    assert_eq!(missing, []);
    let place = tempfile::tempdir().expect("a folder");
    for hand in hands {
        let english = bless(
            "a.md",
            hand.write(CardLanguage::English).as_bytes(),
            BlessExtent::OpenValues,
        );
        let events = events_of(&english.expect("a scenario").text);
        let mut english_words_shown = BTreeSet::new();
        for letters in CardLanguage::LANGUAGES {
            let text = match letters {
                CardLanguage::English => hand.write(letters),
                _ => assert_drafted(&hand.write(letters), &english_words(letters)),
            };
            let text = bless("a.md", text.as_bytes(), BlessExtent::OpenValues)
                .expect("a scenario")
                .text;
            assert_eq!(events_of(&text), events, "{text}");
            assert_eq!(format(text.as_bytes()).expect("a scenario").text, text);
            std::fs::write(place.path().join("hand.md"), &text).expect("a hand");
            let done = run_mouche(place.path(), &["show", "hand.md"]);
            let shown = String::from_utf8_lossy(&done.stdout).into_owned();
            assert!(done.status.success(), "{text}");
            assert!(shown.matches('\n').count() > events.len(), "{shown}");
            let words = shown_words(place.path(), "hand.md");
            if letters == CardLanguage::English {
                english_words_shown = words;
            } else {
                let english = words.intersection(&english_words_shown);
                assert_eq!(english.count(), 0, "{words:?}");
            }
        }
    }
}

/// A player keeps the dealt cards after one was seen. The statement of a hand is put into each language.
#[test]
fn a_player_is_served_in_each_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hand = std::fs::read_to_string(root.join("scenarios/mus-pairs/a-card-is-seen.md"));
    let hand = hand.expect("a hand");
    // An attempt is told in words of the language.
    let events_of = |text: &str| {
        let mut events = events_of(text);
        events.retain(|event| !event.starts_with("Refused"));
        events
    };
    let events = events_of(&hand);
    let place = tempfile::tempdir().expect("a folder");
    for letters in OTHERS {
        let words = Verb::BeServed.words(letters).expect("words").third_person();
        let sentence = match letters {
            CardLanguage::French => "Ben garde ses cartes.",
            CardLanguage::German => "Ben behält das Blatt.",
            _ => "Ben se queda con sus cartas.",
        };
        let lang = format!("lang = \"{}\"\nplayers", letters.language());
        let text = hand
            .replacen("players", &lang, 1)
            .replace("is served", words);
        let text = format(text.as_bytes()).expect("a scenario").text;
        assert!(text.contains(words), "{text}");
        assert_eq!(events_of(&text), events, "{text}");
        std::fs::write(place.path().join("hand.md"), &text).expect("a hand");
        let done = run_mouche(place.path(), &["show", "hand.md"]);
        let shown = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(shown.contains(sentence), "{shown}");
    }
}

/// Returns the sentences and the verdicts that `show` gives for a file.
fn shown_words(folder: &Path, file: &str) -> BTreeSet<String> {
    let done = run_mouche(folder, &["show", "--format", "json", file]);
    let shown: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let steps = shown["editions"][0]["steps"].as_array().expect("steps");
    let mut words = BTreeSet::new();
    for step in steps {
        for (list, key) in [("said", "text"), ("verdicts", "verdict")] {
            for item in step[list].as_array().expect("a list") {
                words.insert(item[key].as_str().expect("words").to_owned());
            }
        }
    }
    words
}

#[test]
fn each_card_survives_fmt_bless_and_show_in_each_language() {
    let place = tempfile::tempdir().expect("a folder");
    for (edition, seats) in [("loo-2008", 5), ("mus-pairs", 4), ("moench-2005", 5)] {
        let rules = editions::by_id(edition).expect("an edition");
        let pack: Vec<Card> = rules.pack.value.pack(seats).into_iter().collect();
        for letters in CardLanguage::LANGUAGES {
            let letters = letters_with_suits_of_game(letters, &[rules]);
            let text = file_with_cards(rules, seats, &pack, letters);
            let filled =
                bless("a.md", text.as_bytes(), BlessExtent::OpenValues).expect("a scenario");
            assert!(
                check("a.md", filled.text.as_bytes()).holds(),
                "{:?}",
                check("a.md", filled.text.as_bytes()).diagnostics
            );
            let formatted = format(filled.text.as_bytes()).expect("a scenario").text;
            assert_eq!(
                format(formatted.as_bytes()).expect("a scenario").text,
                formatted
            );
            let loaded = load(&formatted).scenario.expect("a scenario");
            let read = format!("{:?}", loaded.hands[0].deal);
            std::fs::write(place.path().join("hand.md"), &formatted).expect("a hand");
            let done = run_mouche(place.path(), &["show", "hand.md"]);
            let shown = String::from_utf8_lossy(&done.stdout).into_owned();
            let dealt = usize::from(seats) * hand_size(rules);
            for (at, card) in pack.iter().enumerate() {
                let written = spell_card(*card, letters);
                assert!(formatted.contains(&written), "{written} in {formatted}");
                assert!(read.contains(&format!("{card:?}")), "{written}");
                assert!(
                    at >= dealt || shown.contains(&written),
                    "{written} in {shown}"
                );
            }
        }
    }
}

/// Returns how many cards a player holds.
fn hand_size(rules: &Ruleset) -> usize {
    let packets = rules.deal_packets.value;
    packets.hand.into()
}

/// Returns a file in which all cards of the pack are dealt, turned up or in the stock.
fn file_with_cards(rules: &Ruleset, seats: u8, pack: &[Card], letters: CardLanguage) -> String {
    let spell = |cards: &[Card]| {
        let cards: Vec<String> = cards
            .iter()
            .map(|card| spell_card(*card, letters))
            .collect();
        cards.join(" ")
    };
    let mut left = pack;
    let names = &NAMES[..usize::from(seats)];
    let mut lines = vec![format!(
        "{} {}",
        Keyword::Dealer.spelling_in(letters),
        names[0]
    )];
    for name in names[1..].iter().chain(&names[..1]) {
        let (hand, rest) = left.split_at(hand_size(rules));
        lines.push(format!("{name} {}", spell(hand)));
        left = rest;
    }
    if rules.tricks().is_some() {
        lines.push(format!(
            "{} {}",
            Keyword::Turn.spelling_in(letters),
            spell(&left[..1])
        ));
        left = &left[1..];
    }
    lines.push(format!(
        "{} {}",
        Keyword::Stock.spelling_in(letters),
        spell(left)
    ));
    let players: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        "# T\n\n```toml scenario\nedition = \"{}\"\nplayers = [{}]\nlang = \"{}\"\n```\n\n```{}\n{}\n```\n\n```{}\n{} {} ? (?)\n{}\n```\n",
        rules.id,
        players.join(", "),
        letters.language(),
        FenceKind::Deal.spelling(letters),
        lines.join("\n"),
        FenceKind::Script.spelling(letters),
        names[1],
        Keyword::May.spelling_in(letters),
        Keyword::Stop.spelling_in(letters),
    )
}

/// How many hands are drafted for each edition.
fn seeds_per_edition() -> u64 {
    if test_extent::are_all_wanted() { 60 } else { 2 }
}

/// Returns a file of a game with tricks in another language: its header names the language, and each line of its fences is
/// translated.
fn translated_file(text: &str, letters: CardLanguage) -> String {
    let fences = [
        ("```deal", FenceKind::Deal),
        ("```script", FenceKind::Script),
        ("```payout", FenceKind::Payout),
    ];
    let mut fence = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            let opened = fences.iter().find(|(word, _)| *word == line);
            fence = opened.map(|(_, kind)| *kind);
        }
        let is_statement = !line.starts_with("```") && !line.is_empty();
        lines.push(match fence {
            Some(kind) if is_statement => {
                let mut forms = LINE_FORMS.iter();
                let form = forms.find(|form| form.fence == kind && form.about.is_none());
                let mut form = form.expect("a line of the fence").clone();
                form.english = line.to_owned();
                form.text_in(letters)
            }
            _ if line.starts_with("players") => {
                format!("{line}\nlang = \"{}\"", letters.language())
            }
            _ => line.to_owned(),
        });
    }
    let file = lines.join("\n");
    format(file.as_bytes()).expect("a scenario").text
}

/// Faults, misdeals and refused cards: what they cost is in the payout.
#[test]
fn faults_and_refusals_survive_fmt_bless_and_show_in_each_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/boussac-1896");
    let pattern = r"(?m)shows the hand|speaks out of turn|holds \d cards|^misdeal|refused:";
    let pattern = Regex::new(pattern).expect("a pattern");
    let payout = Regex::new(r"(?ms)^(```payout\n).*?^```$").expect("a pattern");
    let events_but_attempts = |text: &str| {
        let events = events_of(text).into_iter();
        let events = events.map(|event| match event.split_once(" {") {
            // An attempt is told in words of the language.
            Some(("Refused", _)) => "Refused".to_owned(),
            _ => event,
        });
        events.collect::<Vec<_>>()
    };
    let place = tempfile::tempdir().expect("a folder");
    let mut kinds = BTreeSet::new();
    for path in find_markdown_files(&root).expect("the scenarios").files {
        let english = std::fs::read_to_string(path).expect("a hand");
        let found: Vec<&str> = pattern
            .find_iter(&english)
            .map(|found| found.as_str())
            .collect();
        // The reasons in tasks are prose, which is not translated.
        if found.is_empty() || english.contains("```task") {
            continue;
        }
        kinds.extend(found.into_iter().map(str::to_owned));
        let events = events_but_attempts(&english);
        for letters in OTHERS {
            let text = translated_file(&english, letters);
            assert_eq!(
                english_in(&fences(&text), &english_words(letters)),
                [""; 0],
                "{text}"
            );
            assert_eq!(events_but_attempts(&text), events, "{text}");
            let open = payout.replace_all(&text, "$1?\n```");
            assert_ne!(open, text, "{text}");
            let filled = bless("a.md", open.as_bytes(), BlessExtent::OpenValues);
            assert_eq!(
                events_but_attempts(&filled.expect("a scenario").text),
                events,
                "{text}"
            );
            std::fs::write(place.path().join("hand.md"), &text).expect("a hand");
            assert!(shown_words(place.path(), "hand.md").len() > 3, "{text}");
        }
    }
    let kinds = kinds.iter().filter(|kind| !kind.starts_with("holds "));
    let expected = [
        "misdeal",
        "refused:",
        "shows the hand",
        "speaks out of turn",
    ];
    assert!(
        kinds.eq(expected),
        "not all kinds of faults are in these hands"
    );
}

/// Returns the help of all messages about a file.
fn helps_about(file: &str) -> String {
    let checked = mouche::scenario::check("hand.md", file.as_bytes());
    let helps: Vec<String> = checked
        .diagnostics
        .iter()
        .flat_map(|wrong| wrong.help.clone())
        .collect();
    helps.join("\n")
}

/// A message that names a word to write has the word of the file's language.
#[test]
fn a_message_names_the_word_of_the_file() {
    let german = "# Aussteigen\n\n```toml scenario\nedition = \"mauscheln-2008\"\nplayers = [\"Anne\", \"Bert\", \"Clara\", \"Doris\"]\n\
        lang = \"de\"\n```\n\n```gabe\nGeber Anne\nBert D♥ 8♥ D♣ 9♣\nClara K♠ K♦ 7♦ B♣\nDoris B♥ 9♥ 7♥ 9♦\n\
        Anne D♠ 10♠ D♦ B♦\nTrumpfkarte 8♣\n```\n\n```spiel\nBert mauschelt\nClara passt\nHalt\n```\n";
    let helps = helps_about(german);
    assert!(
        helps.contains("in this edition, write `steigt aus`"),
        "{helps}"
    );
    let spanish = "# Pares\n\n```toml scenario\nedition = \"mus-pairs\"\nplayers = [\"Ana\", \"Ben\", \"Carlos\", \"Dario\"]\n\
        lang = \"es\"\n```\n\n```reparto\nreparte Dario\nAna R♠ C♥ 7♦ A♣\nBen 3♦ C♠ 5♥ 4♠\nCarlos S♠ S♥ 6♣ 2♣\n\
        Dario C♦ 7♠ 6♥ 5♣\n```\n\n```jugadas\nAna no quiero mus\ngrande: todos pasan -> Ana\n\
        chica: cada uno pasa -> Carlos\nAna tiene pares\n```\n";
    let helps = helps_about(spanish);
    assert!(
        helps.contains("write `falsamente` in a false declaration"),
        "{helps}"
    );
}
