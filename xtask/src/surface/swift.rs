//! The public declarations of the Swift package, listed by its compiler.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::command::Run;
use crate::repo::Repo;

/// Shell script that runs in the package. Output of the build goes to standard error.
const LIST: &str = r#"swift package --scratch-path "$SWIFT_SCRATCH" dump-symbol-graph --minimum-access-level public \
    --skip-synthesized-members >&2
for module in Waybill WaybillRedis; do cat "$SWIFT_SCRATCH"/*/symbolgraph/$module.symbols.json; echo; done"#;

/// The needed parts of a symbol graph.
#[derive(Deserialize)]
struct Graph {
    symbols: Vec<Symbol>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Symbol {
    path_components: Vec<String>,
    declaration_fragments: Vec<Fragment>,
}

#[derive(Deserialize)]
struct Fragment {
    spelling: String,
}

/// Lists the declarations, each preceded by its path.
pub(super) fn list(repo: &Repo) -> Result<String> {
    let run = Run::new(repo, "surface-swift", "sh").arg(repo.path("tools/swift-run.sh"));
    let output = run.args(&["bindings/swift", "sh", "-ec", LIST]).run()?;
    // Skip the compiler's own lines, which come first.
    let graphs: Vec<&str> = output.lines().filter(|line| line.starts_with('{')).collect();
    ensure!(graphs.len() == 2, "Swift printed {} symbol graphs, not 2", graphs.len());
    let mut lines = BTreeSet::new();
    for graph in graphs {
        let Graph { symbols } =
            serde_json::from_str(graph).context("Swift printed another symbol graph than was expected")?;
        lines.extend(symbols.iter().map(line));
    }
    Ok(lines.into_iter().collect())
}

fn line(symbol: &Symbol) -> String {
    let declaration: String = symbol.declaration_fragments.iter().map(|fragment| fragment.spelling.as_str()).collect();
    let words: Vec<&str> = declaration.split_whitespace().collect();
    format!("{}: {}\n", symbol.path_components.join("."), words.join(" "))
}
