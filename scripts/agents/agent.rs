//! An example agent as a separate program. It speaks the protocol of docs/reference/protocol.md and chooses any legal
//! action. It needs only a JSON parser.
//!
//!     cargo build --release --example agent
//!
//! Use it in a bot file: kind = "program", command = ["target/release/examples/agent"].

use std::io::{BufRead, Write, stdin, stdout};

use serde_json::{Value, json};

/// Simple random number generator: xorshift by Marsaglia.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn main() -> std::io::Result<()> {
    let mut dice = Dice(1);
    for line in stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let mut answer = json!({ "id": message["id"] });
        match message["request"].as_str() {
            Some("new") => dice = Dice(message["seed"].as_u64().unwrap_or(0) | 1),
            Some("choose") => {
                let legal = message["legal"].as_array().map_or(&[][..], Vec::as_slice);
                answer["action"] = legal[dice.below(legal.len())]["action"].clone();
            }
            Some("quit") => break,
            _ => {}
        }
        writeln!(stdout(), "{answer}")?;
        stdout().flush()?;
    }
    Ok(())
}
