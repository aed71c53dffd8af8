//! The version in which each clause last changed, in `src/editions/changed.txt`: a line a clause, with what its words, value,
//! source and readings are known by. A clause that has changed since needs a new line, which `UPDATE=1` writes.

use crate::golden;
use mouche::editions::{clause_ids_in_use, printed_editions};
use mouche::rules::{ClauseLookup, EditionClauseInWords};
use std::collections::BTreeMap;
use std::path::Path;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// FNV-1a, which is the same everywhere and always.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn text_of_clause(clause: &EditionClauseInWords) -> String {
    let told = serde_json::to_string(&(clause.source, clause.readings)).expect("JSON");
    format!(
        "{}\n{}\n{}\n{told}",
        clause.title,
        clause.text(),
        clause.comparison_key()
    )
}

/// The file as it should be, with the versions that an older one has of what has not changed since.
fn renew_versions(old: &str, clauses: &[(String, String)]) -> String {
    let known: BTreeMap<(&str, &str), &str> = old
        .lines()
        .filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [id, version, print] => Some(((id, print), version)),
            _ => None,
        })
        .collect();
    let line = |(id, print): &(String, String)| {
        let version = known
            .get(&(id.as_str(), print.as_str()))
            .unwrap_or(&VERSION);
        format!("{id} {version} {print}\n")
    };
    clauses.iter().map(line).collect()
}

fn fingerprints_of_clauses() -> Vec<(String, String)> {
    let of = |topic| {
        printed_editions()
            .filter(move |edition| edition.has_clause_on(topic))
            .map(move |edition| (edition, topic))
    };
    let all = clause_ids_in_use().flat_map(|topic| of(*topic));
    all.map(|(edition, topic)| {
        (
            edition.full_clause_id(topic),
            fingerprint(&text_of_clause(&edition.clause(topic).expect("a clause"))),
        )
    })
    .collect()
}

#[test]
fn each_clause_has_the_version_in_which_it_last_changed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/editions/changed.txt");
    let old = std::fs::read_to_string(&file).expect("the file");
    golden::hold_file(&file, &renew_versions(&old, &fingerprints_of_clauses()));
}

#[test]
fn a_clause_that_has_changed_gets_this_version_and_the_others_keep_theirs() {
    let clauses =
        [("a/x", "1"), ("a/y", "3")].map(|(id, print)| (id.to_string(), print.to_string()));
    let old = "a/x 0.0.1 1\na/y 0.0.1 2\na/gone 0.0.1 1\n";
    assert_eq!(
        renew_versions(old, &clauses),
        format!("a/x 0.0.1 1\na/y {VERSION} 3\n")
    );
    let all = self::fingerprints_of_clauses();
    assert!(all.len() > 250, "{} clauses", all.len());
}
