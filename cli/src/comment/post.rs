//! One comment per pull request and description: found by marker and author, updated in place, and never posted twice.

use http::Method;
use serde::Deserialize;
use serde_json::json;
use waybill_core::render::comment::{CommentState, MAX_COMMENT_CHARS};

use super::api::Api;
use crate::failure::Failure;

/// A comment on the pull request.
#[derive(Debug, Deserialize)]
pub(super) struct Comment {
    id: u64,
    #[serde(default)]
    body: String,
    /// `None` if the account was deleted.
    #[serde(alias = "author")]
    user: Option<User>,
}

#[derive(Debug, Deserialize)]
struct User {
    #[serde(alias = "username")]
    login: String,
}

/// The comments of one pull request about one description.
pub(super) struct Thread<'g> {
    pub(super) api: &'g Api<'g>,
    pub(super) number: u64,
    /// Account that posts our comments. Other accounts may write a marker too.
    pub(super) author: &'g str,
    pub(super) description: &'g str,
}

/// The outcome of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Done {
    Created,
    Renewed,
    /// The comment was up to date.
    Kept,
}

impl Thread<'_> {
    /// Returns our comments, oldest first.
    pub(super) fn find(&self) -> Result<Vec<Comment>, Failure> {
        let service = self.api.service;
        let comments: Vec<Comment> = self.api.list(&service.comments(self.number), service.oldest_first())?;
        let is_ours = |comment: &Comment| {
            let by_us = comment.user.as_ref().is_some_and(|user| user.login.eq_ignore_ascii_case(self.author));
            by_us && CommentState::read(&comment.body).is_ok_and(|state| state.description == self.description)
        };
        let mut ours: Vec<Comment> = comments.into_iter().filter(is_ours).collect();
        ours.sort_by_key(|comment| comment.id);
        Ok(ours)
    }

    /// Updates the oldest of our comments to `text`, or posts one, and removes all others.
    pub(super) fn write(&self, ours: &[Comment], text: &str) -> Result<Done, Failure> {
        if let Some((first, others)) = ours.split_first() {
            self.remove(others)?;
            if first.says(text) {
                return Ok(Done::Kept);
            }
            // A comment that was deleted meanwhile is posted again.
            if self.renew(first.id, text)? {
                return Ok(Done::Renewed);
            }
        }
        self.post(text)?;
        // Another run may have posted at the same time. Both keep the comment with the lowest id.
        let ours = self.find()?;
        if let Some((first, others)) = ours.split_first() {
            self.remove(others)?;
            if !first.says(text) {
                self.renew(first.id, text)?;
            }
        }
        Ok(Done::Created)
    }

    fn post(&self, text: &str) -> Result<(), Failure> {
        let service = self.api.service;
        let path = service.comments(self.number);
        match self.api.change(&Method::POST, &path, Some(&json!({"body": text})))? {
            Some(_) => Ok(()),
            None => Err(Failure::new(format!(
                "the comment cannot be posted: there is no {} {}",
                service.request(),
                self.number
            ))
            .help(service.missing_help())),
        }
    }

    /// Updates a comment. Returns false if it no longer exists.
    fn renew(&self, id: u64, text: &str) -> Result<bool, Failure> {
        let service = self.api.service;
        let path = service.comment(self.number, id);
        Ok(self.api.change(&service.renewal(), &path, Some(&json!({"body": text})))?.is_some())
    }

    fn remove(&self, comments: &[Comment]) -> Result<(), Failure> {
        for comment in comments {
            // A comment that no longer exists is not an error.
            self.api.change(&Method::DELETE, &self.api.service.comment(self.number, comment.id), None)?;
        }
        Ok(())
    }
}

impl Comment {
    pub(super) fn body(&self) -> &str {
        &self.body
    }

    fn says(&self, text: &str) -> bool {
        // The server may change line ends and remove white space at the end.
        let plain = |text: &str| text.replace("\r\n", "\n").trim_end().to_owned();
        plain(&self.body) == plain(text)
    }
}

/// True if GitHub accepts a comment of this length. GitLab accepts more, but gets the same.
pub(super) fn fits(text: &str) -> bool {
    text.chars().count() <= MAX_COMMENT_CHARS
}
