//! Parts of requests to any service: header fields, media types, preferences, and forms with files.

pub(crate) mod fields;
pub(crate) mod media;
pub(crate) mod multipart;
pub(crate) mod prefer;
