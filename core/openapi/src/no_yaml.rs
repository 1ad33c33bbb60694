//! What stands for the reader of YAML in builds without the feature `yaml`: it refuses every text.

use waybill_base::error::code;

use super::error::Fault;
use super::limits::Limits;
use crate::tree::Built;

/// Refuses the text from `start` on.
pub(super) fn parse<'a>(_: &str, start: usize, _: &Limits) -> Result<Built<'a>, Fault> {
    let message = "expected an object of JSON, found another text: this build reads OpenAPI 3 in JSON alone, and the full \
                   one reads YAML too";
    Err(Fault::new(code::DESCRIPTION_NOT_IN_BUILD, start, message.to_owned()))
}
