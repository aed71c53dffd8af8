//! The courses: each lesson has its parts, each course takes an hour, and what decides a deal is what its lesson teaches.

use crate::shared;
use mouche::book::check_lessons;
use mouche::cards::Seat;
use mouche::editions;
use mouche::engine::Move;
use mouche::explore::mean_chips_of_moves;
use mouche::scenario::parsed_scenario::{TaskAnswer, TaskQuestion};
use mouche::scenario::story::TaskAnswerVerdict;
use mouche::scenario::{check, task_check};
use std::fs;
use std::path::{Path, PathBuf};

/// The parts of a page after its idea, in their order, and what each must hold.
const PARTS: [(&str, &str); 4] = [
    ("Watch", "```hand "),
    ("Try", "```task "),
    ("Play", "```deal "),
    ("Now you can", "."),
];

/// The courses by their first pages, each with the lessons of its hour: of five minutes each, or of ten.
const COURSES: [(&str, usize); 3] = [
    ("learn/learn.md", 12),
    ("learn/cousins.md", 6),
    ("learn/mus.md", 6),
];

/// The first of the pages for readers who know another game. These pages are not lessons.
const KNOWN_GAMES: &str = "learn/you-know.md";

/// The words that may stand on a page, so that there is time left to play.
const WORDS: usize = 320;

fn folder_of_prose() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src")
}

fn read_text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The parts of the folder of lessons by the table of contents: the first page of each, from its root, and the pages below it.
fn parts() -> Vec<(String, Vec<String>)> {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for line in read_text(&folder_of_prose().join("SUMMARY.md")).lines() {
        let Some(page) = line
            .split_once("](")
            .and_then(|(_, page)| page.strip_suffix(')'))
        else {
            continue;
        };
        match parts.last_mut().filter(|_| line.starts_with("  - ")) {
            _ if !page.starts_with("learn/") => {}
            Some((_, pages)) => pages.push(page.to_owned()),
            None => parts.push((page.to_owned(), Vec::new())),
        }
    }
    parts
}

/// The courses: the first page of each, and the lessons below it.
fn courses() -> Vec<(String, Vec<String>)> {
    let mut courses = parts();
    courses.retain(|(first, _)| first != KNOWN_GAMES);
    courses
}

/// The pages for readers who know another game, without the page that lists them.
fn pages_for_known_games() -> Vec<String> {
    let part = parts().into_iter().find(|(first, _)| first == KNOWN_GAMES);
    part.expect("the list of games that a reader knows").1
}

/// The lessons of all courses.
fn lessons() -> impl Iterator<Item = String> {
    courses().into_iter().flat_map(|(_, lessons)| lessons)
}

/// The text of a lesson without its header.
fn read_lesson_text(page: &str) -> String {
    let text = read_text(&folder_of_prose().join(page));
    let (before, rest) = text.split_once("```toml lesson\n").expect("a header");
    let (_, after) = rest.split_once("```\n").expect("an end");
    before.to_owned() + after
}

/// What stands after a word at the fences of a page.
fn arguments_of_fences<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let begins = format!("```{word} ");
    text.lines()
        .filter_map(|line| line.strip_prefix(&begins))
        .collect()
}

#[test]
fn every_page_has_its_four_parts() {
    for page in lessons() {
        let text = read_lesson_text(&page);
        let parts: Vec<(&str, &str)> = text
            .split("\n## ")
            .skip(1)
            .filter_map(|part| part.split_once('\n'))
            .collect();
        let titles: Vec<&str> = parts.iter().map(|(title, _)| *title).collect();
        // At Mus one plays as soon as one bets, and what one plays is looked for.
        let at_mus = courses()[2].1.iter().position(|lesson| *lesson == page);
        let wanted = PARTS
            .into_iter()
            .filter(|(title, _)| at_mus.is_none_or(|at| at > 1) || *title != "Play");
        let looked_for = |title| {
            if at_mus.is_some() && title == "Play" {
                Some("```practice Mus ")
            } else {
                None
            }
        };
        let wanted: Vec<_> = wanted
            .map(|(title, holds)| (title, looked_for(title).unwrap_or(holds)))
            .collect();
        assert_eq!(
            titles,
            wanted.iter().map(|(title, _)| *title).collect::<Vec<_>>(),
            "{page}"
        );
        for ((title, body), (_, holds)) in parts.iter().zip(wanted) {
            assert!(body.contains(holds), "{page}: {title} has no {holds}");
        }
        let idea = text.split("\n## ").next().unwrap_or_default();
        assert!(
            idea.contains("](../rules/"),
            "{page}: its idea names no clause"
        );
        assert!(
            text.split_whitespace().count() <= WORDS,
            "{page}: {} words",
            text.split_whitespace().count()
        );
    }
}

