//! A sign of life for what takes long.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// A spinner with a message. It appears after a second, and only on a terminal.
pub(super) fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    let later = bar.clone();
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        if !later.is_finished() {
            later.set_draw_target(ProgressDrawTarget::stderr());
            later.enable_steady_tick(Duration::from_millis(100));
        }
    });
    bar
}
