//! Prose that comes from scenarios: words, links and emphasis, and nothing that works by itself.

use mouche::page::safe_markdown::{prose_to_html, verbatim_to_html};

#[test]
fn hostile_prose_is_inert() {
    let hostile = "<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> **b** [x](javascript:alert(1)) \
        [y](JAVA\tSCRIPT:alert(1)) [z](//evil.example) ![i](data:text/html,x) <javascript:alert(1)> [a][b]\n\n# H\n\n\
        ```rust\ncode\n\nmore\n```\n\n[b]: <vbscript:x> 'q'";
    let html = prose_to_html(hostile);
    for bad in ["<script", "<img", "<h1", "href", "class=", "\n"] {
        assert!(!html.contains(bad), "{bad} in {html}");
    }
    assert!(
        html.contains("&lt;script&gt;") && html.contains("<strong>b</strong>"),
        "{html}"
    );
}

#[test]
fn harmless_links_stay() {
    let html = prose_to_html("[a](https://example.org) [b](../rules/mouche-1718.html#play.trump)");
    assert_eq!(html.matches("<a href").count(), 2, "{html}");
    let ours = prose_to_html("[b](../rules/mouche-1718.html#end), so");
    assert!(
        ours.contains(
            r#"</a><span class="sign" role="img" aria-label="our interpretation">°</span>, so"#
        ),
        "{ours}"
    );
}

#[test]
fn what_turns_the_writing_is_dropped() {
    assert_eq!(prose_to_html("a\u{202e}b\u{1b}c"), "<p>abc</p>");
}

#[test]
fn nothing_in_it_is_markup() {
    let said = verbatim_to_html(
        "# A\r\n\n</pre><script>x</script> & {{#include /etc/passwd}} \"q\" \u{202e}\n",
    );
    assert_eq!(
        said,
        "# A&#10;&#10;&lt;/pre&gt;&lt;script&gt;x&lt;/script&gt; &amp; &#123;&#123;#include /etc/passwd}} &quot;q&quot; "
    );
}
