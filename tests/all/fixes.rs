//! What is offered to be written instead of a mistake: only what makes the file hold at that place, and never another story.

use crate::test_extent;
use mouche::cards::CardLanguage;
use mouche::rules::Verb;
use mouche::scenario::diagnostic::{Diagnostic, FixCertainty};
use mouche::scenario::story::AnyStep;
use mouche::scenario::{BlessExtent, CheckedFile, bless, check, find_markdown_files, format, load};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

const DENISE: &str = include_str!("../held/denise-must-trump.md");
const HELENE: &str = include_str!("../cli/french.in/told/helene-doit-couper.md");
const LANTURLU: &str = include_str!("../fixes/lanturlu.md");
const CIVIL: &str = include_str!("../fixes/pam-be-civil.md");
const ORDAGO: &str = include_str!("../fixes/ordago.md");
const ORDAGO_IN_FRENCH: &str = include_str!("../fixes/ordago-in-french.md");

fn apply_fixes(text: &str) -> (String, usize) {
    let mended = bless("a.md", text.as_bytes(), BlessExtent::Slips).expect("a scenario");
    (mended.text, mended.changes)
}

/// What a file says and comes to: what is told of its hands, without the places.
pub(crate) fn facts_of_file(checked: &CheckedFile) -> Vec<String> {
    let steps = checked.stories.iter().flat_map(|story| story.all_steps());
    let told = steps.map(|step| match step {
        AnyStep::Tricks(step) => format!("{:?} {:?}", step.kind, step.events),
        AnyStep::Mus(step) => format!("{:?} {:?}", step.kind, step.events),
    });
    let header = checked.scenario.as_ref().map(|scenario| {
        let players: Vec<&str> = scenario
            .header
            .players
            .iter()
            .map(|player| player.value.as_str())
            .collect();
        let deals: Vec<String> = scenario
            .hands
            .iter()
            .map(|hand| without_places(&format!("{:?}", hand.deal)))
            .collect();
        format!("{players:?} {deals:?}")
    });
    header.into_iter().chain(told).collect()
}

/// A debug text without its places, which are ranges: `3..9`.
fn without_places(debug: &str) -> String {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut pieces = debug.split("..");
    let first = pieces
        .next()
        .unwrap_or_default()
        .trim_end_matches(is_digit)
        .to_owned();
    pieces.fold(first, |text, piece| text + piece.trim_matches(is_digit))
}

/// Writes `wrong` for the first `right` of a file that holds.
fn replace_first(text: &str, right: &str, wrong: &str) -> String {
    assert!(
        check("a.md", text.as_bytes()).holds(),
        "{:?}",
        check("a.md", text.as_bytes()).diagnostics
    );
    assert!(text.contains(right), "{right}");
    text.replacen(right, wrong, 1)
}

