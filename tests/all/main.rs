//! Every subject that needs neither a browser nor a name for each file: one program, so that the library is linked once.
//! `cargo test --test all laws` runs one subject.

mod advice;
mod allocation;
mod author;
mod best_line;
mod bourre;
mod build;
mod bystanders;
mod cards;
mod changed;
mod cousin_sessions;
mod cousins;
mod data;
mod derived;
mod doors;
mod edges;
mod edition_book;
mod edition_files;
mod edition_mistakes;
mod edition_options;
mod edition_places;
mod edition_tools;
mod editions;
mod effects;
mod engine;
mod errors;
mod evening;
mod files;
mod fixes;
#[path = "../support/golden.rs"]
mod golden;
mod guest;
#[path = "../guest_book/mod.rs"]
mod guest_book;
mod hostile_prose;
mod house;
mod init;
mod install;
mod language;
mod languages;
mod laws;
mod learn;
mod lessons;
mod levels;
#[path = "../support/library.rs"]
mod library;
mod loaded;
#[path = "../support/long.rs"]
mod long;
mod lore;
mod lsp;
mod machine;
#[path = "../support/marie.rs"]
mod marie;
mod marks;
mod mus;
mod mus_editions;
mod mus_levels;
mod mus_play;
mod mus_sessions;
#[path = "../support/mus_threshold_policy.rs"]
mod mus_threshold_policy;
mod mutation;
mod new_games;
mod observed_sessions;
mod odds;
#[path = "../support/once.rs"]
mod once;
mod option_hands;
mod options;
mod other_values;
mod own_book;
mod page_types;
mod pages;
mod peculiar;
mod perft;
#[path = "../pictures/mod.rs"]
mod pictures;
#[path = "../support/place.rs"]
mod place;
mod played;
mod playground;
#[path = "../support/prose.rs"]
mod prose;
mod random_editions;
mod reader;
mod reasons;
mod reports;
mod review;
mod rewritten;
mod robust;
mod seat;
mod seeded;
mod serve;
mod sessions;
mod settings;
#[path = "../support/shared.rs"]
mod shared;
mod sheets;
mod silence;
mod site;
#[path = "../support/small_book.rs"]
mod small_book;
mod solver;
mod strategy;
#[path = "../support/structure.rs"]
mod structure;
mod sums;
mod terminal;
mod text;
mod unseen;
mod verdicts;
mod walks;
mod web;
mod writing;
mod writing_a_hand;
