//! What descriptions are read as, text by text.

mod yaml;