#[test]
fn each_good_fix_is_still_offered() {
    for (text, right, wrong) in [
        (DENISE, "dealer    Anne", "delaer    Anne"),
        (DENISE, "Claude   exchanges", "Claude   exchange"),
        (DENISE, "Anne     stands", "Anne     stand"),
        (DENISE, "Claude   exchanges", "Claude   swaps"),
        (DENISE, "Claude   exchanges", "Claude   changes"),
        (DENISE, "Anne     stands", "Anne     stays"),
        (DENISE, "3. Claude A♠", "3. Claude plays A♠"),
        (DENISE, "3. Claude A♠", "3. Claude leads A♠"),
        (DENISE, "for 9♣", "with 9♣"),
        (DENISE, "K♦ 10♦ 9♦", "K♦, 10♦, 9♦"),
        (DENISE, "Bertrand  K♦", "Bertrand: K♦"),
        (DENISE, "turn      9♥", "trump 9♥"),
        (DENISE, "turn      9♥", "turn-up 9♥"),
        (DENISE, "turn      9♥", "turned 9♥"),
        (DENISE, "A♠\n   Denise may", "A♠\n   Denise must"),
        (DENISE, "J♥ -> Denise", "J♥ => Denise"),
        (DENISE, "2. Denise 9♣", "2 Denise 9♣"),
        (DENISE, "2. Denise 9♣", "2) Denise 9♣"),
        (DENISE, "2. Denise 9♣", "Trick 2: Denise 9♣"),
        (DENISE, "9♣, Anne K♣", "9♣ Anne K♣"),
        (DENISE, "9♣, Anne K♣", "9♣; Anne K♣"),
        (
            DENISE,
            "refused: play.trump; legal",
            "refused play.trump; legal",
        ),
        (
            DENISE,
            "refused: play.trump; legal",
            "refused: Play.trump; legal",
        ),
        (
            DENISE,
            "refused: play.trump; legal",
            "refused: mouche-1718/play.trump; legal",
        ),
        (DENISE, "10♦ 9♦", "1O♦ 9♦"),
        (DENISE, "Anne 10♠ ->", "Anne T♠ ->"),
        (DENISE, "3. Claude A♠", "3. Claude ♠A"),
        (DENISE, "3. Claude A♠", "3. Claude as"),
        (DENISE, "3. Claude A♠", "3. Claude ace of spades"),
        (DENISE, "Anne 10♠ ->", "Anne 10 ♠ ->"),
        (DENISE, "3. Claude A♠", "3. Claude **A♠**"),
        (DENISE, "Anne owes 5", "Anna owes 5"),
        (DENISE, "Anne owes 5", "anne owes 5"),
        (HELENE, "Zoé prend 3", "Zoe prend 3"),
        (DENISE, "\"mouche-1718\"", "\"mouche-1781\""),
        (DENISE, "edition =", "Edition ="),
        (DENISE, "players =", "player ="),
        (DENISE, "```payout", "```Payout"),
        (DENISE, "```deal", "```DEAL"),
        (DENISE, "```toml scenario", "```yaml scenario"),
        (DENISE, "# lang = \"en\"", "lang = \"EN\""),
        (HELENE, "\"fr\"", "\"french\""),
        (HELENE, "\"fr\"", "\"FR\""),
        (DENISE, "\"mouche-1718\"", "“mouche-1718”"),
        (DENISE, "Anne     stands", "Anne     stands // why not"),
        (DENISE, "pool 5", "the pool 5"),
        (DENISE, "Claude takes 3", "Claude takes 3 chips"),
        (DENISE, "Claude takes 3", "Claude gets 3"),
        (DENISE, "Claude takes 3", "Claude takes +3"),
        (DENISE, "Claude takes 3", "Claude take 3"),
        (DENISE, "Anne owes 5", "Anne owes five"),
        (HELENE, "prochaine poule 10", "prochaine poule dix"),
        (ORDAGO, "Maite ordago", "Maite hordago"),
        (ORDAGO, "Maite ordago", "Maite órdago"),
        (DENISE, "Bertrand folds", "Bertrand flods"),
        (
            DENISE,
            "shows   = [\"play.trump\"]",
            "shows   = [\"trump\"]",
        ),
    ] {
        let slip = replace_first(text, right, wrong);
        let checked = check("a.md", slip.as_bytes());
        if checked.holds() {
            continue;
        }
        let (mended, _) = apply_fixes(&slip);
        let after = check("a.md", mended.as_bytes());
        assert!(
            after.holds(),
            "{wrong}: {:?}\n{:?}",
            checked.diagnostics,
            after.diagnostics
        );
        assert_eq!(
            facts_of_file(&after),
            facts_of_file(&check("a.md", text.as_bytes())),
            "{wrong}"
        );
    }
}

