//! What the program writes into an author's files: only what it should, and so that it need not be written again.

use crate::test_extent;
use mouche::cards::CardLanguage;
use mouche::editions;
use mouche::explore::{PlayedExample, RandomPlayer, play_example};
use mouche::scenario::parsed_scenario::Scenario;
use mouche::scenario::{
    BlessExtent, DraftHeader, LastStageInDraft, PlayedDealRecord, bless, check,
    find_markdown_files, format, load,
};
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

static SCENARIOS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("a scenario");
    find_markdown_files(&root)
        .expect("the scenarios")
        .files
        .iter()
        .step_by(test_extent::sample_step(8))
        .map(read)
        .filter(|text| check("a", text.as_bytes()).holds())
        .collect()
});

/// What a text says, wherever it says it.
fn text_without_layout(text: &str) -> String {
    let scenario: Option<Scenario> = load(text).scenario;
    let told = format!(
        "{:?}",
        scenario.map(|scenario| (scenario.title, scenario.hands))
    );
    // Places are ranges, `3..9`; nothing else in it is.
    let mut said = String::new();
    let mut rest = told.as_str();
    while let Some((before, after)) = rest.split_once("..") {
        said.push_str(before.trim_end_matches(|c: char| c.is_ascii_digit()));
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    said + rest
}

fn format_text(text: &str) -> Option<String> {
    format(text.as_bytes())?.into_sound_text().ok()
}

fn bless_text(text: &str, fill: BlessExtent) -> Option<String> {
    bless("a.md", text.as_bytes(), fill)?.into_sound_text().ok()
}

/// Filled, it holds; and opened again in the same places, it is what it was: nothing else has changed.
fn assert_filled_back(text: &str, chosen: impl Fn(usize) -> bool) {
    let holed = open_expectations(text, &chosen);
    let filled = bless_text(&holed, BlessExtent::OpenValues);
    assert!(
        filled.is_some(),
        "{holed}\n{:?}",
        bless("a.md", holed.as_bytes(), BlessExtent::OpenValues)
    );
    let filled = filled.unwrap_or_default();
    assert!(check("a.md", filled.as_bytes()).holds(), "{filled}");
    assert_eq!(open_expectations(&filled, &chosen), holed);
}

/// What stands in fences that are no header, line by line; and all other lines, as they are.
fn split_fences_from_prose(text: &str) -> (Vec<&str>, Vec<&str>) {
    let mut fence = None;
    text.split_inclusive('\n').partition(|line| {
        if let Some(word) = line.trim_start_matches('\u{feff}').strip_prefix("```") {
            fence = if fence.is_some() {
                None
            } else {
                Some(word.to_owned())
            };
            return false;
        }
        fence
            .as_deref()
            .is_some_and(|word: &str| !word.starts_with("toml"))
    })
}

/// The laws of `fmt`.
fn assert_format_keeps_meaning(text: &str) {
    let Some(once) = format_text(text) else {
        return;
    };
    assert_eq!(
        text_without_layout(&once),
        text_without_layout(text),
        "{text}"
    );
    assert_eq!(format_text(&once).as_deref(), Some(once.as_str()), "{text}");
}

/// The laws of `bless`.
fn assert_fill_is_stable(text: &str, fill: BlessExtent) {
    let Some(once) = bless_text(text, fill) else {
        return;
    };
    let checked = check("a.md", once.as_bytes());
    assert!(checked.holds(), "{text}\n{:?}", checked.diagnostics);
    assert_eq!(
        bless_text(&once, fill).as_deref(),
        Some(once.as_str()),
        "{text}"
    );
}

/// What an expectation is, where holes can stand: winners, sets, clauses, amounts.
fn expectation_spans(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut fence = None;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        if let Some(word) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(word) };
        } else if fence.is_some_and(|word| word.starts_with("script")) {
            for (opens, ends) in [
                ("-> ", "\n"),
                ("(refused: ", ";)"),
                ("legal: ", ")"),
                (" may ", "(,\n"),
            ] {
                found.extend(
                    spans_between(code, opens, ends).map(|range| range.start + at..range.end + at),
                );
            }
            let clause = code
                .contains(" may ")
                .then(|| spans_between(code, "(", ")").last())
                .flatten();
            found.extend(clause.map(|range| range.start + at..range.end + at));
        } else if fence.is_some_and(|word| word.starts_with("payout")) {
            // A purse may be below nothing: its sign is part of the number.
            let numbers = code.split(|c: char| !c.is_ascii_digit() && c != '-');
            let numbers = numbers.filter(|word| word.contains(|c: char| c.is_ascii_digit()));
            found.extend(numbers.map(|word| {
                let start = at + (word.as_ptr() as usize - code.as_ptr() as usize);
                start..start + word.len()
            }));
        }
        at += line.len();
    }
    found.sort_by_key(|range| range.start);
    found.dedup();
    found
}

