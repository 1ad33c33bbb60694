//! `cargo xtask`: everything this repository does beside compiling.
//!
//! Each subcommand sets up what it needs, or names in one line the command that would. CI calls only `cargo xtask test`.

mod build;
mod command;
mod repo;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask <command>

  build wasm|kotlin|swift [--release]   generated sources and native code of one host, from Rust
                                        (without --release: the test build, with one function that panics)
";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let repo = repo::Repo::find()?;
    match words.as_slice() {
        ["build", host] => build::host(&repo, host, build::Kind::Test),
        ["build", host, "--release"] => build::host(&repo, host, build::Kind::Shipped),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => bail!("no such command: cargo xtask {}\n\n{USAGE}", words.join(" ")),
    }
}
