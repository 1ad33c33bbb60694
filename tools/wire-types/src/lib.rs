//! The types exchanged between Rust and TypeScript, declared from Rust's types.
//!
//! The declarations are kept in `tests/wire/`. A test in each crate compares its types with them, and so does the npm package
//! (`bindings/npm/test/wire/`), so neither side changes alone. `WAYBILL_BLESS=1` rewrites the declarations of the tests that
//! run.

mod layout;

use std::collections::BTreeMap;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of one crate, by name.
pub struct Declarations {
    config: Config,
    declared: BTreeMap<String, String>,
}

impl Default for Declarations {
    fn default() -> Declarations {
        // JavaScript's numbers hold all integers that are exchanged exactly.
        Declarations { config: Config::new().with_large_int("number"), declared: BTreeMap::new() }
    }
}

impl Declarations {
    /// Declares a type and all types that it contains.
    ///
    /// # Panics
    /// Panics if two of them have the same name.
    #[must_use]
    pub fn with<T: TS + 'static>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }

    /// Declares a type with these string values. Rust's types refer to it only by name.
    #[must_use]
    pub fn with_names<'a>(mut self, name: &str, texts: impl IntoIterator<Item = &'a str>) -> Declarations {
        let texts: Vec<String> = texts.into_iter().map(|text| format!("{text:?}")).collect();
        self.declared.insert(name.to_owned(), format!("type {name} = {}", texts.join(" | ")));
        self
    }

    /// Compares the declarations with those in `tests/wire/<file>`, or writes them with `WAYBILL_BLESS`.
    ///
    /// # Panics
    /// Panics if they differ.
    #[track_caller]
    pub fn hold(&self, file: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/wire").join(file);
        let text = self.to_string();
        if std::env::var_os("WAYBILL_BLESS").is_some() {
            assert!(std::fs::write(&path, &text).is_ok(), "{} cannot be written", path.display());
            return;
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let missing: Vec<String> = lines_without(&kept, &text).map(|line| format!("- {line}")).collect();
        let added: Vec<String> = lines_without(&text, &kept).map(|line| format!("+ {line}")).collect();
        assert!(
            kept == text,
            "what crosses to TypeScript is not what tests/wire/{file} says:\n{}\nWAYBILL_BLESS=1 writes it; then \
             `cargo xtask test npm` says which types of the npm package have to follow",
            [missing, added].concat().join("\n")
        );
    }
}

impl std::fmt::Display for Declarations {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(formatter, "// Written by a test, from Rust: see `tools/wire-types`.")?;
        self.declared.values().try_for_each(|declaration| write!(formatter, "\n{}", layout::lay_out(declaration)))
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // For ts-rs, a type without a file of its own is built into the language.
        if T::output_path().is_none() {
            return;
        }
        let (name, declaration) = (T::ident(&self.config), T::decl(&self.config));
        if let Some(known) = self.declared.get(&name) {
            assert!(*known == declaration, "two types that cross are called {name}");
            return;
        }
        self.declared.insert(name, declaration);
        T::visit_dependencies(self);
    }
}

/// Returns the lines of a text that another text does not have.
fn lines_without<'t>(text: &'t str, other: &'t str) -> impl Iterator<Item = &'t str> {
    text.lines().filter(move |line| !other.lines().any(|known| known == *line))
}
