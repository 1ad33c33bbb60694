//! Replaces the YAML parser in builds without the feature `yaml`. It rejects every text.

use waybill_base::error::code;

use super::error::Fault;
use super::limits::Limits;
use crate::tree::Built;

/// Rejects the text at `start`.
pub(super) fn parse<'a>(_: &str, start: usize, _: &Limits) -> Result<Built<'a>, Fault> {
    let message = "expected a JSON object, found other text: this build reads only OpenAPI 3 in JSON; the full build \
                   also reads YAML";
    Err(Fault::new(code::DESCRIPTION_NOT_IN_BUILD, start, message.to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Loader};

    #[test]
    fn yaml_without_its_feature_is_rejected() {
        let error = Loader::new("a.yaml", &b"openapi: 3.1.0\npaths: {}\n"[..], &Limits::default()).unwrap_err();
        assert_eq!(error.code, "description.not-in-build");
    }
}
