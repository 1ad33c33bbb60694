//! What schemas are built of: other properties, elements, conditions, alternatives, discriminators.

use crate::compat::Level;
use crate::compat::rule::{EventMatcher, Rule, When};
use crate::diff::{Direction, Facet, Qualifier, Relation};
use crate::release::Bump;

/// Some value is allowed that was not before.
const NOT_WITHIN: EventMatcher = EventMatcher::Relates(&[Relation::Widened, Relation::Incomparable]);
/// Some value is not allowed that was before.
const NOT_AROUND: EventMatcher = EventMatcher::Relates(&[Relation::Narrowed, Relation::Incomparable]);
/// Fewer values are allowed.
const NARROWED: EventMatcher = EventMatcher::Relates(&[Relation::Narrowed]);
/// More values are allowed.
const WIDENED: EventMatcher = EventMatcher::Relates(&[Relation::Widened]);
/// Whether more or fewer values are allowed could not be decided.
const UNKNOWN: EventMatcher = EventMatcher::Relates(&[Relation::Unknown]);

const REQUEST: Option<Direction> = Some(Direction::Request);
const RESPONSE: Option<Direction> = Some(Direction::Response);

const NOTHING: &str = "nothing has to change";
const REFUSED: &str = "requests that were valid before are refused";
const UNEXPECTED: &str = "callers get values they do not expect";
const ANNOUNCE: &str = "keep allowing what was allowed, or announce a major version";
const KEEP: &str = "keep to what was promised, or announce a major version";

const fn when(facet: Facet, happening: EventMatcher, direction: Option<Direction>) -> When {
    When { facet, event: happening, direction, quality: Qualifier::Plain }
}

const fn breaking(id: &'static str, when: When, message: &'static str, why: &'static str, help: &'static str) -> Rule {
    Rule { id, when, level: Level::Breaking, bump: Bump::Major, message, why, help }
}

