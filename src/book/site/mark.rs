//! Places that the theme marks in a page: `<!--[name]-->` to `<!--[/name]-->`.

/// What stands between the marks of a name.
pub(super) fn marked<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = html.split_once(&format!("<!--[{name}]-->"))?;
    Some(rest.split_once(&format!("<!--[/{name}]-->"))?.0)
}

/// The page with other words instead of a marked place and its marks. A theme need not have the place.
pub(super) fn fill(html: &str, name: &str, words: &str) -> String {
    let (open, close) = (format!("<!--[{name}]-->"), format!("<!--[/{name}]-->"));
    let parts = html.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?.1)));
    parts.map_or_else(|| html.to_string(), |(before, after)| format!("{before}{words}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_and_filled() {
        let html = "a<!--[x]-->b<!--[/x]-->c";
        assert_eq!(marked(html, "x"), Some("b"));
        assert_eq!(fill(html, "x", "new"), "anewc");
        assert_eq!((marked(html, "y"), fill(html, "y", "new").as_str()), (None, html));
    }
}
