//! Mistakes seeded into our own scenarios: each replaced or misspelt token is reported on that token, nearly always
//! once, and nothing goes unreported without which the file tells another story.

use crate::fixes::facts_of_file;
use crate::{cousins, test_extent};
use mouche::scenario::check;
use mouche::scenario::diagnostic::Diagnostic;
use std::ops::Range;
use std::path::Path;

/// Ten scenarios of several editions.
const FILES: [&str; 10] = [
    "compared/one-line-of-1730.md",
    "compared/the-jack-of-clubs.md",
    "mouche-1718/denise-must-trump.md",
    "mouche-1718/after-a-deal-that-failed.md",
    "mouche-1718/la-dame-entre-deux.md",
    "pamphile-1758/nobody-asked-her.md",
    "mouche-1718/the-debts-that-wait-their-turn.md",
    "mouche-1718/two-mouches-then-points.md",
    "mouche-1730/swept-clean.md",
    "boussac-1896/a-hand-bought-unseen.md",
];

/// One mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    /// The token becomes `zzz`.
    Replaced,
    /// Its first letter stands twice.
    Doubled,
    /// It is gone.
    Deleted,
}

/// What came of the mistakes of one kind.
#[derive(Debug, Default)]
struct Tally {
    seeded: usize,
    reported: usize,
    on_the_token: usize,
    once: usize,
    on_its_line: usize,
    /// The tokens without which the file tells another story, and nobody says so.
    silent: Vec<String>,
    worst: Vec<String>,
}

/// A line of the file without its comment, and what kind of line it is.
fn lines_by_kind(text: &str) -> Vec<(Range<usize>, bool)> {
    let (mut at, mut fence, mut found) = (0, None, Vec::new());
    for line in text.split_inclusive('\n') {
        let opens = line.starts_with("```");
        let ours = ["```toml scenario", "```deal", "```script", "```payout"]
            .iter()
            .any(|word| line.starts_with(word));
        if opens {
            fence = if fence.is_none() && ours {
                Some(line.starts_with("```toml"))
            } else {
                None
            };
        }
        let end = at + line.split('#').next().unwrap_or("").trim_end().len();
        if let Some(header) = fence {
            found.push((at..end, header));
        }
        at += line.len();
    }
    found
}

/// The tokens of our fences: words, numbers, cards and signs; of the header its keys, and its values without the
/// quotation marks; of an opening line its words.
fn fence_tokens(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (line, header) in lines_by_kind(text) {
        let signs = if header { "=[]{},\"`" } else { "(),;:`" };
        let mut at = line.start;
        for piece in
            text[line.clone()].split_inclusive(|c: char| c.is_whitespace() || signs.contains(c))
        {
            let word = piece.trim_end_matches(|c: char| c.is_whitespace() || signs.contains(c));
            if !word.is_empty() {
                found.push(at..at + word.len());
            }
            let sign = piece[word.len()..].trim();
            if !sign.is_empty() && !"`\"".contains(sign) {
                found.push(at + word.len()..at + word.len() + sign.len());
            }
            at += piece.len();
        }
    }
    found
}

fn apply_slip(text: &str, token: &Range<usize>, slip: Slip) -> Option<(String, Range<usize>)> {
    let word = &text[token.clone()];
    let first = word.chars().next()?;
    let new = match slip {
        Slip::Replaced => "zzz".to_owned(),
        Slip::Doubled if first.is_alphabetic() => format!("{first}{word}"),
        Slip::Doubled => return None,
        Slip::Deleted => String::new(),
    };
    // A word in the place of a sign stands alone.
    let sign = slip == Slip::Replaced && !word.contains(char::is_alphanumeric);
    let (new, lead) = if sign {
        (format!(" {new} "), 1)
    } else {
        (new, 0)
    };
    let mut slipped = text.to_owned();
    slipped.replace_range(token.clone(), &new);
    Some((slipped, token.start + lead..token.start + new.len() - lead))
}

