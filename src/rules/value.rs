//! What a clause decides, as a value: it can say itself in the book, and name values near to it.

/// A value that can say itself in the book.
pub trait Value: Sized {
    /// What the engine was told, in a few words.
    fn says(&self) -> String;

    /// Whether the edition lacks the thing that the clause is about.
    fn is_absent(&self) -> bool {
        false
    }

    /// Why no hand can show it, if none can.
    fn unseen(&self) -> Option<&'static str> {
        None
    }

    /// Other values that its type allows, near to this one: what a test puts in its place.
    fn others(&self) -> Vec<Self> {
        Vec::new()
    }
}

/// All of a list but this one.
pub(super) fn but<T: Copy + PartialEq>(this: &T, all: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| one != this).collect()
}

/// Enums of which a clause has one value or another. A row is a variant; the word that an option has for it, if one has; how
/// the book says it, which documents it too; and `absent` where it means that the edition lacks the thing.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident $($word:literal)? = $says:literal $($absent:ident)?;)+ })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = $says] $variant,)+ }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// Those that an option can ask for, by its words for them.
            pub const NAMES: &'static [(&'static str, $name)] = &[$($(($word, $name::$variant),)?)+];

            /// It in a few words.
            pub const fn words(self) -> &'static str {
                match self { $($name::$variant => $says,)+ }
            }
        }

        impl crate::rules::Value for $name {
            fn says(&self) -> String {
                self.words().into()
            }

            fn is_absent(&self) -> bool {
                match self { $($name::$variant => choices!(@ $($absent)?),)+ }
            }

            fn others(&self) -> Vec<$name> {
                crate::rules::value::but(self, $name::ALL)
            }
        }
    )+ };
    (@ absent) => { true };
    (@) => { false };
}
pub(super) use choices;

/// A rule for people at a table, of which the engine has no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Custom;

impl Value for Custom {
    fn says(&self) -> String {
        "kept at the table; the engine has no use for it".into()
    }

    fn unseen(&self) -> Option<&'static str> {
        Some("it is kept at the table, where the engine does not look")
    }
}
