//! Security schemes (Swagger 2.0, section "Security Scheme Object"): `basic` becomes an HTTP scheme, and the flow of OAuth 2.0
//! becomes an entry of `flows`.

use super::converter::Converter;
use crate::error::Fault;
use crate::known_key::KnownKey;
use crate::tree::{Kind, NodeId};

pub(super) fn scheme(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    let kind = converter.from.string_at(id, KnownKey::Type).unwrap_or_default().into_owned();
    match kind.as_str() {
        "basic" => basic(converter, id),
        "oauth2" => oauth2(converter, id),
        _ => converter.copy(id),
    }
}

fn basic(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    converter.open(Kind::Object, id)?;
    for member in converter.members(id) {
        if converter.word_of(member) == Some(KnownKey::Type) {
            for (key, value) in [("type", "http"), ("scheme", "basic")] {
                converter.key(key, member);
                converter.text(value, member)?;
            }
        } else {
            converter.copy_member(member)?;
        }
    }
    converter.close(id);
    Ok(())
}

fn oauth2(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    let is_of_flow = |converter: &Converter<'_, '_>, member: NodeId| {
        let key = converter.word_of(member);
        matches!(key, Some(KnownKey::AuthorizationUrl | KnownKey::TokenUrl | KnownKey::Scopes))
    };
    converter.open(Kind::Object, id)?;
    for member in converter.members(id) {
        if converter.word_of(member) != Some(KnownKey::Flow) && !is_of_flow(converter, member) {
            converter.copy_member(member)?;
        }
    }
    if let Some(flow) = converter.from.member(id, KnownKey::Flow) {
        let written = converter.from.string(flow).unwrap_or_default().into_owned();
        let name = match written.as_str() {
            "application" => "clientCredentials",
            "accessCode" => "authorizationCode",
            other => other,
        };
        converter.key("flows", flow);
        converter.open(Kind::Object, flow)?;
        converter.key(name, flow);
        converter.open(Kind::Object, id)?;
        for member in converter.members(id) {
            if is_of_flow(converter, member) {
                converter.copy_member(member)?;
            }
        }
        converter.close(id);
        converter.close(flow);
    }
    converter.close(id);
    Ok(())
}
