//! What `fmt` and `bless` make of a file: its canonical spelling, and its holes filled.

use mouche::scenario::diagnostic::{Code, Diagnostic};
use mouche::scenario::{BlessExtent, RewrittenFile, bless, format};

const HEADER: &str =
    "# T\n\n```toml scenario\nedition  =  'e'\nplayers = ['Anne', 'Mme de Z', 'Jo']\n```\n\n";

/// The text; what is wrong with it, where that is all that was told.
fn rewritten_text(rewritten: Option<RewrittenFile>) -> String {
    rewritten.map_or_else(
        || "no scenario".into(),
        |told| {
            told.into_sound_text()
                .unwrap_or_else(|wrong| wrong.to_string())
        },
    )
}

fn format_text(text: &str) -> String {
    rewritten_text(format(text.as_bytes()))
}

fn check_formatted_fence(before: &str, after: &str) {
    let whole = |inside: &str| format!("{HEADER}a   b\n\n{inside}\n");
    assert_eq!(format_text(&whole(before)), whole(after));
    assert_eq!(format_text(&whole(after)), whole(after));
}

#[test]
fn a_deal_has_two_columns() {
    check_formatted_fence(
        "```deal\ndealer Anne # x\nMme  de Z  KD 10♡ 9♦\u{fe0f}\n  Jo\tA♥   \nturn 9♥\ndebt Jo  5\n\n#  as is\n```",
        "```deal\ndealer   Anne  # x\nMme de Z K♦ 10♥ 9♦\nJo       A♥\nturn     9♥\ndebt     Jo 5\n\n#  as is\n```",
    );
}

#[test]
fn a_script_is_laid_out() {
    check_formatted_fence(
        "```deal\n```\n```script\nAnne folds , Jo folds\n Mme de Z may fold or  stand( decl.fold )\nJo names ♡\n\n\
         1.Anne 9H ,Jo 8♥\nJo tries A♣(refused:KC;legal : 7H)# why\nMme de Z 7♥→Jo # who\n Jo 8♥\n2 .Jo 9♣\nstop\n```",
        "```deal\n```\n```script\nAnne     folds, Jo folds\nMme de Z may fold or stand (decl.fold)\nJo       names ♥\n\n\
         1. Anne 9♥, Jo 8♥\n   Jo tries A♣ (refused: KC; legal: 7♥)  # why\n   Mme de Z 7♥ -> Jo                     # who\nJo 8♥\n2. Jo 9♣\nstop\n```",
    );
}

#[test]
fn a_trick_may_cross_fences() {
    check_formatted_fence(
        "```deal\n```\n```script\n1. Anne 9♥\n```\n```script e\n Jo 8♥ -> ?\n```\n```script f\n  Jo 7♥ -> Jo\n```\n",
        "```deal\n```\n```script\n1. Anne 9♥\n```\n```script e\n   Jo 8♥ -> ?\n```\n```script f\n   Jo 7♥ -> Jo\n```\n",
    );
}

#[test]
fn a_payout_keeps_its_lines() {
    check_formatted_fence(
        "```deal\n```\n```payout\npool  ?,Jo takes 5\n ?\n```",
        "```deal\n```\n```payout\npool ?, Jo takes 5\n?\n```",
    );
}

#[test]
fn a_task_keeps_its_words() {
    check_formatted_fence(
        "```deal\n```\n```task  wins\n Which  card: this?  # no comment\nKH  9♡:  It  is  higher. \nMme  de Z ,Jo:no\n```\n```script\nstop\n```",
        "```deal\n```\n```task  wins\nWhich  card: this?  # no comment\nK♥ 9♥: It  is  higher.\nMme de Z, Jo: no\n```\n```script\nstop\n```",
    );
}

