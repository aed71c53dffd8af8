//! `mouche lsp` as an editor meets it: a session over the program's pipes, and one in a real editor.

mod annotations;
pub mod client;
mod commands;
mod navigation;
mod neovim;
mod rules_files;
mod vscode;
mod workspace;

use crate::test_extent;
use client::{Client, FILE};
use lsp_server::{Message, Request};
use serde_json::{Value, json};

const DENISE: &str = include_str!("../held/denise-must-trump.md");
const TWO: &str = include_str!("../../scenarios/compared/one-line-of-1730.md");

const HOVER: &str = "textDocument/hover";
const COMPLETION: &str = "textDocument/completion";

fn open_sample() -> Client {
    let mut client = Client::open(&[], "utf-16", DENISE);
    assert_eq!(client.next_diagnostics(), (json!(0), Vec::new()));
    client
}

/// What is offered at the end of the only `piece`: each label with what is said of it.
fn completions_after(client: &mut Client, piece: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let all = client.ask_at(COMPLETION, piece, piece.len());
    let mut all = all
        .as_array()
        .unwrap_or_else(|| panic!("nothing after {piece}"))
        .clone();
    all.sort_by_key(|item| text(&item["sortText"]));
    all.iter()
        .map(|item| (text(&item["label"]), text(&item["detail"])))
        .collect()
}

/// The first of what is offered, the labels alone.
fn first_completions(client: &mut Client, piece: &str, count: usize) -> Vec<String> {
    completions_after(client, piece)
        .into_iter()
        .take(count)
        .map(|(label, _)| label)
        .collect()
}

