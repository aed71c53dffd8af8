// What the pages ask the engine, and what it answers. Made from the types in `src/web`:
// `UPDATE=1 cargo test --test all page_types::` writes this file.

/** A scenario, and the step of it by its id at which somebody sits down, under an edition by its place in the header. */
interface Begun {
    text: string;
    step: string;
    edition: number;
}

/** The beginning of a scenario. */
interface BegunTextAnswer {
    text: string;
}

/** What stands at the cursor, and what may be written there. */
interface CursorAnswer {
    /** Where what is typed already begins. */
    from: number;
    /** Where what is typed already ends. */
    to: number;
    items: Item[];
    /** What the word at the cursor means, as HTML. */
    says: string | null;
}

/** The review of a deal that is over. */
interface DealReview {
    /** The review as HTML. */
    html: string;
    /** Whether no mistake is named; null at Mus, where choices are not reviewed. */
    is_best: boolean | null;
    /** What the learner won or lost, in chips or stones. */
    result: number;
    /** The mistakes in the order of the deal. It is left out at Mus. */
    mistakes?: ReviewedMistake[] | null;
}

/** Why a question has no answer. */
interface FailedAnswer {
    failed: string;
}

/** A change that a message proposes. */
interface Fix {
    title: string;
    text: string;
    /** Whether nothing else can be meant, and the file then holds there. */
    is_certain: boolean;
}

/** Something that may be written at the cursor. */
interface Item {
    text: string;
    detail: string;
    /** What else one may type to find it. */
    also: string;
    /** Whether it is not allowed, and listed to say why. */
    is_refused: boolean;
}

/** An answer to any question. */
type PageAnswer =
    | TableAnswer
    | TextAnswer
    | CursorAnswer
    | BegunTextAnswer
    | FailedAnswer;

/** A question of a page. */
type PageQuestion =
    | {
        table: TableQuestion;
    }
    | {
        text: {
            text: string;
        };
    }
    | {
        at: {
            text: string;
            at: number;
        };
    }
    | {
        beginning: {
            edition: string;
            seed: number;
        };
    };

/** A choice that cost something. */
interface ReviewedMistake {
    /** Which of the learner's choices it was, from 0. */
    choice: number;
    /** What the learner did. */
    made: string;
    /** What would have been better. */
    advised: string;
    /** What the learner would have won or lost with the better choice. */
    result: number;
}

/** How the table stands. */
interface TableAnswer {
    /** The steps that the page does not have yet, as HTML: what the learner sees of them. */
    html: string;
    /** How many steps there are in all. */
    steps: number;
    /** What the learner may do now, as HTML; null when the deal is over. */
    asks: string | null;
    /** Why the last words are no move. The page forgets those words. */
    unclear: string | null;
    /** How good the last choice was, as HTML, if verdicts were asked for. */
    verdict: string | null;
    /** What the strategy would do, if a hint was asked for. */
    hint: string | null;
    /** What there is to know about a house table or a hand that was begun. It comes with the first steps. */
    note: string | null;
    /** What each choice comes to, as HTML, or a sentence that says why nothing is known; if that was asked for. */
    what_if: string | null;
    /** Whether the deals so far can be saved as a scenario. */
    is_tellable: boolean;
    /** The scenario, if it was asked for. */
    scenario: string | null;
    /** Whether the session is over by its rules. */
    is_over: boolean;
    /** The learner's seat, which a drill may have chosen. */
    seat: number;
    /** The seed of the deal, which a drill may have chosen. */
    seed: number;
    /** What is practised, as HTML. */
    drill: string | null;
    /** The review of the deal, if it was asked for and the deal is over. */
    account: DealReview | null;
}

/** A table by its name, and all that the learner has said: an edition with options as `debts=staged`, or a hand begun. */
interface TableQuestion {
    edition?: string;
    options?: string[];
    /** What a company calls it; nothing where edition and options say all. */
    table?: string;
    players?: number;
    begun?: Begun | null;
    /** Where the learner sits; of a deal that drills something, where it is dealt to. */
    seat?: number;
    seed?: number;
    /** What the first deal from this seed on is to drill; nothing for the deal of the seed itself. */
    drill?: string;
    words?: string[];
    from?: number;
    hint?: boolean;
    account?: boolean;
    /** Whether it is worked out what each card comes to. */
    what_if?: boolean;
    save?: boolean;
    verdicts?: boolean;
}

/** What there is to say about the text of a scenario. */
interface TextAnswer {
    messages: TextMessage[];
    /** Changes of the whole text that the page offers. */
    offers: Fix[];
    /** The hand as HTML, if anything of it can be told. */
    hand: string | null;
    /** The id of each step, and the place in the text where it begins. */
    steps: [string, number][];
    /** Whether all that the text says is true. */
    holds: boolean;
}

/** A message about a place in the text. */
interface TextMessage {
    from: number;
    to: number;
    /** The line of `from`, counted from 1. */
    line: number;
    /** `error` or `warning`. */
    severity: string;
    /** Whether it marks a `?` that is still to be filled in, which is no mistake. */
    is_blank: boolean;
    /** The message; its first line is the main one. */
    words: string;
    /** The page that explains the rule. */
    page: string | null;
    /** What may be written instead, at the places of `instead`. */
    fixes: Fix[];
    /** The two places between which a fix is written. */
    instead: [number, number];
}
