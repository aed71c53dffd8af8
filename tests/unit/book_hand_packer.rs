//! Tests of `src/book/hand_packer.rs`, from within.

use super::*;
use crate::book::derivable_hand_parts::{labelled_images, shown_sentence};
use crate::book::hand_minifier::as_browser_writes;
use crate::book::html_tokenizer::{Attribute, unescape_html};
use crate::page::{HomeOrGuestPage, MoveProspectsByStory, hand_views_by_edition, render_hand};
use crate::scenario::{CheckedFile, check};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::process::Command;

/// Restores the parts of packed hands by the script of the pages. It reads a list of hands, each a list of parts, each the name of
/// an element with its changes or, if it is whole, with its HTML. It writes the HTML of the parts.
const RESTORE: &str = "
import { readFileSync } from 'node:fs';
import { restoreParts } from './changes.mjs';
const hands = JSON.parse(readFileSync(0)).map(parts => {
    const elements = parts.map(([localName, diff, outerHTML]) =>
        ({ localName, outerHTML, dataset: diff === null ? {} : { diff } }));
    restoreParts({ querySelectorAll: () => elements });
    return elements.map(element => element.outerHTML);
});
process.stdout.write(JSON.stringify(hands));
";

/// Derives what hands leave out by the script of the pages. It reads a list of hands, each the pictures of its cards and a list of
/// functions of the script with what they are given. It writes their answers.
const DERIVE: &str = "
import { readFileSync } from 'node:fs';
import * as derived from './derived.mjs';
const hands = JSON.parse(readFileSync(0)).map(([pictures, calls]) => {
    const names = derived.cardNames(pictures);
    return calls.map(([name, ...given]) => derived[name](...given, names));
});
process.stdout.write(JSON.stringify(hands));
";

/// A part of a hand: the name of its element, its changes, and its HTML as a browser writes it.
type Part = (String, Option<String>, String);

/// Returns the parts of a packed hand that the script reads.
fn parts_of(packed: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for piece in html_pieces(packed) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        let changes = tag.decoded_attribute("data-diff");
        if changes.is_some() || tag.has_any_class("cloth") {
            let place = place_of_element(packed, tag).expect("an end");
            let html = as_browser_writes(&packed[place]);
            parts.push((tag.name.to_owned(), changes, html));
        }
    }
    parts
}

/// Runs a script of the pages on something, and returns what it writes.
fn run_script<T: DeserializeOwned>(module: &str, program: &str, input: &impl Serialize) -> T {
    let folder = tempfile::tempdir().expect("a folder");
    let script = std::fs::read_to_string(format!("book/theme/{module}.js")).expect("the script");
    let name = module.rsplit('/').next().unwrap_or_default();
    std::fs::write(folder.path().join(format!("{name}.mjs")), script).expect("written");
    std::fs::write(folder.path().join("run.mjs"), program).expect("written");
    let data = folder.path().join("input.json");
    std::fs::write(&data, serde_json::to_string(input).expect("JSON")).expect("written");
    let output = Command::new("node")
        .arg(folder.path().join("run.mjs"))
        .stdin(std::fs::File::open(&data).expect("the input"))
        .output()
        .expect("node, which runs the script of the pages");
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{errors}"))
}

/// Returns a packed hand with its parts restored.
fn with_parts(packed: &str, parts: &[String]) -> String {
    let mut html = String::new();
    let mut read = 0;
    let mut parts = parts.iter();
    for piece in html_pieces(packed) {
        if let HtmlPiece::Open(tag) = piece
            && (tag.decoded_attribute("data-diff").is_some() || tag.has_any_class("cloth"))
        {
            let place = place_of_element(packed, tag).expect("an end");
            html += &packed[read..place.start];
            html += parts.next().expect("a part");
            read = place.end;
        }
    }
    html + &packed[read..]
}

