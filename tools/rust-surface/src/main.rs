//! Prints the public items of a crate, one a line, from the JSON that rustdoc wrote of it and of the crates of the core.
//!
//! rustdoc lists no item of another crate, and `waybill-core` exports those of its sisters. So each `pub use` of it is
//! replaced by the items that it exports, and every type is named by the path that users import it by.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

const USAGE: &str = "usage: rust-surface CRATE.json FACADE.json SISTER.json..., the JSON that rustdoc wrote";

fn main() -> Result<()> {
    let files: Vec<_> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [listed, facade, sisters @ ..] = files.as_slice() else { bail!(USAGE) };
    let exports = Exports::read(facade, sisters)?;
    let sisters = sisters.iter().map(|sister| list(sister)).collect::<Result<Vec<_>>>()?;
    let mut items = list(listed)?;
    if listed == facade {
        items.retain(|item| !item.starts_with("pub use "));
        for (path, source) in &exports.foreign {
            let found: Vec<String> = sisters.iter().flat_map(|items| exported(items, path, source)).collect();
            if found.is_empty() {
                bail!("{path} exports {source}, which no other file lists");
            }
            items.extend(found);
        }
        items.extend(exports.own.iter().map(|(path, source)| format!("pub use {source} as {path}")));
    }
    for item in items {
        println!("{}", exports.rename(&item)?);
    }
    Ok(())
}

/// Lists the items of one crate.
fn list(json: &Path) -> Result<Vec<String>> {
    let builder = public_api::Builder::from_rustdoc_json(json);
    let builder = builder.omit_auto_derived_impls(true).omit_auto_trait_impls(true).omit_blanket_impls(true);
    let surface = builder.build().with_context(|| format!("cannot read {}", json.display()))?;
    Ok(surface.items().map(ToString::to_string).collect())
}

/// What a crate exports of others.
struct Exports {
    /// The source of each item of a sister crate, by the path it has here.
    foreign: BTreeMap<String, String>,
    /// The other path of each item that has two, by the shorter one.
    own: BTreeMap<String, String>,
}

impl Exports {
    fn read(facade: &Path, sisters: &[PathBuf]) -> Result<Exports> {
        let mut through = BTreeMap::new();
        for sister in sisters {
            through.extend(uses(sister)?);
        }
        let (mut foreign, mut own) = (BTreeMap::new(), BTreeMap::new());
        for (path, mut source) in uses(facade)? {
            if !source.starts_with("waybill_") {
                own.insert(path, format!("waybill_core::{source}"));
                continue;
            }
            while let Some(next) = through.get(&source).filter(|next| next.starts_with("waybill_")) {
                source.clone_from(next);
            }
            foreign.insert(path, source);
        }
        // What has two paths is listed under the first.
        let all = foreign.clone();
        foreign.retain(|path, source| {
            let first = all.iter().find_map(|(other, wider)| {
                let rest = source.strip_prefix(wider.as_str())?;
                let is_first = if rest.is_empty() { other < path } else { rest.starts_with("::") };
                is_first.then(|| format!("{other}{rest}"))
            });
            let is_first = first.is_none();
            own.extend(first.map(|first| (path.clone(), first)));
            is_first
        });
        Ok(Exports { foreign, own })
    }

    /// Writes each path of a sister crate as the path it is exported by.
    fn rename(&self, item: &str) -> Result<String> {
        let mut renamed = String::new();
        let mut rest = item;
        while let Some(at) = rest.find("waybill_") {
            let end =
                rest[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len() - at);
            let path = rest[at..at + end].trim_end_matches(':');
            renamed.push_str(&rest[..at]);
            renamed.push_str(
                &self.exported_path(path).with_context(|| format!("`{item}` names {path}, which is not exported"))?,
            );
            rest = &rest[at + path.len()..];
        }
        renamed.push_str(rest);
        Ok(renamed)
    }

