//! The path of a changelog's page, for each generator of sites.

use crate::render::markdown::FrontMatter;

/// Returns the path of a file's page, if it differs from the file's path.
pub(super) fn page_path(file: &str, front_matter: FrontMatter) -> Option<String> {
    let path = file.strip_suffix(".md").or_else(|| file.strip_suffix(".mdx"))?;
    match front_matter {
        FrontMatter::Docusaurus => Some(path.to_owned()),
        FrontMatter::Starlight => {
            let slugs: Vec<String> = path.split('/').map(slug).collect();
            Some(slugs.join("/") + "/")
        }
        FrontMatter::None => None,
    }
}

/// Converts a part of a path like Starlight: lower case, hyphens for spaces, no punctuation.
fn slug(part: &str) -> String {
    let lower = part.trim().to_lowercase();
    let kept = lower.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    kept.map(|char| if char == ' ' { '-' } else { char }).collect()
}