#[test]
fn what_means_something_else_is_not_written() {
    for (text, right, wrong, mended) in [
        // The words of the table, where the file then holds.
        (ORDAGO, "Maite no mus", "Maite cuts", Some("Maite no mus")),
        (
            ORDAGO,
            "Maite no mus",
            "Maite says no mus",
            Some("Maite no mus"),
        ),
        (
            ORDAGO,
            "Maite ordago",
            "Maite says ordago",
            Some("Maite ordago"),
        ),
        (HELENE, "Anne doit 5", "Anne perd 5", Some("Anne doit 5")),
        (HELENE, "Anne doit 5", "Anne rend 5", Some("Anne doit 5")),
        (
            HELENE,
            "Anne           s'y tient",
            "Anne reste",
            Some("Anne s'y tient"),
        ),
        (
            HELENE,
            "Zoé            change",
            "Zoé échange",
            Some("Zoé change"),
        ),
        (
            LANTURLU,
            "Toinon   claims the lanturlu",
            "Toinon   says lanturlu",
            Some("Toinon   claims the lanturlu"),
        ),
        (
            LANTURLU,
            "Toinon   claims the lanturlu",
            "Toinon   has a lanturlu",
            Some("Toinon   claims the lanturlu"),
        ),
        (
            LANTURLU,
            "Toinon   claims the lanturlu",
            "Toinon   makes the lanturlu",
            Some("Toinon   claims the lanturlu"),
        ),
        (
            LANTURLU,
            "Toinon   claims the lanturlu",
            "Toinon   has the lanturlu",
            Some("Toinon   claims the lanturlu"),
        ),
        (
            LANTURLU,
            "Toinon   claims the lanturlu",
            "Toinon   cries lanturlu",
            Some("Toinon   claims the lanturlu"),
        ),
        (
            CIVIL,
            "demands civility",
            "says Pam be civil",
            Some("demands civility"),
        ),
        (
            DENISE,
            "Claude   exchanges",
            "Claude   lays",
            Some("Claude   exchanges"),
        ),
        (
            DENISE,
            "Anne     stands",
            "Anne     keeps her cards",
            Some("Anne     stands"),
        ),
        // Near to a word that means another thing.
        (DENISE, "Claude takes 3", "Claude makes 3", None),
        (DENISE, "Bertrand folds", "Bertrand holds", None),
        (DENISE, "3. Claude A♠", "3. Claude A", None),
        (
            DENISE,
            "exchanges 8♠ for 9♣",
            "discards 8♠ and draws 9♣",
            Some("exchanges 8♠ for 9♣"),
        ),
        (
            DENISE,
            "shows   = [\"play.trump\"]",
            "shows   = [\"head\"]",
            Some("shows   = [\"play.head\"]"),
        ),
        (
            DENISE,
            "shows   = [\"play.trump\"]",
            "shows   = [\"cards\"]",
            None,
        ),
        (DENISE, "shows   = [", "editor  = \"me\"\nshows   = [", None),
        (
            DENISE,
            "shows   = [",
            "editors = [\"me\"]\nshows   = [",
            None,
        ),
        (DENISE, "turn      9♥", "turn      9♥\nchips Anne 50", None),
        (DENISE, "3. Claude A♠", "3. Claude tres A♠", None),
    ] {
        let slip = replace_first(text, right, wrong);
        let (after, changes) = apply_fixes(&slip);
        match mended {
            Some(mended) => assert_eq!(after, text.replacen(right, mended, 1), "{wrong}"),
            None => assert_eq!((after, changes), (slip, 0), "{wrong}"),
        }
    }
}

#[test]
fn words_of_the_period_are_read_in_french_as_they_stand() {
    let text = replace_first(ORDAGO_IN_FRENCH, "Maite pas de mus", "Maite coupe");
    assert!(check("a.md", text.as_bytes()).holds());
    let period = HELENE
        .replace("Zoé            change", "Zoé            écarte")
        .replace("Anne           s'y tient", "Anne           garde");
    assert!(check("a.md", period.as_bytes()).holds());
    let text = replace_first(ORDAGO_IN_FRENCH, "Maite pas de mus", "Maite dit non");
    assert_eq!(apply_fixes(&text).0, ORDAGO_IN_FRENCH);
}

#[test]
fn a_number_behind_a_word_is_never_lost() {
    let held = include_str!("../../scenarios/mus-pairs/nine-for-a-refusal.md");
    let wrong = replace_first(held, "Ben raises 10", "Ben raises10");
    assert_eq!(apply_fixes(&wrong), (held.to_owned(), 1));
    let far = replace_first(held, "Ben raises 10", "Ben raizes10");
    assert_eq!(apply_fixes(&far), (far.clone(), 0));
}

