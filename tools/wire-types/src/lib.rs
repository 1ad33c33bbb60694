//! What crosses between Rust and TypeScript, declared as Rust's types read and write it.
//!
//! The declarations are kept in `tests/wire/`: a test of each crate holds its types to them, and the npm package holds its own
//! types to them as well (`bindings/npm/test/wire/`). So neither side changes without the other. `WAYBILL_BLESS=1` writes the
//! declarations of the tests that run.

mod layout;

use std::collections::BTreeMap;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of one crate, each by its name.
pub struct Declarations {
    config: Config,
    declared: BTreeMap<String, String>,
}

impl Default for Declarations {
    fn default() -> Declarations {
        // All whole numbers that cross are held exactly by JavaScript's.
        Declarations { config: Config::new().with_large_int("number"), declared: BTreeMap::new() }
    }
}

impl Declarations {
    /// Declares a type, and every type that it is made of.
    ///
    /// # Panics
    /// Where two of them have the same name, which fails the test that asks.
    #[must_use]
    pub fn with<T: TS + 'static>(mut self) -> Declarations {
        self.visit::<T>();
        self
    }

    /// Declares a type that has these texts, which Rust's types know by its name alone.
    #[must_use]
    pub fn with_names<'a>(mut self, name: &str, texts: impl IntoIterator<Item = &'a str>) -> Declarations {
        let texts: Vec<String> = texts.into_iter().map(|text| format!("{text:?}")).collect();
        self.declared.insert(name.to_owned(), format!("type {name} = {}", texts.join(" | ")));
        self
    }

    /// Holds that these are the declarations in `tests/wire/<file>`, or writes them there.
    ///
    /// # Panics
    /// Where they are not, which fails the test that asks.
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
            "what crosses to TypeScript is not what tests/wire/{file} says:\n{}\nWAYBILL_BLESS=1 writes it anew; then \
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
        // What has no file of its own, as ts-rs puts it, is a type of the language.
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

/// The lines of a text that another one does not have.
fn lines_without<'t>(text: &'t str, other: &'t str) -> impl Iterator<Item = &'t str> {
    text.lines().filter(move |line| !other.lines().any(|known| known == *line))
}
