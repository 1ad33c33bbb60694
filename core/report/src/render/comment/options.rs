//! The options of a comment, and their validation. Commits and URLs are written into the comment without escaping.

use waybill_base::date::Date;
use waybill_base::error::{Error, code};

use super::CommentState;

/// Options of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentOptions {
    /// Name of the description. Each description of a repository has its own comment.
    pub description: String,
    /// Base commit of the comparison, in hexadecimal digits.
    pub base: String,
    /// Last commit of the pull request, in hexadecimal digits.
    pub head: String,
    /// URLs of the committed descriptions. `None` if they are generated, or if the host has no such pages.
    pub links: Option<SourceLinks>,
    /// State of the comment after the last push.
    pub previous: Option<CommentState>,
    /// Expiry date of acceptances that are copied from the comment.
    pub expires: Option<Date>,
    /// Maximum number of characters; [`MAX_COMMENT_CHARS`](super::MAX_COMMENT_CHARS) on GitHub.
    pub max_chars: usize,
}

/// The URLs of the two descriptions at their commits. Fragments such as `#L12` are appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLinks {
    /// URL of the description of the base.
    pub base: String,
    /// URL of the description of the head.
    pub head: String,
}

/// The error for invalid options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommentOptionsError {
    /// A commit is not a hexadecimal id.
    #[error("`{0}` is not a commit id: pass 7 to 64 hexadecimal digits in lower case")]
    Commit(&'static str),
    /// A link is not a valid URL.
    #[error("the link `{0}` is not a URL: pass an http or https URL without spaces, quotation marks and brackets")]
    Link(&'static str),
}

impl From<CommentOptionsError> for Error {
    fn from(error: CommentOptionsError) -> Error {
        Error::new(code::OPTIONS_INVALID, error.to_string())
    }
}

impl CommentOptions {
    /// Checks that commits and URLs are valid, so that they cannot add markup to the comment.
    ///
    /// # Errors
    /// A [`CommentOptionsError`] that names the invalid option.
    pub fn check(&self) -> Result<(), CommentOptionsError> {
        for (member, commit) in [("base", &self.base), ("head", &self.head)] {
            let digits = commit.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            if !digits || !(7..=64).contains(&commit.len()) {
                return Err(CommentOptionsError::Commit(member));
            }
        }
        let links = self.links.iter().flat_map(|links| [("base", &links.base), ("head", &links.head)]);
        match { links }.find(|(_, link)| !is_address(link)) {
            Some((member, _)) => Err(CommentOptionsError::Link(member)),
            None => Ok(()),
        }
    }
}

/// Returns true if a string is a URL that cannot end a Markdown link.
fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let stays_inside = |byte: u8| byte.is_ascii_graphic() && !b"()<>[]{}\"'`\\|*".contains(&byte);
    !rest.is_empty() && rest.bytes().all(stays_inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(base: &str, link: &str) -> CommentOptions {
        CommentOptions {
            description: "Orders".to_owned(),
            base: base.to_owned(),
            head: "a1b2c3d4".to_owned(),
            links: Some(SourceLinks { base: "https://a.example/b".to_owned(), head: link.to_owned() }),
            previous: None,
            expires: None,
            max_chars: 100,
        }
    }

    #[test]
    fn neither_a_commit_nor_an_address_brings_markup() {
        assert_eq!(options("0123abcd", "https://a.example/o/r/blob/main/a%20b.json?x=1").check(), Ok(()));
        for commit in ["", "0123", "`@octocat`", "0123ABCD", "0123abcd\n# new"] {
            assert_eq!(
                options(commit, "https://a.example").check(),
                Err(CommentOptionsError::Commit("base")),
                "{commit}"
            );
        }
        for link in ["", "https://", "javascript:alert(1)", "https://a.example/) @octocat", "https://a.example/(b"] {
            assert_eq!(options("0123abcd", link).check(), Err(CommentOptionsError::Link("head")), "{link}");
        }
    }
}
