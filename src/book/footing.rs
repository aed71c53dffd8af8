//! What an edition decides, in a few words, with what it stands on: told, silent, not known, or only by agreement.

use crate::editions;
use crate::rules::{Agreed, Answer, ClauseView, Mark, Marked, Presence, Ruleset, Source, TakenOver, Topic};

/// The decision of an edition on a topic, with its marks; what they say that has no sign is said in words.
pub(super) fn footing(edition: &'static Ruleset, topic: Topic) -> Marked<String> {
    let clause = edition.clause(topic);
    clause.gist().map(|gist| told(edition, &clause, gist))
}

fn told(edition: &'static Ruleset, clause: &ClauseView, gist: &str) -> String {
    let topic = clause.topic;
    let origin = editions::origin(edition, topic);
    let words = match clause.presence {
        Presence::OtherGame(option) => format!("only in his other game (by the option {option})"),
        // What is told beside the clause that another text tells.
        Presence::Untold if matches!(clause.source, Source::Period { .. }) => {
            "practice that looks like the time's, not his".into()
        }
        Presence::Untold => return silence(clause, origin),
        Presence::Lacking => "none".into(),
        Presence::Agreed(_) | Presence::Present if origin.id == edition.id => decision(edition, clause, gist),
        Presence::Agreed(_) | Presence::Present => String::new(),
    };
    let source = origin.clause(topic).source;
    let taken_over = origin.id != edition.id && (words.is_empty() || clause.presence != Presence::Lacking);
    let words = if taken_over { joined(&words, &from(clause, origin)) } else { words };
    match (clause.is_unknown(), source) {
        (true, _) if clause.presence == Presence::Lacking => format!("not known; {words}, as {}", origin.year),
        (true, _) => format!("not known; {words}"),
        (false, Source::Silent) => format!("silent; we read: {words}"),
        (false, _) => words,
    }
}

/// From where it is taken over, and how sure that is.
fn from(clause: &ClauseView, origin: &Ruleset) -> String {
    match clause.source {
        Source::Same { taken: TakenOver::NotToldAgain, .. } if origin.clause(clause.topic).source != Source::Silent => {
            format!("taken from {}", origin.year)
        }
        _ => format!("as {}", origin.year),
    }
}

fn joined(words: &str, more: &str) -> String {
    if words.is_empty() { more.into() } else { format!("{words}, {more}") }
}

fn silence(clause: &ClauseView, origin: &Ruleset) -> String {
    if clause.is_unknown() { format!("not known; silent, as {}", origin.year) } else { "silent".into() }
}

/// What is decided, and what else its edition offers. Of a ceiling no edition names the figure: it is for the company, and
/// the one at hand is that of the example.
fn decision(edition: &Ruleset, clause: &ClauseView, gist: &str) -> String {
    match (clause.presence, edition.debt_cap.read().map(|cap| cap.zip(clause.source.work())).set(|cap, _| *cap)) {
        (Presence::Agreed(option), _) => format!("{gist}; {}", agreed(edition, clause.topic, option)),
        (_, Some((chips, work))) if clause.topic == Topic::DebtCap => {
            format!("agreed; here {chips} chips ({}’s example)", work.short.split(',').next().unwrap_or_default())
        }
        _ => gist.into(),
    }
}

fn agreed(edition: &Ruleset, topic: Topic, option: &str) -> String {
    let other = Agreed::by_name(option).and_then(|option| option.otherwise(edition));
    match other {
        Some(other) => format!("where agreed: {}", other.clause(topic).key()),
        None => format!("where agreed: by the option {option}"),
    }
}

/// Whether an edition decides otherwise than another. That a source is silent, or not at hand, is no decision, whatever we
/// play in its stead; nor is another game of its author's, nor what a reading of ours chose.
pub(super) fn differs(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    decides(edition, topic) && !passes_over(other, topic) && parts(edition, other, topic)
}

/// Whether an edition tells what the source of another passes over.
pub(super) fn adds(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    decides(edition, topic) && passes_over(other, topic) && parts(edition, other, topic)
}

/// Whether nothing is decided on a topic in an edition, or not by it.
fn passes_over(edition: &'static Ruleset, topic: Topic) -> bool {
    let clause = edition.clause(topic);
    let is_not_its_own = matches!(clause.source, Source::Period { .. }) || is_other_game(&clause);
    clause.marks().has(Mark::Silent) || clause.is_unknown() || is_not_its_own
}

