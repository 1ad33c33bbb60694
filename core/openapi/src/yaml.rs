//! Parses a description in YAML.

use waybill_base::error::code;

use super::error::Fault;
use super::known_key::VOCABULARY;
use super::limits::Limits;
use crate::tree::{Built, read_yaml};

/// Parses the text from `start`, the offset after a byte order mark.
pub(super) fn parse<'a>(source: &str, start: usize, limits: &Limits) -> Result<Built<'a>, Fault> {
    let built = read_yaml(source, start, limits.depth, limits.alias_nodes, VOCABULARY)?;
    if built.arena.len() == 0 {
        let message = "expected an OpenAPI description, found no value".to_owned();
        return Err(Fault::new(code::DESCRIPTION_SYNTAX, 0, message));
    }
    Ok(built)
}
