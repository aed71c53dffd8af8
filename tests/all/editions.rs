//! The editions beside each other: what they differ in, and which options fit which.

use crate::options::UNFELT;
use mouche::editions;
use mouche::rules::{
    ClauseId, ClauseLookup, ClausePresence, ClauseSource, OptionDef, OptionValue,
    ReadingAnswerOrigin, Ruleset, WORKS,
};
use std::collections::BTreeMap;

/// The editions that play by the book of 1718, with or without a Pamphile.
const OLD: &[&str] = &["mouche-1718", "mouche-1730", "pamphile-1758", "mery-1847"];
/// Those of them in which debts may go in at once.
const DEBTS_AT_ONCE: &[&str] = &["mouche-1718", "pamphile-1758", "mery-1847"];
/// Those that have a Pamphile, or may.
const PAMPHILE: &[&str] = &["pamphile-1758", "mery-1847"];
const WITH_TOP_CARD: &[&str] = &["pamphile-1758", "mery-1847", "boussac-1896", "loo-2008"];
const BOUSSAC: &[&str] = &["boussac-1896"];
const MOUCHE: &[&str] = &[
    "mouche-1718",
    "mouche-1730",
    "pamphile-1758",
    "mery-1847",
    "boussac-1896",
];
const GERMAN: &[&str] = &["mistigri-1975", "moench-2005"];
const MOENCH: &[&str] = &["moench-2005"];
const LOO: &[&str] = &["loo-2008"];
const RAMS: &[&str] = &["rams-2008"];
const MAUSCHELN: &[&str] = &["mauscheln-2008"];
const KNACK: &[&str] = &["norrlandsknack-2008"];
const JULEP: &[&str] = &["julep-2008"];

