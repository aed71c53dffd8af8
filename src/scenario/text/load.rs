//! A scenario file from its text: Markdown, header, hands. Each deal fence opens a hand, scripts and payouts follow, and prose
//! stands between. Nothing here asks whether what it says is true.

use super::diagnostic::{Code, Diagnostic, sort};
use super::markdown::{
    Content, Fence, Word, are_french, line_start, read, swallowed_fences, trimmed,
};
use super::prose::check_prose;
use super::script::{self, said, verb};
use super::slips::{each_line, line_tokens};
use super::table::{self, Deal};
use super::{
    Answer, Asks, At, Body, DealText, HandText, Header, House, Keyword, Kind, Names, Part, Place,
    Read, Reader, Scenario, Span, Task, Token, Want, composed, ensure, header, quoted, say,
    visible,
};
use crate::cards::Letters::{self, English};
use crate::cards::read_card;
use std::collections::{BTreeMap, BTreeSet};

pub const MOST_HANDS: usize = 1_000;

/// What a file says, and what is wrong with how it says it, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Whether it has a `toml scenario` fence. A file without one may still have diagnostics: it was meant to be one.
    pub is_scenario: bool,
    /// None if its players or editions are unknown.
    pub scenario: Option<Scenario>,
    pub diagnostics: Vec<Diagnostic>,
}

/// The text of a file's bytes, or [`Code::NotUtf8`] at the first replacement character in [`String::from_utf8_lossy`].
#[expect(clippy::result_large_err, reason = "it is built once a file at most")]
pub fn decode(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let sixteen = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
        let help = if sixteen {
            "it looks like UTF-16: save it as UTF-8"
        } else {
            "save it as UTF-8"
        };
        say!("not-utf8", &(at..at + 3), help)
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
pub fn load(text: &str) -> Loaded {
    load_in(House::None, text)
}

pub fn load_in(house: House, text: &str) -> Loaded {
    load_with(house, text, UnknownNames::Gathered)
}

/// How names that are no player's are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnknownNames {
    /// Once for each name, with the player who is probably meant.
    Gathered,
    /// At each place.
    Each,
}

fn load_with(house: House, text: &str, unknown_names: UnknownNames) -> Loaded {
    let (title, fences) = read(text);
    // Where one is not opened, each end behind it opens the next: nothing else can be told of the file.
    let astray = fences
        .iter()
        .filter(|fence| fence.closed)
        .find_map(|fence| fence.half_opened(text));
    if let Some(wrong) = astray.filter(|_| text.contains(Word::Header.spelling(English))) {
        return Loaded {
            is_scenario: true,
            diagnostics: vec![wrong],
            ..Loaded::default()
        };
    }
    let mut loaded = match fences
        .iter()
        .position(|fence| fence.word(English) == Some(Word::Header))
    {
        Some(header) => scenario(text, &title, &fences, header, house, unknown_names),
        None => Loaded {
            diagnostics: Vec::from_iter(stray(text, &fences)),
            ..Loaded::default()
        },
    };
    sort(&mut loaded.diagnostics, |wrong| (wrong.span.start, 0));
    loaded
}

/// A fence of ours, whatever is wrong with what it says.
#[derive(Clone, Debug)]
pub struct Block {
    pub word: Word,
    pub opening: Span,
    /// From its first sign to its last.
    pub span: Span,
    pub content: Content,
    pub closed: bool,
}

/// The fences of ours in a file, and what its header says as far as it can be read.
pub fn blocks(house: House, text: &str) -> (Option<Header>, Vec<Block>) {
    let (_, fences) = read(text);
    let head = fences
        .iter()
        .find(|fence| fence.word(English) == Some(Word::Header));
    let header = head.map(|head| header::read(head, house).0);
    let letters = header.as_ref().map_or(English, |header| header.letters);
    let ours = |fence: Fence| {
        let word = fence.word(letters)?;
        Some(Block {
            word,
            opening: fence.opening,
            span: fence.span,
            content: fence.content,
            closed: fence.closed,
        })
    };
    (header, fences.into_iter().filter_map(ours).collect())
}

