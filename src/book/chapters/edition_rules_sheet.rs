//! The rules of an edition on one sheet of paper for the table.

use super::juego_order::render_juego_orders;
use super::shared_topic_groups::{LISTS, is_in_sections};
use crate::book::book_contents::booklet_page;
use crate::book::picture::{RankRow, card_order_rows};
use crate::editions::{self, game_of};
use crate::narrate::step_sentences::capitalize;
use crate::page::certainty_signs::escape_html;
use crate::page::{HomeOrGuestPage, join_lines, trusted_prose_to_inline_html};
use crate::rules::ClauseId::{
    DeclBid, DeclExchange, DeclFille, DeclFold, DeclJoin, DeclStand, FlushPoints, PayShare,
    PlayDiscard, PlayFollow, PlayFree, PlayHead, PlayLead, PlayOvertrump, PlayTrump, Players,
    TrickWin,
};
use crate::rules::from_toml::parse_file;
use crate::rules::mus_values::Sides;
use crate::rules::{
    CertaintyMarkSet, Clause, ClauseId, ClauseLookup, ClausePresence, ClauseSource, DoubleShare,
    Duty, EditionClauseInWords, EngineKind, Mark, MarkedWithCertainty, PoolSharing, Ruleset,
    TrickRules, WhenTrumped, data,
};
use anyhow::Result;
use askama::Template;
use std::sync::LazyLock;

/// The title of the part after which the sheet says what the players agree on.
const PAYMENTS: &str = "Payments";

/// A text of a sheet as Markdown, with the clauses that it states.
type TextWithClauses = (&'static str, &'static [ClauseId]);