fn spans_between<'a>(
    line: &'a str,
    opens: &'a str,
    ends: &'a str,
) -> impl Iterator<Item = Range<usize>> + 'a {
    line.match_indices(opens).filter_map(move |(at, _)| {
        let start = at + opens.len();
        let length = line[start..]
            .find(|c| ends.contains(c))
            .unwrap_or(line.len() - start);
        let told = line[start..start + length].trim_end();
        (!told.is_empty() && !told.starts_with('?')).then_some(start..start + told.len())
    })
}

/// The text with some of its expectations left open; from the last, so that places stay.
fn open_expectations(text: &str, chosen: impl Fn(usize) -> bool) -> String {
    let mut open = text.to_owned();
    for (_, range) in expectation_spans(text)
        .into_iter()
        .enumerate()
        .filter(|(at, _)| chosen(*at))
        .rev()
    {
        open.replace_range(range, "?");
    }
    open
}

fn with_crlf(text: &str) -> String {
    format!("\u{feff}{}", text.replace('\n', "\r\n"))
}

/// Spaces and signs changed so that nothing else is said.
fn disturb_layout(text: &str, seed: u64) -> String {
    let mut fence = None;
    let hearts = if text.contains("= \"fr\"") { 'C' } else { 'H' };
    let mut seed = seed;
    let mut coin = move || {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        seed >> 60
    };
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        if let Some(word) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(word) };
        }
        let ours = fence.is_some_and(|word| !word.starts_with("toml")) && !line.starts_with("```");
        for character in line.chars() {
            match (ours, character, coin()) {
                (true, ' ', 0..3) => out.push_str("  "),
                (true, ' ', 3) => out.push('\t'),
                (true, ',', 0..3) => out.push_str(" , "),
                (true, '♥', 0..3) if out.ends_with(char::is_alphanumeric) => out.push(hearts),
                (true, '♠', 0..3) => out.push('♤'),
                (true, '♦', 0..3) => out.push_str("♦\u{fe0f}"),
                (true, '\n', 0) => out.push_str("  # so it is\n"),
                (true, '\n', 1) => out.push_str("   \n"),
                _ => out.push(character),
            }
        }
    }
    out
}