#[test]
fn our_lessons_have_the_form_of_an_authors_and_hold() {
    let lessons = check_lessons(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the lessons");
    assert_eq!(lessons.len(), self::lessons().count());
    let mut faults = Vec::new();
    for file in &lessons {
        for wrong in &file.diagnostics {
            faults.push(format!("{}: {wrong}", file.path));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn each_course_is_an_hour_and_its_first_page_leads_to_every_lesson() {
    let courses = courses();
    let files = fs::read_dir(folder_of_prose().join("learn"))
        .expect("the folder")
        .count();
    assert_eq!(
        files,
        courses.len() + lessons().count() + 1 + pages_for_known_games().len(),
        "a page is in no course: {courses:#?}"
    );
    for ((first, lessons), hour) in courses.iter().zip(COURSES) {
        let start = read_text(&folder_of_prose().join(first));
        let numbered = start
            .lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
            .count();
        assert_eq!((first.as_str(), numbered), hour);
        for page in lessons {
            let file = page.trim_start_matches("learn/");
            assert!(
                start.contains(&format!("]({file})")),
                "{first} does not lead to {page}"
            );
        }
    }
    let doors = ["introduction.md", "reading-a-hand.md", "../../README.md"]
        .map(|from| (from, "learn/learn.md"));
    for (from, to) in doors.into_iter().chain([
        ("learn/learn.md", "](cousins.md)"),
        ("learn/learn.md", "](mus.md)"),
    ]) {
        assert!(
            read_text(&folder_of_prose().join(from)).contains(to),
            "{from} does not lead to {to}"
        );
    }
}

#[test]
fn the_page_of_a_game_leads_to_its_lesson() {
    let pages: Vec<String> = courses()
        .into_iter()
        .flat_map(|(first, lessons)| [vec![first], lessons].concat())
        .collect();
    for (game, _) in editions::playable_games() {
        let link = format!("](../games/{}.html)", game.id);
        let of_game = pages
            .iter()
            .filter(|page| read_text(&folder_of_prose().join(page)).contains(&link));
        let led_to: Vec<String> = of_game
            .map(|page| format!("../{}", page.replace(".md", ".html")))
            .collect();
        assert!(!led_to.is_empty(), "no lesson is of {}", game.name);
        let html = read_text(&shared::own_site().join(format!("games/{}.html", game.id)));
        let ways = html
            .split_once("game-ways")
            .and_then(|(_, after)| after.split_once("</ul>"))
            .expect("ways")
            .0;
        for lesson in led_to {
            assert!(
                ways.contains(&format!("href=\"{lesson}\"")),
                "{} does not lead to {lesson}",
                game.name
            );
        }
    }
}

#[test]
fn a_page_asks_a_few_short_questions_and_none_twice() {
    let mut asked = Vec::new();
    for page in lessons() {
        let text = read_text(&folder_of_prose().join(&page));
        let tasks = arguments_of_fences(&text, "task");
        assert!((3..=5).contains(&tasks.len()), "{page} asks {tasks:?}");
        asked.extend(tasks.into_iter().map(str::to_owned));
    }
    let all = asked.len();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), all, "something is asked twice: {asked:#?}");
}

/// The words of a text outside its fences, headings and addresses.
fn prose_of_text(text: &str) -> String {
    let mut prose = String::new();
    let mut is_in_fence = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_in_fence = !is_in_fence;
        } else if !is_in_fence && !line.starts_with(['#', '<']) {
            let mut pieces = line.split("](");
            prose += pieces.next().unwrap_or_default();
            for piece in pieces {
                prose += piece.split_once(')').unwrap_or_default().1;
            }
            prose.push('\n');
        }
    }
    prose
}

/// Above the stage stand the first two sentences of a lesson: its rule. What its first paragraph says beyond them, nobody sees.
#[test]
fn the_rule_of_a_lesson_has_two_sentences() {
    for page in lessons() {
        let prose = prose_of_text(&read_lesson_text(&page));
        let rule = prose.trim_start().lines().next().unwrap_or_default();
        let ends = rule.matches(['.', '?', '!']).count();
        assert_eq!(ends, 2, "{page}: {rule}");
    }
}