/// Returns what a hand says, without what a packed hand leaves out: the links below steps, all addresses in steps, and the
/// attributes that follow from the rest.
fn without_what_follows(hand: &str) -> String {
    const DERIVED: [&str; 6] = ["href", "class", "data-say", "data-deed", "aria-label", "id"];
    let mut html = String::new();
    let mut read = 0;
    let mut steps = 0;
    for piece in html_pieces(hand) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.at < read {
            continue;
        }
        let [class] = tag.raw_attribute_values(["class"]);
        steps += usize::from(class == "hand-deal");
        html += &hand[read..tag.at];
        read = tag.end;
        if class == "hand-nav" {
            read = place_of_element(hand, tag).expect("an end").end;
        } else if steps > 0
            && (tag.is_named("a") || "li ul b".split(' ').any(|name| tag.is_named(name)))
        {
            html.extend(["<", tag.name]);
            for Attribute { name, value, .. } in tag.attributes() {
                let stays = name == "id"
                    || name == "class" && class.contains("card")
                    || !DERIVED.contains(&name);
                if stays {
                    html.extend([" ", name, "=\"", value, "\""]);
                }
            }
            html.push('>');
        } else {
            html += &hand[tag.span()];
        }
    }
    as_browser_writes(&(html + &hand[read..]))
        .replace("<a>", "")
        .replace("</a>", "")
}

/// A function of the script with what it is given, and what it must answer.
type DerivedCall = (Vec<serde_json::Value>, String);

/// Returns what the script derives for a packed hand, with what stands in the hand.
fn derived_calls(hand: &str, packed: &str) -> Vec<DerivedCall> {
    let mut calls = Vec::new();
    let ids: Vec<&str> = step_tags(hand).map(|(id, _)| id).collect();
    let [all] = html_pieces(hand)
        .find_map(|piece| match piece {
            HtmlPiece::Open(tag) => Some(tag.raw_attribute_values(["id"])),
            _ => None,
        })
        .expect("the hand");
    let short_steps: HashMap<&str, HtmlTag> = step_tags(packed).collect();
    for (at, (id, tag)) in step_tags(hand).enumerate() {
        let before = at.checked_sub(1).map(|at| ids[at]);
        let step = &hand[tag.end..];
        let step = &step[..step.find(STEP_START).unwrap_or(step.len())];
        let (_, links) = step.split_once("<p class=\"hand-nav\">").expect("links");
        let (links, _) = links.split_once("</p>").expect("an end");
        calls.push((
            vec![
                "stepLinks".into(),
                before.into(),
                all.into(),
                ids.get(at + 1).copied().into(),
            ],
            as_browser_writes(&format!("<p class=\"hand-nav\">{links}</p>")),
        ));
        if short_steps[id].decoded_attribute("data-say").is_none() {
            let shown = shown_sentence(step).expect("a sentence");
            let spoken = tag.decoded_attribute("data-say").expect("a sentence");
            calls.push((vec!["spokenSentence".into(), shown.into()], spoken));
        }
    }
    calls.extend(label_calls(hand));
    calls.extend(address_calls(hand));
    calls
}

/// Returns what the script derives of the choices of a hand: the names of their lists and the moves that they are.
fn label_calls(hand: &str) -> Vec<DerivedCall> {
    let mut calls = Vec::new();
    for piece in html_pieces(hand) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.has_any_class("hand-choices")
            && let Some(label) = tag.decoded_attribute("aria-label")
            && let Some(player) = label.strip_prefix("What ")
        {
            let player = player.trim_end_matches(" may do");
            calls.push((vec!["choicesLabel".into(), player.into()], label));
        }
        if let Some(deed) = tag.decoded_attribute("data-deed") {
            let text = unescape_html(hand[tag.end..].split('<').next().unwrap_or_default());
            if text.split(' ').nth(1) == Some(deed.as_str()) {
                calls.push((vec!["moveOfChoice".into(), text.into()], deed));
            }
        }
    }
    calls
}

