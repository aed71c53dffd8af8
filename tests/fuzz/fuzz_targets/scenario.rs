//! Whatever the bytes: `check` ends, and every place it names lies in the text between characters; `fmt` changes no meaning
//! and is done at once; what `bless` fills, holds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mouche::scenario::diagnostic::Diagnostic;
use mouche::scenario::report::{Report, concise, full, github, plain, records_in};
use mouche::scenario::{Checked, Fill, Rewritten, bless, check, format};

fuzz_target!(|bytes: &[u8]| {
    let checked = check("a.md", bytes);
    places(&checked);
    shown(&checked);
    let sound = |told: Option<Rewritten>| told.and_then(|told| told.sound().ok());
    if let Some(once) = sound(format(bytes)) {
        let again = check("a.md", once.as_bytes());
        assert_eq!(codes(&checked), codes(&again), "fmt changes what is wrong:\n{once}");
        let twice = sound(format(once.as_bytes())).expect("fmt refuses its own");
        assert_eq!(once, twice, "fmt is not done at once");
    }
    for fill in [Fill::Slips, Fill::Holes, Fill::Wrong] {
        let Some(once) = sound(bless("a.md", bytes, fill)) else { continue };
        assert!(check("a.md", once.as_bytes()).holds(), "bless writes what does not hold:\n{once}");
        let twice = sound(bless("a.md", once.as_bytes(), fill)).expect("bless refuses its own");
        assert_eq!(once, twice, "bless is not done at once");
    }
});

fn told(checked: &Checked) -> impl Iterator<Item = &Diagnostic> {
    checked.diagnostics.iter().chain(&checked.warnings)
}

fn codes(checked: &Checked) -> Vec<&'static str> {
    told(checked).map(|wrong| wrong.code.id()).collect()
}

fn places(checked: &Checked) {
    for wrong in told(checked) {
        for span in wrong.related.iter().map(|(span, _)| span).chain([&wrong.span]) {
            assert!(checked.text.get(span.clone()).is_some(), "{wrong:?}");
        }
    }
}

fn shown(checked: &Checked) {
    let diagnostics: Vec<Diagnostic> = told(checked).cloned().collect();
    let report = Report { path: "a.md", text: &checked.text, diagnostics: &diagnostics };
    for text in [full(&report, false, 100), plain(&report), concise(&report), github(&report, "")] {
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
    assert_eq!(records_in(&report, "").len(), diagnostics.len());
}
