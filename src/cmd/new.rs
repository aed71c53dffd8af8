//! `mouche new`: a hand to be told.

use super::files::{rewrite_own_file, write_file};
use super::*;
use crate::cards::count_in_words;
use crate::editions;
use crate::explore::{example, mus};
use crate::scenario::{Draft, DraftEnd, HouseRules, PlayedHand, ToMarkdown};

/// Deal a hand from a seed and write it as a scenario with placeholders; or make a scenario of a plain log of a deal
#[derive(Debug, Args)]
pub struct New {
    /// The edition's id
    #[arg(long, value_name = "EDITION", default_value = "mouche-1718", value_parser = EditionId)]
    edition: String,
    /// Number of players [default: as many as --names, or 4]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// An option agreed before play, as `mouche editions` lists them; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, OptionValue)>,
    /// First seed to deal; the same call gives the same hand
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The players in playing order, the dealer first
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    names: Vec<String>,
    /// How far to play the hand [default: end with --shows or --flush, else deal]
    #[arg(long, value_enum)]
    until: Option<DealExtent>,
    /// HandSearch for a hand that shows this clause; may be repeated
    #[arg(long, value_name = "CLAUSE", value_parser = parse_clause)]
    shows: Vec<ClauseId>,
    /// HandSearch for a hand in which at least so many flushes are claimed
    #[arg(long, value_name = "N", default_value_t = 0)]
    flush: usize,
    /// Make a scenario of the deal that this log tells, a line a play; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "options", "seed", "names", "until", "shows", "flush"])]
    deal: Option<PathBuf>,
    /// Write to this file, not to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    force: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DealExtent {
    /// The cards, and what the first to speak may do
    Deal,
    /// To the first card, at Mus to the first bet
    Declarations,
    /// To the payout
    End,
}

fn parse_clause(id: &str) -> Result<ClauseId, String> {
    let id = id
        .split_once('/')
        .filter(|(of, _)| editions::by_id(of).is_some())
        .map_or(id, |(_, topic)| topic);
    editions::clause_id(id).ok_or_else(|| {
        match nearest_candidate(id, editions::clause_ids().map(|topic| topic.id())) {
            Some(near) => format!("no such clause; did you mean {near}?"),
            None => "no such clause; `mouche explain` lists them".to_owned(),
        }
    })
}

