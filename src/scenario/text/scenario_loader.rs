//! A scenario file from its text: Markdown, header, hands. Each deal fence opens a hand, scripts and payouts follow, and prose
//! stands between. Nothing here asks whether what it says is true.

use super::deal_and_payout::{self, DealFenceReader};
use super::diagnostic::{Code, Diagnostic, sort_by_place};
use super::fence_opening_slips::{
    are_multiline_texts_equal, find_mistyped_fence, pasted_twice_error,
};
use super::markdown_fences::{
    Fence, FenceKind, language_of_fences, line_start_if_only_marks, read_title_and_fences,
    trim_blank_lines,
};
pub use super::own_fences::{ScenarioFence, header_and_scenario_fences};
use super::prose_links_and_pictures::check_pictures_and_footnotes;
use super::script_line_parser;
use super::slip_mending::read_lines_mending_slips;
use super::swallowed_fences::find_swallowed_fences;
use super::task_fence::{read_answers_before_reason, read_task};
use super::unknown_player_names::gather_unknown_names;
use super::{
    FileVocabulary, FolderRules, Header, LineTokenReader, ParsedDeal, ParsedHand, PossibleToken,
    Scenario, ScriptOrPayoutContent, ScriptOrPayoutFence, Span, Spanned, Task, Token, diagnose,
    header, name_hidden_characters,
};
use crate::cards::CardLanguage::English;
use crate::rules::LanguageWords;
use std::collections::BTreeSet;

/// The most hands of a file.
pub const MAX_HANDS: usize = 1_000;

/// A scenario file as it was read, and the mistakes that were found in it, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct LoadedScenarioFile {
    /// True if it has a `toml scenario` fence. A file without one has diagnostics if it was meant to be a scenario.
    pub is_scenario: bool,
    /// None if its players or editions are unknown.
    pub scenario: Option<Scenario>,
    /// The mistakes in the file, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the text of a file's bytes, or [`Code::NotUtf8`] at the first replacement character in [`String::from_utf8_lossy`].
#[expect(clippy::result_large_err, reason = "it is built once a file at most")]
pub fn decode_utf8(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let sixteen = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
        let help = if sixteen {
            "it looks like UTF-16: save it as UTF-8"
        } else {
            "save it as UTF-8"
        };
        diagnose!("not-utf8", &(at..at + 3), help)
    })
}

/// Reads a whole file. It reports every line that it cannot read, and never fails otherwise.
///
/// ```
/// use mouche::scenario::load;
///
/// let text = "# A deal\n\n```toml scenario\nedition = \"e\"\nplayers = [\"Anne\", \"Bo\"]\n```\n\n```deal\ndealr Anne\n```\n";
/// let loaded = load(text);
/// assert_eq!(loaded.scenario.map(|scenario| scenario.title).as_deref(), Some("A deal"));
/// assert_eq!(loaded.diagnostics[0].fix.as_deref(), Some("dealer"));
/// assert_eq!(&text[loaded.diagnostics[0].span.clone()], "dealr");
/// ```
pub fn load(text: &str) -> LoadedScenarioFile {
    load_in(FolderRules::NONE, text)
}

/// Reads a whole file as [`load`] does, in a folder with a table.
pub fn load_in(house: FolderRules, text: &str) -> LoadedScenarioFile {
    load_with(house, text, UnknownNameGrouping::Gathered)
}

/// The treatment of names that no player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnknownNameGrouping {
    /// Once for each name, with the player who is probably meant.
    Gathered,
    /// At each place.
    Each,
}