/// Which editions each option fits, and a value that it takes there.
fn editions_of_options() -> Vec<(&'static str, Vec<&'static str>, OptionValue)> {
    let flush = || [MOUCHE, LOO, GERMAN].concat();
    let all = || [flush(), RAMS.to_vec()].concat();
    let word = |word: &str| OptionValue::Word(word.into());
    let yes = OptionValue::Flag(true);
    let no = OptionValue::Flag(false);
    vec![
        ("absent", BOUSSAC.to_vec(), word("fille_or_stock")),
        ("all_pass", [OLD, GERMAN, LOO, RAMS].concat(), word("void")),
        (
            "allow_two",
            vec!["mouche-1718", "mouche-1730", "pamphile-1758"],
            yes.clone(),
        ),
        ("belli", MAUSCHELN.to_vec(), yes.clone()),
        ("bid_on_three", KNACK.to_vec(), no.clone()),
        ("clubs_forces_play", LOO.to_vec(), yes.clone()),
        ("clubs_forces_play", MOENCH.to_vec(), no.clone()),
        (
            "credit",
            [&all()[..], MAUSCHELN, JULEP].concat(),
            word("cash"),
        ),
        ("dealer_blind", MAUSCHELN.to_vec(), word("ace_or_king")),
        ("dealer_draw_and_turn", BOUSSAC.to_vec(), no.clone()),
        ("dealer_turn_up", JULEP.to_vec(), word("double")),
        // In 1730 debts must wait, and no ceiling goes with that.
        (
            "debt_cap",
            [DEBTS_AT_ONCE, BOUSSAC, MAUSCHELN].concat(),
            OptionValue::Number(60),
        ),
        ("debts", DEBTS_AT_ONCE.to_vec(), word("staged")),
        (
            "end",
            [&all()[..], MAUSCHELN, JULEP].concat(),
            word("bankrupt"),
        ),
        (
            "final_debts",
            [&all()[..], MAUSCHELN, JULEP].concat(),
            word("last_hand"),
        ),
        ("flush_claim", MOUCHE.to_vec(), word("automatic")),
        ("flush_must_be_dealt", flush(), no.clone()),
        ("flush_paid", LOO.to_vec(), word("next_pool")),
        ("flush_payers", [LOO, GERMAN].concat(), word("all")),
        ("flush_redeal", MAUSCHELN.to_vec(), yes.clone()),
        ("flush_tie", MOUCHE.to_vec(), word("high_card")),
        ("flush_tie_final", LOO.to_vec(), word("divide")),
        ("last_but_one_must_play", BOUSSAC.to_vec(), yes.clone()),
        ("lone_knock", KNACK.to_vec(), OptionValue::Number(0)),
        ("loo", LOO.to_vec(), word("unlimited")),
        ("losing_flush_exempt", flush(), yes.clone()),
        ("mistigri_call", GERMAN.to_vec(), word("before_exchange")),
        ("only_best_claims", OLD.to_vec(), yes.clone()),
        ("orphan_share", BOUSSAC.to_vec(), word("carry")),
        ("pack_table", OLD.to_vec(), word("nineteenth_century")),
        ("pack_table", RAMS.to_vec(), word("rounce")),
        ("pack_table", MOENCH.to_vec(), word("always_52")),
        ("pack_table", MAUSCHELN.to_vec(), word("full")),
        ("pam_any_suit", PAMPHILE.to_vec(), yes.clone()),
        ("pam_fee_payers", PAMPHILE.to_vec(), word("active")),
        (
            "pam_fee_when",
            PAMPHILE.to_vec(),
            word("shown_after_declarations"),
        ),
        (
            "pam_flush_best",
            vec!["pamphile-1758", "mery-1847", "boussac-1896"],
            yes.clone(),
        ),
        (
            "pam_holder_exempt",
            [WITH_TOP_CARD, GERMAN].concat(),
            yes.clone(),
        ),
        ("pam_never_looed", LOO.to_vec(), yes.clone()),
        (
            "pam_subject_to_obligations",
            [WITH_TOP_CARD, GERMAN].concat(),
            no,
        ),
        ("pam_turned_fee", PAMPHILE.to_vec(), word("if_not_folded")),
        ("pamphile", vec!["mery-1847"], yes.clone()),
        (
            "play_obligation",
            [&all()[..], MAUSCHELN, JULEP].concat(),
            word("strict"),
        ),
        ("points", KNACK.to_vec(), OptionValue::Number(7)),
        ("pot_limit", MOENCH.to_vec(), OptionValue::Number(20)),
        ("rams_bid", RAMS.to_vec(), word("first")),
        ("rank_order", JULEP.to_vec(), word("natural")),
        ("seven", RAMS.to_vec(), yes.clone()),
        ("silence_means_yes", OLD.to_vec(), yes.clone()),
        ("stake", vec!["mistigri-1975"], OptionValue::Number(10)),
        ("stake", [MAUSCHELN, JULEP].concat(), OptionValue::Number(8)),
        ("staged_order", OLD.to_vec(), word("oldest")),
        ("still", MOENCH.to_vec(), word("if_other_trump")),
        ("stock_short", flush(), word("cap_3")),
        ("substitute_wild", BOUSSAC.to_vec(), yes.clone()),
        ("turn_up_later", KNACK.to_vec(), word("dealer")),
        ("vole_takes_pending", vec!["mouche-1730"], yes),
    ]
}

/// What must be agreed as well, for an option to have something to say.
fn required_options(edition: &Ruleset, option: &str) -> BTreeMap<String, OptionValue> {
    let staged =
        |name: &str| (name == "debts" || name == "staged_order") && has_option(edition, "debts");
    let mut company = BTreeMap::new();
    if staged(option) {
        company.insert("debts".into(), OptionValue::Word("staged".into()));
        company.insert("debt_cap".into(), OptionValue::Word("none".into()));
    }
    if option.starts_with("pam_") && has_option(edition, "pamphile") {
        company.insert("pamphile".into(), OptionValue::Flag(true));
    }
    company
}

fn has_option(edition: &Ruleset, name: &str) -> bool {
    OptionDef::by_name(name).is_some_and(|option| option.is_known_to(edition))
}

#[test]
fn each_edition_knows_the_options_that_fit_it_and_no_others() {
    for edition in editions::ALL.iter() {
        let fitting = editions_of_options()
            .into_iter()
            .filter(|(_, editions, _)| editions.contains(&edition.id))
            .map(|(name, ..)| name);
        let known: Vec<_> = OptionDef::open_in(edition)
            .map(|option| option.name)
            .collect();
        assert_eq!(fitting.collect::<Vec<_>>(), known, "{}", edition.id);
    }
}

