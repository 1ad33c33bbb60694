//! Builds the message of a finding from the template of its rule, with the names and values of its fact.

use waybill_base::internal::order::Listed as _;
use waybill_diff::ExclusionRule;
use waybill_diff::compat::{Direction, Level};
use waybill_diff::internal::{
    Affected, DiffResult, DisplayValue, Event, Facet, FacetSubject, Fact, MoveReason, Qualifier, Relation, Rule, Sides,
    inner_rule, is_same_spelling,
};
use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{
    Kind, KnownKey, MediaRange, Named, NodeId, ObjectKind, Reference, ResolvedDescription, Status,
};

use super::composition::describe_composition;
use super::definition;
use super::subject::Subject;
use super::successor::sunset_of;
use super::value_text::{ValueText, differing_types, statuses};

/// Returns the message of a rule about a fact whose values have this direction.
pub(super) fn message(result: &DiffResult<'_, '_>, rule: &Rule, direction: Option<Direction>, fact: &Fact) -> String {
    sentence(result, rule, direction, fact, None)
}

/// Returns the message for readers who know the definition that the fact is about. It does not repeat known names.
pub(super) fn message_within(
    result: &DiffResult<'_, '_>,
    rule: &Rule,
    direction: Option<Direction>,
    fact: &Fact,
    known: &KnownNames,
) -> String {
    sentence(result, rule, direction, fact, Some(known))
}

fn sentence(
    result: &DiffResult<'_, '_>,
    rule: &Rule,
    direction: Option<Direction>,
    fact: &Fact,
    within: Option<&KnownNames>,
) -> String {
    let (description, id) = place_to_name(result, rule, fact);
    let subject = if fact.facet == Facet::Xml && rule.level == Level::Docs {
        // No transmitted value changes, so the keyword is the subject.
        Subject::at(description, id).with_keywords()
    } else {
        subject_of(result.sides, fact, description, id, within)
    };
    let event = match fact.event {
        Event::Added => "was added",
        Event::Removed => "was removed",
        Event::Changed(_) => "changed",
    };
    let sunset = sunset(result.sides, fact);
    let deprecated =
        if fact.has(Qualifier::Deprecated) { format!(" after it was deprecated{sunset}") } else { String::new() };
    let one_sided = match fact.event {
        Event::Added if fact.has(Qualifier::Unimplemented) => ": it only responded with 501 before",
        Event::Removed if fact.has(Qualifier::Unimplemented) => ": it only responds with 501 now",
        Event::Added | Event::Removed | Event::Changed(_) => "",
    };
    let one_sided = if fact.has(Qualifier::Moved) { describe_move(result, fact) } else { one_sided };
    let one_sided = if fact.has(Qualifier::Excluded) { &describe_exclusion(result, fact) } else { one_sided };
    let name = if fact.facet == Facet::Status { statuses(&fact.name) } else { fact.name.clone() };
    let by = describe_cause(result.sides, fact);
    // Do not name the owner if it is the whole description.
    let of = if subject == "the description" { String::new() } else { format!(" of {subject}") };
    let shown = ValueText::from_fact(result.sides, fact);
    let definition = predicate(result.sides, fact, direction);
    let own = inner_rule(rule, fact, direction);
    let renamed = renaming(result, rule, direction, fact);
    let successor = fact.renamed_property().map(|(_, new)| result.sides.new.arena().key_text(new)).unwrap_or_default();
    let text = fill_template(
        renamed.as_deref().unwrap_or_else(|| template(own.unwrap_or(rule), fact, (&subject, &definition))),
        &[
            ("subject", &subject),
            ("of", &of),
            ("name", &name),
            ("successor", successor),
            ("event", event),
            ("deprecated", &deprecated),
            ("sunset", &sunset),
            ("one_sided", one_sided),
            ("by", &by),
            ("change", &shown.change),
            ("definition", &definition),
            ("values", &shown.values),
            ("before", &shown.before),
            ("after", &shown.after),
        ],
    );
    let text = if own.is_some() { fill_template(rule.message, &[("inner", &text)]) } else { text };
    let text = if has_ignored_nullable(result.sides, rule, fact) {
        format!("{text} (`nullable` has no effect since OpenAPI 3.1)")
    } else {
        text
    };
    match replaced_schema_names(result, fact) {
        Some((before, after)) => format!("{text}, because `{after}` replaced `{before}`"),
        None => text,
    }
}

