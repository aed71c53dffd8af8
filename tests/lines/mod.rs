//! What each line of a fence says, or what is wrong with it: `tests/lines/` has the lines after `> `, and under them what the
//! reader makes of them, each place as line, column in bytes, and the words that stand there. `UPDATE=1` writes the answers anew.

use crate::golden;
use libtest_mimic::Failed;
use mouche::scenario::load;
use mouche::scenario::parsed_scenario::ScriptOrPayoutContent;
use regex::{Captures, Regex};
use std::ops::Range;
use std::path::Path;

/// A file with these lines in its fence. Where its edition is not known, it may have the words of any.
fn file_with_fence(fence: &str, edition: &str, lines: &str) -> String {
    let header = format!("edition = '{edition}'\nplayers = ['Anne', 'Bo', 'Mme de Z']\n");
    let deal = if fence == "deal" {
        ""
    } else {
        "```deal\n```\n"
    };
    match fence {
        "header" => format!("# T\n\n```toml scenario\n{lines}\n```\n\n{deal}"),
        "task" => {
            format!(
                "# T\n\n```toml scenario\n{header}```\n\n{deal}```task {lines}\n```\n\n```script\nstop\n```\n"
            )
        }
        _ => format!("# T\n\n```toml scenario\n{header}```\n\n{deal}```{fence}\n{lines}\n```\n"),
    }
}

/// What is wrong with the lines of a fence, else what they say.
fn answer_to_lines(fence: &str, edition: &str, lines: &str) -> Vec<String> {
    let text = file_with_fence(fence, edition, lines);
    let first = text.find(lines).unwrap_or_default();
    let place = |span: Range<usize>| {
        let before = text.get(first..span.start).unwrap_or_default();
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        format!(
            "{}:{column}‹{}›",
            before.matches('\n').count() + 1,
            text[span].escape_debug()
        )
    };
    let loaded = load(&text);
    let wrong = loaded.diagnostics.into_iter().map(|wrong| {
        let more = wrong
            .related
            .iter()
            .map(|(span, label)| format!("{label}: {}", place(span.clone())));
        let more = more
            .chain(wrong.help)
            .chain(wrong.fix.map(|fix| format!("write {fix:?}")));
        let label = (!wrong.label.is_empty()).then_some(wrong.label);
        let said: Vec<String> = std::iter::once(wrong.message)
            .chain(label)
            .chain(more)
            .collect();
        format!(
            "{} {} {}",
            wrong.code.id(),
            place(wrong.span),
            said.join("; ")
        )
    });
    let wrong: Vec<String> = wrong.collect();
    let Some(scenario) = loaded.scenario.filter(|_| wrong.is_empty()) else {
        return wrong;
    };
    let hand = &scenario.hands[0];
    let tasks = hand.parts.iter().flat_map(|part| &part.tasks);
    let said: Vec<String> = match hand.parts.first().map(|part| &part.body) {
        _ if fence == "task" => tasks.map(|task| format!("{task:?}")).collect(),
        Some(ScriptOrPayoutContent::Script(lines)) => {
            lines.iter().map(|line| format!("{line:?}")).collect()
        }
        Some(ScriptOrPayoutContent::Payout(entries)) => {
            entries.iter().map(|entry| format!("{entry:?}")).collect()
        }
        None if fence == "deal" => vec![format!("{:?}", hand.deal)],
        Some(ScriptOrPayoutContent::Unread) | None => vec![format!("{:?}", scenario.header)],
    };
    let span = Regex::new(r"(?:(?:span|opening): )?(\d+)\.\.(\d+)").expect("a pattern");
    let end = |found: &Captures, which: usize| found[which].parse::<usize>().expect("a number");
    said.iter()
        .map(|said| said.replace(", side_pot: None, hand_number: None, points: []", ""))
        .map(|said| {
            span.replace_all(&said, |found: &Captures| {
                place(end(found, 1)..end(found, 2))
            })
            .into()
        })
        .collect()
}

/// Holds the file of one fence, or that of what only some games have in it. Lines that are ended as on Windows must say the same.
pub fn hold_fence_file(name: &str) -> Result<(), Failed> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/lines/{name}.txt"));
    let fence = name.trim_end_matches("-elsewhere");
    let edition = if fence == name { "mouche-1718" } else { "e" };
    let answer = |lines: &str| answer_to_lines(fence, edition, lines);
    let mut now = String::new();
    for entry in std::fs::read_to_string(&path)?
        .split("\n\n")
        .filter(|entry| !entry.trim().is_empty())
    {
        let lines: Vec<&str> = entry
            .lines()
            .filter_map(|line| line.strip_prefix('>'))
            .map(str::trim_start)
            .collect();
        let said = answer(&lines.join("\n"));
        let windows: Vec<String> = answer(&lines.join("\r\n"))
            .iter()
            .map(|wrong| wrong.replace("\\r", ""))
            .collect();
        // Of what is not TOML, the place is that of the TOML's reader.
        if windows != said && !said[0].contains("not valid TOML") {
            return Err(
                format!("{entry}\nis, with its lines ended as on Windows, {windows:#?}").into(),
            );
        }
        let lines = lines
            .iter()
            .map(|line| format!("> {line}").trim_end().to_owned());
        now += &format!("{}\n\n", lines.chain(said).collect::<Vec<_>>().join("\n"));
    }
    golden::hold_file(&path, &now);
    Ok(())
}
