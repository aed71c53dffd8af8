//! What the program itself would write here: the `?` that may stand here, filled.

use super::asked::Asked;
use super::item::Item;
use crate::editor::moment::ended;
use crate::editor::rewriting;
use crate::scenario::diagnostic::Diagnostic;
use crate::scenario::reference::Keyword;
use crate::scenario::{Kind, Want};
use lsp_types::CompletionItemKind;

/// The values that would hold here, those of each edition.
pub(super) fn filled(asked: &Asked) -> Vec<Item> {
    let mut items = Vec::new();
    for want in &asked.wants {
        match want {
            Want::Sign(Kind::Hole) => items.extend(values(asked, "")),
            Want::Sign(Kind::Arrow) => items.extend(values(asked, "-> ")),
            Want::Sign(Kind::Open) if asked.has(Keyword::Tries) => items.extend(refusal(asked)),
            _ => {}
        }
    }
    items
}

/// What stands instead of a `?` after some signs.
fn values<'a>(asked: &Asked, signs: &'a str) -> impl Iterator<Item = Item> + use<'a> {
    let file = written(asked, &format!("{signs}?"));
    let found = rewriting::fillings(&asked.document.path(), &file, asked.start + signs.len());
    found.into_iter().map(move |wrong| item(signs, &wrong))
}

fn item(signs: &str, wrong: &Diagnostic) -> Item {
    let text = format!("{signs}{}", wrong.fix.as_deref().unwrap_or_default());
    let under = wrong.editions.first().map(|edition| format!(" under {edition}")).unwrap_or_default();
    let sums = wrong.help.first().map(|sum| format!(": {sum}")).unwrap_or_default();
    Item::new(CompletionItemKind::VALUE, text, format!("{}{under}{sums}", wrong.message))
}

/// Why what is tried is refused, and what may be done instead.
fn refusal(asked: &Asked) -> Option<Item> {
    let word = |keyword: Keyword| keyword.word(asked.document.outline().letters);
    let open = [format!("({}: ", word(Keyword::Refused)), format!("; {}: ", word(Keyword::Legal))];
    let file = written(asked, &format!("{}?{}?)", open[0], open[1]));
    let first = asked.start + open[0].len();
    let fix = |place: usize| rewriting::fillings(&asked.document.path(), &file, place).into_iter().next();
    let clause = fix(first)?;
    let legal = fix(first + 1 + open[1].len()).and_then(|wrong| wrong.fix);
    let legal = legal.map_or_else(String::new, |cards| format!("{}{cards}", open[1]));
    let text = format!("{}{}{legal})", open[0], clause.fix.as_deref()?);
    Some(Item::new(CompletionItemKind::VALUE, text, clause.label))
}

/// The file with a text here, the statement and the fence ended after it.
fn written(asked: &Asked, text: &str) -> String {
    let count = |kind: Kind| asked.said.iter().filter(|token| token.kind == kind).count();
    let end = ")".repeat(count(Kind::Open).saturating_sub(count(Kind::Close)));
    let file = &asked.document.text;
    ended(file, asked.cursor.block, &format!("{}{text}{end}", &file[..asked.start]))
}