/// Returns the keyword that changed the values of a composition: `` (`not` changed)``. Empty if none is known.
fn describe_cause(sides: &Sides<'_>, fact: &Fact) -> String {
    let is_same =
        fact.old.zip(fact.new).is_some_and(|(old, new)| sides.old.arena().digest(old) == sides.new.arena().digest(new));
    match fact.name.as_str() {
        "" => String::new(),
        // Its neighbors changed. For example, `additionalProperties` applies to properties that they do not list.
        name if is_same => format!(" (`{name}` has another effect)"),
        name => format!(" (`{name}` changed)"),
    }
}

/// Returns true for a change of null if the side without null has a `nullable` that its version ignores.
fn has_ignored_nullable(sides: &Sides<'_>, rule: &Rule, fact: &Fact) -> bool {
    let (description, id) = match rule.id {
        "request-null-added" | "response-null-added" => (sides.old, fact.old),
        "request-null-removed" | "response-null-removed" => (sides.new, fact.new),
        _ => return false,
    };
    let arena = description.arena();
    let schema = |id| if description.object_kind(id).is_schema() { Some(id) } else { arena.parent(id) };
    let mut members = id.and_then(schema).into_iter().flat_map(|schema| arena.children(schema));
    description.spec_version() >= SpecVersion::V3_1
        && members.any(|id| {
            let key = arena.key(id);
            key.is_ignored() && arena.key_text(id) == KnownKey::Nullable.text() && arena.kind(id) == Kind::True
        })
}

/// Returns the sunset date of an item that was deprecated, or removed after that. Empty without a date.
fn sunset(sides: &Sides<'_>, fact: &Fact) -> String {
    let date = match fact.after {
        DisplayValue::Node(id) if fact.facet == Facet::Deprecation => {
            sides.new.arena().parent(id).and_then(|holder| sunset_of(sides.new, holder))
        }
        _ if fact.has(Qualifier::Deprecated) => {
            sides.unmatched_operation(fact.affected).and_then(|entry| sunset_of(sides.old, entry.operation))
        }
        _ => None,
    };
    date.map(|date| format!(" (sunset `{date}`)")).unwrap_or_default()
}

/// Returns the reason why callers have an operation on one side only, although both descriptions contain it.
fn describe_exclusion(result: &DiffResult<'_, '_>, fact: &Fact) -> String {
    let [of_old, of_new] = &result.pairing.excluded;
    let pair = result.pairing.one_sided.iter().find(|&&(old, new)| match fact.affected {
        Affected::Old(at) => at == old,
        Affected::New(at) => at == new,
        Affected::DefinitionPair(_) | Affected::Pair(_) | Affected::Nobody => false,
    });
    let Some(&(old, new)) = pair else { return String::new() };
    match (of_old.rule_of(old), of_new.rule_of(new)) {
        (_, Some(ExclusionRule::Internal)) => ": it is now internal".to_owned(),
        (_, Some(ExclusionRule::Tag(tag))) => format!(": its tag `{tag}` is excluded"),
        (_, Some(ExclusionRule::Path(glob))) => format!(": its path matches the excluded `{glob}`"),
        (Some(ExclusionRule::Internal), None) => ": it was internal".to_owned(),
        (Some(ExclusionRule::Tag(tag)), None) => format!(": its tag `{tag}` was excluded"),
        (Some(ExclusionRule::Path(glob)), None) => format!(": its path matched the excluded `{glob}`"),
        (None, None) => String::new(),
    }
}