/// Reads a whole file in a folder with a table, with this treatment of unknown names.
fn load_with(
    house: FolderRules,
    text: &str,
    unknown_player_names: UnknownNameGrouping,
) -> LoadedScenarioFile {
    let (title, fences) = read_title_and_fences(text);
    // Where one is not opened, each end behind it opens the next: nothing else can be told of the file.
    let half_opened = fences
        .iter()
        .filter(|fence| fence.closed)
        .find_map(|fence| fence.two_sign_opening_error(text))
        .or_else(|| {
            let is_scenario = fences.iter().any(|fence| fence.kind(English).is_some());
            if is_scenario {
                find_mistyped_fence(text, &fences)
            } else {
                None
            }
        });
    if let Some(wrong) = half_opened
        && text.contains(FenceKind::Header.spelling(English))
    {
        return LoadedScenarioFile {
            is_scenario: true,
            diagnostics: vec![wrong],
            ..LoadedScenarioFile::default()
        };
    }
    let header_at = fences
        .iter()
        .position(|fence| fence.kind(English) == Some(FenceKind::Header));
    let mut loaded = match header_at {
        Some(at) => load_scenario(text, &title, &fences, at, house, unknown_player_names),
        None => LoadedScenarioFile {
            diagnostics: intended_header_error(text, &fences).into_iter().collect(),
            ..LoadedScenarioFile::default()
        },
    };
    sort_by_place(&mut loaded.diagnostics, |wrong| (wrong.span.start, 0));
    loaded
}

/// Returns the error of a file without a header that was meant to be a scenario; none for any other
/// file.
fn intended_header_error(text: &str, fences: &[Fence]) -> Option<Diagnostic> {
    for fence in fences {
        if fence.nearest_kind(English) == Some(FenceKind::Header) || fence.looks_like_header() {
            return Some(fence.unknown_kind_error(FenceKind::Header, English));
        }
    }
    if let Some(end) = text.find('\r')
        && text.contains("```toml scenario")
        && !text.contains('\n')
    {
        return Some(diagnose!("carriage-return", &(end..end + 1)));
    }
    for fence in fences {
        if fence.kind(English).is_some() {
            return Some(diagnose!("no-header", &fence.opening));
        }
    }
    None
}

/// Reads a file whose header is its fence of this number.
fn load_scenario(
    text: &str,
    title: &Spanned<String>,
    fences: &[Fence],
    header_index: usize,
    house: FolderRules,
    unknown_player_names: UnknownNameGrouping,
) -> LoadedScenarioFile {
    let fence = &fences[header_index];
    // The rest of the file stands inside the header then: nothing else can be told of it.
    if let Some(wrong) = fence.unclosed_error(English) {
        return LoadedScenarioFile {
            is_scenario: true,
            diagnostics: vec![wrong],
            ..LoadedScenarioFile::default()
        };
    }
    let (mut header, mut diagnostics) = header::read_header(fence, house);
    if let Some(word) = fence.words.get(2) {
        diagnostics.push(diagnose!("after-the-word-of-a-header", &word.span));
    }
    let is_sound = diagnostics.is_empty();
    if title.span.is_empty() {
        diagnostics.push(diagnose!("no-title", &title.span));
    } else if title.value.is_empty() {
        diagnostics.push(diagnose!("empty-title", &title.span));
    }
    if header.letters == English
        && !fence.content.text().contains("lang")
        && let Some(letters) = language_of_fences(fences)
    {
        header.letters = letters;
        let start = fence.content.file_span().start;
        let lang = letters.language();
        let name = LanguageWords::language_name(letters);
        diagnostics.push(
            diagnose!("foreign-file", &fence.opening, name, lang)
                .with_fix_at(start..start, format!("lang = \"{lang}\"\n")),
        );
    }
    let has_bad_name = diagnostics.iter().any(|wrong| wrong.code == Code::BadName);
    let (mut hands, mut found) = read_hands(text, title, fences, header_index, &header);
    if unknown_player_names == UnknownNameGrouping::Gathered {
        gather_unknown_names(
            text,
            &header,
            &|player, name| find_names_still_unknown(text, &header, player, name),
            &mut found,
        );
    }
    // A name that cannot be read in the header is unknown in each line: it is reported once, in the header.
    found.retain(|wrong| {
        !(has_bad_name && matches!(wrong.code, Code::UnknownName | Code::DealLine))
    });
    diagnostics.extend(found);
    for hand in &mut hands {
        hand.is_broken |= !is_sound;
    }
    let is_known = !header.editions.is_empty() && !header.players.is_empty();
    let scenario = is_known.then(|| Scenario {
        title: title.value.clone(),
        header,
        hands,
    });
    LoadedScenarioFile {
        is_scenario: true,
        scenario,
        diagnostics,
    }
}

