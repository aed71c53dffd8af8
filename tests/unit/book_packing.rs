//! Tests of `src/book/packing.rs`, from within.

use super::*;

/// Returns the text that was compressed, as the script of the pages restores it.
fn restore(compressed: &str) -> String {
    let mut units = Vec::<u16>::new();
    let mut signs = compressed.chars();
    let number = |signs: &mut std::str::Chars, digits: u32| {
        (0..digits).fold(0, |sum, _| {
            let digit = signs.next().expect("a digit") as usize - usize::from(FIRST_DIGIT);
            sum * BASE + digit
        })
    };
    while let Some(sign) = signs.next() {
        if sign != MARK {
            units.extend(sign.encode_utf16(&mut [0; 2]).iter());
            continue;
        }
        let place = number(&mut signs, PLACE_DIGITS);
        let length = number(&mut signs, LENGTH_DIGITS);
        if length == 0 {
            units.push(MARK as u16);
        }
        units.extend_from_within(place..place + length);
    }
    String::from_utf16(&units).expect("whole characters")
}

#[test]
fn a_repeated_text_is_written_once_and_restored() {
    let once = "<b class=\"card s r5\">10♠</b> 🂡~🂮 & ~";
    for text in [
        String::new(),
        once.to_owned(),
        once.repeat(40),
        "🂡🂮🂡🂮".repeat(30),
        "🂡🂮🃁🂡🂡🂮🃑🂡🂮🃁🂡🂮🂮".repeat(9) + "~",
    ] {
        let compressed = compress(&text);
        assert_eq!(restore(&compressed), text);
        assert!(text.chars().count() < 100 || compressed.len() < text.len() / 3);
    }
}

#[test]
fn the_first_and_the_last_table_and_each_deal_stay_in_a_page() {
    let step = |kind: &str, name: &str| {
        format!(
            "<li class=\"hand-step hand-step-{kind}\" data-say=\"{name}.\"><div class=\"frame\"><details class=\"hand-instead\"><p>{name}</p></details>\
             <p class=\"hand-nav\">Next</p><div class=\"cloth\"><div>table {name}</div></div></div></li>"
        )
    };
    let steps: Vec<String> = [
        ("deal", "a"),
        ("play", "b"),
        ("deal", "c"),
        ("play", "d"),
        ("payment", "e"),
    ]
    .map(|(kind, name)| step(kind, name))
    .into();
    let page = format!(
        "<p>x</p>{HAND_START}><ol class=\"hand-steps\">{}</ol><ol class=\"hand-steps\">{}</ol></section><p>y</p>",
        steps[..2].concat(),
        steps[2..].concat()
    );
    let packed = pack_hand_steps(&page);
    let (page_itself, _) = packed.split_once("<template").expect("a packed text");
    for (name, stays) in [
        ("a", true),
        ("b", false),
        ("c", true),
        ("d", false),
        ("e", true),
    ] {
        assert_eq!(page_itself.contains(&format!("<div>table {name}")), stays);
    }
    assert_eq!(packed.matches("data-say=\"\"").count(), 5);
    assert_eq!(packed.matches(PLACEHOLDER).count(), 2 + 5);
    assert!(packed.ends_with("'></template></section><p>y</p>"));
    let front = format!("{FRONT}{page}</div>");
    for whole in ["<p>no hand</p>", &front] {
        assert_eq!(pack_hand_steps(whole), whole);
    }
}

/// Returns a packed page with all that the script of the pages restores.
fn unpack(packed: &str) -> String {
    let (page, rest) = packed
        .split_once("<template data-packed='")
        .expect("a packed text");
    let (text, end) = rest.split_once("'></template>").expect("its end");
    let text = restore(&text.replace("&#39;", "'").replace("&amp;", "&"));
    let mut pieces = text.split('\n');
    let mut whole = String::new();
    let mut rest = page;
    while let Some(at) = [PLACEHOLDER, "data-say"]
        .iter()
        .filter_map(|sign| rest.find(sign))
        .min()
    {
        let piece = pieces.next().expect("a piece");
        whole += &rest[..at];
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix(PLACEHOLDER) {
            whole += piece;
            rest = after;
        } else {
            whole += &format!("data-say=\"{piece}\"");
            rest = &rest["data-say".len()..];
        }
    }
    assert_eq!(pieces.next(), None);
    [&whole, rest, end].concat()
}

/// Returns a hand without the links between its steps, which the script of the pages makes.
fn without_step_links(hand: &str) -> String {
    let mut pieces = hand.split(STEP_LINKS);
    let mut rest = pieces.next().expect("a piece").to_owned();
    for piece in pieces {
        rest += piece.split_once("</p>").expect("its end").1;
    }
    rest
}

#[test]
fn a_hand_keeps_every_word_name_verdict_and_sum() {
    use crate::page::{AlternativesByStory, PageLocation, hand_views, render_hand};
    let words_and_names = |html: &str| {
        let mut found = Vec::new();
        for piece in html_pieces(html) {
            match piece {
                HtmlPiece::Text { text, .. } => found.push(text.trim().to_owned()),
                HtmlPiece::Open(tag) => {
                    let values = tag.attribute_values([
                        "class",
                        "href",
                        "aria-label",
                        "data-say",
                        "data-closed",
                    ]);
                    found.push(format!("{} {values:?}", tag.name));
                }
                HtmlPiece::Close(_) => {}
            }
        }
        found.retain(|word| !word.is_empty());
        found
    };
    for path in [
        "scenarios/mouche-1718/denise-must-trump.md",
        "scenarios/compared/the-jack-of-clubs.md",
        "scenarios/mus-pairs/three-aces-cut-the-mus.md",
    ] {
        let text = std::fs::read(path).expect(path);
        let files = [crate::scenario::check(path, &text)];
        let alternatives = AlternativesByStory::compute(&files);
        let view = &hand_views(&files, &alternatives)[0];
        let hand = render_hand(view, PageLocation::Home(2)).expect("a hand");
        let packed = minify_fragment(&pack_hand_steps(&hand));
        assert!(
            packed.len() < hand.len() * 3 / 5,
            "{path}: {} of {}",
            packed.len(),
            hand.len()
        );
        // A value without a space needs no quotation marks, so the words are compared as they are read.
        assert_eq!(
            words_and_names(&unpack(&packed)),
            words_and_names(&without_step_links(&hand)),
            "{path}"
        );
    }
}
