//! The rules of Cartagena, chapter by chapter; every test names the rules that it holds.

mod base;
mod box_content;
mod data;
mod examples;
mod full_escape;
mod hindrance;
mod invariants;
mod knowledge;
mod laws;
mod magician;
mod morgan;
mod options;
mod ranking;
mod size;
mod support;