fn hover_text(client: &mut Client, piece: &str, into: usize) -> String {
    let hover = client.ask_at(HOVER, piece, into);
    hover["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// What is asked of a file as a whole.
fn format_request() -> Value {
    json!({ "textDocument": { "uri": FILE }, "options": { "tabSize": 4, "insertSpaces": true } })
}

fn code_actions(client: &mut Client, piece: &str, only: Option<&str>) -> Vec<(String, String)> {
    let at = client.position(client.text.find(piece).expect("the piece"));
    let context = only.map_or(
        json!({ "diagnostics": [] }),
        |only| json!({ "diagnostics": [], "only": [only] }),
    );
    let params = json!({ "textDocument": { "uri": FILE }, "range": { "start": at, "end": at }, "context": context });
    let all = client.ask("textDocument/codeAction", params);
    let one = |action: &Value| {
        let title = action["title"].as_str().expect("a title").to_owned();
        (title, client.apply_edits(&action["edit"]["changes"][FILE]))
    };
    all.as_array().expect("actions").iter().map(one).collect()
}

#[test]
fn what_is_wrong_is_told_as_it_is_typed() {
    let mut client = open_sample();
    client.replace("legal: 7♥", "legal: A♦");
    let (version, found) = client.next_diagnostics();
    assert_eq!((version, found.len()), (json!(1), 1));
    let wrong = &found[0];
    assert_eq!(
        (&wrong["code"], &wrong["severity"], &wrong["source"]),
        (&json!("wrong-refusal"), &json!(1), &json!("mouche"))
    );
    let words = "Denise may 7♥, not A♦\na trump must be played, and Denise holds 7♥\nclause: mouche-1718/play.trump";
    assert_eq!(
        (&wrong["message"], client.text_in_range(&wrong["range"])),
        (&json!(words), "A♦")
    );
    assert_eq!(
        wrong["codeDescription"],
        Value::Null,
        "no book is published"
    );
    client.replace("legal: A♦", "legal: 7♥");
    assert_eq!(client.next_diagnostics(), (json!(2), Vec::new()));
    // The same in one go: the whole text, twice; only the last is worth checking.
    client.text = DENISE.replace("7♦\nDenise", "7♦ 9♥\nDenise");
    let whole = json!([{ "text": "x" }, { "text": client.text }]);
    client.change(whole);
    let (_, found) = client.next_diagnostics();
    let twice = found
        .iter()
        .find(|wrong| wrong["code"] == "card-twice")
        .expect("9♥ is the turn-up");
    let related = &twice["relatedInformation"][0];
    assert_eq!(
        (&related["message"], &related["location"]["uri"]),
        (&json!("first here"), &json!(FILE))
    );
    assert_eq!(related["location"]["range"]["start"]["line"], 16);
}

/// Keystrokes that come faster than they are checked: what is told last is told of the last.
#[test]
fn what_is_told_is_never_of_an_older_text() {
    let mut client = open_sample();
    let mut before = "legal: 7♥".to_owned();
    for card in ["A♦", "A♣", "7♥ A♦", "A♦ A♣", "7♥"].iter().cycle().take(50) {
        let now = format!("legal: {card}");
        client.replace(&before, &now);
        before = now;
    }
    let mut told = Vec::new();
    while told.last() != Some(&50) {
        let (version, found) = client.next_diagnostics();
        told.push(version.as_i64().expect("a version"));
        assert_eq!(
            found.is_empty(),
            told.last().is_some_and(|version| version % 5 == 0),
            "{told:?}"
        );
    }
    assert!(told.is_sorted_by(|one, next| one < next), "{told:?}");
}

#[test]
fn a_warning_is_one_and_a_published_book_is_linked() {
    let told = DENISE.replace(
        "```payout\npool 5\nClaude takes 3, Denise takes 2\nAnne owes 5\nnext pool 10\n```\n",
        "",
    );
    let mut client = Client::open(
        &["--book-url", "https://example.org/mouche/"],
        "utf-16",
        &told,
    );
    let (_, found) = client.next_diagnostics();
    let kinds: Vec<_> = found
        .iter()
        .map(|one| (&one["code"], &one["severity"]))
        .collect();
    assert_eq!(kinds, [(&json!("unpaid"), &json!(2))]);
    let link = |one: &Value| {
        one["codeDescription"]["href"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        link(&found[0]),
        "https://example.org/mouche/writing/messages.html#unpaid"
    );
    client.replace("Denise may 7♥", "Denise may 8♥");
    let (_, found) = client.next_diagnostics();
    assert_eq!(
        link(&found[0]),
        "https://example.org/mouche/rules/mouche-1718.html#play.trump"
    );
    let link =
        "[`mouche-1718/play.trump`](https://example.org/mouche/rules/mouche-1718.html#play.trump)";
    assert!(hover_text(&mut client, "tries A♣", 6).contains(link));
}

#[test]
fn what_is_under_the_pointer_is_explained() {
    let mut client = open_sample();
    let trump = "A player who has no card of the suit led must trump, if they have a trump.";
    let refused = hover_text(&mut client, "tries A♣", 6);
    for words in [
        "**A♣**, ace of clubs",
        "**cannot be played: a trump must be played, and Denise holds 7♥** (Denise's turn)",
        "**Trumping**",
        trump,
    ] {
        assert!(refused.contains(words), "{words} in {refused}");
    }
    let allowed = hover_text(&mut client, "Denise 7♥, Anne 10♠", 7);
    assert!(
        allowed.contains("**may be played: it is a trump** (Denise's turn)"),
        "{allowed}"
    );
    let exchanged = hover_text(&mut client, "exchanges 8♠", 10);
    assert!(
        exchanged.contains("**may exchange 1 to 5 cards** (Denise's turn)"),
        "{exchanged}"
    );
    let clause = client.ask_at(HOVER, "(play.trump)", 3);
    let text = clause["contents"]["value"].as_str().expect("words");
    assert!(
        text.contains(trump)
            && text.contains("- engine: players without the suit must trump if they can")
            && text.contains("- source: Lalanne"),
        "{text}"
    );
    assert_eq!(client.text_in_range(&clause["range"]), "play.trump");
    assert!(
        hover_text(&mut client, "\"play.trump\"", 3).contains(trump),
        "in the header"
    );
    let share = hover_text(&mut client, "takes 3", 6);
    assert!(
        share.starts_with("**Claude takes 3**\n\n3 tricks × 5 ÷ 5 = 3 (pay.share)"),
        "{share}"
    );
    assert!(share.contains("`mouche-1718/pay.share`"), "{share}");
    assert!(hover_text(&mut client, "owes 5", 5).contains("as much as the pool held: 5"));
    assert!(hover_text(&mut client, "next pool 10", 10).contains("5 from Anne's debt"));
    let won = hover_text(&mut client, "Anne J♥ -> Denise", 15);
    assert!(
        won.contains("Denise wins this trick")
            && won.contains("Q♥, played by Denise, is the best card of the trick"),
        "{won}"
    );
    let held = hover_text(&mut client, "Denise may", 2);
    assert_eq!(
        held,
        "**Denise**: changed cards; 1 trick; holds 7♥ A♦ A♣; has 1000 chips"
    );
    assert!(
        hover_text(&mut client, "\"mouche-1718\"", 4).contains("The oldest rules that we have")
    );
    client.replace("# options", "options");
    let option = hover_text(&mut client, "debts", 2);
    assert!(
        option.starts_with("`debts = \"staged\"`: When do debts enter the pool?")
            && option.contains("- `\"staged\"`: one in each pool"),
        "{option}"
    );
    assert!(
        hover_text(&mut client, "exchanges 8♠", 3)
            .contains("the cards discarded, then the cards drawn")
    );
    assert!(hover_text(&mut client, "```deal", 5).contains("the cards and chips before play"));
    assert_eq!(
        client.ask_at(HOVER, "Four players", 2),
        Value::Null,
        "prose"
    );
}

#[test]
fn what_may_be_written_is_offered() {
    let mut client = open_sample();
    client.replace("3. Claude A♠\n", "3. Claude A♠\n   \n");
    assert_eq!(
        completions_after(&mut client, "3. Claude A♠\n   ")[0],
        ("Denise".into(), "next, changed cards".into())
    );
    client.replace("3. Claude A♠\n   \n", "3. Claude A♠, De\n");
    assert_eq!(
        first_completions(&mut client, "3. Claude A♠, De", 1),
        ["Denise"]
    );
    client.replace("3. Claude A♠, De\n", "3. Claude A♠, Denise \n");
    let cards = completions_after(&mut client, "3. Claude A♠, Denise ");
    let trump = |card: &str, verdict: &str| (card.to_owned(), format!("{verdict} (play.trump)"));
    let refused = "cannot be played: a trump must be played, and Denise holds 7♥";
    assert_eq!(
        cards[..3],
        [
            trump("7♥", "may be played: it is a trump"),
            trump("A♦", refused),
            trump("A♣", refused)
        ]
    );
    assert!(cards.iter().any(|(label, _)| label == "tries"), "{cards:?}");
    client.replace("3. Claude A♠, Denise \n", "3. Claude A♠, Denise tries \n");
    assert_eq!(
        first_completions(&mut client, "3. Claude A♠, Denise tries ", 4),
        ["A♦", "A♣", "7♥", "to"]
    );
    client.replace(
        "3. Claude A♠, Denise tries \n",
        "3. Claude A♠, Denise tries A♦ \n",
    );
    assert_eq!(
        first_completions(&mut client, "3. Claude A♠, Denise tries A♦ ", 1),
        ["(refused: play.trump; legal: 7♥)"]
    );
    client.replace(
        "3. Claude A♠, Denise tries A♦ \n",
        "3. Claude A♠, Denise may 7♥ (pl\n",
    );
    let topics = completions_after(&mut client, "3. Claude A♠, Denise may 7♥ (pl");
    assert_eq!(topics[0].0, "play.trump");
    assert!(
        topics.contains(&("play.head".into(), "Heading the trick".into())),
        "{topics:?}"
    );
    let piece = "3. Claude A♠, Denise may 7♥ (pl";
    let all = client.ask_at(COMPLETION, piece, piece.len());
    let head = all
        .as_array()
        .and_then(|all| all.iter().find(|one| one["label"] == "play.head"))
        .expect("offered");
    assert!(
        head["documentation"]["value"]
            .as_str()
            .is_some_and(|text| text.contains("- source: Lalanne")),
        "{head}"
    );
    client.replace("3. Claude A♠, Denise may 7♥ (pl\n", "3. Claude A♠\n");
    client.replace("10♠ -> Denise", "10♠ ");
    assert_eq!(
        first_completions(&mut client, "Anne 10♠ ", 1),
        ["-> Denise"]
    );
}

#[test]
fn a_declaration_is_offered_with_what_the_table_says_of_it() {
    let mut client = open_sample();
    client.replace("Claude   exchanges 8♦ 7♦ for A♠ J♠", "Claude ");
    let words = completions_after(&mut client, "folds\nClaude ");
    let may = |word: &str, verdict: &str| (word.to_owned(), verdict.to_owned());
    let exchange = may("exchanges", "may exchange 1 to 5 cards (decl.exchange)");
    let wanted = [
        may("folds", "may fold (decl.fold)"),
        may("stands", "may stand (decl.stand)"),
        exchange,
    ];
    assert_eq!(words[..3], wanted);
    client.replace("folds\nClaude \n", "folds\nClaude may \n");
    assert_eq!(
        first_completions(&mut client, "folds\nClaude may ", 1),
        ["fold or stand or exchange 5"]
    );
    client.replace("folds\nClaude may \n", "folds\nClaude exchanges 8♦ \n");
    let cards = completions_after(&mut client, "folds\nClaude exchanges 8♦ ")
        .into_iter()
        .map(|(label, _)| label);
    let cards: Vec<String> = cards
        .filter(|label| label.ends_with(['♥', '♦', '♣', '♠']))
        .collect();
    assert_eq!(
        cards,
        ["A♥", "8♥", "Q♦", "7♦"],
        "what he holds and has not named"
    );
}

#[test]
fn the_header_the_deal_and_the_payout_are_completed() {
    let mut client = open_sample();
    client.replace("\"mouche-1718\"", "\"mou\"");
    let editions = client.ask_at(COMPLETION, "\"mou\"", 4);
    assert_eq!(editions[0]["label"], "\"mouche-1718\"");
    assert_eq!(
        client.text_in_range(&editions[0]["textEdit"]["range"]),
        "\"mou\"",
        "the marks are written with it"
    );
    client.replace("\"mou\"", "\"mouche-1718\"");
    client.replace("# options = { debts = \"staged\" } ", "options = { de");
    let options = completions_after(&mut client, "options = { de");
    assert!(
        options.contains(&("debts = ".into(), "When do debts enter the pool?".into())),
        "{options:?}"
    );
    assert!(
        !options
            .iter()
            .any(|(label, _)| label.starts_with("pamphile")),
        "an option of others: {options:?}"
    );
    client.replace("options = { de", "options = { debts = ");
    assert_eq!(
        first_completions(&mut client, "options = { debts = ", 2),
        ["\"at_once\"", "\"staged\""]
    );
    client.replace("options = { debts = ", "# ");
    client.replace("# lang", "la");
    assert!(first_completions(&mut client, "\nla", 9).contains(&"lang = ".to_owned()));
    client.replace("\nla = \"en\"", "");
    client.replace("turn      9♥", "turn ");
    let turned = first_completions(&mut client, "\nturn ", 99);
    assert!(
        turned.contains(&"9♥".to_owned()) && !turned.contains(&"A♥".to_owned()),
        "A♥ is dealt: {turned:?}"
    );
    client.replace("\nturn \n", "\nturn 9♥\n");
    client.replace("Claude takes 3", "Claude takes ");
    assert_eq!(
        completions_after(&mut client, "Claude takes ")[0],
        (
            "3".into(),
            "Claude takes 3: 3 tricks × 5 ÷ 5 = 3 (pay.share)".into()
        )
    );
    assert_eq!(
        client.ask_at(COMPLETION, "Anne stood", 4),
        Value::Null,
        "prose is the author's own"
    );
    client.replace("Anne stood and", "~~~\n\nAnne stood and");
    assert_eq!(
        first_completions(&mut client, "\n~~~", 9),
        ["deal", "script", "payout", "task"],
        "there is a header"
    );
    client.replace("~~~\n\nAnne", "~~~task \n\nAnne");
    assert_eq!(
        first_completions(&mut client, "\n~~~task ", 9),
        ["may", "takes", "owes", "wins", "plays"]
    );
}

/// Bets are offered with what the table says of them, and of what need not be written what is so.
#[test]
fn a_deal_of_mus_is_told_of_and_completed() {
    let told = include_str!("../../scenarios/mus-pairs/nine-for-a-refusal.md");
    let mut client = Client::open(&[], "utf-16", told);
    assert_eq!(client.next_diagnostics(), (json!(0), Vec::new()));
    assert_eq!(
        hover_text(&mut client, "Ben may accept", 1),
        "**Ben**: Pares; holds 7♠ 7♥ 6♦ 4♣"
    );
    let paid = hover_text(&mut client, "couples Ben+Dario 8", 18);
    assert!(
        paid.starts_with("**at Pares Ben and Dario take 8**\n\n8 (bet.refuse)"),
        "{paid}"
    );
    assert!(hover_text(&mut client, "bet.raise)", 2).contains("raise"));
    assert!(
        hover_text(&mut client, "grande: Ana", 2).contains("the bets and answers, and the winner")
    );
    client.replace("Ben raises 10", "Ben ");
    let may = |word: &str, verdict: &str| (word.to_owned(), verdict.to_owned());
    let words = completions_after(&mut client, "(bet.raise)\nBen ");
    for (word, verdict) in [
        ("accepts", "accept"),
        ("refuses", "refuse"),
        ("raises", "raise"),
        ("ordago", "bet everything (órdago)"),
    ] {
        assert!(
            words[..6].contains(&may(word, &format!("may {verdict} (bet.raise)"))),
            "{word}: {words:?}"
        );
    }
    assert!(
        words[6..].contains(&may("passes", "not possible now")),
        "{words:?}"
    );
    client.replace("(bet.raise)\nBen ", "(bet.raise)\nBen may ");
    assert_eq!(
        first_completions(&mut client, "(bet.raise)\nBen may ", 1),
        ["accept or refuse or raise or ordago"]
    );
    client.replace("couples: Ana has couples, Ben", "couples: Ana ");
    let words = completions_after(&mut client, "couples: Ana ");
    assert!(
        words.contains(&may("has couples", "the true declaration (declare)")),
        "{words:?}"
    );
}

#[test]
fn what_a_rule_of_mus_forbids_may_be_shown_as_refused() {
    let told = include_str!("../refused/mus/slips/illegal-accepts-nothing.md");
    let mut client = Client::open(&[], "utf-16", told);
    let shown = code_actions(&mut client, "Hugo accepts ->", Some("quickfix"));
    let wanted = "Hugo tries to accept (refused: bet.open)";
    assert!(
        shown
            .iter()
            .any(|(title, text)| title.contains(wanted) && text.contains(wanted)),
        "{shown:?}"
    );
}

/// Whoever might claim a flush is asked, and so is whoever would lead if it is let pass.
#[test]
fn a_claim_may_be_made_or_let_pass() {
    let told = include_str!("../../scenarios/boussac-1896/five-hearts-and-nothing-to-play.md");
    let mut client = Client::open(&[], "utf-16", told);
    client.replace("Adèle   claims the lanturlu\n", "\n");
    let tried = "(refused: flush.what)\n";
    assert_eq!(
        first_completions(&mut client, tried, 2),
        ["Adèle", "1. Vincent"]
    );
    client.replace(&format!("{tried}\n"), &format!("{tried}Adèle \n"));
    assert_eq!(
        completions_after(&mut client, &format!("{tried}Adèle "))[0],
        ("claims".into(), "may claim it (flush.claim)".into())
    );
    client.replace(
        &format!("{tried}Adèle \n"),
        &format!("{tried}Adèle claims the \n"),
    );
    assert_eq!(
        first_completions(&mut client, "Adèle claims the ", 3),
        ["lanturlu", "mouche", "lenturlu"],
        "Boussac's own word"
    );
    client.replace(
        &format!("{tried}Adèle claims the \n"),
        &format!("{tried}1. Vincent \n"),
    );
    let cards = completions_after(&mut client, "1. Vincent ");
    assert_eq!(cards[0].1, "may be led (play.lead)", "{cards:?}");
}

#[test]
fn a_hand_in_a_quotation_is_played_up_to_the_cursor() {
    let (head, body) = DENISE.split_once("\n\n").expect("a title");
    let quoted: String = body.lines().map(|line| format!("> {line}\r\n")).collect();
    let told = format!("{head}\r\n\r\n{quoted}")
        .replace("> 3. Claude A♠\r\n", "> 3. Claude A♠\r\n>    Denise \r\n");
    let mut client = Client::open(&[], "utf-16", &told);
    assert_eq!(
        first_completions(&mut client, "A♠\r\n>    Denise ", 3),
        ["7♥", "A♦", "A♣"]
    );
    let (_, after) = told.split_once("Denise \r\n").expect("the line");
    client.change(json!([{ "text": told.replace(after, "") }]));
    client.text = told.replace(after, "");
    assert_eq!(
        first_completions(&mut client, "A♠\r\n>    Denise ", 3),
        ["7♥", "A♦", "A♣"],
        "a fence that is not closed yet"
    );
}

#[test]
fn a_file_in_french_is_completed_in_french() {
    let told = include_str!("../held/denise-must-trump.md");
    let told = told
        .replacen("# lang = \"en\"", "lang = \"fr\"", 1)
        .replace("3. Claude A♠\n", "3. Claude A♠, Denise \n");
    let mut client = Client::open(&[], "utf-16", &told);
    let labels: Vec<String> = first_completions(&mut client, "3. Claude A♠, Denise ", 99);
    assert!(
        labels.contains(&"s'y tient".to_owned()) && labels.contains(&"tente".to_owned()),
        "{labels:?}"
    );
    client.replace(
        "3. Claude A♠, Denise \n",
        "3. Claude A♠, Denise tente A♦ \n",
    );
    assert_eq!(
        first_completions(&mut client, "3. Claude A♠, Denise tente A♦ ", 1),
        ["(refusé: play.trump; permis: 7♥)"]
    );
}

#[test]
fn a_file_under_two_editions_says_what_each_does() {
    let mut client = Client::open(&[], "utf-8", TWO);
    assert_eq!(client.next_diagnostics().1, Vec::<Value>::new());
    client.text = format!("{TWO}\n```payout ");
    let whole = json!([{ "text": client.text }]);
    client.change(whole);
    let line = client.text.lines().count() - 1;
    let at = json!({ "line": line, "character": 10 });
    let offered = client.ask(
        COMPLETION,
        json!({ "textDocument": { "uri": FILE }, "position": at }),
    );
    let labels: Vec<_> = offered
        .as_array()
        .expect("editions")
        .iter()
        .map(|item| &item["label"])
        .collect();
    assert_eq!(labels, ["mouche-1718", "mouche-1730"]);
}

#[test]
fn a_message_is_taken_at_its_word() {
    let mut client = open_sample();
    client.replace(
        "Claude takes 3, Denise takes 2",
        "Claude takes ?, Denise takes ?",
    );
    assert!(
        hover_text(&mut client, "takes ?, Denise", 6).contains("3 tricks × 5 ÷ 5 = 3"),
        "a hole is explained as well"
    );
    let found = code_actions(&mut client, "?, Denise takes", None);
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(
        titles[..2],
        ["Fill in `3`", "Fill in every `?` in this file"]
    );
    assert_eq!(
        found[0].1,
        client.text.replacen("takes ?", "takes 3", 1),
        "the one at the cursor"
    );
    assert_eq!(found[1].1, DENISE, "all of them");
    let fixes = code_actions(&mut client, "?, Denise takes", Some("quickfix"));
    assert_eq!(fixes, [], "an open value is no mistake to be mended");
    let saved = code_actions(&mut client, "?, Denise takes", Some("source.fixAll"));
    assert_eq!(saved, [], "nothing is filled at a save");
    assert_eq!(
        code_actions(&mut client, "?, Denise takes", Some("refactor")),
        found[..2]
    );
    client.replace(
        "Claude takes ?, Denise takes ?",
        "Claude takes 4, Denise takes 2",
    );
    let found = code_actions(&mut client, "4, Denise", None);
    assert_eq!(found[0], ("Write `3`".into(), DENISE.into()));
    assert_eq!(
        code_actions(&mut client, "4, Denise", Some("source.fixAll")),
        [],
        "what is expected is not changed unasked"
    );
    assert!(
        code_actions(&mut client, "4, Denise", Some("source"))
            .iter()
            .any(|(_, text)| text == DENISE)
    );
    client.replace("Claude takes 4", "Claude takes 3");
    client.replace("Bertrand folds", "Bertrand flods");
    assert_eq!(
        code_actions(&mut client, "flods", Some("quickfix")),
        [("Write `folds`".into(), DENISE.into())]
    );
    let mended = ("Apply every fix that is certain".into(), DENISE.into());
    assert_eq!(
        code_actions(&mut client, "flods", Some("source.fixAll")),
        [mended]
    );
    client.replace("Bertrand flods", "Bertrand folds");
    client.replace("Denise 7♥, Anne 10♠", "Denise A♦, Anne 10♠");
    let shown = client.text.replacen(
        "Denise A♦, Anne",
        "Denise tries A♦ (refused: play.trump), Anne",
        1,
    );
    let title = "Show the refusal: `tries A♦ (refused: play.trump)`".to_owned();
    assert_eq!(
        code_actions(&mut client, "A♦, Anne", Some("quickfix")),
        [(title, shown)]
    );
}

#[test]
fn only_a_certain_fix_is_preferred() {
    for (right, wrong, is_preferred) in [
        ("Bertrand folds", "Bertrand flods", true),
        ("8♣ 7♠\n", "8♣ 6s\n", false),
    ] {
        let text = DENISE.replacen(right, wrong, 1);
        let mut client = Client::open(&[], "utf-16", &text);
        let (_, found) = client.next_diagnostics();
        let context = json!({ "diagnostics": [], "only": ["quickfix"] });
        let range = &found[0]["range"];
        let params = json!({ "textDocument": { "uri": FILE }, "range": range, "context": context });
        let offered = client.ask("textDocument/codeAction", params);
        let preferred = offered[0].get("isPreferred").is_some_and(|is| is == true);
        assert_eq!(
            (offered.as_array().map(Vec::len), preferred),
            (Some(1), is_preferred),
            "{offered}"
        );
        let sure = if is_preferred {
            "machine-applicable"
        } else {
            "maybe-incorrect"
        };
        assert_eq!(found[0]["data"]["applicability"], sure);
    }
}

#[test]
fn a_file_is_spelled_and_outlined() {
    let mut client = open_sample();
    client.replace("Denise Q♥, Anne J♥", "Denise QH,  Anne JH");
    let formatted = client.ask("textDocument/formatting", format_request());
    let text = client.apply_edits(&formatted);
    assert!(
        text.contains("1. Claude A♥, Denise Q♥, Anne J♥ -> Denise\n"),
        "{text}"
    );
    let tall = formatted
        .as_array()
        .expect("edits")
        .iter()
        .any(|edit| client.text_in_range(&edit["range"]).contains("Four"));
    assert!(!tall, "prose is left alone: {formatted}");
    let outline = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": FILE } }),
    );
    assert_eq!(
        (&outline[0]["name"], outline.as_array().map(Vec::len)),
        (&json!("Deal 1"), Some(1))
    );
    let parts = outline[0]["children"].as_array().expect("its parts");
    let names: Vec<_> = parts.iter().map(|part| &part["name"]).collect();
    let tricks = ["Trick 1", "Trick 2", "Trick 3", "Trick 4", "Trick 5"];
    assert_eq!(
        names,
        [&["The deal", "Declarations"][..], &tricks, &["Payout"]].concat()
    );
    let third = client.text_in_range(&parts[4]["range"]);
    assert!(
        third.starts_with("3. Claude A♠\n") && third.ends_with("Anne 10♠ -> Denise"),
        "{third}"
    );
    assert!(
        client
            .text_in_range(&parts[7]["range"])
            .starts_with("```payout\npool 5\n")
    );
    client.replace("Bertrand folds", "Bertrand dreams");
    let outline = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": FILE } }),
    );
    let names = outline[0]["children"].as_array().map(|parts| parts.len());
    assert_eq!(
        names,
        Some(4),
        "a hand that cannot be played has its fences: {outline}"
    );
}

#[test]
fn only_scenarios_are_told_of() {
    let mut client = open_sample();
    let prose = "# Notes\n\n```payuot\nzzz\n```\n\n```deal\n```\n";
    let other = |uri: &str| json!({ "textDocument": { "uri": uri, "languageId": "markdown", "version": 0, "text": prose } });
    for (uri, count) in [
        ("file:///book/notes.md", 0),
        ("file:///book/scenarios/notes.md", 1),
    ] {
        client.notify("textDocument/didOpen", other(uri));
        let Message::Notification(told) = client.next_message() else {
            panic!("nothing is told of {uri}")
        };
        assert_eq!(
            (
                &told.params["uri"],
                told.params["diagnostics"].as_array().map(Vec::len)
            ),
            (&json!(uri), Some(count))
        );
    }
    client.replace("Anne owes 5", "Anne owes 6");
    assert_eq!(client.next_diagnostics().1.len(), 1);
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": FILE } }),
    );
    assert_eq!(
        client.next_diagnostics(),
        (Value::Null, Vec::new()),
        "what is closed has no mistakes"
    );
    assert_eq!(
        client.ask(
            HOVER,
            json!({ "textDocument": { "uri": FILE }, "position": { "line": 0, "character": 0 } })
        ),
        json!({ "error": -32602 })
    );
}

