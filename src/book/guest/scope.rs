//! A style sheet of ours in another's book: it reaches what stands in the box of a hand, and nothing else.

use crate::book::pages::NAME;

/// The colours that mdBook has, as classes of the whole page.
const COLOURS: [&str; 5] = ["light", "rust", "coal", "navy", "ayu"];

/// A sheet without comments whose every selector ends in the box. What is set for the whole page is set for the box. No
/// selector weighs more than before, so that the rules stand to each other as they did.
pub(super) fn scoped(sheet: &str) -> String {
    rules(&without_comments(sheet))
}

fn rules(sheet: &str) -> String {
    let (mut out, mut rest) = (String::new(), sheet.trim());
    while let Some((head, after)) = rest.split_once('{') {
        let (inside, after) = block(after);
        let head = head.trim();
        out += &match head {
            _ if head.starts_with("@keyframes") => format!("{head} {{{inside}}}\n"),
            _ if head.starts_with('@') => format!("{head} {{\n{}}}\n", rules(inside)),
            _ => format!("{} {{{inside}}}\n", parts(head, ',').map(selector).collect::<Vec<_>>().join(", ")),
        };
        rest = after.trim();
    }
    out
}

/// What stands up to the brace that shuts, and what follows it.
fn block(text: &str) -> (&str, &str) {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// A selector of what it selected, so far as that stands in the box.
fn selector(whole: &str) -> String {
    let whole = whole.trim();
    let last = parts(whole, ' ').last().unwrap_or_default();
    let of_page = [":root", "html"].iter().any(|root| last.starts_with(root))
        || COLOURS.iter().any(|colour| last.contains(&format!(".{colour}")));
    if of_page {
        return format!("{whole} :where(.{NAME})");
    }
    let (element, pseudo) = whole.split_at(whole.rfind("::").unwrap_or(whole.len()));
    format!("{element}:where(.{NAME} *){pseudo}")
}

/// The parts between a sign that does not stand in brackets.
fn parts(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c: char| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == sign && depth == 0
    })
}

fn without_comments(sheet: &str) -> String {
    let pieces = sheet.split("/*");
    let after = |piece: &str| piece.split_once("*/").map_or(String::new(), |(_, rest)| rest.to_string());
    pieces.enumerate().map(|(at, piece)| if at == 0 { piece.to_string() } else { after(piece) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_ends_in_the_box() {
        let of = |sheet: &str| scoped(sheet).trim().to_string();
        assert_eq!(of(".card { a: b }"), ".card:where(.mouche *) { a: b }");
        assert_eq!(of(".a,\n.b > c::after { x: y; }"), ".a:where(.mouche *), .b > c:where(.mouche *)::after { x: y; }");
        assert_eq!(of(".a:not(.b, .c) :is(d, e f) {}"), ".a:not(.b, .c) :is(d, e f):where(.mouche *) {}");
        assert_eq!(of("/* a { */ html.js .step {}"), "html.js .step:where(.mouche *) {}");
    }

    #[test]
    fn what_is_of_the_page_is_of_the_box() {
        let of = |sheet: &str| scoped(sheet).trim().to_string();
        assert_eq!(of(":root { --a: b }"), ":root :where(.mouche) { --a: b }");
        assert_eq!(of(":is(.ayu, .coal) { --a: b }"), ":is(.ayu, .coal) :where(.mouche) { --a: b }");
        assert_eq!(
            of("@media print { html[class] { --a: b } }"),
            "@media print {\nhtml[class] :where(.mouche) { --a: b }\n}"
        );
    }

    #[test]
    fn nested_rules_and_frames_stay_as_they_are() {
        let of = |sheet: &str| scoped(sheet).trim().to_string();
        assert_eq!(of("a { x: y; b { z: 0 } }"), "a:where(.mouche *) { x: y; b { z: 0 } }");
        assert_eq!(of("@keyframes lay { from { x: 0 } }"), "@keyframes lay { from { x: 0 } }");
    }
}
