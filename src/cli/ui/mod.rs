//! Terminal and browser: tables, progress, dialogue, colours and errors.

pub mod advice;
pub mod browser;
pub mod dialogue;
pub mod drawing;
pub mod failure;
pub mod input;
pub mod paint;
pub mod print;
pub mod progress;
pub mod scores;
pub mod table;
