//! Laws of what is told beside the rules: games and their kin, dates, words, and the clauses of every edition together.

use mouche::editions::{
    ALL, GAMES, KINSHIP, PRINTS, SOUGHT, TERMS, by_id, game_by_id, game_of, playable_games,
    printed_editions, term_by_form,
};
use mouche::rules::{
    ClauseId, ClauseSource, EditionClauseInWords, OptionDef, ReadExtent, Relation, Ruleset, WORKS,
    Work,
};
use std::collections::BTreeSet;

#[test]
fn games_are_unique_and_every_line_joins_two_of_them_downwards() {
    for (at, game) in GAMES.iter().enumerate() {
        assert_eq!(GAMES.iter().position(|other| other.id == game.id), Some(at));
        assert!(
            KINSHIP
                .iter()
                .any(|kin| kin.of == game.id || kin.to == game.id),
            "{} is nobody's kin",
            game.id
        );
    }
    for kin in KINSHIP.iter() {
        let (of, to) = (
            game_by_id(kin.of).expect(kin.of),
            game_by_id(kin.to).expect(kin.to),
        );
        assert!(of.id != to.id, "{kin:?}");
        assert!(
            kin.relation == Relation::Related || of.generation > to.generation,
            "{} stands over {}",
            of.id,
            to.id
        );
    }
}

#[test]
fn every_year_that_is_given_for_a_game_or_a_work_is_among_the_dates() {
    let told = GAMES
        .iter()
        .flat_map(|game| [game.when, game.about])
        .chain(WORKS.iter().map(|work| work.full));
    let words = told.flat_map(|told| told.split(|c: char| !c.is_ascii_digit()));
    let years = words
        .filter(|word| word.len() == 4)
        .filter_map(|word| word.parse().ok());
    for year in years.chain(ALL.iter().filter_map(|edition| edition.year)) {
        assert!(PRINTS.iter().any(|print| print.year == year), "{year}");
    }
    assert!(PRINTS.is_sorted_by_key(|print| print.year));
}

/// Whoever reads the chapter about the book learns of each work on which a clause rests, or whose practice is told.
#[test]
fn the_chapter_about_the_book_names_every_witness() {
    let about = include_str!("../../book/src/about.md");
    let rests: BTreeSet<&str> = printed_editions()
        .flat_map(|edition| edition.clauses())
        .filter_map(|clause| match clause.source {
            ClauseSource::Says { work, .. } | ClauseSource::Period { work } => Some(work.id),
            _ => None,
        })
        .collect();
    for work in WORKS
        .iter()
        .filter(|work| rests.contains(work.id) || !work.called.is_empty())
    {
        assert!(
            about.contains(&format!("(sources.html#{})", work.id)),
            "{} is not named",
            work.id
        );
    }
}

/// The description is what others show of the book. We have not seen the printed rules of 1718.
#[test]
fn the_description_of_the_book_claims_no_printed_rules() {
    let book = include_str!("../../book/book.toml");
    let description = book
        .lines()
        .find(|line| line.starts_with("description"))
        .expect("a description");
    assert!(
        !description.contains("as they were printed"),
        "{description}"
    );
}

/// Wikipedia speaks of Mistigri without a year; what it says comes from the game, and not from Grupp's book of 1975.
#[test]
fn nothing_but_moench_comes_from_the_book_of_1975() {
    let of_grupp = KINSHIP.iter().filter(|kin| kin.to == "mistigri-1975");
    assert_eq!(of_grupp.map(|kin| kin.of).collect::<Vec<_>>(), ["moench"]);
    assert!(
        KINSHIP
            .iter()
            .any(|kin| kin.of == "mistigri-1975" && kin.to == "mistigri-pamphile")
    );
}

#[test]
fn words_of_mus_that_are_terms_are_in_the_glossary() {
    let mus = game_by_id("mus").expect("mus");
    for word in mus.words {
        assert!(
            !word.french.is_empty() && !word.spanish.is_empty(),
            "{}",
            word.meaning
        );
        assert!(
            !word.english.is_empty() && !word.meaning.is_empty(),
            "{}",
            word.french
        );
    }
    let terms = [
        "amarraco",
        "barbas",
        "bicicleta",
        "cortar el mus",
        "dejar zapateros",
        "envido",
        "forquiniana",
        "mano",
        "mus visto",
        "no quiero",
        "ordago",
        "paso",
        "Point",
        "postre",
        "primeras dadas",
        "quiero",
        "solomillo",
        "tanto",
        "Toribio",
        "una para Cangas y otra para Tineo",
        "y yo",
        "zorra con dos rabos",
    ];
    for name in terms {
        assert!(
            TERMS.iter().any(|term| term.name == name),
            "{name} is no term"
        );
    }
}

