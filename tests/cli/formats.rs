//! Files in other formats are rejected with advice.

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const SIMULATE: &str =
    "simulate --game cartagena --bots random,random --games 20 --quiet --out run --seed=4";

#[test]
fn results_of_other_format_versions_are_rejected() {
    let folder = &Folder::new();
    folder.succeeds(SIMULATE);
    let manifest = "run/manifest.toml";
    let text = folder.read(manifest);
    for (format, wanted) in [
        ("", "has no format key, but this program uses format 2"),
        (
            "format = 1\n",
            "has format 1, but this program uses format 2",
        ),
        ("format = 3\n", "read it with the version that wrote it"),
    ] {
        folder.write(manifest, text.replacen("format = 2\n", format, 1));
        folder.rejects(&format!(
            "
            report run => {manifest}: => {wanted}
            merge run --check => {manifest}: => {wanted}
            replay --run run --game-id 1 => {manifest}: => {wanted}
            {SIMULATE} --resume => {manifest}: => {wanted}
        "
        ));
    }
    folder.succeeds(format!("{SIMULATE} --force"));
    folder.read(manifest).assert_contains("format = 2\n");
}
