//! Paths of a root document and the files it refers to, relative to their common folder.

use crate::failure::Failure;
use crate::pairs::ReadFile;

/// Name for a folder above the root document whose real name occurs in no path.
const ABOVE: &str = "description";

/// Returns the paths of the root document (`label` in messages) and of the files it refers to, in this order, relative to
/// their common folder.
pub(crate) fn lay_out(label: &str, read: &[ReadFile]) -> Result<Vec<String>, Failure> {
    let names = std::iter::once(label).chain(read.iter().map(|file| file.name.as_str()));
    let parts: Vec<Vec<&str>> = names
        .map(|name| without_release(name).split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect())
        .collect();
    let above = parts.iter().map(|parts| parts.iter().take_while(|part| **part == "..").count()).max().unwrap_or(0);
    let parts: Vec<Vec<&str>> = parts.into_iter().map(|parts| resolve(above, parts)).collect();
    let shortest = parts.iter().map(|parts| parts.len().saturating_sub(1)).min().unwrap_or(0);
    let is_common =
        |at: &usize| parts.iter().all(|other| other.get(*at) == parts.first().and_then(|first| first.get(*at)));
    let common = (0..shortest).take_while(is_common).count();
    let paths = parts.into_iter().map(|parts| parts.into_iter().skip(common).collect::<Vec<_>>());
    paths
        .map(|parts| {
            if parts.is_empty() || parts.iter().any(|part| part.contains(char::is_control)) {
                return Err(Failure::new(format!("`{label}` and its files cannot be stored in one folder"))
                    .help("use file names without control characters"));
            }
            Ok(parts.join("/"))
        })
        .collect()
}

/// Removes the release in front of a path, such as in `v1.4.0:api/openapi.yaml`.
fn without_release(name: &str) -> &str {
    match name.split_once(':') {
        Some((release, path)) if !release.contains(['/', '\\']) && !path.starts_with("//") => path,
        _ => name,
    }
}

/// Resolves `..` in a path that starts `above` folders deep.
fn resolve(above: usize, parts: Vec<&str>) -> Vec<&str> {
    let mut resolved = vec![ABOVE; above];
    for part in parts {
        if part == ".." {
            resolved.pop();
        } else {
            resolved.push(part);
        }
    }
    resolved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_their_places_to_one_another() {
        for (label, read, expected) in [
            ("openapi.json", vec![], vec!["openapi.json"]),
            ("v1.4.0:api/openapi.yaml", vec!["v1.4.0:api/schemas/a.yaml"], vec!["openapi.yaml", "schemas/a.yaml"]),
            ("api/root.json", vec!["shared/a.json"], vec!["api/root.json", "shared/a.json"]),
            ("root.json", vec!["../a.json", "b.json"], vec!["description/root.json", "a.json", "description/b.json"]),
            ("../api/root.json", vec!["../api/a.json"], vec!["root.json", "a.json"]),
            ("/tmp/root.json", vec!["/tmp/b/a.json"], vec!["root.json", "b/a.json"]),
            ("https://a.example/v1/api.yaml", vec!["https://a.example/v1/b/c.yaml"], vec!["api.yaml", "b/c.yaml"]),
        ] {
            let file = |name: &str| ReadFile { name: name.to_owned(), bytes: Vec::new(), is_fetched: false };
            let read: Vec<ReadFile> = read.into_iter().map(file).collect();
            assert_eq!(lay_out(label, &read).unwrap(), expected, "{label}");
        }
        assert!(lay_out("a\nb.json", &[]).is_err());
    }
}
