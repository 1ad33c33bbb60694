//! The list of rules. The first rule that applies to a change is used.
//!
//! Each row names its page, `core/rules/<id>.md`, whose front matter has the level and texts.

use super::Level;
use super::rule::{
    ADMITS_NEW, INCOMPARABLE, INCOMPARABLE_OR_UNKNOWN, NARROWED, REJECTS_OLD, Rule, RuleCondition, UNKNOWN, WIDENED,
    text,
};
use crate::{Direction, Facet, Qualifier};

include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The rule for changes below `not` and `if`, where narrowing and widening are swapped. The code selects it directly.
pub(super) static NEGATED: Rule = rule!("negated-schema-changed", RuleCondition::never(Facet::Unexplained));
/// The rule for additive changes inside an alternative that may overlap another one. The code selects it directly.
pub(super) static OVERLAPPED: Rule =
    rule!("overlapping-alternative-changed", RuleCondition::never(Facet::Unexplained).having(Qualifier::Overlapping));
/// The rule for values that are never sent.
pub(super) static UNSENT: Rule = rule!("unsent-value-changed", RuleCondition::any_change(Facet::Unsent));
/// The rule for changes that no other rule covers.
pub(super) static FALLBACK: Rule = rule!("unclassified-changed", RuleCondition::any_change(Facet::Unexplained));

