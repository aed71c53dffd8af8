//! What the text of a file is made of: tokens, names, words of the grammar, fences and forms, and what may come next in a line.

use mouche::cards::{CardLanguage, Seat};
use mouche::editions;
use mouche::rules::{EngineKind, MoveOccasion, OptionValue, Ruleset, Verb};
use mouche::scenario::diagnostic::Code;
use mouche::scenario::parsed_scenario::{ScriptOrPayoutContent, Spanned, Statement};
use mouche::scenario::{
    EditionWithOptionVariants, FenceContent, FenceKind, FileVocabulary, FolderRules, HEADER_KEYS,
    Keyword, KeywordPlace, LINE_FORMS, LineForm, PossibleToken, Token, TokenKind, check,
    find_markdown_files, fit_lines_at, header_and_scenario_fences, load, name_hidden_characters,
    parse_move, parse_option_value, possible_continuations, tokenize_line,
    unique_nearest_candidate,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

const HEADER: &str =
    "```toml scenario\nedition = \"mouche-1718\"\nplayers = [\"Anne\", \"Claude\", \"Denise\"]\n";

/// A file with this fence.
fn file_with_fence(fence: &str) -> String {
    format!("# T\n\n{HEADER}```\n\n{fence}\n")
}

fn tokens_of_line(line: &str) -> Vec<Token<'_>> {
    let mut content = FenceContent::new(0);
    content.push_piece(line, line, 0..line.len());
    tokenize_line(&content, 0, line, CardLanguage::English)
}

#[test]
fn a_line_is_cut_into_its_tokens() {
    for (line, cut) in [
        (
            " 12. Mme\u{a0}d'Ys-Z. 10♥,Bo->C # 3. x",
            "Number 12|Word Mme|Word d'Ys-Z.|Word 10♥|Comma ,|Word Bo|Arrow ->|Word C",
        ),
        // A number stands only at the beginning.
        ("a 3.", "Word a|Word 3."),
        ("10♦", "Word 10♦"),
        ("1.5", "Word 1.5"),
        (" # x", ""),
    ] {
        let mut found = tokens_of_line(line);
        assert_eq!(
            found.pop().map(|end| (end.kind, end.text)),
            Some((TokenKind::End, ""))
        );
        assert_eq!(
            found
                .iter()
                .map(|one| format!("{:?} {}", one.kind, one.text))
                .collect::<Vec<_>>()
                .join("|"),
            cut
        );
    }
    let spans = |line| {
        tokens_of_line(line)
            .into_iter()
            .map(|token| token.span)
            .collect::<Vec<_>>()
    };
    assert_eq!(spans("  é →"), [2..4, 5..8, 8..8]);
    assert_eq!(tokens_of_line(" # x")[0].span, 0..0);
}

#[test]
fn hidden_characters_are_named_long_words_are_cut_and_a_slip_finds_its_word() {
    assert_eq!(
        name_hidden_characters("a\u{1b}[31m\u{202e}\u{a0}é"),
        "aU+001B[31mU+202EU+00A0é"
    );
    let told = |word: &str| {
        load(&file_with_fence(&format!("```deal\nturn {word}\n```")))
            .diagnostics
            .remove(0)
            .message
    };
    assert_eq!(
        told("zz\u{FE0F}"),
        "`zzU+FE0F` is not a card: U+FE0F is an invisible character"
    );
    assert_eq!(
        told(&"é".repeat(100_000)),
        format!("`{}…` is not a card", "é".repeat(48))
    );
    assert_eq!(
        unique_nearest_candidate(&"z".repeat(100_000), ["may"]),
        None
    );
}

#[test]
fn a_name_is_found_in_a_line_the_longest_first_and_of_two_equal_ones_the_first() {
    let two = ["Anne", "Anne Marie"];
    for (names, line, found) in [
        (two, "Anne Marie folds", Some((1, 2))),
        (two, "Anne folds", Some((0, 1))),
        (
            ["Mme de Sévigné", "Bo"],
            "Mme\u{a0}de\tSe\u{301}vigne\u{301} A♥",
            Some((0, 3)),
        ),
        (["Anne", "Bo"], "Annette folds", None),
        (["Anne", "Anne"], "Anne", Some((0, 1))),
    ] {
        assert_eq!(
            vocabulary_of_names(&names).longest_name_at(&tokens_of_line(line)),
            found.map(|(seat, words)| (Seat(seat), words)),
            "{line}"
        );
    }
}

