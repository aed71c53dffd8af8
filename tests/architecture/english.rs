//! The English that people read: forms that readers trip over are counted, and may not become more.

use super::sentences::{Sentence, Source, all_sentences};
use regex::Regex;
use std::collections::BTreeMap;

/// The most words that a sentence may have.
const MOST_WORDS: usize = 30;

/// A form of words that readers trip over.
struct Form {
    name: &'static str,
    instead: &'static str,
    /// Matches the form in a sentence.
    pattern: &'static str,
    /// Matches the form, and the sentence is right all the same.
    except: Option<&'static str>,
    /// A sentence that has the form.
    example: &'static str,
    /// How many sentences of each source may have the form. The numbers only fall.
    most: &'static [(Source, usize)],
}

const FORMS: &[Form] = &[
    Form {
        name: "whoever",
        instead: "a player who …",
        pattern: r"\b[Ww]ho(so|m)?ever\b",
        except: None,
        example: "Whoever folds owes nothing.",
        most: &[],
    },
    Form {
        name: "a clause headed by who",
        instead: "a player who …",
        pattern: r"(^|[;:,] )[Ww]ho (has|have|can|cannot|may|must|folds|stands|plays|wins|takes|bids|holds|denies|refuses|does|loses|makes|leads|exchanges)\b",
        except: Some(r"\?|, who\b"),
        example: "Who can, must.",
        most: &[(Source::Data, 1)],
    },
    Form {
        name: "a clause headed by what",
        instead: "the thing itself",
        pattern: r"^What (was|is|has|a|the|they|lies|remains|one)\b",
        except: Some(r"\?"),
        example: "What was laid down stays face down.",
        most: &[],
    },
    Form {
        name: "one as a pronoun",
        instead: "a player, or you",
        pattern: r"\b(as|than|if|that|when|may|must|can|whom|what|which) one (is|has|may|can|must|holds|plays|wins|bids|likes|chooses|exchanges?|hold|sees|does|owes|pays|takes|wants)\b|\bone['’]s\b|\boneself\b|\bOne (may|must|can|has|who|plays|should)\b",
        except: None,
        example: "A hand may be shown if one likes.",
        most: &[(Source::Code, 1)],
    },
    Form {
        name: "old words",
        instead: "the words of today",
        pattern: r"\b([Bb]e it|of which more|(is|are|was) told|naught|whither|whence|thereby|thereof|therein|some few|wherever it)\b|\b[Nn]or (do|does|is|has|may|can|must|are)\b",
        except: None,
        example: "It is told of in Lalanne.",
        most: &[],
    },
    Form {
        name: "bound to",
        instead: "must",
        pattern: r"\bbound to\b",
        except: None,
        example: "Denise is bound to head.",
        most: &[],
    },
    Form {
        name: "a silent source",
        instead: "the source does not cover …",
        pattern: r"\b(is|are|keeps?|stays?|remains?) silent\b|\bsilence of\b",
        except: None,
        example: "Of misdeals the source is silent.",
        most: &[],
    },
    Form {
        name: "our reading",
        instead: "our interpretation",
        pattern: r"\b[Oo]ur (own )?readings?\b",
        except: None,
        example: "By our reading, two may play.",
        most: &[],
    },
    Form {
        name: "is no X",
        instead: "is not an X",
        pattern: r"\b(is|are|was|were) no [a-z]+",
        except: Some(r"\b([Tt]here|no (longer|more|less|other|one|such|fewer))\b"),
        example: "The jack is no trump.",
        most: &[(Source::Scenarios, 3)],
    },
    Form {
        name: "a plural of one",
        instead: "1 chip",
        pattern: r"(^|[^-\w])(1|one) (chips|cards|players|points|tricks|stones|deals)\b",
        except: None,
        example: "Paul pays 1 chips.",
        most: &[],
    },
    Form {
        name: "another word for the players, the pool, the payout or the stock",
        instead: "players, pool, payout, stock, spare hand",
        pattern: r"\b(company|companies|reckoning|kitty|talon|purses?|widow)\b|\b(the|a|this|that) pots?\b",
        except: None,
        example: "The company may agree on the reckoning.",
        // Mauscheln's own phrase, words that a message corrects, a piece of a script, titles of hands.
        most: &[
            (Source::Data, 7),
            (Source::Scripts, 1),
            (Source::Scenarios, 6),
        ],
    },
];

/// How many sentences of each source may have more than 30 words. The numbers only fall.
const LONG_SENTENCES: &[(Source, usize)] = &[
    // Pieces of a template that are printed apart, and lists.
    (Source::Templates, 6),
    // Lists of good hands, and of the languages of fences.
    (Source::Code, 3),
    // Code between two template strings.
    (Source::Scripts, 2),
    // The list of chapters, listings and tables.
    (Source::Chapters, 9),
];

/// Fails if a source has more sentences of a kind than it may have, and prints them.
fn check_counts(
    name: &str,
    instead: &str,
    found: &[&Sentence],
    most: &[(Source, usize)],
) -> Vec<String> {
    let mut of_source: BTreeMap<Source, Vec<&Sentence>> = BTreeMap::new();
    for sentence in found {
        of_source.entry(sentence.source).or_default().push(sentence);
    }
    let mut wrong = Vec::new();
    for (source, sentences) in of_source {
        let allowed = most.iter().find(|(limited, _)| *limited == source);
        let allowed = allowed.map_or(0, |(_, most)| *most);
        if sentences.len() > allowed {
            let listed: Vec<String> = sentences
                .iter()
                .map(|sentence| format!("    {}: {}", sentence.place, sentence.text))
                .collect();
            wrong.push(format!(
                "{name} ({source:?}): {} sentences, at most {allowed}. Write: {instead}\n{}",
                sentences.len(),
                listed.join("\n")
            ));
        }
    }
    wrong
}

#[test]
fn sentences_have_plain_forms() {
    let sentences = all_sentences();
    let mut wrong = Vec::new();
    for form in FORMS {
        let pattern = Regex::new(form.pattern).expect("a pattern");
        let except = form
            .except
            .map(|except| Regex::new(except).expect("a pattern"));
        let mut found = Vec::new();
        for sentence in &sentences {
            let is_right = except
                .as_ref()
                .is_some_and(|except| except.is_match(&sentence.text));
            if pattern.is_match(&sentence.text) && !is_right {
                found.push(sentence);
            }
        }
        wrong.extend(check_counts(form.name, form.instead, &found, form.most));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn sentences_are_short() {
    let sentences = all_sentences();
    let mut long = Vec::new();
    for sentence in &sentences {
        if sentence.text.split_whitespace().count() > MOST_WORDS {
            long.push(sentence);
        }
    }
    let wrong = check_counts("over 30 words", "two sentences", &long, LONG_SENTENCES);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn each_form_is_found_in_its_example() {
    for form in FORMS {
        let pattern = Regex::new(form.pattern).expect("a pattern");
        assert!(pattern.is_match(form.example), "{}", form.name);
    }
}
