//! Shares drawn as bars.

use super::Picture;
use crate::narrate::format_percent;
use crate::rules::CertaintyMarkSet;
use askama::{Result, Template};

/// A bar of a chart.
#[derive(Default)]
pub(in crate::book) struct Bar {
    pub(in crate::book) name: String,
    /// The class of its colour. The same subject has the same colour in all drawings.
    pub(in crate::book) tone: &'static str,
    /// The share that the bar shows, from 0 to 1.
    pub(in crate::book) share: f64,
    /// The share in words, at the end of the bar.
    pub(in crate::book) figure: String,
    /// The lowest and the highest value that the true share may have, if the share was estimated.
    pub(in crate::book) interval: Option<(f64, f64)>,
}

impl Bar {
    /// Returns the bar of an exact share, without a name.
    pub(in crate::book) fn from_share(tone: &'static str, share: f64) -> Bar {
        Bar {
            tone,
            share,
            figure: format_percent(share),
            ..Bar::default()
        }
    }

    /// Returns the share at which the drawing of the bar ends, with its interval.
    fn end_with_interval(&self) -> f64 {
        match self.interval {
            Some((_, high)) => high,
            None => self.share,
        }
    }
}

/// The drawing of some bars.
#[derive(Template)]
#[template(path = "bars.svg")]
struct BarChart {
    bars: Vec<Bar>,
    /// The share of the longest bar.
    largest_end: f64,
}

/// The length of the longest bar.
const LONGEST: f64 = 200.0;
/// The width of the figures after the bars.
const FIGURE_WIDTH: i32 = 120;
const ROW_HEIGHT: i32 = 44;

impl BarChart {
    /// Returns the length of the bar of a share.
    fn length_of(&self, share: f64) -> i32 {
        (share / self.largest_end * LONGEST).round() as i32
    }
}

/// Draws bars below one another, as HTML on one line. The longest fills the width of the drawing.
pub(in crate::book) fn draw_bars(id_prefix: &str, title: &str, bars: Vec<Bar>) -> Result<String> {
    let mut largest_end = f64::MIN_POSITIVE;
    let mut sentences = Vec::new();
    for bar in &bars {
        largest_end = largest_end.max(bar.end_with_interval());
        sentences.push(format!("{}: {}.", bar.name, bar.figure));
    }
    let height = bars.len() as i32 * ROW_HEIGHT;
    Picture {
        id_prefix,
        kind: "bars",
        title,
        description: sentences.join(" "),
        width: LONGEST as i32 + FIGURE_WIDTH,
        height,
        drawn: BarChart { bars, largest_end }.render()?,
        marks: CertaintyMarkSet::default(),
    }
    .render_figure()
}