    /// The path by which an item of a sister crate is exported.
    fn exported_path(&self, path: &str) -> Option<String> {
        if path.starts_with("waybill_core") || path.starts_with("waybill_mock") {
            return Some(path.to_owned());
        }
        let below = |source: &str| path.strip_prefix(source).filter(|rest| rest.is_empty() || rest.starts_with("::"));
        let found = self.foreign.iter().find_map(|(here, source)| Some(format!("{here}{}", below(source)?)));
        found.or_else(|| {
            // Where a type is declared in a private module its path is not that of its export.
            let is_type = |segment: &str| segment.starts_with(char::is_uppercase);
            let segments: Vec<&str> = path.split("::").collect();
            let at = segments.iter().position(|segment| is_type(segment))?;
            let (name, rest) = (segments.get(at)?, segments.get(at + 1..)?);
            let crate_name = segments.first()?;
            let is_it = |source: &&String| {
                source.split("::").next() == Some(crate_name) && source.rsplit("::").next() == Some(name)
            };
            let (here, _) = self.foreign.iter().find(|(_, source)| is_it(source))?;
            Some(std::iter::once(here.as_str()).chain(rest.iter().copied()).collect::<Vec<_>>().join("::"))
        })
    }
}

/// The public `use` of a crate: what each names, by its own path.
fn uses(json: &Path) -> Result<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(json).with_context(|| format!("cannot read {}", json.display()))?;
    let read: Value = serde_json::from_str(&text).with_context(|| format!("cannot read {}", json.display()))?;
    let mut found = BTreeMap::new();
    let (index, root) = read.get("index").zip(read.get("root")).context("no index of items")?;
    collect(index, root, "", &mut found)?;
    Ok(found)
}

fn collect(index: &Value, id: &Value, within: &str, found: &mut BTreeMap<String, String>) -> Result<()> {
    let item = &index[id.to_string()];
    let inner = &item["inner"];
    if let Some(import) = inner.get("use") {
        let name = import["name"].as_str().context("an export without a name")?;
        let source = import["source"].as_str().context("an export without a source")?;
        if import["is_glob"] == true {
            bail!("{within} exports all of {source}: name each item");
        }
        found.insert(format!("{within}::{name}"), source.to_owned());
    } else if let Some(module) = inner.get("module") {
        let name = item["name"].as_str().context("a module without a name")?;
        let path = if within.is_empty() { name.to_owned() } else { format!("{within}::{name}") };
        for inner in module["items"].as_array().context("a module without items")? {
            collect(index, inner, &path, found)?;
        }
    }
    Ok(())
}

/// The items of a sister crate that an export of `source` as `path` makes public: the item, and all that is below it.
fn exported(items: &[String], path: &str, source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_within = false;
    for item in items {
        if let Some(declared) = declared_path(item) {
            is_within = declared == source || declared.strip_prefix(source).is_some_and(|rest| rest.starts_with("::"));
        }
        if is_within {
            found.push(item.replace(source, path));
        }
    }
    found
}

/// The path of an item that is declared in a module, and not in another item.
fn declared_path(item: &str) -> Option<&str> {
    const KINDS: [&str; 9] = ["mod ", "struct ", "enum ", "trait ", "type ", "const ", "static ", "union ", "macro "];
    let declared = item.strip_prefix("pub ")?.trim_start_matches("unsafe ");
    let path = match KINDS.iter().find_map(|kind| declared.strip_prefix(kind)) {
        Some(path) => path.trim_start_matches("fn "),
        None => declared.strip_prefix("fn ")?,
    };
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(path.len());
    let path = path[..end].trim_end_matches(':');
    // What is declared in a type is below its name.
    let in_type = path
        .rsplit_once("::")
        .is_some_and(|(parent, _)| parent.rsplit("::").next().is_some_and(|name| name.starts_with(char::is_uppercase)));
    (!in_type).then_some(path)
}