/// A file without a header says nothing wrong, unless it was meant to have one.
fn stray(text: &str, fences: &[Fence]) -> Option<Diagnostic> {
    let is_near = |fence: &&Fence| fence.near(English) == Some(Word::Header) || fence.is_headlike();
    let near = fences
        .iter()
        .find(is_near)
        .map(|fence| fence.unknown(Word::Header, English));
    let end = || {
        text.find('\r')
            .filter(|_| text.contains("```toml scenario") && !text.contains('\n'))
    };
    let ours = || fences.iter().find(|fence| fence.word(English).is_some());
    let near = near.or_else(|| end().map(|end| say!("carriage-return", &(end..end + 1))));
    near.or_else(|| ours().map(|fence| say!("no-header", &fence.opening)))
}

/// Reads a file whose header is its fence of this number.
fn scenario(
    text: &str,
    title: &At<String>,
    fences: &[Fence],
    place: usize,
    house: House,
    unknown_names: UnknownNames,
) -> Loaded {
    let fence = &fences[place];
    let (mut header, mut diagnostics) = header::read(fence, house);
    diagnostics.extend(
        fence
            .words
            .get(2)
            .map(|word| say!("after-the-word-of-a-header", &word.span)),
    );
    let sound = diagnostics.is_empty();
    let (is_missing, is_empty) = (title.span.is_empty(), title.value.is_empty());
    diagnostics.extend(is_missing.then(|| say!("no-title", &title.span)));
    diagnostics.extend((is_empty && !is_missing).then(|| say!("empty-title", &title.span)));
    if header.letters == English && !fence.content.text().contains("lang") && are_french(fences) {
        header.letters = Letters::French;
        let start = fence.content.whole().start;
        diagnostics
            .push(say!("french-file", &fence.opening).fix_at(start..start, "lang = \"fr\"\n"));
    }
    let bad_name = diagnostics.iter().any(|found| found.code == Code::BadName);
    let (names, read) = (
        Names::of(&header),
        text.len() - text.trim_start_matches('\u{FEFF}').len(),
    );
    let (prose, hands, tasks, wrong) = Default::default();
    let mut all = Hands {
        header: &header,
        text,
        title: &title.span,
        names,
        read,
        prose,
        hands,
        tasks,
        wrong,
    };
    for (at, fence) in fences.iter().enumerate() {
        if all.hands.len() == MOST_HANDS && fence.word(header.letters) == Some(Word::Deal) {
            all.wrong
                .push(say!("too-many-hands", &fence.opening, most = MOST_HANDS));
            break;
        }
        all.fence(fence, at.cmp(&place));
    }
    all.unasked();
    all.wrong.extend(check_prose(text, fences));
    all.wrong
        .extend(swallowed_fences(text, fences, header.letters));
    all.read_prose(text.len());
    if let Some(hand) = all.hands.last_mut() {
        hand.closing = all.prose.join("\n\n");
    }
    let (mut hands, mut found) = (all.hands, all.wrong);
    if unknown_names == UnknownNames::Gathered {
        gather_unknown_names(text, &header, &mut found);
    }
    // A name that cannot be read in the header is then unknown in each line: that was told once.
    found.retain(|found| !(bad_name && found.code == Code::UnknownName));
    diagnostics.extend(found);
    hands.iter_mut().for_each(|hand| hand.broken |= !sound);
    let is_known = !header.editions.is_empty() && !header.players.is_empty();
    let scenario = is_known.then(|| Scenario {
        title: title.value.clone(),
        header,
        hands,
    });
    Loaded {
        is_scenario: true,
        scenario,
        diagnostics,
    }
}

/// What the grammar would take after these tokens of a line of such a fence; nothing where it cannot read as far.
pub fn wanted(word: Word, tokens: &[Token], names: &Names) -> Vec<Want> {
    let mut reader = Reader::new(tokens.to_vec(), names);
    // Whether the line is whole is not asked: it is being written.
    let _unfinished = match word {
        Word::Header => return Vec::new(),
        Word::Deal => Deal::default().read_line(&mut reader).err(),
        Word::Script => script::read_line(&mut reader).err(),
        Word::Payout => table::read_payout_line(&mut reader).err(),
        Word::Task => answers(&mut reader).err(),
    };
    reader.wants()
}

struct Hands<'a> {
    header: &'a Header,
    text: &'a str,
    title: &'a Span,
    names: Names,
    /// How far prose is read, and what no fence has taken of it.
    read: usize,
    prose: Vec<&'a str>,
    hands: Vec<HandText>,
    /// Those that ask about the next fence.
    tasks: Vec<Task>,
    wrong: Vec<Diagnostic>,
}

