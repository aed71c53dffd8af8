//! The words of the game, French and English: one list.

use crate::rules::Tongue::{English, French};
use crate::rules::{Rests, Term, Tongue, Topic, works};

const fn lalanne(section: &'static str) -> Rests {
    Rests { work: &works::LALANNE, section }
}

const BOUSSAC: Rests = Rests { work: &works::BOUSSAC, section: "" };
const ENCYCLOPEDIE: Rests = Rests { work: &works::ENCYCLOPEDIE, section: "page 777" };
const ACADEMIE: Rests = Rests { work: &works::ACADEMIE, section: "" };
const LITTRE: Rests = Rests { work: &works::LITTRE, section: "lanturlu" };
const TLFI: Rests = Rests { work: &works::TLFI, section: "mistigri" };
const LEBRUN: Rests = Rests { work: &works::LEBRUN, section: "title page" };
const WIKIPEDIA: Rests = Rests { work: &works::WIKIPEDIA_MISTIGRI, section: "the copy’s summary of Bête" };
const NAMES: Rests = Rests { work: &works::WIKIPEDIA_MISTIGRI, section: "Name" };
const OED: Rests = Rests { work: &works::OED, section: "lanterloo" };
const PAMPHILUS: Rests = Rests { work: &works::WIKIPEDIA_RELATIVES, section: "Pamphilus de amore" };
const MUS: Rests = Rests { work: &works::MUS, section: "introduction" };
const PARLETT: Rests = Rests { work: &works::PARLETT, section: "Five-card Loo" };

/// French words of the card table at large, in Boussac's chapter or behind its translation.
const BOUSSAC_TABLE: Rests = Rests { work: &works::BOUSSAC, section: "behind the translation, by our reading" };

/// A word of the French game that running text uses in its own form.
const fn french(id: &'static str, name: &'static str, brief: &'static str, more: &'static str) -> Term {
    term(id, name, French, brief, more)
}

const fn english(id: &'static str, brief: &'static str, more: &'static str) -> Term {
    term(id, id, English, brief, more)
}

const fn term(id: &'static str, name: &'static str, tongue: Tongue, brief: &'static str, more: &'static str) -> Term {
    Term { id, name, tongue, forms: &[], but_not: &[], brief, more, rests_on: &[], topics: &[], of: &[] }
}

const fn after(term: Term, rests_on: &'static [Rests]) -> Term {
    Term { rests_on, ..term }
}

const fn on(term: Term, topics: &'static [Topic]) -> Term {
    Term { topics, ..term }
}

/// A word of la Mouche, which no other game of the family has.
const fn of_mouche(term: Term) -> Term {
    Term { of: &["mouche-1718", "mouche-1730", "pamphile-1758", "mery-1847"], ..term }
}

const fn spelt(term: Term, forms: &'static [&'static str]) -> Term {
    Term { forms, ..term }
}

const fn except(term: Term, but_not: &'static [&'static str]) -> Term {
    Term { but_not, ..term }
}