#[test]
fn what_is_not_understood_is_said_so_and_the_end_is_told() {
    let mut client = Client::start(&["--stdio"]);
    assert_eq!(
        client.ask(HOVER, json!({})),
        json!({ "error": -32002 }),
        "nothing is agreed yet"
    );
    client.notify("textDocument/didOpen", json!({ "nonsense": 1 }));
    client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(
        client.ask("initialize", json!({ "capabilities": {} })),
        json!({ "error": -32600 })
    );
    assert_eq!(
        client.ask("textDocument/moniker", json!({})),
        json!({ "error": -32601 })
    );
    assert_eq!(
        client.ask(HOVER, json!({ "position": "here" })),
        json!({ "error": -32602 })
    );
    client.notify("textDocument/didOpen", json!({ "nonsense": 1 }));
    client.notify("$/setTrace", json!({ "value": "off" }));
    client.send_raw(b"Content-Length: 5\r\n\r\n{\"a\":");
    client.send_raw(b"Content-Length: 2\r\n\r\n{}");
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(
        client.ask(HOVER, json!({})),
        json!({ "error": -32600 }),
        "it is closing"
    );
    client.notify("exit", Value::Null);
    let (status, log) = client.wait_for_end();
    assert_eq!(status.code(), Some(0), "{log}");
    assert_eq!(log.matches("this is not a message").count(), 2, "{log}");
}

