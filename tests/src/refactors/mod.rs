//! Edits of a description that change its wording and not its meaning: each with the clause that makes both equal.
//!
//! A comparison of the description with the edited copy, in either direction, has to report nothing above documentation.

mod bounds;
mod composition;
mod defaults;
mod files;
mod habits;
mod layout;
mod nulls;
mod order;
mod parameters;
mod places;
mod references;
mod reuse;
mod security;
mod servers;
mod values;
mod verdict;
mod versions;
mod walk;
mod wording;

use serde_json::Value;

pub use places::{Places, Version};
pub use verdict::{Alarm, alarms};

/// A kind of edit.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Name of the kind, for tables.
    pub name: &'static str,
    /// The text that makes both sides equal.
    pub clause: &'static str,
    /// First and last version of the specification that have what is edited.
    pub versions: (Version, Version),
    edit: Edit,
}

/// Edit of a kind.
#[derive(Debug, Clone, Copy)]
enum Edit {
    /// Edits places of the description.
    Places(fn(&mut Value, &mut Places)),
    /// Writes the description as another text.
    Text(fn(&Value) -> String),
    /// Splits the description into files, the root first.
    Files(fn(&Value) -> Option<Vec<File>>),
}

/// A file of a description: its name, relative to the root, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path relative to the folder of the root.
    pub name: String,
    /// JSON or YAML.
    pub text: String,
}

impl Kind {
    const fn places(name: &'static str, clause: &'static str, edit: fn(&mut Value, &mut Places)) -> Kind {
        Kind { name, clause, versions: Version::ALL, edit: Edit::Places(edit) }
    }

    const fn text(name: &'static str, clause: &'static str, edit: fn(&Value) -> String) -> Kind {
        Kind { name, clause, versions: Version::ALL, edit: Edit::Text(edit) }
    }

    const fn files(name: &'static str, clause: &'static str, edit: fn(&Value) -> Option<Vec<File>>) -> Kind {
        Kind { name, clause, versions: Version::ALL, edit: Edit::Files(edit) }
    }

    const fn within(self, first: Version, last: Version) -> Kind {
        Kind { versions: (first, last), ..self }
    }

    /// Returns the files of the edited description, the root first; `None` if the kind does not apply. Of the places that
    /// could be edited, every `step`-th is.
    #[must_use]
    pub fn apply(&self, description: &Value, step: usize) -> Option<Vec<File>> {
        let version = Version::read(description)?;
        if version < self.versions.0 || version > self.versions.1 {
            return None;
        }
        let root = |text: String| {
            let name = if self.name.starts_with("yaml-") { "openapi.yaml" } else { "openapi.json" };
            vec![File { name: name.to_owned(), text }]
        };
        match self.edit {
            Edit::Places(edit) => {
                let mut edited = description.clone();
                let mut places = Places::new(version, step);
                edit(&mut edited, &mut places);
                (edited != *description).then(|| root(edited.to_string()))
            }
            Edit::Text(write) if step == 1 => Some(root(write(description))),
            Edit::Files(split) if step == 1 => split(description),
            Edit::Text(_) | Edit::Files(_) => None,
        }
    }
}

/// Returns all kinds, in the order in which a table lists them.
#[must_use]
pub fn kinds() -> Vec<Kind> {
    let lists: [&[Kind]; 16] = [
        layout::KINDS,
        order::KINDS,
        references::KINDS,
        reuse::KINDS,
        composition::KINDS,
        nulls::KINDS,
        bounds::KINDS,
        values::KINDS,
        defaults::KINDS,
        parameters::KINDS,
        servers::KINDS,
        security::KINDS,
        versions::KINDS,
        wording::KINDS,
        habits::KINDS,
        files::KINDS,
    ];
    lists.concat()
}
