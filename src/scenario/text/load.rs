//! A scenario file from its text: Markdown, header, hands. Each deal fence opens a hand, scripts and payouts follow, and prose
//! stands between. Nothing here asks whether what it says is true.

use super::diagnostic::{Code, Diagnostic, sort};
use super::fence::{self, Word};
use super::markdown::{Content, Fence, Markdown, Prose, read};
use super::pieces::line_tokens;
use super::script::{self, object};
use super::{
    Answer, Asks, At, Body, HandText, Header, House, Keyword, Kind, Line, Names, Part, Place, Read, Reader, Scenario,
    Span, Task, Token, Want, composed, header, mus, quoted, say, table, visible,
};
use crate::cards::Letters::{self, English};
use crate::cards::read_card;
use crate::rules::Machine;
use std::collections::BTreeMap;

/// How many hands a file may hold.
pub const MOST_HANDS: usize = 1_000;

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
        let wrong = Code::NotUtf8.at(&(at..at + 3), "the file is not UTF-8").label("this byte begins no character");
        let sixteen = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
        wrong.help(if sixteen { "it looks like UTF-16: save it as UTF-8" } else { "save it as UTF-8" })
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

/// The same in a folder with a table.
pub fn load_in(house: House, text: &str) -> Loaded {
    let markdown = read(text);
    // Where one is not opened, each end behind it opens the next: nothing else can be told of the file.
    let astray = markdown.fences.iter().filter(|fence| fence.closed).find_map(|fence| fence::half_opened(text, fence));
    if let Some(wrong) = astray.filter(|_| text.contains(Word::Header.spelling(English))) {
        return Loaded { is_scenario: true, diagnostics: vec![wrong], ..Loaded::default() };
    }
    let mut loaded = match markdown.fences.iter().position(|fence| fence::word(fence, English) == Some(Word::Header)) {
        Some(header) => scenario(text, &markdown, header, house),
        None => Loaded { diagnostics: stray(text, &markdown), ..Loaded::default() },
    };
    sort(&mut loaded.diagnostics, |wrong| (wrong.span.start, 0));
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
pub fn blocks(house: House, text: &str) -> (Option<Header>, Vec<Block>) {
    let fences = read(text).fences;
    let head = fences.iter().find(|fence| fence::word(fence, English) == Some(Word::Header));
    let header = head.map(|head| header::read(&head.content, head.span.clone(), head.opening.clone(), house).0);
    let letters = header.as_ref().map_or(English, |header| header.letters);
    let ours = |fence: Fence| {
        let word = fence::word(&fence, letters)?;
        let Fence { opening, span, content, closed, .. } = fence;
        Some(Block { word, opening, span, content, closed })
    };
    (header, fences.into_iter().filter_map(ours).collect())
}

/// What each fence of ours holds, in the order of the file.
pub fn contents(house: House, text: &str) -> Vec<(Word, Content)> {
    blocks(house, text).1.into_iter().map(|block| (block.word, block.content)).collect()
}

/// A file without a header says nothing wrong, unless it was meant to have one.
fn stray(text: &str, markdown: &Markdown) -> Vec<Diagnostic> {
    let near = |fence: &&Fence| fence::near(fence, English) == Some(Word::Header) || fence::is_headlike(fence);
    if let Some(fence) = markdown.fences.iter().find(near) {
        return vec![fence::unknown(fence, Word::Header, English)];
    }
    if let Some(end) = text.find('\r').filter(|_| text.contains("```toml scenario") && !text.contains('\n')) {
        return vec![say!("carriage-return", &(end..end + 1))];
    }
    let ours = markdown.fences.iter().find(|fence| fence::word(fence, English).is_some());
    ours.map(|fence| say!("no-header", &fence.opening)).into_iter().collect()
}

fn scenario(text: &str, markdown: &Markdown, place: usize, house: House) -> Loaded {
    let fence = &markdown.fences[place];
    let (mut header, mut diagnostics) = header::read(&fence.content, fence.span.clone(), fence.opening.clone(), house);
    if let Some(word) = fence.words.get(2) {
        diagnostics.push(say!("after-the-word-of-a-header", &word.span));
    }
    let sound = diagnostics.is_empty();
    diagnostics.extend(untitled(text, markdown));
    if header.letters == English && !fence.content.text().contains("lang") && fence::are_french(&markdown.fences) {
        header.letters = Letters::French;
        let start = fence.content.whole().start;
        diagnostics.push(say!("french-file", &fence.opening).fix_at(start..start, "lang = \"fr\"\n"));
    }
    let bad_name = diagnostics.iter().any(|found| found.code == Code::BadName);
    let (mut hands, mut found) = read_hands(text, markdown, place, &header);
    // A name that cannot be read in the header is then unknown in each line: that was told once.
    told_once(text, &header, &mut found);
    found.retain(|found| !(bad_name && found.code == Code::UnknownName));
    diagnostics.extend(found);
    for hand in &mut hands {
        hand.broken |= !sound;
    }
    let title = markdown.title.as_ref().map_or_else(String::new, |title| title.value.clone());
    let is_known = !header.editions.is_empty() && !header.players.is_empty();
    let scenario = is_known.then_some(Scenario { title, header, hands });
    Loaded { is_scenario: true, scenario, diagnostics }
}

fn untitled(text: &str, markdown: &Markdown) -> Option<Diagnostic> {
    let start = text.len() - text.trim_start_matches('\u{FEFF}').len();
    match &markdown.title {
        Some(title) if title.value.is_empty() => Some(say!("empty-title", &title.span)),
        Some(_) => None,
        None => Some(say!("no-title", &(start..start))),
    }
}

/// What reads a line of a script, as the machine of the file has them.
fn line_of(names: &Names) -> fn(&mut Reader) -> Read<Line> {
    if names.machine() == Machine::Mus { mus::read_line } else { script::read_line }
}

/// What reads an entry of a payout.
fn entry_of(names: &Names) -> fn(&mut Reader) -> table::Entries {
    if names.machine() == Machine::Mus { mus::entry } else { table::entry }
}

/// What the grammar would take after these tokens of a line of such a fence; nothing where it cannot read as far.
pub fn wanted(word: Word, tokens: &[Token], names: &Names) -> Vec<Want> {
    let mut reader = Reader::new(tokens.to_vec(), names);
    // Whether the line is whole is not asked: it is being written.
    let _unfinished = match word {
        Word::Header => return Vec::new(),
        Word::Deal => table::read_deal_line(&mut reader).err(),
        Word::Script => line_of(names)(&mut reader).err(),
        Word::Payout => table::read_payout_line(&mut reader, entry_of(names)).err(),
        Word::Task => answers(&mut reader).err(),
    };
    reader.wants()
}

/// Reads the hands of a file whose header is its fence number `header`.
fn read_hands(text: &str, markdown: &Markdown, place: usize, header: &Header) -> (Vec<HandText>, Vec<Diagnostic>) {
    let first = &markdown.fences[place];
    let names = Names::of(header);
    let prose = Prose::new(text, markdown.title.as_ref().map(|title| title.span.clone()));
    let hands = Vec::new();
    let mut hands = Hands { header, first, text, names, prose, hands, tasks: Vec::new(), wrong: Vec::new() };
    for (at, fence) in markdown.fences.iter().enumerate() {
        if hands.hands.len() == MOST_HANDS && fence::word(fence, header.letters) == Some(Word::Deal) {
            hands.wrong.push(say!("too-many-hands", &fence.opening, most = MOST_HANDS));
            break;
        }
        hands.fence(fence, at.cmp(&place));
    }
    hands.finish()
}

struct Hands<'a> {
    header: &'a Header,
    first: &'a Fence<'a>,
    text: &'a str,
    names: Names,
    prose: Prose<'a>,
    hands: Vec<HandText>,
    /// Those that ask about the next fence.
    tasks: Vec<Task>,
    wrong: Vec<Diagnostic>,
}

