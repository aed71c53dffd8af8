//! A scenario file from its text: Markdown, header, hands. Nothing here asks whether what it says is true.

mod content;
mod fence;
mod hands;
mod markdown;
mod misnamed;
mod prose;

pub use content::Content;
pub use fence::Word;

use super::diagnostic::{Code, Diagnostic};
use super::header;
use super::syntax::{Header, Scenario, Span};
use crate::cards::Letters::English;
use markdown::{Fence, Markdown};

/// What a file says, and what is wrong with how it says it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Whether it has a `toml scenario` fence. A file without one may still have diagnostics: it was meant to be one.
    pub is_scenario: bool,
    /// The scenario, unless its players or editions are unknown.
    pub scenario: Option<Scenario>,
    /// What is wrong, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// The text of a file's bytes.
///
/// # Errors
/// [`Code::NotUtf8`]; its place is that of the first replacement character in [`String::from_utf8_lossy`].
#[expect(clippy::result_large_err, reason = "it is built once a file at most")]
pub fn decode(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let diagnostic =
            Diagnostic::new(Code::NotUtf8, at..at + 3, "the file is not UTF-8").label("this byte begins no character");
        let sixteen = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
        diagnostic.help(match sixteen {
            true => "it looks like UTF-16: save it as UTF-8",
            false => "save it as UTF-8",
        })
    })
}

/// Reads a whole file. It reports every line that it cannot read, and never fails otherwise.
pub fn load(text: &str) -> Loaded {
    let markdown = markdown::read(text);
    let mut loaded = match markdown.fences.iter().position(|fence| fence::word(fence, English) == Some(Word::Header)) {
        Some(header) => scenario(text, &markdown, header),
        None => Loaded { diagnostics: stray(&markdown), ..Loaded::default() },
    };
    loaded.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    loaded
}

/// A fence of ours, whatever is wrong with what it says.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it holds.
    pub word: Word,
    /// Its opening line, without what follows its words.
    pub opening: Span,
    /// From its first sign to its last.
    pub span: Span,
    /// Its text.
    pub content: Content,
    /// Whether it has a closing line.
    pub closed: bool,
}

/// The fences of ours in a file, and what its header says as far as it can be read.
pub fn blocks(text: &str) -> (Option<Header>, Vec<Block>) {
    let fences = markdown::read(text).fences;
    let head = fences.iter().find(|fence| fence::word(fence, English) == Some(Word::Header));
    let header = head.map(|head| header::read(&head.content, head.span.clone(), head.opening.clone()).0);
    let letters = header.as_ref().map_or(English, |header| header.letters);
    let ours = |fence: Fence| {
        let word = fence::word(&fence, letters)?;
        let Fence { opening, span, content, closed, .. } = fence;
        Some(Block { word, opening, span, content, closed })
    };
    (header, fences.into_iter().filter_map(ours).collect())
}

/// What each fence of ours holds, in the order of the file.
pub fn contents(text: &str) -> Vec<(Word, Content)> {
    blocks(text).1.into_iter().map(|block| (block.word, block.content)).collect()
}

/// A file without a header says nothing wrong, unless it was meant to have one.
fn stray(markdown: &Markdown) -> Vec<Diagnostic> {
    let near = |fence: &&Fence| fence::near(fence, English) == Some(Word::Header) || fence::is_headlike(fence);
    if let Some(fence) = markdown.fences.iter().find(near) {
        return vec![fence::unknown(fence, Word::Header, English)];
    }
    let ours = markdown.fences.iter().find(|fence| fence::word(fence, English).is_some());
    ours.map(|fence| {
        Diagnostic::new(
            Code::MisplacedFence,
            fence.opening.clone(),
            "this file has no header, so its hands are not read",
        )
        .label("not read")
        .help("begin the file with a fence ```toml scenario")
    })
    .into_iter()
    .collect()
}

