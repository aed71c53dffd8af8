//! The page that an editor shows beside a hand, made of each of our scenarios: `cargo bench --bench preview`. The first page
//! waits for the style sheet and the script, which are joined once.

use mouche::book::{guest_style_and_script, render_preview};
use mouche::scenario::{check, find_markdown_files};
use std::path::Path;
use std::time::Instant;

fn main() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = find_markdown_files(&scenarios)
        .expect("the scenarios")
        .files;
    let begun = Instant::now();
    drop(guest_style_and_script());
    println!("style sheet and script: {:.1} ms", milliseconds(begun));
    let mut times = Vec::new();
    for path in &files {
        let text = std::fs::read(path).expect("a scenario");
        let checked = check(&path.display().to_string(), &text);
        let begun = Instant::now();
        if render_preview(&checked, None).is_ok() {
            times.push(milliseconds(begun));
        }
    }
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    let most = times[times.len() - 1];
    println!(
        "{} pages: {median:.1} ms each, {most:.1} ms at most",
        times.len()
    );
}

fn milliseconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1000.0
}
