//! Tests of `src/book/chapters/message_remedies.rs`, from within.

use super::*;

/// Returns a text with the change of a remedy: lines are looked for from the line before on.
fn apply_change(text: &str, change: &[&str]) -> Result<String, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    for line in change {
        let (sign, words) = line.split_at(1);
        let words = words.strip_prefix(' ').unwrap_or(words);
        if sign == "+" {
            lines.insert(at, words);
            at += 1;
            continue;
        }
        let same = |other: &&str| other.trim_end() == words.trim_end();
        let Some(found) = lines[at..].iter().position(same) else {
            return Err(format!("the example has no further line `{words}`"));
        };
        at += found;
        if sign == "-" {
            lines.remove(at);
        } else {
            at += 1;
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// Returns what is wrong with a remedy: after its change the example must hold, but for messages of the code that it leaves.
fn find_fault(remedy: &Remedy) -> Option<String> {
    let (path, bytes) = example_file(remedy.code)?;
    let text = std::str::from_utf8(bytes).ok()?;
    let changed = match apply_change(text, remedy.change) {
        Ok(changed) => changed,
        Err(fault) => return Some(fault),
    };
    let checked = check(&path, changed.as_bytes());
    let mut found = Vec::new();
    for message in checked.diagnostics.iter().chain(&checked.warnings) {
        if Some(message.code) != remedy.leaves {
            found.push(format!("{}: {}", message.code.id(), message.message));
        }
    }
    if let Some(code) = remedy.leaves
        && !checked
            .diagnostics
            .iter()
            .chain(&checked.warnings)
            .any(|message| message.code == code)
    {
        found.push(format!("it leaves no {}", code.id()));
    }
    if found.is_empty() {
        None
    } else {
        Some(found.join("; "))
    }
}

#[test]
fn each_code_has_an_example_and_two_ways_to_correct_it() {
    for code in Code::ALL.iter().copied() {
        let id = code.id();
        assert_eq!(remedies_of(code).count(), 2, "{id}");
        // The bytes of a file that is not UTF-8 have no excerpt.
        assert!(example_message(code).is_some(), "{id} has no example");
    }
}

#[test]
fn each_change_corrects_its_example() {
    let mut faults = Vec::new();
    let mut changes = 0;
    for remedy in REMEDIES.remedy {
        if remedy.change.is_empty() {
            continue;
        }
        changes += 1;
        if let Some(fault) = find_fault(remedy) {
            faults.push(format!(
                "{}: {}\n    {fault}",
                remedy.code.id(),
                remedy.says
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(changes > 90, "only {changes} remedies change an example");
}
