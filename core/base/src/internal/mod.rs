//! Items for the other crates of the core only. They may change in any release.

mod base_url;
mod error;
mod http;
pub mod order;
mod secret;
pub mod table;
mod time;

pub use base_url::{Ending, check_open_url, check_url};
pub use error::ErrorExt;
pub use http::{ENCODED, retry_after};
pub use secret::{MAX_TEXT_BYTES, SecretExt};
pub use time::{TimestampExt, describe_span};