impl Hands<'_> {
    fn fence(&mut self, fence: &Fence, place: std::cmp::Ordering) {
        let letters = self.header.letters;
        let unclosed = fence::half_opened(self.text, fence).or_else(|| fence::unclosed(fence, letters));
        let mut whole = unclosed.is_none();
        self.wrong.extend(unclosed);
        let word = match fence::word(fence, letters) {
            Some(word) => word,
            None => {
                let near = fence::near(fence, letters);
                let Some(meant) = near.or_else(|| fence::held(fence, &self.names)) else { return };
                let wrong = fence::unknown(fence, meant, letters);
                self.wrong.push(match near {
                    Some(_) => wrong,
                    None => wrong.help("mark other fences with `text`").likely(),
                });
                whole = false;
                meant
            }
        };
        if place.is_lt() {
            self.misplaced(fence, "this fence stands before the header");
        }
        self.prose.up_to(fence);
        match word {
            Word::Header if place.is_gt() && whole => self.misplaced(fence, "a file has one header"),
            Word::Header => {}
            Word::Deal => self.deal(fence, whole),
            Word::Script | Word::Payout => self.part(word, fence, whole),
            Word::Task => self.task(fence, whole),
        }
    }

    fn misplaced(&mut self, fence: &Fence, message: &str) {
        // One header too late makes every fence too early.
        if self.wrong.iter().any(|wrong| wrong.message == message) {
            return;
        }
        let wrong = say!("misplaced-fence", &fence.opening, message);
        self.wrong.push(wrong.related(self.first.opening.clone(), "the header"));
    }

    fn task(&mut self, fence: &Fence, whole: bool) {
        let (task, found) = read_task(fence, &self.names);
        self.tasks.extend(task);
        self.tell(found, whole);
    }

    /// A task that no script and no payout follows.
    fn unasked(&mut self) {
        self.wrong.extend(self.tasks.drain(..).map(|task| say!("task-about-nothing", &task.opening)));
    }

    fn deal(&mut self, fence: &Fence, whole: bool) {
        self.unasked();
        let (mut deal, (found, is_read)) = table::read_deal(&fence.content, &self.names);
        deal.opening = fence.opening.clone();
        if let Some(word) = fence.words.get(1).filter(|_| whole) {
            self.wrong.push(say!("edition-of-a-deal", &word.span));
        }
        let broken = !whole || fence.words.len() > 1 || !is_read;
        let narration = self.prose.take();
        self.hands.push(HandText { narration, deal, parts: Vec::new(), closing: String::new(), broken });
        self.tell(found, whole);
    }

    fn part(&mut self, word: Word, fence: &Fence, whole: bool) {
        let (content, names) = (&fence.content, &self.names);
        let (body, (found, is_read)) = if word == Word::Payout {
            let (entries, (found, is_read)) = table::read_payout(content, names, entry_of(names));
            (if is_read { Body::Payout(entries) } else { Body::Unread }, (found, true))
        } else {
            let (lines, wrong) = script::read(content, names, line_of(names));
            (Body::Script(lines), wrong)
        };
        let broken = !whole || !is_read;
        self.tell(found, whole);
        let Some(hand) = self.hands.last_mut() else {
            return self.wrong.push(say!("before-any-deal", &fence.opening));
        };
        hand.broken |= broken;
        let edition = |word: &At<&str>| At { value: word.value.to_owned(), span: word.span.clone() };
        let (span, opening) = (content.whole(), fence.opening.clone());
        let editions = fence.words.iter().skip(1).map(edition).collect();
        let (narration, tasks) = (self.prose.take(), std::mem::take(&mut self.tasks));
        hand.parts.push(Part { narration, tasks, editions, body, span, opening });
    }

    /// What is wrong within a fence is told only if the fence is whole and the names are known.
    fn tell(&mut self, found: Vec<Diagnostic>, whole: bool) {
        if whole && !self.header.players.is_empty() {
            self.wrong.extend(found);
        }
    }

    fn finish(mut self) -> (Vec<HandText>, Vec<Diagnostic>) {
        self.unasked();
        let closing = self.prose.rest();
        if let Some(hand) = self.hands.last_mut() {
            hand.closing = closing;
        }
        (self.hands, self.wrong)
    }
}