/// Returns the reason why a moved operation is treated as the same.
fn describe_move(result: &DiffResult<'_, '_>, fact: &Fact) -> &'static str {
    let Affected::Old(at) = fact.affected else { return "" };
    match result.pairing.pair_of_old(at).and_then(|pair| result.pairing.move_reason(pair)) {
        Some(MoveReason::Renamed) => ": the settings rename it",
        Some(MoveReason::OperationId) => ": it has the same `operationId`",
        Some(MoveReason::Slash) => ": the paths differ in the slash at the end",
        Some(MoveReason::Prefix | MoveReason::SharedPrefix) => ": the paths differ in their start",
        None => "",
    }
}

/// Returns the message template for a renamed property, with the reason why both are treated as one. `None` for other
/// facts.
fn renaming(result: &DiffResult<'_, '_>, rule: &Rule, direction: Option<Direction>, fact: &Fact) -> Option<String> {
    let (old, new) = fact.renamed_property().filter(|_| rule.is_about_properties())?;
    let names = (result.sides.old.arena().key_text(old), result.sides.new.arena().key_text(new));
    let twin = result.facts.get(fact.renamed?)?;
    let (gone, come) = if fact.event == Event::Removed { (fact, twin) } else { (twin, fact) };
    let is_required = (gone.has(Qualifier::Required), come.has(Qualifier::Required));
    let state = match (direction, is_required) {
        (Some(Direction::Request), (_, true)) => ", which is required",
        (Some(Direction::Response), (true, false)) => ", which is optional",
        _ => "",
    };
    let reason = if is_same_spelling(names.0, names.1) {
        "only the spelling differs"
    } else {
        "both have the same schema and description"
    };
    let renamed = format!("was renamed to `{{successor}}`{state}");
    // The rules about removals say more about the old name.
    let message = match fact.event {
        Event::Removed => rule.message.replace("was removed", &renamed),
        Event::Added | Event::Changed(_) => format!("the property {{subject}} {renamed}"),
    };
    Some(format!("{message}: {reason}"))
}

