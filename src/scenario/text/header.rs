//! The `toml scenario` fence, and the `[table]` of a folder. Whether their editions, options and clauses exist is not asked here.

use super::keyword::{Names, odd, why_no_name};
use super::notation::{FORMAT, KEYS, LANGUAGES, Row, TABLE_KEYS};
use super::slips::comment;
use super::{
    At, Code, Content, Diagnostic, Fence, Header, House, Span, composed, misspelt, quoted, say,
    visible,
};
use crate::cards::{Letters, MOST_SEATS};
use crate::editions::{self, house::refused_id};
use crate::rules::{MOST_CHIPS, Machine, Ruleset, Setting, Topic};
use std::collections::BTreeSet;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

/// Quotation marks that TOML does not know.
const CURLY: [char; 5] = ['“', '”', '„', '«', '»'];

type Value<'a> = Spanned<DeValue<'a>>;

type Parsed<'a> = (Spanned<DeTable<'a>>, Vec<Error>);

/// Reads a header. Players or editions that cannot be known are left empty.
pub fn read(fence: &Fence, house: House) -> (Header, Vec<Diagnostic>) {
    let parsed = DeTable::parse_recoverable(fence.content.text());
    let (span, opening) = (fence.span.clone(), fence.opening.clone());
    let header = Header {
        house,
        span,
        opening,
        ..Header::default()
    };
    let mut keys = Keys::new(&parsed, &fence.content, "the header", header);
    keys.known = KEYS.iter().map(Row::key).collect();
    keys.unknown();
    keys.header.letters = keys.letters();
    keys.header.prose = keys.prose_language();
    keys.header.players = keys.players();
    let other = keys
        .get("format")
        .filter(|format| integer(format.get_ref()) != Some(FORMAT));
    keys.wrong.extend(other.map(|other| {
        say!(
            "other-format",
            &keys.content.span(other.span()),
            format = FORMAT
        )
    }));
    keys.header.editions = keys.editions();
    keys.header.shows = keys.texts("shows");
    // A clause may be named as it is printed, with an edition of the file.
    for clause in &mut keys.header.shows {
        let within =
            |edition: &At<String>| clause.value.strip_prefix(&edition.value)?.strip_prefix('/');
        if let Some(topic) = keys.header.editions.iter().find_map(within) {
            clause.value = topic.to_owned();
        }
    }
    keys.options();
    keys.header.chips = keys.chips();
    (keys.header.advice, keys.header.machine) = (keys.advice(), keys.machine());
    let Keys {
        mut header,
        mut wrong,
        ..
    } = keys;
    if !parsed.1.is_empty() {
        // One slip in TOML makes many, and what is read after it may not be what was written.
        header.editions.clear();
        header
            .players
            .retain(|_| wrong.iter().all(|found| found.code != Code::BadName));
        wrong.truncate(1);
    }
    (header, wrong)
}

pub const TABLE_FILE: &str = "mouche.toml";

/// Reads a `mouche.toml`: the name of its table, if it has one, and what else that says, as a header would have it.
pub fn read_table(text: &str) -> (Option<(At<String>, Header)>, Vec<Diagnostic>) {
    let mut content = Content::new(0);
    content.push(text, text, 0..text.len());
    let parsed = DeTable::parse_recoverable(text);
    let mut keys = Keys::new(&parsed, &content, TABLE_FILE, Header::default());
    let name = if keys.whole { keys.table() } else { None };
    (name.map(|name| (name, keys.header)), keys.wrong)
}

/// What a table's edition is called in files: `chez-marie`.
pub fn table_id(name: &str) -> String {
    let name = composed(name).to_lowercase();
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The keys of a header, what it says as far as they are read, and what was found wrong with them.
struct Keys<'a> {
    table: &'a DeTable<'a>,
    content: &'a Content,
    called: &'static str,
    known: Vec<&'static str>,
    header: Header,
    /// Whether all of it could be read; where not, a missing key may only be one that could not.
    whole: bool,
    wrong: Vec<Diagnostic>,
}

