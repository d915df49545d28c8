//! A full disk during the dialogue.

use portolan_core::files::saved_as;

use super::super::faults::shim;
use crate::folder::{Folder, Workdir};
use crate::program;
use crate::text::{TextAssert, flat};

#[test]
fn full_disk_loses_no_moves() {
    let folder = &Folder::new();
    let met = Folder::new();
    let input = "corn\nindigo\nindigo\ncoffee\nsettler\n";
    // The full disk must affect only the log, and not standard output.
    let folder_path = folder.canonicalize().unwrap();
    let under = folder_path.join(saved_as("full.log"));
    let follow = |at: &str| {
        let mut command =
            folder.command("follow puerto_rico --players 3 --no-hints --log full.log");
        command.env("LD_PRELOAD", shim()).env("FAULT_UNDER", &under);
        command
            .env("FAULT_CALLS", "write")
            .env("FAULT_ERROR", "28")
            .env("FAULT_AT", at);
        command.env("FAULT_MET", met.join("met"));
        program::fed(&mut command, input)
    };
    let output = follow("3");
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{out}");
    let flat = flat(&out);
    assert!(
        flat.contains("not saved: full.log: No space left on device"),
        "{out}"
    );
    assert!(flat.contains("saved again in full.log"), "{out}");
    let log = folder.read("full.log");
    log.assert_ends_with("\n\ndrawn corn, indigo, indigo, coffee\n1 settler\n");
}
