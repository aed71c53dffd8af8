//! The chances of what is dealt: flushes and trumps, at each table that is compared.

use super::plot::PlotWithTable;
use super::precomputed_figures::{EXAMPLE_PLAYERS, player_counts, trial_editions};
use crate::book::picture::bar_chart::{Bar, draw_bars};
use crate::book::picture::{figures_table, one_in_text, player_count_word};
use crate::cards::count_of_or_no;
use crate::editions;
use crate::explore::odds::{DealToCountChances, ExactChance, to_decimal};
use crate::narrate::format_percent;
use crate::rules::{ClauseId, ClauseLookup, ClauseValue, TrickRules};
use askama::Result;

/// An edition at a table of some players, and the chances of what is dealt there.
pub(super) struct DealtChancesAtTable {
    pub(super) rules: &'static TrickRules,
    pub(super) dealing: DealToCountChances<'static>,
}

impl DealtChancesAtTable {
    fn new(rules: &'static TrickRules, players: u8) -> DealtChancesAtTable {
        DealtChancesAtTable {
            rules,
            dealing: DealToCountChances::new(rules, players),
        }
    }

    /// Returns the name of the table: `1718: 4 players`, with the signs of the clause on players.
    pub(super) fn name(&self) -> String {
        let year = self.rules.short;
        let seats = self.dealing.seats;
        self.rules
            .players
            .read()
            .map(|_| format!("{year}: {seats} players"))
            .to_string()
    }

    /// Returns the number of cards of the pack and a word after it, with the signs of the clause on
    /// packs.
    fn pack_size_with_signs(&self, unit: &str) -> String {
        let cards = self.dealing.pack_size();
        self.rules
            .pack
            .read()
            .map(|_| format!("{cards}{unit}"))
            .to_string()
    }

    /// Describes what forces everyone to play, with its chance if it is a suit that is
    /// turned up.
    fn forced_play_with_chance(&self) -> String {
        let says = self.rules.forced.read().map(|forced| forced.describe());
        let Some((_, chance)) = self.dealing.forced_play_suit_and_chance() else {
            return says.to_string();
        };
        says.map(|says| format!("{says}: {}", format_percent(to_decimal(chance))))
            .to_string()
    }
}

/// Returns the tables that the chapter compares: each edition that was tried, with each number of
/// players.
pub(super) fn compared_tables() -> Vec<DealtChancesAtTable> {
    let mut tables = Vec::new();
    for rules in trial_editions() {
        for players in player_counts(rules) {
            tables.push(DealtChancesAtTable::new(rules, players));
        }
    }
    tables
}

/// Plots how likely a flush is dealt at each table.
pub(super) fn flush_plot(tables: &[DealtChancesAtTable]) -> Result<PlotWithTable> {
    let mut plotted = Vec::new();
    let mut rows = Vec::new();
    for at in tables {
        let to_one = at.dealing.flush_chance();
        let to_somebody = to_decimal(at.dealing.flush_at_table_chance());
        let is_first_edition = at.rules.id == tables[0].rules.id;
        let tone = if is_first_edition {
            "tone-first"
        } else {
            "tone-second"
        };
        plotted.push(Bar {
            name: format!("{}, {}", at.name(), at.pack_size_with_signs(" cards")),
            ..Bar::from_share(tone, to_somebody)
        });
        let cells = vec![
            at.pack_size_with_signs(""),
            to_one.to_string(),
            format_percent(to_decimal(to_one)),
            format_percent(to_somebody),
            one_in_text(to_somebody),
        ];
        rows.push((at.name(), cells));
    }
    let title = "A flush dealt to somebody at the table, before any card is changed";
    let heads = ["cards", "one player", "", "somebody", ""];
    Ok(PlotWithTable {
        drawing: draw_bars("odds-flush", title, plotted)?,
        table: figures_table("A flush dealt", heads, rows)?,
    })
}

/// Returns a table of every edition of the book: how likely a flush is dealt, how likely one may be
/// drawn, and what forces everyone to play.
pub(super) fn flush_and_forced_play_table() -> Result<String> {
    let mut rows = Vec::new();
    for rules in editions::built_in_trick_editions() {
        let at = DealtChancesAtTable::new(rules, EXAMPLE_PLAYERS);
        let dealt = if rules.has_subject_of(ClauseId::FlushWhat) {
            Some(at.dealing.flush_chance())
        } else {
            None
        };
        let cells = vec![
            at.pack_size_with_signs(""),
            percent_or_dash(dealt),
            percent_or_dash(at.dealing.flush_chance_keeping_longest(false)),
            percent_or_dash(at.dealing.flush_chance_keeping_longest(true)),
            at.forced_play_with_chance(),
        ];
        rows.push((rules.short.to_owned(), cells));
    }
    let heads = [
        "cards",
        "flush dealt",
        "dealt or drawn",
        "of them, with the top card",
        "everyone must play",
    ];
    figures_table("A flush to one player, and who must play", heads, rows)
}

fn percent_or_dash(chance: Option<ExactChance>) -> String {
    match chance {
        Some(chance) => format_percent(to_decimal(chance)),
        None => "–".into(),
    }
}

/// Plots how many trumps one player is dealt at the table of the examples. The table has every
/// compared table.
pub(super) fn trump_count_plot(
    tables: &[DealtChancesAtTable],
    example: &DealToCountChances,
) -> Result<PlotWithTable> {
    let base = tables[0].rules;
    let cards = base.deal_packets.read();
    let counts = cards.render(|packets, _| 0..=usize::from(packets.hand));
    let mut plotted = Vec::new();
    let mut heads = Vec::new();
    for trumps in counts.clone() {
        heads.push(trumps.to_string());
        plotted.push(Bar {
            name: count_of_or_no(trumps, "trump"),
            ..Bar::from_share("tone-first", to_decimal(example.trump_count_chance(trumps)))
        });
    }
    let mut rows = Vec::new();
    for at in tables {
        let mut cells = Vec::new();
        for trumps in counts.clone() {
            cells.push(format_percent(to_decimal(
                at.dealing.trump_count_chance(trumps),
            )));
        }
        rows.push((at.name(), cells));
    }
    let who = player_count_word(EXAMPLE_PLAYERS);
    let title = format!("Trumps dealt to one player, {} with {who}", base.name);
    Ok(PlotWithTable {
        drawing: draw_bars("odds-trumps", &title, plotted)?,
        table: figures_table("Share of hands by number of trumps", heads, rows)?,
    })
}
