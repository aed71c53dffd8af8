//! The program.

fn main() -> std::process::ExitCode {
    mouche::cmd::cli::main()
}
