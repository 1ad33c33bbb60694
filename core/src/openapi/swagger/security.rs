//! Security schemes (Swagger 2.0, section "Security Scheme Object"): `basic` is a scheme of HTTP, and the one flow of
//! OAuth 2.0 has a place among its kind.

use super::scribe::Scribe;
use crate::openapi::arena::{Kind, NodeId};
use crate::openapi::error::Fault;
use crate::openapi::keys::Word;

pub(super) fn scheme(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    let kind = scribe.from.string_at(id, Word::Type).unwrap_or_default().into_owned();
    match kind.as_str() {
        "basic" => basic(scribe, id),
        "oauth2" => oauth2(scribe, id),
        _ => scribe.copy(id),
    }
}

fn basic(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    scribe.open(Kind::Object, id)?;
    for member in scribe.members(id) {
        if scribe.word_of(member) == Some(Word::Type) {
            for (key, value) in [("type", "http"), ("scheme", "basic")] {
                scribe.key(key, member);
                scribe.text(value, member)?;
            }
        } else {
            scribe.copy_member(member)?;
        }
    }
    scribe.close(id);
    Ok(())
}

fn oauth2(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    let is_of_flow = |scribe: &Scribe<'_, '_>, member: NodeId| {
        let word = scribe.word_of(member);
        matches!(word, Some(Word::AuthorizationUrl | Word::TokenUrl | Word::Scopes))
    };
    scribe.open(Kind::Object, id)?;
    for member in scribe.members(id) {
        if scribe.word_of(member) != Some(Word::Flow) && !is_of_flow(scribe, member) {
            scribe.copy_member(member)?;
        }
    }
    if let Some(flow) = scribe.from.word(id, Word::Flow) {
        let written = scribe.from.string(flow).unwrap_or_default().into_owned();
        let name = match written.as_str() {
            "application" => "clientCredentials",
            "accessCode" => "authorizationCode",
            other => other,
        };
        scribe.key("flows", flow);
        scribe.open(Kind::Object, flow)?;
        scribe.key(name, flow);
        scribe.open(Kind::Object, id)?;
        for member in scribe.members(id) {
            if is_of_flow(scribe, member) {
                scribe.copy_member(member)?;
            }
        }
        scribe.close(id);
        scribe.close(flow);
    }
    scribe.close(id);
    Ok(())
}
