//! The chapters that list hands: the shelf of an edition, the hands told under several editions,
//! and the index.

use super::agreed_options::{agreed_options, has_agreed_options};
use super::clauses_taught_by_lessons::TaughtClauses;
use super::shared_topic_groups::{LISTS, group_runs_by_subject, shared_title, subject_of};
use crate::book::site::lang_attribute;
use crate::book::{BookGamesAndPages, game_page_path};
use crate::cards::count_of;
use crate::editions;
use crate::page::safe_markdown::add_language_spaces;
use crate::page::{COMPARISON, HandUnderEdition, HomeOrGuestPage, join_lines, plain_text};
use crate::rules::{ClauseId, ClausePresence, FamilyGame, OptionDef, Ruleset};
use crate::scenario::StoryWithFile;
use anyhow::Result;
use askama::Template;
use std::collections::BTreeMap;

/// The subject of a hand that does not say what it shows.
const LAST_SUBJECT: &str = "When others fold, credit and the end";

/// The fewest letters of the opening of a hand. A shorter first sentence says too little by itself.
const SHORTEST_OPENING: usize = 40;

/// A hand in a list, with a note after its title: the other editions that it is checked under.
#[derive(Clone)]
struct ListedHand<'a> {
    view: &'a HandUnderEdition<'a>,
    note: String,
}

/// A list of hands in groups.
#[derive(Template)]
#[template(path = "shelf.html")]
struct GroupedHands<'a> {
    place: HomeOrGuestPage,
    levels: &'a TaughtClauses,
    /// The edition whose hands these are; none for hands told under several editions.
    edition: Option<&'a Ruleset>,
    groups: Vec<(&'static str, Vec<ListedHand<'a>>)>,
}

/// Returns whether the rules of a hand have the thing that a clause is about. A hand may also show that its rules lack it, but
/// nobody looks for that hand by the clause.
pub(super) fn have_rule_on(rules: &Ruleset, topic: ClauseId) -> bool {
    matches!(
        rules.presence_of(topic),
        ClausePresence::Present | ClausePresence::Untold
    )
}

impl GroupedHands<'_> {
    /// Returns whether a hand shows a clause that its rules have, under the edition of the list or else
    /// under one of its editions.
    fn is_shown_under_edition(&self, view: &HandUnderEdition, topic: ClauseId) -> bool {
        view.file.stories.iter().any(|story| {
            let run = StoryWithFile {
                file: view.file,
                story,
            };
            self.edition
                .is_none_or(|edition| edition.id == story.rules.id)
                && have_rule_on(&story.rules, topic)
                && editions::by_id(story.rules.id)
                    .is_some_and(|edition| run.shows_clause_of_lineage(edition, topic))
        })
    }

    /// Returns the ids of the clauses that a hand shows, with spaces between them.
    fn shown_clause_ids(&self, view: &HandUnderEdition) -> String {
        let ids: Vec<&str> = editions::clause_ids_in_use()
            .filter(|topic| self.is_shown_under_edition(view, **topic))
            .map(|topic| topic.id())
            .collect();
        ids.join(" ")
    }

    /// Returns the clauses that hands of the list show, each as its id and its title, as JSON for
    /// the filter.
    fn clause_titles_json(&self) -> askama::Result<String> {
        let mut titles: Vec<(&str, String)> = Vec::new();
        for topic in editions::clause_ids_in_use() {
            let mut listed = self.groups.iter().flat_map(|(_, hands)| hands);
            if listed.any(|hand| self.is_shown_under_edition(hand.view, *topic)) {
                titles.push((topic.id(), shared_title(*topic)));
            }
        }
        to_json(&titles)
    }
}

/// Returns what a hand has that readers can filter by, as `theme/shelf.js` knows it.
fn hand_filter_words(view: &HandUnderEdition) -> String {
    let facts = [
        ("refused", has_refusal(view)),
        ("tasks", view.story.outline().has_tasks),
        ("compared", view.has_several_editions()),
        ("options", has_agreed_options(view)),
    ];
    let mut words = Vec::new();
    for (word, has_it) in facts {
        if has_it {
            words.push(word);
        }
    }
    words.join(" ")
}