#[test]
fn quotations_marks_and_windows_lines_stay() {
    let text = format!("\u{feff}{HEADER}> - ```deal\n>   dealer Anne\n>   Jo K♥  \n>   ```\n")
        .replace('\n', "\r\n");
    let told = text.replace("Jo K♥  ", "Jo     K♥");
    assert_eq!(format_text(&text), told);
    let tab = format!("{HEADER}- ```deal\n\tdealer   Anne\n  Jo K♥\n  ```\n");
    assert_eq!(format_text(&tab), tab.replace("Jo K♥", "Jo     K♥"));
    let shallow = format!("{HEADER}```deal\n```\n\n  ```script\n  1. Anne 9♥\nJo 8♥\n  ```\n");
    assert_eq!(
        format_text(&shallow),
        shallow.replace("Jo 8♥", "     Jo 8♥")
    );
}

#[test]
fn a_french_file_keeps_its_courts() {
    let text =
        format!("{HEADER}```deal\nAnne RC V♥ KT 10P\n```\n").replace("'e'", "'e'\nlang = 'fr'");
    assert_eq!(
        format_text(&text),
        text.replace("RC V♥ KT 10P", "R♥ V♥ K♣ 10♠")
            .replace("K♣", "R♣")
    );
}

#[test]
fn german_names_of_cards_follow_the_pack_of_the_edition() {
    let text = include_str!("../held/an-ober-under-the-unter.md");
    assert_eq!(format_text(text), text.replace("UE K♦ 10E", "U♣ K♦ 10♣"));
    let wrong = |text: &str| format(text.as_bytes()).expect("a scenario").wrong.remove(0);
    // In an edition with a French pack the same cards are a Dame and a Bube.
    let (deal, _) = text.split_once("```script").expect("a script");
    let french_pack = format_text(
        &deal
            .replace("mistigri-1975", "loo-2008")
            .replace("UE K♦ 10E", "U♣ K♦ 10♣"),
    );
    assert!(
        french_pack.contains("Werner A♥ 9♥ 8♠ D♦ 8♦"),
        "{french_pack}"
    );
    assert!(french_pack.contains("turn   B♠"), "{french_pack}");
    // Schellen or spades: neither.
    assert_eq!(
        wrong(&text.replace("K♠ 10♠ 7♦", "KS 10♠ 7♦")).code,
        Code::BadCard
    );
    let open = text.replace("legal: O♣", "legal: ?");
    assert_eq!(
        bless_text(&open, BlessExtent::OpenValues),
        text,
        "it is written as it is read"
    );
}

#[test]
fn what_cannot_be_read_is_refused() {
    assert!(format(b"# a\n```text\n```\n").is_none());
    let refused = |bytes: &[u8]| format(bytes).map(|told| (told.changes, told.wrong.len()));
    assert_eq!(refused(b"\xFF"), Some((0, 1)));
    let wrong = format!("{HEADER}```deal\nAnne zz\n```\n");
    assert_eq!(refused(wrong.as_bytes()), Some((0, 1)));
}

const DENISE: &str = include_str!("../held/denise-must-trump.md");
const TWO: &str = include_str!("../../scenarios/compared/one-line-of-1730.md");

fn bless_text(text: &str, fill: BlessExtent) -> String {
    rewritten_text(bless("a.md", text.as_bytes(), fill))
}

fn bless_with_errors(text: &str, fill: BlessExtent) -> Vec<Diagnostic> {
    bless("a.md", text.as_bytes(), fill)
        .expect("a scenario")
        .wrong
}

/// Changes words of the sample, and back.
fn assert_filled_back(changed: &[(&str, &str)], fill: BlessExtent) {
    let text = changed
        .iter()
        .fold(DENISE.to_owned(), |text, (right, other)| {
            assert_eq!(text.matches(right).count(), 1, "{right}");
            text.replace(right, other)
        });
    assert_eq!(bless_text(&text, fill), DENISE, "{changed:?}");
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(
        bless_text(&windows(&text), fill),
        windows(DENISE),
        "{changed:?}"
    );
}