#[test]
fn each_option_can_be_set_in_each_edition_that_it_fits() {
    for (name, ids, to) in editions_of_options() {
        for edition in ids
            .iter()
            .map(|id| editions::by_id(id).expect("an edition"))
        {
            let mut options = required_options(edition, name);
            options.insert(name.into(), to.clone());
            let rules = edition
                .with_options(&options)
                .unwrap_or_else(|error| panic!("{}: {name} = {to}: {error:?}", edition.id));
            let now =
                OptionDef::by_name(name).and_then(|option| option.value_if_applicable(&rules));
            assert!(
                now == Some(to.clone()) || UNFELT.contains(&name),
                "{}: {name} = {to}",
                edition.id
            );
        }
    }
}

/// A row a topic: its values in 1718, in 1758 and with Boussac.
#[test]
fn the_editions_differ_where_their_sources_do() {
    let rows = [
        (
            ClauseId::Players,
            ["3 to 6 players", "3 to 6 players", "3 to 5 players"],
        ),
        (
            ClauseId::ChipsStart,
            ["1000 chips each", "1000 chips each", "30 chips each"],
        ),
        (
            ClauseId::Stake,
            [
                "5 chips from the dealer only",
                "5 chips from the dealer only",
                "6 chips from the dealer only",
            ],
        ),
        (
            ClauseId::DealPackets,
            [
                "5 cards each, 3+2 or 2+3",
                "5 cards each, 3+2 or 2+3",
                "5 cards each, 2+3",
            ],
        ),
        (
            ClauseId::TurnOwner,
            [
                "nobody may take it",
                "nobody may take it",
                "the dealer may take it for one of their own cards",
            ],
        ),
        (
            ClauseId::PamNames,
            [
                "its own suit",
                "the suit that the dealer names after looking at their hand",
                "the suit that the dealer names after looking at their hand",
            ],
        ),
        (
            ClauseId::FilleDeal,
            [
                "none",
                "none",
                "one, dealt just before the dealer's own hand",
            ],
        ),
        (
            ClauseId::Forced,
            ["never", "never", "whenever no debt lies in the pool"],
        ),
        (
            ClauseId::PamCard,
            ["none", "J♣, above all trumps", "J♣, above all trumps"],
        ),
        (
            ClauseId::PamFee,
            [
                "none",
                "1 chip from every other player at the table, when it is played or its holder claims a flush",
                "none",
            ],
        ),
        (
            ClauseId::FlushWild,
            ["none", "none", "the top card counts as any suit"],
        ),
        (
            ClauseId::FlushPat,
            [
                "only as dealt, without an exchange",
                "only as dealt, without an exchange",
                "as dealt or made by an exchange",
            ],
        ),
        (
            ClauseId::PlayFree,
            [
                "any card may be played",
                "any card may be played",
                "a trump must be played, even if it cannot win",
            ],
        ),
        (
            ClauseId::PayShare,
            [
                "a fifth of the pool a trick",
                "a fifth of the pool a trick",
                "a sixth of the pool a trick",
            ],
        ),
        (
            ClauseId::Credit,
            [
                "players may go into debt",
                "players may go into debt",
                "no credit: a player buys the chips that they lack",
            ],
        ),
    ];
    for (topic, values) in rows {
        for (id, value) in ["mouche-1718", "pamphile-1758", "boussac-1896"]
            .iter()
            .zip(values)
        {
            assert_eq!(
                editions::by_id(id)
                    .expect("an edition")
                    .clause(topic)
                    .expect("a clause")
                    .comparison_key(),
                value,
                "{id}/{topic}"
            );
        }
    }
}

#[test]
fn one_author_says_all_that_a_game_of_his_own_has() {
    for (id, author) in [("boussac-1896", "boussac"), ("mistigri-1975", "grupp")] {
        let foreign = editions::by_id(id)
            .expect("an edition")
            .clauses()
            .into_iter();
        let foreign = foreign.filter(|clause| match clause.source {
            ClauseSource::Says { work, .. } => work.id != author,
            ClauseSource::Same { .. } => true,
            _ => false,
        });
        assert_eq!(
            foreign.map(|clause| clause.topic.id()).collect::<Vec<_>>(),
            [""; 0],
            "{id}"
        );
    }
}

