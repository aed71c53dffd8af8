//! Options agreed before play, as they are written.

use super::value::{Values, integer};
use crate::rules::Setting;
use crate::scenario::diagnostic::Code;
use crate::scenario::syntax::{At, Span};
use crate::scenario::words::quoted;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::DeValue;

/// Reads the table of options; a value of no known shape is told and left out.
pub(super) fn read(value: &Spanned<DeValue>, values: &mut Values) -> BTreeMap<String, At<Setting>> {
    let Some(table) = value.get_ref().as_table() else {
        values.wrong_type(value, "a table, such as { debts = \"staged\" }");
        return BTreeMap::new();
    };
    let mut options = BTreeMap::new();
    for (name, value) in table {
        match option(value.get_ref()) {
            Some(found) => {
                let span = values.span(value.span());
                options.insert(name.get_ref().to_string(), At { value: found, span });
            }
            None => {
                let message = format!("the option {} takes no such value", quoted(name.get_ref()));
                values.tell(
                    Code::UnknownOption,
                    value.span(),
                    message,
                    "neither a word, true or false, a number, nor { name = N }",
                );
            }
        }
    }
    options
}

/// Where each option's name stands.
pub(super) fn names(value: &Spanned<DeValue>, values: &Values) -> BTreeMap<String, Span> {
    let names = value.get_ref().as_table().into_iter().flatten();
    names.map(|(name, _)| (name.get_ref().to_string(), values.span(name.span()))).collect()
}

/// A value as a header would have it; a word may stand without its quotation marks. None if no option takes such a value.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_from_a_command_line() {
        assert_eq!(setting("true"), Some(Setting::Flag(true)));
        assert_eq!(setting(" 20"), Some(Setting::Number(20)));
        assert_eq!(setting("staged"), setting("\"staged\""));
        assert_eq!(setting("{ each = 3 }"), Some(Setting::Table("each".into(), 3)));
        assert_eq!(setting("[1]"), None);
    }
}