#[test]
fn an_editor_that_leaves_without_a_word_is_an_error() {
    for exit in [true, false] {
        let mut client = open_sample();
        if exit {
            client.notify("exit", Value::Null);
        }
        client.close_input();
        assert_eq!(client.wait_for_end().0.code(), Some(1));
    }
}

/// Pieces that break something: each replaces a stretch of the file, and the program is asked about each place near it.
#[test]
fn half_written_and_hostile_files_are_borne() {
    let mut client = open_sample();
    let long = "9♥ ".repeat(2000);
    let pieces = [
        "",
        "`",
        "```",
        "> ",
        "\r",
        "\u{FEFF}",
        "é\u{301}",
        "𝄞",
        "?",
        "(",
        "-> ",
        ", ",
        "\t",
        "{",
        "\"",
        "=",
        "\0",
        "1.",
        &long,
    ];
    let marks = [
        "```toml",
        "edition =",
        "players",
        "debts =",
        "```deal",
        "A♥ 8♥",
        "\nturn",
        "```script",
        "exchanges 8♦",
        "tries",
        "refused:",
        "-> Claude",
        "```payout",
        "takes 3",
        "pool 10",
    ];
    let mut asked = 0;
    // One of the pieces at a mark, and at the next the one that follows.
    for (row, mark) in marks.iter().enumerate() {
        let at = DENISE.find(mark).expect(mark);
        let each = test_extent::sample_step(11);
        for (index, piece) in pieces.iter().enumerate().skip(row % each).step_by(each) {
            // Here it is put in, there the rest is cut off: what is being written ends somewhere.
            let rest = if index % 2 == 0 { &DENISE[at..] } else { "" };
            client.text = format!("{}{piece}{rest}", &DENISE[..at]);
            client.change(json!([{ "text": client.text }]));
            let place = client.position(at + piece.len());
            let there = json!({ "textDocument": { "uri": FILE }, "position": place });
            for method in [HOVER, COMPLETION] {
                let answer = client.ask(method, there.clone());
                assert_eq!(
                    answer["error"],
                    Value::Null,
                    "{method} at {mark:?} {piece:?}"
                );
                asked += 1;
            }
            for method in ["textDocument/documentSymbol", "textDocument/formatting"] {
                let answer = client.ask(method, format_request());
                assert_eq!(
                    answer["error"],
                    Value::Null,
                    "{method} at {mark:?} {piece:?}"
                );
            }
            code_actions(&mut client, "", None);
        }
    }
    assert!(
        asked * test_extent::sample_step(11) > marks.len() * pieces.len(),
        "{asked}"
    );
    client.send(Request::new(
        1_000_000.into(),
        "shutdown".into(),
        Value::Null,
    ));
    client.notify("exit", Value::Null);
    let (status, log) = client.wait_for_end();
    assert!(
        !log.contains("panicked") && !log.contains("failed"),
        "{log}"
    );
    assert_eq!(status.code(), Some(0));
}