#[test]
fn of_moench_all_is_taken_over_but_what_its_paragraph_tells() {
    let own = editions::by_id("moench-2005")
        .expect("an edition")
        .clauses()
        .into_iter();
    let own = own
        .filter(|clause| !matches!(clause.source, ClauseSource::Same { .. }))
        .map(|clause| clause.topic.id());
    let told = "pack chips.start stake pool.cap forced exchange.once exchange.short flush.wild flush.owe pam.card pam.civil allfold end";
    assert_eq!(own.collect::<Vec<_>>().join(" "), told);
}

/// Every clause of theirs is told by Parlett, is practice with a name, or is ours: none is taken from la Mouche in silence.
#[test]
fn what_parlett_tells_rests_on_him_or_names_its_practice() {
    for edition in [MAUSCHELN, KNACK, JULEP]
        .concat()
        .into_iter()
        .map(|id| editions::by_id(id).expect("an edition"))
    {
        let foreign = edition
            .clauses()
            .into_iter()
            .filter(|clause| match clause.source {
                ClauseSource::Says { work, .. } => work.id != "parlett",
                ClauseSource::Same { .. } => true,
                _ => false,
            });
        assert_eq!(
            foreign.map(|clause| clause.topic.id()).collect::<Vec<_>>(),
            [""; 0],
            "{}",
            edition.id
        );
    }
    let lost = |topic| {
        editions::by_id("julep-2008")
            .expect("an edition")
            .clause(topic)
            .expect("a clause")
            .source
            .work()
            .map(|work| work.id)
    };
    for topic in [
        ClauseId::Players,
        ClauseId::Pack,
        ClauseId::Rank,
        ClauseId::DealPackets,
        ClauseId::Stake,
        ClauseId::DeclExchange,
    ] {
        assert_eq!(
            lost(topic),
            Some("julepe"),
            "{topic} is not known to be Parlett's"
        );
    }
}

#[test]
fn of_mery_only_the_ceiling_is_his() {
    let (mery, mouche) = ["mery-1847", "mouche-1718"]
        .map(|id| editions::by_id(id).expect("an edition"))
        .into();
    let own = mery
        .clauses()
        .into_iter()
        .filter(|clause| matches!(clause.source, ClauseSource::Says { .. }));
    assert_eq!(
        own.map(|clause| clause.topic).collect::<Vec<_>>(),
        [ClauseId::PamCard, ClauseId::DebtCap]
    );
    let differ = |topic: &&ClauseId| {
        mery.describe_value(**topic) != mouche.describe_value(**topic)
            && mery.presence_of(**topic) == ClausePresence::Present
    };
    assert_eq!(
        editions::clause_ids_in_use()
            .filter(differ)
            .collect::<Vec<_>>(),
        [&ClauseId::DebtCap]
    );
}

#[test]
fn of_mery_s_two_games_only_the_one_with_the_pamphile_lets_the_dealer_name_trumps() {
    let mery = editions::by_id("mery-1847").expect("an edition");
    let agreed = |to| {
        mery.with_options(&BTreeMap::from([(
            "pamphile".into(),
            OptionValue::Flag(to),
        )]))
        .expect("his other game")
    };
    let pamphile = editions::by_id("pamphile-1758").expect("an edition");
    assert!(agreed(true).decides_as(pamphile, ClauseId::DeclOrder));
    assert!(agreed(false).decides_as(editions::ALL[0], ClauseId::DeclOrder));
}

