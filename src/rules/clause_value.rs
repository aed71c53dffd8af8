//! The values of clauses: how the book describes them, which alternatives they have, and how data files write them.

use super::from_toml::{DataError, FromToml, TomlValue, expected, parse_table, text};
use super::value_form::ValueForm;
use std::any::Any;
use std::sync::LazyLock;
use toml::de::DeTable;

/// A value of a clause.
pub trait ClauseValue: Any {
    /// Describes the value in a few words.
    fn describe(&self) -> String;

    /// Returns whether the value says that the edition lacks the thing that the clause is about.
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns other values of the type that a test can put in place of this one.
    fn alternatives(&self) -> impl Iterator<Item = Self>
    where
        Self: Sized,
    {
        std::iter::empty()
    }

    /// Returns its first alternative, or itself if it has none.
    fn first_alternative(&self) -> Self
    where
        Self: Copy + Sized,
    {
        let first = self.alternatives().next();
        first.unwrap_or(*self)
    }
}

/// Returns the values of a list without one of them.
pub(crate) fn all_except<T: Copy + PartialEq>(excluded: &T, all: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| one != excluded).collect()
}

/// Returns the values that each change by itself makes of this one, without those that stay the same.
pub(crate) fn values_with_one_change<T: Copy + PartialEq>(
    original: &T,
    changes: &[fn(&mut T)],
) -> Vec<T> {
    let mut values = Vec::new();
    for change in changes {
        let mut value = *original;
        change(&mut value);
        if value != *original {
            values.push(value);
        }
    }
    values
}

/// The words of the book for each of [`choices!`].
static CHOICE_WORDS: LazyLock<DeTable<'static>> =
    LazyLock::new(|| parse_table("choices.toml", text!("rules/choices")));

/// Returns the words of the book for a choice.
pub(crate) fn choice_words(type_name: &str, variant: &str) -> &'static str {
    let words = CHOICE_WORDS
        .get(type_name)
        .and_then(|all| all.get_ref().get(variant)?.get_ref().as_str());
    words.unwrap_or_else(|| panic!("choices.toml: nothing is said of {type_name}::{variant}"))
}

/// Makes enums of choices, each with a doc comment. After a variant stand its word in data files and options, if that is
/// not its name; `absent` if it says that the edition lacks the thing; and `apart` if no test puts it in place of another
/// one. The words of the book for it are in `choices.toml`.
macro_rules! choices {
    ($($(#[$meta:meta])* $name:ident $($chosen:literal)? {
        $($(#[$about:meta])* $variant:ident $($word:literal)? $($flag:ident)*),+ $(,)?
    })+) => { $(
        $(#[$meta])*
        $(#[doc = $chosen])?
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$about])* #[doc = concat!("The choice `", stringify!($variant), "`, whose words are in `rules/choices.toml`.")] $variant,)+ }

        impl $name {
            /// All choices, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The choices that an option can set, each with the option's word for it.
            pub const NAMES: &'static [(&'static str, $name)] = &[$($(($word, $name::$variant),)?)+];

            /// Returns the choice in a few words.
            pub fn words(self) -> &'static str {
                crate::rules::choice_words(stringify!($name), [$(stringify!($variant)),+][self as usize])
            }
        }

        impl crate::rules::from_toml::FromToml for $name {
            fn from_toml(value: &crate::rules::from_toml::TomlValue) -> Result<$name, crate::rules::from_toml::DataError> {
                let place = crate::rules::from_toml::word_index(value, &[$(choices!(@word $variant $($word)?)),+])?;
                Ok($name::ALL[place])
            }

            fn form() -> crate::rules::ValueForm {
                crate::rules::ValueForm::of_words(
                    &[$((choices!(@word $variant $($word)?), $name::$variant.words())),+],
                )
            }
        }

        impl crate::rules::ClauseValue for $name {
            fn describe(&self) -> String {
                self.words().into()
            }

            fn is_absent(&self) -> bool {
                match self { $($name::$variant => choices!(@absent $($flag)*),)+ }
            }

            fn alternatives(&self) -> impl Iterator<Item = $name> {
                let is_apart = |one: &$name| match one { $($name::$variant => choices!(@apart $($flag)*),)+ };
                $name::ALL.iter().copied().filter(move |one| one != self && !is_apart(one))
            }
        }
    )+ };
    (@word $variant:ident) => { stringify!($variant) };
    (@word $variant:ident $word:literal) => { $word };
    (@absent absent $(apart)?) => { true };
    (@apart $(absent)? apart) => { true };
    (@$asked:ident $($other:ident)?) => { false };
}
pub(crate) use choices;

