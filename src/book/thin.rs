//! Pages of hands without what a browser fills in by itself.

use super::html::{Piece, Tag, pieces};

/// A page whose steps of hands are without the marks that a browser fills in by itself, and without what is blank where
/// nothing shows it: a step has some hundreds of tags, and a book ten thousand steps.
pub(crate) fn thin(html: &str) -> String {
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
        let lean = "<p id=\"a\"> a </p> <ol class=hand-steps start=1><li class=\"s0 out\" data-say><p>A <b>K♠</b> <i class=top>♥</i>\
             <li><p><a href=\"../x/\">x</a></p> and<li title='\"'><pre> <b>a</b> </pre></li></ol> <p> b </p>";
        assert_eq!(thin(page), lean);
        assert_eq!(thin(lean), lean);
        assert_eq!(thin("<p> </p>"), "<p> </p>");
    }
}