/// The list of all hands, game by game.
#[derive(Template)]
#[template(path = "all_hands.html")]
struct AllHandsList<'a> {
    place: HomeOrGuestPage,
    levels: &'a TaughtClauses,
    games: Vec<(&'static FamilyGame, Vec<&'a HandUnderEdition<'a>>)>,
}

impl AllHandsList<'_> {
    /// Returns the clauses that hands say they show, each as its id and its title, as JSON for the
    /// filter.
    fn promised_clauses_json(&self) -> askama::Result<String> {
        let mut titles: Vec<(&str, String)> = Vec::new();
        for topic in editions::clause_ids_in_use() {
            let mut listed = self.games.iter().flat_map(|(_, hands)| hands);
            if listed.any(|view| view.file.promised_clauses().any(|shown| shown == *topic)) {
                titles.push((topic.id(), shared_title(*topic)));
            }
        }
        to_json(&titles)
    }

    /// Returns the games, each as its id and its name, as JSON for the filter.
    fn game_names_json(&self) -> askama::Result<String> {
        let names: Vec<_> = self
            .games
            .iter()
            .map(|(game, _)| (game.id, game.name))
            .collect();
        to_json(&names)
    }
}

/// Returns a value as JSON in a template.
fn to_json(value: &impl serde::Serialize) -> askama::Result<String> {
    serde_json::to_string(value).map_err(|error| askama::Error::Custom(error.into()))
}

/// Returns the ids of the clauses that a hand says it shows, with spaces between them.
fn promised_clause_ids(view: &HandUnderEdition) -> String {
    let ids: Vec<&str> = view
        .file
        .promised_clauses()
        .map(|topic| topic.id())
        .collect();
    ids.join(" ")
}

/// Returns the chapter that lists all hands, as Markdown. In each game they stand in the order in
/// which it is learnt.
pub(super) fn all_hands_chapter(
    hands: &[HandUnderEdition],
    content: &BookGamesAndPages,
    levels: &TaughtClauses,
    place: HomeOrGuestPage,
) -> Result<String> {
    let mut games = Vec::new();
    for (game, editions) in &content.games {
        let mut of_game: Vec<&HandUnderEdition> = hands.iter().collect();
        of_game.retain(|view| {
            let id = view.story.rules.id;
            view.is_first_edition() && editions.iter().any(|edition| edition.id == id)
        });
        let groups = group_in_learning_order(of_game, |view| *view);
        let listed: Vec<&HandUnderEdition> = groups
            .into_iter()
            .flat_map(|(_, members)| members)
            .collect();
        if !listed.is_empty() {
            games.push((*game, listed));
        }
    }
    let list = AllHandsList {
        place,
        levels,
        games,
    };
    let head = "# All hands\n\nThe engine has checked every card and every chip in these hands. [The index of hands](index-of-hands.html) lists them by the clauses and options that they show.\n\n";
    Ok(head.to_owned() + &join_lines(&list.render()?) + "\n")
}

/// Lists hands in the order in which the game is learnt, as HTML on one line.
fn list_in_learning_order(
    place: HomeOrGuestPage,
    levels: &TaughtClauses,
    edition: Option<&Ruleset>,
    hands: Vec<ListedHand>,
) -> Result<String> {
    let groups = group_in_learning_order(hands, |hand| hand.view);
    let list = GroupedHands {
        place,
        levels,
        edition,
        groups,
    };
    Ok(join_lines(&list.render()?))
}