/// Returns the addresses that the script derives for the cards in the tables of tricks of a hand.
fn address_calls(hand: &str) -> Vec<DerivedCall> {
    let mut calls = Vec::new();
    for row in hand.split("<tr><th scope=\"row\">").skip(1) {
        let row = row.split("</tr>").next().unwrap_or_default();
        let (trick, cards) = row.split_once('<').expect("the trick");
        let cards: Vec<&str> = cards.split("<a ").skip(1).collect();
        let Some(led) = cards.iter().position(|card| card.contains("</a> led")) else {
            continue;
        };
        for (at, card) in cards.iter().enumerate() {
            let (_, address) = card.split_once("href=\"").expect("an address");
            let address = address.split('"').next().unwrap_or_default();
            let (deal, _) = address[1..].rsplit_once("-t").expect("a deal");
            calls.push((
                vec![
                    "cardAddress".into(),
                    deal.into(),
                    trick.into(),
                    at.into(),
                    led.into(),
                    cards.len().into(),
                ],
                address.to_owned(),
            ));
        }
    }
    calls
}

/// Returns the steps of a hand by their ids, in their order.
fn step_tags(hand: &str) -> impl Iterator<Item = (&str, HtmlTag<'_>)> {
    html_pieces(hand).filter_map(|piece| match piece {
        HtmlPiece::Open(tag) if tag.has_any_class("hand-step") => {
            Some((tag.raw_attribute_values(["id"])[0], tag))
        }
        _ => None,
    })
}

/// Returns the scenarios of a folder and of the folders in it.
fn read_scenarios(folder: &str, found: &mut Vec<CheckedFile>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path().display().to_string();
        if entry.path().is_dir() {
            read_scenarios(&path, found);
        } else if path.ends_with(".md") {
            found.push(check(&path, &std::fs::read(&path).expect("a file")));
        }
    }
}

/// Returns how many elements of a kind are whole in a hand.
fn count_elements_left_whole(hand: &str, class: &str) -> usize {
    html_pieces(hand)
        .filter(|piece| matches!(piece, HtmlPiece::Open(tag) if tag.has_any_class(class)))
        .count()
}

#[test]
fn the_script_of_the_pages_restores_every_part_of_a_hand() {
    let mut files = Vec::new();
    read_scenarios("scenarios", &mut files);
    files.retain(|file| !file.stories.is_empty());
    assert!(files.len() > 400, "{} scenarios", files.len());
    if std::env::var_os("ALL").is_none() {
        let mut number = 0;
        files.retain(|_| {
            number += 1;
            number % 8 == 1
        });
    }
    // The other choices of a player take long to work out.
    let (with_choices, others) = files.split_at(3);
    let mut hands = Vec::new();
    for (files, alternatives) in [
        (with_choices, MoveProspectsByStory::compute(with_choices)),
        (others, MoveProspectsByStory::default()),
    ] {
        for view in hand_views_by_edition(files, &alternatives) {
            if view.is_first_edition() {
                hands.push(render_hand(&view, HomeOrGuestPage::Home(2)).expect("a hand"));
            }
        }
    }
    let mut all_packed = Vec::new();
    for hand in &hands {
        let mut packed = String::new();
        write_packed_hand(hand, &mut packed);
        all_packed.push(packed);
    }
    let parts: Vec<Vec<Part>> = all_packed.iter().map(|packed| parts_of(packed)).collect();
    let restored: Vec<Vec<String>> = run_script("hand/changes", RESTORE, &parts);
    let mut without_address = 0;
    for ((hand, packed), parts) in hands.iter().zip(&all_packed).zip(&restored) {
        let unpacked = with_parts(packed, parts);
        assert_eq!(without_what_follows(&unpacked), without_what_follows(hand));
        without_address += packed.matches("<a>").count();
        let deals = count_elements_left_whole(hand, "hand-deal");
        assert!(
            (deals..=2 * deals).contains(&count_elements_left_whole(packed, "cloth"))
                || hand.contains("parted")
        );
        assert_eq!(count_elements_left_whole(packed, "hand-nav"), 0);
        assert_eq!(count_elements_left_whole(packed, "hand-instead"), 0);
    }
    assert!(without_address > 1000, "{without_address} links");
    assert_script_derives_what_is_left_out(&hands, &all_packed);
}