fn vocabulary_of_names(names: &[&str]) -> FileVocabulary {
    FileVocabulary::new(
        &names
            .iter()
            .map(|name| Spanned {
                value: (*name).to_owned(),
                span: 0..0,
            })
            .collect::<Vec<_>>(),
    )
}

#[test]
fn a_name_is_taken_or_refused() {
    let why_not = |name: &str| {
        let header = HEADER.replace("Denise", &name.replace('\u{1b}', "\\u001b"));
        load(&format!("# T\n\n{header}```\n"))
            .diagnostics
            .into_iter()
            .find(|wrong| wrong.code == Code::BadName)
    };
    let long = "a".repeat(41);
    for name in [
        "Bo",
        "Mme de Sévigné",
        "O'Neil",
        "J.-P. 2",
        "May",
        "שרה",
        "Łukasz",
        "x\u{0301}",
    ] {
        assert!(why_not(name).is_none(), "{name}");
    }
    let bad = [
        "", " Bo", "Bo ", "A  B", "2pac", "-a", "folds", "turn-up", "KC", "RC", "hearts", "A,B",
        "a?", "A’B",
    ];
    let hidden = ["a\u{202e}", "a\u{1b}[0m", "a\u{200b}", "a\u{a0}b", &long];
    for name in bad.into_iter().chain(hidden) {
        assert!(why_not(name).is_some(), "{name:?}");
    }
    assert!(why_not("a\u{202e}b").is_some_and(|wrong| wrong.message.contains("U+202E")));
}

#[test]
fn a_fence_that_is_nearly_ours_is_seen_and_others_are_left_alone() {
    let nearly = |info: &str| {
        let is_head = info.contains("scen");
        let fence = format!("```{info}\n```");
        let text = if is_head {
            format!("# T\n\n{fence}\n")
        } else {
            file_with_fence(&format!("```deal\n```\n\n{fence}"))
        };
        let unknown = load(&text)
            .diagnostics
            .into_iter()
            .find(|wrong| wrong.code == Code::UnknownFence);
        unknown.and_then(|wrong| wrong.fix)
    };
    for (info, word) in [
        ("scirpt", "script"),
        ("Deal", "deal"),
        ("SCRIPT x", "script"),
        ("payuot mouche-1718", "payout"),
        ("toml scenaro", "toml scenario"),
        ("tmol scenario", "toml scenario"),
        ("scenario", "toml scenario"),
    ] {
        assert_eq!(nearly(info).as_deref(), Some(word), "{info}");
    }
    // Short words are too near to others.
    for info in [
        "dela",
        "",
        "hand",
        "text",
        "toml",
        "sh",
        "rust",
        "perl",
        "lean",
        "typescript",
        "{.deal}",
        "console",
    ] {
        assert_eq!(nearly(info), None, "{info}");
    }
    assert_eq!(nearly(&"deal".repeat(30_000)), None);
}

#[test]
fn fences_are_found_wherever_they_stand_and_an_open_one_is_seen() {
    for (text, closed) in [
        ("```deal x\na\n```", true),
        ("\u{FEFF}```` deal,x \r\na\r\n````\r\n", true),
        ("> - ~~~deal x\n>   a\n>   ~~~\n", true),
        ("```deal\na\n", false),
        ("> ```deal\n> a\n\n```", false),
    ] {
        let (_, found) = header_and_scenario_fences(FolderRules::NONE, text);
        assert_eq!(
            (found[0].content.text(), found[0].closed),
            ("a\n", closed),
            "{text}"
        );
    }
    let (_, found) = header_and_scenario_fences(FolderRules::NONE, "```deal");
    assert_eq!(
        (
            found[0].closed,
            found[0].content.file_span(),
            found[0].content.span_of(0..0)
        ),
        (false, 7..7, 7..7)
    );
}

#[test]
fn a_title_is_markdown_without_its_marks() {
    let title = |text: &str| {
        load(&format!("{text}\n\n{HEADER}```\n"))
            .scenario
            .expect("a scenario")
            .title
    };
    for (text, said) in [
        ("## a\n# *B* c {#id}\n# d\n", "*B* c"),
        ("\u{FEFF}B `x`\n===", "B `x`"),
        ("# \n", ""),
        ("a", ""),
    ] {
        assert_eq!(title(text), said, "{text}");
    }
}

