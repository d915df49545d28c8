//! `portolan play --web`: the same game on a page of this machine, with the picture of `replay --html` to click on.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `table` | the game, who sits where, whose eyes the page has, and what may happen next |
//! | `view` | the game as the page draws it |
//! | `guard` | who may ask: the address, its token, the origin |
//! | `host` | what the page may ask, and the answers |
//! | `server` | HTTP on 127.0.0.1, and Ctrl-C |

mod guard;
mod host;
mod server;
mod table;
mod view;

pub use table::Table;

use super::keeping::Keeping;
use crate::browser::show_address;
use crate::failure::Failure;
use crate::print::print;
use guard::Guard;
use host::Host;
use portolan_core::registry::entry;
use portolan_report::live::live_page;
use server::Server;

/// Where a game is shown.
pub struct Place {
    /// The port; one that is free for `None`.
    pub port: Option<u16>,
    /// Whether the page is shown in the browser at once.
    pub open: bool,
}

/// Shows a game until Ctrl-C. `whence` says which deal it is.
///
/// # Errors
/// [`Failure`] if the port is taken, or the game could not be kept to the end.
pub fn show(
    table: Table,
    mut keeping: Keeping,
    whence: &str,
    place: &Place,
) -> Result<(), Failure> {
    keeping.begin(table.log().write());
    let server = Server::bind(place.port)?;
    let guard = Guard::new(server.port())?;
    let game = table.game();
    let title = entry(game).map_or(game, |entry| entry.title);
    let page = live_page(title, whence, table.seats().names()).map_err(Failure::work)?;
    let address = guard.address();
    print(&format!(
        "{game}, {whence}: {}\n{address}\nThe page is at this address, for you alone. {} Ctrl-C saves the game and ends.\n",
        table.seats().line_up(),
        keeping.promise()
    ))?;
    if place.open {
        show_address(&address);
    }
    server.run(Host::new(table, keeping, guard, page))
}
