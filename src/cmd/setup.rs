//! A table set up: an edition, what is agreed before play, and how many sit down to it.

use crate::rules::{Ruleset, Setting};
pub(super) use crate::session::{NAMES, option, rules};
use anyhow::Result;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct Setup {
    /// The edition's id
    #[arg(long, value_name = "EDITION", default_value = "mouche-1718")]
    edition: String,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) players: u8,
    /// An option agreed before play, as `mouche editions` lists them; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub(super) options: Vec<(String, Setting)>,
}

impl Setup {
    /// The edition with the options, if so many may play it.
    pub(super) fn rules(&self) -> Result<Ruleset> {
        rules(&self.edition, usize::from(self.players), &self.options)
    }
}