impl Hands<'_> {
    fn fence(&mut self, fence: &Fence, place: std::cmp::Ordering) {
        let letters = self.header.letters;
        let unclosed = fence
            .half_opened(self.text)
            .or_else(|| fence.unclosed(letters));
        let (word, near) = (fence.word(letters), fence.near(letters));
        let whole = unclosed.is_none() && word.is_some();
        self.wrong.extend(unclosed);
        let Some(meant) = word.or(near).or_else(|| fence.held(&self.names)) else {
            return;
        };
        if word.is_none() {
            let wrong = fence.unknown(meant, letters);
            let unlike = |wrong: Diagnostic| wrong.help("mark other fences with `text`").likely();
            self.wrong
                .push(if near.is_some() { wrong } else { unlike(wrong) });
        }
        if place.is_lt() {
            self.misplaced(fence, "this fence stands before the header");
        }
        self.read_prose(line_start(self.text, fence.span.start));
        self.read = self.read.max(fence.span.end);
        match meant {
            Word::Header if place.is_gt() && whole => {
                self.misplaced(fence, "a file has one header")
            }
            Word::Header => {}
            Word::Deal => self.deal(fence, whole),
            Word::Script | Word::Payout => self.part(meant, fence, whole),
            Word::Task => {
                let (task, found) = read_task(fence, &self.names);
                self.tasks.extend(task);
                self.tell(found, whole);
            }
        }
    }

    fn misplaced(&mut self, fence: &Fence, message: &str) {
        // One header too late makes every fence too early.
        if self.wrong.iter().all(|wrong| wrong.message != message) {
            let wrong = say!("misplaced-fence", &fence.opening, message);
            self.wrong
                .push(wrong.related(self.header.opening.clone(), "the header"));
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
            let piece = trimmed(self.text.get(span).unwrap_or(""));
            self.prose
                .extend(Some(piece).filter(|piece| !piece.is_empty()));
        }
        self.read = self.read.max(end);
    }

    fn unasked(&mut self) {
        self.wrong.extend(
            self.tasks
                .drain(..)
                .map(|task| say!("task-about-nothing", &task.opening)),
        );
    }

    fn deal(&mut self, fence: &Fence, whole: bool) {
        self.unasked();
        let mut deal = Deal::default();
        let (found, is_read) =
            each_line((Word::Deal, &fence.content), &self.names, &mut |reader| {
                deal.read_line(reader)
            });
        let deal = DealText {
            span: fence.content.whole(),
            opening: fence.opening.clone(),
            ..deal.text
        };
        let edition = fence.words.get(1).filter(|_| whole);
        self.wrong
            .extend(edition.map(|word| say!("edition-of-a-deal", &word.span)));
        let broken = !whole || fence.words.len() > 1 || !is_read;
        let narration = std::mem::take(&mut self.prose).join("\n\n");
        self.hands.push(HandText {
            narration,
            deal,
            parts: Vec::new(),
            closing: String::new(),
            broken,
        });
        self.tell(found, whole);
    }

    fn part(&mut self, word: Word, fence: &Fence, whole: bool) {
        let (mut lines, mut entries) = (Vec::new(), Vec::new());
        let (found, is_read) =
            each_line(
                (word, &fence.content),
                &self.names,
                &mut |reader| match word {
                    Word::Payout => {
                        table::read_payout_line(reader).map(|read| entries.extend(read))
                    }
                    _ => script::read_line(reader).map(|line| lines.push(line)),
                },
            );
        self.tell(found, whole);
        let body = match word {
            Word::Script => Body::Script(lines),
            _ if is_read => Body::Payout(entries),
            _ => Body::Unread,
        };
        let Some(hand) = self.hands.last_mut() else {
            return self.wrong.push(say!("before-any-deal", &fence.opening));
        };
        hand.broken |= !whole || (word == Word::Script && !is_read);
        let (span, opening) = (fence.content.whole(), fence.opening.clone());
        let editions = fence
            .words
            .iter()
            .skip(1)
            .map(|word| word.clone().map(str::to_owned))
            .collect();
        let (narration, tasks) = (
            std::mem::take(&mut self.prose).join("\n\n"),
            std::mem::take(&mut self.tasks),
        );
        hand.parts.push(Part {
            narration,
            tasks,
            editions,
            body,
            span,
            opening,
        });
    }

    /// What is wrong within a fence is told only if the fence is whole and the names are known.
    fn tell(&mut self, found: Vec<Diagnostic>, whole: bool) {
        if whole && !self.header.players.is_empty() {
            self.wrong.extend(found);
        }
    }
}

