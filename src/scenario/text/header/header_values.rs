//! The values of a header's keys: languages, editions, players, options and chips.

use super::super::file_vocabulary::{FileVocabulary, odd_name_reason};
use super::super::keyword::forbidden_name_reason;
use super::super::{Code, Diagnostic, FolderHouseTable, Span, Spanned, diagnose, quote, to_nfc};
use super::{
    HeaderReader, SpannedTomlValue, THE_TABLE, as_integer, near_keys, option_value,
    table_edition_id,
};
use crate::cards::{CardLanguage, MOST_SEATS, Seat};
use crate::editions;
use crate::editions::house_table::{HouseRuleWords, why_page_name_refused};
use crate::rules::{ClauseId, EngineKind, MOST_CHIPS, Ruleset, letters_with_suits_of_game};
use std::collections::BTreeSet;

/// The keys of an option in the file of a house table that has words of its own.
pub(in crate::scenario) const HOUSE_RULE_KEYS: [&str; 3] = ["value", "text", "reason"];

impl<'a> HeaderReader<'a> {
    /// Returns the letters of cards that `lang` names, or those of the book's language.
    pub(super) fn letters_of_lang_or_book(&mut self) -> CardLanguage {
        let Some(value) = self.get_key_or_option("lang") else {
            return letters_with_suits_of_game(
                self.header.house.language,
                &self.named_known_editions(),
            );
        };
        let Some(lang) = self.expect_text(value, "a language") else {
            return CardLanguage::English;
        };
        // `french` begins as `fr` does.
        let lower = lang.value.to_lowercase();
        let nearest = CardLanguage::LANGUAGES
            .into_iter()
            .find(|letters| lower.starts_with(letters.language()));
        let nearest_name = nearest.map(CardLanguage::language);
        if nearest_name != Some(lang.value.as_str()) {
            let all: Vec<String> = CardLanguage::LANGUAGES
                .map(|letters| format!("\"{}\" ({})", letters.language(), joined_suits(letters)))
                .to_vec();
            let wrong = diagnose!(
                "unknown-language",
                &lang.span,
                written = quote(&lang.value),
                all = all.join(" or ")
            );
            self.wrong
                .push(wrong.with_suggestion(nearest_name, |name| format!("\"{name}\"")));
        }
        letters_with_suits_of_game(nearest.unwrap_or_default(), &self.named_known_editions())
    }

