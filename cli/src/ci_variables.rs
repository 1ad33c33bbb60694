//! What a CI system says of the run in environment variables; one that is empty says nothing.

/// The value of a variable.
pub(crate) fn read(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Whether the run is one of GitHub Actions.
pub(crate) fn is_github_actions() -> bool {
    read("GITHUB_ACTIONS").as_deref() == Some("true")
}