/// Puts one diagnostic in the place of all about the same name. Where one player stands in no line, that name is probably theirs.
pub fn told_once(text: &str, header: &Header, found: &mut Vec<Diagnostic>) {
    let mut named: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    for wrong in found.extract_if(.., |wrong| wrong.code == Code::UnknownName) {
        let name = composed(text.get(wrong.span.clone()).unwrap_or("")).into_owned();
        named.entry(name).or_default().push(wrong);
    }
    if named.is_empty() {
        return;
    }
    let mut absent = only_absent(text, header);
    let most = named.values().map(Vec::len).max();
    for (name, all) in named {
        let ([first, again, ..], times) = (&all[..], all.len()) else {
            found.extend(all);
            continue;
        };
        found.push(match absent.take_if(|_| most == Some(times)) {
            Some(player) => {
                let (absent, known) = (quoted(&player.value), visible(&name));
                let wrong = say!("name-for-another", &player.span, absent, known, times);
                wrong.related(first.span.clone(), "here first")
            }
            None => {
                let after = text.get(first.span.end..).and_then(|rest| rest.split_whitespace().next());
                let is_dealt = read_card(after.unwrap_or_default(), header.letters).is_ok() && first.fix.is_none();
                let message = format!("{} is dealt a hand and is not in `players`", quoted(&name));
                let first = first.clone();
                let once = if is_dealt { Diagnostic { message, ..first } } else { first };
                once.help(format!("it is written {times} times in this file")).related(again.span.clone(), "again here")
            }
        });
    }
}

