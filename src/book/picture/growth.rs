//! Pools that grow, as lines over the number of the hand, on a scale where each step up is ten times as much.

use super::{Picture, Shape};
use crate::narrate::figures::grouped;
use crate::rules::Marks;

/// A line of the drawing.
pub(in crate::book) struct Line {
    /// What stands at its end.
    pub(in crate::book) name: String,
    /// The pool of each hand, in chips.
    pub(in crate::book) pools: Vec<i64>,
}

const LEFT: i32 = 44;
const TOP: i32 = 14;
const ACROSS: i32 = 40;
const DECADE: i32 = 62;
/// The room for the names at the ends.
const NAMES: i32 = 96;

/// Marks and strokes by which lines are told apart, whatever their colour.
pub(super) const LOOKS: [(&str, Mark); 4] = [
    ("line solid", Mark::Disc),
    ("line dashed", Mark::Square),
    ("line dotted", Mark::Diamond),
    ("line broken", Mark::Up),
];

#[derive(Clone, Copy)]
pub(super) enum Mark {
    Disc,
    Square,
    Diamond,
    Up,
}

/// Lines of pools, with their names at their ends.
pub(in crate::book) fn growth(title: &str, lines: &[Line]) -> Picture {
    let hands = lines.iter().map(|line| line.pools.len()).max().unwrap_or(0) as i32;
    let most = lines.iter().flat_map(|line| &line.pools).copied().max().unwrap_or(1);
    let decades = most.max(1).ilog10();
    let scale = Scale { bottom: TOP + risen(most), right: LEFT + (hands - 1) * ACROSS };
    let mut shapes = scale.grid(decades, hands);
    for (line, (class, mark)) in lines.iter().zip(LOOKS) {
        shapes.extend(scale.line(line, class, mark));
    }
    let ends = |line: &Line| format!("{}: {}.", line.name, joined(&line.pools));
    Picture {
        kind: "growth",
        title: title.into(),
        description: format!(
            "Pools from hand to hand, in chips. {}",
            lines.iter().map(ends).collect::<Vec<_>>().join(" ")
        ),
        width: scale.right + NAMES,
        height: scale.bottom + 34,
        shapes,
        marks: Marks::default(),
    }
}

fn joined(pools: &[i64]) -> String {
    pools.iter().map(|pool| pool.to_string()).collect::<Vec<_>>().join(", ")
}

/// How high an amount stands above one chip.
fn risen(chips: i64) -> i32 {
    ((chips.max(1) as f64).log10() * f64::from(DECADE)).round() as i32
}

struct Scale {
    bottom: i32,
    right: i32,
}

impl Scale {
    fn x(&self, hand: usize) -> i32 {
        LEFT + hand as i32 * ACROSS
    }

    fn y(&self, chips: i64) -> i32 {
        self.bottom - risen(chips)
    }

    fn grid(&self, decades: u32, hands: i32) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for power in 0..=decades {
            let (chips, y) = (10_i64.pow(power), self.y(10_i64.pow(power)));
            shapes.push(Shape::way("grid", format!("M{LEFT} {y}H{}", self.right)));
            shapes.push(Shape::words("tick", (LEFT - 6, y + 4), grouped(chips)));
        }
        for hand in 1..=hands {
            shapes.push(Shape::words("hand-number", (self.x(hand as usize - 1), self.bottom + 15), hand.to_string()));
        }
        shapes.push(Shape::words("axis", (LEFT, self.bottom + 31), "hand"));
        shapes
    }

    fn line(&self, line: &Line, class: &'static str, mark: Mark) -> Vec<Shape> {
        let points: Vec<(i32, i32)> =
            line.pools.iter().enumerate().map(|(at, pool)| (self.x(at), self.y(*pool))).collect();
        let way: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        let mut shapes = vec![Shape::way(class, format!("M{}", way.join("L")))];
        shapes.extend(points.iter().map(|at| Shape::way("mark", mark.drawn(*at))));
        if let (Some((x, y)), Some(last)) = (points.last(), line.pools.last()) {
            shapes.push(Shape::words("name", (x + 9, y + 4), format!("{}: {}", line.name, grouped(*last))));
        }
        shapes
    }
}

impl Mark {
    pub(super) fn drawn(self, (x, y): (i32, i32)) -> String {
        match self {
            Mark::Disc => format!("M{} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4),
            Mark::Square => format!("M{} {}h7v7h-7z", x - 3, y - 3),
            Mark::Diamond => format!("M{x} {}l5 5l-5 5l-5 -5z", y - 5),
            Mark::Up => format!("M{x} {}l5 8h-10z", y - 5),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_its_own_stroke_its_marks_and_its_name() {
        let line = |name: &str| Line { name: name.into(), pools: vec![5, 50, 500] };
        let shapes = growth("T", &[line("a"), line("b")]).shapes;
        let class = |wanted: &str| {
            shapes.iter().filter(|shape| matches!(shape, Shape::Way { class, .. } if *class == wanted)).count()
        };
        assert_eq!((class("line solid"), class("line dashed"), class("mark")), (1, 1, 6));
        assert!(shapes.iter().any(|shape| matches!(shape, Shape::Words { words, .. } if words == "b: 500")));
    }
}
