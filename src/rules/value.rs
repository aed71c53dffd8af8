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

/// How a type is a [`Value`]: what it says; where it says that the edition lacks the thing, why no hand can show it, and which
/// others are near, as far as there is something to say.
macro_rules! value {
    ($type:ty, |$this:ident| says: $says:expr, $(absent: $absent:expr,)? $(unseen: $unseen:literal,)? $(others: $others:expr,)?) => {
        impl crate::rules::Value for $type {
            fn says(&self) -> String {
                let $this = self;
                $says
            }

            $(fn is_absent(&self) -> bool {
                let $this = self;
                $absent
            })?

            $(fn unseen(&self) -> Option<&'static str> {
                Some($unseen)
            })?

            $(fn others(&self) -> Vec<$type> {
                let $this = self;
                $others
            })?
        }
    };
}
pub(super) use value;

/// A rule for people at a table, of which the engine has no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Custom;

value! { Custom, |_custom|
    says: "kept at the table; the engine has no use for it".into(),
    unseen: "it is kept at the table, where the engine does not look",
}