#[test]
fn places_are_found_through_the_pieces_of_a_quotation_and_a_replaced_piece_is_one() {
    let file = "> ab\r\n> cd\r\n";
    let mut content = FenceContent::new(2);
    for range in [2..4, 5..6, 8..10, 11..12] {
        content.push_piece(&file[range.clone()], &file[range.clone()], range);
    }
    assert_eq!(content.text(), "ab\ncd\n");
    assert_eq!(
        [3..5, 1..4, 0..0, 6..6].map(|range| content.span_of(range)),
        [8..10, 3..9, 2..2, 12..12]
    );
    assert_eq!(
        content.lines().map(|(at, _)| at).collect::<Vec<_>>(),
        [0, 3]
    );
    let mut content = FenceContent::new(0);
    content.push_piece("  ", "\t", 4..5);
    content.push_piece("a", "a", 5..6);
    assert_eq!((content.span_of(1..2), content.span_of(2..3)), (4..5, 5..6));
}

#[test]
fn prose_is_told_without_blank_lines_around_it_or_marks_before_a_fence() {
    let text = format!("# T\n\n>\n> a\n>\n> b\n> \n\n{HEADER}```\n\n> - ```deal\n>   ```\n");
    let loaded = load(&text).scenario.expect("a scenario");
    assert_eq!(loaded.hands[0].narration, "> a\n>\n> b");
    let lines = |text, at| fit_lines_at(text, at, "x\ny");
    assert_eq!(lines("a\n?\n", 2), "x\ny");
    assert_eq!(lines("a\r\n > \t?\r\n", 7), "x\r\n > \ty");
    assert_eq!(
        (lines("a\r\n?", 3), lines("pool 5, ?", 8)),
        ("x\r\ny".into(), "x\ny".into())
    );
}

/// Returns words that one file may have: those of editions with tricks, or of Mus.
fn vocabularies() -> [FileVocabulary; 2] {
    [EngineKind::Tricks, EngineKind::Mus].map(|family| {
        let editions = editions::printed_editions().filter(|edition| edition.family() == family);
        FileVocabulary::without_players(editions.collect())
    })
}

/// Checks that no other keyword has this spelling in the same place of a file.
fn assert_one_meaning(keyword: Keyword, word: &str, letters: CardLanguage) {
    for names in vocabularies() {
        let clash = |other: &&Keyword| {
            let both = |place: &&KeywordPlace| {
                [keyword, **other]
                    .iter()
                    .all(|one| one.may_stand_at(**place) && one.is_available_at(**place, &names))
            };
            **other != keyword
                && other.spellings_in(letters).contains(&word)
                && PLACES.iter().any(|place| both(&place))
        };
        let found = Keyword::all().iter().find(clash);
        assert_eq!(found, None, "{word} is {keyword:?} as well");
    }
}

#[test]
fn each_keyword_is_read_as_itself_and_no_word_has_two_meanings_in_one_place() {
    for keyword in Keyword::all() {
        let read =
            Keyword::from_word(keyword.spelling(), CardLanguage::English).expect("a keyword");
        assert_eq!(read.spelling(), keyword.spelling());
        for letters in &CardLanguage::LANGUAGES[1..] {
            let spellings = keyword.spellings_in(*letters);
            assert!(!spellings.is_empty(), "{letters:?} has no {keyword:?}");
            for word in spellings {
                assert!(keyword.is_spelled(word, *letters));
                assert_one_meaning(*keyword, word, *letters);
            }
        }
    }
    assert_eq!(Keyword::from_word("passe", CardLanguage::English), None);
    assert_eq!(
        Keyword::from_word("re\u{301}clame", CardLanguage::French),
        Some(Keyword::Does(Verb::Claim))
    );
    let mended = |fence: &str, lang: &str| {
        let text = format!("# T\n\n{HEADER}{lang}\n```\n\n```deal\n```\n\n{fence}\n```\n");
        load(&text).diagnostics.remove(0).fix
    };
    for (fence, lang, fix) in [
        ("```script\nAnne fold", "", Some("folds")),
        (
            "```script\nAnne tries to folds (refused: ?)",
            "",
            Some("fold"),
        ),
        ("```payout\nAnne folds 3", "", None),
        ("```script\nAnne pase", "lang = \"fr\"", None),
        ("```script\nAnne chnage 9♥", "lang = \"fr\"", Some("change")),
        ("```script\nAnne passe", "", Some("folds")),
    ] {
        assert_eq!(mended(fence, lang).as_deref(), fix, "{fence}");
    }
}