fn scenario(text: &str, markdown: &Markdown, place: usize) -> Loaded {
    let fence = &markdown.fences[place];
    let (header, mut diagnostics) = header::read(&fence.content, fence.span.clone(), fence.opening.clone());
    if let Some(word) = fence.words.get(2) {
        diagnostics.push(
            Diagnostic::new(Code::Header, word.span.clone(), "nothing stands after `toml scenario`")
                .label("take this away"),
        );
    }
    let sound = diagnostics.is_empty();
    diagnostics.extend(untitled(text, markdown));
    let bad_name = diagnostics.iter().any(|found| found.code == Code::BadName);
    let (mut hands, mut found) = hands::read(text, markdown, place, &header);
    // A name that cannot be read in the header is then unknown in each line: that was told once.
    misnamed::told_once(text, &header, &hands, &mut found);
    found.retain(|found| !(bad_name && found.code == Code::UnknownName));
    diagnostics.extend(found);
    for hand in &mut hands {
        hand.broken |= !sound;
    }
    let title = markdown.title.as_ref().map_or_else(String::new, |title| title.value.clone());
    let known = is_known(&header).then_some(Scenario { title, header, hands });
    Loaded { is_scenario: true, scenario: known, diagnostics }
}

fn is_known(header: &Header) -> bool {
    !header.editions.is_empty() && !header.players.is_empty()
}

fn untitled(text: &str, markdown: &Markdown) -> Option<Diagnostic> {
    let (span, message): (Span, _) = match &markdown.title {
        Some(title) if !title.value.is_empty() => return None,
        Some(title) => (title.span.clone(), "the title is empty"),
        None => {
            let start = text.len() - text.trim_start_matches('\u{FEFF}').len();
            (start..start, "the file has no title")
        }
    };
    Some(
        Diagnostic::new(Code::MissingTitle, span, message)
            .label("a title should stand here")
            .help("begin with a line such as `# Denise must trump`"),
    )
}

#[cfg(test)]
mod tests {
    use super::super::syntax::{Body, HandText};
    use super::*;

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

    fn codes(text: &str) -> Vec<(Code, String)> {
        let told = |found: &Diagnostic| (found.code, text[found.span.clone()].to_owned());
        load(text).diagnostics.iter().map(told).collect()
    }

    fn seen(codes: &[(Code, &str)]) -> Vec<(Code, String)> {
        codes.iter().map(|(code, text)| (*code, text.to_string())).collect()
    }

    fn hands(text: &str) -> Vec<HandText> {
        load(text).scenario.map(|scenario| scenario.hands).unwrap_or_default()
    }

    #[test]
    fn a_file_is_read_whole() {
        assert_eq!(codes(TOLD), []);
        let title = load(TOLD).scenario.map(|scenario| scenario.title);
        assert_eq!(title.as_deref(), Some("*Two* hands"));
        let hands = hands(TOLD);
        let parts = &hands[0].parts;
        assert_eq!(hands[0].narration, "lead\n\nbefore\n\none");
        assert_eq!(parts[0].narration, "> two");
        assert_eq!(parts[1].narration, "> three\n\n```text\nnot ours\n```");
        assert_eq!(
            (hands[1].narration.as_str(), hands[0].closing.as_str(), hands[1].closing.as_str()),
            ("", "", "four")
        );
        assert_eq!(parts[0].editions.iter().map(|edition| edition.value.as_str()).collect::<Vec<_>>(), ["mouche-1718"]);
        assert_eq!(&TOLD[parts[1].span.clone()], "Anne takes 3\n");
        assert!(hands.iter().all(|hand| !hand.broken));
    }

    #[test]
    fn places_hold_with_a_mark_and_windows_lines_in_a_quotation() {
        for text in [TOLD.to_owned(), format!("\u{FEFF}{}", TOLD.replace('\n', "\r\n"))] {
            let text = text.replace("Anne folds", "Anne exchanges 8♦ 1♥ # x");
            assert_eq!(codes(&text), seen(&[(Code::BadCard, "1♥")]));
            let hands = hands(&text);
            assert!(hands[0].broken && !hands[1].broken);
            assert!(matches!(&hands[0].parts[0].body, Body::Script(lines) if lines.is_empty()));
            assert_eq!(&text[hands[1].deal.dealer.as_ref().map_or(0..0, |at| at.span.clone())], "Mme de Sévigné");
            assert_eq!(
                load(&text).scenario.map(|s| text[s.header.players[1].span.clone()].to_owned()).as_deref(),
                Some("\"Mme de Sévigné\"")
            );
        }
    }