#[test]
fn every_edition_is_of_one_game() {
    for edition in ALL.iter() {
        let of = GAMES
            .iter()
            .filter(|game| game.editions.contains(&edition.id))
            .count();
        // Méry has two, and rams may be played as Rounce and as Bierspiel.
        assert!((1..=3).contains(&of), "{} is of {of} games", edition.id);
    }
}

#[test]
fn of_a_game_that_is_played_it_is_said_what_is_lost() {
    for (game, editions) in playable_games() {
        assert!(
            game.lost.ends_with('.') && game.lost.starts_with(char::is_alphabetic),
            "{}",
            game.id
        );
        assert!(
            editions
                .iter()
                .all(|edition| game_of(edition) == Some(game)),
            "{}",
            game.id
        );
    }
    let all: Vec<&str> = playable_games()
        .iter()
        .flat_map(|(_, editions)| editions)
        .map(|edition| edition.id)
        .collect();
    assert!(
        all.len() == printed_editions().count()
            && printed_editions().all(|edition| all.contains(&edition.id)),
        "{all:?}"
    );
}

#[test]
fn what_an_edition_calls_things_is_explained() {
    for edition in ALL.iter() {
        for (_, word) in edition
            .terms
            .words()
            .into_iter()
            .filter(|(_, word)| !word.is_empty())
        {
            assert!(term_by_form(word).is_some(), "{}: {word}", edition.id);
        }
    }
}

#[test]
fn ids_and_forms_are_unique_and_the_brief_is_a_sentence() {
    let (mut ids, mut forms) = (BTreeSet::new(), BTreeSet::new());
    for term in TERMS.iter() {
        assert!(ids.insert(term.id), "{} stands twice", term.id);
        assert!(
            term.forms.iter().all(|form| forms.insert(*form)),
            "a form of {} is another's",
            term.id
        );
        assert!(
            term.brief.ends_with(['.', '?', '”']) && term.brief.len() < 110,
            "{}",
            term.id
        );
    }
}

#[test]
fn words_stand_as_they_are_said_each_tongue_in_the_order_of_the_alphabet() {
    let plain = |name: &str| {
        name.to_lowercase()
            .replace(['é', 'ê'], "e")
            .replace('í', "i")
            .replace(['ö', 'ó'], "o")
            .replace([' ', '\''], "")
    };
    for term in TERMS.iter() {
        assert!(!term.name.contains(','), "{}", term.name);
    }
    for two in TERMS
        .windows(2)
        .filter(|two| two[0].tongue == two[1].tongue)
    {
        assert!(
            plain(two[0].name) < plain(two[1].name),
            "{} before {}",
            two[0].name,
            two[1].name
        );
    }
}

#[test]
fn every_edition_that_is_named_is_there() {
    let named = GAMES
        .iter()
        .flat_map(|game| game.editions)
        .chain(TERMS.iter().flat_map(|term| term.of));
    for id in named {
        assert!(by_id(id).is_some(), "{id} is no edition");
    }
    assert!(!SOUGHT.is_empty());
}

#[test]
fn ids_and_short_names_are_unique_and_the_editions_of_a_game_sorted_by_year() {
    for names in [
        |edition: &Ruleset| edition.id,
        |edition: &Ruleset| edition.short,
    ] {
        assert_eq!(
            ALL.iter()
                .map(|edition| names(edition))
                .collect::<BTreeSet<_>>()
                .len(),
            ALL.len()
        );
    }
    for game in GAMES.iter() {
        let of_it = ALL
            .iter()
            .filter(|edition| game.editions.contains(&edition.id));
        assert!(
            of_it.is_sorted_by_key(|edition| edition.year),
            "{}",
            game.id
        );
    }
}

#[test]
fn an_id_names_one_question() {
    let clauses = ALL.iter().flat_map(|edition| edition.clauses());
    let readings: Vec<_> = clauses.flat_map(|clause| clause.readings).collect();
    for (at, reading) in readings.iter().enumerate() {
        let first = readings[..at].iter().find(|other| other.id == reading.id);
        let question = first.map_or(reading.question, |first| first.question);
        assert_eq!(question, reading.question, "{} asks both", reading.id);
    }
}

