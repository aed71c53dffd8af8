use super::*;
use crate::scenario::hands_replayed_by_thread;

/// Plays deals by the hints at a table of the page, and returns how many hands were replayed, and how often the page asked.
fn play_at_table(deals: usize) -> (usize, usize) {
    let before = hands_replayed_by_thread();
    let mut table = TableRequest {
        edition: "mouche-1718".to_owned(),
        players: 4,
        seed: 7,
        ..TableRequest::default()
    };
    let (mut requests, mut dealt) = (0, 1);
    loop {
        let answer = table.clone().state_after_words().expect("an answer");
        requests += 1;
        assert_eq!(answer.unclear, None);
        table.from = answer.steps;
        if answer.asks.is_some() {
            table.words.push(planned_words());
        } else if dealt < deals {
            table.words.push(DEAL.to_owned());
            dealt += 1;
        } else {
            return (hands_replayed_by_thread() - before, requests);
        }
    }
}

/// Returns what the strategy would say at the table that was asked for last.
fn planned_words() -> String {
    let (table, sitting) = LAST.take().expect("a table");
    let hint = sitting.session.hint().expect("a hint").words;
    LAST.set(Some((table, sitting)));
    let words = hint.strip_prefix("The book's strategy: ").expect("a move");
    words.split(". Its rule").next().expect("a move").to_owned()
}

#[test]
fn each_answer_of_a_table_replays_the_current_deal_alone() {
    for deals in [5, 10] {
        let (replayed, requests) = play_at_table(deals);
        // Each deal but the last is replayed once more when the next is dealt.
        assert_eq!(replayed, requests + deals - 1);
    }
}
