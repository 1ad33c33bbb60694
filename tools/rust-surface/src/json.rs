//! Reads rustdoc's JSON of a crate.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// A crate in rustdoc's description.
pub(crate) struct Crate {
    /// Items as `public-api` lists them, without exports.
    pub(crate) lines: Vec<String>,
    /// Source of each `pub use` as written, by the path that it creates.
    pub(crate) uses: BTreeMap<String, String>,
    /// Paths of its own types, including those in private modules.
    pub(crate) declared: Vec<String>,
}

impl Crate {
    pub(crate) fn read(file: &Path) -> Result<Crate> {
        let builder = public_api::Builder::from_rustdoc_json(file);
        let builder = builder.omit_auto_derived_impls(true).omit_auto_trait_impls(true).omit_blanket_impls(true);
        let surface = builder.build().with_context(|| format!("cannot read {}", file.display()))?;
        let lines = surface.items().map(ToString::to_string).filter(|line| !line.starts_with("pub use ")).collect();
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let json: Value = serde_json::from_str(&text).with_context(|| format!("cannot read {}", file.display()))?;
        let mut uses = BTreeMap::new();
        let (index, root) = json.get("index").zip(json.get("root")).context("no index of items")?;
        collect_uses(index, root, "", &mut uses)?;
        Ok(Crate { lines, uses, declared: declared(&json) })
    }
}

fn collect_uses(index: &Value, id: &Value, within: &str, uses: &mut BTreeMap<String, String>) -> Result<()> {
    let item = &index[id.to_string()];
    let inner = &item["inner"];
    if let Some(import) = inner.get("use") {
        let name = import["name"].as_str().context("an export without a name")?;
        let source = import["source"].as_str().context("an export without a source")?;
        if import["is_glob"] == true {
            bail!("{within} exports all of {source}: name each item");
        }
        uses.insert(format!("{within}::{name}"), source.to_owned());
    } else if let Some(module) = inner.get("module") {
        let name = item["name"].as_str().context("a module without a name")?;
        let path = if within.is_empty() { name.to_owned() } else { format!("{within}::{name}") };
        for inner in module["items"].as_array().context("a module without items")? {
            collect_uses(index, inner, &path, uses)?;
        }
    }
    Ok(())
}

/// Returns the paths of the crate's own items, including those in private modules.
fn declared(json: &Value) -> Vec<String> {
    let paths = json["paths"].as_object().into_iter().flat_map(serde_json::Map::values);
    let own = paths.filter(|path| path["crate_id"] == 0);
    own.filter_map(|path| {
        let segments = path["path"].as_array()?.iter().filter_map(Value::as_str).collect::<Vec<_>>();
        Some(segments.join("::"))
    })
    .collect()
}
