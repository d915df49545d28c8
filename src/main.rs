//! The `portolan` program: parses, calls, prints.

fn main() -> std::process::ExitCode {
    portolan::program::cli::main()
}
