//! Shares as bars, each under its name and before its figure.

use super::{Picture, Shape};
use crate::rules::Marks;

/// A bar of the drawing.
pub(in crate::book) struct Bar {
    /// What stands above it.
    pub(in crate::book) name: String,
    /// How long it is, from 0 up.
    pub(in crate::book) share: f64,
    /// What stands at its end.
    pub(in crate::book) figure: String,
    /// From where to where the true share may lie, if it was played out.
    pub(in crate::book) interval: Option<(f64, f64)>,
}

const ROW: i32 = 44;
const LONGEST: f64 = 200.0;
/// The room for the figures at the ends.
const FIGURES: i32 = 120;

/// Bars, the longest across the drawing.
pub(in crate::book) fn bars(title: &str, bars: &[Bar]) -> Picture {
    let end = |bar: &Bar| bar.interval.map_or(bar.share, |(_, high)| high);
    let most = bars.iter().map(end).fold(f64::MIN_POSITIVE, f64::max);
    let said = bars.iter().map(|bar| format!("{}: {}.", bar.name, bar.figure)).collect::<Vec<_>>();
    Picture {
        kind: "bars",
        title: title.into(),
        description: said.join(" "),
        width: LONGEST as i32 + FIGURES,
        height: bars.len() as i32 * ROW,
        shapes: bars.iter().zip(0..).flat_map(|(bar, at)| drawn(bar, at * ROW, most)).collect(),
        marks: Marks::default(),
    }
}

fn drawn(bar: &Bar, y: i32, most: f64) -> Vec<Shape> {
    let long = |share: f64| (share / most * LONGEST).round() as i32;
    let mut shapes = vec![
        Shape::words("label", (0, y + 14), &*bar.name),
        Shape::rect("share", (1, y + 21), (long(bar.share).max(1), 14)),
    ];
    if let Some((low, high)) = bar.interval {
        shapes.push(Shape::way("whisker", format!("M{} {}h{}m0 -4v8", long(low), y + 28, long(high) - long(low))));
    }
    shapes.push(Shape::words(
        "figure",
        (long(bar.interval.map_or(bar.share, |(_, high)| high)) + 8, y + 33),
        &*bar.figure,
    ));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_goes_across_and_the_others_keep_measure() {
        let bar = |share| Bar { name: "n".into(), share, figure: "f".into(), interval: None };
        let wide = |shape: &Shape| if let Shape::Rect { width, .. } = shape { Some(*width) } else { None };
        let drawn = bars("T", &[bar(0.4), bar(0.1)]);
        assert_eq!(drawn.shapes.iter().filter_map(wide).collect::<Vec<_>>(), [200, 50]);
    }
}