/// Returns the predicate for a location whose definition was replaced or recomposed. Empty if the rule contains it.
fn predicate(sides: &Sides<'_>, fact: &Fact, direction: Option<Direction>) -> String {
    match fact.facet {
        Facet::Definition => definition::describe_replacement(sides, fact),
        // A more detailed description removes nothing. Its rule contains the wording.
        Facet::Composition if !fact.has(Qualifier::Optional) => {
            describe_composition(sides, fact, direction).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// Returns the location that the message names, on the side that readers know.
fn place_to_name<'d>(result: &DiffResult<'_, 'd>, rule: &Rule, fact: &Fact) -> (&'d ResolvedDescription<'d>, NodeId) {
    let in_old = is_named_closer_in_old(result.sides, fact).unwrap_or_else(|| {
        fact.event == Event::Removed
            || is_deeper_in_old(result.sides, fact)
            || is_replaced_by_component(result.sides, fact)
    });
    // A component name replaces a mapping entry here, so name the schema on the other side.
    let is_by_name = fact.facet == Facet::DiscriminatorMapping
        && (matches!(fact.before, DisplayValue::Key(_)) || matches!(fact.after, DisplayValue::Key(_)));
    let in_old = in_old != is_by_name || is_borrowed_in_new(result, fact) || is_beside_in_old(result, fact);
    if let Some((old, _)) = fact.renamed_property().filter(|_| rule.is_about_properties()) {
        return (result.sides.old, old);
    }
    // The schema that still requires the property names it. The one that declared it may not have it any more.
    let in_old = in_old && !is_of_undeclared_property(fact);
    match (in_old, fact.old, fact.new) {
        (true, Some(old), _) | (_, Some(old), None) => (result.sides.old, old),
        (_, _, Some(new)) => (result.sides.new, new),
        (_, None, None) => (result.sides.new, NodeId::ROOT),
    }
}

/// Returns true for a fact about a property that is still required, but no longer declared.
fn is_of_undeclared_property(fact: &Fact) -> bool {
    fact.facet == Facet::Type && !fact.name.is_empty() && fact.event == Event::Changed(Relation::Widened)
}

/// The names and definitions that readers of a replacement know.
#[derive(Debug, Default)]
pub(super) struct KnownNames {
    names: Vec<String>,
    /// The previous and the current definition.
    definitions: (Option<NodeId>, Option<NodeId>),
}

impl KnownNames {
    /// Collects the names that readers of a location know, on both sides: the body, response, parameter or component
    /// around it, and the components that its references lead to.
    pub(super) fn collect(sides: &Sides<'_>, fact: &Fact) -> KnownNames {
        let mut names = Vec::new();
        let mut add = |description: &ResolvedDescription<'_>, id: Option<NodeId>, shown| {
            let place = id.map(|id| Subject::at(description, id)).unwrap_or_default();
            if !place.value.is_empty() {
                names.push(place.value());
            }
            names.push(place.holder);
            names.push(place.component);
            let DisplayValue::Node(member) = shown else { return None };
            let target = description.arena().parent(member).and_then(|reference| description.resolve(reference))?;
            names.push(Subject::at(description, target).component);
            Some(target)
        };
        let definitions = (add(sides.old, fact.old, fact.before), add(sides.new, fact.new, fact.after));
        names.retain(|name| !name.is_empty());
        KnownNames { names, definitions }
    }

    /// Names a value inside another component by the only location where a known definition refers to that component.
    fn name_inside(&self, sides: &Sides<'_>, description: &ResolvedDescription<'_>, id: NodeId) -> Subject {
        let subject = Subject::at(description, id);
        let inner = subject.value.strip_prefix(&subject.component);
        let inner = inner.filter(|_| !subject.component.is_empty() && !self.names.contains(&subject.component));
        let is_old = std::ptr::eq(description, sides.old);
        let definition = if is_old { self.definitions.0 } else { self.definitions.1 };
        let arena = description.arena();
        let component = arena.ancestors(id).find(|&id| description.is_component(id));
        let (Some(inner), Some(definition), Some(component)) = (inner, definition, component) else { return subject };
        let refers = |member: &&NodeId| {
            arena.contains(definition, **member) && description.target(**member) == Reference::Local(component)
        };
        let mut references = description.references().iter().filter(refers);
        let (Some(&member), None) = (references.next(), references.next()) else { return subject };
        let mut outer = Subject::at(description, arena.parent(member).unwrap_or(member));
        outer.value.push_str(inner);
        Subject { keywords: subject.keywords, ..outer }
    }
}

/// Returns the names of two schemas that are compared because references changed from one to the other.
fn replaced_schema_names<'d>(result: &DiffResult<'_, 'd>, fact: &Fact) -> Option<(&'d str, &'d str)> {
    let Affected::DefinitionPair(definition_pair) = fact.affected else { return None };
    if result.is_compared_for_replacement(definition_pair) {
        // The message of the replacement contains both names.
        return None;
    }
    let definition_pair = result
        .definition_pairs
        .get(definition_pair)
        .filter(|definition_pair| definition_pair.kind == ObjectKind::Schema)?;
    let name = |description: &'d ResolvedDescription<'d>, id| {
        description.is_component(id).then(|| description.arena().key_text(id))
    };
    name(result.sides.old, definition_pair.old)
        .zip(name(result.sides.new, definition_pair.new))
        .filter(|(before, after)| before != after)
}

