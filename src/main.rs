//! The `merel` command.

fn main() -> std::process::ExitCode {
    merel::cli::main()
}