/// Puts one diagnostic in the place of all about the same name. Where one player stands in no line, that name is probably theirs.
fn gather_unknown_names(text: &str, header: &Header, found: &mut Vec<Diagnostic>) {
    let mut named: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    for wrong in found.extract_if(.., |wrong| wrong.code == Code::UnknownName) {
        let name = composed(text.get(wrong.span.clone()).unwrap_or("")).into_owned();
        named.entry(name).or_default().push(wrong);
    }
    // Where several names are unknown, or the player is named elsewhere, it is not theirs.
    let is_one_name = named.len() == 1;
    for (name, all) in named {
        let ([first, again, ..], times) = (&all[..], all.len()) else {
            found.extend(all);
            continue;
        };
        let absent = only_absent(text, header)
            .filter(|player| is_one_name && !is_named_elsewhere(text, header, player));
        let others = absent
            .map(|player| names_unknown_beside(text, header, player, &name))
            .unwrap_or_default();
        if let Some(player) = absent.filter(|_| others.is_empty()) {
            let (absent, known) = (quoted(&player.value), visible(&name));
            let wrong = say!("name-for-another", &player.span, absent, known, times);
            found.push(wrong.related(first.span.clone(), "here first"));
            continue;
        }
        let after = text
            .get(first.span.end..)
            .and_then(|rest| rest.split_whitespace().next());
        let mut once = first.clone();
        // The same fix in each place, if it is one.
        let is_same = |other: &Diagnostic| other.fix == first.fix && other.instead.is_none();
        if first.instead.is_none() && all.iter().all(is_same) {
            once.repeats = all[1..].iter().map(|other| other.span.clone()).collect();
        }
        if read_card(after.unwrap_or_default(), header.letters).is_ok() && first.fix.is_none() {
            once.message = format!("{} is dealt a hand and is not in `players`", quoted(&name));
        }
        for other in others {
            once = once.help(format!("{} is not in `players` either", quoted(&other)));
        }
        found.push(
            once.help(format!("it is written {times} times in this file"))
                .related(again.span.clone(), "again here"),
        );
    }
}

/// Returns the names that are unknown also where a player is called `name`. The rest of a line with an unknown name is not
/// read, so these are found only when the file is read again with that name.
fn names_unknown_beside(
    text: &str,
    header: &Header,
    player: &At<String>,
    name: &str,
) -> BTreeSet<String> {
    let mut renamed = text.to_owned();
    renamed.replace_range(player.span.clone(), &format!("\"{}\"", visible(name)));
    let unknown = load_with(header.house, &renamed, UnknownNames::Each)
        .diagnostics
        .into_iter();
    let unknown = unknown.filter(|wrong| wrong.code == Code::UnknownName);
    unknown
        .map(|wrong| renamed.get(wrong.span).unwrap_or_default().to_owned())
        .collect()
}

/// Whether a player's name stands outside the header, in a fence or in prose.
fn is_named_elsewhere(text: &str, header: &Header, player: &At<String>) -> bool {
    let around = [
        &text[..header.span.start],
        text.get(header.span.end..).unwrap_or_default(),
    ];
    around.into_iter().any(|piece| {
        let piece = composed(piece);
        let mut found = piece.match_indices(player.value.as_str());
        found.any(|(at, name)| {
            let is_whole = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
            is_whole(piece[..at].chars().next_back())
                && is_whole(piece[at + name.len()..].chars().next())
        })
    })
}

/// The one player whom no line of a deal names, if it names all others.
fn only_absent<'a>(text: &str, header: &'a Header) -> Option<&'a At<String>> {
    let deals = blocks(header.house, text)
        .1
        .into_iter()
        .filter(|block| block.word == Word::Deal);
    let lines: Vec<String> = deals
        .map(|deal| composed(deal.content.text()).into_owned())
        .collect();
    let is_of = |name: &str, line: &str| {
        line.trim_start()
            .strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let is_dealt = |name: &str| {
        lines
            .iter()
            .flat_map(|text| text.lines())
            .any(|line| is_of(name, line))
    };
    let mut absent = header
        .players
        .iter()
        .filter(|player| !is_dealt(&player.value));
    absent.next().filter(|_| absent.next().is_none())
}

