//! Options of Cartagena are listed and recorded.

use portolan::games::cartagena::options::OPTIONS;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const PLAY: &str = "simulate --game cartagena --games 4 --out out";
const BOTS: &str = "--bots random,random";

#[test]
fn options_are_listed_and_recorded_in_the_manifest() {
    let folder = Folder::new();
    let listed = folder.succeeds("games cartagena");
    for option in OPTIONS {
        listed.assert_contains([option.name, option.default, option.meaning]);
    }
    folder.succeeds(format!(
        "{PLAY} {BOTS} --set strips=5 --set modules=morgan,hindrance"
    ));
    let manifest = folder.read("out/manifest.toml");
    manifest.assert_contains(["strips = \"5\"", "modules = \"morgan,hindrance\""]);
    manifest.assert_lacks("games_capped");
}
