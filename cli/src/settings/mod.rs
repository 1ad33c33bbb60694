//! `waybill.toml`: what the repository says about itself, read from the root of the working tree.

use std::path::Path;

use serde::Deserialize;

use crate::failure::Failure;

const NAME: &str = "waybill.toml";

/// The settings of a repository.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    /// The OpenAPI description's path from the repository's root, with `/` between folders.
    pub(super) description: String,
}

/// Reads the settings of the repository at `root`.
pub(super) fn read(root: &Path) -> Result<Settings, Failure> {
    let example = "write in it where the description is: `description = \"openapi.json\"`";
    let text = std::fs::read_to_string(root.join(NAME)).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            Failure::new(format!("there is no {NAME} in the repository's root, {}", root.display()))
                .help("create it, with where the description is: `description = \"openapi.json\"`")
        }
        _ => Failure::new(format!("{NAME} cannot be read: {error}")).help(example),
    })?;
    let settings: Settings = toml::from_str(&text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', ", ");
        Failure::new(format!("{NAME} is not understood: {message}"))
            .at(place(&text, error.span().map_or(0, |span| span.start)))
            .help(example)
    })?;
    let description = literal(&settings.description).ok_or_else(|| {
        Failure::new(format!("`description` in {NAME} is not a path inside the repository: {:?}", settings.description))
            .help("give the path from the repository's root, with `/` between folders and without `..`")
    })?;
    Ok(Settings { description })
}

/// The path as git stores it, or nothing where it leads out of the repository or nowhere.
fn literal(path: &str) -> Option<String> {
    let absolute = path.starts_with('/') || Path::new(path).is_absolute();
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let safe = !absolute && !parts.is_empty() && !parts.contains(&"..") && !path.contains(char::is_control);
    safe.then(|| parts.join("/"))
}

fn place(text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.split('\n').count();
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    format!("{NAME}:{line}:{column}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_taken_from_the_root_and_stays_inside() {
        assert_eq!(literal("openapi.json").as_deref(), Some("openapi.json"));
        assert_eq!(literal("./api//v1/openapi.yaml").as_deref(), Some("api/v1/openapi.yaml"));
        assert_eq!(literal("-rf").as_deref(), Some("-rf"));
        for path in ["", ".", "/etc/passwd", "../openapi.json", "api/../../x", "a\nb", "a\0b"] {
            assert_eq!(literal(path), None, "{path:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let read = |text: &str| {
            std::fs::write(folder.path().join(NAME), text).unwrap();
            read(folder.path()).unwrap_err().to_string()
        };
        assert!(read("# nothing yet\n").contains("missing field `description`"));
        assert!(read("\ndescripton = 'x'\n").contains("waybill.toml:2:1"));
        assert!(read("description = 4\n").contains("waybill.toml:1:15"));
        assert!(read("description = \"../x\"\n").contains("not a path inside the repository"));
    }
}
