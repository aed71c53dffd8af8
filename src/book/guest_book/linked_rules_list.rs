//! The list of rules below a hand in a guest book, to which the clauses of the hand are linked.

use crate::book::chapter_signs;
use crate::editions;
use crate::page::{AWAY, HandUnderEdition, join_lines};
use crate::rules::{
    ClauseId, ClauseLookup, ClauseSource, EditionClauseInWords, InheritedClauseCertainty, Ruleset,
};
use anyhow::Result;
use askama::Template;
use std::collections::BTreeSet;

/// Returns the HTML of a hand whose links to clauses lead to a list of these clauses below the
/// hand.
pub(super) fn html_with_rule_list(hand: &HandUnderEdition, html: &str) -> Result<String> {
    let slug = hand.slug();
    let LinkedHandHtml { html, rules } = link_clauses_and_unlink_rest(html, &slug);
    let list = LinkedRulesList { hand, slug, rules }.render()?;
    let list = join_lines(&list);
    let legend = chapter_signs::page_legend(&list);
    Ok(html + &list.replace("</details>", &format!("{legend}</details>")))
}

/// A clause of an edition by its id, or an edition as a whole if there is no topic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GuestRuleListEntry {
    edition: String,
    topic: Option<ClauseId>,
}

impl GuestRuleListEntry {
    /// Reads an address from the root of our site: `rules/mouche-1718.html#play.trump`.
    fn from_address(address: &str) -> Option<GuestRuleListEntry> {
        let (edition, rest) = address.strip_prefix("rules/")?.split_once(".html")?;
        let topic = match rest.strip_prefix('#') {
            Some(anchor) => Some(editions::clause_id_in_use(anchor)?),
            None => None,
        };
        Some(GuestRuleListEntry {
            edition: edition.to_owned(),
            topic,
        })
    }

    /// Returns the id of the entry in the list of rules of the hand with this slug.
    fn rules_entry_id(&self, slug: &str) -> String {
        rules_entry_id(slug, &self.edition, self.topic)
    }
}

/// Returns the id of a clause, or of an edition, in the list of rules of the hand with this slug.
fn rules_entry_id(slug: &str, edition: &str, topic: Option<ClauseId>) -> String {
    match topic {
        Some(topic) => format!("{slug}-rules-{edition}-{topic}"),
        None => format!("{slug}-rules-{edition}"),
    }
}

/// The HTML of a hand with links into the list of its rules, and the rules that it links to.
struct LinkedHandHtml {
    html: String,
    rules: BTreeSet<GuestRuleListEntry>,
}

/// Links the clauses of a hand to the list of its rules. Of links to our other pages only the words
/// are left.
fn link_clauses_and_unlink_rest(html: &str, slug: &str) -> LinkedHandHtml {
    let mut linked = String::with_capacity(html.len());
    let mut rules = BTreeSet::new();
    let mut rest = html;
    while let Some((before, link)) = rest.split_once(&own_link_prefix()) {
        let (address, after_address) = link.split_once('"').unwrap_or((link, ""));
        if let Some(rule) = GuestRuleListEntry::from_address(address) {
            linked += &format!("{before}href=\"#{}\"", rule.rules_entry_id(slug));
            rules.insert(rule);
            rest = after_address;
        } else {
            let (_, words) = after_address.split_once('>').unwrap_or_default();
            let (words, after_link) = words.split_once("</a>").unwrap_or((words, ""));
            let (before_link, _) = before.rsplit_once("<a").unwrap_or((before, ""));
            linked += before_link;
            linked += words;
            rest = after_link;
        }
    }
    LinkedHandHtml {
        html: linked + rest,
        rules,
    }
}

/// The list, below a hand in a guest book, of the rules that the hand links to.
#[derive(Template)]
#[template(path = "guest_rules.html")]
struct LinkedRulesList<'a> {
    hand: &'a HandUnderEdition<'a>,
    slug: String,
    /// The rules that the hand links to.
    rules: BTreeSet<GuestRuleListEntry>,
}

/// The clauses of one edition to which a hand links.
struct LinkedEditionClauses {
    edition: &'static Ruleset,
    clauses: Vec<ListedClause>,
}

/// A clause of the list.
struct ListedClause {
    printed: EditionClauseInWords,
    /// The value that players agreed on instead of the printed one, if they did.
    agreed: Option<String>,
    /// The words that name the edition which first states the clause: `as in La Mouche, 1718: `; empty if it is this edition.
    taken_from: String,
    /// What the clause rests on there.
    source: ClauseSource,
}

impl ListedClause {
    /// Returns a clause of an edition as the rules of a hand have it; none if the game has no such clause.
    fn new(
        edition: &'static Ruleset,
        played_rules: &Ruleset,
        topic: ClauseId,
    ) -> Option<ListedClause> {
        let printed = edition.clause(topic)?;
        let played = played_rules.clause(topic)?;
        let first = editions::origin(edition, topic);
        Some(ListedClause {
            agreed: played.agreed_value_if_changed(&printed).map(str::to_owned),
            taken_from: origin_edition_note(edition, first, printed.source),
            printed,
            source: first.source(topic)?,
        })
    }
}

/// Says from which edition a clause is taken; nothing if the edition states it first.
fn origin_edition_note(edition: &Ruleset, first: &Ruleset, source: ClauseSource) -> String {
    if first.id == edition.id {
        return String::new();
    }
    let words = match source {
        ClauseSource::Same {
            taken: InheritedClauseCertainty::NotAtHand,
            ..
        } => "not known; played as in",
        ClauseSource::Same {
            taken: InheritedClauseCertainty::NotToldAgain,
            ..
        } => "not repeated in this source; taken from",
        _ => "as in",
    };
    format!("{words} {}: ", first.name)
}

impl LinkedRulesList<'_> {
    /// Returns the editions of the hand, each with the clauses that the hand links to.
    fn editions_with_linked_clauses(&self) -> Vec<LinkedEditionClauses> {
        let mut listed = Vec::new();
        for story in &self.hand.file.stories {
            let Some(edition) = editions::by_id(story.rules.id) else {
                continue;
            };
            let mut topics: Vec<ClauseId> = editions::clause_ids_in_use().copied().collect();
            topics.retain(|topic| self.is_linked_from_hand(edition, *topic));
            let played_rules = &story.rules;
            let clauses = topics
                .into_iter()
                .filter_map(|topic| ListedClause::new(edition, played_rules, topic));
            listed.push(LinkedEditionClauses {
                edition,
                clauses: clauses.collect(),
            });
        }
        listed
    }

    /// Returns whether the hand links to a clause.
    fn is_linked_from_hand(&self, edition: &Ruleset, topic: ClauseId) -> bool {
        self.rules.contains(&GuestRuleListEntry {
            edition: edition.id.to_owned(),
            topic: Some(topic),
        })
    }
}

/// Returns an address at which the work of a source can be read.
fn address_of_source(source: ClauseSource) -> Option<&'static str> {
    source.work()?.best_address()
}

/// Returns the beginning of a link to a page of our book: everything before its path from the root
/// of the site.
pub(super) fn own_link_prefix() -> String {
    format!("href=\"{AWAY}")
}
