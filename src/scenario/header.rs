//! The `toml scenario` fence. Whether its editions, options and clauses exist is not asked here.

mod chips;
mod key;
mod options;
mod players;
mod schema;
mod value;

use key::{FORMAT, LANGUAGES};
pub use key::{KEYS, Key, Takes};
pub use options::setting;
pub use players::LONGEST as LONGEST_NAME;
pub use schema::schema;

use super::diagnostic::{Code, Diagnostic};
use super::load::Content;
use super::syntax::{At, Header, Span};
use super::words::{nearest, quoted, visible};
use crate::cards::Letters;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};
use value::Values;

/// Reads a header. Players or editions that cannot be known are left empty.
pub fn read(content: &Content, fence: Span, opening: Span) -> (Header, Vec<Diagnostic>) {
    let (table, errors) = DeTable::parse_recoverable(content.text());
    let mut keys = Keys { table: table.get_ref(), values: Values::new(content), opening, whole: errors.is_empty() };
    keys.not_toml(&errors);
    keys.unknown();
    let letters = keys.letters();
    let players = keys.players(letters);
    keys.format();
    let mut header = Header {
        editions: keys.editions(),
        shows: keys.texts("shows"),
        options: keys.options(),
        option_names: keys.option_names(),
        chips: keys.chips(&players),
        advice: keys.advice(),
        players,
        letters,
        span: fence,
        opening: keys.opening.clone(),
    };
    let mut told = keys.values.told();
    if !errors.is_empty() {
        // One slip in TOML makes many, and what is read after it may not be what was written.
        header.editions.clear();
        header.players.retain(|_| told.iter().all(|found| found.code != Code::BadName));
        told.truncate(1);
    }
    (header, told)
}

struct Keys<'a> {
    table: &'a DeTable<'a>,
    values: Values<'a>,
    opening: Span,
    /// Whether all of it could be read; where not, a missing key may only be one that could not.
    whole: bool,
}

impl<'a> Keys<'a> {
    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// The first place that is not TOML.
    fn not_toml(&mut self, errors: &[Error]) {
        let Some(first) = errors.iter().min_by_key(|error| error.span().map_or(0, |span| span.start)) else { return };
        let (what, expected) = first.message().split_once(", expected ").unwrap_or((first.message(), ""));
        let message = format!("the header is not TOML: {}", visible(&what.replace('\n', ", ")));
        let expected =
            if expected.is_empty() { "not understood".into() } else { format!("expected {}", visible(expected)) };
        let range = self.values.token(first.span().unwrap_or(0..0));
        self.values.tell(Code::Header, range, message, &expected);
    }