/// Returns a rule's message, or a special one. Special cases: no type was or is valid, types were only added or
/// removed, and a status that requires an action of the client.
fn template(rule: &Rule, fact: &Fact, (subject, predicate): (&str, &str)) -> &'static str {
    let none = |shown| matches!(shown, DisplayValue::Types(types) if types.names().is_empty());
    let names_types = || if rule.message.contains("{before}") { differing_types(fact) } else { None };
    match (none(fact.before), none(fact.after)) {
        (false, true) => "{subject} could be {before}; now no value is valid",
        (true, false) => "no value was valid for {subject}, which can now be {after}",
        // Sent to conditional requests of clients that already have a copy (RFC 9110 section 15.4.5).
        _ if rule.id == "success-status-added" && fact.name == "304" && subject.starts_with("`GET ") => {
            "{subject} can now respond with 304: use the stored copy"
        }
        _ if is_of_undeclared_property(fact) => {
            "{subject} is still required but no longer declared: it was {before} and can now be {after}"
        }
        _ if fact.facet == Facet::Composition && !predicate.is_empty() => "{subject} {definition}",
        _ => match names_types() {
            Some((true, _)) => "{subject} can now also be {values}",
            Some((false, _)) => "{subject} can no longer be {values}",
            None if rule.message.contains("{before}") && is_other_type(fact) => {
                "{subject} changed from {before} to {after}"
            }
            None => rule.message,
        },
    }
}

/// Returns true if a fact is about types, and both sides name theirs.
fn is_other_type(fact: &Fact) -> bool {
    let is_named = |shown| matches!(shown, DisplayValue::Types(types) if !types.is_any());
    is_named(fact.before) && is_named(fact.after)
}

/// Fills the slots of a message. Inserted text is not expanded, because paths contain braces too.
fn fill_template(message: &str, slots: &[(&str, &str)]) -> String {
    let (mut text, mut rest) = (String::with_capacity(message.len()), message);
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        let slot = behind.split_once('}').and_then(|(name, after)| {
            let (_, value) = slots.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        if let Some((value, after)) = slot {
            text.push_str(value);
            rest = after;
        } else {
            text.push('{');
            rest = behind;
        }
    }
    text.push_str(rest);
    text
}

/// Returns true if the surrounding response or media type covered fewer statuses or media types before, and false if it
/// covers fewer now. Readers know it by the narrower name. `None` if both are the same, or if the value was added or
/// removed.
fn is_named_closer_in_old(sides: &Sides<'_>, fact: &Fact) -> Option<bool> {
    if matches!(fact.event, Event::Added | Event::Removed) && fact.facet != Facet::Content {
        return None;
    }
    let (old, new) = (sides.old, sides.new);
    let by_media = || {
        let (from, to) = (entry(old, fact.old, KnownKey::Content)?, entry(new, fact.new, KnownKey::Content)?);
        is_closer(&MediaRange::parse(from), &MediaRange::parse(to))
    };
    let by_status = || {
        let (from, to) = (entry(old, fact.old, KnownKey::Responses)?, entry(new, fact.new, KnownKey::Responses)?);
        is_closer(&Status::parse(from), &Status::parse(to))
    };
    by_media().or_else(by_status)
}

/// Returns the key of the map entry that contains a location.
fn entry<'d>(description: &'d ResolvedDescription<'_>, id: Option<NodeId>, map: KnownKey) -> Option<&'d str> {
    let arena = description.arena();
    let among = |id: &NodeId| arena.parent(*id).is_some_and(|parent| arena.key(parent) == map.key());
    arena.ancestors(id?).find(among).map(|entry| arena.key_text(entry))
}

/// Returns true if the old name covers less, and false if the new name does. `None` if neither covers the other.
fn is_closer<N: Named>(old: &N, new: &N) -> Option<bool> {
    (new.covers(old) || old.covers(new)).then(|| new.covers(old))
}

/// Returns true if an inline definition of one operation replaced a component, and the change affects other users of
/// the component too. Their readers do not look at that operation.
fn is_borrowed_in_new(result: &DiffResult<'_, '_>, fact: &Fact) -> bool {
    let (Affected::DefinitionPair(_), Some(old), Some(new)) = (fact.affected, fact.old, fact.new) else {
        return false;
    };
    let section = |description: &ResolvedDescription<'_>, id| {
        let path: Vec<NodeId> = description.arena().ancestors(id).list();
        path.iter().rev().nth(1).map(|&id| description.arena().key(id))
    };
    let is_in = |description, id, key: KnownKey| section(description, id) == Some(key.key());
    if !is_in(result.sides.old, old, KnownKey::Components) || !is_in(result.sides.new, new, KnownKey::Paths) {
        return false;
    }
    let reached = result.affected_pairs(fact.affected);
    let operation_entries = reached.into_iter().filter_map(|pair| result.pairing.get(result.sides, pair));
    operation_entries
        .map(|(_, operation_entry)| operation_entry)
        .any(|operation_entry| !result.sides.new.arena().contains(operation_entry.item, new))
}