#[test]
fn a_player_is_renamed_only_where_nobody_else_can_be_meant() {
    // One player has another name wherever he acts: his name in the header is the slip.
    let renamed = DENISE.replace("\"Denise\"", "\"Dorothée\"");
    assert_eq!(apply_fixes(&renamed), (DENISE.to_owned(), 1));
    let twice = DENISE
        .replace("Claude ", "Zacharie ")
        .replace("Denise ", "Ysabeau ")
        .replace("-> Denise", "-> Ysabeau");
    assert_eq!(apply_fixes(&twice), (twice.clone(), 0));
    let forgotten = DENISE
        .replace("Claude    A♥ 8♥ Q♦ 8♦ 7♦\n", "")
        .replace("Bertrand folds", "Then Bertrand folds\nThen Claude folds");
    assert_eq!(apply_fixes(&forgotten), (forgotten.clone(), 0));
}

const SHARED_PAYOUT: &str = include_str!("../fixes/one-payout-for-two-editions.md");

#[test]
fn what_editions_do_not_agree_on_is_left_as_it_is() {
    let blessed = bless(
        "a.md",
        SHARED_PAYOUT.as_bytes(),
        BlessExtent::WrongExpectations,
    )
    .expect("a scenario");
    assert_eq!((blessed.text.as_str(), blessed.changes), (SHARED_PAYOUT, 0));
    assert!(
        blessed
            .wrong
            .iter()
            .any(|wrong| wrong.message.contains("have different values")),
        "{:?}",
        blessed.wrong
    );
}

#[test]
fn a_payout_of_mus_has_no_empty_lines() {
    let opened = ORDAGO
        .split_once("```payout\n")
        .expect("a payout")
        .0
        .to_owned()
        + "```payout\n?\n```\n";
    let filled = bless("a.md", opened.as_bytes(), BlessExtent::OpenValues).expect("a scenario");
    assert!(filled.wrong.is_empty(), "{:?}", filled.wrong);
    let (_, payout) = filled.text.split_once("```payout\n").expect("a payout");
    assert!(!payout.contains("\n\n"), "{payout}");
    // And where they are, they are taken out.
    let gaps = filled
        .text
        .replace("score", "\nscore")
        .replace("games", "\n\ngames");
    let spelled = format(gaps.as_bytes()).expect("a scenario");
    assert_eq!(
        spelled.text,
        format(filled.text.as_bytes()).expect("a scenario").text
    );
}

fn chapter_with_hand(hand: &str) -> String {
    format!(
        "# A chapter\n\nSomebody plays here.\n\n````hand\n{hand}````\n\nAnd more.\n\n```markdown\nplayers = []\nedition = \"x\"\n```\n"
    )
}

#[test]
fn a_hand_in_a_chapter_is_checked_where_it_stands() {
    assert_eq!(
        check("src/a.md", chapter_with_hand(DENISE).as_bytes()).diagnostics,
        []
    );
    let wrong = chapter_with_hand(&DENISE.replace("Anne owes 5", "Anne owes 4"));
    let found = check("src/a.md", wrong.as_bytes()).diagnostics;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        &wrong[found[0].span.start - 10..found[0].span.end],
        "Anne owes 4"
    );
    let slip = chapter_with_hand(&DENISE.replace("Bertrand folds", "Bertrand flods"));
    assert_eq!(apply_fixes(&slip), (chapter_with_hand(DENISE), 1));
    // In a quotation its text is not that of the file, and nothing is written.
    let quoted: String = slip.lines().map(|line| format!("> {line}\n")).collect();
    let found = check("src/a.md", quoted.as_bytes()).diagnostics;
    assert!(found.len() == 1 && found[0].fix.is_none(), "{found:?}");
    assert_eq!(apply_fixes(&quoted), (quoted.clone(), 0));
    let spelled = format(chapter_with_hand(&DENISE.replace("9♥\n```", "9H\n```")).as_bytes())
        .expect("a chapter");
    assert_eq!(
        spelled.text,
        chapter_with_hand(&format(DENISE.as_bytes()).expect("a scenario").text)
    );
    let empty = check("src/a.md", b"# A\n\n```hand\n```\n").diagnostics;
    assert_eq!(
        empty
            .iter()
            .map(|wrong| wrong.code.id())
            .collect::<Vec<_>>(),
        ["chapter-hand"]
    );
}

