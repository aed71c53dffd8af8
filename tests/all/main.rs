//! Every subject that needs neither a browser nor a name for each file: one program, so that the library is linked once.
//! `cargo test --test all laws` runs one subject.

mod allocation;
mod author_files_written;
mod best_line;
#[path = "../support/book_sample_prose.rs"]
mod book_sample_prose;
mod book_without_engine;
mod bourre;
mod build;
mod cards;
mod certainty_marks;
mod clause_changes;
mod clause_effects;
mod clauses_without_hands;
mod computer_levels;
mod courses;
mod cousin_sessions;
mod cousins;
mod deal_review;
mod derived_pages;
mod documented_strategy;
mod edition_book;
mod edition_files;
mod edition_mistakes;
mod edition_options;
mod edition_places;
mod edition_tools;
mod editions;
mod engine;
mod errors;
mod facts_beside_rules;
mod file_writing;
mod files;
mod files_of_others;
mod fixes;
mod fmt_and_bless;
#[path = "../support/golden.rs"]
mod golden;
#[path = "../guest_book/mod.rs"]
mod guest_book;
mod hands_as_data;
mod hands_in_others_book;
mod hostile_files;
mod hostile_prose;
#[path = "../support/house_table_folder.rs"]
mod house_table_folder;
mod house_tables;
mod init;
mod install;
mod install_settings;
mod language;
mod languages;
mod laws;
mod lessons;
#[path = "../support/library.rs"]
mod library;
mod lsp;
mod machine_beyond_editions;
#[path = "../support/made_once.rs"]
mod made_once;
mod mus;
mod mus_editions;
mod mus_levels;
mod mus_play;
mod mus_sessions;
#[path = "../support/mus_threshold_policy.rs"]
mod mus_threshold_policy;
mod mutation;
mod new_games;
mod nothing_ignored;
mod observed_sessions;
mod odds;
mod option_hands;
mod options;
mod other_values;
mod own_book;
mod own_clauses_of_editions;
mod page_session_states;
mod page_sessions;
mod page_types;
mod pages;
mod perft;
#[path = "../pictures/mod.rs"]
mod pictures;
mod played_out_figures;
mod playground;
mod printed_reports;
mod printed_sums;
mod random_editions;
mod reader_texts;
mod reasons;
#[path = "../support/repository_paths.rs"]
mod repository_paths;
mod scenario_loading;
mod seat_taken_over;
mod seeded_mistakes;
mod serve;
#[path = "../support/shared.rs"]
mod shared;
mod sheets;
mod site;
#[path = "../support/small_book.rs"]
mod small_book;
mod solver;
mod stay_in_advice;
#[path = "../support/structure.rs"]
mod structure;
mod system_edges;
mod terminal;
mod terminal_sessions;
#[path = "../support/test_extent.rs"]
mod test_extent;
mod text_grammar;
mod verdicts;
mod what_readers_look_for;
mod writing_a_hand;