/// Returns true if the old value was inside the definition, and the new one is in a component next to it. Readers know
/// the old definition.
fn is_beside_in_old(result: &DiffResult<'_, '_>, fact: &Fact) -> bool {
    let (Affected::DefinitionPair(definition_pair), Some(old), Some(new)) = (fact.affected, fact.old, fact.new) else {
        return false;
    };
    let is_of_branches = matches!(fact.facet, Facet::Composition | Facet::Type);
    let Some(definition_pair) = result.definition_pairs.get(definition_pair).filter(|_| is_of_branches) else {
        return false;
    };
    result.sides.old.arena().contains(definition_pair.old, old)
        && !result.sides.new.arena().contains(definition_pair.new, new)
}

/// Returns true if a value exists only on the old side, and the new location is its former container.
fn is_deeper_in_old(sides: &Sides<'_>, fact: &Fact) -> bool {
    let depth = |description: &ResolvedDescription<'_>, id: Option<NodeId>| {
        id.map_or(0, |id| description.arena().ancestors(id).count())
    };
    matches!(fact.facet, Facet::EncodingStyle | Facet::EncodingContentType | Facet::AllowReserved | Facet::Schema)
        && depth(sides.old, fact.old) > depth(sides.new, fact.new)
}

/// Returns true if a component replaced an inline definition. Readers know the inline one by its location.
fn is_replaced_by_component(sides: &Sides<'_>, fact: &Fact) -> bool {
    let by = fact.old.zip(fact.new);
    fact.facet == Facet::Type
        && by.is_some_and(|(old, new)| sides.new.is_component(new) && !sides.old.is_component(old))
}

/// Returns the subject of the message, in the reader's terms.
fn subject_of(
    sides: &Sides<'_>,
    fact: &Fact,
    description: &ResolvedDescription<'_>,
    id: NodeId,
    within: Option<&KnownNames>,
) -> String {
    let kind = fact.facet.subject();
    // If an operation adds or removes a list that replaces the shared one, the shared one stays. Name the operation then.
    let places = [(sides.old, fact.old), (sides.new, fact.new)].into_iter();
    let is_shared = |description: &ResolvedDescription<'_>, id| description.shared_list(id).is_some();
    let own =
        places.filter_map(|(description, id)| Some((description, id?))).find(|place| !is_shared(place.0, place.1));
    let (description, id) = own.filter(|_| is_shared(description, id)).unwrap_or((description, id));
    let shared = description.shared_list(id);
    // A media type is named by the body or response that has it.
    let is_of_media_type = matches!(kind, FacetSubject::MediaType | FacetSubject::MediaTypeOfSchema);
    let holder = if is_of_media_type { description.arena().parent(id) } else { None };
    let id = holder.unwrap_or(id);
    let place = |id| match within {
        Some(known) => known.name_inside(sides, description, id).within(&known.names),
        None => Subject::at(description, id),
    };
    let subject = place(id);
    match kind {
        FacetSubject::Place | FacetSubject::MediaTypeOfSchema => subject.value(),
        // A shared list does not belong to the operation that was read first.
        FacetSubject::MediaType => match shared {
            Some("consumes") => "the request body of operations without `consumes`".to_owned(),
            Some("produces") => "the responses of operations without `produces`".to_owned(),
            _ => subject.value(),
        },
        FacetSubject::Operation => sides.unmatched_operation(fact.affected).map_or_else(
            || subject.value(),
            |operation_entry| format!("`{} {}`", operation_entry.method, operation_entry.path),
        ),
        FacetSubject::Server => match subject.holder.as_str() {
            "" => "the server of the description".to_owned(),
            server if server.starts_with("the server ") => server.to_owned(),
            holder => format!("the server of {holder}"),
        },
        FacetSubject::ParameterName => subject.value().trim_start_matches("the parameter ").to_owned(),
        FacetSubject::PropertyOrPlace if fact.name.is_empty() || is_property(description, id, &fact.name) => {
            subject.value()
        }
        FacetSubject::PropertyOfBranch if description.object_kind(id) != ObjectKind::Branch => subject.value(),
        FacetSubject::Property | FacetSubject::PropertyOrPlace | FacetSubject::PropertyOfBranch => {
            subject.property(&fact.name).value()
        }
        // Only the order of the list itself can differ, because tags are identified by name.
        FacetSubject::Documentation if description.object_kind(id) == ObjectKind::Tags => {
            "the order of the tags".to_owned()
        }
        FacetSubject::Documentation | FacetSubject::Keywords => subject.with_keywords(),
        FacetSubject::KeywordOwner => place(schema_of(description, id, &fact.name)).value(),
        FacetSubject::InOperation(everywhere) if subject.operation.is_empty() && !everywhere.is_empty() => {
            everywhere.to_owned()
        }
        FacetSubject::InOperation(_) => format!("{}{}", prefix(fact), subject.operation),
        FacetSubject::Description => "the description".to_owned(),
    }
}