/// Reads a task; none if it does not say what it asks. Each line that cannot be read is told and left out.
fn read_task(fence: &Fence, names: &Names) -> (Option<Task>, Vec<Diagnostic>) {
    let mut wrong = Vec::new();
    let mut note = |found: Box<Diagnostic>| wrong.push(*found);
    let (mut question, mut reasons) = (String::new(), Vec::new());
    for (at, line) in fence
        .content
        .lines()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let halves = line.split_once(':');
        let begins = halves.map_or(line, |(answer, _)| answer);
        let mut reader = Reader::new(
            line_tokens(&fence.content, at, begins, names.letters),
            names,
        );
        let read = answers(&mut reader)
            .and_then(|answers| reader.end("`:` and a reason").map(|()| answers));
        let is_first = question.is_empty() && reasons.is_empty();
        match (read, halves) {
            (Ok(answers), Some((_, reason))) if !reason.trim().is_empty() => {
                reasons.extend(
                    answers
                        .into_iter()
                        .map(|answer| (answer, reason.trim().to_owned())),
                );
            }
            (Err(_), _) | (Ok(_), None) if is_first => question = line.trim().to_owned(),
            (Ok(_), _) | (Err(_), None) => {
                note(
                    reader
                        .unexpected("`:` and a reason")
                        .help("the question is one line, and comes first")
                        .into(),
                );
            }
            (Err(found), _) => note(found),
        }
    }
    let asks = asks(fence, names).map_err(&mut note).ok();
    (
        asks.map(|asks| Task {
            asks,
            question,
            reasons,
            opening: fence.opening.clone(),
        }),
        wrong,
    )
}

/// What a task asks, by the words behind that of its fence.
fn asks(fence: &Fence, names: &Names) -> Read<Asks> {
    let words = fence.words.iter().skip(1);
    let tokens = words.map(|word| Token {
        kind: Kind::Word,
        text: word.value,
        span: word.span.clone(),
    });
    let end = Token {
        kind: Kind::End,
        text: "",
        span: fence.opening.end..fence.opening.end,
    };
    let mut reader = Reader::new(tokens.chain([end]).collect(), names);
    let all = reader.listed(Place::Task);
    ensure(reader.kind() != Kind::End, || {
        say!("task-that-asks-nothing", &fence.opening, all)
    })?;
    let asks = match reader.keyword_at(Place::Task, "what is asked")? {
        Keyword::Wins => Asks::Wins,
        Keyword::May => Asks::May,
        Keyword::Owes => Asks::Owes,
        Keyword::Takes => Asks::Takes(reader.name()?.value),
        _ => Asks::Plays,
    };
    reader.end("nothing more").map(|()| asks)
}

/// Reads what a reason is given for: `good`, cards, players, what is done, or a number of chips.
pub fn answers(reader: &mut Reader) -> Read<Vec<At<Answer>>> {
    let start = reader.start();
    reader.want(Want::Words(Place::Deed));
    if reader.take_word(Keyword::Good) {
        return Ok(vec![reader.at(start, Answer::Good)]);
    }
    let mut seats = Vec::new();
    while !seats.is_empty() || reader.is_name() {
        seats.push(reader.name()?.map(Answer::Seat));
        if !reader.take(Kind::Comma) {
            return Ok(seats);
        }
    }
    let of_mus = reader.is_mus() && said(reader, Place::Deed).is_some();
    if of_mus || matches!(reader.keyword_of(Place::Deed), Some(Keyword::Does(_))) {
        let verb = verb(reader, Place::Deed, "what the player does")?;
        return Ok(vec![reader.at(start, Answer::Does(verb))]);
    }
    if reader.peek().text.bytes().all(|byte| byte.is_ascii_digit()) && reader.kind() == Kind::Word {
        return Ok(vec![reader.amount()?.map(Answer::Chips)]);
    }
    Ok(reader
        .cards()?
        .into_iter()
        .map(|card| card.map(Answer::Card))
        .collect())
}
