//! Tests of the command line: output, files, errors and resuming after a kill.

mod altered;
mod analyze;
mod archive;
mod audit;
mod campaign;
mod cartagena;
mod cluster;
mod completions;
mod contradictions;
mod durability;
mod ending;
mod entered;
mod estimates;
mod experiment_files;
mod exports;
mod faults;
mod folder;
mod follow;
mod identity;
mod items;
mod learn;
mod luck;
mod named;
mod owners;
mod play;
mod play_shown;
mod processes;
#[cfg(unix)]
mod programs;
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
mod saved_games;
mod scripts;
mod sentences;
mod serve;
mod serve_load;
mod shards;
mod simulated_campaigns;
#[cfg(target_os = "linux")]
mod snapshots;
mod tables;
mod terminal;
mod text;
mod told;
mod trial;
mod tune;
#[cfg(unix)]
mod web;
mod work_folders;

use portolan_testing::{consistent, program, schema};
