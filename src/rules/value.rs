//! What a clause decides, as a value: it can say itself in the book, and name values near to it.

use super::from_toml::{DataError, FromToml, Toml, expected, parse_table, text};
use std::any::Any;
use std::sync::LazyLock;
use toml::de::DeTable;

/// A value that can say itself in the book.
pub trait Value: Any {
    /// What the engine was told, in a few words.
    fn describe(&self) -> String;

    /// Whether the edition lacks the thing that the clause is about.
    fn is_absent(&self) -> bool {
        false
    }

    /// Other values that its type allows, near to this one: what a test puts in its place.
    fn alternatives(&self) -> Vec<Self>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// All of a list but this one.
pub(crate) fn all_except<T: Copy + PartialEq>(this: &T, all: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| one != this).collect()
}

/// This one with each change by itself, where that makes it another.
pub(crate) fn each_change<T: Copy + PartialEq>(this: &T, changes: &[fn(&mut T)]) -> Vec<T> {
    let after = |change: &fn(&mut T)| {
        let mut other = *this;
        change(&mut other);
        other
    };
    changes
        .iter()
        .map(after)
        .filter(|other| other != this)
        .collect()
}

/// What the book says of each of [`choices!`].
static SAID: LazyLock<DeTable<'static>> =
    LazyLock::new(|| parse_table("choices.toml", text!("rules/choices")));

pub(crate) fn choice_words(of: &str, variant: &str) -> &'static str {
    let words = SAID
        .get(of)
        .and_then(|all| all.get_ref().get(variant)?.get_ref().as_str());
    words.unwrap_or_else(|| panic!("choices.toml: nothing is said of {of}::{variant}"))
}

