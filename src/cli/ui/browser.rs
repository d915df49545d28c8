//! Opens pages in the desktop browser.

use std::ffi::OsStr;
use std::path::Path;

use super::print::tell;

/// Environment variables that show that a browser can be opened: a desktop session or a browser set by the user.
#[cfg(all(unix, not(target_os = "macos")))]
const DESKTOPS: [&str; 4] = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER"];

/// Opens a page. If no browser can be started, prints a message with the path of the page instead of failing.
pub fn show(page: &Path) {
    let place = std::fs::canonicalize(page).unwrap_or_else(|_| page.to_path_buf());
    if let Err(problem) = start(place.as_os_str()) {
        tell(&format!(
            "no browser could be started ({problem}); open this file in a browser: {}",
            place.display()
        ));
    }
}

/// Opens an address that was already printed.
pub fn show_address(address: &str) {
    if let Err(problem) = start(OsStr::new(address)) {
        tell(&format!(
            "no browser could be started ({problem}); open the address in a browser"
        ));
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn start(page: &OsStr) -> Result<(), String> {
    // Without a desktop, a text browser would take over this terminal.
    let has_desktop = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !DESKTOPS.iter().any(|name| has_desktop(name)) {
        return Err("there is no desktop session".to_string());
    }
    open::that(page).map_err(|error| error.to_string())
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn start(page: &OsStr) -> Result<(), String> {
    open::that(page).map_err(|error| error.to_string())
}