/// Whether something is said of a part of this stretch, and of no more than a line. A place without extent lies on what
/// it stands before or after.
fn is_reported_at(text: &str, diagnostics: &[Diagnostic], stretch: &Range<usize>) -> bool {
    let on = |span: &Range<usize>| match span.is_empty() {
        true => (stretch.start..=stretch.end).contains(&span.start),
        false => span.start < stretch.end.max(stretch.start + 1) && span.end > stretch.start,
    };
    diagnostics
        .iter()
        .any(|wrong| on(&wrong.span) && !text[wrong.span.clone()].contains('\n'))
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    start..text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// Our scenarios, and of the worked hands of the cousins a sample, or with `ALL=1` each: names and texts.
fn sampled_files() -> impl Iterator<Item = (String, String)> {
    let file = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("scenarios")
            .join(name);
        (
            name.to_owned(),
            std::fs::read_to_string(path).expect("a scenario"),
        )
    };
    let hand = |text: String| (text.lines().next().unwrap_or_default().to_owned(), text);
    FILES.into_iter().map(file).chain(
        cousins::worked_hands()
            .step_by(test_extent::sample_step(16))
            .map(hand),
    )
}

fn try_slips(slip: Slip) -> Tally {
    let mut tally = Tally::default();
    for (name, text) in sampled_files() {
        let facts = facts_of_file(&check(&name, text.as_bytes()));
        for token in fence_tokens(&text)
            .into_iter()
            .step_by(test_extent::sample_step(17))
        {
            let Some((slipped, place)) = apply_slip(&text, &token, slip) else {
                continue;
            };
            let checked = check(&name, slipped.as_bytes());
            let told = &checked.diagnostics;
            tally.seeded += 1;
            let (reported, on) = (!told.is_empty(), is_reported_at(&slipped, told, &place));
            tally.reported += usize::from(reported);
            tally.on_the_token += usize::from(on);
            tally.on_its_line += usize::from(is_reported_at(
                &slipped,
                told,
                &line_around(&slipped, place.start),
            ));
            if !reported && facts_of_file(&checked) != facts {
                tally.silent.push(text[token.clone()].to_owned());
            }
            tally.once += usize::from(told.len() == 1);
            if !on || !reported || told.len() > 1 {
                let line = text[..token.start].matches('\n').count() + 1;
                let first: Vec<_> = told
                    .iter()
                    .take(4)
                    .map(|wrong| wrong.message.as_str())
                    .collect();
                tally.worst.push(format!(
                    "{name}:{line} `{}` on:{on} {}: {first:?}",
                    &text[token],
                    told.len()
                ));
            }
        }
    }
    tally
}

fn describe_tally(tally: &Tally) -> String {
    let Tally {
        seeded,
        reported,
        on_the_token,
        once,
        on_its_line,
        worst,
        ..
    } = tally;
    format!(
        "{seeded} seeded, {reported} reported, {on_the_token} on the token, {on_its_line} on its line, {once} once\n{}",
        worst.join("\n")
    )
}

#[test]
fn a_replaced_token_is_reported_where_it_stands() {
    let tally = try_slips(Slip::Replaced);
    assert!(
        tally.seeded * test_extent::sample_step(17) > 1_000,
        "{}",
        describe_tally(&tally)
    );
    assert_eq!(
        tally.on_the_token,
        tally.seeded,
        "{}",
        describe_tally(&tally)
    );
    assert!(
        tally.once * 100 >= tally.seeded * 90,
        "{}",
        describe_tally(&tally)
    );
}

#[test]
fn a_misspelt_token_is_reported_where_it_stands() {
    let tally = try_slips(Slip::Doubled);
    assert!(
        tally.seeded * test_extent::sample_step(17) > 500,
        "{}",
        describe_tally(&tally)
    );
    assert_eq!(
        tally.on_the_token,
        tally.seeded,
        "{}",
        describe_tally(&tally)
    );
    assert!(
        tally.once * 100 >= tally.seeded * 90,
        "{}",
        describe_tally(&tally)
    );
}

#[test]
fn a_deleted_token_is_reported() {
    let tally = try_slips(Slip::Deleted);
    assert!(
        tally.silent.is_empty(),
        "deleted, and nobody saw it: {:?}\n{}",
        tally.silent,
        describe_tally(&tally)
    );
    assert!(
        tally.on_its_line * 100 >= tally.seeded * 85,
        "{}",
        describe_tally(&tally)
    );
    assert!(
        tally.once * 100 >= tally.seeded * 90,
        "{}",
        describe_tally(&tally)
    );
}