/// The one player whom no line of a deal names, if it names all others.
fn only_absent<'a>(text: &str, header: &'a Header) -> Option<&'a At<String>> {
    let deals = contents(header.house, text).into_iter().filter(|(word, _)| *word == Word::Deal);
    let lines: Vec<String> = deals.map(|(_, content)| composed(content.text()).into_owned()).collect();
    let is_of = |name: &str, line: &str| {
        line.trim_start().strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let is_dealt = |name: &str| lines.iter().flat_map(|text| text.lines()).any(|line| is_of(name, line));
    let mut absent = header.players.iter().filter(|player| !is_dealt(&player.value));
    absent.next().filter(|_| absent.next().is_none())
}

/// Reads a task; none if it does not say what it asks. Each line that cannot be read is told and left out.
fn read_task(fence: &Fence, names: &Names) -> (Option<Task>, Vec<Diagnostic>) {
    let mut wrong = Vec::new();
    let mut note = |found: Box<Diagnostic>| wrong.push(*found);
    let (mut question, mut reasons) = (String::new(), Vec::new());
    for (at, line) in fence.content.lines().filter(|(_, line)| !line.trim().is_empty()) {
        let halves = line.split_once(':');
        let begins = halves.map_or(line, |(answer, _)| answer);
        let mut reader = Reader::new(line_tokens(&fence.content, at, begins, names.letters), names);
        let read = answers(&mut reader).and_then(|answers| reader.end("`:` and a reason").map(|()| answers));
        let is_first = question.is_empty() && reasons.is_empty();
        match (read, halves) {
            (Ok(answers), Some((_, reason))) if !reason.trim().is_empty() => {
                reasons.extend(answers.into_iter().map(|answer| (answer, reason.trim().to_owned())));
            }
            (Err(_), _) | (Ok(_), None) if is_first => question = line.trim().to_owned(),
            (Ok(_), _) | (Err(_), None) => {
                note(reader.unexpected("`:` and a reason").help("the question is one line, and comes first").into());
            }
            (Err(found), _) => note(found),
        }
    }
    let asks = asks(fence, names).map_err(&mut note).ok();
    (asks.map(|asks| Task { asks, question, reasons, opening: fence.opening.clone() }), wrong)
}

/// What a task asks, by the words behind that of its fence.
fn asks(fence: &Fence, names: &Names) -> Read<Asks> {
    let token = |word: &At<&'_ str>| (word.span.clone(), word.value.to_owned());
    let words: Vec<_> = fence.words.iter().skip(1).map(token).collect();
    let mut tokens: Vec<Token> =
        words.iter().map(|(span, text)| Token { kind: Kind::Word, text, span: span.clone() }).collect();
    tokens.push(Token { kind: Kind::End, text: "", span: fence.opening.end..fence.opening.end });
    let mut reader = Reader::new(tokens, names);
    if reader.kind() == Kind::End {
        return Err(say!("task-that-asks-nothing", &fence.opening, all = reader.listed(Place::Task)).into());
    }
    let asks = match reader.keyword_at(Place::Task, "what is asked")? {
        Keyword::Wins => Asks::Wins,
        Keyword::May => Asks::May,
        Keyword::Owes => Asks::Owes,
        Keyword::Takes => Asks::Takes(reader.name()?.value),
        _ => Asks::Plays,
    };
    reader.end("nothing more")?;
    Ok(asks)
}

/// Reads what a reason is given for: `good`, cards, players, what is done, or a number of chips.
pub fn answers(reader: &mut Reader) -> Read<Vec<At<Answer>>> {
    let start = reader.start();
    reader.want(Want::Words(Place::Deed));
    if reader.take_word(Keyword::Good) {
        return Ok(vec![At { value: Answer::Good, span: reader.since(start) }]);
    }
    if reader.is_name() {
        let mut seats = Vec::new();
        loop {
            let seat = reader.name()?;
            seats.push(At { value: Answer::Seat(seat.value), span: seat.span });
            if !reader.take(Kind::Comma) {
                return Ok(seats);
            }
        }
    }
    if reader.names().machine() == Machine::Mus
        && let Some(verb) = mus::answer(reader)
    {
        return Ok(vec![At { value: Answer::Does(verb), span: reader.since(start) }]);
    }
    if let Some(verb @ Keyword::Does(_)) = reader.keyword_of(Place::Deed) {
        reader.skip();
        let value = Answer::Does(object(verb, reader)?);
        return Ok(vec![At { value, span: reader.since(start) }]);
    }
    if reader.peek().text.bytes().all(|byte| byte.is_ascii_digit()) && reader.kind() == Kind::Word {
        let chips = reader.amount()?;
        return Ok(vec![At { value: Answer::Chips(chips.value), span: chips.span }]);
    }
    let cards = reader.cards()?.into_iter();
    Ok(cards.map(|card| At { value: Answer::Card(card.value), span: card.span }).collect())
}