    /// Returns the language of the prose: the value of `prose`, or that of `lang`.
    pub(super) fn prose_or_file_language(&mut self) -> Option<&'static str> {
        let written = self
            .get_key_or_option("prose")
            .and_then(|value| self.expect_text(value, "a language"));
        let Some(prose) = written else {
            return Some(self.header.letters.language());
        };
        let language =
            CardLanguage::french_suited_of_language(&prose.value).map(CardLanguage::language);
        if language.is_none() {
            let all = CardLanguage::LANGUAGES
                .map(|letters| format!("`\"{}\"`", letters.language()))
                .join(", ");
            let says = format!("{} is not a language for `prose`", quote(&prose.value));
            let label = format!("write one of {all}");
            self.wrong.push(
                Code::Header
                    .diagnostic_at(&prose.span, says)
                    .with_label(label),
            );
        }
        language
    }

    /// Returns whether `advice = true` is written.
    pub(super) fn read_advice(&mut self) -> bool {
        let Some(advice) = self.get_key_or_option("advice") else {
            return false;
        };
        let expected = "`true`, to show the possible results of each declaration, or `false`";
        let flag = self.expect_type(advice, advice.get_ref().as_bool(), expected);
        if flag == Some(true) && self.game_family() == EngineKind::Mus {
            let span = self.content.span_of(advice.span());
            self.wrong
                .push(diagnose!("advice-at-mus", &span).with_fix("false"));
        }
        flag.unwrap_or_default()
    }

    /// Returns the editions that `edition` or `editions` names, or that of the folder's table.
    pub(super) fn read_editions(&mut self) -> Vec<Spanned<String>> {
        let single = self.get_key_or_option("edition");
        let list = self.get_key_or_option("editions");
        if let (Some(single), Some(list)) = (single, list) {
            let later = if single.span().start > list.span().start {
                single.span()
            } else {
                list.span()
            };
            self.report(later, |span| diagnose!("edition-and-editions", span));
        } else if let Some(single) = single {
            return self.expect_edition(single).into_iter().collect();
        } else if list.is_none() {
            match self.header.house.table {
                FolderHouseTable::Rules(rules) => {
                    return vec![Spanned {
                        value: rules.id.to_owned(),
                        span: self.header.opening.clone(),
                    }];
                }
                FolderHouseTable::Broken(file) => {
                    self.wrong
                        .push(diagnose!("broken-table", &self.header.opening, file));
                }
                FolderHouseTable::None => {
                    let example = editions::default_id();
                    let line =
                        format!("`edition = \"{example}\"`, or `editions = [...]` for several");
                    self.require_key("edition", &line);
                }
            }
        }
        let mut editions = self.read_texts("editions");
        if let Some(list) = list
            && list
                .get_ref()
                .as_array()
                .is_some_and(|list| list.is_empty())
        {
            self.report(list.span(), |span| diagnose!("no-edition", span));
        }
        for (at, again) in editions.iter().enumerate() {
            if let Some(first) = editions[..at].iter().find(|e| e.value == again.value) {
                let written = quote(&again.value);
                let wrong = diagnose!("edition-twice", &again.span, written);
                self.wrong.push(wrong.with_first_place(first));
                break;
            }
        }
        let mut known = BTreeSet::new();
        editions.retain(|edition| known.insert(edition.value.clone()));
        editions
    }

    /// Returns the id of one edition. A number without quotation marks is completed, if it stands in only one id.
    fn expect_edition(&mut self, value: &SpannedTomlValue) -> Option<Spanned<String>> {
        let expected = "the id of one edition in quotation marks";
        if value.get_ref().is_str() {
            return self.expect_text(value, expected);
        }
        let written = self.content.text().get(value.span()).unwrap_or_default();
        let mut ids = Vec::new();
        for edition in self.header.house.printed_editions() {
            if written.len() > 3 && edition.id.contains(written) {
                ids.push(edition.id.to_owned());
            }
        }
        let none: Option<()> = None;
        self.expect_type(value, none, expected);
        let wrong = self.wrong.pop()?;
        let wrong = if value.get_ref().is_array() {
            match value.get_ref().as_array().map(|list| &list[..]) {
                Some([only]) => {
                    let id = self.content.text().get(only.span()).unwrap_or_default();
                    wrong.with_label(format!("write {id}")).with_fix(id)
                }
                _ => wrong.with_help("to name several editions, write `editions = [\"…\", \"…\"]`"),
            }
        } else if ids.is_empty() {
            let example = editions::default_id();
            wrong.with_help(format!("write an id, such as `edition = \"{example}\"`"))
        } else {
            wrong
                .with_label(format!("the id is {}", ids.join(" or ")))
                .with_suggestions(&ids, |id| format!("\"{id}\""))
        };
        self.wrong.push(wrong);
        None
    }

    /// Returns the players. A number of them that no table has leaves none.
    pub(super) fn read_players(&mut self) -> Vec<Spanned<String>> {
        let line = "`players = [\"Anne\", \"Bertrand\", ...]`, in playing order";
        let Some(value) = self.require_key("players", line) else {
            return Vec::new();
        };
        let mut players = self.read_texts("players");
        let Some(written) = value.get_ref().as_array().map(|list| list.iter().count()) else {
            return Vec::new();
        };
        let most = self.most_players_of_editions();
        if !(2..=most).contains(&written) {
            let most = ["six", "seven", "eight", "nine", "ten"][most - 6];
            self.report(value.span(), |span| {
                diagnose!("no-such-table", span, written, most)
            });
            return Vec::new();
        }
        for player in &mut players {
            player.value = to_nfc(&player.value).into_owned();
        }
        self.take_short_names(&mut players);
        for (at, player) in players.iter().enumerate() {
            self.check_name(player, &players[..at]);
        }
        if players.len() == written {
            players
        } else {
            Vec::new()
        }
    }

    /// Takes the short names in brackets from the names of the players: `Madame Roux [R]`.
    fn take_short_names(&mut self, players: &mut [Spanned<String>]) {
        for (seat, player) in players.iter_mut().enumerate() {
            let Some((name, short)) = split_short_name(&player.value) else {
                continue;
            };
            let letters = self.header.letters;
            let given = &self.header.short_names;
            if let Some(why) = forbidden_name_reason(short, letters) {
                let written = quote(short);
                self.wrong
                    .push(diagnose!("no-name", &player.span, written, why));
                player.value = name.to_owned();
                continue;
            }
            if given.iter().any(|(other, _)| other == short) {
                let written = quote(short);
                self.wrong
                    .push(diagnose!("name-twice", &player.span, written));
            }
            let short = (short.to_owned(), Seat(seat as u8));
            self.header.short_names.push(short);
            player.value = name.to_owned();
        }
    }

    /// Returns the most players that an edition of the header has, at least 6.
    fn most_players_of_editions(&self) -> usize {
        let mut most = 6;
        for edition in self.named_known_editions() {
            most = most.max(usize::from(edition.players.value.to));
        }
        most.min(MOST_SEATS)
    }

    /// Reports a player's name that cannot be one, or that stands among those before it.
    fn check_name(&mut self, player: &Spanned<String>, before: &[Spanned<String>]) {
        let written = quote(&player.value);
        if let Some(why) = forbidden_name_reason(&player.value, self.header.letters) {
            self.wrong
                .push(diagnose!("no-name", &player.span, written, why));
        } else if let Some(first) = before.iter().find(|other| other.value == player.value) {
            let wrong = diagnose!("name-twice", &player.span, written);
            self.wrong.push(wrong.with_first_place(first));
        }
    }

    /// Returns the family of the game that the header names. If the header is not TOML, an
    /// edition whose id stands in it decides.
    pub(super) fn game_family(&self) -> EngineKind {
        if let Some(edition) = self.named_known_editions().first() {
            return edition.family();
        }
        let text = self.content.text();
        let printed = self.header.house.printed_editions();
        match printed.iter().find(|edition| text.contains(edition.id)) {
            Some(edition) => edition.family(),
            None => EngineKind::Tricks,
        }
    }

    /// Returns the editions that the header names, of those that there are.
    fn named_known_editions(&self) -> Vec<&'static Ruleset> {
        let named: Vec<&SpannedTomlValue> = ["edition", "editions"]
            .into_iter()
            .filter_map(|key| self.get_key_or_option(key))
            .collect();
        if named.is_empty() {
            return self.header.house.house_table_rules().into_iter().collect();
        }
        let mut known = Vec::new();
        for value in named {
            let values = match value.get_ref().as_array() {
                Some(list) => &list[..],
                None => std::slice::from_ref(value),
            };
            for id in values.iter().filter_map(|id| id.get_ref().as_str()) {
                known.extend(self.header.house.edition_by_id(id));
            }
        }
        known
    }

    /// Returns the name of a folder's table.
    pub(super) fn read_table_name(&mut self) -> Option<Spanned<String>> {
        let value = self.require_key("name", "`name = \"Chez Marie\"`")?;
        let mut name = self.expect_text(value, "a name")?;
        name.value = to_nfc(&name.value).into_owned();
        let Some(why) = table_name_error(&name.value) else {
            return Some(name);
        };
        let written = quote(&name.value);
        self.wrong
            .push(diagnose!("no-table-name", &name.span, written, why));
        None
    }

    /// Reads the options, and where each is named; a value of no known shape is reported and left out.
    pub(super) fn read_options(&mut self) {
        let Some(written_options) = self.get_key_or_option("options") else {
            return;
        };
        let table = self.expect_type(
            written_options,
            written_options.get_ref().as_table(),
            "a table, such as { debts = \"staged\" }",
        );
        let Some(table) = table else { return };
        let (keys, options): (Vec<_>, Vec<_>) = table
            .iter()
            .partition(|(name, _)| self.known.contains(&name.get_ref().as_ref()));
        let first_key = keys.into_iter().min_by_key(|(name, _)| name.span().start);
        if let Some((key, key_value)) = first_key {
            let written = quote(key.get_ref());
            let called = self.called;
            self.report(key_value.span(), |span| {
                diagnose!("key-below-options", span, written, called)
            });
        }
        for (name, written) in options {
            let key = name.get_ref().to_string();
            let written = self.read_option_with_words(&key, written);
            let span = self.content.span_of(written.span());
            let name_span = self.content.span_of(name.span());
            self.header.option_names.insert(key.clone(), name_span);
            if let Some(value) = option_value(written.get_ref()) {
                self.header.options.insert(key, Spanned { value, span });
            } else {
                self.wrong
                    .push(diagnose!("no-value", &span, written = quote(&key)));
            }
        }
    }

    /// Returns the value of an option. In the file of a house table, it may stand in a table beside a text and a reason, which
    /// are read too.
    fn read_option_with_words(
        &mut self,
        name: &str,
        written: &'a SpannedTomlValue<'a>,
    ) -> &'a SpannedTomlValue<'a> {
        // No page in a browser reads such a file.
        if cfg!(not(feature = "cli")) || self.called != THE_TABLE {
            return written;
        }
        let Some(table) = written.get_ref().as_table() else {
            return written;
        };
        let Some(value) = table.get("value") else {
            return written;
        };
        let mut words = HouseRuleWords::default();
        for (key, written_words) in table {
            let place = match key.get_ref().as_ref() {
                "value" => continue,
                "text" => &mut words.text,
                "reason" => &mut words.reason,
                other => {
                    let span = self.content.span_of(key.span());
                    self.wrong.push(unknown_house_rule_key(&span, other));
                    continue;
                }
            };
            let written_text = written_words.get_ref().as_str();
            let text = written_text.map(|text| Vec::from_iter(text.split_whitespace()).join(" "));
            let text = text.filter(|text| !text.is_empty());
            *place = self.expect_type(written_words, text, "a text that is not empty");
        }
        self.header.house_rules.push((name.to_owned(), words));
        value
    }

    /// Returns what each player starts with: one amount for all, or a table of amounts by name. What cannot be read leaves none.
    pub(super) fn read_starting_chips(&mut self) -> Vec<Spanned<i64>> {
        let Some(value) = self.get_key_or_option("chips") else {
            return Vec::new();
        };
        let players = self.header.players.clone();
        let Some(table) = value.get_ref().as_table() else {
            return match self.read_chip_amount(value) {
                Some(amount) => vec![amount; players.len()],
                None => Vec::new(),
            };
        };
        let names = FileVocabulary::new(&players);
        let mut chips = vec![None; players.len()];
        let mut all_known = true;
        for (name, amount) in table {
            let amount = self.read_chip_amount(amount);
            let player = to_nfc(name.get_ref());
            if let Some(seat) = players.iter().position(|other| other.value == player) {
                chips[seat] = Some(amount);
            } else if !players.is_empty() {
                let span = self.content.span_of(name.span());
                let wrong =
                    names.unknown_name_error(name.get_ref(), span, |near| format!("\"{near}\""));
                self.wrong.push(wrong);
                all_known = false;
            }
        }
        if all_known && let Some(without) = chips.iter().position(Option::is_none) {
            let written = quote(&players[without].value);
            self.report(value.span(), |span| {
                diagnose!("missing-chips", span, written)
            });
        }
        let amounts: Option<Vec<Spanned<i64>>> = chips.into_iter().map(Option::flatten).collect();
        amounts.unwrap_or_default()
    }

    /// Returns a number of chips.
    fn read_chip_amount(&mut self, value: &SpannedTomlValue) -> Option<Spanned<i64>> {
        let span = self.content.span_of(value.span());
        match as_integer(value.get_ref()) {
            Some(chips) if (-MOST_CHIPS..=MOST_CHIPS).contains(&chips) => {
                Some(Spanned { value: chips, span })
            }
            _ => {
                self.wrong.push(diagnose!("no-chips", &span));
                None
            }
        }
    }
}

