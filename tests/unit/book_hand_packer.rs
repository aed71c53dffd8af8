//! Tests of `src/book/hand_packer.rs`, from within.

use super::*;
use crate::book::hand_minifier::as_browser_writes;
use crate::book::html::unescape_html;
use crate::page::{AlternativesByStory, PageLocation, hand_views_by_edition, render_hand};
use crate::scenario::{CheckedFile, check};
use std::process::Command;

/// Restores the parts and the links of packed hands by the script of the pages. It reads a list of hands, each a list of parts, each
/// the name of an element with its changes or, if it is whole, with its HTML; a list of links to clauses, each with its text and its
/// address if it has one; and the ids of the steps of titles. It writes the HTML of the parts and the addresses of the links.
const RESTORE: &str = "
import { readFileSync } from 'node:fs';
import { restoreParts } from './changes.mjs';
const link = (textContent, href, id) => ({
    textContent, href, getAttribute: () => href, closest: () => ({ id }),
    setAttribute(name, value) { this[name] = value; },
});
const hands = JSON.parse(readFileSync(0)).map(([parts, clauses, titles]) => {
    const elements = parts.map(([localName, diff, outerHTML]) =>
        ({ localName, outerHTML, dataset: diff === null ? {} : { diff } }));
    const toClauses = clauses.map(([text, href]) => link(text, href));
    const ofTitles = titles.map(id => link('', null, id));
    const found = { 'a.clause': toClauses, '.hand-title a': ofTitles };
    restoreParts({ querySelectorAll: selector => found[selector] || elements });
    return [elements.map(element => element.outerHTML), toClauses.map(one => one.href), ofTitles.map(one => one.href)];
});
process.stdout.write(JSON.stringify(hands));
";

/// A packed hand as the script reads it: its parts, its links to clauses, and the steps of its titles.
type PackedHand = (Vec<Part>, Vec<(String, Option<String>)>, Vec<String>);

/// What the script restores: the parts, the addresses of the links to clauses, and those of the titles.
type RestoredHand = (Vec<String>, Vec<String>, Vec<String>);

/// A part of a hand: the name of its element, its changes, and its HTML as a browser writes it.
type Part = (String, Option<String>, String);

/// Returns the parts of a packed hand that the script reads.
fn parts_of(packed: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for piece in html_pieces(packed) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        let changes = tag.attribute("data-diff");
        if changes.is_some() || tag.has_any_class("cloth hand-nav") {
            let place = place_of_element(packed, tag).expect("an end");
            let html = as_browser_writes(&packed[place]);
            parts.push((tag.name.to_owned(), changes, html));
        }
    }
    parts
}

/// Returns the links of a packed hand outside of its parts: those to clauses, and the ids of the steps whose titles are links.
fn links_of(packed: &str) -> (Vec<(String, Option<String>)>, Vec<String>) {
    let mut clauses = Vec::new();
    let mut titles = Vec::new();
    let mut step = String::new();
    let mut in_title = false;
    for piece in html_pieces(packed) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.has_any_class("hand-step") {
            step = tag.attribute("id").expect("an id");
        }
        in_title |= tag.has_any_class("hand-title");
        if tag.is_named("a") && tag.has_any_class("clause") {
            let text = packed[tag.end..].split('<').next().unwrap_or_default();
            clauses.push((unescape_html(text), tag.attribute("href")));
        } else if tag.is_named("a") && std::mem::take(&mut in_title) {
            titles.push(step.clone());
        }
    }
    (clauses, titles)
}

/// Returns a packed hand as the script reads it.
fn read_packed(packed: &str) -> PackedHand {
    let (clauses, titles) = links_of(packed);
    (parts_of(packed), clauses, titles)
}

/// Returns hands as the script of the pages restores them.
fn restore_hands(hands: &[PackedHand]) -> Vec<RestoredHand> {
    let folder = tempfile::tempdir().expect("a folder");
    let script = std::fs::read_to_string("book/theme/hand/changes.js").expect("the script");
    std::fs::write(folder.path().join("changes.mjs"), script).expect("written");
    std::fs::write(folder.path().join("restore.mjs"), RESTORE).expect("written");
    let input = folder.path().join("hands.json");
    std::fs::write(&input, serde_json::to_string(hands).expect("JSON")).expect("written");
    let output = Command::new("node")
        .arg(folder.path().join("restore.mjs"))
        .stdin(std::fs::File::open(&input).expect("the hands"))
        .output()
        .expect("node, which runs the script of the pages");
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{errors}"))
}

/// Returns a packed hand with its parts and links restored, as a browser writes it.
fn unpack(packed: &str, (parts, clauses, titles): &RestoredHand) -> String {
    let mut html = String::new();
    let mut read = 0;
    let mut parts = parts.iter();
    let mut clauses = clauses.iter();
    let mut titles = titles.iter();
    for piece in html_pieces(packed) {
        let HtmlPiece::Open(tag) = piece else {
            continue;
        };
        if tag.attribute("data-diff").is_some() || tag.has_any_class("cloth hand-nav") {
            let place = place_of_element(packed, tag).expect("an end");
            html += &packed[read..place.start];
            html += parts.next().expect("a part");
            read = place.end;
        } else if tag.is_named("a") && tag.has_any_class("clause") {
            let address = clauses.next().expect("a link");
            html += &packed[read..tag.at];
            html += &format!("<a class=\"clause\" href=\"{address}\">");
            read = tag.end;
        } else if tag.is_named("a") && tag.attribute("href").is_none() {
            let address = titles.next().expect("a title");
            html += &packed[read..tag.at];
            html += &format!("<a href=\"{address}\">");
            read = tag.end;
        }
    }
    as_browser_writes(&(html + &packed[read..]))
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
fn count_whole(hand: &str, class: &str) -> usize {
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
        (with_choices, AlternativesByStory::compute(with_choices)),
        (others, AlternativesByStory::default()),
    ] {
        for view in hand_views_by_edition(files, &alternatives) {
            if view.is_first_edition() {
                hands.push(render_hand(&view, PageLocation::Home(2)).expect("a hand"));
            }
        }
    }
    let mut all_packed = Vec::new();
    for hand in &hands {
        let mut packed = String::new();
        write_packed_hand(hand, &mut packed);
        all_packed.push(packed);
    }
    let read: Vec<_> = all_packed
        .iter()
        .map(|packed| read_packed(packed))
        .collect();
    let restored = restore_hands(&read);
    let mut without_address = 0;
    for ((hand, packed), parts) in hands.iter().zip(&all_packed).zip(&restored) {
        assert_eq!(unpack(packed, parts), as_browser_writes(hand));
        without_address += packed.matches("<a class=\"clause\">").count();
        let deals = count_whole(hand, "hand-deal");
        assert!(
            (deals..=2 * deals).contains(&count_whole(packed, "cloth")) || hand.contains("parted")
        );
        assert_eq!(count_whole(packed, "hand-nav"), 1);
        assert_eq!(count_whole(packed, "hand-instead"), 0);
    }
    assert!(without_address > 1000, "{without_address} links");
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
