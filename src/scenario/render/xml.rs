//! XML, as little of it as a report needs.

use std::fmt::Write;

/// An element: its name, its attributes, its text and the elements in it.
#[derive(Clone, Debug)]
pub(super) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    text: String,
    elements: Vec<Element>,
}

impl Element {
    /// An element with nothing in it.
    pub(super) fn new(name: &'static str) -> Element {
        Element { name, attributes: Vec::new(), text: String::new(), elements: Vec::new() }
    }

    /// With an attribute more.
    pub(super) fn with(mut self, name: &'static str, value: &str) -> Element {
        self.attributes.push((name, value.to_owned()));
        self
    }

    /// With this text.
    pub(super) fn saying(mut self, text: &str) -> Element {
        self.text = text.to_owned();
        self
    }

    /// With an element more in it.
    pub(super) fn holding(mut self, element: Element) -> Element {
        self.elements.push(element);
        self
    }

    fn write(&self, depth: usize, out: &mut String) -> std::fmt::Result {
        write!(out, "{}<{}", "  ".repeat(depth), self.name)?;
        for (name, value) in &self.attributes {
            write!(out, " {name}=\"{}\"", escaped(value, true))?;
        }
        if self.elements.is_empty() && self.text.is_empty() {
            return writeln!(out, "/>");
        }
        write!(out, ">{}", escaped(&self.text, false))?;
        if !self.elements.is_empty() {
            out.push('\n');
            self.elements.iter().try_for_each(|element| element.write(depth + 1, out))?;
            out.push_str(&"  ".repeat(depth));
        }
        writeln!(out, "</{}>", self.name)
    }
}

/// A document of one element.
pub(super) fn document(root: &Element) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    match root.write(0, &mut out) {
        Ok(()) => out,
        // Writing into a string does not fail.
        Err(_) => String::new(),
    }
}

/// Text as XML may hold it. Characters that XML 1.0 has no way to write become U+FFFD.
fn escaped(text: &str, attribute: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' if attribute => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' if attribute => escaped.push_str(&format!("&#{};", character as u32)),
            '\n' | '\t' => escaped.push(character),
            '\u{0}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        let inner = Element::new("b").with("c", "\"<&>\n").saying("]]> <x> & \u{1} \u{1b}\"");
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n  <b c=\"&quot;&lt;&amp;&gt;&#10;\">]]&gt; &lt;x&gt; &amp; \u{FFFD} \u{FFFD}\"</b>\n</a>\n";
        assert_eq!(document(&Element::new("a").holding(inner)), expected);
    }
}