/// Returns the error for a key that a house rule cannot have.
fn unknown_house_rule_key(span: &Span, key: &str) -> Diagnostic {
    let called = "a house rule";
    let near = near_keys(key, &HOUSE_RULE_KEYS);
    diagnose!("unknown-key", span, called, written = quote(key))
        .with_suggestions(&near, str::to_owned)
        .with_help(format!("its keys are {}", HOUSE_RULE_KEYS.join(", ")))
}

fn joined_suits(letters: CardLanguage) -> String {
    letters.suit_letters_or_signs().map(String::from).join(" ")
}

/// Returns why a table cannot have a name: it is empty, odd, or taken.
fn table_name_error(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return Some("it is empty".to_owned());
    }
    if let Some(why) = odd_name_reason(name) {
        return Some(why);
    }
    let id = table_edition_id(name);
    let same = editions::printed_editions()
        .find(|edition| edition.id == id || table_edition_id(edition.name) == id);
    if let Some(edition) = same {
        return Some(format!("the edition {} has this name", edition.id));
    }
    if ClauseId::by_id(&id).is_some() {
        return Some("a clause has this name".to_owned());
    }
    why_page_name_refused(&id).map(str::to_owned)
}

/// Returns the parts of a name with a short name behind it, in brackets.
fn split_short_name(written: &str) -> Option<(&str, &str)> {
    let (name, short) = written.strip_suffix(']')?.split_once(" [")?;
    let is_one_word = !short.is_empty() && !short.contains(char::is_whitespace);
    is_one_word.then_some((name, short))
}
