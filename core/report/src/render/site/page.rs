//! Where a site shows a changelog, by what builds it.

use crate::render::markdown::FrontMatter;

/// The path of the page of a file, where it is another than the file's own.
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

/// A part of a path as Starlight writes it: in lower case, spaces as hyphens, without punctuation.
fn slug(part: &str) -> String {
    let lower = part.trim().to_lowercase();
    let kept = lower.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    kept.map(|char| if char == ' ' { '-' } else { char }).collect()
}