/// Groups hands by the subject of the first clause that each says it shows, in the order in which
/// the game is learnt. In a group the plain and short hands come first.
pub(super) fn group_in_learning_order<'a, T>(
    mut hands: Vec<T>,
    view_of: impl Fn(&T) -> &'a HandUnderEdition<'a>,
) -> Vec<(&'static str, Vec<T>)> {
    hands.sort_by_key(|hand| {
        let view = view_of(hand);
        (
            view.has_several_editions(),
            has_agreed_options(view),
            view.story.outline().step_count,
        )
    });
    let mut groups: Vec<(&'static str, Vec<T>)> = Vec::new();
    for (subject, _) in LISTS.subjects {
        groups.push((subject, Vec::new()));
    }
    for hand in hands {
        let subject = subject_of_hand(view_of(&hand));
        let group = groups.iter_mut().find(|(title, _)| *title == subject);
        if let Some((_, members)) = group {
            members.push(hand);
        }
    }
    groups.retain(|(_, members)| !members.is_empty());
    groups
}

/// Returns the title of the group to which a hand belongs.
fn subject_of_hand(view: &HandUnderEdition) -> &'static str {
    match view.file.promised_clauses().next() {
        Some(topic) => subject_of(topic),
        None => LAST_SUBJECT,
    }
}

/// Returns the line that says, at the end of the page of a hand, to which group of its shelf it belongs, and
/// which hand of the group it is.
pub(super) fn place_in_group_line(
    place: HomeOrGuestPage,
    shelf: &str,
    group: &str,
    number: usize,
    count: usize,
) -> String {
    let href = place.link_to(&format!("hands/{shelf}.html#{}", group_anchor(group)));
    format!(
        "<p class=\"page-nav hand-group\"><a href=\"{href}\">{group}</a>: hand {number} of {count}</p>\n"
    )
}

/// Returns what a hand is about: the first sentence of its prose, and the next if the first is
/// short.
fn opening_of_prose(view: &HandUnderEdition) -> String {
    let narrations = view.story.outline().narrations.iter();
    let mut prose = narrations.map(|narration| plain_text(narration));
    let first = prose.find(|text| !text.is_empty()).unwrap_or_default();
    let mut text = add_language_spaces(&first, view.language());
    for (at, _) in text.match_indices(' ') {
        if at >= SHORTEST_OPENING && text[..at].ends_with(['.', '?', '!', '…']) {
            text.truncate(at);
            break;
        }
    }
    text
}

/// Returns the id of the heading of a group.
fn group_anchor(title: &str) -> String {
    let words = title.replace(',', "").replace(' ', "-");
    format!("about-{}", words.to_lowercase())
}

/// Returns the chapter that lists the hands of an edition, as Markdown.
pub(super) fn hand_list_chapter(
    edition: &Ruleset,
    hands: &[HandUnderEdition],
    content: &BookGamesAndPages,
    levels: &TaughtClauses,
    place: HomeOrGuestPage,
) -> Result<String> {
    let mut listed = Vec::new();
    for view in hands {
        if view.story.rules.id != edition.id {
            continue;
        }
        let mut note = names_of_editions(view, edition.id);
        if !note.is_empty() {
            note.insert_str(0, "compared with ");
        }
        listed.push(ListedHand { view, note });
    }
    let head = format!(
        "# Hands: {}\n\n{} played by the [rules of {}]({}), in the order in which you would learn the game. \
         The engine has checked every card and every chip in them. [All hands by clause](index-of-hands.html).{}\n\n",
        edition.name,
        count_of(listed.len(), "hand"),
        edition.short,
        place.link_to_rules(edition),
        links_to_other_editions(edition, content),
    );
    Ok(head + &list_in_learning_order(place, levels, Some(edition), listed)? + "\n")
}

/// Returns links to the shelves of the other editions of the same game, as Markdown.
fn links_to_other_editions(edition: &Ruleset, content: &BookGamesAndPages) -> String {
    let is_its_game = |editions: &[&Ruleset]| editions.iter().any(|other| other.id == edition.id);
    let mut links = String::new();
    let game = content
        .games
        .iter()
        .find(|(_, editions)| is_its_game(editions));
    if let Some((_, editions)) = game {
        for other in editions {
            if other.id != edition.id {
                links += &format!(" [{}]({}.html).", other.name, other.id);
            }
        }
    }
    links
}

