//! A build from the scripts of `package.json`: the script that writes a description, the package manager, and the output
//! file.

use std::path::Path;

use super::quoted;

/// Lock files, with the commands that install dependencies and run a script.
const MANAGERS: [(&str, &str, &str); 4] = [
    ("package-lock.json", "npm ci", "npm run"),
    ("pnpm-lock.yaml", "pnpm install --frozen-lockfile", "pnpm run"),
    ("yarn.lock", "yarn install --frozen-lockfile", "yarn run"),
    ("package.json", "npm install", "npm run"),
];

/// Returns settings with a build, if the name of a script suggests that it writes a description.
pub(super) fn settings(root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(root.join("package.json")).ok()?;
    let package: serde_json::Value = serde_json::from_str(&text).ok()?;
    let scripts = package.get("scripts")?.as_object()?;
    let named = |text: &str| ["openapi", "swagger"].iter().any(|word| text.to_ascii_lowercase().contains(word));
    let (name, script) = scripts.iter().filter(|(name, _)| named(name)).min_by_key(|(name, _)| name.len())?;
    let (_, install, run) = MANAGERS.into_iter().find(|(lock, _, _)| root.join(lock).is_file())?;
    let build = format!("{install} && {run} {name}");
    let words = script.as_str().unwrap_or_default().split([' ', '=', '>', '"', '\'']);
    let is_file = |word: &&str| [".json", ".yaml", ".yml"].iter().any(|ending| word.ends_with(ending));
    // The last file: in a script, the input usually comes before the output.
    let output =
        words.filter(is_file).filter(|word| !word.starts_with('/') && !word.contains("..")).rfind(|word| named(word));
    let comment = match output {
        Some(_) => "",
        None => "# The file that the build writes. Check it, because package.json does not name it.\n",
    };
    let output = quoted(output.unwrap_or("openapi.json"));
    Some(format!("build = {}\n{comment}output = {output}\n", quoted(&build)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Source, parse};

    #[test]
    fn a_script_and_the_file_it_writes_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let found =
            || match parse(&settings(folder.path()).unwrap(), "waybill.toml").unwrap().descriptions.remove(0).source {
                Source::Built { command, output } => (command, output),
                Source::Committed { path } => panic!("{path} is no build"),
            };
        write(
            "package.json",
            r#"{"scripts": {"test": "x", "openapi:build": "gen a.json --out dist/openapi.json", "lint:openapi-all": ""}}"#,
        );
        assert_eq!(found(), ("npm install && npm run openapi:build".to_owned(), "dist/openapi.json".to_owned()));
        write("pnpm-lock.yaml", "");
        write("package.json", r#"{"scripts": {"swagger": "node gen.js"}}"#);
        assert_eq!(
            found(),
            ("pnpm install --frozen-lockfile && pnpm run swagger".to_owned(), "openapi.json".to_owned())
        );
        write("package.json", r#"{"scripts": {"test": "x"}}"#);
        assert_eq!(settings(folder.path()), None);
    }
}
