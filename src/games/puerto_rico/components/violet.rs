//! The violet buildings, each as a set with one member.

use crate::puerto_rico::components::{Buildings, only};

/// Extra doubloons for a sale (PR-8.3).
pub const SMALL_MARKET: Buildings = only(6);
/// Extra plantation from the stack (PR-4.6).
pub const HACIENDA: Buildings = only(7);
/// Quarry instead of a plantation (PR-4.7).
pub const CONSTRUCTION_HUT: Buildings = only(8);
/// Storage for one kind of good (PR-9.12).
pub const SMALL_WAREHOUSE: Buildings = only(9);
/// Colonist for a new island tile (PR-4.8).
pub const HOSPICE: Buildings = only(10);
/// Sale of goods that are already in the trading house (PR-8.2).
pub const OFFICE: Buildings = only(11);
/// Extra doubloons for a sale (PR-8.3).
pub const LARGE_MARKET: Buildings = only(12);
/// Storage for two kinds of goods (PR-9.12).
pub const LARGE_WAREHOUSE: Buildings = only(13);
/// Doubloons for the kinds of goods produced (PR-7.4).
pub const FACTORY: Buildings = only(14);
/// Colonist for a new building (PR-6.6).
pub const UNIVERSITY: Buildings = only(15);
/// Extra VP for each load (PR-9.8).
pub const HARBOR: Buildings = only(16);
/// Shipping without a cargo ship (PR-9.9).
pub const WHARF: Buildings = only(17);
/// Bonus for production buildings (PR-13.3).
pub const GUILD_HALL: Buildings = only(18);
/// Bonus for filled island spaces (PR-13.3).
pub const RESIDENCE: Buildings = only(19);
/// Bonus for colonists (PR-13.3).
pub const FORTRESS: Buildings = only(20);
/// Bonus for VP chips (PR-13.3).
pub const CUSTOMS_HOUSE: Buildings = only(21);
/// Bonus for violet buildings (PR-13.3).
pub const CITY_HALL: Buildings = only(22);
