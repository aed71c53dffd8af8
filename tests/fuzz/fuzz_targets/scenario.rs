//! Whatever the bytes: `check` ends, and every place it names lies in the text between characters; `fmt` changes no meaning
//! and is done at once; what `bless` fills, holds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mouche::scenario::diagnostic::Diagnostic;
use mouche::scenario::report::{Report, render_concise, render_full, render_github, render_without_marks, diagnostic_records};
use mouche::scenario::{Checked, BlessExtent, RewrittenFile, bless, check, format};

fuzz_target!(|bytes: &[u8]| {
    let checked = check("a.md", bytes);
    places(&checked);
    shown(&checked);
    let sound = |told: Option<RewrittenFile>| told.and_then(|told| told.into_sound_text().ok());
    if let Some(once) = sound(format(bytes)) {
        let again = check("a.md", once.as_bytes());
        assert_eq!(codes(&checked), codes(&again), "fmt changes what is wrong:\n{once}");
        let twice = sound(format(once.as_bytes())).expect("fmt refuses its own");
        assert_eq!(once, twice, "fmt is not done at once");
    }
    for fill in [BlessExtent::Slips, BlessExtent::OpenValues, BlessExtent::WrongExpectations] {
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
    for text in [render_full(&report, false, 100), render_without_marks(&report), render_concise(&report), render_github(&report, "")] {
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
    assert_eq!(diagnostic_records(&report, "").len(), diagnostics.len());
}
