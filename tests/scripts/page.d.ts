// What the scripts of the pages find in the browser beside the standard.

/** What scripts hand to one another, and the engine. */
interface Mouche {
    /** The engine: gzip in base64. */
    packed?: string;
    /** The edition files of authors that the book has. */
    editions?: string[];
    runWorker: () => void;
    /** The dialog of the search. */
    openSearch: (words?: string) => Promise<void>;
    openSearchDialog: (words?: string) => void;
    moveBetweenSteps?: (from: Element, to: Element, swap: () => void) => unknown;
    useView: (hand: HTMLElement, event?: Event) => void;
    beginQuiz: (hand: HTMLElement) => void;
    extras: typeof import('../../book/theme/extras.js').extras;
    askEngine: typeof import('../../book/theme/client.js').askEngine;
    loadingWords: typeof import('../../book/theme/client.js').loadingWords;
    /** The words for the list of the clauses on a page. */
    clauseWords: { synonyms: string[][], otherNames: Record<string, string> };
    study: typeof import('../../book/theme/study.js').study;
}

/** What the build writes into the service worker: the version of the book, and the files that are kept at once. */
declare const VERSION: string;
declare const FILES: string[];

interface Window {
    mouche: Mouche;
    moucheIndex: SearchIndex;
}

/** The answer to a question of a page, or why there is none. */
type AnswerTo<Q extends PageRequest> = (
    Q extends { table: unknown } ? TableAnswer
    : Q extends { text: unknown } ? ScenarioCheckForPage
    : Q extends { at: unknown } ? CursorAnswer
    : Q extends { editions: unknown } ? AuthorEditionsAnswer
    : ScenarioDraftAnswer
) & Partial<PageRequestFailure>;

/** What the listeners of the pages hear comes from an element of the page. */
interface EventTarget {
    closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

/** Elements of the pages are HTML; none is looked for in a drawing. */
interface ParentNode {
    querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
    readonly dataset: DOMStringMap;
    focus(options?: FocusOptions): void;
    closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

interface HTMLElement {
    cloneNode(subtree?: boolean): HTMLElement;
}

/** A page of the search: its address, its name, its part, its edition in short, the language of its name, its edition. */
type IndexPage = [address: string, name: string, part: string, short: string, language: string, edition: string, game: string];

/**
 * An entry of the search: its page, anchor, title, the text that is shown, folded words beside it, the pages that have the rule
 * from this one, and the decision of a rule in a few words.
 */
type IndexEntry = [page: number, anchor: string, title: string, excerpt: string, more: string, heirs: number[], decision: string];

/** What the search looks through. `src/book/site/search_index.rs` writes it. */
interface SearchIndex {
    /** The signs in excerpts, and what they mean. */
    signs: [sign: string, meaning: string][];
    /** Groups of words that mean the same. */
    same: string[][];
    /** Words that are left out, unless the query has no others. */
    ignored: string[];
    /** Phrases of readers, the anchors of the clauses that they ask about, and the pages of rules that have them; none if all. */
    asked: [phrases: string[], anchors: string[], pages: number[]][];
    /** The beginnings of addresses of chapters, and what readers call such chapters. */
    chapters: [beginning: string, phrases: string[]][];
    pages: IndexPage[];
    /** The parts of the entries: a list of all pages, one of all anchors, and so on. */
    columns: IndexEntry[number][][];
    /** The entries, made from their parts. */
    entries: IndexEntry[];
    /** The numbers of the entries about something that their edition does not have. */
    absent: number[];
}

/** What was done of a lesson: each thing by its id, with whether that was at the first try. */
interface LessonProgress {
    /** How many things the lesson asks. */
    of?: number;
    /** For each question the answers that were tried. */
    tried?: Record<string, string[]>;
    [id: string]: any;
}

/** What was done of the lessons, by their ids. */
type Progress = Record<string, LessonProgress>;

/** What the engine exports. */
interface EngineExports {
    memory: WebAssembly.Memory;
    room: (bytes: number) => number;
    ask: () => number;
    at: () => number;
}

/** Events of a hand and of a table. */
interface GlobalEventHandlersEventMap {
    'hand-go': CustomEvent<[at: number, isSilent?: boolean]>;
    'hand-shown': CustomEvent<number>;
    'hand-turn': CustomEvent<string>;
}

interface Uint8ArrayConstructor {
    fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}
