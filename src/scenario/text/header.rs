//! The `toml scenario` fence, and the `[table]` of a folder. Whether their editions, options and clauses exist is not asked here.

use super::keys::{FORMAT, KEYS, Key, LANGUAGES, TABLE_KEYS};
use super::keyword::{Names, odd, why_no_name};
use super::slips::comment;
use super::{At, Code, Content, Diagnostic, Header, House, Span, composed, nearest, quoted, say, visible};
use crate::cards::{Letters, MOST_SEATS};
use crate::editions;
use crate::rules::{MOST_CHIPS, Machine, Ruleset, Setting, Topic};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

/// Quotation marks that TOML does not know.
const CURLY: [char; 5] = ['“', '”', '„', '«', '»'];

type Value<'a> = Spanned<DeValue<'a>>;

/// Reads a header. Players or editions that cannot be known are left empty.
pub fn read(content: &Content, span: Span, opening: Span, house: House) -> (Header, Vec<Diagnostic>) {
    let (table, errors) = DeTable::parse_recoverable(content.text());
    let (whole, known) = (errors.is_empty(), names(&KEYS));
    let mut keys =
        Keys { table: table.get_ref(), content, called: "the header", known, house, opening, whole, wrong: Vec::new() };
    keys.not_toml(&errors);
    keys.unknown();
    let letters = keys.letters();
    let players = keys.players(letters);
    keys.format();
    let editions = keys.editions();
    let shows = keys.texts("shows");
    let options = keys.options();
    let option_names = keys.option_names();
    let chips = keys.chips(&players);
    let advice = keys.advice();
    let machine = keys.machine();
    let opening = keys.opening;
    let mut header = Header {
        editions,
        shows,
        options,
        option_names,
        chips,
        advice,
        players,
        letters,
        machine,
        house,
        span,
        opening,
    };
    // A clause may be named as it is printed, with an edition of the file.
    for clause in &mut header.shows {
        let within = |edition: &At<String>| clause.value.strip_prefix(&edition.value)?.strip_prefix('/');
        if let Some(topic) = header.editions.iter().find_map(within) {
            clause.value = topic.to_owned();
        }
    }
    let mut wrong = keys.wrong;
    if !errors.is_empty() {
        // One slip in TOML makes many, and what is read after it may not be what was written.
        header.editions.clear();
        header.players.retain(|_| wrong.iter().all(|found| found.code != Code::BadName));
        wrong.truncate(1);
    }
    (header, wrong)
}

/// The file that may give a folder a table.
pub const TABLE_FILE: &str = "mouche.toml";

/// Reads a `mouche.toml`: the name of its table, if it has one, and what else that says, as a header would have it.
pub fn read_table(text: &str) -> (Option<(At<String>, Header)>, Vec<Diagnostic>) {
    let mut content = Content::new(0);
    content.push(text, text, 0..text.len());
    let (file, errors) = DeTable::parse_recoverable(text);
    let (table, opening, known, house) = (file.get_ref(), 0..0, vec!["table"], House::None);
    let (content, whole) = (&content, errors.is_empty());
    let mut keys = Keys { table, content, called: TABLE_FILE, known, house, opening, whole, wrong: Vec::new() };
    keys.not_toml(&errors);
    if !errors.is_empty() {
        return (None, keys.wrong);
    }
    keys.unknown();
    let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == "table") else { return (None, keys.wrong) };
    let Some(table) = value.get_ref().as_table() else {
        keys.wrong_type(value, "a line `[table]`, and its keys below it");
        return (None, keys.wrong);
    };
    let opening = content.span(key.span());
    let mut keys = Keys { table, called: "the table", known: names(&TABLE_KEYS), opening: opening.clone(), ..keys };
    keys.unknown();
    let name = keys.table_name();
    let edition = keys.get("edition").map(|value| keys.text(value, "the name of one edition"));
    if edition.is_none() {
        keys.missing("edition", "`edition = \"mouche-1718\"`; `mouche editions` lists them");
    }
    let (editions, options) = (edition.flatten().into_iter().collect(), keys.options());
    let header = Header { editions, options, option_names: keys.option_names(), house, opening, ..Header::default() };
    (name.map(|name| (name, header)), keys.wrong)
}

