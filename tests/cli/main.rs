//! The program as its users meet it: what it prints, writes and refuses, and what survives a kill.

mod altered;
mod analyze;
mod archive;
mod campaign;
mod cartagena;
mod cluster;
mod completions;
#[path = "../support/consistent.rs"]
mod consistent;
mod durability;
mod estimates;
mod experiment_files;
mod exports;
mod faults;
mod fit;
mod folder;
mod force;
mod formats;
mod identity;
mod inputs;
mod learn;
mod mistakes;
mod named;
mod owners;
mod play;
mod processes;
#[path = "../support/program.rs"]
mod program;
mod progress;
mod protocol;
mod questions;
mod random_experiments;
mod recorded;
mod referees;
mod replay;
mod report;
mod report_kinds;
mod reproducibility;
#[path = "../support/schema.rs"]
mod schema;
mod scripts;
mod serve;
mod serve_load;
mod shards;
mod simulated_campaigns;
mod tables;
mod terminal;
mod told;
mod tune;
mod verbs;
mod visible;
mod workbook;
