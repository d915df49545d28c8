//! The `portolan` program.

fn main() -> std::process::ExitCode {
    portolan::main()
}
