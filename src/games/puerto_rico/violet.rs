//! The violet buildings, as sets of one.

use super::components::{Buildings, only};

/// PR-8.3.
pub const SMALL_MARKET: Buildings = only(6);
/// PR-4.6.
pub const HACIENDA: Buildings = only(7);
/// PR-4.7.
pub const CONSTRUCTION_HUT: Buildings = only(8);
/// PR-9.12.
pub const SMALL_WAREHOUSE: Buildings = only(9);
/// PR-4.8.
pub const HOSPICE: Buildings = only(10);
/// PR-8.2.
pub const OFFICE: Buildings = only(11);
/// PR-8.3.
pub const LARGE_MARKET: Buildings = only(12);
/// PR-9.12.
pub const LARGE_WAREHOUSE: Buildings = only(13);
/// PR-7.4.
pub const FACTORY: Buildings = only(14);
/// PR-6.6.
pub const UNIVERSITY: Buildings = only(15);
/// PR-9.8.
pub const HARBOR: Buildings = only(16);
/// PR-9.9.
pub const WHARF: Buildings = only(17);
/// PR-13.3.
pub const GUILD_HALL: Buildings = only(18);
/// PR-13.3.
pub const RESIDENCE: Buildings = only(19);
/// PR-13.3.
pub const FORTRESS: Buildings = only(20);
/// PR-13.3.
pub const CUSTOMS_HOUSE: Buildings = only(21);
/// PR-13.3.
pub const CITY_HALL: Buildings = only(22);