    fn unknown(&mut self) {
        for key in self.table.keys().filter(|key| !key::names().any(|known| known == key.get_ref().as_ref())) {
            let name = key.get_ref();
            // The key that is missing is probably this one.
            self.whole = false;
            let message = format!("the header has no key {}", quoted(name));
            let diagnostic =
                Diagnostic::new(Code::UnknownKey, self.values.span(key.span()), message).label("unknown key");
            let list = format!("its keys are {}", key::names().collect::<Vec<_>>().join(", "));
            self.values.push(match nearest(name, key::names()) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")).help(list).fix(near),
                None => diagnostic.help(list),
            });
        }
    }

    fn missing(&mut self, key: &str, line: &str) {
        if self.whole {
            let diagnostic =
                Diagnostic::new(Code::MissingKey, self.opening.clone(), format!("the header has no `{key}`"));
            self.values
                .push(diagnostic.label(format!("`{key}` should stand in this fence")).help(format!("write {line}")));
        }
    }

    fn letters(&mut self) -> Letters {
        let Some(lang) = self.get("lang").and_then(|value| self.values.text(value, "\"en\" or \"fr\"")) else {
            return Letters::English;
        };
        if let Some((_, letters)) = LANGUAGES.into_iter().find(|(name, _)| *name == lang.value) {
            return letters;
        }
        let message = format!("no letters are known for {}", quoted(&lang.value));
        let diagnostic = Diagnostic::new(Code::Header, lang.span, message).label("not a language of cards here");
        self.values.push(diagnostic.help("write \"en\" (S H D C) or \"fr\" (P C K T)"));
        Letters::English
    }

    fn format(&mut self) {
        let Some(format) = self.get("format") else { return };
        if value::integer(format.get_ref()) != Some(FORMAT) {
            let message = format!("this program reads format {FORMAT} only");
            self.values.tell(Code::Header, format.span(), message, "another format");
        }
    }

    fn advice(&mut self) -> bool {
        let Some(advice) = self.get("advice") else { return false };
        let flag = advice.get_ref().as_bool();
        if flag.is_none() {
            self.values.wrong_type(advice, "`true`, if each declaration shall show what it may come to, or `false`");
        }
        flag.unwrap_or_default()
    }

    fn editions(&mut self) -> Vec<At<String>> {
        match (self.get("edition"), self.get("editions")) {
            (Some(one), None) => self.values.text(one, "the name of one edition").into_iter().collect(),
            (None, Some(_)) => self.some_editions(),
            (Some(one), Some(all)) => {
                let later = one.span().start.max(all.span().start);
                let span = if later == one.span().start { one.span() } else { all.span() };
                self.values.tell(Code::Header, span, "`edition` and `editions` stand together", "write one of them");
                self.some_editions()
            }
            (None, None) => {
                self.missing("edition", "`edition = \"mouche-1718\"`, or `editions = [...]` for several");
                Vec::new()
            }
        }
    }

    fn some_editions(&mut self) -> Vec<At<String>> {
        let editions = self.texts("editions");
        if let Some(all) =
            self.get("editions").filter(|all| all.get_ref().as_array().is_some_and(|list| list.is_empty()))
        {
            self.values.tell(Code::Header, all.span(), "`editions` is empty", "at least one should stand here");
        }
        if let Some(found) = (1..editions.len().min(64)).find_map(|at| again(&editions, at)) {
            self.values.push(found);
        }
        editions
    }

    /// A list of strings; none where the key is missing.
    fn texts(&mut self, key: &str) -> Vec<At<String>> {
        self.get(key).map_or_else(Vec::new, |value| self.values.texts(value))
    }

    fn players(&mut self, letters: Letters) -> Vec<At<String>> {
        match self.get("players") {
            Some(value) => players::read(value, letters, &mut self.values),
            None => {
                self.missing("players", "`players = [\"Anne\", \"Bertrand\", ...]`, in playing order");
                Vec::new()
            }
        }
    }

    fn options(&mut self) -> BTreeMap<String, At<crate::rules::Setting>> {
        self.get("options").map_or_else(BTreeMap::new, |value| options::read(value, &mut self.values))
    }

    fn option_names(&self) -> BTreeMap<String, Span> {
        self.get("options").map_or_else(BTreeMap::new, |value| options::names(value, &self.values))
    }

    fn chips(&mut self, players: &[At<String>]) -> Vec<At<i64>> {
        self.get("chips").map_or_else(Vec::new, |value| chips::read(value, players, &mut self.values))
    }
}

