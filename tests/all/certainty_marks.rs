//! How sure a clause is: its marks follow from its source and its readings, and are printed with what they mark.

use mouche::rules::{
    CertaintyMarkSet, Clause, ClauseSource, InheritedClauseCertainty, Mark, MarkedWithCertainty,
    ReadExtent, ReadingAnswerOrigin, SIGNS, SourceReading, Work,
};

const WORK: &Work = &Work {
    id: "manual",
    short: "A manual",
    lang: "",
    full: "A manual of games",
    seen: ReadExtent::Part,
    good_for: "",
    called: &[],
    addresses: &[],
    original: "",
    how: "",
};

const SAID: ClauseSource = ClauseSource::Says {
    work: WORK,
    section: "",
};

fn reading_of_kind(kind: ReadingAnswerOrigin) -> SourceReading {
    SourceReading {
        id: "x",
        question: "",
        ruling: "",
        why: "",
        option: None,
        among: &[],
        kind,
        turns_on: None,
    }
}

fn source_taken_over(taken: InheritedClauseCertainty, theirs: CertaintyMarkSet) -> ClauseSource {
    ClauseSource::Same {
        edition: "x",
        why: "",
        taken,
        without: false,
        theirs,
    }
}

/// Something that a clause says which answers questions in these ways.
fn marked_value(
    value: i64,
    source: ClauseSource,
    kinds: &[ReadingAnswerOrigin],
) -> MarkedWithCertainty<i64> {
    let readings: Vec<SourceReading> = kinds.iter().copied().map(reading_of_kind).collect();
    Clause {
        text: "",
        value,
        source,
        readings: readings.leak(),
        practice: None,
        quotation: None,
    }
    .read()
}

/// The marks of a clause that answers questions in these ways.
fn marks_of_answers(source: ClauseSource, kinds: &[ReadingAnswerOrigin]) -> CertaintyMarkSet {
    CertaintyMarkSet::from_source(
        source,
        &kinds
            .iter()
            .copied()
            .map(reading_of_kind)
            .collect::<Vec<_>>(),
    )
}

#[test]
fn marks_follow_from_the_source_and_the_readings() {
    use Mark::{NotKnown, Open, Ours, PartlyOurs, Said, Silent};
    let origin = marks_of_answers(
        SAID,
        &[ReadingAnswerOrigin::Silence, ReadingAnswerOrigin::Open],
    );
    let twice = source_taken_over(
        InheritedClauseCertainty::NotAtHand,
        marks_of_answers(
            source_taken_over(
                InheritedClauseCertainty::NotToldAgain,
                marks_of_answers(SAID, &[]),
            ),
            &[],
        ),
    );
    let cases: &[(ClauseSource, &[ReadingAnswerOrigin], &[Mark])] = &[
        (SAID, &[], &[Said]),
        (ClauseSource::Without, &[], &[Said]),
        (ClauseSource::Silent, &[], &[Silent]),
        (
            ClauseSource::Silent,
            &[ReadingAnswerOrigin::Settled],
            &[Ours],
        ),
        // In whole, and not in part too.
        (
            ClauseSource::Silent,
            &[ReadingAnswerOrigin::Silence],
            &[Ours],
        ),
        (ClauseSource::Period { work: WORK }, &[], &[Ours]),
        (SAID, &[ReadingAnswerOrigin::Silence], &[Said, PartlyOurs]),
        (SAID, &[ReadingAnswerOrigin::Practice], &[Said, PartlyOurs]),
        (SAID, &[ReadingAnswerOrigin::Repair], &[Said, PartlyOurs]),
        (SAID, &[ReadingAnswerOrigin::Open], &[Said, Open]),
        (SAID, &[ReadingAnswerOrigin::Settled], &[Said]),
        // What is taken over keeps the marks of its origin, and has one mark for one state of knowledge.
        (
            source_taken_over(InheritedClauseCertainty::Told, origin),
            &[],
            &[Mark::TakenOver, PartlyOurs, Open],
        ),
        (
            source_taken_over(InheritedClauseCertainty::NotAtHand, origin),
            &[],
            &[NotKnown, PartlyOurs, Open],
        ),
        (twice, &[], &[NotKnown]),
        (
            source_taken_over(
                InheritedClauseCertainty::Told,
                marks_of_answers(ClauseSource::Silent, &[ReadingAnswerOrigin::Silence]),
            ),
            &[],
            &[Mark::TakenOver, Ours],
        ),
    ];
    for (source, kinds, marks) in cases {
        assert_eq!(
            marks_of_answers(*source, kinds).iter().collect::<Vec<_>>(),
            *marks,
            "{source:?} {kinds:?}"
        );
    }
}

#[test]
fn what_is_marked_is_printed_with_its_signs() {
    let five = marked_value(
        5,
        SAID,
        &[ReadingAnswerOrigin::Silence, ReadingAnswerOrigin::Open],
    );
    assert_eq!(five.to_string(), "5°†");
    assert_eq!(five.map(|five| five * 2).to_string(), "10°†");
    assert_eq!(
        five.and(marked_value(
            1,
            source_taken_over(
                InheritedClauseCertainty::NotAtHand,
                CertaintyMarkSet::default()
            ),
            &[]
        ))
        .marks()
        .signs(),
        "∗°†"
    );
    assert_eq!(
        five.marks().explanations(),
        "partly our interpretation; an open question; the choice is ours"
    );
    assert!(
        five.marks()
            .legend()
            .is_some_and(|says| says.starts_with("°: partly our interpretation; †: "))
    );
}

#[test]
fn a_page_is_told_what_each_of_its_signs_means() {
    let signs = |marks: CertaintyMarkSet| {
        marks
            .sign_meanings()
            .map(|(sign, _)| sign)
            .collect::<String>()
    };
    let ours = marks_of_answers(ClauseSource::Silent, &[ReadingAnswerOrigin::Silence]);
    let partly = marks_of_answers(SAID, &[ReadingAnswerOrigin::Silence]);
    assert_eq!(signs(ours.union(partly)), "°", "one sign, one meaning");
    assert!(
        ours.sign_meanings().eq(partly.sign_meanings()),
        "the same, in whole or in part"
    );
    assert_eq!(signs(marks_of_answers(SAID, &[])), "");
    let taken = marks_of_answers(
        source_taken_over(InheritedClauseCertainty::NotAtHand, partly),
        &[ReadingAnswerOrigin::Open],
    );
    assert_eq!(
        (signs(taken), signs(taken.only_from_elsewhere())),
        ("∗°†".into(), "∗".into())
    );
    assert_eq!(
        signs(taken.without_signs_of(ours)),
        "∗†",
        "told once, though in whole here and in part there"
    );
}

#[test]
fn every_sign_has_its_meaning_and_every_meaning_its_words() {
    for mark in Mark::ALL.iter().filter(|mark| !mark.sign().is_empty()) {
        assert!(
            SIGNS.iter().any(|(sign, _)| *sign == mark.sign()),
            "{mark:?}"
        );
    }
    assert!(SIGNS.iter().all(|(_, says)| !says.is_empty()));
}
