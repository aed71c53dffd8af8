//! What an edition decides, in a few words, with what it stands on: told, silent, not known, or only by agreement.

use crate::editions;
use crate::rules::{Agreed, ClauseView, Custom, Presence, Ruleset, Source, Topic, Value};

/// The decision of an edition on a topic, marked where it is not the source's own.
pub(super) fn footing(edition: &'static Ruleset, topic: Topic) -> String {
    let clause = edition.clause(topic);
    let origin = editions::origin(edition, topic);
    let words = match clause.presence {
        Presence::OtherGame(option) => format!("only in his other game (by the option {option})"),
        // What is told beside the clause that another text tells.
        Presence::Untold if matches!(clause.source, Source::Period { .. }) => {
            "practice that looks like the time's, not his".into()
        }
        Presence::Untold => return silence(&clause, origin),
        Presence::Lacking => "none".into(),
        Presence::Agreed(_) | Presence::Present if origin.id == edition.id => decision(edition, &clause),
        Presence::Agreed(_) | Presence::Present => String::new(),
    };
    let source = origin.clause(topic).source;
    let taken_over = origin.id != edition.id && (words.is_empty() || clause.presence != Presence::Lacking);
    let words = if taken_over { joined(&words, &format!("as {}", origin.year)) } else { words };
    match (clause.is_unknown(), source) {
        (true, _) if clause.presence == Presence::Lacking => format!("not known; {words}, as {}", origin.year),
        (true, _) => format!("not known; {words}"),
        (false, Source::Silent) => format!("silent; we read: {words}"),
        (false, _) => words,
    }
}

fn joined(words: &str, more: &str) -> String {
    if words.is_empty() { more.into() } else { format!("{words}, {more}") }
}

fn silence(clause: &ClauseView, origin: &Ruleset) -> String {
    if clause.is_unknown() { format!("not known; silent, as {}", origin.year) } else { "silent".into() }
}

/// The value in words, and what else its edition offers. A rule that only people keep has no value: its text is the gist.
fn decision(edition: &Ruleset, clause: &ClauseView) -> String {
    match clause.presence {
        Presence::Agreed(option) => format!("{}; {}", value(clause), agreed(edition, clause.topic, option)),
        _ => value(clause),
    }
}

fn agreed(edition: &Ruleset, topic: Topic, option: &str) -> String {
    let other = Agreed::by_name(option).and_then(|option| option.otherwise(edition));
    match other {
        Some(other) => format!("where agreed: {}", other.clause(topic).value),
        None => format!("where agreed: by the option {option}"),
    }
}

/// The value in words.
pub(super) fn value(clause: &ClauseView) -> String {
    if clause.value == Custom.says() { clause.text.into() } else { clause.value.clone() }
}

/// Whether an edition decides otherwise than another. That its source is silent, or not at hand, is no decision; nor is
/// another game of its author's.
pub(super) fn differs(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    let (this, that) = (edition.clause(topic), other.clause(topic));
    let is_undecided = this.is_unknown() || this.presence == Presence::Untold || is_other_game(&this);
    if is_undecided || that.is_unknown() || is_other_game(&that) || matches!(that.source, Source::Period { .. }) {
        return false;
    }
    let has_words = |clause: &ClauseView| clause.value == Custom.says() && !clause.is_absent();
    let rephrased = has_words(&this) && has_words(&that) && this.text != that.text;
    let is_had_by_one = this.is_absent() != that.is_absent();
    !edition.has_value_of(other, topic) || is_had_by_one || rephrased || offers(edition, topic) != offers(other, topic)
}

/// Whether the source of an edition offers what the edition does not have of itself.
fn offers(edition: &'static Ruleset, topic: Topic) -> bool {
    let origin = editions::origin(edition, topic).clause(topic);
    matches!(edition.clause(topic).presence, Presence::Agreed(_)) && origin.source != Source::Silent
}

fn is_other_game(clause: &ClauseView) -> bool {
    matches!(clause.presence, Presence::OtherGame(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(edition: &str, topic: Topic) -> String {
        footing(editions::by_id(edition).expect("an edition"), topic)
    }

    fn differ(edition: &str, other: &str) -> Vec<Topic> {
        let [edition, other] = [edition, other].map(|id| editions::by_id(id).expect("an edition"));
        Topic::ALL.iter().copied().filter(|topic| differs(edition, other, *topic)).collect()
    }

    #[test]
    fn a_silence_is_marked_and_what_is_not_known_too() {
        assert!(says("boussac-1896", Topic::PlayTrump).starts_with("silent; we read: binding"));
        assert!(says("mouche-1730", Topic::End).starts_with("silent; we read: as 1718"));
        assert_eq!(says("mouche-1718", Topic::FaultShow), "silent");
        assert_eq!(says("mouche-1718", Topic::FilleDeal), "none");
        assert_eq!(says("mery-1847", Topic::Stake), "not known; as 1718");
        assert_eq!(says("mery-1847", Topic::FilleDeal), "not known; none, as 1718");
    }

    #[test]
    fn what_is_only_offered_is_not_none() {
        assert!(says("boussac-1896", Topic::ForcedLast).contains("where agreed: plays his hand as it is"));
        assert!(says("pamphile-1758", Topic::FlushWild).contains("where agreed: the top card is of any suit"));
        assert!(says("mery-1847", Topic::PamFee).contains("only in his other game"));
        assert!(says("mery-1847", Topic::PamFee).ends_with("as 1758"));
    }

    #[test]
    fn of_mery_only_the_ceiling_differs() {
        assert_eq!(differ("mery-1847", "mouche-1718"), [Topic::DebtCap]);
        assert_eq!(differ("mery-1847", "pamphile-1758"), [Topic::DebtCap]);
    }

    #[test]
    fn a_silence_or_a_shorter_pack_is_no_difference() {
        let boussac = differ("boussac-1896", "mouche-1718");
        for topic in [Topic::Rank, Topic::TableTalk, Topic::ChipsKinds, Topic::FlushPoints, Topic::PlayFollow] {
            assert!(!boussac.contains(&topic), "{topic}");
        }
        assert_eq!(differ("mouche-1730", "mouche-1718"), [Topic::DebtEnter, Topic::DebtSweep]);
        for topic in [Topic::PamTrump, Topic::ForcedLast, Topic::PlayFree, Topic::Stake, Topic::FaultShow] {
            assert!(boussac.contains(&topic), "{topic}");
        }
    }
}
