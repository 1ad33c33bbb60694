//! The front matter of a changelog, as different documentation sites read it.

/// Whose front matter a changelog has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FrontMatter {
    /// Docusaurus: `title`, `description`, `sidebar_position`.
    #[default]
    Docusaurus,
    /// Starlight: `title`, `description`, `sidebar.order`.
    Starlight,
    /// None: the title is a heading.
    None,
}

/// A changelog, written for Docusaurus, with the front matter of another site.
#[must_use]
pub fn convert_front_matter(changelog: &str, style: FrontMatter) -> String {
    let split = changelog.strip_prefix("---\n").and_then(|rest| rest.split_once("---\n"));
    let Some((head, body)) = split else { return changelog.to_owned() };
    match style {
        FrontMatter::Docusaurus => changelog.to_owned(),
        FrontMatter::Starlight => {
            format!("---\n{}---\n{body}", head.replace("sidebar_position: ", "sidebar:\n  order: "))
        }
        FrontMatter::None => {
            let title = head.lines().find_map(|line| line.strip_prefix("title: ")).unwrap_or_default();
            format!("# {}\n{body}", title.trim_matches('"'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: &str = "---\ntitle: \"API 1.5.0\"\ndescription: \"Nothing changed since 1.4.0.\"\nsidebar_position: -1005000\n---\n\nReleased.\n\n---\n";

    #[test]
    fn each_site_gets_its_own() {
        assert_eq!(convert_front_matter(WRITTEN, FrontMatter::Docusaurus), WRITTEN);
        assert_eq!(
            convert_front_matter(WRITTEN, FrontMatter::Starlight),
            "---\ntitle: \"API 1.5.0\"\ndescription: \"Nothing changed since 1.4.0.\"\nsidebar:\n  order: -1005000\n---\n\nReleased.\n\n---\n"
        );
        assert_eq!(convert_front_matter(WRITTEN, FrontMatter::None), "# API 1.5.0\n\nReleased.\n\n---\n");
    }
}
