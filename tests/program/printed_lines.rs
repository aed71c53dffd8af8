//! What a running program prints, line by line.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Receiver;

/// Returns the lines that a program prints, each as soon as it is there. All are read, whether a test asks for them or not: a
/// program whose output nobody reads may end.
pub fn lines_of(out: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            drop(sender.send(line));
        }
    });
    lines
}
