//! Rule tests of Maracaibo, one module per chapter of the rules.

mod combat;
mod combat_cards;
mod explorer;
mod quests;
mod support;
