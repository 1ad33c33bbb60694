//! Generates the `rule!` macro, which gives each row of `src/compat/rules.rs` the level and texts of its page.
//!
//! The front matter of a page, `core/rules/<id>.md`, is YAML with one key per line. Only a subset of YAML is supported:
//! plain values, and values in double quotes without escapes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const LEVELS: [&str; 6] = ["breaking", "risky", "additive", "docs", "unclassified", "unproved"];
const TEXTS: [&str; 6] = ["table_row", "message", "why", "help", "advice", "title"];

#[expect(clippy::disallowed_methods, reason = "a build script reads and writes files")]
fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    let mut pages: Vec<&PathBuf> =
        files.iter().filter(|file| file.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    let mut arms = String::new();
    for page in pages {
        let arm = write_arm(page, &fs::read_to_string(page)?);
        arms += &arm.map_err(|message| io::Error::other(format!("{}: {message}", page.display())))?;
    }
    let generated = format!(
        "macro_rules! rule {{\n{arms}    ($id:literal, $when:expr $(,)?) => {{\n        \
         compile_error!(concat!(\"there is no page core/rules/\", $id, \".md\"))\n    }};\n}}\n"
    );
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("rules.rs"), generated)
}

/// Returns the macro arm for a page.
fn write_arm(path: &Path, page: &str) -> Result<String, String> {
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let front_matter = page
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .ok_or("it has to begin with front matter, between two lines of `---`")?
        .0;
    let mut level = None;
    let mut texts = TEXTS.map(|_| "");
    for line in front_matter.lines() {
        let (key, value) = line.split_once(": ").ok_or_else(|| format!("`{line}` is not `key: value`"))?;
        let value = unquote(value).ok_or_else(|| format!("put the value of `{key}` in double quotes"))?;
        if key == "level" {
            level = Some(LEVELS.iter().find(|level| **level == value).ok_or_else(|| format!("no level `{value}`"))?);
        } else {
            let place = TEXTS.iter().position(|text| *text == key).and_then(|index| texts.get_mut(index));
            *place.ok_or_else(|| format!("no key `{key}`: level, {}", TEXTS.join(", ")))? = value;
        }
    }
    let (first, rest) = level.ok_or("it has no `level`")?.split_at(1);
    let [table_row, message, why, help, advice, title] = texts;
    let mut arm = String::new();
    let _ = write!(
        arm,
        "    ({id:?}, $when:expr $(,)?) => {{
        Rule {{
            id: {id:?},
            when: $when,
            level: Level::{}{rest},
            table_row: {table_row:?},
            message: {message:?},
            why: text({why:?}),
            help: text({help:?}),
            advice: text({advice:?}),
            title: text({title:?}),
        }}
    }};
",
        first.to_uppercase()
    );
    Ok(arm)
}

/// Returns the value of a YAML scalar, or `None` if a plain scalar needs quotes.
fn unquote(scalar: &str) -> Option<&str> {
    if let Some(quoted) = scalar.strip_prefix('"') {
        return quoted.strip_suffix('"').filter(|value| !value.contains(['"', '\\']));
    }
    let is_plain = !scalar.starts_with(|first: char| "{[&*!|>'%@`#-?:,".contains(first))
        && !scalar.contains(": ")
        && !scalar.contains(" #")
        && !scalar.ends_with([':', ' ']);
    is_plain.then_some(scalar)
}
