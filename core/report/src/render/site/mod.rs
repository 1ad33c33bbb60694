//! What a site keeps of an API's releases: `releases.json`, which a page reads to open any two of them, and a feed.

mod feed;
mod index;
mod page;
#[cfg(test)]
mod tests;
mod uuid;

pub use index::{PublishedDescription, PublishedRelease, ReadIndexError, ReleaseIndex};