static RULES: &[Rule] = &[
    // Operations of paths, webhooks and callbacks, and links.
    rule!("operation-added", RuleCondition::added(Facet::Operation)),
    rule!("operation-moved", RuleCondition::removed(Facet::Operation).having(Qualifier::Moved)),
    rule!("operation-removed", RuleCondition::removed(Facet::Operation)),
    rule!("webhook-added", RuleCondition::added(Facet::Webhook)),
    rule!("webhook-removed", RuleCondition::removed(Facet::Webhook)),
    rule!("callback-added", RuleCondition::added(Facet::Callback)),
    rule!("callback-removed", RuleCondition::removed(Facet::Callback)),
    rule!("callback-changed", RuleCondition::changed(Facet::Callback, INCOMPARABLE)),
    rule!("link-added", RuleCondition::added(Facet::Link)),
    rule!("link-removed", RuleCondition::removed(Facet::Link)),
    rule!("link-changed", RuleCondition::changed(Facet::Link, INCOMPARABLE)),
    // Enums, closed and extensible.
    rule!("request-enum-added", RuleCondition::added(Facet::Enum).sent()),
    rule!("request-enum-removed", RuleCondition::removed(Facet::Enum).sent()),
    rule!("response-enum-added", RuleCondition::added(Facet::Enum).received()),
    rule!(
        "extensible-response-enum-removed",
        RuleCondition::removed(Facet::Enum).received().having(Qualifier::Extensible)
    ),
    rule!("response-enum-removed", RuleCondition::removed(Facet::Enum).received()),
    rule!("request-enum-value-added", RuleCondition::added(Facet::EnumValue).sent()),
    rule!("request-enum-value-removed", RuleCondition::removed(Facet::EnumValue).sent()),
    rule!(
        "extensible-response-enum-value-added",
        RuleCondition::added(Facet::EnumValue).received().having(Qualifier::Extensible)
    ),
    rule!("response-enum-value-added", RuleCondition::added(Facet::EnumValue).received()),
    rule!("response-enum-value-removed", RuleCondition::removed(Facet::EnumValue).received()),
    // Ranges and steps of numbers.
    rule!("request-range-narrowed", RuleCondition::changed(Facet::Range, REJECTS_OLD).sent()),
    rule!("request-range-widened", RuleCondition::changed(Facet::Range, WIDENED).sent()),
    rule!("response-range-widened", RuleCondition::changed(Facet::Range, ADMITS_NEW).received()),
    rule!("response-range-narrowed", RuleCondition::changed(Facet::Range, NARROWED).received()),
    rule!("request-multiple-of-narrowed", RuleCondition::changed(Facet::MultipleOf, REJECTS_OLD).sent()),
    rule!("request-multiple-of-widened", RuleCondition::changed(Facet::MultipleOf, WIDENED).sent()),
    rule!("response-multiple-of-widened", RuleCondition::changed(Facet::MultipleOf, ADMITS_NEW).received()),
    rule!("response-multiple-of-narrowed", RuleCondition::changed(Facet::MultipleOf, NARROWED).received()),
    // Null (before types), defaults, read-only and write-only values, and annotations.
    rule!("response-null-added", RuleCondition::changed(Facet::Type, WIDENED).received().having(Qualifier::Null)),
    rule!("response-null-removed", RuleCondition::changed(Facet::Type, NARROWED).received().having(Qualifier::Null)),
    rule!("request-null-added", RuleCondition::changed(Facet::Type, WIDENED).sent().having(Qualifier::Null)),
    rule!("request-null-removed", RuleCondition::changed(Facet::Type, NARROWED).sent().having(Qualifier::Null)),
    rule!("request-default-changed", RuleCondition::any_change(Facet::Default).sent()),
    rule!("response-default-changed", RuleCondition::any_change(Facet::Default).received()),
    rule!("read-only-added", RuleCondition::added(Facet::ReadOnly).sent()),
    rule!("required-read-only-removed", RuleCondition::removed(Facet::ReadOnly).sent().having(Qualifier::Required)),
    rule!("read-only-removed", RuleCondition::removed(Facet::ReadOnly).sent()),
    rule!("response-read-only-changed", RuleCondition::any_change(Facet::ReadOnly).received()),
    rule!("required-write-only-added", RuleCondition::added(Facet::WriteOnly).received().having(Qualifier::Required)),
    rule!("write-only-added", RuleCondition::added(Facet::WriteOnly).received()),
    rule!("write-only-removed", RuleCondition::removed(Facet::WriteOnly).received()),
    rule!("request-write-only-changed", RuleCondition::any_change(Facet::WriteOnly).sent()),
    rule!("xml-changed", RuleCondition::any_change(Facet::Xml)),
    rule!("inert-keyword-changed", RuleCondition::any_change(Facet::KeywordWithoutEffect)),
    // Lengths of strings, counts of items and properties, and uniqueness.
    rule!("request-length-narrowed", RuleCondition::changed(Facet::Length, REJECTS_OLD).sent()),
    rule!("request-length-widened", RuleCondition::changed(Facet::Length, WIDENED).sent()),
    rule!("response-length-widened", RuleCondition::changed(Facet::Length, ADMITS_NEW).received()),
    rule!("response-length-narrowed", RuleCondition::changed(Facet::Length, NARROWED).received()),
    rule!("request-item-count-narrowed", RuleCondition::changed(Facet::ItemCount, REJECTS_OLD).sent()),
    rule!("request-item-count-widened", RuleCondition::changed(Facet::ItemCount, WIDENED).sent()),
    rule!("response-item-count-widened", RuleCondition::changed(Facet::ItemCount, ADMITS_NEW).received()),
    rule!("response-item-count-narrowed", RuleCondition::changed(Facet::ItemCount, NARROWED).received()),
    rule!("request-property-count-narrowed", RuleCondition::changed(Facet::PropertyCount, REJECTS_OLD).sent()),
    rule!("request-property-count-widened", RuleCondition::changed(Facet::PropertyCount, WIDENED).sent()),
    rule!("response-property-count-widened", RuleCondition::changed(Facet::PropertyCount, ADMITS_NEW).received()),
    rule!("response-property-count-narrowed", RuleCondition::changed(Facet::PropertyCount, NARROWED).received()),
    rule!("request-unique-items-narrowed", RuleCondition::changed(Facet::UniqueItems, REJECTS_OLD).sent()),
    rule!("request-unique-items-widened", RuleCondition::changed(Facet::UniqueItems, WIDENED).sent()),
    rule!("response-unique-items-widened", RuleCondition::changed(Facet::UniqueItems, ADMITS_NEW).received()),
    rule!("response-unique-items-narrowed", RuleCondition::changed(Facet::UniqueItems, NARROWED).received()),
    // Patterns, formats and contents of strings.
    rule!("request-pattern-narrowed", RuleCondition::changed(Facet::Pattern, REJECTS_OLD).sent()),
    rule!("request-pattern-widened", RuleCondition::changed(Facet::Pattern, WIDENED).sent()),
    rule!("response-pattern-widened", RuleCondition::changed(Facet::Pattern, ADMITS_NEW).received()),
    rule!("response-pattern-narrowed", RuleCondition::changed(Facet::Pattern, NARROWED).received()),
    rule!("pattern-changed", RuleCondition::changed(Facet::Pattern, UNKNOWN)),
    rule!("request-format-narrowed", RuleCondition::changed(Facet::Format, REJECTS_OLD).sent()),
    rule!("request-format-widened", RuleCondition::changed(Facet::Format, WIDENED).sent()),
    rule!("response-format-widened", RuleCondition::changed(Facet::Format, ADMITS_NEW).received()),
    rule!("response-format-narrowed", RuleCondition::changed(Facet::Format, NARROWED).received()),
    rule!("format-changed", RuleCondition::changed(Facet::Format, UNKNOWN)),
    rule!("string-content-changed", RuleCondition::changed(Facet::StringContent, UNKNOWN)),
    // Security.
    rule!("security-narrowed", RuleCondition::changed(Facet::Security, NARROWED).sent()),
    rule!("security-widened", RuleCondition::changed(Facet::Security, WIDENED).sent()),
    rule!("security-changed", RuleCondition::changed(Facet::Security, INCOMPARABLE_OR_UNKNOWN).sent()),
    rule!("webhook-security-narrowed", RuleCondition::changed(Facet::Security, NARROWED).received()),
    rule!("webhook-security-widened", RuleCondition::changed(Facet::Security, WIDENED).received()),
    rule!("webhook-security-changed", RuleCondition::changed(Facet::Security, INCOMPARABLE_OR_UNKNOWN).received()),
    rule!("security-alternative-added", RuleCondition::added(Facet::SecurityAlternative)),
    rule!("security-alternative-removed", RuleCondition::removed(Facet::SecurityAlternative)),
    rule!("security-scheme-changed", RuleCondition::any_change(Facet::SecurityScheme)),
    rule!("security-flow-added", RuleCondition::added(Facet::Flow)),
    rule!("security-flow-removed", RuleCondition::removed(Facet::Flow)),
    rule!("security-scope-added", RuleCondition::added(Facet::Scope)),
    rule!("security-scope-removed", RuleCondition::removed(Facet::Scope)),
    rule!("security-url-added", RuleCondition::added(Facet::SecurityHint)),
    rule!("security-url-removed", RuleCondition::removed(Facet::SecurityHint)),
    rule!("security-url-changed", RuleCondition::any_change(Facet::SecurityHint)),
    // Servers.
    rule!("server-added", RuleCondition::added(Facet::Server)),
    rule!("server-removed", RuleCondition::removed(Facet::Server)),
    rule!("server-widened", RuleCondition::changed(Facet::ServerUrl, WIDENED)),
    rule!("server-narrowed", RuleCondition::changed(Facet::ServerUrl, NARROWED)),
    rule!("server-changed", RuleCondition::any_change(Facet::ServerUrl)),
    rule!("path-prefix-changed", RuleCondition::any_change(Facet::PathPrefix)),
    rule!("preferred-server-changed", RuleCondition::any_change(Facet::PreferredServer)),
    rule!("server-variable-narrowed", RuleCondition::changed(Facet::ServerVariable, NARROWED)),
    rule!("server-variable-widened", RuleCondition::changed(Facet::ServerVariable, WIDENED)),
    rule!("server-variable-changed", RuleCondition::any_change(Facet::ServerVariable)),
    rule!("server-variable-default-changed", RuleCondition::any_change(Facet::ServerVariableDefault)),
    // Parameters.
    rule!("required-parameter-added", RuleCondition::added(Facet::Parameter).sent().having(Qualifier::Required)),
    rule!("optional-parameter-added", RuleCondition::added(Facet::Parameter).sent().having(Qualifier::Optional)),
    rule!("parameter-removed", RuleCondition::removed(Facet::Parameter).sent()),
    rule!("parameter-location-changed", RuleCondition::any_change(Facet::ParameterLocation)),
    rule!("parameter-became-required", RuleCondition::changed(Facet::ParameterRequired, NARROWED).sent()),
    rule!("parameter-became-optional", RuleCondition::changed(Facet::ParameterRequired, WIDENED).sent()),
    rule!("received-parameter-added", RuleCondition::added(Facet::Parameter).received()),
    rule!(
        "optional-received-parameter-removed",
        RuleCondition::removed(Facet::Parameter).received().having(Qualifier::Optional)
    ),
    rule!("received-parameter-removed", RuleCondition::removed(Facet::Parameter).received()),
    rule!("received-parameter-became-required", RuleCondition::changed(Facet::ParameterRequired, NARROWED).received()),
    rule!("received-parameter-became-optional", RuleCondition::changed(Facet::ParameterRequired, WIDENED).received()),
    // Serialization of parameters, headers and parts.
    rule!("parameter-form-changed", RuleCondition::changed(Facet::ParameterStyle, INCOMPARABLE)),
    rule!("header-form-changed", RuleCondition::changed(Facet::HeaderStyle, INCOMPARABLE)),
    rule!("part-form-changed", RuleCondition::changed(Facet::EncodingStyle, INCOMPARABLE)),
    rule!("request-part-type-narrowed", RuleCondition::changed(Facet::EncodingContentType, REJECTS_OLD).sent()),
    rule!("request-part-type-widened", RuleCondition::changed(Facet::EncodingContentType, WIDENED).sent()),
    rule!("response-part-type-widened", RuleCondition::changed(Facet::EncodingContentType, ADMITS_NEW).received()),
    rule!("response-part-type-narrowed", RuleCondition::changed(Facet::EncodingContentType, NARROWED).received()),
    rule!("parameter-syntax-widened", RuleCondition::changed(Facet::AllowReserved, WIDENED).sent()),
    rule!("parameter-syntax-narrowed", RuleCondition::changed(Facet::AllowReserved, NARROWED).sent()),
    rule!("received-syntax-widened", RuleCondition::changed(Facet::AllowReserved, WIDENED).received()),
    rule!("received-syntax-narrowed", RuleCondition::changed(Facet::AllowReserved, NARROWED).received()),
    // Request bodies and media types.
    rule!("required-request-body-added", RuleCondition::added(Facet::RequestBody).sent().having(Qualifier::Required)),
    rule!("optional-request-body-added", RuleCondition::added(Facet::RequestBody).sent().having(Qualifier::Optional)),
    rule!("request-body-removed", RuleCondition::removed(Facet::RequestBody).sent()),
    rule!("request-body-became-required", RuleCondition::changed(Facet::RequestBodyRequired, NARROWED).sent()),
    rule!("request-body-became-optional", RuleCondition::changed(Facet::RequestBodyRequired, WIDENED).sent()),
    rule!("received-body-added", RuleCondition::added(Facet::RequestBody).received()),
    rule!("received-body-removed", RuleCondition::removed(Facet::RequestBody).received()),
    rule!("received-body-became-required", RuleCondition::changed(Facet::RequestBodyRequired, NARROWED).received()),
    rule!("received-body-became-optional", RuleCondition::changed(Facet::RequestBodyRequired, WIDENED).received()),
    rule!("request-content-added", RuleCondition::added(Facet::Content).sent()),
    rule!("request-content-removed", RuleCondition::removed(Facet::Content).sent()),
    rule!("response-content-added", RuleCondition::added(Facet::Content).received()),
    rule!("response-content-removed", RuleCondition::removed(Facet::Content).received()),
    rule!("covered-media-type-added", RuleCondition::added(Facet::MediaType).having(Qualifier::Covered)),
    rule!("covered-media-type-removed", RuleCondition::removed(Facet::MediaType).having(Qualifier::Covered)),
    rule!("request-media-type-added", RuleCondition::added(Facet::MediaType).sent()),
    rule!("request-media-type-removed", RuleCondition::removed(Facet::MediaType).sent()),
    rule!("request-media-type-widened", RuleCondition::changed(Facet::MediaType, WIDENED).sent()),
    rule!("request-media-type-narrowed", RuleCondition::changed(Facet::MediaType, NARROWED).sent()),
    rule!("response-media-type-added", RuleCondition::added(Facet::MediaType).received()),
    rule!("response-media-type-removed", RuleCondition::removed(Facet::MediaType).received()),
    rule!("response-media-type-widened", RuleCondition::changed(Facet::MediaType, WIDENED).received()),
    rule!("response-media-type-narrowed", RuleCondition::changed(Facet::MediaType, NARROWED).received()),
    rule!("request-schema-added", RuleCondition::changed(Facet::Schema, NARROWED).sent()),
    rule!("request-schema-removed", RuleCondition::changed(Facet::Schema, WIDENED).sent()),
    rule!("response-schema-added", RuleCondition::changed(Facet::Schema, NARROWED).received()),
    rule!("response-schema-removed", RuleCondition::changed(Facet::Schema, WIDENED).received()),
    // Statuses and headers of responses and parts.
    rule!("covered-status-added", RuleCondition::added(Facet::Status).having(Qualifier::Covered)),
    rule!("covered-status-removed", RuleCondition::removed(Facet::Status).having(Qualifier::Covered)),
    rule!("first-success-status-added", RuleCondition::added(Facet::Status).received().having(Qualifier::First)),
    rule!("success-status-added", RuleCondition::added(Facet::Status).received().having(Qualifier::Success)),
    rule!("success-status-removed", RuleCondition::removed(Facet::Status).received().having(Qualifier::Success)),
    rule!(
        "success-status-widened",
        RuleCondition::changed(Facet::Status, WIDENED).received().having(Qualifier::Success)
    ),
    rule!(
        "success-status-narrowed",
        RuleCondition::changed(Facet::Status, NARROWED).received().having(Qualifier::Success)
    ),
    rule!("error-status-added", RuleCondition::added(Facet::Status).received().having(Qualifier::Error)),
    rule!("error-status-removed", RuleCondition::removed(Facet::Status).received().having(Qualifier::Error)),
    rule!("error-status-widened", RuleCondition::changed(Facet::Status, WIDENED).received().having(Qualifier::Error)),
    rule!("error-status-narrowed", RuleCondition::changed(Facet::Status, NARROWED).received().having(Qualifier::Error)),
    rule!("accepted-status-added", RuleCondition::added(Facet::Status).sent()),
    rule!("accepted-status-removed", RuleCondition::removed(Facet::Status).sent().having(Qualifier::Success)),
    rule!("accepted-status-widened", RuleCondition::changed(Facet::Status, WIDENED).sent()),
    rule!(
        "accepted-status-narrowed",
        RuleCondition::changed(Facet::Status, NARROWED).sent().having(Qualifier::Success)
    ),
    rule!("accepted-error-status-removed", RuleCondition::removed(Facet::Status).sent().having(Qualifier::Error)),
    rule!(
        "accepted-error-status-narrowed",
        RuleCondition::changed(Facet::Status, NARROWED).sent().having(Qualifier::Error)
    ),
    rule!("response-header-added", RuleCondition::added(Facet::Header).received()),
    rule!(
        "required-response-header-removed",
        RuleCondition::removed(Facet::Header).received().having(Qualifier::Required)
    ),
    rule!(
        "optional-response-header-removed",
        RuleCondition::removed(Facet::Header).received().having(Qualifier::Optional)
    ),
    rule!("response-header-became-optional", RuleCondition::changed(Facet::HeaderRequired, WIDENED).received()),
    rule!("response-header-became-required", RuleCondition::changed(Facet::HeaderRequired, NARROWED).received()),
    rule!("required-request-header-added", RuleCondition::added(Facet::Header).sent().having(Qualifier::Required)),
    rule!("optional-request-header-added", RuleCondition::added(Facet::Header).sent().having(Qualifier::Optional)),
    rule!("request-header-removed", RuleCondition::removed(Facet::Header).sent()),
    rule!("request-header-became-required", RuleCondition::changed(Facet::HeaderRequired, NARROWED).sent()),
    rule!("request-header-became-optional", RuleCondition::changed(Facet::HeaderRequired, WIDENED).sent()),
    // Types and properties.
    rule!("response-type-changed", RuleCondition::changed(Facet::Type, ADMITS_NEW).received()),
    rule!("response-type-narrowed", RuleCondition::changed(Facet::Type, NARROWED).received()),
    rule!("request-type-narrowed", RuleCondition::changed(Facet::Type, REJECTS_OLD).sent()),
    rule!("request-type-widened", RuleCondition::changed(Facet::Type, WIDENED).sent()),
    rule!("required-request-property-added", RuleCondition::added(Facet::Property).sent().having(Qualifier::Required)),
    rule!("optional-request-property-added", RuleCondition::added(Facet::Property).sent().having(Qualifier::Optional)),
    rule!("closed-request-property-removed", RuleCondition::removed(Facet::Property).sent().having(Qualifier::Closed)),
    rule!("request-property-removed", RuleCondition::removed(Facet::Property).sent()),
    rule!("request-property-became-required", RuleCondition::changed(Facet::PropertyRequired, NARROWED).sent()),
    rule!("request-property-became-optional", RuleCondition::changed(Facet::PropertyRequired, WIDENED).sent()),
    rule!("response-property-added", RuleCondition::added(Facet::Property).received()),
    rule!(
        "required-response-property-removed",
        RuleCondition::removed(Facet::Property).received().having(Qualifier::Required)
    ),
    rule!(
        "optional-response-property-removed",
        RuleCondition::removed(Facet::Property).received().having(Qualifier::Optional)
    ),
    rule!("response-property-became-optional", RuleCondition::changed(Facet::PropertyRequired, WIDENED).received()),
    rule!("response-property-became-required", RuleCondition::changed(Facet::PropertyRequired, NARROWED).received()),
    // Other properties, items, conditions, and `not`.
    rule!("request-other-properties-narrowed", RuleCondition::changed(Facet::OtherProperties, REJECTS_OLD).sent()),
    rule!("request-other-properties-widened", RuleCondition::changed(Facet::OtherProperties, WIDENED).sent()),
    rule!("response-other-properties-widened", RuleCondition::changed(Facet::OtherProperties, ADMITS_NEW).received()),
    rule!("response-other-properties-narrowed", RuleCondition::changed(Facet::OtherProperties, NARROWED).received()),
    rule!(
        "request-dependent-properties-narrowed",
        RuleCondition::changed(Facet::DependentProperties, REJECTS_OLD).sent()
    ),
    rule!("request-dependent-properties-widened", RuleCondition::changed(Facet::DependentProperties, WIDENED).sent()),
    rule!(
        "response-dependent-properties-widened",
        RuleCondition::changed(Facet::DependentProperties, ADMITS_NEW).received()
    ),
    rule!(
        "response-dependent-properties-narrowed",
        RuleCondition::changed(Facet::DependentProperties, NARROWED).received()
    ),
    rule!("request-elements-narrowed", RuleCondition::changed(Facet::Elements, REJECTS_OLD).sent()),
    rule!("request-elements-widened", RuleCondition::changed(Facet::Elements, WIDENED).sent()),
    rule!("response-elements-widened", RuleCondition::changed(Facet::Elements, ADMITS_NEW).received()),
    rule!("response-elements-narrowed", RuleCondition::changed(Facet::Elements, NARROWED).received()),
    rule!("request-condition-narrowed", RuleCondition::changed(Facet::Condition, REJECTS_OLD).sent()),
    rule!("request-condition-widened", RuleCondition::changed(Facet::Condition, WIDENED).sent()),
    rule!("response-condition-widened", RuleCondition::changed(Facet::Condition, ADMITS_NEW).received()),
    rule!("response-condition-narrowed", RuleCondition::changed(Facet::Condition, NARROWED).received()),
    NEGATED,
    // Alternatives, discriminators and compositions.
    rule!(
        "overlapping-alternative-added",
        RuleCondition::added(Facet::Alternative).sent().having(Qualifier::Overlapping)
    ),
    rule!(
        "overlapping-alternative-removed",
        RuleCondition::removed(Facet::Alternative).received().having(Qualifier::Overlapping)
    ),
    rule!("covered-alternative-added", RuleCondition::added(Facet::Alternative).having(Qualifier::Covered)),
    rule!("covered-alternative-removed", RuleCondition::removed(Facet::Alternative).having(Qualifier::Covered)),
    rule!("request-alternative-added", RuleCondition::added(Facet::Alternative).sent()),
    rule!("request-alternative-removed", RuleCondition::removed(Facet::Alternative).sent()),
    rule!(
        "extensible-response-alternative-added",
        RuleCondition::added(Facet::Alternative).received().having(Qualifier::Extensible)
    ),
    rule!("response-alternative-added", RuleCondition::added(Facet::Alternative).received()),
    rule!("response-alternative-removed", RuleCondition::removed(Facet::Alternative).received()),
    rule!("response-unlisted-alternatives-added", RuleCondition::added(Facet::UnlistedAlternatives).received()),
    rule!("discriminator-added", RuleCondition::added(Facet::Discriminator)),
    rule!("discriminator-removed", RuleCondition::removed(Facet::Discriminator)),
    rule!("discriminator-changed", RuleCondition::any_change(Facet::Discriminator)),
    rule!("discriminator-mapping-added", RuleCondition::added(Facet::DiscriminatorMapping)),
    rule!("request-discriminator-mapping-removed", RuleCondition::removed(Facet::DiscriminatorMapping).sent()),
    rule!("response-discriminator-mapping-removed", RuleCondition::removed(Facet::DiscriminatorMapping).received()),
    rule!("request-discriminator-mapping-changed", RuleCondition::any_change(Facet::DiscriminatorMapping).sent()),
    rule!("response-discriminator-mapping-changed", RuleCondition::any_change(Facet::DiscriminatorMapping).received()),
    rule!("composition-changed", RuleCondition::changed(Facet::Composition, UNKNOWN)),
    rule!(
        "request-object-properties-added",
        RuleCondition::changed(Facet::Composition, NARROWED).sent().having(Qualifier::Optional)
    ),
    rule!("request-composition-narrowed", RuleCondition::changed(Facet::Composition, REJECTS_OLD).sent()),
    rule!("request-composition-widened", RuleCondition::changed(Facet::Composition, WIDENED).sent()),
    rule!("response-composition-widened", RuleCondition::changed(Facet::Composition, ADMITS_NEW).received()),
    rule!("response-composition-narrowed", RuleCondition::changed(Facet::Composition, NARROWED).received()),
    OVERLAPPED,
    // Replaced definitions. The most severe change that results selects the rule.
    rule!("request-definition-narrowed", RuleCondition::any_change(Facet::Definition).sent()),
    rule!("request-definition-widened", RuleCondition::any_change(Facet::Definition).sent()),
    rule!("request-definition-changed", RuleCondition::any_change(Facet::Definition).sent()),
    rule!("response-definition-widened", RuleCondition::any_change(Facet::Definition).received()),
    rule!("response-definition-narrowed", RuleCondition::any_change(Facet::Definition).received()),
    rule!("response-definition-changed", RuleCondition::any_change(Facet::Definition).received()),
    rule!("definition-changed", RuleCondition::any_change(Facet::Definition)),
    // Deprecation, sunset and stability.
    rule!("deprecation-added", RuleCondition::added(Facet::Deprecation)),
    rule!("deprecation-removed", RuleCondition::removed(Facet::Deprecation)),
    rule!("sunset-added", RuleCondition::added(Facet::Sunset)),
    rule!("sunset-removed", RuleCondition::removed(Facet::Sunset)),
    rule!("sunset-narrowed", RuleCondition::changed(Facet::Sunset, NARROWED)),
    rule!("sunset-widened", RuleCondition::changed(Facet::Sunset, WIDENED)),
    rule!("sunset-changed", RuleCondition::changed(Facet::Sunset, INCOMPARABLE_OR_UNKNOWN)),
    rule!("stability-narrowed", RuleCondition::changed(Facet::Stability, NARROWED)),
    rule!("stability-widened", RuleCondition::changed(Facet::Stability, WIDENED)),
    rule!("stability-changed", RuleCondition::changed(Facet::Stability, INCOMPARABLE_OR_UNKNOWN)),
    // Tags, operation ids, dialects and extensions.
    rule!("operation-id-added", RuleCondition::added(Facet::OperationId)),
    rule!("operation-id-removed", RuleCondition::removed(Facet::OperationId)),
    rule!("operation-id-changed", RuleCondition::any_change(Facet::OperationId)),
    rule!("tag-added", RuleCondition::added(Facet::Tag)),
    rule!("tag-removed", RuleCondition::removed(Facet::Tag)),
    rule!("specification-version-changed", RuleCondition::any_change(Facet::SpecificationVersion)),
    rule!("schema-dialect-changed", RuleCondition::any_change(Facet::Dialect)),
    rule!("unused-default-changed", RuleCondition::any_change(Facet::UnusedDefault)),
    rule!("extension-changed", RuleCondition::any_change(Facet::Extension)),
    // Values that are never sent, unused components, documentation, and the fallback.
    UNSENT,
    rule!("empty-path-added", RuleCondition::added(Facet::EmptyPath)),
    rule!("empty-path-removed", RuleCondition::removed(Facet::EmptyPath)),
    rule!("unused-component-added", RuleCondition::added(Facet::UnusedComponent)),
    rule!("unused-component-removed", RuleCondition::removed(Facet::UnusedComponent)),
    rule!("unused-component-changed", RuleCondition::any_change(Facet::UnusedComponent)),
    rule!("docs-changed", RuleCondition::any_change(Facet::Docs)),
    FALLBACK,
];

/// Returns the rule with this id.
pub fn find_rule(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}

/// Returns all rules, in the order they are tried.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter()
}

/// Returns the rule for a replaced definition, given the level and direction of the change that results.
pub fn definition_rule(direction: Option<Direction>, level: Level) -> &'static Rule {
    let fits = |rule: &&Rule| rule.level == level && rule.when.direction.is_none_or(|way| Some(way) == direction);
    let plain = || all().find(|rule| rule.level == level && rule.when.facet == Facet::Docs);
    all().filter(|rule| rule.when.facet == Facet::Definition).find(fits).or_else(plain).unwrap_or(&FALLBACK)
}
