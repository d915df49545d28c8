//! Tests of README, docs and CONTRIBUTING: their commands run, their rules are tested, their examples work, and the source
//! tree has the documented layers.

#[cfg(unix)]
mod commands;
mod examples;
#[cfg(unix)]
mod finder;
#[cfg(unix)]
mod findings;
#[cfg(unix)]
mod folder;
mod house;
#[cfg(unix)]
mod key_tables;
#[cfg(unix)]
mod language;
#[cfg(unix)]
mod prose;
#[cfg(unix)]
mod reference;
#[cfg(unix)]
mod reference_pages;
mod rule_ids;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod small;
#[cfg(unix)]
mod source;
#[cfg(unix)]
mod tables;