/// A page for readers who know another game compares five rules or more, each of ours with its clause, asks four questions and
/// deals cards. Its list and the front page lead to it.
#[test]
fn a_page_for_players_of_another_game_compares_asks_and_deals() {
    let first = read_text(&folder_of_prose().join(KNOWN_GAMES));
    let front = read_text(&folder_of_prose().join("introduction.md"));
    assert!(front.contains(KNOWN_GAMES), "the front page leads there");
    for page in pages_for_known_games() {
        let text = read_text(&folder_of_prose().join(&page));
        let name = page.trim_start_matches("learn/");
        assert!(first.contains(&format!("]({name})")), "{page}");
        assert!(text.starts_with("# You know "), "{page}");
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("| ") && line.contains('#'))
            .collect();
        assert!(rows.len() >= 5, "{page} compares {} rules", rows.len());
        for row in rows {
            let ours = row.trim_end_matches(" |").rsplit(" | ").next();
            let is_cited = ours.is_some_and(|ours| ours.contains("](../rules/"));
            assert!(is_cited, "{page} has a rule without its clause: {row}");
        }
        assert!(text.contains("**The same.**"), "{page}");
        assert_eq!(arguments_of_fences(&text, "task").len(), 4, "{page}");
        let deals = arguments_of_fences(&text, "deal").len();
        let practices = arguments_of_fences(&text, "practice").len();
        assert_eq!(deals + practices, 1, "{page}");
    }
}

/// The front page shows how cards rank, and it says who follows suit and who is void. So it leads past the lessons that teach
/// this, to the first whose term none of its taps has.
#[test]
fn the_front_page_leads_to_the_first_lesson_that_is_new() {
    let front = read_text(&folder_of_prose().join("introduction.md"));
    let (_, link) = front
        .split_once("front-on\" href=\"learn/")
        .expect("a button that leads to a lesson");
    let named = format!("learn/{}", link.split('"').next().expect("an address"));
    let taps = read_text(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("scenarios/mouche-1718/the-first-two-minutes.md"),
    );
    let courses = courses();
    let first_new = courses[0].1.iter().find(|page| {
        let text = read_text(&folder_of_prose().join(page));
        let terms = text.lines().find(|line| line.starts_with("terms"));
        let terms = terms.unwrap_or_default().split('"').skip(1).step_by(2);
        // Cards are dealt from a pack, whose cards the taps show one by one. Where the first lesson deals, a player overtrumps; a
        // later lesson is about that.
        terms
            .filter(|term| !["pack", "overtrump"].contains(term))
            .any(|term| !taps.contains(term))
    });
    assert_eq!(first_new, Some(&named));
}

#[test]
fn a_sentence_of_a_lesson_has_at_most_fourteen_words_on_average() {
    let lessons = lessons().map(|page| (read_lesson_text(&page), page));
    let known = pages_for_known_games().into_iter();
    let known = known.map(|page| (read_text(&folder_of_prose().join(&page)), page));
    for (text, page) in lessons.chain(known) {
        let prose = prose_of_text(&text);
        let mut sentences = prose
            .split(['.', '?', '!', ':', '|', '\n'])
            .map(|sentence| sentence.split_whitespace().count())
            .collect::<Vec<_>>();
        sentences.retain(|words| *words > 0);
        let words: usize = sentences.iter().sum();
        let most = 14 * sentences.len();
        assert!(
            words <= most,
            "{page}: {words} words in {} sentences",
            sentences.len()
        );
    }
}

#[test]
fn nobody_is_told_of_trumps_before_they_are_explained() {
    let before = |page: &String| page != "learn/to-trump.md";
    for page in courses().remove(0).1.into_iter().take_while(before) {
        let html = read_text(&shared::own_site().join(page.replace(".md", ".html")));
        // What a step says is read aloud as it stands there.
        let told: Vec<&str> = html
            .split("hand-say")
            .skip(1)
            .filter_map(|rest| rest.split("<ul").next())
            .collect();
        assert!(
            told.len() > 2 && told.iter().all(|says| !says.contains("trump")),
            "{page}: {told:#?}"
        );
    }
}

