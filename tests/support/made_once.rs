//! Whatever all tests share of a program.

use std::ops::Deref;
use std::panic::{catch_unwind, resume_unwind};
use std::sync::OnceLock;

/// A value that is made for the first test that asks for it. If it cannot be made, that test says why, and all others that ask
/// for it only refer to it.
pub struct Once<T> {
    name: &'static str,
    make: fn() -> T,
    made: OnceLock<Option<T>>,
}

impl<T> Once<T> {
    pub const fn new(name: &'static str, make: fn() -> T) -> Once<T> {
        Once {
            name,
            make,
            made: OnceLock::new(),
        }
    }
}

impl<T> Deref for Once<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let mut cause = None;
        let made = self.made.get_or_init(|| match catch_unwind(self.make) {
            Ok(made) => Some(made),
            Err(panic) => {
                cause = Some(panic);
                None
            }
        });
        if let Some(panic) = cause {
            resume_unwind(panic);
        }
        let Some(made) = made else {
            panic!("no {}: see the first test that failed for it", self.name);
        };
        made
    }
}