/// Returns the schema that a keyword, or an entry of it, belongs to.
fn schema_of(description: &ResolvedDescription<'_>, id: NodeId, name: &str) -> NodeId {
    let arena = description.arena();
    let key = name.split('.').next().unwrap_or_default();
    let keyword = arena.ancestors(id).take(2);
    let parents = keyword.filter(|&id| arena.key_text(id) == key).filter_map(|id| arena.parent(id));
    parents.into_iter().find(|&parent| description.object_kind(parent).is_schema()).unwrap_or(id)
}

/// Returns true if a location is the property of this name.
fn is_property(description: &ResolvedDescription<'_>, id: NodeId, name: &str) -> bool {
    let arena = description.arena();
    arena.key_text(id) == name
        && arena.parent(id).is_some_and(|map| description.object_kind(map) == ObjectKind::Properties)
}

fn prefix(fact: &Fact) -> String {
    if fact.facet == Facet::Parameter { format!("`{}` of ", fact.name) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{CompareOptions, compare};

    #[test]
    fn inserted_text_is_not_expanded_again() {
        let slots = [("subject", "`GET /a/{name}`"), ("name", "b")];
        assert_eq!(fill_template("{subject} has `{name}` {of} {", &slots), "`GET /a/{name}` has `b` {of} {");
    }

    #[test]
    fn response_is_named_by_its_narrowest_status_on_either_side() {
        let content = |kind: &str| json!({"description": "", "content": {"a/b": {"schema": {"type": kind}}}});
        let description =
            |answers: Value| json!({"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": answers}}}});
        let few = |answer: Value| description(json!({"404": answer, "default": content("string")})).to_string();
        let many = description(json!({"default": content("string")})).to_string();
        for (answer, left, right) in [
            (json!({"description": ""}), "now has a body", "no longer has a body"),
            (content("object"), "changed from `object` to `string`", "changed from `string` to `object`"),
        ] {
            let few = few(answer);
            for (old, new, expected) in [
                (&few, &many, format!("is no longer listed; `default` covers it: it {left}")),
                (&many, &few, format!("is now listed; `default` covered it: it {right}")),
            ] {
                let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
                let shown = format!("the 404 response of `GET /a` {expected}");
                let messages: Vec<&String> = report.changes.iter().map(|change| &change.message).collect();
                assert!(messages.contains(&&shown), "{shown}: {messages:?}");
            }
        }
    }
}
