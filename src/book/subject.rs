//! What topics belong together.

use crate::rules::Topic;

/// What a topic belongs to, by the first part of its id.
pub(super) fn subject(topic: Topic) -> &'static str {
    match topic.id().split('.').next().unwrap_or_default() {
        "players" | "pack" | "rank" | "chips" => "Players, cards and chips",
        "seat" | "deal" | "direction" | "stake" | "fille" | "turn" => "Seats, stake and deal",
        "forced" | "decl" => "Declaring",
        "exchange" => "Exchanging cards",
        "flush" | "table" => "Five of a suit",
        "play" | "trick" => "Playing the cards",
        "pam" => "The Pamphile in the game",
        "pay" | "debt" => "Paying and owing",
        "fault" => "Faults and their price",
        _ => "Empty hands, credit and the end",
    }
}

/// Things of topics, in the order of the topics, under the titles of what they belong to.
pub(super) fn by_subject<T>(all: Vec<T>, topic: impl Fn(&T) -> Topic) -> Vec<Group<T>> {
    let mut groups: Vec<Group<T>> = Vec::new();
    for one in all {
        let title = subject(topic(&one));
        match groups.last_mut().filter(|group| group.title == title) {
            Some(group) => group.members.push(one),
            None => groups.push(Group { title, members: vec![one] }),
        }
    }
    groups
}

/// What belongs together.
pub(super) struct Group<T> {
    /// The title over it.
    pub(super) title: &'static str,
    /// What it holds.
    pub(super) members: Vec<T>,
}
