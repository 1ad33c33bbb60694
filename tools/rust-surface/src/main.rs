//! Prints a crate's public items, one per line, from rustdoc's JSON of it and of the crates of the core.
//!
//! rustdoc lists no items of other crates, and `waybill-core` exports those of its sister crates. This program replaces each
//! `pub use` by the exported item with its contents, and names every type by a path that users can import.

mod exports;
mod item;
mod json;
mod names;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use exports::Exports;
use item::{Item, items};
use json::Crate;
use names::Names;

const USAGE: &str = "usage: rust-surface CRATE.json FACADE.json SISTER.json..., the JSON that rustdoc wrote";

fn main() -> Result<()> {
    let files: Vec<_> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [listed, facade, sisters @ ..] = files.as_slice() else { bail!(USAGE) };
    let sisters = sisters.iter().map(|sister| Crate::read(sister)).collect::<Result<Vec<_>>>()?;
    let facade_crate = Crate::read(facade)?;
    let exports = Exports::new(&facade_crate, &sisters);
    let all: Vec<Item> = sisters.iter().flat_map(|sister| items(&sister.lines)).collect();
    let mut exported = items(&facade_crate.lines);
    for (path, source) in exports.by_path() {
        let before = exported.len();
        exported.extend(all.iter().filter_map(|item| item.exported(source, path)));
        if exported.len() == before {
            bail!("{path} exports {source}, which no file lists");
        }
    }
    exported.sort_by_key(Item::position);
    exported.dedup();
    let names = Names::new(&exports, &exported, &sisters);
    let found = if listed == facade { exported } else { items(&Crate::read(listed)?.lines) };
    for line in found.iter().flat_map(|item| &item.lines) {
        println!("{}", names.rename(line).with_context(|| format!("cannot name what is in `{line}`"))?);
    }
    Ok(())
}