/// Returns the names that are unknown also where a player is called `name`. The rest of a line with an unknown name is not
/// read, so these are found only when the file is read again with that name.
fn find_names_still_unknown(
    text: &str,
    header: &Header,
    player: &Spanned<String>,
    name: &str,
) -> BTreeSet<String> {
    let mut renamed = text.to_owned();
    renamed.replace_range(
        player.span.clone(),
        &format!("\"{}\"", name_hidden_characters(name)),
    );
    let mut unknown = BTreeSet::new();
    for wrong in load_with(header.house, &renamed, UnknownNameGrouping::Each).diagnostics {
        if wrong.code == Code::UnknownName {
            unknown.insert(renamed.get(wrong.span).unwrap_or_default().to_owned());
        }
    }
    unknown
}

/// Reads the hands of a file, and what is wrong with its fences and its prose.
fn read_hands(
    text: &str,
    title: &Spanned<String>,
    fences: &[Fence],
    header_at: usize,
    header: &Header,
) -> (Vec<ParsedHand>, Vec<Diagnostic>) {
    let mut reader = HandFencesReader {
        header,
        text,
        title: &title.span,
        names: FileVocabulary::of_header(header),
        read: text.len() - text.trim_start_matches('\u{FEFF}').len(),
        prose: Vec::new(),
        hands: Vec::new(),
        tasks: Vec::new(),
        wrong: Vec::new(),
    };
    for (at, fence) in fences.iter().enumerate() {
        if reader.hands.len() == MAX_HANDS && fence.kind(header.letters) == Some(FenceKind::Deal) {
            let wrong = diagnose!("too-many-hands", &fence.opening, most = MAX_HANDS);
            reader.wrong.push(wrong);
            break;
        }
        reader.read_fence(fence, at.cmp(&header_at));
    }
    reader.report_tasks_without_fence();
    reader
        .wrong
        .extend(check_pictures_and_footnotes(text, fences));
    let swallowed = find_swallowed_fences(text, fences, header.letters);
    reader.wrong.extend(swallowed);
    reader.read_prose(text.len());
    if let Some(hand) = reader.hands.last_mut() {
        hand.closing = reader.prose.join("\n\n");
    }
    (reader.hands, reader.wrong)
}

/// Returns what the grammar would take after these tokens of a line of such a fence; nothing where it cannot read as far.
pub fn possible_continuations(
    kind: FenceKind,
    tokens: &[Token],
    names: &FileVocabulary,
) -> Vec<PossibleToken> {
    let mut reader = LineTokenReader::new(tokens.to_vec(), names);
    // Whether the line is whole is not asked: it is being written.
    let _unfinished = match kind {
        FenceKind::Header => return Vec::new(),
        FenceKind::Deal => DealFenceReader::default().read_line(&mut reader).err(),
        FenceKind::Script => script_line_parser::read_script_line(&mut reader).err(),
        FenceKind::Payout => deal_and_payout::read_payout_line(&mut reader).err(),
        FenceKind::Task => read_answers_before_reason(&mut reader).err(),
    };
    reader.into_continuations()
}

/// The hands of a file as far as its fences are read.
struct HandFencesReader<'a> {
    header: &'a Header,
    text: &'a str,
    title: &'a Span,
    names: FileVocabulary,
    /// The place up to which prose is read, and the prose that no fence has taken.
    read: usize,
    prose: Vec<&'a str>,
    hands: Vec<ParsedHand>,
    /// The tasks that ask about the next fence.
    tasks: Vec<Task>,
    wrong: Vec<Diagnostic>,
}

