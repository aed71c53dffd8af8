//! Tests of `src/book/preprocessor.rs`, from within.

use super::*;

/// What is made of a page with these scenarios, or what is wrong with it.
fn fill_page(text: &str, scenarios: &[(&str, &str)]) -> String {
    let files = scenarios
        .iter()
        .map(|(path, text)| crate::scenario::check(path, text.as_bytes()));
    let library = ScenarioLibrary::from_files(files.collect());
    let filled = fill_own_fences(
        text,
        Path::new("a.md"),
        &library.hand_views(),
        &library,
        |_, error| Err(error),
    );
    filled.map_or_else(|error| format!("{error:#}"), Option::unwrap_or_default)
}

#[test]
fn what_a_fence_asks_for_stands_in_its_place_and_what_is_wrong_is_told_with_its_line() {
    let hands = [
        (
            "scenarios/mouche-1718/x.md",
            include_str!("../held/denise-must-trump.md"),
        ),
        (
            "scenarios/mouche-1718/t.md",
            include_str!("../held/what-may-be-asked.md"),
        ),
        (
            "scenarios/compared/y.md",
            include_str!("../../scenarios/compared/one-line-of-1730.md"),
        ),
    ];
    let ask = "```question mouche-1718/x.md h1-t3-2\n```\n\n";
    for (text, once) in [
        (
            "a\n\n```reference limits\n```\n",
            "a\n\n| What | How many |\n",
        ),
        ("```reference\n```", "no table is called"),
        (
            &format!("{ask}```hand mouche-1718/x.md\n```\n"),
            "id=\"ask-x-h1-t3-2\"",
        ),
        (&format!("a\n\n{ask}{ask}"), "stands here twice"),
        (
            "\n```question mouche-1718/z.md h1-t3-2\n```",
            "a.md, line 2: no scenario is at `mouche-1718/z.md`",
        ),
        (
            "```question mouche-1718/x.md h1-t9-9\n```",
            "a.md, line 1: x asks nothing at `h1-t9-9`",
        ),
        ("```question mouche-1718/x.md\n```", "needs a step"),
        ("```question compared/y.md h1-d1\n```", "several editions"),
        (
            "```task mouche-1718/t.md h1-t1-3\n```",
            "id=\"task-t-h1-t1-3-wins\"",
        ),
        (
            "```task mouche-1718/t.md h1-pay owes\n```",
            "<div class=\"asked\"",
        ),
        (
            "```task mouche-1718/t.md h1-t1-3 may\n```",
            "t has no task at `h1-t1-3 may`; it has `h1-d1 plays`, `h1-t1-3 wins`",
        ),
        (
            "```deal mouche-1718/t.md Denise\n```",
            "data-table=\"step=h1-d3&#38;seat=3&#38;seed=1\" data-text=\"# What may",
        ),
        (
            "```deal mouche-1718/t.md Claude\n```",
            "t asks Claude nothing",
        ),
        (
            "```deal mouche-1718/t.md Denise h1-t9-1\n```",
            "no step `h1-t9-1`",
        ),
        (
            "```deal mouche-1718/t.md Zoé\n```",
            "write one of Anne, Bertrand, Claude, Denise",
        ),
        (
            "```practice 1718 heading\n```\n",
            "data-table=\"edition=mouche-1718&#38;players=4&#38;drill=heading&#38;seed=1\"",
        ),
        (
            "```practice 1718 fille\n```",
            "a.md, line 1: nothing in 1718 drills `fille`",
        ),
        ("```practice 1818 heading\n```", "1718, 1730"),
        ("```practice\n```", "1718, 1730"),
        ("a\n\n```hand compared/y.md\n```\n", "<section "),
        (
            "```hand mouche-1718/x.md h1-t3 h1-pay\n```\n",
            "<span class=\"hand-now\">1</span> of 5<",
        ),
        (
            "```hand mouche-1718/x.md h1-t9\n```\n",
            "a.md, line 1: x has no step or trick `h1-t9`",
        ),
    ] {
        let made = fill_page(text, &hands);
        assert_eq!(made.matches(once).count(), 1, "{once} in {made}");
    }
}
