//! Pictures of a terminal for the book, made of what the program prints.

use anstyle_svg::Term;

/// The colours of a terminal, and those of the pictures, which stand out from their ground by 7 to 1.
const COLOURS: [(&str, &str); 5] = [
    ("#000000", "#161B22"),
    ("#AAAAAA", "#E6EDF3"),
    ("#5555FF", "#9CCBFF"),
    ("#FF5555", "#FFA9A1"),
    ("#AA0000", "#FFA9A1"),
];

/// What is printed, as a picture. The usual blue and red cannot be read on black.
pub fn draw_terminal(printed: &str) -> String {
    COLOURS
        .iter()
        .fold(Term::new().render_svg(printed), |svg, (usual, ours)| {
            svg.replace(usual, ours)
        })
}