/// Whether the edition at this place stood before.
fn again(editions: &[At<String>], at: usize) -> Option<Diagnostic> {
    let edition = &editions[at];
    let before = editions[..at].iter().find(|before| before.value == edition.value)?;
    let message = format!("{} stands twice", quoted(&edition.value));
    let diagnostic = Diagnostic::new(Code::Header, edition.span.clone(), message).label("again here");
    Some(diagnostic.related(before.span.clone(), "first here"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setting;

    const TWO: &str = "edition = 'e'\nplayers = ['Anne', 'Bo']\n";

    fn header(text: &str) -> (Header, Vec<(Code, String)>) {
        let mut content = Content::new(0);
        content.push(text, text, 0..text.len());
        let (header, found) = read(&content, 0..text.len(), 0..0);
        (header, found.into_iter().map(|found| (found.code, text[found.span].to_owned())).collect())
    }

    fn wrong(rest: &str) -> Vec<(Code, String)> {
        header(&format!("{TWO}{rest}")).1
    }

    fn one(code: Code, text: &str) -> Vec<(Code, String)> {
        vec![(code, text.to_owned())]
    }

    #[test]
    fn each_key_is_read() {
        let text = "editions = [\"a\", 'b']\r\nplayers = [\"Anne\", \"Se\u{301}v\"] # x\r\nshows = ['play.trump']\r\nformat = 1\r\n\
            options = { debts = \"staged\", debt_cap = 20, pamphile = true, end = { tours = 3 } }\r\nchips = 1_000\nadvice = true\nlang = 'fr'";
        let (header, found) = header(text);
        assert_eq!(found, []);
        assert_eq!(
            header.editions.iter().map(|edition| &text[edition.span.clone()]).collect::<Vec<_>>(),
            ["\"a\"", "'b'"]
        );
        assert_eq!(header.players[1].value, "Sév");
        assert_eq!((header.letters, header.shows.len(), header.options.len()), (Letters::French, 1, 4));
        assert!(header.advice);
        assert_eq!(header.options["end"].value, Setting::Table("tours".to_owned(), 3));
        assert_eq!(header.chips.iter().map(|chips| chips.value).collect::<Vec<_>>(), [1000, 1000]);
    }

    #[test]
    fn chips_may_differ() {
        let chips =
            |rest: &str| header(&format!("{TWO}{rest}")).0.chips.into_iter().map(|at| at.value).collect::<Vec<_>>();
        assert_eq!(chips("chips = { Bo = 5, Anne = 3 }"), [3, 5]);
        assert!(chips("[chips]\nBo = 5\n").is_empty());
        assert_eq!(wrong("chips = { Bo = 5, Ann = 3 }"), one(Code::UnknownName, "Ann"));
        assert_eq!(wrong("chips = { Bo = 5 }"), one(Code::MissingKey, "{ Bo = 5 }"));
        assert_eq!(wrong("chips = { Bo = 5, Anne = 3, Al = 1 }"), one(Code::UnknownName, "Al"));
        assert_eq!(chips("chips = { Bo = -5, Anne = 3 }"), [3, -5]);
        for amount in ["-1000000000001", "1000000000001", "99999999999999999999", "1.5", "'x'"] {
            assert_eq!(wrong(&format!("chips = {amount}")), one(Code::BadAmount, amount));
        }
    }

    #[test]
    fn wrong_values_are_told_on_the_value() {
        assert_eq!(wrong("optons = 1"), one(Code::UnknownKey, "optons"));
        assert_eq!(wrong("lang = 'de'"), one(Code::Header, "'de'"));
        assert_eq!(wrong("format = 2"), one(Code::Header, "2"));
        assert_eq!(wrong("shows = 'x'"), one(Code::Header, "'x'"));
        assert_eq!(wrong("advice = 'yes'"), one(Code::Header, "'yes'"));
        assert_eq!(wrong("shows = [1]"), one(Code::Header, "1"));
        assert_eq!(wrong("options = { a = [1] }"), one(Code::UnknownOption, "[1]"));
        assert_eq!(wrong("editions = ['e']"), one(Code::Header, "['e']"));
        assert_eq!(wrong("edition = 'e'"), one(Code::Header, "edition"));
        assert_eq!(header("players = ['A', 'B']").1, one(Code::MissingKey, ""));
        assert_eq!(header("players = ['A', 'B']\neditions = []").1, one(Code::Header, "[]"));
    }

    #[test]
    fn players_are_counted_and_named() {
        let players = |list: &str| header(&format!("edition = 'e'\nplayers = {list}")).1;
        assert_eq!(players("['A']"), one(Code::PlayerCount, "['A']"));
        assert_eq!(players("['A', 'B', 'C', 'D', 'E', 'F', 'G']")[0].0, Code::PlayerCount);
        assert_eq!(players("['A', 'A']"), one(Code::BadName, "'A'"));
        assert_eq!(players("['A', 'folds']"), one(Code::BadName, "'folds'"));
        assert_eq!(players("['A', \"B\\u202E\"]"), one(Code::BadName, "\"B\\u202E\""));
        assert_eq!(players("['A', 3]"), one(Code::Header, "3"));
    }

    #[test]
    fn what_is_not_toml_is_told_once_a_line() {
        let (header, found) = header("edition = 'e\nplayers = ['A', 'B']\n");
        assert!(!found.is_empty() && found.iter().all(|(code, _)| *code == Code::Header), "{found:?}");
        assert!(found.len() <= 2, "{found:?}");
        assert!(header.editions.len() <= 1);
        assert_eq!(super::tests::header("= [[[{{{").1[0].0, Code::Header);
    }
}
