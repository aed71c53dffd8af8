//! A share of the files, for a matrix of jobs.

use std::str::FromStr;

/// Part `k` of `n`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partition {
    part: usize,
    parts: usize,
}

impl Default for Partition {
    fn default() -> Self {
        Partition { part: 1, parts: 1 }
    }
}

impl Partition {
    /// Each `parts`th thing from the `part`th on. Whatever the things, the shares of all parts are all of them, each
    /// once, and no two shares differ by more than one.
    pub(super) fn of<T>(self, things: Vec<T>) -> Vec<T> {
        things.into_iter().skip(self.part - 1).step_by(self.parts).collect()
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is no share: write K/N, such as 1/3, with K from 1 to N");
        let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let (part, parts) = (number(part)?, number(parts)?);
        if part == 0 || part > parts { Err(wrong()) } else { Ok(Partition { part, parts }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_all_of_it_each_once() {
        for parts in 1..6 {
            let share = |part| Partition { part, parts }.of((0..17).collect());
            let mut all: Vec<i32> = (1..=parts).flat_map(share).collect();
            all.sort();
            assert_eq!(all, (0..17).collect::<Vec<_>>());
        }
    }

    #[test]
    fn only_shares_are_read() {
        assert_eq!("2/3".parse(), Ok(Partition { part: 2, parts: 3 }));
        for text in ["", "2", "0/3", "4/3", "a/b", "1/0", "-1/2"] {
            assert!(text.parse::<Partition>().is_err(), "{text}");
        }
    }
}
