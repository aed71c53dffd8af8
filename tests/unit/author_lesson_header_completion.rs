use super::complete_lesson_header;
use crate::author::Document;
use crate::scenario::FolderRules;

/// Returns the texts that are offered at the sign `|` of a header, and the text that they replace.
fn offered_at_cursor(header: &str) -> Option<(Vec<String>, String)> {
    let text = format!("# A lesson\n\n```toml lesson\n{header}\n```\n");
    let byte = text.find('|').expect("a cursor");
    let text = text.replace('|', "");
    let document = Document::new("a.md".to_owned(), text.clone(), FolderRules::NONE);
    let (items, span) = complete_lesson_header(&document, byte)?;
    let texts = items.into_iter().map(|item| item.text);
    Some((texts.collect(), text[span].to_owned()))
}

#[test]
fn keys_terms_and_controls_are_offered() {
    let (keys, word) = offered_at_cursor("af|").expect("keys");
    assert_eq!(keys, ["after = ", "terms = ", "controls = "]);
    assert_eq!(word, "af");
    let (terms, word) = offered_at_cursor("terms = [\"trick\", \"tr|\"]").expect("terms");
    assert!(terms.contains(&"\"trump\"".to_owned()) && word == "\"tr\"");
    let (controls, _) = offered_at_cursor("controls = [|]").expect("controls");
    assert!(controls.contains(&"\"Next\"".to_owned()));
    assert!(controls.contains(&"\"Exchange\"".to_owned()));
    let (lessons, _) = offered_at_cursor("after = |").expect("lessons");
    assert!(lessons.iter().all(|name| !name.contains("a.md")));
}
