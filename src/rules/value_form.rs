//! The forms that values have in files of data: what an editor offers, and what a JSON Schema says. Each form stands beside the
//! code that reads the value.

/// The form of a value in a file of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// Words, such as a text or a card; what they are, or nothing.
    Words(&'static str),
    /// The name of something that the program knows.
    Name(IdKind),
    /// `true` or `false`.
    Flag,
    /// A whole number within these limits.
    Number(i64, i64),
    /// A list of values of one form.
    List(Box<ValueForm>),
    /// A list of values, each of a form of its own.
    Row(Vec<ValueForm>),
    /// A table with these keys and no others.
    Table(Vec<TableKeyForm>),
    /// A table whose keys are written in this way, each with a value of the form.
    Map(&'static str, Box<ValueForm>),
    /// One of some words, alone or with a value: `"bankrupt"`, `{ tours = 3 }`.
    Choice(Vec<AllowedValueWord>),
    /// Any of some forms.
    Either(Vec<ValueForm>),
    /// No value: the program needs none.
    Nothing,
    /// A value whose form depends on what stands beside it.
    Anything,
}

/// The kind of a thing that a file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdKind {
    /// An edition, by its id.
    Edition,
    /// A clause, by its id.
    Clause,
    /// A work, by its id.
    Work,
}

/// A key of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableKeyForm {
    /// The key.
    pub key: &'static str,
    /// The form of its value.
    pub form: ValueForm,
    /// Whether the table must have the key.
    pub is_required: bool,
    /// What the key says; may be empty.
    pub about: &'static str,
}

/// A word that a file may write as a value, with the form of what goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedValueWord {
    /// The word.
    pub word: String,
    /// What it means; may be empty.
    pub means: &'static str,
    /// The form of the value that goes with it: `{ word = value }`. None if it stands alone.
    pub with: Option<ValueForm>,
}

impl TableKeyForm {
    /// Returns a key that a table may have.
    pub fn optional(key: &'static str, form: ValueForm) -> TableKeyForm {
        TableKeyForm {
            key,
            form,
            is_required: false,
            about: "",
        }
    }

    /// Returns a key that a table must have.
    pub fn required(key: &'static str, form: ValueForm) -> TableKeyForm {
        TableKeyForm {
            is_required: true,
            ..TableKeyForm::optional(key, form)
        }
    }

    /// Sets what the key says.
    pub fn saying(self, about: &'static str) -> TableKeyForm {
        TableKeyForm { about, ..self }
    }
}

impl ValueForm {
    /// Returns the form of a value, or of the word `none`.
    pub fn or_none(self) -> ValueForm {
        ValueForm::Either(vec![ValueForm::only_word("none"), self])
    }

    /// Returns the form that is one word.
    pub fn only_word(word: &str) -> ValueForm {
        ValueForm::Choice(vec![AllowedValueWord::alone(word, "")])
    }

    /// Returns the form of one of some words, each with its meaning.
    pub(crate) fn of_words(words: &[(&str, &'static str)]) -> ValueForm {
        let mut choices = Vec::new();
        for (word, means) in words {
            // Some meanings continue a sentence.
            let means = means.trim_start_matches([',', ' ']);
            choices.push(AllowedValueWord::alone(&to_snake_case(word), means));
        }
        ValueForm::Choice(choices)
    }

    /// Returns the form of what stands under a key of this value: a field of a table, or the value that goes with a word. Of a
    /// list, it is that of its items.
    pub fn under(&self, key: &str) -> Option<&ValueForm> {
        match self {
            ValueForm::Table(fields) => {
                let field = fields.iter().find(|field| field.key == key)?;
                Some(&field.form)
            }
            ValueForm::Map(_, form) => Some(form),
            ValueForm::Choice(choices) => {
                let choice = choices.iter().find(|choice| choice.word == key)?;
                choice.with.as_ref()
            }
            ValueForm::Either(forms) => forms.iter().find_map(|form| form.under(key)),
            ValueForm::List(item) => item.under(key),
            _ => None,
        }
    }

    /// Returns the form of an item of this list, by its index.
    pub fn item(&self, index: usize) -> Option<&ValueForm> {
        match self {
            ValueForm::List(item) => Some(item),
            ValueForm::Row(items) => items.get(index),
            ValueForm::Either(forms) => forms.iter().find_map(|form| form.item(index)),
            _ => None,
        }
    }

    /// Returns an example of a value as a file writes it, with what goes with a word: `{ pool = 2 }`. None if the form says too little.
    pub fn example(&self) -> Option<String> {
        Some(match self {
            ValueForm::Words(about) => {
                let quoted = about.split('`').nth(1).unwrap_or("…");
                format!("\"{quoted}\"")
            }
            ValueForm::Name(_) => "\"…\"".to_owned(),
            ValueForm::Flag => "true".to_owned(),
            ValueForm::Number(least, most) => 2.clamp(*least, *most).to_string(),
            ValueForm::List(item) => format!("[{}]", item.example()?),
            ValueForm::Row(items) => {
                let items: Option<Vec<String>> = items.iter().map(ValueForm::example).collect();
                format!("[{}]", items?.join(", "))
            }
            ValueForm::Table(fields) => {
                let mut shown: Vec<&TableKeyForm> =
                    fields.iter().filter(|field| field.is_required).collect();
                if shown.is_empty() {
                    // Any key will do.
                    shown.extend(fields.first());
                }
                let mut entries = Vec::new();
                for field in shown {
                    entries.push(format!("{} = {}", field.key, field.form.example()?));
                }
                format!("{{ {} }}", entries.join(", "))
            }
            ValueForm::Map(_, form) => format!("{{ 3 = {} }}", form.example()?),
            ValueForm::Choice(choices) => {
                let mut with_value = choices.iter().filter(|choice| choice.with.is_some());
                let choice = with_value.next().or_else(|| choices.first())?;
                match &choice.with {
                    Some(form) => format!("{{ {} = {} }}", choice.word, form.example()?),
                    None => format!("\"{}\"", choice.word),
                }
            }
            ValueForm::Either(forms) => forms.last()?.example()?,
            ValueForm::Nothing | ValueForm::Anything => return None,
        })
    }

    /// Returns the words that this form allows, of all its alternatives.
    pub fn choices(&self) -> Vec<&AllowedValueWord> {
        match self {
            ValueForm::Choice(choices) => choices.iter().collect(),
            ValueForm::Either(forms) => forms.iter().flat_map(ValueForm::choices).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the keys that a table in this place may have.
    pub fn fields(&self) -> Vec<&TableKeyForm> {
        match self {
            ValueForm::Table(fields) => fields.iter().collect(),
            ValueForm::Either(forms) => forms.iter().flat_map(ValueForm::fields).collect(),
            ValueForm::List(item) => item.fields(),
            _ => Vec::new(),
        }
    }
}

impl AllowedValueWord {
    /// Returns a word that stands alone.
    pub fn alone(word: &str, means: &'static str) -> AllowedValueWord {
        AllowedValueWord {
            word: word.to_owned(),
            means,
            with: None,
        }
    }

    /// Returns a word that data files write for a variant, with the form of its value if it has one.
    pub(crate) fn of_variant(variant: &str, value_form: Option<ValueForm>) -> AllowedValueWord {
        AllowedValueWord {
            word: to_snake_case(variant),
            means: "",
            with: value_form,
        }
    }
}

/// Returns the name of a variant as data write it: `IfNotFolded` as `if_not_folded`.
pub(super) fn to_snake_case(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.extend(letter.to_lowercase());
    }
    word
}