/// The words, each tongue in the order of the alphabet.
pub static TERMS: &[Term] = &[
    spelt(
        after(
            on(
                french(
                    "atout",
                    "atout",
                    "A trump, and the suit of trumps.",
                    "*L’atout* is the suit that *la retourne* shows.",
                ),
                &[Topic::TurnCard, Topic::PlayTrump],
            ),
            &[BOUSSAC_TABLE],
        ),
        &["atout", "atouts"],
    ),
    spelt(
        after(
            on(
                french(
                    "bete",
                    "bête",
                    "The debt of a player without a trick, and the player who owes it.",
                    "The word of la Bête, of rams and of Boussac; la Mouche says *mouche*. La Bête is also the name of an older game, from which la Mouche is said to come.",
                ),
                &[Topic::DebtMake],
            ),
            &[BOUSSAC, WIKIPEDIA],
        ),
        &["bête", "bêtes", "is bête"],
    ),
    after(
        on(french("cascaret", "cascaret", "A name of the Mistigri, and of the game with it.", ""), &[Topic::PamCard]),
        &[BOUSSAC],
    ),
    spelt(
        after(
            on(
                of_mouche(french(
                    "contrat",
                    "contrat",
                    "The dearest kind of chip: a hundred jetons.",
                    "Twenty fiches make one.",
                )),
                &[Topic::ChipsKinds],
            ),
            &[lalanne("§3")],
        ),
        &["contrat", "contrats"],
    ),
    spelt(
        after(on(french("donneur", "donneur", "The dealer.", ""), &[Topic::DealFirst, Topic::DealNext]), &[BOUSSAC]),
        &["donneur"],
    ),
    spelt(
        after(
            on(
                french(
                    "ecart",
                    "écart",
                    "The exchange: cards laid down for others from the stock.",
                    "Also the cards laid down.",
                ),
                &[Topic::DeclExchange, Topic::ExchangeOnce],
            ),
            &[BOUSSAC_TABLE],
        ),
        &["écart", "écarts"],
    ),
    spelt(
        after(
            on(of_mouche(french("fiche", "fiche", "A kind of chip: five jetons.", "")), &[Topic::ChipsKinds]),
            &[lalanne("§3")],
        ),
        &["fiche", "fiches"],
    ),
    spelt(
        after(
            on(
                french(
                    "fille",
                    "fille",
                    "A spare hand, taken unseen by our reading, for which a player may change their own.",
                    "“The girl”; also *le mort*, “the dead one”. La Mouche has none.",
                ),
                &[Topic::FilleDeal, Topic::DeclFille],
            ),
            &[BOUSSAC],
        ),
        &["fille", "la fille"],
    ),
    spelt(
        after(
            on(
                of_mouche(french(
                    "jeton",
                    "jeton",
                    "The smallest kind of chip.",
                    "Where a rule counts chips, it counts these.",
                )),
                &[Topic::ChipsKinds],
            ),
            &[lalanne("§3")],
        ),
        &["jeton", "jetons"],
    ),
    spelt(
        after(
            on(
                french(
                    "lanturlu",
                    "lanturlu",
                    "The flush, where it is not called mouche; also a name of the whole game.",
                    "Spelt *lenturlu* in the *Académie universelle des jeux* of 1758, and *lanturlu* in the dictionary of the Académie française. First of all it was a refrain without a meaning, of a song of the 17th century; Parlett hears a lullaby in it. In the 18th it was an answer that answers nothing, and may mock. Lalanne thinks that the flush has its name from the vague answers that its holder gives. English made *lanterloo* of it, and *loo*. Littré knows it at cards as a provincial name of la Bête, as the jack of clubs in it, and as five of a suit at pamphile. Lebrun's manual names it apart from la mouche.",
                ),
                &[Topic::FlushWhat],
            ),
            &[lalanne("Le Pamphile, §6"), OED, PARLETT, LITTRE, LEBRUN],
        ),
        &["lanturlu", "lenturlu", "Lanturlu", "Lenturlu"],
    ),
    spelt(
        after(on(french("levee", "levée", "A trick.", ""), &[Topic::TrickWin]), &[BOUSSAC_TABLE]),
        &["levée", "levées"],
    ),
    spelt(
        after(
            on(
                french(
                    "maldonne",
                    "maldonne",
                    "A misdeal.",
                    "Our reading of a word that the translation of Boussac garbles.",
                ),
                &[Topic::FaultMisdeal],
            ),
            &[BOUSSAC],
        ),
        &["maldonne"],
    ),
    spelt(
        after(
            on(
                french(
                    "mistigri",
                    "Mistigri",
                    "The jack of clubs as the highest card of all; the Pamphile under a later name.",
                    "It also names the game. The word means puss, or kitten. It is first found in print in Lebrun's manual of 1827. The Germans call the card and the game *Mönch*, monk.",
                ),
                &[Topic::PamCard],
            ),
            &[lalanne("Le Pamphile, §7"), NAMES, TLFI, BOUSSAC],
        ),
        &["Mistigri"],
    ),
    spelt(
        after(on(french("mort", "mort", "The spare hand, otherwise la fille.", ""), &[Topic::FilleDeal]), &[BOUSSAC]),
        &["le mort"],
    ),
    spelt(
        after(
            on(
                french(
                    "mouche",
                    "mouche",
                    "The pool; the debt of a player without a trick; five cards of one suit.",
                    "“The fly”. One word for the prize, the penalty and the hand that takes everything. *Simple*, *double* or *triple* as the pool holds one, two or three times the first stake. *Le mus*, a Basque game, is said to be pronounced like it; it is no relative.",
                ),
                &[Topic::FlushWhat, Topic::DebtMake, Topic::Stake],
            ),
            &[lalanne("§6, §9, §11"), MUS],
        ),
        &["mouche", "mouches"],
    ),
    after(
        on(
            french("avoir-la-mouche", "mouche, avoir la", "To hold five cards of one suit, and to stand on them.", ""),
            &[Topic::FlushWhat, Topic::FlushPat],
        ),
        &[lalanne("§9, §11")],
    ),
    spelt(
        after(
            on(
                french(
                    "faire-la-mouche",
                    "mouche, faire la",
                    "To owe as much as the pool holds: the price of taking no trick, or of a flush against one.",
                    "",
                ),
                &[Topic::DebtMake, Topic::FlushOwe],
            ),
            &[lalanne("§6, §11")],
        ),
        &["makes the mouche", "make the mouche", "making the mouche"],
    ),
    after(
        on(
            french(
                "prendre-la-mouche",
                "mouche, prendre la",
                "To win the whole pool: by a flush, or by all the tricks.",
                "Outside the game it means to take offence. Méry derives that from the game; but he took *prendre* for *faire*, says Lalanne: at cards it is making the mouche that hurts, and taking it is what everybody hopes for.",
            ),
            &[Topic::FlushTake, Topic::PayShare],
        ),
        &[lalanne("introduction, §11")],
    ),
    after(
        on(
            of_mouche(french(
                "sauver-la-mouche",
                "mouche, sauver la",
                "To tell the others, truly, that one has no flush, so that they may go in safely.",
                "",
            )),
            &[Topic::TableTalk],
        ),
        &[ENCYCLOPEDIE],
    ),
    spelt(
        after(
            on(
                french(
                    "pamphile",
                    "Pamphile",
                    "The jack of clubs as the highest trump, whatever suit is trump.",
                    "It also names the game that has it. In English it is Pam. As a first name, says Lalanne, it means loved by everyone, and why the game has it nobody knows. Parlett takes Pam from Pamphilus, a comic figure of the Middle Ages, whom Partridge calls an old bawd, and with it the word *pamphlet*. In the Latin play that bears his name Pamphilus is the wooer, and the go-between is an old woman; *pamphlet* comes from copies of the play.",
                ),
                &[Topic::PamCard, Topic::PamTrump, Topic::PamFee],
            ),
            &[lalanne("Le Pamphile, §1, §5"), PARLETT, PAMPHILUS],
        ),
        &["Pamphile"],
    ),
    after(
        on(
            of_mouche(french("piquante", "piquante", "Said of a pool of more than one mouche: it stings.", "")),
            &[Topic::DebtEnter],
        ),
        &[lalanne("§11")],
    ),
    after(
        on(
            french("premier-en-cartes", "premier en cartes", "Eldest: the first to speak and to lead.", ""),
            &[Topic::DeclOrder, Topic::PlayLead],
        ),
        &[lalanne("§4")],
    ),
    spelt(
        after(
            on(french("retourne", "retourne", "The card turned up for trump.", ""), &[Topic::TurnCard]),
            &[BOUSSAC_TABLE],
        ),
        &["retourne"],
    ),
    after(
        on(
            french("sy-tenir", "s'y tenir", "To stand: to keep the cards that were dealt. “Je m'y tiens.”", ""),
            &[Topic::DeclStand],
        ),
        &[lalanne("§5")],
    ),
    spelt(
        after(
            on(french("talon", "talon", "The stock: the cards that were not dealt.", ""), &[Topic::ExchangeShort]),
            &[BOUSSAC_TABLE],
        ),
        &["talon"],
    ),
    spelt(
        after(
            on(french("tour", "tour", "A round of hands in which everyone has dealt once.", ""), &[Topic::End]),
            &[ACADEMIE, BOUSSAC],
        ),
        &["tour", "tours"],
    ),
    on(
        english(
            "bluff",
            "To let others believe what one does not say.",
            "Here it lives in the answers to one question: have you the mouche?",
        ),
        &[Topic::TableTalk],
    ),
    spelt(on(english("cut", "To lift a part of the pack before the deal.", ""), &[Topic::DealCut]), &["cuts", "cut"]),
    spelt(
        on(english("dealer", "Who shuffles and deals; he speaks last.", ""), &[Topic::DealFirst, Topic::DealNext]),
        &["dealer"],
    ),
    spelt(
        on(english("debt", "What a player must put into a later pool.", ""), &[Topic::DebtMake, Topic::DebtEnter]),
        &["debt", "debts"],
    ),
    spelt(
        on(
            english(
                "declaration",
                "What a player says he will do with his cards, in his turn: fold, stand or exchange.",
                "",
            ),
            &[Topic::DeclOrder],
        ),
        &["declares", "declaration", "declarations"],
    ),
    spelt(
        on(
            english(
                "eldest",
                "The player at the dealer's right, first to speak.",
                "And first to lead: by the rules of 1718, and at Boussac's table by our reading.",
            ),
            &[Topic::DeclOrder, Topic::PlayLead],
        ),
        &["eldest"],
    ),
    spelt(
        on(
            english("exchange", "To lay cards down and be given as many from the stock.", ""),
            &[Topic::DeclExchange, Topic::ExchangeOnce],
        ),
        &["exchanges", "exchange", "exchanged"],
    ),
    spelt(
        on(english("flush", "A whole hand of one suit; in this game, the mouche.", ""), &[Topic::FlushWhat]),
        &["flush", "flushes"],
    ),
    spelt(
        on(english("fold", "To lay one's hand down and take no part.", ""), &[Topic::DeclFold]),
        &["folds", "fold", "folded"],
    ),
    spelt(
        on(english("follow", "To play a card of the suit that was led.", ""), &[Topic::PlayFollow]),
        &["follows suit", "follow suit"],
    ),
    spelt(
        on(english("head", "To play a card higher than the best in the trick so far.", ""), &[Topic::PlayHead]),
        &["head"],
    ),
    spelt(on(english("lead", "To play the first card of a trick.", ""), &[Topic::PlayLead]), &["leads", "led"]),
    spelt(
        on(
            english("overtrump", "To play a higher trump on a trick that has been trumped.", ""),
            &[Topic::PlayOvertrump],
        ),
        &["overtrump", "overtrumps"],
    ),
    spelt(
        on(
            english(
                "pack",
                "The cards that are played with; in some editions their number goes by that of the players.",
                "",
            ),
            &[Topic::Pack],
        ),
        &["pack"],
    ),
    spelt(
        on(english("pip", "A sign of the suit, counted for the card's number.", ""), &[Topic::FlushPoints]),
        &["pips"],
    ),
    spelt(
        on(english("plain", "Of a suit that is not trump.", ""), &[Topic::PlayFollow]),
        &["plain suit", "plain card"],
    ),
    spelt(
        on(
            english("pool", "The chips in the middle, for which the hand is played.", ""),
            &[Topic::Stake, Topic::PayShare],
        ),
        &["pool", "pools"],
    ),
    spelt(
        on(english("share", "The part of the pool that a trick earns.", ""), &[Topic::PayShare]),
        &["share", "shares"],
    ),
    spelt(on(english("stake", "What goes into the pool before the deal.", ""), &[Topic::Stake]), &["stake"]),
    except(
        spelt(
            on(english("stand", "To keep the cards one was dealt, and play.", ""), &[Topic::DeclStand]),
            &["stands", "stand", "stood"],
        ),
        &["stand for", "stands for", "stands above", "stands face"],
    ),
    spelt(
        on(
            english("stock", "The cards that were not dealt, from which exchanges are served.", ""),
            &[Topic::TurnCard, Topic::ExchangeShort],
        ),
        &["stock"],
    ),
    spelt(
        on(
            english("trick", "One card from each player who takes part; the best of them wins it.", ""),
            &[Topic::TrickWin],
        ),
        &["trick", "tricks"],
    ),
    spelt(
        on(
            english(
                "trump",
                "The suit that beats the others, and a card of it.",
                "To trump is to play one where another suit was led.",
            ),
            &[Topic::TurnCard, Topic::PlayTrump],
        ),
        &["trump", "trumps", "trumped"],
    ),
    spelt(
        on(
            english("turn-up", "The card turned after the deal, whose suit is trump.", ""),
            &[Topic::TurnCard, Topic::TurnOwner],
        ),
        &["turn-up", "card turned up"],
    ),
    spelt(
        on(english("undertrump", "To play a trump that does not beat the trump in the trick.", ""), &[Topic::PlayFree]),
        &["undertrump", "losing trump"],
    ),
    spelt(
        on(english("void", "Without a card of the suit led.", ""), &[Topic::PlayTrump]),
        &["void of the suit", "void in the suit"],
    ),
    on(english("vole", "All the tricks of a hand.", ""), &[Topic::PayShare, Topic::DebtSweep]),
];

/// The word that text uses in this form.
pub fn term_of(form: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.forms.contains(&form))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Terms;
    use std::collections::BTreeSet;

    #[test]
    fn what_an_edition_calls_things_is_explained() {
        for edition in crate::editions::ALL {
            let Terms { flush, no_trick, top_card } = edition.terms;
            for word in [flush, no_trick, top_card] {
                assert!(term_of(word).is_some(), "{}: {word}", edition.id);
            }
        }
    }

    #[test]
    fn ids_and_forms_are_unique_and_the_brief_is_a_sentence() {
        let (mut ids, mut forms) = (BTreeSet::new(), BTreeSet::new());
        for term in TERMS {
            assert!(ids.insert(term.id), "{} stands twice", term.id);
            assert!(term.forms.iter().all(|form| forms.insert(*form)), "a form of {} is another's", term.id);
            assert!(term.brief.ends_with(['.', '?', '”']) && term.brief.len() < 110, "{}", term.id);
        }
    }
}