/// Returns the chapter that lists the hands told under several editions, as Markdown.
pub(super) fn compared_hands_chapter(
    hands: &[&HandUnderEdition],
    levels: &TaughtClauses,
    place: HomeOrGuestPage,
) -> Result<String> {
    let mut listed = Vec::new();
    for view in hands.iter().copied() {
        let note = format!("under {}", names_of_editions(view, ""));
        listed.push(ListedHand { view, note });
    }
    let head = "# The same deal under several editions\n\nThe engine has checked the same cards under the rules of several editions. A step that is the same in all editions is shown once. \
         Where the editions differ, each has its own column with its own clauses. The end shows the result of the hand in each edition.\n\n";
    Ok(head.to_owned() + &list_in_learning_order(place, levels, None, listed)? + "\n")
}

/// Returns the short names of the editions that a file names, except the one of this id.
fn names_of_editions(view: &HandUnderEdition, excluded_edition_id: &str) -> String {
    let mut names = Vec::new();
    for story in &view.file.stories {
        if story.rules.id != excluded_edition_id {
            names.push(story.rules.short);
        }
    }
    names.join(", ")
}

/// Returns how many players a hand has, and how long it is: `4 players · 2 deals, 31 steps`.
fn players_and_length(view: &HandUnderEdition) -> String {
    let players = count_of(view.story.players.len(), "player");
    let outline = view.story.outline();
    let steps = count_of(outline.step_count, "step");
    if outline.deal_count > 1 {
        let deals = count_of(outline.deal_count, "deal");
        return format!("{players} · {deals}, {steps}");
    }
    format!("{players} · {steps}")
}

/// Returns whether a step of a hand shows a move that is refused.
fn has_refusal(view: &HandUnderEdition) -> bool {
    !view.story.outline().refusing.is_empty()
}

/// The index of hands, by the clauses and the options that they show.
#[derive(Template)]
#[template(path = "hand_search.md")]
struct HandIndex<'a> {
    place: HomeOrGuestPage,
    content: &'a BookGamesAndPages,
    hands: &'a [HandUnderEdition<'a>],
    /// Each file once, under its first edition.
    files: Vec<&'a HandUnderEdition<'a>>,
}

/// Some entries of the index of hands.
#[derive(Template)]
#[template(path = "hand_index_entries.html")]
struct HandIndexEntries<'a> {
    place: HomeOrGuestPage,
    content: &'a BookGamesAndPages,
    entries: &'a [IndexedTopic<'a>],
}

impl HandIndexEntries<'_> {
    /// Returns the address to which an entry leads: the comparison of its topic, or else the clause in the edition of its first
    /// hand.
    fn address(&self, entry: &IndexedTopic) -> String {
        if self.content.has_page(COMPARISON) {
            return self.place.link_to_comparison(entry.topic, None);
        }
        let mut hands = entry.games.iter().flat_map(|(_, hands)| hands);
        match hands.next() {
            Some(hand) => {
                let edition = hand.view.story.rules.id;
                self.place.link_to_clause(edition, entry.topic)
            }
            None => String::new(),
        }
    }
}

/// A clause or an option in the index, with its hands by game.
struct IndexedTopic<'a> {
    id: String,
    words: String,
    /// The topic to whose comparison the entry leads.
    topic: ClauseId,
    games: Vec<(&'static str, Vec<ListedHand<'a>>)>,
}