#[test]
fn nothing_that_a_source_offers_or_is_silent_on_is_lacking() {
    let presence = |id: &str| editions::clause(id).expect("a clause").1.presence;
    for (id, is) in [
        (
            "boussac-1896/forced.last",
            ClausePresence::Agreed("last_but_one_must_play"),
        ),
        (
            "pamphile-1758/flush.wild",
            ClausePresence::Agreed("pam_any_suit"),
        ),
        ("mery-1847/pam.fee", ClausePresence::OtherGame("pamphile")),
        ("mery-1847/pam.card", ClausePresence::OtherGame("pamphile")),
        ("mouche-1718/fault.show", ClausePresence::Untold),
        ("boussac-1896/pam.turned", ClausePresence::Untold),
        ("mouche-1718/pam.fee", ClausePresence::Lacking),
        ("mouche-1718/fille.deal", ClausePresence::Lacking),
        ("mouche-1730/fille.deal", ClausePresence::Lacking),
        ("mouche-1730/fault.show", ClausePresence::Untold),
    ] {
        assert_eq!(presence(id), is, "{id}");
    }
}

#[test]
fn what_a_source_settles_and_a_repaired_word_are_no_silences() {
    let kind = |id: &str| {
        let mut all = editions::printed_editions()
            .flat_map(|edition| edition.clauses())
            .flat_map(|clause| clause.readings);
        all.find(|reading| reading.id == id)
            .map(|reading| reading.kind)
    };
    let kinds: [(ReadingAnswerOrigin, &[&str]); 5] = [
        (
            ReadingAnswerOrigin::Settled,
            &[
                "A1718-03",
                "A1718-06",
                "A1718-16",
                "A1718-22",
                "ABOU-04",
                "AMERY-02",
                "AMERY-04",
                "bou.allpass.region",
                "ABOU-10",
                "ABOU-25",
                "AMOE-10",
                "nor.points",
                "AMUS-19",
                "jul.julep",
            ],
        ),
        (
            ReadingAnswerOrigin::Repair,
            &[
                "ABOU-03",
                "ABOU-05",
                "bou.decl.exchange",
                "bou.pay",
                "bou.irr.misdeal",
                "bou.cash",
            ],
        ),
        (
            ReadingAnswerOrigin::Open,
            &[
                "A1718-08",
                "A1718-23",
                "A1718-24",
                "A1730-01",
                "A1730-04",
                "A1758-01",
                "A1758-14",
                "ABOU-29",
                "mery.cap",
                "ABOU-09",
                "A1758-05",
                "ABOU-07",
                "ABOU-31",
                "ABOU-50",
                "A1758-08",
                "AGRU-35",
                "AMAU-01",
                "mus.near",
                "mus.lie.denied",
                "mery.cap.when",
                "ABOU-48",
                "loo.flush.quiet",
                "loo.tie.quiet",
                "AGRU-22",
            ],
        ),
        (
            ReadingAnswerOrigin::Silence,
            &[
                "A1730-02",
                "A1758-17",
                "mui.stones",
                "ARAM-03",
                "ARAM-07",
                "mus.kings",
                "mau.next",
            ],
        ),
        (
            ReadingAnswerOrigin::Practice,
            &[
                "A1718-20",
                "19c.pack.3",
                "19c.deal",
                "19c.decl",
                "19c.irr.faced",
                "19c.allpass",
            ],
        ),
    ];
    let each = kinds
        .iter()
        .flat_map(|(is, ids)| ids.iter().map(move |id| (*is, *id)));
    let wrong: Vec<_> = each.filter(|(is, id)| kind(id) != Some(*is)).collect();
    assert!(wrong.is_empty(), "these are of another kind: {wrong:?}");
}

#[test]
fn words_that_a_reading_turns_on_are_few_and_say_where_they_stand() {
    let clauses = editions::printed_editions().flat_map(|edition| edition.clauses());
    let phrases: Vec<_> = clauses
        .flat_map(|clause| clause.readings)
        .filter_map(|reading| reading.turns_on)
        .collect();
    for phrase in &phrases {
        assert!(
            phrase.words.split_whitespace().count() <= 8 && !phrase.words.ends_with('.'),
            "{}",
            phrase.words
        );
        let of = |author: &&&str| phrase.place.starts_with(&format!("{author}, "));
        let authors = [
            "Lalanne",
            "Boussac",
            "Parlett",
            "Wikipedia",
            "Règles du Mus",
        ];
        let author = authors
            .iter()
            .find(of)
            .unwrap_or_else(|| panic!("{} names no author", phrase.place));
        let is_english = ["Parlett", "Wikipedia"].contains(author);
        assert_eq!(
            phrase.translated,
            phrase.lang == "en" && !is_english,
            "{}",
            phrase.words
        );
    }
    assert!(
        phrases.iter().any(|phrase| phrase.translated)
            && phrases.iter().any(|phrase| !phrase.translated)
    );
}