/// The files whose words are misspelt: our own, and the first of every fourth folder of scenarios, or of each folder where
/// everything is asked for.
fn files_to_misspell() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut folders = BTreeSet::new();
    let files = find_markdown_files(&root).expect("the scenarios").files;
    let firsts = files
        .iter()
        .filter(|path| folders.insert(path.parent().map(Path::to_path_buf)));
    let taken = firsts.step_by(test_extent::sample_step(8));
    let read = |path: &std::path::PathBuf| {
        (
            path.display().to_string(),
            std::fs::read_to_string(path).expect("a file"),
        )
    };
    let own = [DENISE, HELENE, LANTURLU, CIVIL, ORDAGO, ORDAGO_IN_FRENCH]
        .map(|text| ("own".to_owned(), text.to_owned()));
    own.into_iter()
        .chain(taken.map(read))
        .filter(|(name, text)| check(name, text.as_bytes()).holds())
        .collect()
}

/// Returns the words of the table of synonyms: those with several meanings, of which the first may be wrong; or all of them.
fn synonyms(is_all: bool) -> BTreeSet<&'static str> {
    let table = include_str!("../../src/scenario/text/synonyms.toml");
    let mut words = BTreeSet::new();
    for row in table.lines().filter(|row| row.contains("written = ")) {
        let quoted: Vec<&str> = row.split('"').collect();
        let [.., written, _, meant, _] = quoted[..] else {
            panic!("{row}")
        };
        if is_all || meant.contains('|') {
            words.extend(written.split('|').filter(|word| !word.contains("FLUSH")));
        }
    }
    words
}

/// Verbs of every language and their synonyms, written for each verb that a file has: `check --fix` writes only what is right at
/// its place, and what holds then tells the same story.
#[test]
fn no_fix_changes_who_pays_wins_bids_or_asks() {
    let forms: BTreeSet<&str> = Verb::ALL
        .iter()
        .flat_map(|verb| verb.words_in_every_language())
        .collect();
    let verbs = forms.into_iter().step_by(test_extent::sample_step(120));
    let words: BTreeSet<&str> = verbs
        .chain(synonyms(test_extent::are_all_wanted()))
        .collect();
    for (name, text) in files_to_misspell() {
        let before = facts_of_file(&check(&name, text.as_bytes()));
        let letters = load(&text)
            .scenario
            .map_or(CardLanguage::English, |scenario| scenario.header.letters);
        let present: BTreeSet<&str> = Verb::ALL
            .iter()
            .filter_map(|verb| Some(verb.words(letters)?.third_person()))
            .filter(|word| text.contains(&format!(" {word}")))
            .collect();
        for old in present {
            for new in &words {
                let with_word =
                    |word: &str| text.replacen(&format!(" {old}"), &format!(" {word}"), 1);
                // A fix may translate a verb of another language, even if that verb means another move.
                let translated: Vec<String> = Verb::ALL
                    .iter()
                    .filter(|verb| verb.words_in_every_language().any(|word| word == *new))
                    .filter_map(|verb| Some(with_word(verb.words(letters)?.third_person())))
                    .collect();
                assert_same_facts(&name, &with_word(new), &before, &translated);
            }
        }
    }
}

/// Returns the stretches of a text that are not what another text has in the same lines, each with the whole of its words.
fn changed_places(before: &str, after: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut start = 0;
    for (old, new) in before.split('\n').zip(after.split('\n')) {
        if old != new {
            let alike = |(old, new): (char, char)| (old == new).then_some(new.len_utf8());
            let lead: usize = old.chars().zip(new.chars()).map_while(alike).sum();
            let tail: usize = old[lead..]
                .chars()
                .rev()
                .zip(new[lead..].chars().rev())
                .map_while(alike)
                .sum();
            let word_start = new[..lead].rfind(' ').map_or(0, |at| at + 1);
            let word_end = new[new.len() - tail..]
                .find([' ', ','])
                .map_or(new.len(), |at| new.len() - tail + at);
            places.push(start + word_start..start + word_end);
        }
        start += new.len() + 1;
    }
    places
}

