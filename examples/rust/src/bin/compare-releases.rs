//! Prints the version that a release of an API requires, and its changelog. Run it with two descriptions and their versions:
//! `cargo run --package waybill-examples --bin compare-releases old.json 1.4.0 new.json 1.5.0`.

use anyhow::{Context as _, Result, bail};
use waybill_core::release::{Version, next_version};
use waybill_core::render::{ChangelogOptions, Release};
use waybill_core::{CompareOptions, compare};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [previous_name, previous, current_name, version] = arguments.as_slice() else {
        bail!("name PREVIOUS_FILE PREVIOUS_VERSION CURRENT_FILE CURRENT_VERSION")
    };
    let read = |name: &String| std::fs::read(name).with_context(|| format!("cannot read {name}"));
    let options = CompareOptions {
        previous_name: previous_name.clone(),
        current_name: current_name.clone(),
        ..CompareOptions::default()
    };
    let report = compare(&read(previous_name)?, &read(current_name)?, &options)?;

    let previous: Version = previous.parse()?;
    println!("the next version: {}\n", next_version(previous, [report.verdict.required_bump]));
    let release = Release::after(previous, version.parse()?, None)?;
    let report = report.released_as(release.previous, release.version);
    print!("{}", report.changelog(&release, &ChangelogOptions::default()));
    Ok(())
}
