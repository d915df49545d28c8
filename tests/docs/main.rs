//! What README, docs and CONTRIBUTING say is so: what they tell people to type runs, their rules are tested, their examples
//! answer, and the source tree is the house that they draw.

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