/// All places but the inside of a statement.
const PLACES: [KeywordPlace; 8] = {
    use KeywordPlace::*;
    [Deal, Script, Payout, Move, Try, Choice, Payment, Flush]
};

#[test]
fn the_parser_says_what_it_would_take() {
    use PossibleToken::{Card, ClauseId, Name, Number, Sign, Suit, Words};
    let word = PossibleToken::Word;
    let header = header_and_scenario_fences(
        FolderRules::NONE,
        &file_with_fence("").replace("Denise", "Mme de Z"),
    )
    .0
    .expect("a header");
    let (of_mouche, of_any) = (
        FileVocabulary::of_header(&header),
        vocabulary_of_names(&["Anne"]),
    );
    let whole = vec![Sign(TokenKind::Comma), Sign(TokenKind::Arrow)];
    for (line, wants) in [
        ("Anne exchanges", vec![word(Keyword::The), Card]),
        (
            "Anne diddles",
            [vec![word(Keyword::Blind)], whole.clone()].concat(),
        ),
        (
            "Anne defends",
            [vec![word(Keyword::With)], whole.clone()].concat(),
        ),
        ("Anne defends with 9♥", vec![Card, word(Keyword::Laying)]),
    ] {
        let mut tokens = tokens_of_line(line);
        tokens.pop();
        assert_eq!(
            possible_continuations(FenceKind::Script, &tokens, &of_any),
            wants,
            "{line}"
        );
    }
    for (fence, line, wants) in [
        (
            FenceKind::Script,
            "",
            vec![word(Keyword::Stop), word(Keyword::All), Name],
        ),
        (FenceKind::Script, "3.", vec![Name]),
        (
            FenceKind::Script,
            "Anne",
            vec![Card, Words(KeywordPlace::Move)],
        ),
        (
            FenceKind::Script,
            "Anne 9♥",
            vec![Sign(TokenKind::Comma), Sign(TokenKind::Arrow)],
        ),
        (FenceKind::Script, "Anne 9♥,", vec![Name]),
        (
            FenceKind::Script,
            "Anne 9♥ ->",
            vec![Sign(TokenKind::Hole), Name],
        ),
        (FenceKind::Script, "Anne exchanges", vec![Card]),
        (
            FenceKind::Script,
            "Anne exchanges 9♥",
            vec![
                Card,
                word(Keyword::For),
                Sign(TokenKind::Comma),
                Sign(TokenKind::Arrow),
            ],
        ),
        (
            FenceKind::Script,
            "Anne takes the",
            vec![word(Keyword::Fille), word(Keyword::TurnUp)],
        ),
        (FenceKind::Script, "Anne names", vec![Suit]),
        (
            FenceKind::Script,
            "Anne may",
            vec![Sign(TokenKind::Hole), Card, Words(KeywordPlace::Choice)],
        ),
        (
            FenceKind::Script,
            "Anne may 9♥ (",
            vec![ClauseId, Sign(TokenKind::Hole)],
        ),
        (
            FenceKind::Script,
            "Anne tries",
            vec![word(Keyword::To), Card],
        ),
        (
            FenceKind::Script,
            "Anne tries 9♥",
            vec![Sign(TokenKind::Open)],
        ),
        (
            FenceKind::Script,
            "Anne tries 9♥ (refused: play.trump;",
            vec![word(Keyword::Legal)],
        ),
        (FenceKind::Script, "Anne zzz", vec![]),
        (
            FenceKind::Payout,
            "pool",
            vec![Sign(TokenKind::Hole), Number],
        ),
        (
            FenceKind::Payout,
            "",
            vec![Sign(TokenKind::Hole), Name, Words(KeywordPlace::Payout)],
        ),
        (
            FenceKind::Deal,
            "misdeal",
            vec![word(Keyword::Pays), word(Keyword::Loses)],
        ),
        (FenceKind::Deal, "Mme de Z 9♥", vec![Card]),
    ] {
        let mut tokens = tokens_of_line(line);
        tokens.pop();
        assert_eq!(
            possible_continuations(fence, &tokens, &of_mouche),
            wants,
            "{line}"
        );
    }
}

