//! Checking 2 000 files, made of our own scenarios over and over: `cargo bench --bench check`.

use mouche::scenario::{check, find_markdown_files};
use std::path::Path;

fn main() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = find_markdown_files(&scenarios)
        .expect("the scenarios")
        .files;
    let texts: Vec<Vec<u8>> = files
        .iter()
        .map(|file| std::fs::read(file).expect("a scenario"))
        .collect();
    let begun = cpu_time::ProcessTime::now();
    let held = (0..2000)
        .filter(|i| check("bench.md", &texts[i % texts.len()]).holds())
        .count();
    println!(
        "{held} of 2000 files hold, in {:.3} s of processor time",
        begun.elapsed().as_secs_f64()
    );
}