const fn minor(
    (id, level): (&'static str, Level),
    when: When,
    message: &'static str,
    why: &'static str,
    help: &'static str,
) -> Rule {
    Rule { id, when, level, bump: Bump::Minor, message, why, help }
}

const fn additive(id: &'static str, when: When, message: &'static str, help: &'static str) -> Rule {
    minor((id, Level::Additive), when, message, "", help)
}

const fn docs(id: &'static str, when: When, message: &'static str) -> Rule {
    Rule { id, when, level: Level::Docs, bump: Bump::Patch, message, why: "", help: NOTHING }
}

const fn covered(happening: EventMatcher) -> When {
    When { facet: Facet::Alternative, event: happening, direction: None, quality: Qualifier::Covered }
}

const fn overlapping(happening: EventMatcher, direction: Option<Direction>) -> When {
    When { facet: Facet::Alternative, event: happening, direction, quality: Qualifier::Overlapping }
}

pub(super) const RULES: [Rule; 40] = [
    breaking(
        "request-other-properties-narrowed",
        when(Facet::OtherProperties, NOT_AROUND, REQUEST),
        "{subject} takes fewer properties besides those it lists: `{name}` {change}",
        "requests with properties that are no longer allowed are refused",
        "allow other properties as before, or announce a major version",
    ),
    additive(
        "request-other-properties-widened",
        when(Facet::OtherProperties, WIDENED, REQUEST),
        "{subject} takes more properties besides those it lists: `{name}` {change}",
        NOTHING,
    ),
    breaking(
        "response-other-properties-widened",
        when(Facet::OtherProperties, NOT_WITHIN, RESPONSE),
        "{subject} can now hold more properties besides those it lists: `{name}` {change}",
        "callers that read strictly, or read other properties as one type, get what they do not expect",
        "list what is new as properties, or announce a major version",
    ),
    additive(
        "response-other-properties-narrowed",
        when(Facet::OtherProperties, NARROWED, RESPONSE),
        "{subject} holds fewer properties besides those it lists: `{name}` {change}",
        NOTHING,
    ),
    breaking(
        "request-dependent-properties-narrowed",
        when(Facet::DependentProperties, NOT_AROUND, REQUEST),
        "properties of {subject} demand more of others: `{name}` {change}",
        REFUSED,
        "leave the new demand to a new property, or announce a major version",
    ),
    additive(
        "request-dependent-properties-widened",
        when(Facet::DependentProperties, WIDENED, REQUEST),
        "properties of {subject} demand less of others: `{name}` {change}",
        NOTHING,
    ),
    breaking(
        "response-dependent-properties-widened",
        when(Facet::DependentProperties, NOT_WITHIN, RESPONSE),
        "properties of {subject} promise less of others: `{name}` {change}",
        "callers that rely on one property where another is there find nothing in some answers",
        KEEP,
    ),
    additive(
        "response-dependent-properties-narrowed",
        when(Facet::DependentProperties, NARROWED, RESPONSE),
        "properties of {subject} promise more of others: `{name}` {change}",
        NOTHING,
    ),
    breaking(
        "request-elements-narrowed",
        when(Facet::Elements, NOT_AROUND, REQUEST),
        "fewer arrays are allowed as {subject}: `{name}` {change}",
        "requests with elements that are no longer allowed are refused",
        ANNOUNCE,
    ),
    additive(
        "request-elements-widened",
        when(Facet::Elements, WIDENED, REQUEST),
        "more arrays are allowed as {subject}: `{name}` {change}",
        NOTHING,
    ),
    breaking(
        "response-elements-widened",
        when(Facet::Elements, NOT_WITHIN, RESPONSE),
        "other arrays can now come as {subject}: `{name}` {change}",
        "callers get elements they do not expect",
        KEEP,
    ),
    additive(
        "response-elements-narrowed",
        when(Facet::Elements, NARROWED, RESPONSE),
        "fewer arrays can come as {subject}: `{name}` {change}",
        NOTHING,
    ),
    breaking(
        "request-condition-narrowed",
        when(Facet::Condition, NOT_AROUND, REQUEST),
        "{subject} has to meet more than before: `{name}` {change}",
        REFUSED,
        ANNOUNCE,
    ),
    additive(
        "request-condition-widened",
        when(Facet::Condition, WIDENED, REQUEST),
        "{subject} has to meet less than before: `{name}` {change}",
        NOTHING,
    ),
    breaking(
        "response-condition-widened",
        when(Facet::Condition, NOT_WITHIN, RESPONSE),
        "{subject} meets less than before: `{name}` {change}",
        UNEXPECTED,
        KEEP,
    ),
    additive(
        "response-condition-narrowed",
        when(Facet::Condition, NARROWED, RESPONSE),
        "{subject} meets more than before: `{name}` {change}",
        NOTHING,
    ),
    minor(
        ("overlapping-alternative-added", Level::Unproved),
        overlapping(EventMatcher::Added, REQUEST),
        "{subject} can now be {name}, and has to match no other alternative then",
        "requests that match both alternatives were valid before and are refused; whether there are any is not decided",
        "tell the alternatives apart by a property that each demands, or by a discriminator",
    ),
    minor(
        ("overlapping-alternative-removed", Level::Unproved),
        overlapping(EventMatcher::Removed, RESPONSE),
        "{subject} is no longer {name}; what matches that and another alternative can now come",
        "callers get values that matched two alternatives; whether there are any is not decided",
        "tell the alternatives apart by a property that each demands, or by a discriminator",
    ),
    docs(
        "covered-alternative-added",
        covered(EventMatcher::Added),
        "{subject} now also lists {name} as an alternative, whose values were allowed before",
    ),
    docs(
        "covered-alternative-removed",
        covered(EventMatcher::Removed),
        "{subject} no longer lists {name} as an alternative; another one allows its values",
    ),
    additive(
        "request-alternative-added",
        when(Facet::Alternative, EventMatcher::Added, REQUEST),
        "{subject} can now be {name}",
        "send it when you need it; nothing has to change",
    ),
    breaking(
        "request-alternative-removed",
        when(Facet::Alternative, EventMatcher::Removed, REQUEST),
        "{subject} can no longer be {name}",
        "requests with this alternative are refused",
        "keep accepting it until the next major version",
    ),
    breaking(
        "response-alternative-added",
        when(Facet::Alternative, EventMatcher::Added, RESPONSE),
        "{subject} can now be {name}",
        "callers get an alternative they do not know",
        "offer it where callers ask for it, or announce a major version",
    ),
    additive(
        "response-alternative-removed",
        when(Facet::Alternative, EventMatcher::Removed, RESPONSE),
        "{subject} is no longer {name}",
        NOTHING,
    ),
    additive(
        "discriminator-added",
        when(Facet::Discriminator, EventMatcher::Added, None),
        "the alternatives of {subject} are now told apart by `{name}`",
        NOTHING,
    ),
    minor(
        ("discriminator-removed", Level::Risky),
        when(Facet::Discriminator, EventMatcher::Removed, None),
        "the alternatives of {subject} are no longer told apart by `{name}`",
        "generated clients that choose a type by it have to try each one",
        "keep the discriminator until the next major version",
    ),
    breaking(
        "discriminator-changed",
        when(Facet::Discriminator, EventMatcher::Anything, None),
        "the alternatives of {subject} were told apart by {before} and now are by {after}",
        "clients that choose a type by the old property find none",
        "keep the property, or announce a major version",
    ),
    additive(
        "discriminator-mapping-added",
        when(Facet::DiscriminatorMapping, EventMatcher::Added, None),
        "`{name}` now says which alternative {subject} is: {after}",
        NOTHING,
    ),
    breaking(
        "request-discriminator-mapping-removed",
        when(Facet::DiscriminatorMapping, EventMatcher::Removed, REQUEST),
        "`{name}` no longer says which alternative {subject} is; it was {before}",
        "requests that name their type this way are refused",
        "keep the entry until the next major version",
    ),
    minor(
        ("response-discriminator-mapping-removed", Level::Risky),
        when(Facet::DiscriminatorMapping, EventMatcher::Removed, RESPONSE),
        "`{name}` no longer says which alternative {subject} is; it was {before}",
        "clients that still get it cannot tell the type",
        "keep the entry until no answer uses it",
    ),
    breaking(
        "request-discriminator-mapping-changed",
        when(Facet::DiscriminatorMapping, EventMatcher::Anything, REQUEST),
        "`{name}` said that {subject} is {before} and now says {after}",
        "requests that name their type this way are read as another type",
        "add a new entry for the new type",
    ),
    minor(
        ("response-discriminator-mapping-changed", Level::Risky),
        when(Facet::DiscriminatorMapping, EventMatcher::Anything, RESPONSE),
        "`{name}` said that {subject} is {before} and now says {after}",
        "clients built before read the answer as another type",
        "add a new entry for the new type",
    ),
    minor(
        ("composition-changed", Level::Unproved),
        when(Facet::Composition, UNKNOWN, None),
        "{subject} is put together differently{by}, and whether it allows more or less is not decided",
        "the two schemas could not be compared",
        "compare the two schemas, and decide what the change means to callers",
    ),
    additive(
        "request-object-properties-added",
        When { quality: Qualifier::Optional, ..when(Facet::Composition, NARROWED, REQUEST) },
        "{subject} could be any object and now declares properties{by}; objects without them stay valid",
        NOTHING,
    ),
    breaking(
        "request-composition-narrowed",
        when(Facet::Composition, NOT_AROUND, REQUEST),
        "{subject} is put together differently{by} and allows less than before",
        REFUSED,
        ANNOUNCE,
    ),
    additive(
        "request-composition-widened",
        when(Facet::Composition, WIDENED, REQUEST),
        "{subject} is put together differently{by} and allows more than before",
        NOTHING,
    ),
    breaking(
        "response-composition-widened",
        when(Facet::Composition, NOT_WITHIN, RESPONSE),
        "{subject} is put together differently{by} and can be more than before",
        UNEXPECTED,
        KEEP,
    ),
    additive(
        "response-composition-narrowed",
        when(Facet::Composition, NARROWED, RESPONSE),
        "{subject} is put together differently{by} and is less than before",
        NOTHING,
    ),
    // Neither this nor the next is ever the rule of a fact by itself.
    minor(
        ("negated-schema-changed", Level::Unproved),
        When {
            facet: Facet::Unexplained,
            event: EventMatcher::Relates(&[]),
            direction: None,
            quality: Qualifier::Plain,
        },
        "{said}, and another schema refuses what matches it (`not`) or decides by it (`if`)",
        "what widens a schema may narrow another one that must not match it; which of the values that concerns is not worked out",
        "look at the schemas with `not` and `if` that refer to it, and decide what they allow now",
    ),
    minor(
        ("overlapping-alternative-changed", Level::Unproved),
        When {
            facet: Facet::Unexplained,
            event: EventMatcher::Relates(&[]),
            direction: None,
            quality: Qualifier::Overlapping,
        },
        "{said}, in an alternative that another one may overlap",
        "exactly one alternative may match: what comes to match two is no longer allowed, and what matches one alone from now on is; whether there is any is not decided",
        "tell the alternatives apart by a property that each demands, or by a discriminator",
    ),
];
