//! Tests of `src/book/minify.rs`, from within.

use super::*;

#[test]
fn a_hand_says_the_same_in_fewer_signs() {
    let hand = "<select> <option value=\"\">all</option> <option value=\"0\">A</option> </select> \
         <ol class=\"hand-steps\" start=\"1\"> <li class=\"s0 out\" data-say=\"\"> <p>A <b>K♠</b> <i class=\"top\">♥</i> </p> </li> \
         <li><p><a href=\"../x/\">x</a></p> and</li> <li title='\"'><pre>&#10; <b>a&#10;b&quot;&#39;&lt;</b> </pre></li> </ol>";
    let lean = "<select><option value>all<option value=0>A</select>\
         <ol class=hand-steps start=1><li class=\"s0 out\" data-say><p>A <b>K♠</b> <i class=top>♥</i>\
         <li><p><a href=\"../x/\">x</a></p> and<li title='\"'><pre>&#10; <b>a\nb\"'&lt;</b> </pre></ol>";
    let page =
        |hand| format!("<p id=\"a\"> a </p> <section class=\"hand\">{hand}</section> <p> b </p>");
    assert_eq!(minify_hands(&page(hand)), page(lean));
    assert_eq!(minify_hands(&page(lean)), page(lean));
    assert_eq!(minify_hands("<p> </p>"), "<p> </p>");
}

#[test]
fn an_element_is_written_as_a_browser_does() {
    let lean = "<ul class=a> <li title='\"'>A &amp; B&#39;s </li> <li> <td></ul>";
    let written = "<ul class=\"a\"><li title=\"&quot;\">A &amp; B's </li><li><td></ul>";
    assert_eq!(html_if_browsers_agree(lean).as_deref(), Some(written));
    assert_eq!(html_if_browsers_agree("<p title=\"&lt;\"></p>"), None);
}