#[test]
fn what_is_said_at_a_table_may_be_in_small_letters_and_a_mistake_is_told() {
    assert!([" 10H ", "qs"].iter().all(|word| {
        parse_move(word, EngineKind::Tricks).is_ok_and(|deed| deed.verb == Verb::Play)
    }));
    assert!(
        parse_move("Exchange 8d 7♦", EngineKind::Tricks)
            .is_ok_and(|deed| deed.verb == Verb::Exchange)
    );
    for wrong in [
        "",
        "dance",
        "7h 8h",
        "fold now",
        "exchange",
        "zz",
        "take",
        "claims the",
        "?",
        "\u{1b}[",
    ] {
        assert!(parse_move(wrong, EngineKind::Tricks).is_err(), "{wrong}");
    }
    let bets = [
        "Envido",
        "envido 5",
        "raises 3",
        "refuse for both",
        "say mus",
        "no mus",
        "discard ks 7d",
        "is served",
    ];
    let verbs = bets.map(|words| {
        parse_move(words, EngineKind::Mus)
            .map(|deed| deed.verb)
            .ok()
    });
    use Verb::{BeServed, Discard, Envido, Mus, NoMus, Raise, RefuseBoth};
    let meant = [
        Envido, Envido, Raise, RefuseBoth, Mus, NoMus, Discard, BeServed,
    ];
    assert_eq!(verbs, meant.map(Some));
    let in_spanish = [
        "Envido",
        "envido 5",
        "subo 3",
        "no queremos",
        "mus",
        "no hay mus",
        "descarto ks 7d",
        "servido",
    ];
    assert_eq!(
        in_spanish.map(|words| parse_move(words, EngineKind::Mus)
            .map(|deed| deed.verb)
            .ok()),
        meant.map(Some)
    );
    for wrong in [
        "",
        "dance",
        "7h",
        "mus mus",
        "envido 0",
        "envido two",
        "discard",
        "fold",
    ] {
        assert!(parse_move(wrong, EngineKind::Mus).is_err(), "{wrong}");
    }
    assert_eq!(
        ["true", " 20"].map(parse_option_value),
        [Some(OptionValue::Flag(true)), Some(OptionValue::Number(20))]
    );
    assert_eq!(
        parse_option_value("staged"),
        parse_option_value("\"staged\"")
    );
    assert_eq!(
        parse_option_value("{ each = 3 }"),
        Some(OptionValue::Table("each".into(), 3))
    );
    assert_eq!(parse_option_value("[1]"), None);
}

#[test]
fn cards_that_are_nearly_right_are_mended() {
    let mend = |word: &str| {
        load(&file_with_fence(&format!("```deal\nturn {word}\n```")))
            .diagnostics
            .remove(0)
            .fix
    };
    for (word, card) in [
        ("k♥", "K♥"),
        ("♥10", "10♥"),
        ("T♥", "10♥"),
        ("9\u{200b}♥", "9♥"),
    ] {
        assert_eq!(mend(word).as_deref(), Some(card), "{word}");
    }
    assert_eq!(mend("11♥"), None);
}

/// What a file with this line in its fence says, without places.
fn meaning_of_form(form: &LineForm, letters: CardLanguage) -> String {
    static EDITIONS: LazyLock<Vec<EditionWithOptionVariants>> = LazyLock::new(|| {
        editions::printed_editions()
            .map(EditionWithOptionVariants::new)
            .collect()
    });
    // Of an edition that has what the form is about.
    let edition = EDITIONS
        .iter()
        .find(|edition| {
            form.is_allowed_in(edition.rules) || form.enabling_option(edition).is_some()
        })
        .expect("an edition");
    let header = HEADER.replace("mouche-1718", edition.rules.id);
    let header = format!("{header}lang = \"{}\"\n", letters.language());
    let deal = if form.fence == FenceKind::Deal {
        ""
    } else {
        "```deal\ndealer Anne\n```\n"
    };
    let (mut word, mut line) = (
        form.fence.spelling(letters).to_owned(),
        form.text_in(letters),
    );
    let mut after = "";
    if form.fence == FenceKind::Task {
        // Why is said in the author's words.
        line = format!("{}: x", line.split(':').next().unwrap_or_default());
        (word, after) = (format!("{word} plays"), "\n```script\nstop\n```\n");
    }
    let told = load(&format!(
        "# T\n\n{header}```\n\n{deal}```{word}\n{line}\n```\n{after}"
    ));
    assert_eq!(told.diagnostics, [], "{line}");
    let place = regex::Regex::new(r"(span|opening): \d+\.\.\d+").expect("a pattern");
    place
        .replace_all(
            &format!("{:?}", told.scenario.expect("a scenario").hands),
            "",
        )
        .into()
}

