// What the pages ask the engine, and what it answers. Made from the types in `src/web`:
// `UPDATE=1 cargo test --test all page_types::` writes this file.

/** The editions of authors that the engine has read. */
interface AuthorEditionsAnswer {
    /** Their ids. */
    editions: string[];
}

/** A step of a scenario at which a learner sits down: the text, the id of the step, and the place of the edition in the header. */
interface Begun {
    text: string;
    step: string;
    edition: number;
}

/** The explanation of the word at the cursor, and the texts that may be written there. */
interface CursorAnswer {
    /** The beginning of the word that is being typed. */
    from: number;
    /** The end of the word that is being typed. */
    to: number;
    items: Item[];
    /** The explanation of the word at the cursor, as HTML. */
    says: string | null;
}

/** The review of a deal that is over. */
interface DealReview {
    /** The review as HTML. */
    html: string;
    /** True if the review names no mistake; null at Mus, where choices are not reviewed. */
    is_best: boolean | null;
    /** The learner's result, in chips or stones. */
    result: number;
    /** The mistakes in the order of the deal. It is left out at Mus. */
    mistakes?: ReviewedMistake[] | null;
}

/** A diagnostic about a place in the text, for a page. */
interface DiagnosticForPage {
    from: number;
    to: number;
    /** The line of `from`, counted from 1. */
    line: number;
    /** `error` or `warning`. */
    severity: string;
    /** True if it marks a `?` that is still to be filled in, which is no mistake. */
    is_blank: boolean;
    /** The message; its first line is the main one. */
    words: string;
    /** The page that explains the rule. */
    page: string | null;
    /** The texts that may be written at the places of `instead`. */
    fixes: Fix[];
    /** The two places between which a fix is written. */
    instead: [number, number];
}

/** A change that a message proposes. */
interface Fix {
    title: string;
    text: string;
    /** True if nothing else can be meant, and the file then holds at this place. */
    is_certain: boolean;
}

/** Something that may be written at the cursor. */
interface Item {
    text: string;
    detail: string;
    /** Another text by which it is found. */
    also: string;
    /** True if it is not allowed, and listed to say why. */
    is_refused: boolean;
}

/** The result of a deal for the learner. */
interface LearnerDealResult {
    /** A sentence: `You won 2 tricks: +6 chips.` */
    words: string;
    /** The number of chips or stones, as the review of the deal has it. */
    result: number;
}

/** An answer to any question. */
type PageAnswer =
    | TableAnswer
    | ScenarioCheckForPage
    | CursorAnswer
    | ScenarioDraftAnswer
    | AuthorEditionsAnswer
    | PageRequestFailure;

/** A question of a page. */
type PageRequest =
    | {
        table: TableRequest;
    }
    | {
        text: {
            text: string;
            lang?: string;
        };
    }
    | {
        at: {
            text: string;
            at: number;
            lang?: string;
        };
    }
    | {
        beginning: {
            edition: string;
            seed: number;
            lang?: string;
        };
    }
    | {
        editions: {
            texts: string[];
        };
    };

/** The reason why a question has no answer. */
interface PageRequestFailure {
    failed: string;
}

/** A choice that cost something. */
interface ReviewedMistake {
    /** Which of the learner's choices it was, from 0. */
    choice: number;
    /** The move that the learner made. */
    made: string;
    /** The better move. */
    advised: string;
    /** The learner's result with the better choice. */
    result: number;
}

/** The text of a scenario, checked and shown. */
interface ScenarioCheckForPage {
    messages: DiagnosticForPage[];
    /** Changes of the whole text that the page offers. */
    offers: Fix[];
    /** The hand as HTML, if anything of it can be told. */
    hand: string | null;
    /** The id of each step, and the place in the text where it begins. */
    steps: [string, number][];
    /** True if the engine agrees with all of the text. */
    holds: boolean;
}

/** The text of a new scenario, dealt from a seed. */
interface ScenarioDraftAnswer {
    text: string;
}

/** How a session stands. */
interface SessionStanding {
    /** The number of the current deal, from 1. */
    deal: number;
    /** The chips or stones of the learner's side, in words. */
    score: string | null;
    /** What each finished deal brought the learner, with stakes and debts: in chips, or at Mus in stones. */
    results: number[];
    /** The result of the current deal, if it is over. */
    outcome: LearnerDealResult | null;
    /** The winner and the ranking as HTML, if no further deal follows. */
    ending: string | null;
}

/** The state of a table. */
interface TableAnswer {
    /** The steps that the page does not have yet, as HTML: what the learner sees of them. */
    html: string;
    /** The number of steps in all. */
    steps: number;
    /** The question to the learner with its buttons, as HTML; null when the deal is over. */
    asks: string | null;
    /** Why the last words are no move. The page forgets those words. */
    unclear: string | null;
    /** The verdict on the last choice, as HTML, if verdicts were asked for. */
    verdict: string | null;
    /** The move of the strategy with its reason, if a hint was asked for. */
    hint: string | null;
    /** The words with which the learner would make the move of the hint. */
    hint_move: string | null;
    /** A note on a house table or a hand that was begun. It comes with the first steps. */
    note: string | null;
    /** The result of each choice, as HTML, or a sentence that says why nothing is known; if that was asked for. */
    what_if: string | null;
    /** True if the deals so far can be saved as a scenario. */
    is_tellable: boolean;
    /** The scenario, if it was asked for. */
    scenario: string | null;
    /** True if no further deal follows. */
    is_over: boolean;
    /** How the session stands. */
    standing: SessionStanding;
    /** The learner's seat, which a drill may have chosen. */
    seat: number;
    /** The seat of the learner's partner. */
    partner: number | null;
    /** The seed of the deal, which a drill may have chosen. */
    seed: number;
    /** The subject of the drill, as HTML. */
    drill: string | null;
    /** The review of the deal, if it was asked for and the deal is over. */
    account: DealReview | null;
}

/** A table by its name, and all that the learner has said: an edition with options as `debts=staged`, or a hand begun. */
interface TableRequest {
    edition?: string;
    options?: string[];
    /** The name of a house table; empty for a table that is described by its edition and options. */
    table?: string;
    players?: number;
    begun?: Begun | null;
    /** The seat of the learner; in a drill, the seat that is dealt to. */
    seat?: number;
    seed?: number;
    /** The id of a drill that the first deal from this seed on practises, or `puzzle` or `card-puzzle`; empty for the deal of the seed itself. */
    drill?: string;
    /** The level of the other players; empty for the strategy of the book. `line` in a hand that was begun: after the words of the learner everybody plays their best with open cards. */
    level?: string;
    /** The number of deals after which the session ends; 0 for one that ends by its rules alone. */
    deals?: number;
    words?: string[];
    from?: number;
    hint?: boolean;
    account?: boolean;
    /** True if the result of each card is wanted. */
    what_if?: boolean;
    save?: boolean;
    verdicts?: boolean;
}