/// A reader can check an open question only against the words that leave it open.
#[test]
fn every_open_reading_shows_the_words_on_which_it_turns() {
    let clauses = editions::printed_editions().flat_map(|edition| edition.clauses());
    let open = clauses
        .flat_map(|clause| clause.readings)
        .filter(|reading| reading.kind == ReadingAnswerOrigin::Open);
    let without: Vec<_> = open
        .filter(|reading| reading.turns_on.is_none())
        .map(|reading| reading.id)
        .collect();
    assert!(
        without.is_empty(),
        "open readings without words: {without:?}"
    );
}

/// In the individual game nobody has a partner, so no sentence of its rules may speak of one.
#[test]
fn individual_mus_speaks_of_no_partners() {
    let edition = editions::by_id("mus-individual").expect("the individual game");
    let of_pairs = ["partner", "partners", "side", "sides", "team", "teams"];
    let is_of_pairs = |sentence: &str| {
        let mut words = sentence.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| of_pairs.contains(&word.to_lowercase().as_str()))
            || sentence.contains("All four")
    };
    let mut wrong = Vec::new();
    for clause in edition.clauses() {
        let id = edition.full_clause_id(clause.topic);
        let texts = [
            clause.text().render(|text, _| text.to_string()),
            clause.value().render(|value, _| value.to_string()),
        ];
        let answers = clause
            .readings
            .iter()
            .flat_map(|reading| [reading.question, reading.ruling]);
        let sentences = texts.iter().map(String::as_str).chain(answers);
        wrong.extend(
            sentences
                .filter(|sentence| is_of_pairs(sentence))
                .map(|sentence| format!("{id}: {sentence}")),
        );
    }
    assert!(wrong.is_empty(), "said of the individual game: {wrong:#?}");
}

#[test]
fn editions_after_parlett_are_called_his() {
    for edition in editions::ALL.iter() {
        let rests = |work: &str| {
            let is_its = |source| matches!(source, ClauseSource::Says { work: named, .. } if named.id == work);
            edition
                .clauses()
                .into_iter()
                .filter(|clause| is_its(clause.source))
                .count()
        };
        let is_named = edition.name.starts_with("Parlett’s ");
        assert_eq!(is_named, rests("parlett") > 0, "{}", edition.name);
    }
}

#[test]
fn a_clause_on_claims_says_until_when_a_flush_may_be_claimed() {
    for edition in editions::ALL
        .iter()
        .filter(|edition| edition.has_clause_on(ClauseId::FlushClaim))
    {
        let says = edition
            .clause(ClauseId::FlushClaim)
            .expect("a clause")
            .text()
            .render(|text, _| text.contains("before the first card is led"));
        assert!(says, "{} does not say until when", edition.id);
    }
}

/// No source says that a flush may be kept quiet, so it is a reading wherever it may.
#[test]
fn a_flush_that_need_not_be_claimed_has_readings_that_say_so() {
    let asks = |edition: &Ruleset, topic, words: &str| {
        edition
            .clause(topic)
            .expect("a clause")
            .readings
            .iter()
            .any(|reading| reading.question.contains(words))
    };
    for edition in editions::ALL
        .iter()
        .filter(|edition| edition.has_clause_on(ClauseId::FlushClaim))
    {
        assert!(
            asks(edition, ClauseId::FlushClaim, "Must it be"),
            "{}: must a flush be claimed?",
            edition.id
        );
        assert!(
            asks(edition, ClauseId::FlushTie, "a lesser one"),
            "{}: may a lesser flush be claimed?",
            edition.id
        );
    }
}

