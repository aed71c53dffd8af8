//! What an edition decides, in a few words, with what it stands on: told, silent, not known, or only by agreement.

use crate::editions;
use crate::rules::{Agreed, Answer, ClauseView, Mark, Marked, Presence, Ruleset, Source, TakenOver, Topic};

/// The decision of an edition on a topic, with its marks; what they say that has no sign is said in words.
pub(super) fn provenance(edition: &'static Ruleset, topic: Topic) -> Marked<String> {
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
        (true, _) if clause.presence == Presence::Lacking => format!("not known; {words}, as {}", origin.short),
        (true, _) => format!("not known; {words}"),
        (false, Source::Silent) => format!("silent; we read: {words}"),
        (false, _) => words,
    }
}

/// From where it is taken over, and how sure that is.
fn from(clause: &ClauseView, origin: &Ruleset) -> String {
    match clause.source {
        Source::Same { taken: TakenOver::NotToldAgain, .. } if origin.clause(clause.topic).source != Source::Silent => {
            format!("taken from {}", origin.short)
        }
        _ => format!("as {}", origin.short),
    }
}

fn joined(words: &str, more: &str) -> String {
    if words.is_empty() { more.into() } else { format!("{words}, {more}") }
}

fn silence(clause: &ClauseView, origin: &Ruleset) -> String {
    if clause.is_unknown() { format!("not known; silent, as {}", origin.short) } else { "silent".into() }
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
        None => "where agreed: as the company sets it".into(),
    }
}

/// Whether an edition decides otherwise than another: both sources speak of the thing, and no choice of ours between the
/// readings of their words makes the two agree. What a source only offers decides nothing.
pub(super) fn differs(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    speaks(edition, topic)
        && speaks(other, topic)
        && are_apart(edition, other, topic)
        && are_apart(&read_as(other, edition, topic), other, topic)
        && are_apart(edition, &read_as(edition, other, topic), topic)
}

/// Whether an edition tells what the source of another passes over, or offers a company what the other does not offer.
pub(super) fn adds(edition: &'static Ruleset, other: &'static Ruleset, topic: Topic) -> bool {
    let tells = matches!(editions::origin(edition, topic).clause(topic).source, Source::Says { .. });
    let is_news = !speaks(other, topic) && tells || offers(edition, topic) && !offers(other, topic);
    speaks(edition, topic) && is_news && !differs(edition, other, topic)
}

/// Whether the source of an edition speaks on a topic, and of this game. What we play in the stead of a silent source, or
/// take from another, is not told of it; nor does a source that tells the game without a thing say anything of it.
fn speaks(edition: &'static Ruleset, topic: Topic) -> bool {
    let (clause, origin) = (edition.clause(topic), editions::origin(edition, topic).clause(topic));
    let is_silent = matches!(origin.source, Source::Silent | Source::Period { .. } | Source::Without);
    let is_not_told = clause.is_unknown() || clause.marks().has(Mark::NotToldAgain);
    !(is_silent || is_not_told || matches!(clause.presence, Presence::Untold | Presence::OtherGame(_)))
}

/// Whether two editions as they stand are not the same on a topic, whoever decided it.
fn are_apart(edition: &Ruleset, other: &Ruleset, topic: Topic) -> bool {
    let (this, that) = (edition.clause(topic), other.clause(topic));
    // Where a rule for people is in part our reading, its words are no witness.
    let has_words = |clause: &ClauseView| clause.is_custom() && !clause.is_absent() && !clause.marks().is_ours();
    let is_rephrased = has_words(&this) && has_words(&that) && !this.is_worded_like(&that);
    !edition.decides_as(other, topic) || this.is_absent() != that.is_absent() || is_rephrased
}

/// An edition with its source's words read as another has it, wherever they fit more than one answer and an option goes
/// with the question.
fn read_as(other: &Ruleset, edition: &Ruleset, topic: Topic) -> Ruleset {
    let open = edition.readings(topic).iter().filter(|reading| reading.kind == Answer::Open);
    let options = open.filter_map(|reading| Agreed::by_name(reading.option?));
    options.fold(*edition, |edition, option| option.as_in(other, &edition))
}