#[test]
fn each_hole_is_filled() {
    assert_filled_back(
        &[
            ("Anne J♥ -> Denise", "Anne J♥ -> ?"),
            ("Claude 8♥ -> Claude", "Claude 8♥ -> ?"),
        ],
        BlessExtent::OpenValues,
    );
    assert_filled_back(
        &[("Denise may 7♥ (play.trump)", "Denise may ? (?)")],
        BlessExtent::OpenValues,
    );
    assert_filled_back(
        &[("(refused: play.trump; legal: 7♥)", "(refused: ?; legal: ?)")],
        BlessExtent::OpenValues,
    );
    let amounts = [
        ("pool 5\nC", "pool ?\nC"),
        ("takes 3, D", "takes ?, D"),
        ("owes 5", "owes ?"),
        ("next pool 10", "next pool ?"),
    ];
    assert_filled_back(&amounts, BlessExtent::OpenValues);
}

#[test]
fn wrong_expectations_are_replaced_where_asked() {
    let wrong = [
        ("takes 3, Denise", "takes 4, Denise"),
        ("Anne J♥ -> Denise", "Anne J♥ -> Anne"),
    ];
    assert_filled_back(&wrong, BlessExtent::WrongExpectations);
    assert_filled_back(
        &[("Denise may 7♥ (play.trump)", "Denise may A♣ 8♥ (play.head)")],
        BlessExtent::WrongExpectations,
    );
    assert_filled_back(
        &[(
            "refused: play.trump; legal: 7♥",
            "refused: play.follow; legal: A♣",
        )],
        BlessExtent::WrongExpectations,
    );
    let text = DENISE
        .replace("takes 3, Denise", "takes 4, Denise")
        .replace("owes 5", "owes ?");
    assert!(
        bless_with_errors(&text, BlessExtent::OpenValues)
            .iter()
            .all(|wrong| wrong.code == Code::WrongPayout)
    );
}

#[test]
fn a_line_that_is_missing_is_added() {
    let without = DENISE.replace("Claude takes 3, Denise takes 2\nAnne owes 5\n", "");
    let told = "pool 5\nClaude takes 3\nDenise takes 2\nAnne owes 5\nnext pool 10\n";
    assert!(bless_text(&without, BlessExtent::WrongExpectations).contains(told));
    let without = DENISE.replace("\nAnne owes 5\nnext pool 10", "");
    assert!(
        bless_text(&without, BlessExtent::WrongExpectations).contains("takes 2\nAnne owes 5\n```"),
        "after the last, if none comes next"
    );
}