/// Makes types that data files write: a structure by the names of its fields, or by its only value; an enum by the word of
/// a variant, alone or with its value. After `=` stand the default of a field, and the word of a variant that is not its
/// name.
///
/// After a type that is the [`ClauseValue`] of a clause stand its description, the condition under which the edition lacks the
/// thing, and its alternatives. `impl` gives these for a type that reads data in its own way. A `maybe` is something that
/// an edition may have or not: it describes nothing as `none`, and has alternatives only if there is something.
macro_rules! data {
    () => {};
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$about:meta])* $seen:vis $field:ident: $type:ty $(= $unsaid:expr)?),+ $(,)?
    } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name { $($(#[$about])* #[doc = concat!("Data files write it as `", stringify!($field), "`.")] $seen $field: $type,)+ }

        impl crate::rules::from_toml::FromToml for $name {
            fn from_toml(told: &crate::rules::from_toml::TomlValue) -> Result<$name, crate::rules::from_toml::DataError> {
                let table = crate::rules::from_toml::read_table(told, &[$(stringify!($field)),+])?;
                Ok($name { $($field: data!(@field table $field $($unsaid)?)),+ })
            }

            fn form() -> crate::rules::ValueForm {
                crate::rules::ValueForm::Table(vec![$(data!(@field_form $field $type $(; $unsaid)?)),+])
            }
        }

        data! { impl $name $($rest)* }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident($seen:vis $type:ty); $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name($seen $type);

        impl crate::rules::from_toml::FromToml for $name {
            fn from_toml(told: &crate::rules::from_toml::TomlValue) -> Result<$name, crate::rules::from_toml::DataError> {
                crate::rules::from_toml::FromToml::from_toml(told).map($name)
            }

            fn form() -> crate::rules::ValueForm {
                <$type as crate::rules::from_toml::FromToml>::form()
            }
        }

        data! { impl $name $($rest)* }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$about:meta])* $variant:ident $(($inner:ty))? $({ $($field:ident: $type:ty),+ $(,)? })? $(= $word:literal)?),+ $(,)?
    } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[$about])* #[doc = concat!("The variant `", stringify!($variant), "` of data files.")] $variant $(($inner))? $({ $(#[doc = concat!("Data files write it as `", stringify!($field), "`.")] $field: $type,)+ })?,)+ }

        impl crate::rules::from_toml::FromToml for $name {
            fn from_toml(told: &crate::rules::from_toml::TomlValue) -> Result<$name, crate::rules::from_toml::DataError> {
                let words = [$(data!(@word $variant $($word)?)),+];
                let (at, with) = crate::rules::from_toml::word_with_value(told, &words)?;
                let more = || crate::rules::from_toml::wrong_content_of_variant(words[at]);
                let mut places = 0..words.len();
                $(if places.next() == Some(at) {
                    return data!(@read $name $variant with more $(($inner))? $({ $($field),+ })?);
                })+
                Err(more())
            }

            fn form() -> crate::rules::ValueForm {
                crate::rules::ValueForm::Choice(vec![$(crate::rules::AllowedValueWord::of_variant(
                    data!(@word $variant $($word)?),
                    data!(@content_form $(($inner))? $({ $($field: $type),+ })?),
                )),+])
            }
        }

        data! { impl $name $($rest)* }
    };
    ($(#[$meta:meta])* $vis:vis maybe $name:ident($type:ty)
        |$this:ident| says: $says:expr $(, others: $others:expr)?; $($rest:tt)*) => { data! {
        $(#[$meta])*
        #[derive(Default)]
        $vis struct $name(pub Option<$type>);
        |maybe| says: maybe.0.map_or("none".into(), |$this| $says),
        absent: maybe.0.is_none()
        $(, others: maybe.0.into_iter().flat_map(|$this| $others).map(|other| $name(other)))?;
        $($rest)*
    } };
    (impl $name:ident |$this:ident| says: $says:expr $(, absent: $absent:expr)?
        $(, others: $others:expr)?; $($rest:tt)*) => {
        impl crate::rules::ClauseValue for $name {
            fn describe(&self) -> String {
                let $this = self;
                $says
            }

            $(fn is_absent(&self) -> bool {
                let $this = self;
                $absent
            })?

            $(fn alternatives(&self) -> impl Iterator<Item = $name> {
                let $this = self;
                $others.into_iter()
            })?
        }

        data! { $($rest)* }
    };
    (impl $name:ident $($rest:tt)*) => { data! { $($rest)* } };
    (@field $table:ident $field:ident) => { crate::rules::from_toml::read_field_or_default($table, stringify!($field))? };
    (@field $table:ident $field:ident $unsaid:expr) => {
        crate::rules::from_toml::read_field_or($table, stringify!($field), Some($unsaid))?
    };
    (@field_form $field:ident $type:ty) => {
        crate::rules::TableKeyForm {
            is_required: <$type as crate::rules::from_toml::FromToml>::default_value().is_none(),
            ..crate::rules::TableKeyForm::optional(
                stringify!($field),
                <$type as crate::rules::from_toml::FromToml>::form(),
            )
        }
    };
    (@field_form $field:ident $type:ty; $unsaid:expr) => {
        crate::rules::TableKeyForm::optional(
            stringify!($field),
            <$type as crate::rules::from_toml::FromToml>::form(),
        )
    };
    (@content_form) => { None };
    (@content_form ($inner:ty)) => { Some(<$inner as crate::rules::from_toml::FromToml>::form()) };
    (@content_form { $($field:ident: $type:ty),+ }) => {
        Some(crate::rules::ValueForm::Table(vec![$(data!(@field_form $field $type)),+]))
    };
    (@word $variant:ident) => { stringify!($variant) };
    (@word $variant:ident $word:literal) => { $word };
    (@read $name:ident $variant:ident $with:ident $more:ident) => {
        if $with.is_none() { Ok($name::$variant) } else { Err($more()) }
    };
    (@read $name:ident $variant:ident $with:ident $more:ident ($inner:tt)) => {
        crate::rules::from_toml::read_spanned($with.ok_or_else($more)?).map($name::$variant)
    };
    (@read $name:ident $variant:ident $with:ident $more:ident { $($field:ident),+ }) => {{
        let table = crate::rules::from_toml::read_table($with.ok_or_else($more)?.get_ref(), &[$(stringify!($field)),+])?;
        Ok($name::$variant { $($field: crate::rules::from_toml::read_field_or_default(table, stringify!($field))?),+ })
    }};
}
pub(crate) use data;

/// The value of a rule that people keep at the table, and that the engine does not need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnenforcedCustom;

impl FromToml for UnenforcedCustom {
    fn from_toml(told: &TomlValue) -> Result<UnenforcedCustom, DataError> {
        Err(expected(
            "no value, since the engine has no use for one",
            told,
        ))
    }

    fn form() -> ValueForm {
        ValueForm::Nothing
    }

    fn default_value() -> Option<UnenforcedCustom> {
        Some(UnenforcedCustom)
    }
}

data! {
    impl UnenforcedCustom
    |_custom| says: "kept at the table; the engine has no use for it".into();
}
