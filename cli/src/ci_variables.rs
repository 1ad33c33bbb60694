//! Environment variables that CI systems set. An empty variable is treated as missing.

/// Returns the value of a variable.
pub(crate) fn read(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// True if this run is part of GitHub Actions.
pub(crate) fn is_github_actions() -> bool {
    read("GITHUB_ACTIONS").as_deref() == Some("true")
}
