//! The state in a comment's marker: the description, the commit, and the breaking changes that it lists.

use std::fmt;

use waybill_base::internal::order::Listed as _;

use super::CommentOptions;
use crate::Change;

const BEGIN: &str = "<!-- waybill:comment ";
const END: &str = " -->";

/// Maximum number of ids in a marker. More ids would take too much space from the visible text.
const MAX_IDS: usize = 1_000;

/// The state of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentState {
    /// Name of the description.
    pub description: String,
    /// Last commit of the pull request when the comment was written.
    pub head: String,
    /// Ids of the listed breaking changes, in order.
    pub breaking: Vec<String>,
}

/// The error for text that is not a comment of Waybill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the comment does not begin with Waybill's marker")]
pub struct ParseStateError;

impl CommentState {
    pub(super) fn new(options: &CommentOptions, breaking: &[&Change]) -> CommentState {
        let ids = breaking.iter().take(MAX_IDS).map(|change| change.id.clone());
        CommentState { breaking: ids.list(), ..CommentState::of_nothing(options) }
    }

    /// Returns the state of a comment without changes.
    pub(super) fn of_nothing(options: &CommentOptions) -> CommentState {
        CommentState { description: options.description.clone(), head: options.head.clone(), breaking: Vec::new() }
    }

    /// Parses the state of a comment from its text.
    ///
    /// Everyone who can comment can write a marker. Use only comments of the account that posts them.
    ///
    /// # Errors
    /// [`ParseStateError`] if the text does not begin with a marker.
    pub fn read(text: &str) -> Result<CommentState, ParseStateError> {
        let line = text.lines().next().unwrap_or_default().trim_end();
        let inside = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)).ok_or(ParseStateError)?;
        let mut fields = inside.split(' ');
        let mut field = |name: &str| {
            let field = fields.next().and_then(|field| field.strip_prefix(name)?.strip_prefix('='));
            field.map(str::to_owned).ok_or(ParseStateError)
        };
        let (description, head, ids) = (field("description")?, field("head")?, field("breaking")?);
        let breaking = ids.split(',').filter(|id| !id.is_empty()).map(str::to_owned).list();
        Ok(CommentState { description: decoded(&description).ok_or(ParseStateError)?, head, breaking })
    }
}

impl fmt::Display for CommentState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CommentState { description, head, breaking } = self;
        let head: String = head.chars().filter(char::is_ascii_hexdigit).collect();
        let description = encoded(description);
        write!(formatter, "{BEGIN}description={description} head={head} breaking={}{END}", breaking.join(","))
    }
}

/// Percent-encodes all bytes but letters, digits, dots, slashes and underscores, so that the text cannot end the HTML
/// comment.
fn encoded(text: &str) -> String {
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/' | b'_');
    let bytes = text.bytes();
    bytes.map(|byte| if is_kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, others @ ..] = rest {
        rest = others;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (digits, others) = rest.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = others;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn written_data_is_read_back_unchanged(description in ".{0,40}", ids in proptest::collection::vec("[0-9a-f]{12}", 0..5)) {
            let state = CommentState { description, head: "a1b2c3".to_owned(), breaking: ids };
            let text = state.to_string() + "\n### and more";
            prop_assert_eq!(text.matches("-->").count(), 1);
            prop_assert_eq!(CommentState::read(&text), Ok(state));
        }
    }

    #[test]
    fn marker_must_be_at_the_beginning() {
        for text in
            ["", "### verdict", "> <!-- waybill:comment description=a head=b breaking= -->", "<!-- waybill:comment -->"]
        {
            assert_eq!(CommentState::read(text), Err(ParseStateError), "{text}");
        }
    }
}
