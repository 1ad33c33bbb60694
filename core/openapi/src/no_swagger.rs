//! Replaces the converter of Swagger 2.0 in builds without the feature `swagger`. It rejects every description.

use std::borrow::Cow;
use std::convert::Infallible;
use std::marker::PhantomData;

use waybill_base::error::code;

use super::documents::Documents;
use super::error::Fault;
use super::known_key::KnownKey;
use super::limits::Limits;
use super::ref_resolver::RefResolver;
use crate::tree::NodeId;

/// The origins of a view's values. No such value exists, because there are no views.
#[derive(Debug)]
pub(super) struct Origins<'a>(Infallible, PhantomData<&'a ()>);

impl<'a> Origins<'a> {
    pub(super) fn get(&self, _: NodeId) -> Option<NodeId> {
        match self.0 {}
    }

    pub(super) fn view_of(&self, _: NodeId) -> Option<NodeId> {
        match self.0 {}
    }

    pub(super) fn file(&self) -> &Documents<'a> {
        match self.0 {}
    }

    pub(super) fn shared(&self, _: NodeId) -> Option<&'static str> {
        match self.0 {}
    }
}

/// Rejects a description.
pub(super) fn view<'a>(written: Documents<'a>, _: &Limits) -> Result<Documents<'a>, (Fault, Cow<'a, str>)> {
    let version = written.member(NodeId::ROOT, KnownKey::Swagger).unwrap_or(NodeId::ROOT);
    let message = "expected OpenAPI 3.0, 3.1 or 3.2, found Swagger 2.0: this build reads only OpenAPI 3 in JSON; the \
                   full build also reads Swagger 2.0";
    let fault = Fault::new(code::DESCRIPTION_NOT_IN_BUILD, written.offset(version), message.to_owned());
    let fault = Fault { pointer: written.pointer(version), ..fault };
    Err((fault, written.arena.into_source()))
}

/// Returns the description unchanged, because no view was made of it.
pub(super) fn as_written(written: Documents<'_>) -> Documents<'_> {
    written
}

/// Returns the description without a conversion.
pub(super) fn view_of_files<'a>(
    mut written: Documents<'a>,
    found: &RefResolver,
    _: &Limits,
) -> (Documents<'a>, RefResolver) {
    let links = RefResolver::new(&mut written, found.root().to_owned(), false);
    (written, links)
}

#[cfg(test)]
mod tests {
    use crate::{Limits, Loader};

    #[test]
    fn swagger_without_its_feature_is_rejected() {
        let text = br#"{"swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": {}}"#;
        let error = Loader::new("a.json", &text[..], &Limits::default()).unwrap_err();
        assert_eq!(error.code, "description.not-in-build");
    }
}
