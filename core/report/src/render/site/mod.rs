//! The release history of an API on a site: `releases.json`, from which a page opens any two releases, and a feed.

mod feed;
mod index;
mod page;
#[cfg(test)]
mod tests;
mod uuid;

pub use index::{PublishedDescription, PublishedRelease, ReadIndexError, ReleaseIndex};
