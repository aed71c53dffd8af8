//! Scenario files read whole: what each says, and what is told of one that cannot be read.

use mouche::scenario::diagnostic::{Code, Diagnostic};
use mouche::scenario::load;
use mouche::scenario::parsed_scenario::{ParsedHand, ScriptOrPayoutContent};

const TOLD: &str = "\
lead

# *Two* hands

before

```toml scenario
edition = \"mouche-1718\"
players = [\"Anne\", \"Mme de Sévigné\"]
```

one

```deal
dealer Anne
Anne 9♥ 8♥
```

> two
>
> - ```script mouche-1718
>   Anne folds
>   ```
>
> three

```text
not ours
```

```payout
Anne takes 3
```

```deal
dealer Mme de Sévigné
```

four
";

fn codes_of_text(text: &str) -> Vec<(Code, String)> {
    let told = |found: &Diagnostic| (found.code, text[found.span.clone()].to_owned());
    load(text).diagnostics.iter().map(told).collect()
}

fn expected_codes(codes: &[(Code, &str)]) -> Vec<(Code, String)> {
    codes
        .iter()
        .map(|(code, text)| (*code, text.to_string()))
        .collect()
}

fn hands_of_text(text: &str) -> Vec<ParsedHand> {
    load(text)
        .scenario
        .map(|scenario| scenario.hands)
        .unwrap_or_default()
}

#[test]
fn a_file_is_read_whole() {
    assert_eq!(codes_of_text(TOLD), []);
    let title = load(TOLD).scenario.map(|scenario| scenario.title);
    assert_eq!(title.as_deref(), Some("*Two* hands"));
    let hands = hands_of_text(TOLD);
    let parts = &hands[0].parts;
    assert_eq!(hands[0].narration, "lead\n\nbefore\n\none");
    assert_eq!(parts[0].narration, "> two");
    assert_eq!(parts[1].narration, "> three\n\n```text\nnot ours\n```");
    assert_eq!(
        (
            hands[1].narration.as_str(),
            hands[0].closing.as_str(),
            hands[1].closing.as_str()
        ),
        ("", "", "four")
    );
    assert_eq!(
        parts[0]
            .editions
            .iter()
            .map(|edition| edition.value.as_str())
            .collect::<Vec<_>>(),
        ["mouche-1718"]
    );
    assert_eq!(&TOLD[parts[1].span.clone()], "Anne takes 3\n");
    assert!(hands.iter().all(|hand| !hand.is_broken));
}

#[test]
fn places_hold_with_a_mark_and_windows_lines_in_a_quotation() {
    for text in [
        TOLD.to_owned(),
        format!("\u{FEFF}{}", TOLD.replace('\n', "\r\n")),
    ] {
        let text = text.replace("Anne folds", "Anne exchanges 8♦ 0♥ # x");
        assert_eq!(
            codes_of_text(&text),
            expected_codes(&[(Code::BadCard, "0♥")])
        );
        let hands = hands_of_text(&text);
        assert!(hands[0].is_broken && !hands[1].is_broken);
        assert!(
            matches!(&hands[0].parts[0].body, ScriptOrPayoutContent::Script(lines) if lines.is_empty())
        );
        assert_eq!(
            &text[hands[1]
                .deal
                .dealer
                .as_ref()
                .map_or(0..0, |at| at.span.clone())],
            "Mme de Sévigné"
        );
        assert_eq!(
            load(&text)
                .scenario
                .map(|s| text[s.header.players[1].span.clone()].to_owned())
                .as_deref(),
            Some("\"Mme de Sévigné\"")
        );
    }
}

#[test]
fn other_files_are_no_scenarios() {
    for text in ["", "# a\n", "```toml\n```", "```text\n", "\u{FEFF}"] {
        let loaded = load(text);
        assert!(
            !loaded.is_scenario && loaded.diagnostics.is_empty(),
            "{text:?}"
        );
    }
    assert_eq!(
        codes_of_text("```toml scenaro\n```\n```deal\n```"),
        expected_codes(&[(Code::UnknownFence, "toml scenaro")])
    );
    assert_eq!(
        codes_of_text("# a\n```deal\n```\n```script\n```"),
        expected_codes(&[(Code::MisplacedFence, "```deal")])
    );
}

const HEADER: &str = "# a\n```toml scenario\nedition = 'e'\nplayers = ['Anne', 'Bo']\n```\n";

#[test]
fn fences_out_of_place_are_told() {
    let after = |rest: &str| codes_of_text(&format!("{HEADER}{rest}"));
    assert_eq!(
        after("```script\n```"),
        expected_codes(&[(Code::MisplacedFence, "```script")])
    );
    assert_eq!(
        after("~~~toml scenario\n~~~"),
        expected_codes(&[(Code::MisplacedFence, "~~~toml scenario")])
    );
    assert_eq!(
        after("```deal x\n```"),
        expected_codes(&[(Code::Syntax, "x")])
    );
    assert_eq!(
        after("```deal\n```\n```payuot\nzzz\n```"),
        expected_codes(&[(Code::UnknownFence, "payuot")])
    );
    assert_eq!(
        codes_of_text(&format!("```deal\n```\n{HEADER}")),
        expected_codes(&[(Code::MisplacedFence, "```deal")])
    );
    assert_eq!(
        codes_of_text(&HEADER.replace("# a", "a")),
        expected_codes(&[(Code::MissingTitle, "")])
    );
}

#[test]
fn a_fence_that_does_not_end_is_told_once() {
    let after = |rest: &str| codes_of_text(&format!("{HEADER}{rest}"));
    assert_eq!(
        after("```deal\nzzz\n"),
        expected_codes(&[(Code::UnclosedFence, "```deal")])
    );
    assert_eq!(
        after("```deal\nzzz\n\nprose\n\n```script\nzzz\n```\n"),
        expected_codes(&[(Code::UnclosedFence, "```deal")])
    );
    assert_eq!(
        after("```text\nzzz\n"),
        expected_codes(&[(Code::UnclosedFence, "```text")])
    );
    assert!(
        hands_of_text(&format!("{HEADER}```deal\nzzz\n"))
            .iter()
            .all(|hand| hand.is_broken)
    );
}

#[test]
fn without_players_or_editions_there_is_no_scenario() {
    let text = format!("{HEADER}```deal\nzzz\n```\n");
    assert!(load(&text).scenario.is_some());
    let without = text.replace("players", "playrs");
    assert!(load(&without).scenario.is_none() && load(&without).is_scenario);
    assert_eq!(
        codes_of_text(&without),
        expected_codes(&[(Code::UnknownKey, "playrs")])
    );
    let without = text.replace("edition", "editn");
    assert!(load(&without).scenario.is_none());
    assert_eq!(load(&without).diagnostics.len(), 2);
}

#[test]
fn a_bad_name_is_told_once() {
    let text = format!("{HEADER}```deal\ndealer Bo\nturn zz\n```\n")
        .replace("['Anne', 'Bo']", "['Anne', 'B|o']");
    assert_eq!(
        codes_of_text(&text),
        expected_codes(&[(Code::BadName, "'B|o'"), (Code::BadCard, "zz")])
    );
    assert!(hands_of_text(&text).iter().all(|hand| hand.is_broken));
}