/// Checks that what `check --fix` writes for a slip tells the same facts as before, or is one of the texts in which the slip is
/// translated word by word.
fn assert_same_facts(name: &str, slip: &str, before: &[String], translated: &[String]) {
    if check(name, slip.as_bytes()).holds() {
        assert_eq!(
            apply_fixes(slip),
            (slip.to_owned(), 0),
            "a file that holds is left as it is"
        );
        return;
    }
    let (mended, changes) = apply_fixes(slip);
    if changes == 0 {
        assert_eq!(mended, slip);
        return;
    }
    assert_eq!(
        apply_fixes(&mended),
        (mended.clone(), 0),
        "a second time nothing is left to mend"
    );
    let after = check(name, mended.as_bytes());
    let lines = slip
        .lines()
        .zip(mended.lines())
        .filter(|(old, new)| old != new)
        .collect::<Vec<_>>();
    if after.holds() {
        assert!(
            facts_of_file(&after) == before || translated.contains(&mended),
            "{name} tells another story: {lines:?}"
        );
    }
    if slip.lines().count() == mended.lines().count() {
        for place in changed_places(slip, &mended) {
            let is_there =
                |wrong: &&Diagnostic| wrong.span.start < place.end && place.start < wrong.span.end;
            let wrong: Vec<&Diagnostic> = after.diagnostics.iter().filter(is_there).collect();
            assert!(
                wrong.is_empty(),
                "{name}: {lines:?} is wrong where it was mended: {wrong:?}"
            );
        }
    }
}

/// One letter of a fence is another: the file comes back to what it says, or does not hold.
#[test]
fn a_slip_of_one_letter_never_becomes_another_story() {
    const LETTERS: [&str; 16] = [
        "s", "h", "r", "k", "q", "a", "T", "e", "n", "1", "9", "♠", "♥", " ", ",", "é",
    ];
    let mut seed = 0x9e37_79b9_u64;
    let mut next = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let times = if test_extent::are_all_wanted() {
        300
    } else {
        20
    };
    for (name, text) in files_to_misspell() {
        let before = facts_of_file(&check(&name, text.as_bytes()));
        let places = places_in_fences(&text);
        for _ in 0..times {
            let (at, old) = places[next(places.len())];
            let mut slip = text.clone();
            slip.replace_range(at..at + old.len_utf8(), LETTERS[next(LETTERS.len())]);
            assert_same_facts(&name, &slip, &before, &[]);
        }
    }
}

/// Returns the letters that stand inside a fence, each with its place.
fn places_in_fences(text: &str) -> Vec<(usize, char)> {
    let mut is_inside = false;
    let mut places = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("```") {
            is_inside = !is_inside;
        } else if is_inside {
            places.extend(
                line.char_indices()
                    .filter(|(_, c)| !c.is_whitespace())
                    .map(|(at, c)| (start + at, c)),
            );
        }
        start += line.len();
    }
    places
}

const SERVED: &str = include_str!("../../scenarios/mus-pairs/served.md");

#[test]
fn who_is_served_may_be_a_woman_in_french() {
    // The file is English: its verbs are not those of a French one, so the hand is told up to the word alone.
    let begun = SERVED.split_once("Irene discards").expect("the script").0;
    let french = begun
        .replace("shows   = [\"mus.seen\", \"tie\"]", "lang = \"fr\"")
        .replace("K", "R")
        .replace("Q♥ 6♦", "D♥ 6♦")
        .replace("Q♠ J♠", "D♠ V♠")
        .replace("J♥ J♦", "V♥ V♦")
        .replace(
            "mus seen\nAdela may discard 4 or be served (mus.seen)\n",
            "mus vu\n",
        )
        .replace("discards", "écarte")
        .replace(" for ", " pour ");
    for word in ["est servi", "est servie"] {
        let text = french.replace("is served\n", &format!("{word}\narrêt\n```\n"));
        let found = check("a.md", text.as_bytes()).diagnostics;
        assert!(
            found.iter().all(|wrong| wrong.code.id() != "syntax"),
            "{word}: {found:?}"
        );
        let (mended, _) = apply_fixes(&text);
        assert!(mended.contains(word), "{mended}");
    }
}