impl<'a> IndexedTopic<'a> {
    /// Groups the hands game by game; those that name several editions come last.
    fn grouped_by_game(
        id: String,
        words: String,
        topic: ClauseId,
        mut hands: Vec<ListedHand<'a>>,
    ) -> IndexedTopic<'a> {
        let games = editions::playable_games();
        hands.sort_by_key(|hand| {
            let name = heading_in_index(hand.view);
            let position = games.iter().position(|(game, _)| game.name == name);
            position.unwrap_or(games.len())
        });
        let mut by_game: Vec<(&'static str, Vec<ListedHand>)> = Vec::new();
        for hand in hands {
            let name = heading_in_index(hand.view);
            match by_game.last_mut() {
                Some((last, members)) if *last == name => members.push(hand),
                _ => by_game.push((name, vec![hand])),
            }
        }
        IndexedTopic {
            id,
            words,
            topic,
            games: by_game,
        }
    }
}

/// Returns the heading under which an entry of the index lists a hand.
fn heading_in_index(view: &HandUnderEdition) -> &'static str {
    if view.has_several_editions() {
        return "Under several editions";
    }
    match editions::game_of(&view.story.rules) {
        Some(game) => game.name,
        None => "",
    }
}

/// Returns the index of hands as Markdown.
pub(super) fn index_chapter(
    hands: &[HandUnderEdition],
    content: &BookGamesAndPages,
    place: HomeOrGuestPage,
) -> Result<String> {
    let index = HandIndex {
        place,
        content,
        hands,
        files: hands
            .iter()
            .filter(|view| view.is_first_edition())
            .collect(),
    };
    Ok(index.render()?)
}

impl HandIndex<'_> {
    /// Returns the clauses with the hands that say they show them, grouped by subject.
    fn clauses_by_subject(&self) -> Vec<(&'static str, Vec<IndexedTopic<'_>>)> {
        let mut entries = Vec::new();
        for topic in editions::clause_ids_in_use() {
            let mut listed = Vec::new();
            for view in &self.files {
                if view.file.promised_clauses().any(|shown| shown == *topic) {
                    let note = edition_names_if_several(view);
                    listed.push(ListedHand { view, note });
                }
            }
            if !listed.is_empty() {
                let id = format!("by-{topic}");
                entries.push(IndexedTopic::grouped_by_game(
                    id,
                    shared_title(*topic),
                    *topic,
                    listed,
                ));
            }
        }
        group_runs_by_subject(entries, |entry| entry.topic)
    }

    /// Returns the options in the order of their names, with the hands at whose tables they were
    /// changed.
    fn agreed_options(&self) -> Vec<IndexedTopic<'_>> {
        let mut hands_by_option: BTreeMap<&'static str, Vec<ListedHand>> = BTreeMap::new();
        for view in self.hands {
            for (name, value) in agreed_options(view) {
                let note = format!("{}, {value}", view.story.rules.short);
                let hands = hands_by_option.entry(name).or_default();
                hands.push(ListedHand { view, note });
            }
        }
        let mut entries = Vec::new();
        for (name, hands) in hands_by_option {
            if let Some(option) = OptionDef::by_name(name) {
                let id = format!("by-option-{name}");
                entries.push(IndexedTopic::grouped_by_game(
                    id,
                    option.question().to_owned(),
                    option.topic,
                    hands,
                ));
            }
        }
        entries
    }

    /// Renders entries as HTML on one line.
    fn render_entries(&self, entries: &[IndexedTopic]) -> askama::Result<String> {
        let entries = HandIndexEntries {
            place: self.place,
            content: self.content,
            entries,
        };
        Ok(join_lines(&entries.render()?))
    }

    /// Returns the number of hands of an edition.
    fn count_of_edition(&self, edition: &Ruleset) -> usize {
        let is_of_edition = |view: &&HandUnderEdition| view.story.rules.id == edition.id;
        self.hands.iter().filter(is_of_edition).count()
    }
}

/// Returns the names of the editions of a hand; nothing if its game has only one.
fn edition_names_if_several(view: &HandUnderEdition) -> String {
    if !view.has_several_editions()
        && let Some(game) = editions::game_of(&view.story.rules)
        && game.editions.len() == 1
    {
        return String::new();
    }
    names_of_editions(view, "")
}