#[test]
fn a_bare_hole_is_the_rest_of_the_payout_line_by_line() {
    let payout = DENISE
        .split("```payout\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap_or("");
    let open = |with: &str| DENISE.replace(payout, with);
    assert_eq!(
        bless_text(&open("?  # all\n"), BlessExtent::OpenValues),
        open("pool 5\nClaude takes 3\nDenise takes 2\nAnne owes 5\nnext pool 10  # all\n")
    );
    assert_eq!(
        bless_text(
            &open("Claude has ?, Anne owes 5, ?\n"),
            BlessExtent::OpenValues
        ),
        open(
            "Claude has 1003, Anne owes 5, pool 5\nClaude takes 3\nDenise takes 2\nnext pool 10\n"
        )
    );
    let full = format!("{payout}?\n");
    assert_eq!(
        bless_with_errors(&open(&full), BlessExtent::OpenValues)[0].code,
        Code::WrongPayout
    );
}

#[test]
fn a_purse_below_nothing_is_filled() {
    let told = include_str!("../held/negative-has.md");
    assert_eq!(
        bless_text(&told.replace("has -3", "has ?"), BlessExtent::OpenValues),
        told
    );
}

#[test]
fn a_quotation_is_kept() {
    let (title, body) = DENISE.split_once("\n\n").unwrap_or_default();
    let quoted = |body: &str| {
        format!(
            "{title}\n\n{}",
            body.lines()
                .map(|line| format!("> {line}\n"))
                .collect::<String>()
        )
    };
    let payout = "pool 5\nClaude takes 3, Denise takes 2\nAnne owes 5\nnext pool 10\n";
    let lines = "pool 5\nClaude takes 3\nDenise takes 2\nAnne owes 5\nnext pool 10\n";
    assert_eq!(
        bless_text(
            &quoted(&body.replace(payout, "?\n")),
            BlessExtent::OpenValues
        ),
        quoted(&body.replace(payout, lines))
    );
}

#[test]
fn an_entry_of_nothing_is_taken_out_with_its_comma_or_its_line() {
    for with in [
        "Bertrand owes 3, Anne owes 5",
        "Anne owes 5, Bertrand owes 3",
        "Bertrand takes 3\nAnne owes 5",
    ] {
        assert_eq!(
            bless_text(
                &DENISE.replace("Anne owes 5", with),
                BlessExtent::WrongExpectations
            ),
            DENISE,
            "{with}"
        );
    }
}

#[test]
fn slips_are_mended_and_nothing_else() {
    let text = DENISE
        .replace("9♥\n```", "9h\n```")
        .replace("Anne owes 5", "Anne owe 4")
        .replace("-> Denise", "=> Dneise");
    let mend = |text: &str| bless("a.md", text.as_bytes(), BlessExtent::Slips).expect("a scenario");
    let RewrittenFile {
        text: mended,
        changes: count,
        ..
    } = mend(&text);
    assert_eq!(mended, DENISE.replace("owes 5", "owes 4"));
    assert_eq!(count, 1 + 1 + 2 * DENISE.matches("-> Denise").count());
    assert_eq!(mend(DENISE).changes, 0);
    // Of two names as near as each other neither is written.
    let twins = DENISE
        .replace("\"Denise\"", "\"Denise\", \"Denisa\"")
        .replace("2. Denise", "2. Denisx");
    assert!(!mend(&twins).text.contains("2. Denise"));
}

#[test]
fn what_is_wrong_besides_is_told_and_the_rest_filled() {
    let text = DENISE
        .replace("Anne owes 5", "Anne owes ?")
        .replace("9♥\n```", "9♥\nzzz\n```");
    assert!(
        bless_with_errors(&text, BlessExtent::WrongExpectations)
            .iter()
            .all(|wrong| wrong.code != Code::Unfilled)
    );
    let text = DENISE
        .replace("Anne owes 5", "Anne owes ?")
        .replace("\"play.trump\"", "\"play.overtrump\"");
    let found = bless_with_errors(&text, BlessExtent::OpenValues);
    assert_eq!(found[0].code, Code::NotShown);
    let filled = bless("a.md", text.as_bytes(), BlessExtent::OpenValues).expect("a scenario");
    assert_eq!(
        (filled.text, filled.changes),
        (text.replace("owes ?", "owes 5"), 1)
    );
    let text = DENISE
        .replace("Anne owes 5", "Anne owes ?")
        .replacen("-> Denise", "-> Anne", 1);
    let filled = bless("a.md", text.as_bytes(), BlessExtent::OpenValues).expect("a scenario");
    assert_eq!(
        (filled.wrong[0].code, filled.text),
        (Code::WrongWinner, text.replace("owes ?", "owes 5"))
    );
    assert!(bless("a.md", b"# a", BlessExtent::OpenValues).is_none());
}

#[test]
fn editions_must_agree() {
    let (before, _) = TWO
        .rsplit_once("```payout mouche-1718\n")
        .unwrap_or_default();
    let found = bless_with_errors(
        &format!("{before}```payout\n?\n```\n"),
        BlessExtent::OpenValues,
    );
    assert_eq!((found.len(), found[0].code), (1, Code::Unfilled));
    assert!(
        found[0].help[1].starts_with("under mouche-1730: pool 20, "),
        "{found:?}"
    );
    assert!(found[0].help[2].contains("a fence for each"), "{found:?}");
    assert_eq!(
        bless_text(
            &TWO.replace(
                "Nadine 10♥, Octave 7♥ -> Nadine",
                "Nadine 10♥, Octave 7♥ -> ?"
            ),
            BlessExtent::OpenValues
        ),
        TWO
    );
}