/// A card that is none, behind signs of one, two and four bytes: what a column counts is agreed on.
#[test]
fn columns_are_counted_as_agreed() {
    for (encoding, columns) in [("utf-16", [8, 11]), ("utf-8", [10, 15])] {
        let wrong = DENISE
            .replacen("turn   ", "turn 9♥ 𝄞x\nturn   ", 1)
            .replace('\n', "\r\n");
        let mut client = Client::open(&[], encoding, &wrong);
        let (_, found) = client.next_diagnostics();
        let range = found
            .iter()
            .map(|wrong| &wrong["range"])
            .find(|range| range["start"]["character"] == columns[0]);
        assert_eq!(
            range.map(|range| &range["end"]["character"]),
            Some(&json!(columns[1])),
            "{encoding}: {found:?}"
        );
        // Within a sign, beyond a line and beyond the text.
        for (line, character) in [(0, 99), (99, 99), (16, 9)] {
            let at = json!({ "textDocument": { "uri": FILE }, "position": { "line": line, "character": character } });
            assert_eq!(client.ask(HOVER, at)["error"], Value::Null);
        }
        client.close_input();
    }
}

/// Neither more memory than there are bytes, nor an abort: the number comes from outside.
#[test]
fn a_message_of_an_absurd_length_ends_the_server_with_an_error() {
    for length in [
        "67108865",
        "4294967296",
        "99999999999999",
        "18446744073709551616000",
    ] {
        let mut client = open_sample();
        client.send_raw(format!("Content-Length: {length}\r\n\r\n{{}}").as_bytes());
        let (status, said) = client.wait_for_end();
        assert_eq!(status.code(), Some(2), "{length}: {said}");
        assert!(
            said.starts_with("error: a message has ")
                && said.contains("at most 67108864 are allowed"),
            "{said}"
        );
    }
    let mut client = open_sample();
    client.send_raw("x".repeat(5_000).as_bytes());
    let (status, said) = client.wait_for_end();
    assert_eq!(
        (status.code(), said.as_str()),
        (Some(2), "error: a header line is longer than 4096 bytes\n")
    );
    // What is announced and does not come is the end of the input.
    let mut client = open_sample();
    client.send_raw(b"Content-Length: 67108864\r\n\r\n{}");
    assert_eq!(client.wait_for_end().0.code(), Some(1));
}