#[test]
fn every_form_says_the_same_in_each_language_and_no_keyword_is_without_one() {
    for form in LINE_FORMS.iter() {
        let english = meaning_of_form(form, CardLanguage::English);
        for letters in &CardLanguage::LANGUAGES[1..] {
            assert_eq!(english, meaning_of_form(form, *letters));
        }
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    let has = |text: &str, words: &str| {
        let pieces: Vec<&str> = text
            .split(|c| !is_word(c))
            .filter(|piece| !piece.is_empty())
            .collect();
        let words: Vec<&str> = words.split(' ').collect();
        pieces.windows(words.len()).any(|some| some == words)
    };
    let is_shown = |word: &&str| {
        LINE_FORMS
            .iter()
            .any(|form| has(&form.english, word) || has(form.says, word))
    };
    let missing: Vec<&str> = Keyword::in_playable_editions()
        .map(Keyword::spelling)
        .filter(|word| !is_shown(word))
        .collect();
    assert!(missing.is_empty(), "no form has {missing:?}");
}

#[test]
fn every_key_has_an_example_that_is_read_and_every_clause_that_the_chapter_names_exists() {
    for row in HEADER_KEYS.iter() {
        let others = HEADER_KEYS
            .iter()
            .filter(|other| ["edition", "players"].contains(&other.toml_key()));
        let needed = others.filter(|other| {
            other.toml_key() != row.toml_key()
                && (other.toml_key(), row.toml_key()) != ("edition", "editions")
        });
        let lines: Vec<&str> = needed.map(|other| other.line).chain([row.line]).collect();
        let told = load(&format!(
            "# T\n\n```toml scenario\n{}\n```\n\n```deal\ndealer Anne\n```\n",
            lines.join("\n")
        ));
        assert_eq!(told.diagnostics, [], "{}", row.toml_key());
        assert!(row.line.starts_with(row.toml_key()));
    }
    let inside = |text: &'static str| {
        text.split('(')
            .skip(1)
            .filter_map(|rest| rest.split([';', ')']).next())
    };
    let forms = LINE_FORMS
        .iter()
        .map(|form| form.english.as_str())
        .flat_map(inside);
    let forms = forms.map(|inside| inside.rsplit(": ").next().unwrap_or(inside));
    let shows = HEADER_KEYS.iter().filter(|row| row.toml_key() == "shows");
    let shows = shows.flat_map(|row| row.line.split('"').skip(1).step_by(2));
    let named: Vec<&str> = forms.chain(shows).collect();
    assert!(
        named.len() > 10
            && named
                .iter()
                .all(|id| editions::clause_id_in_use(id).is_some()),
        "{named:?}"
    );
}