#[test]
fn every_clause_has_words_and_what_it_takes_over_exists() {
    for edition in ALL.iter() {
        for clause in edition.clauses() {
            let id = edition.full_clause_id(clause.topic);
            assert!(
                clause.text().render(|text, _| text.ends_with('.')),
                "{id} is not a sentence"
            );
            if let ClauseSource::Same { edition: other, .. } = clause.source {
                assert!(
                    by_id(other).is_some(),
                    "{id} takes over from {other}, which is no edition"
                );
            }
            if clause.source == ClauseSource::Silent {
                let told = !clause.readings.is_empty()
                    || clause.is_absent()
                    || clause
                        .text()
                        .render(|text, _| text.contains("does not cover"));
                assert!(told, "{id} rests on nothing and gives no reading");
            }
        }
    }
}

#[test]
fn an_option_that_a_reading_names_exists_and_changes_that_clause() {
    let named = |clause: &EditionClauseInWords| {
        clause
            .readings
            .iter()
            .filter_map(|reading| reading.option)
            .collect::<Vec<_>>()
    };
    for edition in ALL.iter() {
        for clause in edition.clauses() {
            for name in named(&clause) {
                let option =
                    OptionDef::by_name(name).unwrap_or_else(|| panic!("{name} is no option"));
                let changes = |rules: Ruleset| {
                    rules
                        .clause(clause.topic)
                        .expect("a clause")
                        .comparison_key()
                        != clause.comparison_key()
                };
                let is_changed = option.topic == clause.topic
                    || option.with_other_value(edition).is_some_and(changes);
                assert!(
                    is_changed,
                    "{name} in {}",
                    edition.full_clause_id(clause.topic)
                );
            }
        }
    }
}

/// It may go on where its origin ends, with a reading of its own.
#[test]
fn a_clause_taken_over_keeps_words_and_value() {
    let mut longer = Vec::new();
    for edition in ALL.iter() {
        for clause in edition.clauses() {
            let ClauseSource::Same { edition: other, .. } = clause.source else {
                continue;
            };
            let (other, id) = (
                by_id(other).expect("checked above"),
                edition.full_clause_id(clause.topic),
            );
            let origin = other.clause(clause.topic).expect("a clause");
            if clause.has_same_text(&origin) {
                assert_eq!(clause.comparison_key(), origin.comparison_key(), "{id}");
            } else {
                let begins = clause
                    .text()
                    .render(|all, _| origin.text().render(|first, _| all.starts_with(first)));
                assert!(begins && !clause.readings.is_empty(), "{id}");
                longer.push(id);
            }
        }
    }
    assert_eq!(longer, ["pamphile-1758/decl.order"]);
}

#[test]
fn what_was_read_in_translation_says_which() {
    for work in WORKS
        .iter()
        .filter(|work| work.seen == ReadExtent::Translated)
    {
        assert!(
            work.addresses.len() > 1 && work.how.contains("translat"),
            "{}",
            work.id
        );
    }
    for work in WORKS
        .iter()
        .filter(|work| work.seen == ReadExtent::Reported)
    {
        assert!(
            !work.addresses.iter().any(|at| at.contains("Mery")),
            "{} was not seen",
            work.id
        );
    }
}

/// Most articles of Wikipedia were read in copies, which disappear sooner than the articles do.
#[test]
fn a_reader_is_led_to_the_original_of_an_article() {
    let articles = WORKS.iter().filter(|work| {
        work.id.starts_with("wikipedia-") || ["grupp", "kastner-folkvord"].contains(&work.id)
    });
    let copies: Vec<&str> = articles
        .filter(|work| {
            let address = work.best_address().unwrap_or_default();
            !address.contains(".wikipedia.org/")
        })
        .map(|work| work.id)
        .collect();
    assert_eq!(copies, Vec::<&str>::new());
}

#[test]
fn ids_and_names_of_works_are_unique() {
    for (at, work) in WORKS.iter().enumerate() {
        let namesake = |other: &Work| other.id == work.id || other.short == work.short;
        assert_eq!(WORKS.iter().position(namesake), Some(at), "{}", work.id);
        assert!(
            work.good_for.ends_with('.') && !work.full.ends_with('.'),
            "{}",
            work.id
        );
        assert!(
            work.how.is_empty() || work.how.ends_with('.'),
            "{}",
            work.id
        );
    }
}

#[test]
fn an_old_id_is_old_and_stands_once() {
    for (topic, old) in ClauseId::ALL
        .iter()
        .flat_map(|topic| topic.former_ids().map(move |old| (*topic, old)))
    {
        assert_eq!(
            (ClauseId::by_id(old), ClauseId::by_former_id(old)),
            (None, Some(topic)),
            "{old}"
        );
    }
}
