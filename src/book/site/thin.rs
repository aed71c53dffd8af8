//! What is sent without what nobody reads: scripts without their comments, steps of hands without what a browser fills in.

use super::check::files;
use crate::book::html::{Piece, Tag, pieces};
use crate::scenario::shown;
use anyhow::{Context, Result};
use std::path::Path;

/// Takes comments and indentation out of the scripts that were written so far.
pub(super) fn scripts(site: &Path) -> Result<()> {
    for file in files(site)?.iter().filter(|file| file.extension().is_some_and(|ending| ending == "js")) {
        let path = site.join(file);
        let text = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", shown(file)))?;
        std::fs::write(path, script(&text)).with_context(|| format!("{} cannot be written", shown(file)))?;
    }
    Ok(())
}

/// A script without the comments that begin a line, and without what is blank before a line. One in which a text goes on
/// over the end of a line stays as it is: what is blank there may be meant.
fn script(script: &str) -> String {
    let goes_on = |line: &str| line.ends_with('\\') || line.matches('`').count() % 2 == 1;
    if script.lines().any(goes_on) {
        return script.to_string();
    }
    let (mut out, mut rest) = (String::new(), script.trim_start());
    while !rest.is_empty() {
        let is_comment = rest.starts_with("/*");
        let (line, after) = rest.split_once(if is_comment { "*/" } else { "\n" }).unwrap_or((rest, ""));
        if !is_comment && !line.starts_with("//") {
            out += line.trim_end();
            out.push('\n');
        }
        rest = after.trim_start();
    }
    out
}

/// A page whose steps of hands are without the marks that a browser fills in by itself, and without what is blank where
/// nothing shows it: a step has some hundreds of tags, and a book ten thousand steps.
pub(super) fn steps(html: &str) -> String {
    let span = html.find("<ol class=\"hand-steps\"").zip(html.rfind("</ol>")).filter(|(from, to)| from < to);
    let Some((from, to)) = span else { return html.to_string() };
    let mut out = String::with_capacity(html.len());
    out += &html[..from];
    let is_blank = |piece: &Piece| matches!(piece, Piece::Text(text) if text.trim_ascii().is_empty());
    let (mut stands_alone, mut rest) = (true, pieces(&html[from..to]).peekable());
    while let Some(piece) = rest.next() {
        if is_blank(&piece) && (stands_alone || rest.peek().is_none_or(|next| element(next).is_some_and(is_block))) {
            continue;
        }
        stands_alone = element(&piece).is_some_and(is_block);
        match piece {
            Piece::Text(text) => out += text,
            Piece::Open(tag) => open(&mut out, tag),
            Piece::Close(name) => {
                while rest.next_if(|next| stands_alone && is_blank(next)).is_some() {}
                if !rest.peek().is_some_and(|next| is_ended_by(name, next)) {
                    out.extend(["</", name, ">"]);
                }
            }
        }
    }
    out + &html[to..]
}

fn element<'a>(piece: &Piece<'a>) -> Option<&'a str> {
    match piece {
        Piece::Text(_) => None,
        Piece::Open(tag) => Some(tag.name),
        Piece::Close(name) => Some(name),
    }
}

/// Whether an element begins and ends a line, so that what is blank beside it is not shown.
fn is_block(name: &str) -> bool {
    let all = "div ul ol li p h2 details summary table caption thead tbody tr th td";
    all.split(' ').any(|block| block == name)
}

/// Whether what follows ends an element as well as its own mark does.
fn is_ended_by(name: &str, next: &Piece) -> bool {
    let (begun, ended) = match name {
        "li" => ("li", "ul ol"),
        "p" => ("div ul ol p h2 details table", "div li details"),
        "td" | "th" => ("td th", "tr"),
        "tr" => ("tr", "tbody"),
        _ => return false,
    };
    match next {
        Piece::Text(_) => false,
        Piece::Open(tag) => begun.split(' ').any(|one| one == tag.name),
        Piece::Close(name) => ended.split(' ').any(|one| one == *name),
    }
}

/// A tag whose attributes are in quotes only where they must be.
fn open(out: &mut String, tag: Tag) {
    out.extend(["<", tag.name]);
    for (name, value) in tag.attributes() {
        out.extend([" ", name]);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.:/#?&;".contains(c);
        match value {
            "" => {}
            value if value.chars().all(is_plain) && !value.ends_with('/') => out.extend(["=", value]),
            value if value.contains('"') => out.extend(["='", value, "'"]),
            value => out.extend(["=\"", value, "\""]),
        }
    }
    out.push('>');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_say_the_same_in_fewer_signs() {
        let page = "<p id=\"a\"> a </p> <ol class=\"hand-steps\" start=\"1\"> <li class=\"s0 out\" data-say=\"\"> <p>A <b>K♠</b> <i class=\"top\">♥</i> </p> </li> \
             <li><p><a href=\"../x/\">x</a></p> and</li> <li title='\"'><pre> <b>a</b> </pre></li> </ol> <p> b </p>";
        let thin = "<p id=\"a\"> a </p> <ol class=hand-steps start=1><li class=\"s0 out\" data-say><p>A <b>K♠</b> <i class=top>♥</i>\
             <li><p><a href=\"../x/\">x</a></p> and<li title='\"'><pre> <b>a</b> </pre></li></ol> <p> b </p>";
        assert_eq!(steps(page), thin);
        assert_eq!(steps(thin), thin);
        assert_eq!(steps("<p> </p>"), "<p> </p>");
    }
}
