//! Le Pamphile as the Académie of Amsterdam has it in 1758, after Lalanne's account: la Mouche with the jack of clubs above all.

use super::mouche_1718::MOUCHE_1718;
use super::words::{absent, clause, lalanne, open, practice, reading, settled, translated};
use crate::rules::*;

/// What is told of la Mouche and not told again of its variant.
const FROM_1718: Heritage = Heritage {
    edition: MOUCHE_1718.id,
    why: "Le Pamphile is told as a variant of la Mouche. Of this its rules say nothing new; we take it from 1718.",
    taken: TakenOver::NotToldAgain,
};

/// The round of declarations, before which trumps may have to be named.
const ROUND_OF_1718: Heritage = Heritage {
    why: "Of the round of declarations its rules say nothing; we take it from 1718, and put before it the naming of trumps that they tell (Pamphile §2).",
    ..FROM_1718
};

/// What is said to be as in la Mouche: the card turned up, and the play of the cards.
const AS_IN_1718: Heritage = Heritage {
    edition: MOUCHE_1718.id,
    why: "Of this Lalanne says that it is as in la Mouche (Pamphile §2, §3).",
    taken: TakenOver::Told,
};

/// The edition.
pub(super) const PAMPHILE_1758: Ruleset = Ruleset {
    id: "pamphile-1758",
    name: "Le Pamphile, 1758",
    short: "1758",
    year: Some(1758),
    about: "La Mouche with one card above all others: the jack of clubs, called Pamphile. It is the highest trump whatever is trump, and everyone pays for it. The flush has a name of its own, the lenturlu; rules that are taken from 1718 call it the mouche still.",
    terms: Terms { flush: "lenturlu", no_trick: "makes the mouche", top_card: "Pamphile" },
    turn_card: AS_IN_1718.same(MOUCHE_1718.turn_card),
    turn_owner: clause! { ..FROM_1718.same(MOUCHE_1718.turn_owner);
        = MOUCHE_1718.turn_owner.readings[0];
        open "A1758-14" "The Pamphile is turned up. Has the dealer the use of it?"
            "No: it stays where it lies, like any card turned up."
            "Lalanne gives the dealer the choice of trumps and a payment. That the payment may be made to hang on staying in hints that the card is the dealer's to play, and fits a mere payment as well. An option would have to say when the dealer takes it and what they lay down for it, and nothing of that is told."
            .turning_on(translated("if the dealer does not fold", "Lalanne, Pamphile §1"));
    },
    decl_order: Clause {
        text: "Each declares once, from the eldest to the right, the dealer last. If the Pamphile was turned, the dealer names trumps, by our reading before anyone speaks.",
        value: Phases::NAMING,
        readings: WHEN_TRUMPS_ARE_NAMED,
        ..ROUND_OF_1718.same(MOUCHE_1718.decl_order)
    },
    flush_what: clause! { FlushKind::OneSuit, lalanne("Pamphile §4, §6");
        "Five cards of one suit are the *lenturlu*. For this the Pamphile is what it looks like, a club.";
        settled "A1758-09" "Clubs are plain. Are five clubs with the Pamphile a trump lenturlu?"
            "No, a plain one." "For the lenturlu the Pamphile is a club, not a trump.";
    },
    flush_wild: clause! { WildCard::None, lalanne("Pamphile §4");
        "No card stands for another. The company may agree beforehand that the Pamphile is of any suit in the lenturlu.";
        reading "A1758-10" "If it is agreed: what are four trumps and the Pamphile?"
            "A trump lenturlu, in which the Pamphile counts ten points."
            "It takes the suit of the four, and keeps the points of a jack." .or("pam_any_suit");
    },
    flush_owe: clause! { ..FROM_1718.same(MOUCHE_1718.flush_owe);
        = MOUCHE_1718.flush_owe.readings[0];
        = MOUCHE_1718.flush_owe.readings[1];
        reading "A1758-13" "Does the holder of the Pamphile owe when another has the lenturlu?"
            "Yes, like the others." "The French sources exempt nobody. English books on loo and the later Mönch do."
            .or("pam_holder_exempt");
    },
    flush_tie: clause! { ..FROM_1718.same(MOUCHE_1718.flush_tie);
        = MOUCHE_1718.flush_tie.readings[0];
        = MOUCHE_1718.flush_tie.readings[1];
        = MOUCHE_1718.flush_tie.readings[2];
        reading "A1758-12" "Does a lenturlu with the Pamphile go before one without?"
            "No." "Nothing is said of it; English books on loo have that rule." .or("pam_flush_best");
        open "A1758-15" "If the highest card is to decide: does the Pamphile rank as one?"
            "Yes, above the king."
            "It is a club in the lenturlu, which tells its suit and not its rank; and it is told to stand above the king of trumps.";
    },
    play_lead: AS_IN_1718.same(MOUCHE_1718.play_lead),
    play_follow: AS_IN_1718.same(MOUCHE_1718.play_follow),
    play_head: AS_IN_1718.same(MOUCHE_1718.play_head),
    play_trump: AS_IN_1718.same(MOUCHE_1718.play_trump),
    play_overtrump: AS_IN_1718.same(MOUCHE_1718.play_overtrump),
    play_free: AS_IN_1718.same(MOUCHE_1718.play_free),
    play_discard: AS_IN_1718.same(MOUCHE_1718.play_discard),
    trick_win: AS_IN_1718.same(MOUCHE_1718.trick_win),
    pam_card: clause! { TopCard::JACK_OF_CLUBS, lalanne("Pamphile §1, §3");
        "The jack of clubs is the Pamphile. Whatever suit is trump, it is the highest trump.";
        settled "A1758-11" "The Pamphile or the king of trumps?"
            "The Pamphile: no two cards are ever equal." "It stands above the king of trumps.";
    },
    pam_trump: clause! { TopCardPlay::Bound, lalanne("Pamphile §3");
        "In play the Pamphile is always a trump and never a plain club. Led, it calls for trumps; when trumps are asked for, it is one.";
        open "A1758-07" "A player has no card of the suit led, and no trump but the Pamphile. Must they play it?"
            "Yes."
            "The words fit a card that is a trump and no more, and one that is bound like every trump; we take the second. The source tells only what it does when it is led. An English Hoyle frees Pam from all such duties."
            .turning_on(translated("always be considered the trump suit", "Lalanne, Pamphile §3")).or("pam_subject_to_obligations");
        reading "A1758-08" "Trumps are led, and only a player's Pamphile beats them. Must they play it?"
            "Yes."
            "It is a trump, and they must beat the highest card if they can. The source does not speak of the case."
            .or("pam_subject_to_obligations");
    },
    pam_fee: clause! { Fee { chips: 1, payers: Payers::All, when: FeeWhen::Played }, lalanne("Pamphile §1");
        "Each of the other players pays one chip to the holder of the Pamphile. The holder need not ask: the dealer pays first, and the rest follow.";
        open "A1758-01" "Do those who folded pay?"
            "Yes, everyone at the table."
            "One who has folded is a player still, at the table, and no player any more, in the hand."
            .turning_on(translated("each of the other players", "Lalanne, Pamphile §1")).or("pam_fee_payers");
        reading "A1758-02" "When is it paid?"
            "When it is played to a trick, or when its holder claims the lenturlu, even if their claim is beaten; once a hand."
            "The rule does not say. Lalanne supposes a holder who has not folded, when they have the mouche or when they play the card. That a beaten claim counts as well, and that it is paid once a hand, is ours."
            .or("pam_fee_when");
        reading "A1758-03" "And if its holder folds or lays it down?"
            "Nothing is paid." "Lalanne supposes a holder who has not folded; who lays it down holds it no more.";
        settled "A1758-04" "And if it was drawn in the exchange?"
            "It is paid all the same." "It goes to whoever has it in hand.";
    },
    pam_turned: clause! { TurnedFee::Always, lalanne("Pamphile §1");
        "If the dealer turns the Pamphile up, they are paid for it as its holder, by our reading at once. The company may agree that they are paid only if they do not fold.";
        open "A1758-05" "Is the dealer paid when nothing was agreed?"
            "Yes."
            "The agreement only restricts a payment that would be made without it. By the letter, though, whoever has the card in hand is paid, and a card turned up is in no hand."
            .or("pam_turned_fee");
        reading "A1758-17" "When is the dealer paid?"
            "At once, unless they must stay in for it."
            "Nobody says. There is nothing to wait for, and so no option: by our reading the card is not played.";
    },
    pam_names: clause! { TurnedTrump::DealerNames, lalanne("Pamphile §2");
        "If the Pamphile is turned up, the dealer names as trump whatever suit they like.";
        practice "A1758-06" "Does the dealer look at their cards first?"
            "Yes."
            "They could not tell otherwise what is best for them; Boussac says in so many words that the dealer has seen their hand."
            .turning_on(translated("suits them best", "Lalanne, Pamphile §2"));
    },
    pam_absent: absent(Substitute::None, "If the Pamphile is in no hand, no card takes its place."),
    ..FROM_1718.heir(MOUCHE_1718)
};