#[test]
fn a_mistake_further_on_keeps_no_certain_fix_from_being_written() {
    for (text, right, wrong, later, unread) in [
        (
            DENISE,
            "Claude   exchanges 8♦",
            "Claud   exchanges 8♦",
            "3. Claude A♠",
            "3. Claude frobs",
        ),
        (
            DENISE,
            "3. Claude A♠",
            "3. Claude plays A♠",
            "Denise 7♥, Anne",
            "Denise 7♥ frobs, Anne",
        ),
        (
            DENISE,
            "10♦ 9♦",
            "1O♦ 9♦",
            "3. Claude A♠",
            "3. Claude frobs",
        ),
        (
            DENISE,
            "dealer    Anne",
            "delaer    Anne",
            "3. Claude A♠",
            "3. Claude frobs",
        ),
        (
            DENISE,
            "dealer    Anne",
            "delaer    Anne",
            "Anne owes 5",
            "frob owes 5",
        ),
        (
            DENISE,
            "Anne     stands",
            "Anne     stand",
            "Anne owes 5",
            "frob owes 5",
        ),
        (
            HELENE,
            "Zoé            change",
            "Zoé            échange",
            "Anne doit 5",
            "frob doit 5",
        ),
    ] {
        let unmendable = text.replacen(later, unread, 1);
        assert_ne!(unmendable, text, "{later}");
        assert_eq!(
            apply_fixes(&unmendable),
            (unmendable.clone(), 0),
            "{unread}"
        );
        let both = unmendable.replacen(right, wrong, 1);
        assert_ne!(both, unmendable, "{right}");
        assert_eq!(apply_fixes(&both), (unmendable, 1), "{wrong}");
    }
    // What stands behind the mistake is not known.
    let both = DENISE
        .replacen("Bertrand folds", "Bertrand frobs", 1)
        .replacen("3. Claude A♠", "3. Claude plays A♠", 1);
    assert_eq!(apply_fixes(&both), (both.clone(), 0));
}

const NO_HAND_FOR_TWO: &str = r#"# Nobody holds these cards

```toml scenario
edition = "mouche-1718"
players = ["Anne", "Bertrand", "Claude"]
```

```deal
dealer    Anne
Bertrand  K♦ 10♦ 9♦ 8♣ 9♠
Anne      Q♥ K♣ J♣ A♠ 8♠
turn      9♥
```

```script
SCRIPT
```
"#;

#[test]
fn a_file_of_other_players_is_not_renamed_and_comes_to_rest() {
    for script in [
        "Denise folds, Emile folds\n1. Denise A♥, Emile 9♥ -> Denise",
        "Then Bertrand folds\nThen Claude folds",
    ] {
        let text = NO_HAND_FOR_TWO.replace("SCRIPT", script);
        let (mended, _) = apply_fixes(&text);
        assert!(
            mended.contains("players = [\"Anne\", \"Bertrand\", \"Claude\"]"),
            "{mended}"
        );
        assert!(mended.contains(script), "{mended}");
        assert_eq!(apply_fixes(&mended), (mended.clone(), 0));
    }
}

const NOBODY_HAS_A_PAIR: &str = r#"# Personne

```toml scenario
edition = "mus-pairs"
players = ["Ana", "Ben", "Carlos", "Dario"]
lang = "fr"
```

```donne
donneur Dario
Ana    R♠ 7♠ 5♠ 4♠
Ben    R♥ 7♥ 5♥ 4♥
Carlos D♦ V♦ 6♦ A♦
Dario  D♣ 7♣ 6♣ 2♣
```

```jeu
Ana pas de mus
grande: Ana passe, Ben passe, Carlos passe, Dario passe -> ?
petite: Ana passe, Ben passe, Carlos passe, Dario passe -> ?
couples: -> ?
arrêt
```
"#;

#[test]
fn nobody_is_written_in_the_language_of_the_file() {
    let filled = bless(
        "a.md",
        NOBODY_HAS_A_PAIR.as_bytes(),
        BlessExtent::OpenValues,
    )
    .expect("a scenario");
    assert!(
        filled.wrong.is_empty(),
        "{}\n{:?}",
        filled.text,
        filled.wrong
    );
    assert!(!filled.text.contains("none"), "{}", filled.text);
    assert!(check("a.md", filled.text.as_bytes()).holds());
}

