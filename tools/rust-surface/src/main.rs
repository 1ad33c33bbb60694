//! Prints the public items of a crate, one a line, from the JSON that rustdoc wrote of it.

use anyhow::{Context as _, Result};

fn main() -> Result<()> {
    let json = std::env::args_os().nth(1).context("usage: rust-surface FILE, the JSON that rustdoc wrote")?;
    let builder = public_api::Builder::from_rustdoc_json(&json);
    let builder = builder.omit_auto_derived_impls(true).omit_auto_trait_impls(true).omit_blanket_impls(true);
    let surface = builder.build().with_context(|| format!("cannot read {}", json.display()))?;
    print!("{surface}");
    Ok(())
}
