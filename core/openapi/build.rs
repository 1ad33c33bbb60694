//! Writes tables of the characters with each Unicode property that patterns may name and that the standard library can test.
#![allow(clippy::disallowed_methods, reason = "a build script reads the environment and writes files")]

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

type Test = fn(char) -> bool;

/// Name of the table and the test of each property.
const PROPERTIES: [(&str, Test); 4] = [
    ("ALPHABETIC", char::is_alphabetic),
    ("LOWERCASE", char::is_lowercase),
    ("NUMERIC", char::is_numeric),
    ("UPPERCASE", char::is_uppercase),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut tables = String::new();
    for (name, has_property) in PROPERTIES {
        writeln!(tables, "const {name}: &[u8] = &{:?};", encoded(has_property))?;
    }
    let folder = std::env::var("OUT_DIR")?;
    std::fs::write(Path::new(&folder).join("unicode_properties.rs"), tables)?;
    Ok(())
}

/// Returns the lengths of the ranges without and with the property, in turn. Each is a number of seven bits per byte, and the
/// high bit is set in all bytes but the last.
fn encoded(has_property: Test) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut start, mut is_inside) = (0, false);
    for number in 0..=u32::from(char::MAX) {
        if char::from_u32(number).is_some_and(has_property) != is_inside {
            append(&mut bytes, number - start);
            (start, is_inside) = (number, !is_inside);
        }
    }
    bytes
}

fn append(bytes: &mut Vec<u8>, number: u32) {
    let [.., low] = number.to_be_bytes();
    if number < 0x80 {
        bytes.push(low);
    } else {
        bytes.push(low | 0x80);
        append(bytes, number >> 7);
    }
}