#[test]
fn a_file_that_check_refuses_for_its_length_is_refused_in_an_editor_too() {
    let long = format!("{DENISE}\n{}", "A line of prose.\n".repeat(60_000));
    assert!(long.len() > 1_000_000);
    let mut client = Client::open(&[], "utf-16", &long);
    let (_, found) = client.next_diagnostics();
    let words: Vec<_> = found
        .iter()
        .map(|wrong| (&wrong["severity"], &wrong["message"]))
        .collect();
    assert_eq!(
        words,
        [(
            &json!(1),
            &json!("this file cannot be read: it is longer than 1 MB; split it into several files")
        )]
    );
    for (method, params) in [
        (
            HOVER,
            json!({ "textDocument": { "uri": FILE }, "position": client.position(0) }),
        ),
        ("textDocument/formatting", format_request()),
        (
            "textDocument/documentSymbol",
            json!({ "textDocument": { "uri": FILE } }),
        ),
    ] {
        assert_eq!(client.ask(method, params), Value::Null, "{method}");
    }
    client.text = DENISE.replace("legal: 7♥", "legal: A♦");
    client.change(json!([{ "text": client.text }]));
    assert_eq!(
        client.next_diagnostics().1[0]["code"],
        "wrong-refusal",
        "it is checked again once it is shorter"
    );
}