/// Runs `mouche` in a folder and returns what it prints.
fn run_and_print(folder: &Path, arguments: &[&str]) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_mouche"))
        .current_dir(folder)
        .args(arguments)
        .output();
    String::from_utf8_lossy(&ran.expect("the program").stdout).into_owned()
}

#[test]
fn reports_say_how_sure_a_fix_is() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, sure) in [
        (
            replace_first(DENISE, "Bertrand folds", "Bertrand flods"),
            "machine-applicable",
        ),
        (
            replace_first(DENISE, "8♣ 7♠\n", "8♣ 6s\n"),
            "maybe-incorrect",
        ),
    ] {
        std::fs::write(folder.path().join("a.md"), text).expect("a file");
        let json = run_and_print(
            folder.path(),
            &[
                "check",
                "a.md",
                "--format",
                "json",
                "--report",
                "sarif=a.sarif",
            ],
        );
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["diagnostics"][0]["fix"]["applicability"], sure);
        let sarif = std::fs::read_to_string(folder.path().join("a.sarif")).expect("a report");
        let sarif: Value = serde_json::from_str(&sarif).expect("JSON");
        assert_eq!(
            sarif["runs"][0]["results"][0]["fixes"][0]["properties"]["applicability"],
            sure
        );
    }
}

#[test]
fn files_that_fences_of_a_chapter_name_are_there_and_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("held.md", DENISE);
    write(
        "wrong.md",
        &replace_first(DENISE, "Anne owes 5", "Anne owes 4"),
    );
    let fences = [
        "hand held.md",
        "task held.md",
        "hand wrong.md",
        "task wrong.md",
        "hand none.md",
        "task none.md",
    ];
    let fences: String = fences
        .iter()
        .map(|words| format!("\n```{words}\n```\n"))
        .collect();
    write("chapter.md", &format!("# A chapter\n{fences}"));
    let said = run_and_print(
        folder.path(),
        &["check", "chapter.md", "--format", "concise"],
    );
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("chapter.md:"))
        .collect();
    // Two fences show each hand, and what is wrong with it is reported at the first.
    let begins = [
        "9:9: error[chapter-hand] the example hand in",
        "15:9: error[chapter-hand] there is no file at",
    ];
    assert_eq!(lines.len(), begins.len(), "{said}");
    for (line, begin) in lines.iter().zip(begins) {
        let (_, line) = line.split_once(':').expect("a place");
        assert!(line.starts_with(begin), "{said}");
    }
    assert!(
        lines[0].contains("wrong.md") && lines[1].contains("none.md"),
        "{said}"
    );
}

#[test]
fn a_card_that_may_be_another_is_only_offered() {
    let text = replace_first(DENISE, "8♣ 7♠\n", "r♣ 7♠\n");
    let text = text
        .replace("Anne      J♥ K♣ 7♣", "Anne      J♥ 10♣ 7♣")
        .replace("Anne K♣", "Anne 10♣");
    assert_eq!(apply_fixes(&text), (text.clone(), 0));
    let text = replace_first(DENISE, "8♣ 7♠\n", "8♣ 6s\n");
    let found = check("a.md", text.as_bytes()).diagnostics;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].applicability(), FixCertainty::MaybeIncorrect);
    assert_eq!(apply_fixes(&text), (text.clone(), 0));
}

#[test]
fn the_first_letter_of_a_title_is_not_the_initial_of_a_player() {
    let text = include_str!("../../scenarios/mouche-1718/la-dame-entre-deux.md");
    // `M.` stands for `Monsieur` in the deal, and not for Madame de Sévigné.
    let renamed = text.replacen("\"M. d'Hozier\"", "\"Sire d'Hozier\"", 1);
    let found = check("a.md", renamed.as_bytes()).diagnostics;
    assert!(
        found.iter().any(|wrong| wrong.code.id() == "unknown-name"),
        "{found:?}"
    );
    assert!(
        found.iter().all(|wrong| !wrong.message.contains("twice")),
        "{found:?}"
    );
}
