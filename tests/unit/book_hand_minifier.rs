//! Tests of `src/book/minify.rs`, from within.

use super::*;

#[test]
fn steps_say_the_same_in_fewer_signs() {
    let page = "<p id=\"a\"> a </p> <ol class=\"hand-steps\" start=\"1\"> <li class=\"s0 out\" data-say=\"\"> <p>A <b>K♠</b> <i class=\"top\">♥</i> </p> </li> \
         <li><p><a href=\"../x/\">x</a></p> and</li> <li title='\"'><pre> <b>a</b> </pre></li> </ol> <p> b </p>";
    let lean = "<p id=\"a\"> a </p> <ol class=hand-steps start=1><li class=\"s0 out\" data-say><p>A <b>K♠</b> <i class=top>♥</i>\
         <li><p><a href=\"../x/\">x</a></p> and<li title='\"'><pre> <b>a</b> </pre></li></ol> <p> b </p>";
    assert_eq!(minify_hand_steps(page), lean);
    assert_eq!(minify_hand_steps(lean), lean);
    assert_eq!(minify_hand_steps("<p> </p>"), "<p> </p>");
}