pub fn run(call: &New) -> Result<ExitCode> {
    if let Some(log) = &call.deal {
        return convert_log(call, log);
    }
    let names = &player_names(call)?;
    let rules = &rules(&call.edition, names.len(), &call.options)?;
    let options = &call.options.iter().cloned().collect();
    let fits = if rules.machine == GameFamily::Mus {
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
        let unseen = rules.clause(*topic).unseen;
        ensure!(
            unseen.is_none(),
            "no hand is found that shows {topic}: {}",
            unseen.unwrap_or_default()
        );
    }
    match (HandSearch {
        call,
        rules,
        names,
        options,
        held: [0; 2],
    })
    .run()?
    {
        Ok((seed, text)) => write_result(
            call,
            &text,
            &format!("a hand of {}, from seed {seed}", rules.id),
        ),
        Err(dealt) => {
            writeln!(std::io::stderr(), "{}", NotFound { call, dealt })?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn write_result(call: &New, text: &str, what: &str) -> Result<ExitCode> {
    let Some(path) = &call.output else {
        return Ok(terminal::plain_output()
            .write_all(text.as_bytes())
            .map(|()| ExitCode::SUCCESS)?);
    };
    let put = || {
        ensure!(
            call.force || !path.try_exists()?,
            "the file exists; overwrite it with --force"
        );
        if call.force {
            rewrite_own_file(path, text.as_bytes(), |_| true)
        } else {
            write_file(path, None, text.as_bytes())
        }
    };
    put().with_context(|| format!("{} cannot be written", display_path(path)))?;
    writeln!(terminal::plain_output(), "{}: {what}", display_path(path))?;
    Ok(ExitCode::SUCCESS)
}

/// Makes a scenario of a log; what is wrong with the log is told as `check` tells it of a file.
fn convert_log(call: &New, path: &Path) -> Result<ExitCode> {
    let shown = display_path(path);
    let bytes = if path.as_os_str() == "-" {
        read_scenario_bytes(std::io::stdin())
    } else {
        File::open(path).and_then(read_scenario_bytes)
    };
    let bytes = bytes.with_context(|| format!("{shown} cannot be read"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{shown} is no text in UTF-8"))?;
    let read = log::read_log(&text, &call.edition)
        .with_context(|| format!("{shown} makes no scenario"))?;
    if read.respelled > 0 {
        let spellings = count_in_words(read.respelled, "spelling");
        anstream::eprintln!("note: {spellings} of {shown} read as what they can only mean");
    }
    match read.scenario {
        Ok(told) => write_result(call, &told, &format!("a hand from {shown}")),
        Err(diagnostics) => {
            let report = Report {
                path: &path.display().to_string(),
                text: &read.log,
                diagnostics: &diagnostics,
            };
            anstream::eprint!("{}", render_full(&report, true, terminal::page_width()));
            Ok(ExitCode::FAILURE)
        }
    }
}

fn player_names(call: &New) -> Result<Vec<String>> {
    let (names, usual): (Vec<String>, usize) = match &call.names[..] {
        [] => (NAMES.map(str::to_owned).into(), 4),
        named => (
            named.iter().map(|name| name.trim().into()).collect(),
            named.len(),
        ),
    };
    let players = call.players.unwrap_or(usual);
    let fits = players == names.len() || call.names.is_empty() && players < names.len();
    ensure!(
        fits,
        "{players} players cannot be seated with {} names",
        names.len()
    );
    Ok(names.into_iter().take(players).collect())
}

#[derive(Template)]
#[template(path = "not_found.txt")]
struct NotFound<'a> {
    call: &'a New,
    dealt: usize,
}

/// How many seeds are dealt at most. Two flushes in one deal want that many.
const SEEDS: usize = 300_000;
/// After how many seeds a clause is given up if nothing has happened by it yet, and it could not be felt either.
const PATIENCE: usize = 40_000;
/// How many hands are held against the engine: of those in which each clause is heard of, and of those where one is only felt.
const HELD: [usize; 2] = [5_000, 2_000];

struct HandSearch<'a> {
    call: &'a New,
    rules: &'a Ruleset,
    names: &'a [String],
    options: &'a BTreeMap<String, OptionValue>,
    held: [usize; 2],
}

impl HandSearch<'_> {
    /// The first hand that is what was asked for, and its seed; or how many were dealt in vain.
    fn run(mut self) -> Result<Result<(u64, String), usize>> {
        let bar = spinner();
        let mut found = Err(SEEDS);
        for (dealt, seed) in (self.call.seed..=u64::MAX).take(SEEDS).enumerate() {
            bar.set_message(format!("looking for a hand: {dealt} dealt"));
            let [heard, felt] = [0, 1].map(|kind| self.held[kind] >= HELD[kind]);
            let unheard_of = dealt >= PATIENCE && self.held[0] == 0;
            if !self.call.shows.is_empty() && felt && (heard || unheard_of) {
                found = Err(dealt);
                break;
            }
            if let Some(text) = self.hand_of_seed(seed)? {
                found = Ok((seed, text));
                break;
            }
        }
        bar.finish_and_clear();
        Ok(found)
    }

    /// The hand of this seed, if it is what was asked for: played as one plays, or where that shows nothing, by chance.
    fn hand_of_seed(&mut self, seed: u64) -> Result<Option<String>> {
        let ways: &[bool] = if self.call.shows.is_empty() {
            &[false]
        } else {
            &[false, true]
        };
        let dealt = |by_chance: &bool| match self.rules.machine {
            GameFamily::Tricks => self.trick_hand_of_seed(seed, *by_chance).transpose(),
            GameFamily::Mus => {
                let (deal, moves, end) =
                    mus::example(self.rules, self.names.len() as u8, seed, *by_chance);
                self.held[0] += 1;
                self.draft_if_shown(
                    seed,
                    PlayedHand {
                        moves,
                        ..PlayedHand::new(String::new(), Some(deal), end)
                    },
                )
                .transpose()
            }
        };
        ways.iter().find_map(dealt).transpose()
    }

    /// What no sensible table shows, a careless one may.
    fn trick_hand_of_seed(&mut self, seed: u64, by_chance: bool) -> Result<Option<String>> {
        let player = if by_chance {
            RandomPlayer::new(seed)
        } else {
            RandomPlayer::sensible(seed)
        };
        let example = example(self.rules, self.names.len() as u8, player);
        let Some(example) = example.filter(|hand| hand.flushes >= self.call.flush) else {
            return Ok(None);
        };
        let kind = usize::from(
            self.call
                .shows
                .iter()
                .any(|topic| !example.clauses.contains(topic)),
        );
        if self.held[kind] >= HELD[kind] {
            return Ok(None);
        }
        self.held[kind] += 1;
        let dealt = PlayedHand::new(String::new(), Some(example.deal), example.end);
        self.draft_if_shown(
            seed,
            PlayedHand {
                moves: example.moves,
                ..dealt
            },
        )
    }

    fn last_stage(&self) -> DraftEnd {
        match self.call.until {
            Some(DealExtent::Deal) => DraftEnd::Deal,
            Some(DealExtent::Declarations) => DraftEnd::Declarations,
            None if self.call.shows.is_empty() && self.call.flush == 0 => DraftEnd::Deal,
            Some(DealExtent::End) | None => DraftEnd::End,
        }
    }

    /// A hand as a file tells it, if it shows what it should.
    fn draft_if_shown(&self, seed: u64, hand: impl ToMarkdown) -> Result<Option<String>> {
        let HandSearch {
            call,
            rules,
            names,
            options,
            ..
        } = *self;
        let title = format!("A hand to be told ({}, seed {seed})", rules.id);
        let shows = &call.shows[..];
        let letters = Default::default();
        let until = self.last_stage();
        let draft = Draft {
            title: &title,
            rules,
            players: names,
            shows,
            chips: &[],
            options,
            letters,
            until,
        };
        let text = draft.write_file(&[hand])?;
        let holds = || {
            bless_in(
                HouseRules::for_rules(rules),
                "new",
                text.as_bytes(),
                FillMode::OpenValues,
            )
            .is_some_and(|all| all.wrong.is_empty())
        };
        Ok((shows.is_empty() || holds()).then_some(text))
    }
}