/// The words of a value hold in each edition that has it: in rams for the spare hand, at Boussac's table for an exchange too.
#[test]
fn a_dealer_who_may_not_take_the_turn_up_after_an_exchange_is_told_so() {
    let options = BTreeMap::from([("dealer_draw_and_turn".into(), OptionValue::Flag(false))]);
    let boussac = editions::by_id("boussac-1896")
        .expect("an edition")
        .with_options(&options)
        .expect("an option of his");
    let rams = *editions::by_id("rams-2008").expect("an edition");
    for rules in [boussac, rams] {
        assert_eq!(
            rules
                .clause(ClauseId::TurnOwner)
                .expect("a clause")
                .comparison_key(),
            "the dealer may take it, unless they have already exchanged cards"
        );
    }
}

#[test]
fn one_clause_says_what_follows_if_a_defended_pack_is_lost() {
    let julep = editions::by_id("julep-2008").expect("Julep");
    let text = julep
        .clause(ClauseId::DeclDefend)
        .expect("a clause")
        .text()
        .render(|text, _| text.to_string());
    for words in [
        "defended and lost",
        "takes the pool and the defender pays nothing",
        "half of the pool",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// `1 chips` and its like, in what an edition or an option makes of a number.
#[test]
fn no_value_has_a_plural_of_one() {
    let things = [
        "chips", "stones", "cards", "tricks", "points", "games", "tours", "deals", "hands",
        "rounds", "players",
    ];
    for edition in editions::printed_editions() {
        for clause in edition.clauses() {
            let value = clause.value().render(|value, _| value.to_string());
            let words: Vec<&str> = value
                .split(|letter: char| !letter.is_alphanumeric())
                .collect();
            let wrong = words
                .windows(2)
                .find(|two| two[0] == "1" && things.contains(&two[1]));
            assert!(
                wrong.is_none(),
                "{}: {value}",
                edition.full_clause_id(clause.topic)
            );
        }
    }
}

#[test]
fn a_practice_names_the_work_that_it_is_taken_from() {
    let mut unnamed = Vec::new();
    for edition in editions::printed_editions() {
        for reading in edition
            .clauses()
            .into_iter()
            .flat_map(|clause| clause.readings)
        {
            let names_a_work = || {
                let said = [reading.why, reading.question].join(" ");
                WORKS
                    .iter()
                    .flat_map(|work| work.called)
                    .any(|name| said.contains(name))
            };
            let names_an_edition = || {
                ["1718", "a Mouche", "Pamphile of 1758"]
                    .iter()
                    .any(|name| reading.why.contains(name))
            };
            let is_named = names_a_work() || names_an_edition();
            if reading.kind == ReadingAnswerOrigin::Practice && !is_named {
                unnamed.push(reading.id);
            }
        }
    }
    assert!(
        unnamed.is_empty(),
        "practices without a witness: {unnamed:?}"
    );
}

/// A reading that leans on another's practice, or mends a word, or guesses at what is open, is none that the source settles.
#[test]
fn each_kind_of_answer_says_why_in_its_own_words() {
    for reading in editions::printed_editions()
        .flat_map(|edition| edition.clauses())
        .flat_map(|clause| clause.readings)
    {
        let silent = [
            "does not say",
            "says nothing",
            "No source speaks",
            "does not think of it",
        ];
        let admits = silent.iter().any(|words| reading.why.contains(words));
        assert!(
            !(admits && reading.kind == ReadingAnswerOrigin::Settled),
            "{}: {}",
            reading.id,
            reading.why
        );
        let unsaid = ["does not speak of", "is not spoken of", "it is not said"];
        let admits = admits || unsaid.iter().any(|words| reading.why.contains(words));
        assert!(
            !(admits && reading.kind == ReadingAnswerOrigin::Open),
            "{}: {}",
            reading.id,
            reading.why
        );
    }
}

#[test]
fn a_top_card_that_is_agreed_upon_brings_our_reading_of_when_trumps_are_named() {
    let mery = editions::by_id("mery-1847").expect("an edition");
    let agreed = mery
        .with_options(&BTreeMap::from([(
            "pamphile".into(),
            OptionValue::Flag(true),
        )]))
        .expect("an option of his");
    assert_eq!(agreed.marks(ClauseId::DeclOrder).signs(), "∗°");
    assert_eq!(mery.marks(ClauseId::DeclOrder).signs(), "∗");
}
