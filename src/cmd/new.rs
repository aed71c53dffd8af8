//! `mouche new`: a hand to be told.

use super::file_writes_and_watch::{create_or_replace_if_unchanged, write_own_file};
use super::*;
use crate::cards::count_of_or_no;
use crate::editions;
use crate::explore::{mus_strategy, play_example};
use crate::rules::{TrickRules, letters_with_suits_of_game};
use crate::scenario::{DraftHeader, DraftableHand, LastStageInDraft, PlayedDealRecord};

/// Deal cards from a seed and write a scenario with placeholders, or make a scenario from the plain log of a deal
#[derive(Debug, Args)]
pub struct NewArguments {
    /// The edition's id
    #[arg(long, value_name = "EDITION", default_value = crate::editions::default_id(), value_parser = EditionIdParser)]
    edition: String,
    /// Number of players [default: as many as --names, or 4]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// An option that the players agree on, as `mouche editions` lists it; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, OptionValue)>,
    /// First seed to deal; the same call gives the same deal
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The players in playing order, the dealer first
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    names: Vec<String>,
    /// How far to play the deal [default: end with --shows or --flush, else deal]
    #[arg(long, value_enum)]
    until: Option<DealExtent>,
    /// The language of the words and cards in the file: en, es, de or fr [default: that of the book, or en]
    #[arg(long, value_name = "LANGUAGE", value_parser = parse_language)]
    lang: Option<CardLanguage>,
    /// Search for a deal that shows this clause; may be repeated
    #[arg(long, value_name = "CLAUSE", value_parser = parse_clause)]
    shows: Vec<ClauseId>,
    /// Search for a deal in which at least this many flushes are claimed
    #[arg(long, value_name = "N", default_value_t = 0)]
    flush: usize,
    /// Make a scenario from the log of a deal, with one play on each line; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "options", "seed", "names", "until", "lang", "shows", "flush"])]
    deal: Option<PathBuf>,
    /// Write to this file, not to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    force: bool,
}

/// The words of the title of a new hand in each language: for the hand, and for the seed.
const TITLE_WORDS: [(&str, &str); 4] = [
    ("A new example hand", "seed"),
    ("Une nouvelle donne", "graine"),
    ("Ein neues Beispiel", "Startwert"),
    ("Una mano nueva", "semilla"),
];

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DealExtent {
    /// The cards, and what the first player may do
    Deal,
    /// Up to the first card; in Mus, up to the first bet
    Declarations,
    /// Up to the payout
    End,
}

/// Reads a language as headers name it.
fn parse_language(name: &str) -> Result<CardLanguage, String> {
    CardLanguage::french_suited_of_language(name).ok_or_else(|| {
        let names = CardLanguage::LANGUAGES.map(CardLanguage::language);
        format!("expected one of {}", names.join(", "))
    })
}

/// Reads the id of a clause, with or without its edition.
fn parse_clause(id: &str) -> Result<ClauseId, String> {
    let mut topic = id;
    if let Some((edition, after)) = id.split_once('/')
        && editions::by_id(edition).is_some()
    {
        topic = after;
    }
    if let Some(clause) = editions::clause_id_in_use(topic) {
        return Ok(clause);
    }
    match unique_nearest_candidate(
        topic,
        editions::clause_ids_in_use().map(|clause| clause.id()),
    ) {
        Some(near) => Err(format!("no such clause; did you mean {near}?")),
        None => Err("no such clause; `mouche explain` lists them".to_owned()),
    }
}