/// Fails if the script does not derive what packed hands leave out.
fn assert_script_derives_what_is_left_out(hands: &[String], all_packed: &[String]) {
    let mut given = Vec::new();
    let mut wanted = Vec::new();
    for (hand, packed) in hands.iter().zip(all_packed) {
        let (calls, answers): (Vec<_>, Vec<_>) = derived_calls(hand, packed).into_iter().unzip();
        given.push((labelled_images(hand), calls));
        wanted.push(answers);
    }
    let answers: Vec<Vec<String>> = run_script("tools/derived", DERIVE, &given);
    assert_eq!(answers, wanted);
    for (name, least) in [
        ("spokenSentence", 500),
        ("choicesLabel", 500),
        ("moveOfChoice", 100),
        ("cardAddress", 300),
    ] {
        let calls = given.iter().flat_map(|(_, calls)| calls);
        let count = calls.filter(|call| call[0] == name).count();
        assert!(count > least, "{count} of {name}");
    }
}

/// Returns the words of all elements of a hand with a class, and the names that they give to pictures and groups.
fn words_of_elements(hand: &str, class: &str) -> Vec<String> {
    let mut found = Vec::new();
    for piece in html_pieces(hand) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.has_any_class(class) {
            let place = place_of_element(hand, tag).expect("an end");
            found.push(words_and_names(&hand[place]));
        }
    }
    found
}

/// Returns the words of HTML and the names of pictures in it.
fn words_and_names(html: &str) -> String {
    let mut words = String::new();
    for piece in html_pieces(html) {
        match piece {
            HtmlPiece::Text { text, .. } => words += &unescape_html(text),
            HtmlPiece::Open(tag) if tag.decoded_attribute("role").as_deref() == Some("img") => {
                let name = tag.decoded_attribute("aria-label").unwrap_or_default();
                words.extend([" [", &name, "] "]);
            }
            _ => words.push(' '),
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the first table of each deal of a hand, and the last one, which has the payout.
fn tables_of_deals(hand: &str) -> Vec<String> {
    let mut tables = Vec::new();
    for deal in hand.split(DEAL_START).skip(1) {
        let each = words_of_elements(deal, "cloth");
        tables.extend(each.first().cloned());
        tables.extend(each.last().cloned());
    }
    tables
}

/// A hand that is read without scripts has each deal as a diagram, the sentence of each step with its clauses, the verdicts, the
/// sums, the table of tricks and the payout. They say what the hand said before it was packed.
#[test]
fn a_packed_hand_says_the_same_without_scripts() {
    let mut files = Vec::new();
    read_scenarios("scenarios", &mut files);
    files.retain(|file| !file.stories.is_empty());
    let mut sentences = 0;
    for file in files.iter().step_by(if std::env::var_os("ALL").is_none() {
        8
    } else {
        1
    }) {
        let file = std::slice::from_ref(file);
        for view in hand_views_by_edition(file, &MoveProspectsByStory::default()) {
            if !view.is_first_edition() {
                continue;
            }
            let hand = render_hand(&view, HomeOrGuestPage::Home(2)).expect("a hand");
            let mut packed = String::new();
            write_packed_hand(&hand, &mut packed);
            for class in "hand-title hand-say hand-choices hand-ledger hand-story hand-tricks hand-questions hand-about"
                .split(' ')
            {
                let said = words_of_elements(&hand, class);
                sentences += said.len();
                assert_eq!(words_of_elements(&packed, class), said, "{class}");
            }
            assert_eq!(tables_of_deals(&packed), tables_of_deals(&hand));
        }
    }
    assert!(sentences > 1000, "{sentences} sentences");
}

#[test]
fn the_first_and_the_last_table_of_a_deal_stay_whole() {
    let step =
        |number| format!("<li class=\"hand-step a\"><div class=\"cloth\">{number}</div></li>");
    let deal = [1, 2, 3].map(step).concat();
    let page = format!("<section class=\"hand\"><ol class=\"hand-steps\">{deal}</ol></section>");
    let packed = pack_hands(&page);
    for (part, is_whole) in [
        ("<div class=cloth>1", true),
        ("<div class=cloth>2", false),
        ("<div class=cloth>3", true),
    ] {
        assert_eq!(packed.contains(part), is_whole, "{packed}");
    }
    assert!(packed.contains("<li class=\"hand-step a\"><div data-diff="));
}
