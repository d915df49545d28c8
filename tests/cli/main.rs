//! The program as its users meet it: what it prints, writes and refuses, and what survives a kill.

mod analyze;
mod cartagena;
mod cluster;
mod experiment_files;
mod fit;
mod folder;
mod formats;
mod mistakes;
mod play;
mod processes;
mod progress;
mod random_experiments;
mod replay;
mod report;
mod report_kinds;
mod reproducibility;
mod scripts;
mod serve;
mod shards;
mod tables;
mod terminal;
mod tune;
mod verbs;