/// Enums of which a clause, or a line of data, has one value or another, each with what is chosen. Behind a variant stand
/// the word that data and options have for it, where it is not its name; `absent` where it says that the edition lacks
/// the thing; `apart` where no test puts it in the place of another. What the book says of it is in `choices.toml`.
macro_rules! choices {
    ($($(#[$meta:meta])* $name:ident $($chosen:literal)? {
        $($(#[$about:meta])* $variant:ident $($word:literal)? $($flag:ident)*),+ $(,)?
    })+) => { $(
        $(#[$meta])*
        $(#[doc = $chosen])?
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$about])* $variant,)+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// Those that an option can ask for, by its words for them.
            pub const NAMES: &'static [(&'static str, $name)] = &[$($(($word, $name::$variant),)?)+];

            /// It in a few words.
            pub fn words(self) -> &'static str {
                crate::rules::choice_words(stringify!($name), [$(stringify!($variant)),+][self as usize])
            }
        }

        impl crate::rules::from_toml::FromToml for $name {
            fn from_toml(told: &crate::rules::from_toml::Toml) -> Result<$name, crate::rules::from_toml::DataError> {
                let place = crate::rules::from_toml::word_index(told, &[$(choices!(@word $variant $($word)?)),+])?;
                Ok($name::ALL[place])
            }
        }

        impl crate::rules::Value for $name {
            fn describe(&self) -> String {
                self.words().into()
            }

            fn is_absent(&self) -> bool {
                match self { $($name::$variant => choices!(@absent $($flag)*),)+ }
            }

            fn alternatives(&self) -> Vec<$name> {
                let is_apart = |one: &$name| match one { $($name::$variant => choices!(@apart $($flag)*),)+ };
                crate::rules::all_except(self, $name::ALL).into_iter().filter(|one| !is_apart(one)).collect()
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

/// Types that data tell: a structure by the names of its fields, or, where it has but one and no name for it, as that
/// one; an enum by the word of a variant, or that word with what goes with it. After `=` stands what goes without
/// saying of a field, and the word of a variant that is not its name.
///
/// Behind a type that is the [`Value`] of a clause stands what makes it one: what it says, where it says that the
/// edition lacks the thing, and which others are near, as far as there is something to say. So it does behind `impl`
/// and a type that is read in a way of its own. A `maybe` is what an edition may have or not: it says none where it has
/// not, and has near ones only where it has.
macro_rules! data {
    () => {};
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$about:meta])* $seen:vis $field:ident: $type:ty $(= $unsaid:expr)?),+ $(,)?
    } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name { $($(#[$about])* $seen $field: $type,)+ }

        impl crate::rules::from_toml::FromToml for $name {
            fn from_toml(told: &crate::rules::from_toml::Toml) -> Result<$name, crate::rules::from_toml::DataError> {
                let table = crate::rules::from_toml::read_table(told, &[$(stringify!($field)),+])?;
                Ok($name { $($field: data!(@field table $field $($unsaid)?)),+ })
            }
        }

        data! { impl $name $($rest)* }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident($seen:vis $type:ty); $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name($seen $type);

        impl crate::rules::from_toml::FromToml for $name {
            fn from_toml(told: &crate::rules::from_toml::Toml) -> Result<$name, crate::rules::from_toml::DataError> {
                crate::rules::from_toml::FromToml::from_toml(told).map($name)
            }
        }

        data! { impl $name $($rest)* }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$about:meta])* $variant:ident $(($inner:ty))? $({ $($field:ident: $type:ty),+ $(,)? })? $(= $word:literal)?),+ $(,)?
    } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[$about])* $variant $(($inner))? $({ $($field: $type,)+ })?,)+ }

        impl crate::rules::from_toml::FromToml for $name {
            fn from_toml(told: &crate::rules::from_toml::Toml) -> Result<$name, crate::rules::from_toml::DataError> {
                let words = [$(data!(@word $variant $($word)?)),+];
                let (at, with) = crate::rules::from_toml::word_with_value(told, &words)?;
                let more = || crate::rules::from_toml::unfit_variant(words[at]);
                let mut places = 0..words.len();
                $(if places.next() == Some(at) {
                    return data!(@read $name $variant with more $(($inner))? $({ $($field),+ })?);
                })+
                Err(more())
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
        $(, others: maybe.0.into_iter().flat_map(|$this| $others).map(|other| $name(other)).collect())?;
        $($rest)*
    } };
    (impl $name:ident |$this:ident| says: $says:expr $(, absent: $absent:expr)?
        $(, others: $others:expr)?; $($rest:tt)*) => {
        impl crate::rules::Value for $name {
            fn describe(&self) -> String {
                let $this = self;
                $says
            }

            $(fn is_absent(&self) -> bool {
                let $this = self;
                $absent
            })?

            $(fn alternatives(&self) -> Vec<$name> {
                let $this = self;
                $others
            })?
        }

        data! { $($rest)* }
    };
    (impl $name:ident $($rest:tt)*) => { data! { $($rest)* } };
    (@field $table:ident $field:ident) => { crate::rules::from_toml::read_field($table, stringify!($field))? };
    (@field $table:ident $field:ident $unsaid:expr) => {
        crate::rules::from_toml::read_field_or($table, stringify!($field), Some($unsaid))?
    };
    (@word $variant:ident) => { stringify!($variant) };
    (@word $variant:ident $word:literal) => { $word };
    (@read $name:ident $variant:ident $with:ident $more:ident) => {
        if $with.is_none() { Ok($name::$variant) } else { Err($more()) }
    };
    (@read $name:ident $variant:ident $with:ident $more:ident ($inner:tt)) => {
        crate::rules::from_toml::FromToml::from_toml($with.ok_or_else($more)?).map($name::$variant)
    };
    (@read $name:ident $variant:ident $with:ident $more:ident { $($field:ident),+ }) => {{
        let table = crate::rules::from_toml::read_table($with.ok_or_else($more)?, &[$(stringify!($field)),+])?;
        Ok($name::$variant { $($field: crate::rules::from_toml::read_field(table, stringify!($field))?),+ })
    }};
}
pub(crate) use data;

/// A rule for people at a table, of which the engine has no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableCustom;

impl FromToml for TableCustom {
    fn from_toml(told: &Toml) -> Result<TableCustom, DataError> {
        Err(expected(
            "no value, since the engine has no use for one",
            told,
        ))
    }

    fn default_value() -> Option<TableCustom> {
        Some(TableCustom)
    }
}

data! {
    impl TableCustom
    |_custom| says: "kept at the table; the engine has no use for it".into();
}