/// What the first choice that a deal's author asks about comes to, for each thing that may be done: in chips, and whether it
/// is good.
fn advised_choices(deal: &str) -> Vec<(f64, bool)> {
    let mut words = deal.split(' ');
    let (file, name, step) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
        words.next(),
    );
    let text = read_text(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("scenarios")
            .join(file),
    );
    let checked = check(file, text.as_bytes());
    let story = &checked.stories[0];
    let seat = story
        .players
        .iter()
        .position(|player| player == name)
        .map(|seat| Seat(seat as u8));
    let begins = story
        .trick_steps()
        .iter()
        .position(|one| step.is_none_or(|step| one.id == step))
        .expect("the step");
    let decides = |at: &usize| {
        let step = &story.trick_steps()[*at];
        step.mover == seat
            && step
                .tasks
                .iter()
                .any(|posed| posed.task.asks == TaskQuestion::Plays)
    };
    let at = (begins..story.trick_steps().len())
        .find(decides)
        .unwrap_or_else(|| panic!("{deal} asks nothing"));
    let step = &story.trick_steps()[at];
    let posed = step
        .tasks
        .iter()
        .find(|posed| posed.task.asks == TaskQuestion::Plays)
        .expect("a task");
    let made = step
        .events
        .iter()
        .find_map(|event| event.details.as_move())
        .map(|(_, does)| does);
    let open = posed
        .answers
        .iter()
        .filter(|one| !matches!(one.verdict, TaskAnswerVerdict::Forbidden(_)));
    let moves: Vec<(Move, bool)> = open
        .filter_map(|one| {
            let does = match one.answer {
                TaskAnswer::Card(card) => Move::Play(card),
                TaskAnswer::Move(verb) => made
                    .filter(|made| made.verb() == verb)
                    .or_else(|| verb.with_args(Default::default()))?,
                _ => return None,
            };
            Some((does, one.verdict == TaskAnswerVerdict::Good))
        })
        .collect();
    let only: Vec<Move> = moves.iter().map(|(does, _)| *does).collect();
    let means = mean_chips_of_moves(
        &step.rules,
        &task_check::moves_before(story, at),
        &step.before,
        &only,
    );
    means
        .into_iter()
        .zip(moves)
        .map(|(mean, (_, good))| (mean, good))
        .collect()
}

#[test]
fn who_does_what_a_lesson_says_wins_by_it() {
    let mut faults = Vec::new();
    for page in lessons() {
        for deal in arguments_of_fences(&read_text(&folder_of_prose().join(&page)), "deal") {
            let all = advised_choices(deal);
            println!("{deal}: {all:.2?}");
            let best = all
                .iter()
                .filter(|(_, good)| *good)
                .map(|(mean, _)| *mean)
                .fold(f64::MIN, f64::max);
            let worst = all
                .iter()
                .filter(|(_, good)| !good)
                .map(|(mean, _)| *mean)
                .fold(f64::MAX, f64::min);
            if all.len() > 1 && (best < 0.0 || best - worst < 1.0) {
                faults.push(format!(
                    "{page}, {deal}: {best:.2} by what it says, {worst:.2} otherwise"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What stands after a hand is read before its last step: it must not say who wins there.
#[test]
fn no_text_after_a_hand_gives_its_end_away() {
    for page in lessons() {
        let text = read_text(&folder_of_prose().join(&page));
        let mut players: Vec<String> = Vec::new();
        let mut is_in_fence = false;
        for line in text.lines() {
            if let Some(hand) = line.strip_prefix("```hand ") {
                let file = Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("scenarios")
                    .join(hand.split(' ').next().expect("a file"));
                let checked = check(&file.display().to_string(), read_text(&file).as_bytes());
                players = checked.stories[0]
                    .players
                    .iter()
                    .map(ToString::to_string)
                    .collect();
            }
            if line.starts_with("```") {
                is_in_fence = !is_in_fence;
            } else if line.starts_with("## ") {
                players.clear();
            } else if !is_in_fence {
                let named = players.iter().find(|player| line.contains(player.as_str()));
                assert_eq!(
                    named, None,
                    "{page}: “{line}” stands under a hand that is not gone through yet"
                );
            }
        }
    }
}

/// A lesson that asks to see who wins shows the step that says so.
#[test]
fn who_wins_grande_is_shown() {
    let text = read_text(&folder_of_prose().join("learn/four-cards-four-questions.md"));
    assert!(text.contains("Who wins Grande?"));
    assert!(
        arguments_of_fences(&text, "hand")[0].ends_with("h1-pay-grande"),
        "the last step says who wins Grande"
    );
}
