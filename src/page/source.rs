//! The text of a scenario, to be copied from the page.

use crate::scenario::is_unseen;

/// A text as HTML on one line that shows exactly it, but for characters that work without being seen.
pub(super) fn source(text: &str) -> String {
    let mut out = String::new();
    for c in text.replace("\r\n", "\n").trim_end().chars().filter(|c| !is_unseen(*c)) {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // The page is one line, and a template of mdBook's must not find its braces in it.
            '\n' => out.push_str("&#10;"),
            '{' => out.push_str("&#123;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_it_is_markup() {
        let said = source("# A\r\n\n</pre><script>x</script> & {{#include /etc/passwd}} \"q\" \u{202e}\n");
        assert_eq!(
            said,
            "# A&#10;&#10;&lt;/pre&gt;&lt;script&gt;x&lt;/script&gt; &amp; &#123;&#123;#include /etc/passwd}} &quot;q&quot; "
        );
    }
}
