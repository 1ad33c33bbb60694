//! What a comment says besides the report, and whether a host may have it said: commits and addresses stand in it as they are.

use waybill_base::date::Date;
use waybill_base::error::{Error, code};

use super::CommentState;

/// What a comment says besides the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentOptions {
    /// What the description is called: each description of a repository has a comment of its own.
    pub description: String,
    /// The commit that the pull request is compared with, in hexadecimal digits.
    pub base: String,
    /// The last commit of the pull request, in hexadecimal digits.
    pub head: String,
    /// Where committed descriptions can be looked at; `None` where they are built, or the host has no such pages.
    pub links: Option<SourceLinks>,
    /// What the comment said after the last push.
    pub previous: Option<CommentState>,
    /// Until when an accepted break that is pasted from the comment counts.
    pub expires: Option<Date>,
    /// The most characters the comment may have; [`MAX_COMMENT_CHARS`](super::MAX_COMMENT_CHARS) on GitHub.
    pub max_chars: usize,
}

/// The addresses of the two descriptions at their commits, to which `#L12` is added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLinks {
    /// The description of the base.
    pub base: String,
    /// The description of the head.
    pub head: String,
}

/// Why a comment cannot have these options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommentOptionsError {
    /// A commit is not written in hexadecimal digits.
    #[error("`{0}` is no commit: give its id, 7 to 64 hexadecimal digits in lower case")]
    Commit(&'static str),
    /// An address of a description is none.
    #[error("the link `{0}` is no address: give one of http or https without spaces, quotation marks and brackets")]
    Link(&'static str),
}

impl From<CommentOptionsError> for Error {
    fn from(error: CommentOptionsError) -> Error {
        Error::new(code::OPTIONS_INVALID, error.to_string())
    }
}

impl CommentOptions {
    /// Whether commits and addresses are such, so that neither brings markup into the comment.
    ///
    /// # Errors
    /// A [`CommentOptionsError`] that names the one which is not.
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

/// Whether a text is an address that ends no link of Markdown.
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
