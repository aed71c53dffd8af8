//! What the errors of the library say, and that a user of the engine can hand them on with `?`.

use crate::repository_paths::program;
use crate::small_book::small_book;
use mouche::book::site::SiteAddress;
use mouche::cards::{Card, CardLanguage, CardSet, PerSeat, Rank, Seat, Suit, read_card};
use mouche::editions;
use mouche::engine::{
    DealState, InvalidActReason, Move, PlayableCards, Refusal, TableBetweenDeals, TooManyChips,
    TrickAct, apply_to_copy, open_deal,
};
use mouche::rules::{ClauseId, OptionValue};
use mouche::scenario::check;
use mouche::scenario::diagnostic::{Code, Diagnostics};
use std::error::Error;
use std::process::Command;

/// Opens a hand of the edition of 1718 with an option, and plays a card before it is dealt.
fn play_too_early(option: &str, card: &str) -> Result<DealState, Box<dyn Error>> {
    let edition = editions::by_id("mouche-1718").ok_or("no such edition")?;
    let agreed = edition.with_options(&[(option.to_owned(), OptionValue::Flag(true))].into())?;
    let rules = agreed.tricks().ok_or("no tricks")?;
    let card = read_card(card, CardLanguage::English)?;
    let mut table = TableBetweenDeals::new(3, Seat(0), PerSeat::all(100));
    let hand = open_deal(rules, &mut table, &mut Vec::new())?;
    Ok(apply_to_copy(
        rules,
        &hand,
        TrickAct::Move(Seat(1), Move::Play(card)),
        &mut Vec::new(),
    )?)
}

#[test]
fn errors_are_handed_on_with_a_question_mark() {
    let said = |option: &str, card: &str| {
        play_too_early(option, card)
            .expect_err("an error")
            .to_string()
    };
    assert!(
        said("no_option", "K♠")
            .starts_with("mouche-1718 has no option no_option; its options are ")
    );
    assert_eq!(
        said("debts", "K♠"),
        "the option debts cannot have this value; write \"at_once\" or \"staged\""
    );
    assert_eq!(said("allow_two", "KX"), "this is not a card");
    assert_eq!(
        said("allow_two", "RC"),
        "this means K♥ in French letters only; write the sign of the suit"
    );
    assert_eq!(said("allow_two", "K♠"), "this act is not asked for now");
}

#[test]
fn each_refusal_says_what_is_refused() {
    let ace = Card::new(Rank::Ace, Suit::Spades);
    let legal = PlayableCards {
        cards: [ace].into_iter().collect::<CardSet>(),
        clause: ClauseId::PlayHead,
    };
    assert_eq!(
        Refusal::ForbiddenCard(ClauseId::PlayHead, legal).to_string(),
        "play.head forbids this card; legal: A♠"
    );
    assert_eq!(
        Refusal::Forbidden(ClauseId::DeclFille).to_string(),
        "decl.fille forbids this"
    );
    for (misuse, says) in [
        (InvalidActReason::NotNow, "this act is not asked for now"),
        (
            InvalidActReason::NotYourTurn(Seat(2)),
            "it is the turn of seat 2",
        ),
        (
            InvalidActReason::NotHeld(ace),
            "the player does not hold A♠",
        ),
        (InvalidActReason::NotInPack(ace), "A♠ is not in the pack"),
        (InvalidActReason::DealtTwice(ace), "A♠ is dealt twice"),
        (
            InvalidActReason::HandSize(Seat(1), 4),
            "seat 1 is dealt 4 cards",
        ),
        (InvalidActReason::SpareSize(1), "the spare hand has 1 card"),
        (
            InvalidActReason::UnequalExchange,
            "as many cards must be drawn as are laid down, and at least one",
        ),
        (
            InvalidActReason::TooManyCards(Seat(1), 7),
            "seat 1 can hold at most 7 cards",
        ),
        (InvalidActReason::NotInStock(ace), "A♠ is not in the stock"),
        (
            InvalidActReason::UntrueDeclaration,
            "the declaration is not true",
        ),
    ] {
        assert_eq!(misuse.to_string(), says);
        assert_eq!(Refusal::from(misuse).to_string(), says);
    }
    assert_eq!(TooManyChips.to_string(), "the pool is past all counting");
    let address = "nowhere".parse::<SiteAddress>().expect_err("no address");
    assert_eq!(
        address.to_string(),
        "write the address of the site, such as https://example.org/book/"
    );
}

#[test]
fn a_diagnostic_says_what_is_wrong_and_what_helps_on_one_line() {
    let text = "# A hand\n\n```toml scenario\nedition = \"mouche-1719\"\nplayers = [\"A\\u001b\", \"B\"]\n```\n";
    let wrong = check("a.md", text.as_bytes()).diagnostics;
    assert!(!wrong.is_empty());
    for wrong in &wrong {
        let said = wrong.to_string();
        assert!(!said.contains(|sign: char| sign.is_control()), "{said:?}");
        assert!(
            wrong
                .help
                .iter()
                .all(|help| help.contains(char::is_control) || said.contains(help)),
            "{said}"
        );
    }
    let lines = wrong
        .iter()
        .map(|wrong| wrong.to_string())
        .collect::<Vec<_>>();
    assert_eq!(Diagnostics(wrong).to_string(), lines.join("\n"));
}

#[test]
fn the_book_has_every_message() {
    let folder = small_book();
    let site = folder.path().join("site");
    let output = Command::new(program())
        .arg("--root")
        .arg(folder.path())
        .args(["build", "--dest"])
        .arg(&site)
        .output()
        .expect("mouche");
    assert!(output.status.success(), "{output:?}");
    let messages = std::fs::read_to_string(site.join("writing/messages.html")).expect("a page");
    for code in Code::ALL {
        let heading = format!("<h2 id=\"{}\">", code.id());
        assert!(messages.contains(&heading), "{}", code.id());
    }
}