data! {
    /// What the sheet of an edition says in its own words.
    struct EditionSheetWords {
        edition: &'static str,
        aim: TextWithClauses,
        /// A deal, in five lines.
        deal: &'static [TextWithClauses],
    }

    /// The content of `sheets.toml`.
    struct SheetsFile { sheet: &'static [EditionSheetWords] }
}

static SHEETS: LazyLock<&'static [EditionSheetWords]> =
    LazyLock::new(|| parse_file::<SheetsFile>("sheets.toml", include_str!("sheets.toml")).sheet);

/// The sheet of an edition.
#[derive(Template)]
#[template(path = "tonight.html")]
struct EditionRulesSheet {
    edition: &'static Ruleset,
    place: HomeOrGuestPage,
    words: &'static EditionSheetWords,
    /// The edition whose words these are: this one, or one from which it starts. None if it starts from none.
    origin: Option<&'static Ruleset>,
    /// The order of the cards, the highest first.
    order: Vec<RankRow>,
    payments: Vec<PaymentsFromPool>,
}

/// The payments from a pool for each number of tricks and for the top card, and the debt of a
/// player without a trick.
#[derive(Clone)]
pub(super) struct PaymentsFromPool {
    pub(super) pool: i64,
    pub(super) amounts: Vec<i64>,
}

/// Returns the sheet of an edition as Markdown.
pub(super) fn sheet_chapter(edition: &'static Ruleset, place: HomeOrGuestPage) -> Result<String> {
    let (order, _) = card_order_rows(edition);
    let (words, origin) = sheet_words_and_origin(edition);
    let sheet = EditionRulesSheet {
        edition,
        place,
        words,
        origin,
        order,
        payments: payments_of_edition(edition),
    };
    let sheet = join_lines(&sheet.render()?);
    Ok(format!(
        "# Sheet: {}\n\n<div class=\"tonight\">{sheet}</div>\n",
        edition.name
    ))
}

/// Returns what the sheet of an edition says in its own words, and the edition whose words these are. A house table, and an
/// edition that is based on another, have the words of the edition from which they start. Any other has the lines of the first
/// sheet of its family, and prints its clauses in them.
fn sheet_words_and_origin(
    edition: &'static Ruleset,
) -> (&'static EditionSheetWords, Option<&'static Ruleset>) {
    let mut next = Some(edition);
    while let Some(origin) = next {
        if let Some(words) = SHEETS.iter().find(|sheet| sheet.edition == origin.id) {
            return (words, Some(origin));
        }
        next = origin.base.or(origin.parent);
    }
    let mut sheets = SHEETS.iter();
    let of_family = sheets.find(|sheet| is_sheet_of_family(sheet, edition.family()));
    (of_family.unwrap_or(&SHEETS[0]), None)
}

/// Returns whether a sheet is that of an edition of this family.
fn is_sheet_of_family(sheet: &EditionSheetWords, family: EngineKind) -> bool {
    editions::built_in_by_id(sheet.edition).is_some_and(|edition| edition.family() == family)
}

/// Returns whether a clause says something that a table needs: the edition has the thing, and does
/// not merely pass it over.
pub(super) fn is_present_and_stated(clause: &EditionClauseInWords) -> bool {
    !clause.is_absent() && !clause.marks().has(Mark::Silent)
}

/// Returns what the sheet says of a clause as HTML: its value in a few words, or its text if the
/// value alone says too little, as with bids and declarations. The sheet has no signs: one sentence
/// at its end stands for all.
fn clause_on_sheet(clause: &EditionClauseInWords) -> String {
    match clause.topic {
        DeclBid | DeclJoin | DeclFold | DeclStand | DeclExchange | DeclFille | FlushPoints => {
            text_without_signs(clause)
        }
        _ if clause.is_kept_by_people() => text_without_signs(clause),
        _ => clause
            .value()
            .render(|rule, _| escape_html(&capitalize(rule))),
    }
}

/// Returns the two orders of Juego as HTML, if a clause is about them and the edition is one of ours. A house table and the edition
/// of an author have agreed on theirs.
fn juego_orders_on_sheet(
    edition: &Ruleset,
    clause: &EditionClauseInWords,
) -> Result<Option<String>> {
    let is_ours = editions::built_in_by_id(edition.id).is_some();
    if clause.topic != ClauseId::JeuCompare || !is_ours {
        return Ok(None);
    }
    render_juego_orders(edition).transpose()
}

/// Returns the text of a clause as HTML without signs.
pub(super) fn text_without_signs(clause: &EditionClauseInWords) -> String {
    clause
        .text()
        .render(|text, _| trusted_prose_to_inline_html(text))
}

/// Returns the text of the clause of an edition on a topic, as HTML without signs; empty if its game
/// has no such clause.
fn text_of_topic(edition: &Ruleset, topic: ClauseId) -> String {
    match edition.clause(topic) {
        Some(clause) => text_without_signs(&clause),
        None => String::new(),
    }
}

/// Returns whether these clauses are those of paying. A table of pools stands below them.
fn has_payment_clause(clauses: &[EditionClauseInWords]) -> bool {
    clauses.iter().any(|clause| clause.topic == PayShare)
}

/// Returns whether a player has a duty.
fn is_binding(duty: Clause<Duty>) -> bool {
    duty.read().render(|duty, _| *duty == Duty::Binding)
}

/// Returns what a player must play in the case of a duty, in a few words as HTML.
fn required_play_in_words(edition: &Ruleset, clause: &EditionClauseInWords) -> String {
    let Some(rules) = edition.tricks() else {
        return text_without_signs(clause);
    };
    let is_free = rules
        .play_free
        .read()
        .render(|free, _| *free == WhenTrumped::Free);
    let answer = match clause.topic {
        PlayLead | PlayDiscard => "Play any card.",
        PlayFollow if is_binding(rules.play_follow) => "Play a card of that suit.",
        PlayHead if is_binding(rules.play_head) => "Beat it.",
        PlayTrump if is_binding(rules.play_trump) => "Play a trump.",
        PlayOvertrump if is_binding(rules.play_overtrump) => "Beat the best trump, if you can.",
        PlayHead | PlayOvertrump => "You need not beat it.",
        PlayTrump => "Play any card.",
        PlayFree if is_free => "Play any card.",
        PlayFree => "Play a trump all the same.",
        TrickWin => {
            "The highest trump wins. Without a trump, the highest card of the suit led wins."
        }
        _ => return text_without_signs(clause),
    };
    answer.into()
}

impl EditionRulesSheet {
    /// Returns the aim of the game as HTML; none if a house table changes it.
    fn aim_if_unchanged(&self) -> Option<String> {
        let (text, topics) = self.words.aim;
        if self.changes_any(topics) {
            return None;
        }
        Some(trusted_prose_to_inline_html(text))
    }

    /// Returns a deal line by line, as HTML. If a house table changes a clause of a line, the line
    /// has the texts of its clauses.
    fn deal_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (text, topics) in self.words.deal {
            if !self.changes_any(topics) {
                lines.push(trusted_prose_to_inline_html(text));
                continue;
            }
            let texts: Vec<String> = topics
                .iter()
                .map(|topic| text_of_topic(self.edition, *topic))
                .collect();
            lines.push(texts.join(" "));
        }
        lines
    }

    /// Returns whether the edition decides any of these topics otherwise than the edition whose words the sheet has.
    fn changes_any(&self, topics: &[ClauseId]) -> bool {
        let Some(origin) = self.origin else {
            return true;
        };
        topics
            .iter()
            .any(|topic| !self.edition.decides_as(origin, *topic))
    }

    /// Returns whether the five lines say all that the sheet has to say on a topic. What is paid
    /// is said again among the payments.
    fn is_covered_by_deal_lines(&self, topic: ClauseId) -> bool {
        let mut lines = self.words.deal.iter();
        lines.any(|(_, topics)| topics.contains(&topic))
            && !is_in_sections(topic, &["pay", "debt", "prize"])
    }

    /// Returns the clauses that the source offers and the edition does not play by itself. The
    /// players must settle them before they begin.
    fn clauses_to_agree_on(&self) -> Vec<EditionClauseInWords> {
        let mut offers = Vec::new();
        for clause in self.edition.clauses() {
            if let ClausePresence::Agreed(_) = clause.presence
                && let ClauseSource::Says { .. } = clause.source
            {
                offers.push(clause);
            }
        }
        offers
    }

    /// Returns the duties of play in the order in which a player goes through them, each under the
    /// case in which it holds.
    fn duties(&self) -> Vec<(&'static str, EditionClauseInWords)> {
        let mut duties = Vec::new();
        for (case, topic) in LISTS.duties {
            let clause = self.edition.clause(*topic);
            duties.extend(
                clause
                    .filter(is_present_and_stated)
                    .map(|clause| (*case, clause)),
            );
        }
        duties
    }

    /// Returns the parts of the sheet, each with its title and its clauses.
    fn parts(&self) -> Vec<(String, Vec<EditionClauseInWords>)> {
        let mut parts = Vec::new();
        for (title, sections) in LISTS.sheet_parts {
            let mut clauses = self.edition.clauses();
            clauses.retain(|clause| {
                is_present_and_stated(clause)
                    && is_in_sections(clause.topic, sections)
                    && !LISTS.left_off_the_sheet.contains(&clause.topic)
                    && !self.is_covered_by_deal_lines(clause.topic)
            });
            if !clauses.is_empty() {
                parts.push((self.edition.insert_top_card_name(title), clauses));
            }
        }
        parts
    }

    /// Returns whether the order says what each card is worth.
    fn states_card_worth(&self) -> bool {
        let mut cards = self.order.iter().flat_map(|(_, cards)| cards);
        cards.any(|card| card.worth.is_some())
    }

    /// Returns the headings of the pad: the deal, the pool, and an empty one for each player or
    /// each side.
    fn score_pad_headings(&self) -> Vec<&'static str> {
        let players = self.edition.players.read().render(|players, _| players.to);
        let scores = match self.edition {
            Ruleset::Mus(rules) if rules.sides.value == Sides::Pairs => 2,
            _ => usize::from(players),
        };
        let mut columns = vec!["Hand"];
        if self.edition.has_clause_on(PayShare) {
            columns.push("Pool");
        }
        columns.extend(vec![""; scores]);
        columns
    }
}