impl<'a> Keys<'a> {
    fn new(
        parsed: &'a Parsed<'a>,
        content: &'a Content,
        called: &'static str,
        header: Header,
    ) -> Keys<'a> {
        let (table, whole) = (parsed.0.get_ref(), parsed.1.is_empty());
        let (known, wrong) = Default::default();
        let mut keys = Keys {
            table,
            content,
            called,
            known,
            header,
            whole,
            wrong,
        };
        keys.not_toml(&parsed.1);
        keys
    }

    /// The table of a folder, whose file these are the keys of.
    fn table(&mut self) -> Option<At<String>> {
        self.known = vec!["table"];
        self.unknown();
        let (key, value) = self
            .table
            .iter()
            .find(|(key, _)| key.get_ref() == "table")?;
        let table = self.typed(
            value,
            value.get_ref().as_table(),
            "a line `[table]`, and its keys below it",
        )?;
        (self.table, self.called, self.known) = (
            table,
            "the table",
            TABLE_KEYS.iter().map(Row::key).collect(),
        );
        self.header.opening = self.content.span(key.span());
        self.unknown();
        let name = self.table_name();
        let edition = self.required(
            "edition",
            "`edition = \"mouche-1718\"`; `mouche editions` lists them",
        );
        let edition = edition.and_then(|value| self.text(value, "the name of one edition"));
        self.header.editions = edition.into_iter().collect();
        self.options();
        name
    }

    /// The value of a key; TOML has those that stand below a line `[options]` among the options.
    fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table
            .get(key)
            .or_else(|| self.table.get("options")?.get_ref().as_table()?.get(key))
    }

    fn tell(&mut self, range: Range<usize>, wrong: impl FnOnce(&Span) -> Diagnostic) {
        self.wrong.push(wrong(&self.content.span(range)));
    }

    fn not_toml(&mut self, errors: &[Error]) {
        let Some(first) = errors
            .iter()
            .min_by_key(|error| error.span().map_or(0, |span| span.start))
        else {
            return;
        };
        let (what, expected) = first
            .message()
            .split_once(", expected ")
            .unwrap_or((first.message(), ""));
        let (called, what, expected) = (
            self.called,
            visible(&what.replace('\n', ", ")),
            visible(expected),
        );
        let Range { start, end } = first.span().unwrap_or(0..0);
        let rest = self.content.text().get(start..).unwrap_or_default();
        if let Some((mark, says)) = comment(rest) {
            let wrong = |span: &Span| Code::Header.at(span, says).label("write `#`").fix("#");
            return self.tell(start..start + mark.len(), wrong);
        }
        // The range, or the word that begins there if it is empty: never more than its line.
        let ends = |c: char| c.is_whitespace() || matches!(c, '=' | ',' | ']' | '}');
        let line = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let word = rest.find(ends).unwrap_or(rest.len());
        let range = start..end.max(start + word).min(start + line);
        let is_it = |(at, line): &(usize, &str)| {
            (*at..at + line.len()).contains(&start) && line.contains(CURLY)
        };
        if let Some((at, line)) = self.content.lines().find(is_it) {
            let line = line.trim_end_matches(['\r', '\n']);
            let place = self.content.span(at..at + line.len());
            self.tell(range, |span| {
                say!("curly-marks", span, called).fix_at(place, line.replace(CURLY, "\""))
            });
        } else if expected.is_empty() {
            self.tell(range, |span| say!("not-toml", span, called, what));
        } else {
            self.tell(range, |span| {
                say!("other-toml", span, called, what, expected)
            });
        }
    }

    fn unknown(&mut self) {
        for key in self
            .table
            .keys()
            .filter(|key| !self.known.contains(&key.get_ref().as_ref()))
        {
            let name = key.get_ref();
            // The key that is missing is probably this one.
            self.whole = false;
            let list = match &self.known[..] {
                [one] => format!("its one key is {one}"),
                all => format!("its keys are {}", all.join(", ")),
            };
            let (near, span) = (near_keys(name, &self.known), self.content.span(key.span()));
            let wrong = say!(
                "unknown-key",
                &span,
                called = self.called,
                written = quoted(name)
            );
            self.wrong
                .push(wrong.meant_among(&near, str::to_owned).help(list));
        }
    }

    /// The value of a key that must be there.
    fn required(&mut self, key: &str, line: &str) -> Option<&'a Value<'a>> {
        let value = self.get(key);
        if value.is_none() && self.whole {
            let place = if self.called == "the header" {
                "to this fence"
            } else {
                "below this"
            };
            self.wrong.push(say!(
                "missing-key",
                &self.header.opening,
                called = self.called,
                key,
                place,
                line
            ));
        }
        value
    }

    /// A string; its place includes its quotation marks.
    fn text(&mut self, value: &Value, expected: &str) -> Option<At<String>> {
        let text = self.typed(value, value.get_ref().as_str(), expected)?;
        Some(At {
            value: text.to_owned(),
            span: self.content.span(value.span()),
        })
    }

    /// A list of strings, none where the key is missing; the first that is no string is told, and all such are left out.
    fn texts(&mut self, key: &str) -> Vec<At<String>> {
        let Some(value) = self.get(key) else {
            return Vec::new();
        };
        let list = self.typed(
            value,
            value.get_ref().as_array(),
            "a list of strings, such as [\"…\"]",
        );
        let list = list.map_or(&[][..], |list| &list[..]);
        let (texts, others): (Vec<_>, Vec<_>) = list
            .iter()
            .partition(|value| value.get_ref().as_str().is_some());
        texts
            .into_iter()
            .chain(others.into_iter().take(1))
            .filter_map(|value| self.text(value, "a string"))
            .collect()
    }

    fn typed<T>(&mut self, value: &Value, found: Option<T>, expected: &str) -> Option<T> {
        if found.is_none() {
            let found = value.get_ref().type_str();
            let a = if found.starts_with(['a', 'i']) {
                "an"
            } else {
                "a"
            };
            self.tell(value.span(), |span| {
                say!("other-type", span, expected, a, found)
            });
        }
        found
    }

    fn letters(&mut self) -> Letters {
        let lang = self
            .get("lang")
            .and_then(|value| self.text(value, "a language"));
        let Some(lang) = lang else {
            return Letters::English;
        };
        let has_german = self.known().iter().any(|edition| edition.terms.german);
        let told = LANGUAGES
            .iter()
            .filter(|(_, letters)| *letters != Letters::German || has_german);
        // `french` begins as `fr` does.
        let lower = lang.value.to_lowercase();
        let meant = told.clone().find(|(name, _)| lower.starts_with(name));
        let (name, letters) = meant.map_or((None, Letters::English), |(name, letters)| {
            (Some(*name), *letters)
        });
        if name != Some(lang.value.as_str()) {
            let suits = |letters: &Letters| letters.suits().map(String::from).join(" ");
            let all = told
                .map(|(name, of)| format!("\"{name}\" ({})", suits(of)))
                .collect::<Vec<_>>()
                .join(" or ");
            let here = if LANGUAGES.iter().any(|(name, _)| *name == lang.value) {
                "here "
            } else {
                ""
            };
            let wrong = say!(
                "unknown-language",
                &lang.span,
                here,
                written = quoted(&lang.value),
                all
            );
            self.wrong
                .push(wrong.meant(name, |name| format!("\"{name}\"")));
        }
        letters
    }

    /// Returns the language of the prose: the value of `prose`, or French where `lang` is French and English otherwise,
    /// because `lang = "de"` is for the letters of cards only.
    fn prose_language(&mut self) -> Option<&'static str> {
        let Some(prose) = self
            .get("prose")
            .and_then(|value| self.text(value, "a language"))
        else {
            return Some(if self.header.letters == Letters::French {
                "fr"
            } else {
                "en"
            });
        };
        let language = LANGUAGES
            .iter()
            .map(|(name, _)| *name)
            .find(|name| *name == prose.value);
        if language.is_none() {
            let all = LANGUAGES
                .map(|(name, _)| format!("`\"{name}\"`"))
                .join(", ");
            let says = format!(
                "{} is not a language that prose can be marked with",
                quoted(&prose.value)
            );
            let label = format!("write one of {all}");
            self.wrong
                .push(Code::Header.at(&prose.span, says).label(label));
        }
        language
    }

    fn advice(&mut self) -> bool {
        let Some(advice) = self.get("advice") else {
            return false;
        };
        let expected = "`true`, to show what each declaration may come to, or `false`";
        let flag = self.typed(advice, advice.get_ref().as_bool(), expected);
        let is_vain = flag == Some(true) && self.machine() == Machine::Mus;
        self.wrong.extend(
            is_vain.then(|| say!("advice-at-mus", &self.content.span(advice.span())).fix("false")),
        );
        flag.unwrap_or_default()
    }

    fn editions(&mut self) -> Vec<At<String>> {
        match (self.get("edition"), self.get("editions")) {
            (Some(one), None) => {
                return self
                    .text(one, "the name of one edition")
                    .into_iter()
                    .collect();
            }
            (Some(one), Some(all)) => {
                let later = if one.span().start > all.span().start {
                    one.span()
                } else {
                    all.span()
                };
                self.tell(later, |span| say!("edition-and-editions", span));
            }
            (None, Some(_)) => {}
            (None, None) => match self.header.house {
                House::Of(rules) => {
                    return vec![At {
                        value: rules.id.to_owned(),
                        span: self.header.opening.clone(),
                    }];
                }
                House::Broken => self.wrong.push(say!("broken-table", &self.header.opening)),
                House::None => {
                    self.required(
                        "edition",
                        "`edition = \"mouche-1718\"`, or `editions = [...]` for several",
                    );
                }
            },
        }
        let mut editions = self.texts("editions");
        let none = self
            .get("editions")
            .filter(|all| all.get_ref().as_array().is_some_and(|all| all.is_empty()));
        self.wrong
            .extend(none.map(|none| say!("no-edition", &self.content.span(none.span()))));
        let first = |at: usize| {
            editions[..at]
                .iter()
                .find(|other| other.value == editions[at].value)
        };
        let twice = (0..editions.len()).find_map(|at| Some((&editions[at], first(at)?)));
        let told =
            |again: &At<String>| say!("edition-twice", &again.span, written = quoted(&again.value));
        self.wrong
            .extend(twice.map(|(again, first)| told(again).again(first)));
        let mut known = BTreeSet::new();
        editions.retain(|edition| known.insert(edition.value.clone()));
        editions
    }

    /// The players. A number of them that no table has leaves none.
    fn players(&mut self) -> Vec<At<String>> {
        let line = "`players = [\"Anne\", \"Bertrand\", ...]`, in playing order";
        let Some(value) = self.required("players", line) else {
            return Vec::new();
        };
        let mut players = self.texts("players");
        let Some(written) = value.get_ref().as_array().map(|list| list.iter().count()) else {
            return Vec::new();
        };
        // The most of the editions that are named; of no fewer than those of most of them.
        let most = self
            .known()
            .into_iter()
            .map(|edition| usize::from(edition.players.value.to));
        let most = most.fold(6, usize::max).min(MOST_SEATS);
        if !(2..=most).contains(&written) {
            let most = ["six", "seven", "eight", "nine", "ten"][most - 6];
            self.tell(value.span(), |span| {
                say!("no-such-table", span, written, most)
            });
            return Vec::new();
        }
        players
            .iter_mut()
            .for_each(|player| player.value = composed(&player.value).into_owned());
        for (at, player) in players.iter().enumerate() {
            let written = quoted(&player.value);
            if let Some(why) = why_no_name(&player.value, self.header.letters) {
                self.wrong.push(say!("no-name", &player.span, written, why));
            } else if let Some(first) = players[..at]
                .iter()
                .find(|other| other.value == player.value)
            {
                self.wrong
                    .push(say!("name-twice", &player.span, written).again(first));
            }
        }
        if players.len() == written {
            players
        } else {
            Vec::new()
        }
    }

    /// What plays the editions that the header names: where it is no TOML, one that stands in it anyhow.
    fn machine(&self) -> Machine {
        let written = || editions::every().find(|edition| self.content.text().contains(edition.id));
        self.known()
            .first()
            .copied()
            .or_else(written)
            .map_or(Machine::Tricks, |edition| edition.machine)
    }

    /// The editions that the header names, of those that there are.
    fn known(&self) -> Vec<&'static Ruleset> {
        let named: Vec<&Value> = ["edition", "editions"]
            .into_iter()
            .filter_map(|key| self.get(key))
            .collect();
        if named.is_empty() {
            return self.header.house.rules().into_iter().collect();
        }
        let all = |one: &'a Value<'a>| {
            one.get_ref()
                .as_array()
                .map_or(std::slice::from_ref(one), |list| &list[..])
        };
        let each = named.into_iter().flat_map(all);
        each.filter_map(|value| self.header.house.edition(value.get_ref().as_str()?))
            .collect()
    }

    fn table_name(&mut self) -> Option<At<String>> {
        let value = self.required("name", "`name = \"Chez Marie\"`")?;
        let mut name = self.text(value, "a name")?;
        name.value = composed(&name.value).into_owned();
        let id = table_id(&name.value);
        let is_same = |edition: &&'static Ruleset| edition.id == id || table_id(edition.name) == id;
        let taken = editions::every()
            .find(is_same)
            .map(|edition| format!("it is that of {}", edition.id));
        let taken = taken.or_else(|| Topic::by_id(&id).map(|_| "a clause is called so".to_owned()));
        let taken = taken.or_else(|| refused_id(&id).map(str::to_owned));
        let why = if name.value.trim().is_empty() {
            Some("it is empty".to_owned())
        } else {
            odd(&name.value)
        };
        let Some(why) = why.or(taken) else {
            return Some(name);
        };
        self.wrong.push(say!(
            "no-table-name",
            &name.span,
            written = quoted(&name.value),
            why
        ));
        None
    }

    /// The options, and where each is named; a value of no known shape is told and left out.
    fn options(&mut self) {
        let Some(value) = self.get("options") else {
            return;
        };
        let table = self.typed(
            value,
            value.get_ref().as_table(),
            "a table, such as { debts = \"staged\" }",
        );
        let Some(table) = table else { return };
        let is_key = |name: &str| self.known.contains(&name);
        let (keys, own): (Vec<_>, Vec<_>) =
            table.iter().partition(|(name, _)| is_key(name.get_ref()));
        if let Some((name, value)) = keys.into_iter().min_by_key(|(name, _)| name.span().start) {
            let called = self.called;
            self.tell(value.span(), |span| {
                say!(
                    "key-below-options",
                    span,
                    written = quoted(name.get_ref()),
                    called
                )
            });
        }
        for (name, value) in own {
            let (key, span) = (name.get_ref().to_string(), self.content.span(value.span()));
            self.header
                .option_names
                .insert(key.clone(), self.content.span(name.span()));
            let found = option(value.get_ref());
            self.wrong.extend(
                found
                    .is_none()
                    .then(|| say!("no-value", &span, written = quoted(&key))),
            );
            self.header
                .options
                .extend(found.map(|value| (key, At { value, span })));
        }
    }

    /// What each player starts with: one amount for all, or a table of amounts by name. What cannot be read leaves none.
    fn chips(&mut self) -> Vec<At<i64>> {
        let Some(value) = self.get("chips") else {
            return Vec::new();
        };
        let players = self.header.players.clone();
        let Some(table) = value.get_ref().as_table() else {
            return self
                .amount(value)
                .map_or_else(Vec::new, |amount| vec![amount; players.len()]);
        };
        let names = Names::new(&players);
        let mut chips = vec![None; players.len()];
        let mut all_known = true;
        for (name, amount) in table {
            let amount = self.amount(amount);
            let is_theirs = |player: &At<String>| player.value == composed(name.get_ref());
            if let Some(seat) = players.iter().position(is_theirs) {
                chips[seat] = Some(amount);
            } else if !players.is_empty() {
                let span = self.content.span(name.span());
                self.wrong
                    .push(names.unknown(name.get_ref(), span, |near| format!("\"{near}\"")));
                all_known = false;
            }
        }
        if let Some(without) = chips.iter().position(Option::is_none).filter(|_| all_known) {
            let written = quoted(&players[without].value);
            self.tell(value.span(), |span| say!("missing-chips", span, written));
        }
        chips
            .into_iter()
            .map(Option::flatten)
            .collect::<Option<Vec<_>>>()
            .unwrap_or_default()
    }

    fn amount(&mut self, value: &Value) -> Option<At<i64>> {
        let span = self.content.span(value.span());
        let found =
            integer(value.get_ref()).filter(|chips| (-MOST_CHIPS..=MOST_CHIPS).contains(chips));
        self.wrong
            .extend(found.is_none().then(|| say!("no-chips", &span)));
        found.map(|value| At { value, span })
    }
}

/// Returns the keys, or other names of a header, that a word may be meant as: another form of one, or one that is spelled
/// nearly so.
pub fn near_keys(word: &str, known: &[&str]) -> Vec<String> {
    let is_another_form =
        |key: &&&str| key.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(**key);
    if let Some(key) = known.iter().find(is_another_form) {
        return vec![(*key).to_owned()];
    }
    misspelt(word, known.iter().copied())
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// A whole number, if the value is one that can be held.
fn integer(value: &DeValue) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A value as a header has it, a word with or without its quotation marks; none if no option takes such a one.
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
    Some(match value {
        DeValue::String(word) => Setting::Word(word.to_string()),
        DeValue::Boolean(flag) => Setting::Flag(*flag),
        DeValue::Table(table) if table.len() == 1 => {
            let (name, number) = table.iter().next()?;
            Setting::Table(name.get_ref().to_string(), integer(number.get_ref())?)
        }
        other => Setting::Number(integer(other)?),
    })
}