/// Whether a source of an edition speaks on a topic, and of this game.
fn decides(edition: &'static Ruleset, topic: Topic) -> bool {
    let (clause, origin) = (edition.clause(topic), editions::origin(edition, topic).clause(topic));
    let is_silent = matches!(origin.source, Source::Silent | Source::Period { .. });
    let is_not_told = clause.is_unknown() || clause.marks().has(Mark::NotToldAgain);
    !(is_not_told || clause.presence == Presence::Untold || is_other_game(&clause) || is_silent)
}

/// Whether two editions are not the same on a topic, whoever decided it.
fn parts(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    let (this, that) = (edition.clause(topic), other.clause(topic));
    let has_words = |clause: &ClauseView| clause.is_custom() && !clause.is_absent();
    let rephrased = has_words(&this) && has_words(&that) && !this.is_worded_like(&that);
    let is_had_by_one = this.is_absent() != that.is_absent();
    let is_other_value = !edition.has_value_of(other, topic)
        && !hangs_on_a_reading(edition, other, topic)
        && !hangs_on_a_reading(other, edition, topic);
    is_other_value || is_had_by_one || rephrased || offers(edition, topic) != offers(other, topic)
}

/// Whether an edition's value is apart from another's by our choice: its source speaks in words that fit more than one
/// answer, and the two stand otherwise in the option that goes with the question.
fn hangs_on_a_reading(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    let open = edition.readings(topic).iter().filter(|reading| reading.kind == Answer::Open);
    let mut options = open.filter_map(|reading| Agreed::by_name(reading.option?));
    options.any(|option| option.now(edition) != option.now(other))
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
        footing(editions::by_id(edition).expect("an edition"), topic).set(|said, _| said.clone())
    }

    fn differ(edition: &str, other: &str) -> Vec<Topic> {
        let [edition, other] = [edition, other].map(|id| editions::by_id(id).expect("an edition"));
        editions::topics().copied().filter(|topic| differs(edition, other, *topic)).collect()
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
        for topic in [Topic::ForcedLast, Topic::Stake, Topic::Forced] {
            assert!(boussac.contains(&topic), "{topic}");
        }
    }

    #[test]
    fn what_we_play_in_the_stead_of_a_silent_source_is_no_difference() {
        let boussac = differ("boussac-1896", "mouche-1718");
        for topic in [Topic::PlayFree, Topic::PamTrump, Topic::DebtCap, Topic::End] {
            assert!(!boussac.contains(&topic), "{topic}");
        }
        assert!(!differ("boussac-1896", "mery-1847").contains(&Topic::DebtCap));
        for edition in editions::ALL {
            for topic in editions::ALL.iter().flat_map(|other| differ(edition.id, other.id)) {
                let origin = editions::origin(edition, topic);
                assert_ne!(origin.clause(topic).source, Source::Silent, "{}/{topic}", edition.id);
            }
        }
    }

    #[test]
    fn a_choice_that_a_source_leaves_to_the_company_is_no_difference() {
        assert_eq!(differ("mouche-1730", "mouche-1718"), [Topic::DebtSweep]);
        assert!(!differ("pamphile-1758", "mouche-1730").contains(&Topic::DebtEnter));
    }

    #[test]
    fn what_the_other_passes_over_is_told_first_and_no_difference() {
        let [boussac, first] = ["boussac-1896", "mouche-1718"].map(|id| editions::by_id(id).expect("an edition"));
        assert!(adds(boussac, first, Topic::FaultShow) && !differs(boussac, first, Topic::FaultShow));
        assert!(!adds(boussac, first, Topic::Stake));
    }

    #[test]
    fn the_ceiling_is_for_the_company_and_its_figure_an_example() {
        assert_eq!(says("mery-1847", Topic::DebtCap), "agreed; here 20 chips (Lalanne’s example)");
    }

    #[test]
    fn what_is_taken_over_keeps_its_marks() {
        for edition in editions::ALL {
            for topic in editions::topics() {
                let (own, origin) = (footing(edition, *topic).marks(), editions::origin(edition, *topic));
                for mark in origin.clause(*topic).marks().iter().filter(|mark| !mark.sign().is_empty()) {
                    let kept = own.has(mark) || (mark == Mark::PartlyOurs && own.has(Mark::Ours));
                    assert!(kept, "{}/{topic} loses {mark:?}", edition.id);
                }
            }
        }
    }
}