pub fn write_new_scenario(call: &NewArguments) -> Result<ExitCode> {
    if let Some(log) = &call.deal {
        return convert_log_to_scenario(call, log);
    }
    let names = &given_or_default_names(call)?;
    let rules = &rules_of_table(&call.edition, names.len(), &call.options)?;
    let options = &call.options.iter().cloned().collect();
    let fits = if rules.family() == EngineKind::Mus {
        call.flush == 0
    } else {
        call.flush <= names.len()
    };
    ensure!(
        fits,
        "{} players of {} cannot claim {} flushes",
        names.len(),
        rules.id,
        call.flush
    );
    for topic in &call.shows {
        let unseen = rules.clause(*topic).and_then(|clause| clause.unseen);
        ensure!(
            unseen.is_none(),
            "no deal can be found that shows {topic}: {}",
            unseen.unwrap_or_default()
        );
    }
    match (NewHandSearch {
        call,
        rules,
        names,
        options,
        named: 0,
        others: 0,
    })
    .find_hand()?
    {
        Ok((seed, text)) => save_or_print_scenario(
            call,
            &text,
            &format!("a deal of {}, from seed {seed}", rules.id),
        ),
        Err(dealt) => {
            writeln!(
                std::io::stderr(),
                "{}",
                NewHandSearchFailure { call, dealt }
            )?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Writes a scenario to the file that the call names, or prints it.
fn save_or_print_scenario(call: &NewArguments, text: &str, description: &str) -> Result<ExitCode> {
    let Some(path) = &call.output else {
        terminal::plain_output().write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    write_output_file(path, text, call.force)
        .with_context(|| format!("{} cannot be written", printable_path(path)))?;
    writeln!(
        terminal::plain_output(),
        "{}: {description}",
        printable_path(path)
    )?;
    Ok(ExitCode::SUCCESS)
}

fn write_output_file(path: &Path, text: &str, force: bool) -> Result<()> {
    if force {
        return write_own_file(path, text.as_bytes(), |_| true);
    }
    ensure!(
        !path.try_exists()?,
        "the file exists; overwrite it with --force"
    );
    create_or_replace_if_unchanged(path, None, text.as_bytes())
}

/// Makes a scenario of a log; what is wrong with the log is told as `check` tells it of a file.
fn convert_log_to_scenario(call: &NewArguments, path: &Path) -> Result<ExitCode> {
    let shown = printable_path(path);
    let bytes = if path.as_os_str() == "-" {
        read_scenario_bytes(std::io::stdin())
    } else {
        File::open(path).and_then(read_scenario_bytes)
    };
    let bytes = bytes.with_context(|| format!("{shown} cannot be read"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{shown} is not UTF-8 text"))?;
    let read = scenario_from_deal_log::convert_and_respell_log(&text, &call.edition)
        .with_context(|| format!("no scenario can be made from {shown}"))?;
    if read.respelled > 0 {
        let spellings = count_of_or_no(read.respelled, "spelling");
        anstream::eprintln!(
            "note: in {shown}, corrected {spellings} with only one possible meaning"
        );
    }
    match read.scenario {
        Ok(told) => save_or_print_scenario(call, &told, &format!("a deal from {shown}")),
        Err(diagnostics) => {
            let report = FileDiagnostics {
                path: &path.display().to_string(),
                text: &read.log,
                diagnostics: &diagnostics,
            };
            anstream::eprint!("{}", render_full(&report, true, terminal::page_width()));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Returns the names of the players: those of the call, or as many of ours as there are players.
fn given_or_default_names(call: &NewArguments) -> Result<Vec<String>> {
    let mut names: Vec<String>;
    let players;
    if call.names.is_empty() {
        names = NAMES.map(str::to_owned).into();
        players = call.players.unwrap_or(4);
    } else {
        names = call.names.iter().map(|name| name.trim().into()).collect();
        players = call.players.unwrap_or(names.len());
    }
    let fits = players == names.len() || call.names.is_empty() && players < names.len();
    ensure!(
        fits,
        "there are {players} players, but {} names",
        names.len()
    );
    names.truncate(players);
    Ok(names)
}

/// The message that no deal was found, with how many were dealt.
#[derive(Template)]
#[template(path = "not_found.txt")]
struct NewHandSearchFailure<'a> {
    call: &'a NewArguments,
    dealt: usize,
}

/// The most seeds that are dealt. Two flushes in one deal want that many.
const SEEDS: usize = 300_000;
/// After how many seeds a clause is given up if nothing has happened by it yet, and its effect was not checked often either.
const PATIENCE: usize = 40_000;
/// The most hands that are checked in which something happens by each clause.
const MOST_NAMED: usize = 5_000;
/// The most hands that are checked in which a clause may have another effect.
const MOST_OTHERS: usize = 2_000;

/// A search for a hand that is what the call asks for.
struct NewHandSearch<'a> {
    call: &'a NewArguments,
    rules: &'a Ruleset,
    names: &'a [String],
    options: &'a BTreeMap<String, OptionValue>,
    /// The number of hands that were checked in which something happens by each clause.
    named: usize,
    /// The number of other hands that were checked.
    others: usize,
}

impl NewHandSearch<'_> {
    /// Returns the first hand that is what was asked for, and its seed; or how many were dealt in vain.
    fn find_hand(mut self) -> Result<Result<(u64, String), usize>> {
        let bar = delayed_spinner();
        let mut found = Err(SEEDS);
        for (dealt, seed) in (self.call.seed..=u64::MAX).take(SEEDS).enumerate() {
            bar.set_message(format!("looking for a deal: {dealt} dealt"));
            if self.has_searched_enough(dealt) {
                found = Err(dealt);
                break;
            }
            if let Some(text) = self.matching_hand_of_seed(seed)? {
                found = Ok((seed, text));
                break;
            }
        }
        bar.finish_and_clear();
        Ok(found)
    }

    /// Returns whether the search can end, after as many seeds as `dealt`.
    fn has_searched_enough(&self, dealt: usize) -> bool {
        let is_unnamed = dealt >= PATIENCE && self.named == 0;
        !self.call.shows.is_empty()
            && self.others >= MOST_OTHERS
            && (self.named >= MOST_NAMED || is_unnamed)
    }

    /// Returns the hand of this seed, if it is what was asked for: played as one plays, or where that shows nothing, by chance.
    fn matching_hand_of_seed(&mut self, seed: u64) -> Result<Option<String>> {
        let sensible = self.play_matching_hand(seed, false)?;
        if sensible.is_some() || self.call.shows.is_empty() {
            return Ok(sensible);
        }
        self.play_matching_hand(seed, true)
    }

    /// Returns the hand of a seed, played as one plays or by chance, if it is what was asked for.
    fn play_matching_hand(&mut self, seed: u64, by_chance: bool) -> Result<Option<String>> {
        let rules = match self.rules {
            Ruleset::Tricks(rules) => return self.trick_hand_of_seed(rules, seed, by_chance),
            Ruleset::Mus(rules) => rules,
        };
        let players = self.names.len() as u8;
        let mus_strategy::PlayedMusExample { cards, moves, end } =
            mus_strategy::play_example(rules, players, seed, by_chance);
        self.named += 1;
        let played = PlayedDealRecord::new(String::new(), Some(cards), end);
        self.draft_if_shown(seed, PlayedDealRecord { moves, ..played })
    }

    /// Returns a hand of a game of tricks, if it shows what it should. Careless players may show what no sensible ones do.
    fn trick_hand_of_seed(
        &mut self,
        rules: &TrickRules,
        seed: u64,
        by_chance: bool,
    ) -> Result<Option<String>> {
        let player = if by_chance {
            RandomPlayer::new(seed)
        } else {
            RandomPlayer::with_sensible_declarations(seed)
        };
        let example = play_example(rules, self.names.len() as u8, player);
        let Some(example) = example.filter(|hand| hand.flushes >= self.call.flush) else {
            return Ok(None);
        };
        let mut shows = self.call.shows.iter();
        if shows.all(|topic| example.clauses.contains(topic)) {
            if self.named >= MOST_NAMED {
                return Ok(None);
            }
            self.named += 1;
        } else {
            if self.others >= MOST_OTHERS {
                return Ok(None);
            }
            self.others += 1;
        }
        let dealt = PlayedDealRecord::new(String::new(), Some(example.deal), example.end);
        self.draft_if_shown(
            seed,
            PlayedDealRecord {
                moves: example.moves,
                ..dealt
            },
        )
    }

    /// Returns the stage to which the draft goes.
    fn last_stage(&self) -> LastStageInDraft {
        match self.call.until {
            Some(DealExtent::Deal) => LastStageInDraft::Deal,
            Some(DealExtent::Declarations) => LastStageInDraft::Declarations,
            None if self.call.shows.is_empty() && self.call.flush == 0 => LastStageInDraft::Deal,
            Some(DealExtent::End) | None => LastStageInDraft::End,
        }
    }

    /// Returns a hand as a file has it, if it shows what it should.
    fn draft_if_shown(&self, seed: u64, hand: impl DraftableHand) -> Result<Option<String>> {
        let book_language = house_rules_of(Path::new("scenarios/new.md")).language;
        let language = self.call.lang.unwrap_or(book_language);
        let (named, numbered) = TITLE_WORDS[language.language_index()];
        let title = format!("{named} ({}, {numbered} {seed})", self.rules.id);
        let draft = DraftHeader {
            title: &title,
            rules: self.rules,
            players: self.names,
            shows: &self.call.shows,
            chips: &[],
            options: self.options,
            letters: letters_with_suits_of_game(language, &[self.rules]),
            book_language: Some(book_language),
            until: self.last_stage(),
        };
        let text = draft.write_file(&[hand])?;
        if self.call.shows.is_empty() {
            return Ok(Some(text));
        }
        let filled = bless_in(
            draft.folder_rules(),
            "new",
            text.as_bytes(),
            BlessExtent::OpenValues,
        );
        let holds = filled.is_some_and(|filled| filled.wrong.is_empty());
        Ok(holds.then_some(text))
    }
}