/// What a table's edition is called in files: `chez-marie`.
pub fn table_id(name: &str) -> String {
    let name = composed(name).to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn names(keys: &[Key]) -> Vec<&'static str> {
    keys.iter().map(|key| key.name).collect()
}

/// The keys of a header, and what was found wrong with them.
struct Keys<'a> {
    table: &'a DeTable<'a>,
    content: &'a Content,
    /// What they are the keys of.
    called: &'static str,
    known: Vec<&'static str>,
    house: House,
    opening: Span,
    /// Whether all of it could be read; where not, a missing key may only be one that could not.
    whole: bool,
    wrong: Vec<Diagnostic>,
}

impl<'a> Keys<'a> {
    /// The value of a key; TOML has those that stand below a line `[options]` among the options.
    fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table.get(key).or_else(|| self.table.get("options")?.get_ref().as_table()?.get(key))
    }

    /// Whether what stands among the options is a key.
    fn is_key(&self, name: &str) -> bool {
        self.known.contains(&name)
    }

    /// Notes what is wrong with a range of the header's text.
    fn tell(&mut self, range: Range<usize>, wrong: impl FnOnce(&Span) -> Diagnostic) {
        self.wrong.push(wrong(&self.content.span(range)));
    }

    fn not_toml(&mut self, errors: &[Error]) {
        let Some(first) = errors.iter().min_by_key(|error| error.span().map_or(0, |span| span.start)) else { return };
        let (what, expected) = first.message().split_once(", expected ").unwrap_or((first.message(), ""));
        let (called, what, expected) = (self.called, visible(&what.replace('\n', ", ")), visible(expected));
        let range = self.token(first.span().unwrap_or(0..0));
        let rest = self.content.text().get(range.start..).unwrap_or_default();
        if let Some((mark, says)) = comment(rest) {
            let span = self.content.span(range.start..range.start + mark.len());
            return self.wrong.push(Code::Header.at(&span, says).label("write `#`").fix("#"));
        }
        let is_it = |(at, line): &(usize, &str)| (*at..at + line.len()).contains(&range.start) && line.contains(CURLY);
        match self.content.lines().find(is_it) {
            Some((at, line)) => {
                let line = line.trim_end_matches(['\r', '\n']);
                let place = self.content.span(at..at + line.len());
                let wrong = say!("curly-marks", &self.content.span(range), called = self.called);
                self.wrong.push(wrong.fix_at(place, line.replace(CURLY, "\"")));
            }
            None if expected.is_empty() => self.tell(range, |span| say!("not-toml", span, called, what)),
            None => self.tell(range, |span| say!("other-toml", span, called, what, expected)),
        }
    }

    /// The range, or the word that begins there if it is empty: never more than its line.
    fn token(&self, range: Range<usize>) -> Range<usize> {
        let rest = self.content.text().get(range.start..).unwrap_or("");
        let ends = |c: char| c.is_whitespace() || matches!(c, '=' | ',' | ']' | '}');
        let line = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let word = rest.find(ends).unwrap_or(rest.len());
        range.start..range.end.max(range.start + word).min(range.start + line)
    }

    fn unknown(&mut self) {
        for key in self.table.keys().filter(|key| !self.known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            // The key that is missing is probably this one.
            self.whole = false;
            let list = match &self.known[..] {
                [one] => format!("its one key is {one}"),
                all => format!("its keys are {}", all.join(", ")),
            };
            let near = nearest(name, self.known.iter().copied());
            let wrong =
                say!("unknown-key", &self.content.span(key.span()), called = self.called, written = quoted(name));
            self.wrong.push(wrong.meant(near, str::to_owned).help(list));
        }
    }

    fn missing(&mut self, key: &str, line: &str) {
        if self.whole {
            let place = if self.called == "the header" { "to this fence" } else { "below this" };
            self.wrong.push(say!("missing-key", &self.opening, called = self.called, key, place, line));
        }
    }

    /// A string; its place includes its quotation marks.
    fn text(&mut self, value: &Value, expected: &str) -> Option<At<String>> {
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(value, expected);
            return None;
        };
        Some(At { value: text.to_owned(), span: self.content.span(value.span()) })
    }

    /// A list of strings, none where the key is missing; the first that is no string is told, and all such are left out.
    fn texts(&mut self, key: &str) -> Vec<At<String>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(list) = value.get_ref().as_array() else {
            self.wrong_type(value, "a list of strings, such as [\"…\"]");
            return Vec::new();
        };
        let is_text = |value: &&Value| value.get_ref().as_str().is_some();
        if let Some(other) = list.iter().find(|value| !is_text(value)) {
            self.wrong_type(other, "a string");
        }
        list.iter().filter(is_text).filter_map(|value| self.text(value, "a string")).collect()
    }

    fn wrong_type(&mut self, value: &Value, expected: &str) {
        let found = value.get_ref().type_str();
        let a = if found.starts_with(['a', 'i']) { "an" } else { "a" };
        self.tell(value.span(), |span| say!("other-type", span, expected, a, found));
    }

    fn letters(&mut self) -> Letters {
        let lang = self.get("lang").and_then(|value| self.text(value, "a language"));
        let Some(lang) = lang else { return Letters::English };
        let told = |letters: Letters| letters != Letters::German || self.known().any(|edition| edition.terms.german);
        let known = LANGUAGES.into_iter().find(|(name, _)| *name == lang.value);
        if let Some((_, letters)) = known.filter(|(_, letters)| told(*letters)) {
            return letters;
        }
        // `french` begins as `fr` does.
        let lower = lang.value.to_lowercase();
        let meant = LANGUAGES.into_iter().find(|(name, letters)| lower.starts_with(name) && told(*letters));
        let each = LANGUAGES.into_iter().filter(|(_, letters)| told(*letters));
        let each = each.map(|(name, letters)| format!("\"{name}\" ({})", letters.suits().map(String::from).join(" ")));
        let (all, here) = (each.collect::<Vec<_>>().join(" or "), if known.is_some() { "here " } else { "" });
        let wrong = say!("unknown-language", &lang.span, here, written = quoted(&lang.value), all);
        self.wrong.push(wrong.meant(meant.map(|(name, _)| name), |name| format!("\"{name}\"")));
        meant.map_or(Letters::English, |(_, letters)| letters)
    }

    fn format(&mut self) {
        let Some(format) = self.get("format") else { return };
        if integer(format.get_ref()) != Some(FORMAT) {
            self.tell(format.span(), |span| say!("other-format", span, format = FORMAT));
        }
    }

    fn advice(&mut self) -> bool {
        let Some(advice) = self.get("advice") else { return false };
        let flag = advice.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(advice, "`true`, to show what each declaration may come to, or `false`");
        }
        if flag == Some(true) && self.machine() == Machine::Mus {
            self.tell(advice.span(), |span| say!("advice-at-mus", span).fix("false"));
        }
        flag.unwrap_or_default()
    }

    fn editions(&mut self) -> Vec<At<String>> {
        match (self.get("edition"), self.get("editions")) {
            (Some(one), None) => return self.text(one, "the name of one edition").into_iter().collect(),
            (Some(one), Some(all)) => {
                let later = if one.span().start > all.span().start { one.span() } else { all.span() };
                self.tell(later, |span| say!("edition-and-editions", span));
            }
            (None, Some(_)) => {}
            (None, None) => match self.house {
                House::Of(rules) => return vec![At { value: rules.id.to_owned(), span: self.opening.clone() }],
                House::Broken => self.wrong.push(say!("broken-table", &self.opening)),
                House::None => {
                    self.missing("edition", "`edition = \"mouche-1718\"`, or `editions = [...]` for several");
                }
            },
        }
        let mut editions = self.texts("editions");
        let is_empty = |all: &&Value| all.get_ref().as_array().is_some_and(|list| list.is_empty());
        if let Some(all) = self.get("editions").filter(is_empty) {
            self.tell(all.span(), |span| say!("no-edition", span));
        }
        let mut named = BTreeMap::new();
        let mut again = editions.iter().filter_map(|edition| Some((edition, named.insert(&edition.value, edition)?)));
        if let Some((again, first)) = again.next() {
            self.wrong.push(say!("edition-twice", &again.span, written = quoted(&again.value)).again(first));
        }
        let mut known = BTreeSet::new();
        editions.retain(|edition| known.insert(edition.value.clone()));
        editions
    }

    /// The players. A number of them that no table has leaves none.
    fn players(&mut self, letters: Letters) -> Vec<At<String>> {
        let Some(value) = self.get("players") else {
            self.missing("players", "`players = [\"Anne\", \"Bertrand\", ...]`, in playing order");
            return Vec::new();
        };
        let mut players = self.texts("players");
        let Some(written) = value.get_ref().as_array().map(|list| list.iter().count()) else { return Vec::new() };
        let most = self.seats();
        if !(2..=most).contains(&written) {
            let most = ["six", "seven", "eight", "nine", "ten"][most - 6];
            self.tell(value.span(), |span| say!("no-such-table", span, written, most));
            return Vec::new();
        }
        for player in &mut players {
            player.value = composed(&player.value).into_owned();
        }
        for (at, player) in players.iter().enumerate() {
            self.name(player, &players[..at], letters);
        }
        if players.len() == written { players } else { Vec::new() }
    }

    /// The most players of the editions that the header names; of no fewer than those of most of them, six.
    fn seats(&self) -> usize {
        self.known().map(|edition| usize::from(edition.players.value.to)).fold(6, usize::max).min(MOST_SEATS)
    }

    /// What plays the editions that the header names: where it is no TOML, one that stands in it anyhow.
    fn machine(&self) -> Machine {
        let written = || editions::every().find(|edition| self.content.text().contains(edition.id));
        self.known().next().or_else(written).map_or(Machine::Tricks, |edition| edition.machine)
    }

    /// The editions that the header names, of those that there are.
    fn known(&self) -> impl Iterator<Item = &'static Ruleset> {
        let named = ["edition", "editions"].into_iter().filter_map(move |key| self.get(key));
        let each =
            named.flat_map(|value| value.get_ref().as_array().map_or(std::slice::from_ref(value), |list| &list[..]));
        let each: Vec<_> = each.filter_map(|value| self.house.edition(value.get_ref().as_str()?)).collect();
        let is_left_out = ["edition", "editions"].into_iter().all(|key| self.get(key).is_none());
        self.house.rules().filter(|_| is_left_out).into_iter().chain(each)
    }

    /// What a table is called, if it may be.
    fn table_name(&mut self) -> Option<At<String>> {
        let Some(value) = self.get("name") else {
            self.missing("name", "`name = \"Chez Marie\"`");
            return None;
        };
        let mut name = self.text(value, "a name")?;
        name.value = composed(&name.value).into_owned();
        let id = table_id(&name.value);
        let is_same = |edition: &&'static Ruleset| edition.id == id || table_id(edition.name) == id;
        let taken = editions::every().find(is_same).map(|edition| format!("it is that of {}", edition.id));
        let taken = taken.or_else(|| Topic::by_id(&id).map(|_| "a clause is called so".to_owned()));
        let why = if name.value.trim().is_empty() { Some("it is empty".to_owned()) } else { odd(&name.value) };
        let Some(why) = why.or(taken) else { return Some(name) };
        self.wrong.push(say!("no-table-name", &name.span, written = quoted(&name.value), why));
        None
    }

    fn name(&mut self, player: &At<String>, before: &[At<String>], letters: Letters) {
        let written = quoted(&player.value);
        if let Some(why) = why_no_name(&player.value, letters) {
            self.wrong.push(say!("no-name", &player.span, written, why));
        } else if let Some(first) = before.iter().find(|other| other.value == player.value) {
            self.wrong.push(say!("name-twice", &player.span, written).again(first));
        }
    }

    /// The options; a value of no known shape is told and left out.
    fn options(&mut self) -> BTreeMap<String, At<Setting>> {
        let Some(value) = self.get("options") else { return BTreeMap::new() };
        let Some(table) = value.get_ref().as_table() else {
            self.wrong_type(value, "a table, such as { debts = \"staged\" }");
            return BTreeMap::new();
        };
        let keys = table.iter().filter(|(name, _)| self.is_key(name.get_ref()));
        let first = keys.min_by_key(|(name, _)| name.span().start);
        if let Some((name, value)) = first {
            let called = self.called;
            self.tell(value.span(), |span| say!("key-below-options", span, written = quoted(name.get_ref()), called));
        }
        let mut options = BTreeMap::new();
        for (name, value) in table {
            if self.is_key(name.get_ref()) {
                continue;
            }
            if let Some(found) = option(value.get_ref()) {
                let span = self.content.span(value.span());
                options.insert(name.get_ref().to_string(), At { value: found, span });
            } else {
                self.tell(value.span(), |span| say!("no-value", span, written = quoted(name.get_ref())));
            }
        }
        options
    }

    fn option_names(&self) -> BTreeMap<String, Span> {
        let names = self.get("options").and_then(|value| value.get_ref().as_table()).into_iter().flatten();
        let mut known = BTreeMap::new();
        for (name, _) in names.filter(|(name, _)| !self.is_key(name.get_ref())) {
            known.insert(name.get_ref().to_string(), self.content.span(name.span()));
        }
        known
    }

    /// What each player starts with: one amount for all, or a table of amounts by name. What cannot be read leaves none.
    fn chips(&mut self, players: &[At<String>]) -> Vec<At<i64>> {
        let Some(value) = self.get("chips") else { return Vec::new() };
        match value.get_ref().as_table() {
            Some(table) => self.chips_by_name(value, table, players),
            None => self.amount(value).map_or_else(Vec::new, |amount| vec![amount; players.len()]),
        }
    }

    fn chips_by_name(&mut self, whole: &Value, table: &DeTable, players: &[At<String>]) -> Vec<At<i64>> {
        let names = Names::new(players);
        let mut chips = vec![None; players.len()];
        let mut all_known = true;
        for (name, value) in table {
            let amount = self.amount(value);
            match names.seat(name.get_ref()) {
                Some(seat) => chips[usize::from(seat.0)] = Some(amount),
                None if players.is_empty() => {}
                None => {
                    let span = self.content.span(name.span());
                    self.wrong.push(names.unknown(name.get_ref(), span, |near| format!("\"{near}\"")));
                    all_known = false;
                }
            }
        }
        if let Some(without) = chips.iter().position(Option::is_none).filter(|_| all_known) {
            let written = quoted(&players[without].value);
            self.tell(whole.span(), |span| say!("missing-chips", span, written));
        }
        chips.into_iter().map(Option::flatten).collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    fn amount(&mut self, value: &Value) -> Option<At<i64>> {
        let span = self.content.span(value.span());
        let found = integer(value.get_ref()).filter(|chips| (-MOST_CHIPS..=MOST_CHIPS).contains(chips));
        if found.is_none() {
            self.wrong.push(say!("no-chips", &span));
        }
        found.map(|value| At { value, span })
    }
}

/// A whole number, if the value is one that can be held.
fn integer(value: &DeValue) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A value as a header would have it; a word may stand without its quotation marks. None if no option takes such a
/// value.
///
/// ```
/// use mouche::rules::Setting;
/// assert_eq!(mouche::scenario::setting("20"), Some(Setting::Number(20)));
/// assert_eq!(mouche::scenario::setting("staged"), Some(Setting::Word("staged".to_owned())));
/// ```
pub fn setting(written: &str) -> Option<Setting> {
    let word = || Setting::Word(written.trim().to_owned());
    DeValue::parse(written.trim()).map_or_else(|_| Some(word()), |value| option(value.get_ref()))
}

fn option(value: &DeValue) -> Option<Setting> {
    if let Some(word) = value.as_str() {
        return Some(Setting::Word(word.to_owned()));
    }
    if let Some(flag) = value.as_bool() {
        return Some(Setting::Flag(flag));
    }
    let Some(table) = value.as_table() else {
        return integer(value).map(Setting::Number);
    };
    let mut entries = table.iter();
    match (entries.next(), entries.next()) {
        (Some((name, number)), None) => Some(Setting::Table(name.get_ref().to_string(), integer(number.get_ref())?)),
        _ => None,
    }
}
