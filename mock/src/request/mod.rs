//! Parts of requests to any service: header fields, media types, preferences, forms with files, and the page that sent
//! the request.

pub(crate) mod fields;
pub(crate) mod media;
pub(crate) mod multipart;
pub(crate) mod origin;
pub(crate) mod prefer;
