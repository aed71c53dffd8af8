//! Cards, sets and packs, and how a card is read and written.

use mouche::cards::{
    Card, CardError, CardLanguage, CardSet, Rank, RankSet, Suit, read_card, spell_card,
};

#[test]
fn packs_have_the_cards_they_should() {
    let sizes = [Rank::Eight, Rank::Seven, Rank::Six, Rank::Three, Rank::Two]
        .map(|lowest| CardSet::pack(RankSet::from(lowest)).len());
    assert_eq!(sizes, [28, 32, 36, 48, 52]);
    let spanish = RankSet::from(Rank::Two)
        .without(Rank::Eight)
        .without(Rank::Nine)
        .without(Rank::Ten);
    assert_eq!(CardSet::pack(spanish).len(), 40);
    assert!(!CardSet::pack(spanish).has(Card::new(Rank::Nine, Suit::Hearts)));
}

#[test]
fn nth_walks_the_set() {
    let set = CardSet::pack(RankSet::from(Rank::Ten));
    let walked: Vec<Card> = (0..set.len()).filter_map(|i| set.nth(i)).collect();
    assert_eq!(walked, set.into_iter().collect::<Vec<_>>());
    assert_eq!(set.nth(set.len()), None);
}

#[test]
fn signs_and_letters_are_read() {
    let english = |word| read_card(word, CardLanguage::English);
    assert_eq!(english("10♥"), Ok(Card::new(Rank::Ten, Suit::Hearts)));
    assert_eq!(english("R♥"), Ok(Card::new(Rank::King, Suit::Hearts)));
    assert_eq!(english("KC"), Ok(Card::new(Rank::King, Suit::Clubs)));
    assert_eq!(english("1♥"), Err(CardError::NotACard));
    assert_eq!(
        read_card("RC", CardLanguage::French),
        Ok(Card::new(Rank::King, Suit::Hearts))
    );
    assert_eq!(
        read_card("8♥\u{FE0F}", CardLanguage::French),
        Ok(Card::new(Rank::Eight, Suit::Hearts))
    );
}

#[test]
fn french_courts_before_a_letter_need_a_french_file() {
    let french = Card::new(Rank::King, Suit::Hearts);
    assert_eq!(
        read_card("RC", CardLanguage::English),
        Err(CardError::Ambiguous { french })
    );
}

#[test]
fn a_printed_card_is_read_again() {
    for card in CardSet::pack(RankSet::from(Rank::Two)) {
        assert_eq!(
            read_card(&card.to_string(), CardLanguage::English),
            Ok(card)
        );
        for letters in [CardLanguage::English, CardLanguage::French] {
            assert_eq!(read_card(&spell_card(card, letters), letters), Ok(card));
        }
    }
}

#[test]
fn every_card_has_its_picture_and_its_rule() {
    let deck = include_str!("../../book/src/cards.svg");
    let css = include_str!("../../book/theme/card.css");
    assert!(
        !deck.contains("<text"),
        "words are laid out anew for each size of a card: a page of hands waits for it"
    );
    for suit in Suit::ALL {
        let row = suit.name()[..1].to_uppercase();
        let ranks = deck
            .split_once(&format!("<g id=\"{row}\">"))
            .map(|(_, row)| row.contains("<use href=\"#ranks\"/>"));
        assert_eq!(ranks, Some(true), "{row} has no row");
        assert!(
            css.contains(&format!(".{}::after", &suit.name()[..1])),
            "{suit:?} has no rule"
        );
    }
    // The ranks are outlines, a line each: four units are a pixel.
    let (_, ranks) = deck
        .split_once("<path id=\"ranks\" data-of=\"")
        .expect("the ranks");
    let (signs, outlines) = ranks
        .split_once("\" transform=\"scale(.25)\" d=\"")
        .expect("their outlines");
    let mut both = signs.split(' ').zip(outlines.lines());
    for (rank, column) in Rank::ALL.iter().rev().zip(0..) {
        let (sign, outline) = both.next().expect("thirteen ranks");
        let begins = outline
            .trim_start_matches('M')
            .split(['-', ' '])
            .next()
            .and_then(|x| x.parse().ok());
        assert!(
            begins.is_some_and(|x| (column * 400..column * 400 + 152).contains(&x)),
            "{rank:?}: {outline}"
        );
        assert_eq!(sign, rank.sign(), "{rank:?} stands in its column");
        assert!(
            column == 0 || css.contains(&format!(".r{}::after", column + 1)),
            "{rank:?} has no rule"
        );
    }
}

#[test]
fn german_files_may_write_the_ace_with_one_s() {
    use mouche::cards::{CardLanguage, read_card};
    for letters in [CardLanguage::German, CardLanguage::GermanPack] {
        let ace = read_card("Herz-As", letters).expect("a card");
        assert_eq!(ace, read_card("Herz-Ass", letters).expect("a card"));
    }
}
