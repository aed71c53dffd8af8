//! A canvas for words and rectangles in a few colours, written as a PNG file with a palette.

use anyhow::Result;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The fonts, in the order in which a character is looked for in them.
static FONTS: LazyLock<[Face<'static>; 3]> = LazyLock::new(|| {
    [
        read_font(include_bytes!("eb-garamond-semibold-latin.ttf")),
        read_font(include_bytes!("eb-garamond-semibold-latin-ext.ttf")),
        read_font(include_bytes!("noto-sans-symbols-2-suits.ttf")),
    ]
});

/// Reads a font that the program carries.
fn read_font(bytes: &'static [u8]) -> Face<'static> {
    Face::parse(bytes, 0).expect("a font that the program carries")
}

/// The number of colours of a picture.
pub(super) const COLORS: usize = 16;

/// An opaque colour: red, green and blue.
pub(super) type Rgb = [u8; 3];

/// A rectangle in pixels.
#[derive(Clone, Copy)]
pub(super) struct PixelArea {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// A place, size and colour for words: `x` is their left edge, `baseline` the line on which they stand.
#[derive(Clone, Copy)]
pub(super) struct PlacedTextStyle {
    pub(super) x: f32,
    pub(super) baseline: f32,
    /// The size of the font in pixels.
    pub(super) size: f32,
    pub(super) color: Rgb,
}

/// A picture that is being drawn.
pub(super) struct PictureCanvas {
    pixels: Pixmap,
}

impl PictureCanvas {
    /// Returns a canvas in one colour.
    pub(super) fn new(width: u32, height: u32, color: Rgb) -> PictureCanvas {
        let mut pixels = Pixmap::new(width, height).expect("a size above zero");
        pixels.fill(opaque(color));
        PictureCanvas { pixels }
    }

    /// Fills a rectangle whose corners are rounded by a radius.
    pub(super) fn fill_area(&mut self, area: PixelArea, radius: f32, color: Rgb) {
        if let Some(path) = rounded_rectangle(area, radius) {
            self.fill_path(&path, Transform::identity(), color);
        }
    }

    /// Writes words. A character that no font has leaves no trace.
    pub(super) fn write_text(&mut self, words: &str, style: PlacedTextStyle) {
        let mut x = style.x;
        for sign in words.chars() {
            let Some((font, glyph)) = find_glyph(sign) else {
                continue;
            };
            let scale = style.size / f32::from(font.units_per_em());
            let mut outline = GlyphOutline(PathBuilder::new());
            if font.outline_glyph(glyph, &mut outline).is_some()
                && let Some(path) = outline.0.finish()
            {
                // Fonts count upwards from the base line, pictures downwards.
                let place = Transform::from_row(scale, 0.0, 0.0, -scale, x, style.baseline);
                self.fill_path(&path, place, style.color);
            }
            x += glyph_width(font, glyph, style.size);
        }
    }

    fn fill_path(&mut self, path: &Path, place: Transform, color: Rgb) {
        let mut paint = Paint::default();
        paint.set_color(opaque(color));
        self.pixels
            .fill_path(path, &paint, FillRule::Winding, place, None);
    }

    /// Returns the picture as a PNG file that has the colours of a palette alone.
    ///
    /// # Errors
    /// If the file cannot be encoded.
    pub(super) fn into_png(self, palette: &[Rgb; COLORS]) -> Result<Vec<u8>> {
        let mut nearest: BTreeMap<Rgb, u8> = BTreeMap::new();
        let mut indexes = self.pixels.pixels().iter().map(|pixel| {
            let color = [pixel.red(), pixel.green(), pixel.blue()];
            *nearest
                .entry(color)
                .or_insert_with(|| nearest_color(color, palette))
        });
        // Two pixels fit in a byte. The width is even.
        let mut bytes = Vec::new();
        while let (Some(left), Some(right)) = (indexes.next(), indexes.next()) {
            bytes.push(left << 4 | right);
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.pixels.width(), self.pixels.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(palette.concat());
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bytes)?;
        writer.finish()?;
        Ok(file)
    }
}

/// Returns the index of the colour of a palette that is nearest to a colour.
fn nearest_color(color: Rgb, palette: &[Rgb; COLORS]) -> u8 {
    let mut nearest = 0;
    for index in 1..COLORS {
        if squared_color_distance(color, palette[index])
            < squared_color_distance(color, palette[nearest])
        {
            nearest = index;
        }
    }
    nearest as u8
}

/// Returns the square of the distance between two colours.
fn squared_color_distance(first: Rgb, second: Rgb) -> u32 {
    let mut sum = 0;
    for (one, two) in first.into_iter().zip(second) {
        sum += u32::from(one.abs_diff(two)).pow(2);
    }
    sum
}

/// Returns a mixture of two colours, of which so many quarters are the second.
pub(super) const fn mix_in_quarters(first: Rgb, second: Rgb, quarters: u16) -> Rgb {
    let mut mixed = [0; 3];
    let mut at = 0;
    while at < 3 {
        let sum = first[at] as u16 * (4 - quarters) + second[at] as u16 * quarters;
        mixed[at] = (sum / 4) as u8;
        at += 1;
    }
    mixed
}

fn opaque(color: Rgb) -> Color {
    let [red, green, blue] = color;
    Color::from_rgba8(red, green, blue, 255)
}

/// Returns the outline of a rectangle with rounded corners; none if it has no size.
fn rounded_rectangle(area: PixelArea, radius: f32) -> Option<Path> {
    let bounds = Rect::from_xywh(area.x, area.y, area.width, area.height)?;
    let left = bounds.left();
    let top = bounds.top();
    let right = bounds.right();
    let bottom = bounds.bottom();
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.quad_to(right, top, right, top + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.quad_to(left, bottom, left, bottom - radius);
    path.line_to(left, top + radius);
    path.quad_to(left, top, left + radius, top);
    path.close();
    path.finish()
}

/// Returns the glyph of a character and its font; none if no font has it.
fn find_glyph(sign: char) -> Option<(&'static Face<'static>, GlyphId)> {
    FONTS
        .iter()
        .find_map(|font| Some((font, font.glyph_index(sign)?)))
}

/// Returns how far the next glyph is from a glyph, in pixels.
fn glyph_width(font: &Face, glyph: GlyphId, size: f32) -> f32 {
    let units = font.glyph_hor_advance(glyph).unwrap_or_default();
    f32::from(units) * size / f32::from(font.units_per_em())
}

/// Returns the width of words in pixels.
pub(super) fn text_width(words: &str, size: f32) -> f32 {
    let glyphs = words.chars().filter_map(find_glyph);
    glyphs
        .map(|(font, glyph)| glyph_width(font, glyph, size))
        .sum()
}

/// Splits words into lines that are not wider than a width, except a line of one long word.
pub(super) fn wrap_text(words: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        let longer = match lines.last() {
            Some(line) => format!("{line} {word}"),
            None => word.to_owned(),
        };
        match lines.last_mut() {
            Some(line) if text_width(&longer, size) <= width => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The outline of a glyph, as a path.
struct GlyphOutline(PathBuilder);

impl OutlineBuilder for GlyphOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
