//! `portolan play --web`: plays the game on a local web page, with the picture of `replay --html` to click on.
//!
//! | file | content |
//! | --- | --- |
//! | `table` | the game with its players, the current viewer and the next step |
//! | `view` | data that the page displays |
//! | `guard` | access control by address, token and origin |
//! | `host` | requests of the page and their answers |
//! | `server` | HTTP on 127.0.0.1, and Ctrl-C |

mod guard;
mod host;
mod server;
mod table;
mod view;

pub use table::Table;

use super::keeping::Keeper;
use crate::ui::browser::show_address;
use crate::ui::failure::Failure;
use crate::ui::print::print;
use guard::Guard;
use host::Host;
use portolan_core::registry::entry;
use portolan_report::live::live_page;
use server::Server;

/// Options of the page.
pub struct Place {
    /// Port; `None` for any free port.
    pub port: Option<u16>,
    /// True if the page is opened in the browser.
    pub open: bool,
}

/// Shows a game until Ctrl-C. `whence` describes the deal.
///
/// # Errors
/// [`Failure`] if the port is taken or the game could not be saved at the end.
pub fn show(
    table: Table,
    keeper: Box<dyn Keeper>,
    whence: &str,
    place: &Place,
) -> Result<(), Failure> {
    let server = Server::bind(place.port)?;
    let guard = Guard::new(server.port())?;
    let game = table.game();
    let title = entry(game).map_or(game, |entry| entry.title);
    let page = live_page(title, whence, table.seats().names()).map_err(Failure::work)?;
    let address = guard.address();
    let text = format!(
        "{game}, {whence}: {}\n{address}\nOnly you can open the page at this address. {} Ctrl-C \
         saves the game and ends.\n",
        table.seats().line_up(),
        keeper.promise()
    );
    let host = Host::new(table, keeper, guard, page);
    print(&text)?;
    if place.open {
        show_address(&address);
    }
    server.run(host)
}