/// No edition is named beside a line that `check` refuses as a line of other editions.
#[test]
fn no_edition_is_named_beside_a_line_that_check_does_not_know_in_it() {
    let (mut wrong, mut refused) = (Vec::new(), 0);
    for edition in editions::ALL.iter() {
        let file = plain_scenario_of(edition)
            .unwrap_or_else(|| panic!("no plain scenario of {}", edition.id));
        for form in LINE_FORMS
            .iter()
            .filter(|form| form.fence != FenceKind::Task && !is_known_in(&file, form))
        {
            refused += 1;
            if form.is_allowed_in(edition) {
                wrong.push(format!("{}: `{}`", edition.id, form.english));
            }
        }
    }
    assert!(refused > 100, "only {refused} lines were refused");
    assert!(
        wrong.is_empty(),
        "{} lines:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Each edition is named beside the moves that its scenarios make.
#[test]
fn each_edition_is_named_beside_the_moves_of_its_scenarios() {
    let (mut wrong, mut made) = (BTreeSet::new(), 0);
    for edition in editions::ALL.iter() {
        for text in texts_of(edition)
            .iter()
            .filter(|text| is_plain_scenario(text))
        {
            let Some(scenario) = load(text).scenario else {
                continue;
            };
            let parts = scenario.hands.iter().flat_map(|hand| &hand.parts);
            let lines = parts.flat_map(|part| {
                if let ScriptOrPayoutContent::Script(lines) = &part.body {
                    &lines[..]
                } else {
                    &[]
                }
            });
            for statement in lines.flat_map(|line| &line.statements) {
                let Statement::Move {
                    move_text: deed, ..
                } = &statement.value
                else {
                    continue;
                };
                if deed.verb.kind() == MoveOccasion::Card {
                    continue;
                }
                made += 1;
                let Some(form) = LINE_FORMS
                    .iter()
                    .find(|form| form.verb() == Some(deed.verb))
                else {
                    wrong.insert(format!(
                        "{}: no line is named for `{:?}`",
                        edition.id, deed.verb
                    ));
                    continue;
                };
                if !form.is_allowed_in(edition) {
                    wrong.insert(format!("{}: `{}`", edition.id, form.english));
                }
            }
        }
    }
    assert!(made > 1_000, "only {made} moves were made");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the scenarios in the folder of an edition.
fn texts_of(edition: &Ruleset) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scenarios")
        .join(edition.id);
    let files = find_markdown_files(&root)
        .expect("a folder of the edition")
        .files
        .into_iter();
    files
        .map(|file| std::fs::read_to_string(file).expect("a scenario"))
        .collect()
}

/// Whether a scenario is told in English, of an edition as it is printed.
fn is_plain_scenario(text: &str) -> bool {
    let lines: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .collect();
    !lines.contains("options") && !lines.contains("lang = ")
}

/// Returns a plain scenario of this edition, of three players or more, whose first hand is dealt and played to its end.
fn plain_scenario_of(edition: &Ruleset) -> Option<String> {
    let fences = ["\n```deal\n", "\n```script\n", "\n```payout\n"];
    let has_all = |text: &String| {
        fences.iter().all(|fence| text.contains(fence)) && !text.contains("\nmisdeal")
    };
    texts_of(edition)
        .into_iter()
        .find(|text| is_plain_scenario(text) && has_all(text) && names_in_header(text).len() >= 3)
}

/// Returns the names in the header of a scenario.
fn names_in_header(text: &str) -> Vec<String> {
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with("players"))
        .unwrap_or_default();
    line.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Whether `check` takes a line for one of the edition of this file, whatever else is wrong with it there.
fn is_known_in(file: &str, form: &LineForm) -> bool {
    let names = names_in_header(file);
    let line = [("Anne", 0), ("Claude", 1), ("Denise", 2)]
        .into_iter()
        .fold(form.english.clone(), |line, (name, seat)| {
            line.replace(name, &names[seat])
        });
    let opening = format!("\n```{}\n", form.fence.spelling(CardLanguage::English));
    let place = file.find(&opening).expect("the fence") + opening.len();
    let text = format!("{}{line}\n{}", &file[..place], &file[place..]);
    let checked = check("a.md", text.as_bytes());
    let is_here =
        |span: &std::ops::Range<usize>| span.start >= place && span.end <= place + line.len();
    !checked
        .diagnostics
        .iter()
        .any(|wrong| wrong.code == Code::NotInEdition && is_here(&wrong.span))
}

#[test]
fn each_key_of_a_header_is_in_its_schema() {
    let output = Command::new(env!("CARGO_BIN_EXE_mouche"))
        .args(["schema", "header"])
        .output()
        .expect("mouche");
    let schema: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let properties = schema["properties"].as_object().expect("keys");
    let keys: Vec<&str> = HEADER_KEYS.iter().map(|row| row.toml_key()).collect();
    let missing: Vec<&&str> = keys
        .iter()
        .filter(|key| !properties.contains_key(**key))
        .collect();
    assert!(
        missing.is_empty() && properties.len() == keys.len(),
        "{missing:?}"
    );
}