/// Whether the source of an edition offers what the edition does not have of itself.
fn offers(edition: &'static Ruleset, topic: Topic) -> bool {
    speaks(edition, topic) && matches!(edition.clause(topic).presence, Presence::Agreed(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(edition: &str, topic: Topic) -> String {
        provenance(editions::by_id(edition).expect("an edition"), topic).set(|said, _| said.clone())
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
        assert!(says("boussac-1896", Topic::ForcedLast).contains("where agreed: plays their hand as it is"));
        assert!(says("pamphile-1758", Topic::FlushWild).contains("where agreed: the top card is of any suit"));
        assert!(says("mery-1847", Topic::PamFee).contains("only in his other game"));
        assert!(says("mery-1847", Topic::PamFee).ends_with("as 1758"));
    }

    fn add(edition: &str, other: &str) -> Vec<Topic> {
        let [edition, other] = [edition, other].map(|id| editions::by_id(id).expect("an edition"));
        Topic::ALL.iter().copied().filter(|topic| adds(edition, other, *topic)).collect()
    }

    fn pairs() -> impl Iterator<Item = (&'static Ruleset, &'static Ruleset)> {
        editions::ALL.iter().flat_map(|edition| editions::ALL.iter().map(|other| (*edition, *other)))
    }

    #[test]
    fn where_either_source_is_silent_nothing_differs() {
        for (edition, other) in pairs() {
            for topic in differ(edition.id, other.id) {
                for one in [edition, other] {
                    let source = editions::origin(one, topic).clause(topic).source;
                    assert!(!matches!(source, Source::Silent | Source::Period { .. }), "{}/{topic}", one.id);
                    let marks = one.clause(topic).marks();
                    assert!(!marks.has(Mark::NotKnown) && !marks.has(Mark::NotToldAgain), "{}/{topic}", one.id);
                }
            }
        }
        assert_eq!(differ("mouche-1730", "mouche-1718"), []);
        assert_eq!(differ("mery-1847", "mouche-1718"), []);
    }

    #[test]
    fn what_the_other_passes_over_or_does_not_offer_is_told_here() {
        assert_eq!(add("mouche-1730", "mouche-1718"), [Topic::DebtSweep]);
        use Topic::{FlushWild, PamCard, PamFee, PamNames, PamTrump, PamTurned};
        let pamphile = [FlushWild, PamCard, PamTrump, PamFee, PamTurned, PamNames];
        assert_eq!(add("pamphile-1758", "mouche-1718"), pamphile);
        assert_eq!(add("mery-1847", "mouche-1718"), [Topic::DebtCap]);
        let boussac = add("boussac-1896", "mouche-1718");
        for topic in [Topic::ForcedLast, Topic::Credit, Topic::End, Topic::FaultMisdeal, Topic::FaultShow] {
            assert!(boussac.contains(&topic), "{topic}");
        }
        for topic in [Topic::Stake, Topic::DebtCap, Topic::DebtSweep, Topic::TableTalk] {
            assert!(!boussac.contains(&topic), "{topic}");
        }
        for (edition, other) in pairs() {
            let both = add(edition.id, other.id).into_iter().find(|topic| differs(edition, other, *topic));
            assert_eq!(both, None, "{} against {}", edition.id, other.id);
        }
    }

    #[test]
    fn an_offer_alone_is_no_difference() {
        for (edition, other) in pairs() {
            for topic in differ(edition.id, other.id) {
                let as_it_stands = !edition.decides_as(other, topic) || edition.has(topic) != other.has(topic);
                let rule = edition.clause(topic);
                assert!(as_it_stands || rule.is_custom(), "{}/{topic} against {}", edition.id, other.id);
            }
        }
        assert!(!differ("boussac-1896", "mouche-1718").contains(&Topic::ForcedLast));
        assert!(!differ("boussac-1896", "mery-1847").contains(&Topic::PamCard), "another game of his");
        assert!(
            differ("boussac-1896", "pamphile-1758").contains(&Topic::FlushWild),
            "the one has what the other offers"
        );
    }

    #[test]
    fn an_open_reading_hides_a_difference_only_if_the_other_answer_would_end_it() {
        let boussac = differ("boussac-1896", "mouche-1718");
        for topic in [Topic::TurnOwner, Topic::FlushPat, Topic::Stake, Topic::Forced, Topic::DeclFold] {
            assert!(boussac.contains(&topic), "{topic}");
        }
        assert!(!differ("mouche-1718", "mouche-1730").contains(&Topic::DebtEnter));
        assert!(!differ("mouche-1730", "mouche-1718").contains(&Topic::DebtEnter), "nobody says that 1730 must stage");
    }

    #[test]
    fn a_shorter_pack_is_no_other_order_and_the_same_words_no_other_rule() {
        for topic in [Topic::Rank, Topic::FlushPoints, Topic::DealCut, Topic::SeatDraw] {
            assert!(!differ("boussac-1896", "mouche-1718").contains(&topic), "{topic}");
        }
        assert!(
            differ("boussac-1896", "mouche-1718").contains(&Topic::DealFirst),
            "the lowest card deals, not the king"
        );
    }

    #[test]
    fn the_ceiling_is_for_the_company_and_its_figure_an_example() {
        assert_eq!(says("mery-1847", Topic::DebtCap), "agreed; here 20 chips (Lalanne’s example)");
    }

    #[test]
    fn what_is_taken_over_keeps_its_marks() {
        for edition in editions::ALL {
            for topic in editions::topics() {
                let (own, origin) = (provenance(edition, *topic).marks(), editions::origin(edition, *topic));
                for mark in origin.clause(*topic).marks().iter().filter(|mark| !mark.sign().is_empty()) {
                    let kept = own.has(mark) || (mark == Mark::PartlyOurs && own.has(Mark::Ours));
                    assert!(kept, "{}/{topic} loses {mark:?}", edition.id);
                }
            }
        }
    }
}