    #[test]
    fn other_files_are_no_scenarios() {
        for text in ["", "# a\n", "```toml\n```", "```text\n", "\u{FEFF}"] {
            let loaded = load(text);
            assert!(!loaded.is_scenario && loaded.diagnostics.is_empty(), "{text:?}");
        }
        assert_eq!(codes("```toml scenaro\n```\n```deal\n```"), seen(&[(Code::UnknownFence, "toml scenaro")]));
        assert_eq!(codes("# a\n```deal\n```\n```script\n```"), seen(&[(Code::MisplacedFence, "```deal")]));
    }

    const HEADER: &str = "# a\n```toml scenario\nedition = 'e'\nplayers = ['Anne', 'Bo']\n```\n";

    #[test]
    fn fences_out_of_place_are_told() {
        let after = |rest: &str| codes(&format!("{HEADER}{rest}"));
        assert_eq!(after("```script\n```"), seen(&[(Code::MisplacedFence, "```script")]));
        assert_eq!(after("~~~toml scenario\n~~~"), seen(&[(Code::MisplacedFence, "~~~toml scenario")]));
        assert_eq!(after("```deal x\n```"), seen(&[(Code::Syntax, "x")]));
        assert_eq!(after("```deal\n```\n```payuot\nzzz\n```"), seen(&[(Code::UnknownFence, "payuot")]));
        assert_eq!(codes(&format!("```deal\n```\n{HEADER}")), seen(&[(Code::MisplacedFence, "```deal")]));
        assert_eq!(codes(&HEADER.replace("# a", "a")), seen(&[(Code::MissingTitle, "")]));
    }

    #[test]
    fn a_fence_that_does_not_end_is_told_once() {
        let after = |rest: &str| codes(&format!("{HEADER}{rest}"));
        assert_eq!(after("```deal\nzzz\n"), seen(&[(Code::UnclosedFence, "```deal")]));
        assert_eq!(after("```deal\nzzz\n\nprose\n\n```script\nzzz\n```\n"), seen(&[(Code::UnclosedFence, "```deal")]));
        assert_eq!(after("```text\nzzz\n"), seen(&[(Code::UnclosedFence, "```text")]));
        assert!(hands(&format!("{HEADER}```deal\nzzz\n")).iter().all(|hand| hand.broken));
    }

    #[test]
    fn without_players_or_editions_there_is_no_scenario() {
        let text = format!("{HEADER}```deal\nzzz\n```\n");
        assert!(load(&text).scenario.is_some());
        let without = text.replace("players", "playrs");
        assert!(load(&without).scenario.is_none() && load(&without).is_scenario);
        assert_eq!(codes(&without), seen(&[(Code::UnknownKey, "playrs")]));
        let without = text.replace("edition", "editn");
        assert!(load(&without).scenario.is_none());
        assert_eq!(load(&without).diagnostics.len(), 2);
    }

    #[test]
    fn a_bad_name_is_told_once() {
        let text = format!("{HEADER}```deal\ndealer Bo\nturn zz\n```\n").replace("['Anne', 'Bo']", "['Anne', 'B|o']");
        assert_eq!(codes(&text), seen(&[(Code::BadName, "'B|o'"), (Code::BadCard, "zz")]));
        assert!(hands(&text).iter().all(|hand| hand.broken));
    }

    #[test]
    fn bytes_that_are_no_text_are_told() {
        let found = decode(b"ab\xFFc").map_err(|found| (found.code, found.span));
        assert_eq!(found, Err((Code::NotUtf8, 2..5)));
        assert_eq!(decode("é".as_bytes()).ok(), Some("é"));
    }
}