/// Returns the sentence on the clauses of the edition that are not, or not only, its source's
/// own; empty if there are none.
pub(super) fn note_on_clause_origins(edition: &Ruleset) -> &'static str {
    let mut marks = CertaintyMarkSet::default();
    for clause in edition.clauses() {
        if is_present_and_stated(&clause) {
            marks = marks.union(clause.marks());
        }
    }
    match (
        marks.has_our_choice(),
        marks.only_from_elsewhere().signs().is_empty(),
    ) {
        (true, true) => "Parts of these rules are our interpretation. The rules page marks them.",
        (true, false) => {
            "Parts of these rules are our interpretation or come from an earlier edition. The rules page marks them."
        }
        (false, false) => {
            "Parts of these rules come from an earlier edition. The rules page marks them."
        }
        (false, true) => "",
    }
}

/// Returns whether winning a trick with the edition's top card is paid.
pub(super) fn pays_top_card(edition: &Ruleset) -> bool {
    let Some(rules) = edition.tricks() else {
        return false;
    };
    let double = rules.pay_double.read();
    double.render(|double, _| *double != DoubleShare::None)
}

/// Returns the number of cards that a player is dealt.
pub(super) fn hand_size(edition: &Ruleset) -> u8 {
    let packets = edition.deal_packets.read();
    packets.render(|packets, _| packets.hand)
}