#[test]
fn links_and_pictures_in_prose_are_checked_as_check_checks_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenarios = folder
        .path()
        .canonicalize()
        .expect("a path")
        .join("scenarios");
    std::fs::create_dir(&scenarios).expect("a folder");
    let prose = "\nSee [one](nowhere.md), [two](b.md#h1-t9-9), ![three](no.png), [four](notes.md) and [five](b.md).\n";
    let file = scenarios.join("a.md");
    let text = format!("{DENISE}{prose}");
    std::fs::write(&file, &text).expect("a file");
    std::fs::write(scenarios.join("b.md"), DENISE).expect("a file");
    std::fs::write(scenarios.join("notes.md"), "# Notes\n").expect("a file");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_mouche"))
        .args(["check", "--format", "json"])
        .arg(&file)
        .output()
        .expect("mouche");
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let told: Vec<&Value> = told["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["message"])
        .collect();
    assert_eq!(told.len(), 4, "{told:?}");
    let mut client = Client::open_at(&format!("file://{}", file.display()), &[], "utf-16", &text);
    let (_, found) = client.next_diagnostics();
    let first_line = |wrong: &Value| {
        wrong["message"]
            .as_str()
            .and_then(|words| words.lines().next())
            .map(str::to_owned)
    };
    let found: Vec<Option<String>> = found.iter().map(first_line).collect();
    let told: Vec<Option<String>> = told
        .iter()
        .map(|message| message.as_str().map(str::to_owned))
        .collect();
    assert_eq!(found, told);
    client.replace(prose, "\nSee [five](b.md).\n");
    assert_eq!(client.next_diagnostics().1, Vec::<Value>::new());
}