const PIECES: &[&str] = &[
    "?", "-> ?", "(?)", "Anne", "K♦", "10H", "9♠", "RC", "folds", "may ?", "pool ?", "has ?", ",",
    "3. ", "#", "\n", " ", "\t", "> ", "```\n", "5",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: if test_extent::are_all_wanted() { 120 } else { 12 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_left_open_comes_back(file in any::<Index>(), open in any::<u64>()) {
        let text = file.get(&SCENARIOS[..]);
        let chosen = |at: usize| open >> (at % 64) & 1 == 1;
        assert_filled_back(text, chosen);
        assert_filled_back(&with_crlf(text), chosen);
    }

    #[test]
    fn a_careless_file_is_spelled_as_a_careful_one(file in any::<Index>(), seed in any::<u64>()) {
        let text: &String = file.get(&SCENARIOS[..]);
        let text = disturb_layout(text, seed);
        let once = format_text(&text).ok_or_else(|| TestCaseError::fail(format!("{:?}", format(text.as_bytes()))))?;
        prop_assert!(check("a.md", once.as_bytes()).holds());
        prop_assert_eq!(split_fences_from_prose(&once).1, split_fences_from_prose(&text).1, "prose and header stay");
        assert_format_keeps_meaning(&text);
        assert_format_keeps_meaning(&with_crlf(&text));
    }

    #[test]
    fn a_changed_file_is_written_once_or_not_at_all(
        file in any::<Index>(),
        edits in prop::collection::vec((any::<Index>(), prop::sample::select(PIECES), any::<bool>()), 1..=3),
    ) {
        let mut text = file.get(&SCENARIOS[..]).clone();
        for (place, piece, instead) in edits {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = *place.get(&places);
            let length = text[at..].find(char::is_whitespace).filter(|_| instead).unwrap_or(0);
            text.replace_range(at..at + length, piece);
        }
        assert_format_keeps_meaning(&text);
        assert_fill_is_stable(&text, BlessExtent::OpenValues);
        assert_fill_is_stable(&text, BlessExtent::WrongExpectations);
    }
}

#[test]
fn every_expectation_of_our_scenarios_can_be_left_open() {
    let mut positions = 0;
    for text in SCENARIOS.iter() {
        positions += expectation_spans(text).len();
        assert_filled_back(text, |_| true);
    }
    assert!(positions > 500, "{positions}");
}

#[test]
fn our_scenarios_mean_the_same_when_spelled_canonically() {
    SCENARIOS
        .iter()
        .for_each(|text| assert_format_keeps_meaning(text));
}

#[test]
fn a_french_file_is_filled_in_its_own_letters() {
    let denise = include_str!("../held/denise-must-trump.md");
    let open = denise
        .replace("may 7♥ (play.trump)", "may ? (?)")
        .replace("# lang = \"en\"", "lang = \"fr\"");
    assert!(
        load(&open)
            .scenario
            .is_some_and(|scenario| scenario.header.letters == CardLanguage::French)
    );
    let open = open
        .replace("4. Denise A♦", "4. Denise may ? (?)\n   Denise A♦")
        .replace(
            "1. Claude A♥, Denise Q♥",
            "1. Claude A♥\n   Denise may ? (?)\n   Denise D♥",
        );
    let filled = bless_text(&open, BlessExtent::OpenValues).expect("it holds");
    assert!(filled.contains("Denise may D♥ ("), "{filled}");
}

const UNTIL: [LastStageInDraft; 3] = [
    LastStageInDraft::Deal,
    LastStageInDraft::Declarations,
    LastStageInDraft::End,
];

/// Every edition, every company, many seeds: what `new` writes can be filled, and holds.
#[test]
fn a_drafted_hand_can_be_filled_and_holds() {
    let names: Vec<String> = [
        "Anne",
        "Mme de Sévigné",
        "Claude",
        "D'Arcy",
        "Zoé",
        "Jean-P. 2",
    ]
    .map(String::from)
    .into();
    let players: [fn(u64) -> RandomPlayer; 2] =
        [RandomPlayer::with_sensible_declarations, RandomPlayer::new];
    for rules in editions::ALL.iter() {
        let sizes = (2..=6).filter(|seats| rules.players.value.allows(usize::from(*seats)));
        let seeds = if test_extent::are_all_wanted() {
            0..12
        } else {
            0..1
        };
        for (seats, seed) in
            sizes.flat_map(|seats: u8| seeds.clone().map(move |seed| (seats, seed)))
        {
            let each = players
                .iter()
                .flat_map(|player| UNTIL.map(|until| (player, until)));
            // In a sample another of them for each company.
            let first = usize::from(seats) % test_extent::sample_step(6);
            for (player, until) in each.skip(first).step_by(test_extent::sample_step(6)) {
                let PlayedExample {
                    deal, moves, end, ..
                } = play_example(rules.tricks().expect("tricks"), seats, player(seed))
                    .expect("a hand");
                let company = &names[..usize::from(seats)];
                let options = &BTreeMap::new();
                let hands = &[PlayedDealRecord {
                    narration: String::new(),
                    deal: Some(deal),
                    moves,
                    tries: Vec::new(),
                    end,
                }];
                let (shows, chips, letters) = (&[], &[], Default::default());
                let draft = DraftHeader {
                    title: "T",
                    rules,
                    players: company,
                    shows,
                    chips,
                    options,
                    letters,
                    book_language: Some(CardLanguage::English),
                    until,
                };
                let text = draft.write_file(hands).expect("a file");
                assert_eq!(format_text(&text).as_deref(), Some(text.as_str()));
                assert!(
                    bless_text(&text, BlessExtent::OpenValues).is_some(),
                    "{}, {seats}, {seed}: {text}",
                    rules.id
                );
            }
        }
    }
}