/// Returns what pools pay and cost in an edition; nothing if its game has no pool.
pub(super) fn payments_of_edition(edition: &Ruleset) -> Vec<PaymentsFromPool> {
    match edition.tricks() {
        Some(rules) => payments_by_pool_size(rules).render(|payments, _| payments.clone()),
        None => Vec::new(),
    }
}

/// Returns what pools of one to five stakes pay and cost, and the largest pool under a ceiling,
/// with the marks of the clauses on which that rests. An edition in which a trick has no share of
/// its own has no such pools.
fn payments_by_pool_size(edition: &TrickRules) -> MarkedWithCertainty<Vec<PaymentsFromPool>> {
    let stakes = edition
        .stake
        .read()
        .and(edition.players.read())
        .and(edition.debt_cap.read());
    let pays = edition
        .pay_share
        .read()
        .and(edition.pay_double.read())
        .and(edition.deal_packets.read());
    let debts = edition.debt_make.read();
    stakes.and(pays).and(debts).map(
        |((((stake, players), cap), ((shares, double), packets)), _)| {
            if shares.earner != PoolSharing::Trick || !edition.has_clause_on(PayShare) {
                return Vec::new();
            }
            let mut pools: Vec<i64> = (1..=5).map(|times| times * stake.chips).collect();
            if let Some(cap) = cap.0 {
                let debtors = i64::from(players.to) - 1;
                pools.push(stake.chips + debtors * cap);
            }
            let mut payments = Vec::new();
            for pool in pools {
                let share = shares.chips_per_part(pool);
                let mut amounts: Vec<i64> = (1..=i64::from(packets.hand))
                    .map(|tricks| tricks * share)
                    .collect();
                if double != DoubleShare::None {
                    amounts.push(2 * share);
                }
                amounts.push(edition.cap_debt(edition.uncapped_debt_without_trick(pool)));
                payments.push(PaymentsFromPool { pool, amounts });
            }
            payments
        },
    )
}

#[cfg(test)]
#[path = "../../../tests/unit/book_chapters_edition_rules_sheet.rs"]
mod tests;