impl HandFencesReader<'_> {
    /// Reads a fence, which stands before the header, is the header, or stands after it.
    fn read_fence(&mut self, fence: &Fence, order_to_header: std::cmp::Ordering) {
        let letters = self.header.letters;
        let unclosed = fence
            .two_sign_opening_error(self.text)
            .or_else(|| fence.unclosed_error(letters));
        let word = fence.kind(letters);
        let near = fence.nearest_kind(letters);
        let whole = unclosed.is_none() && word.is_some();
        self.wrong.extend(unclosed);
        let Some(meant) = word
            .or(near)
            .or_else(|| fence.guess_kind_by_content(&self.names))
        else {
            return;
        };
        if word.is_none() {
            let mut wrong = fence.unknown_kind_error(meant, letters);
            if near.is_none() {
                wrong = wrong
                    .with_help("begin any other fence with the word `text`")
                    .as_guess();
            }
            self.wrong.push(wrong);
        }
        if order_to_header.is_lt() {
            self.report_misplaced(fence, "this fence comes before the header");
        }
        self.read_prose(line_start_if_only_marks(self.text, fence.span.start));
        self.read = self.read.max(fence.span.end);
        match meant {
            FenceKind::Header => {
                if order_to_header.is_gt() && whole {
                    self.report_misplaced(
                        fence,
                        "this is a second header, and a file has only one",
                    );
                }
            }
            FenceKind::Deal => self.read_deal(fence, whole),
            FenceKind::Script | FenceKind::Payout => {
                self.read_script_or_payout(meant, fence, whole)
            }
            FenceKind::Task => {
                let (task, found) = read_task(fence, &self.names);
                self.tasks.extend(task);
                self.report_in_readable_fence(found, whole);
            }
        }
    }

    fn report_misplaced(&mut self, fence: &Fence, message: &str) {
        // One header too late makes every fence too early.
        if self.wrong.iter().all(|wrong| wrong.message != message) {
            let wrong = diagnose!("misplaced-fence", &fence.opening, message);
            self.wrong
                .push(wrong.with_related(self.header.opening.clone(), "the header"));
        }
    }

    /// Reads prose on up to a place; the title is none.
    fn read_prose(&mut self, end: usize) {
        let is_among = self.title.start >= self.read && self.title.end <= end;
        let title = if is_among {
            self.title.clone()
        } else {
            self.read..self.read
        };
        for span in [self.read..title.start, title.end..end] {
            let piece = trim_blank_lines(self.text.get(span).unwrap_or(""));
            if !piece.is_empty() {
                self.prose.push(piece);
            }
        }
        self.read = self.read.max(end);
    }

    /// Reports the tasks that no fence of a script or a payout follows.
    fn report_tasks_without_fence(&mut self) {
        for task in self.tasks.drain(..) {
            self.wrong
                .push(diagnose!("task-about-nothing", &task.opening));
        }
    }

    /// Reads a deal fence, which opens a hand.
    fn read_deal(&mut self, fence: &Fence, is_whole: bool) {
        self.report_tasks_without_fence();
        if let Some(wrong) = self.identical_deal_error(fence) {
            self.wrong.push(wrong);
            return;
        }
        let mut deal = DealFenceReader::default();
        let (found, is_read) = read_lines_mending_slips(
            FenceKind::Deal,
            &fence.content,
            &self.names,
            &mut |reader| deal.read_line(reader),
        );
        let found = self.errors_or_wrong_kind_error(FenceKind::Deal, fence, found);
        if is_whole && let Some(edition) = fence.words.get(1) {
            self.wrong
                .push(diagnose!("edition-of-a-deal", &edition.span));
        }
        self.hands.push(ParsedHand {
            narration: std::mem::take(&mut self.prose).join("\n\n"),
            deal: ParsedDeal {
                span: fence.content.file_span(),
                opening: fence.opening.clone(),
                ..deal.text
            },
            parts: Vec::new(),
            closing: String::new(),
            is_broken: !is_whole || fence.words.len() > 1 || !is_read,
        });
        self.report_in_readable_fence(found, is_whole);
    }

    /// Returns the mistakes in a fence, or one for all of them if its lines are those of another kind of fence.
    fn errors_or_wrong_kind_error(
        &self,
        word: FenceKind,
        fence: &Fence,
        found: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        if found.len() < 2 {
            return found;
        }
        let guessed = fence.guess_kind_by_content(&self.names);
        let (Some(meant), Some(written)) = (guessed, fence.words.first()) else {
            return found;
        };
        if meant == word {
            return found;
        }
        let letters = self.header.letters;
        let [word, meant] = [word, meant].map(|kind| kind.spelling(letters));
        vec![diagnose!(
            "fence-of-another-kind",
            &written.span,
            word,
            meant
        )]
    }

    /// Returns the error for a deal that repeats the deal before it, with nothing played between
    /// them. A misdeal may be followed by another.
    fn identical_deal_error(&self, fence: &Fence) -> Option<Diagnostic> {
        let hand = self.hands.last()?;
        let same =
            are_multiline_texts_equal(self.text, &hand.deal.span, &fence.content.file_span());
        if !hand.parts.is_empty() || hand.deal.misdeal.is_some() || !same {
            return None;
        }
        let word = FenceKind::Deal.spelling(self.header.letters);
        let first = &hand.deal.opening;
        Some(pasted_twice_error(self.text, word, &fence.opening, first))
    }

    /// Says that a script or a payout is the same as the one right before it.
    fn repeated_script_or_payout_error(
        &self,
        kind: FenceKind,
        fence: &Fence,
    ) -> Option<Diagnostic> {
        let part = self.hands.last()?.parts.last()?;
        let editions = fence.words.iter().skip(1).map(|edition| edition.value);
        let is_same = matches!(part.body, ScriptOrPayoutContent::Script(_))
            == (kind == FenceKind::Script)
            && editions.eq(part.editions.iter().map(|edition| edition.value.as_str()))
            && are_multiline_texts_equal(self.text, &part.span, &fence.content.file_span());
        if !is_same {
            return None;
        }
        let word = kind.spelling(self.header.letters);
        let first = &part.opening;
        Some(pasted_twice_error(self.text, word, &fence.opening, first))
    }

    /// Reads a script or a payout fence of the last hand.
    fn read_script_or_payout(&mut self, kind: FenceKind, fence: &Fence, is_whole: bool) {
        if let Some(wrong) = self.repeated_script_or_payout_error(kind, fence) {
            self.wrong.push(wrong);
            return;
        }
        let mut lines = Vec::new();
        let mut entries = Vec::new();
        let (found, is_read) =
            read_lines_mending_slips(kind, &fence.content, &self.names, &mut |reader| {
                if kind == FenceKind::Payout {
                    entries.extend(deal_and_payout::read_payout_line(reader)?);
                } else {
                    lines.push(script_line_parser::read_script_line(reader)?);
                }
                Ok(())
            });
        let found = self.errors_or_wrong_kind_error(kind, fence, found);
        self.report_in_readable_fence(found, is_whole);
        let body = if kind == FenceKind::Script {
            ScriptOrPayoutContent::Script(lines)
        } else if is_read {
            ScriptOrPayoutContent::Payout(entries)
        } else {
            ScriptOrPayoutContent::Unread
        };
        let Some(hand) = self.hands.last_mut() else {
            self.wrong
                .push(diagnose!("before-any-deal", &fence.opening));
            return;
        };
        hand.is_broken |= !is_whole || (kind == FenceKind::Script && !is_read);
        let mut editions = Vec::new();
        for edition in fence.words.iter().skip(1) {
            editions.push(edition.clone().map(str::to_owned));
        }
        hand.parts.push(ScriptOrPayoutFence {
            narration: std::mem::take(&mut self.prose).join("\n\n"),
            tasks: std::mem::take(&mut self.tasks),
            editions,
            body,
            span: fence.content.file_span(),
            opening: fence.opening.clone(),
        });
    }

    /// Reports what is wrong within a fence, if the fence is whole and the names are known.
    fn report_in_readable_fence(&mut self, found: Vec<Diagnostic>, is_whole: bool) {
        if is_whole && !self.header.players.is_empty() {
            self.wrong.extend(found);
        }
    }
}
