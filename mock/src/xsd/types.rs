//! Properties of compiled simple types: the built-in type, the facets of all derivation steps, and a description.

use xsd_schema::ids::{ComplexTypeKey, NameId, SimpleTypeKey, TypeKey};
use xsd_schema::parser::frames::{ComplexContentResult, DerivationMethod, SimpleTypeVariety};
use xsd_schema::types::facets::FacetSet;
use xsd_schema::{SchemaSet, XmlTypeCode};

use super::qname::QName;

/// Maximum number of derivations. The validator limits them too.
const CHAIN: usize = 128;

/// A simple type, or the type of a complex type's text if it contains only text.
#[derive(Debug)]
pub(crate) struct SimpleType<'set> {
    /// Variety: atomic, list or union.
    pub(crate) variety: SimpleTypeVariety,
    /// Built-in type that it is derived from.
    pub(crate) builtin: XmlTypeCode,
    /// Item type of a list.
    pub(crate) item: Option<TypeKey>,
    /// Member types of a union.
    pub(crate) members: &'set [TypeKey],
    /// Facets of each derivation step, the most derived first.
    steps: Vec<&'set FacetSet>,
}

impl<'set> SimpleType<'set> {
    /// Returns a facet from the most derived step that has it.
    pub(crate) fn facet<T>(&self, pick: impl Fn(&'set FacetSet) -> Option<&'set T>) -> Option<&'set T> {
        self.steps.iter().find_map(|step| pick(step))
    }

    /// Returns the enumerated values in order, if there are any.
    pub(crate) fn enumeration(&self) -> Option<Vec<&'set str>> {
        let facet = self.facet(|step| step.enumeration.as_ref())?;
        // The facet does not order them.
        let mut values: Vec<&str> = facet.values.iter().map(String::as_str).collect();
        values.sort_unstable();
        Some(values)
    }

    /// True if the meaning of values depends on the namespaces in scope.
    pub(crate) fn is_qualified(&self) -> bool {
        self.variety == SimpleTypeVariety::Atomic && matches!(self.builtin, XmlTypeCode::QName | XmlTypeCode::Notation)
    }

    /// Returns the qualified name of an enumerated value, if values are qualified names.
    pub(crate) fn qualified_name(&self, set: &SchemaSet, value: &str) -> Option<QName> {
        let facet = self.facet(|step| step.enumeration.as_ref()).filter(|_| self.is_qualified())?;
        let (_, bindings) = facet.qname_contexts.iter().find(|(known, _)| known == value)?;
        let (namespace, local) = match value.split_once(':') {
            Some((prefix, local)) => (Some(bindings.resolve_prefix(set.name_table.get(prefix)?)?), local),
            None => (bindings.default_ns, value),
        };
        Some(QName::new(namespace.map(|namespace| text(set, namespace)).unwrap_or_default(), local))
    }

    /// Returns the patterns of each step. A value has to match one pattern of each. Patterns of built-in types are
    /// omitted.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = Vec<&'set str>> {
        let description = self.steps.iter().flat_map(|step| &step.patterns);
        description
            .map(|step| step.iter().filter(|facet| facet.source.is_some()).map(|facet| facet.value.as_str()).collect())
            .filter(|step: &Vec<&str>| !step.is_empty())
    }

    /// Returns the minimum and maximum length.
    pub(crate) fn lengths(&self) -> (u64, u64) {
        let exact = self.facet(|step| step.length.as_ref()).map(|facet| facet.value);
        let least = self.facet(|step| step.min_length.as_ref()).map(|facet| facet.value);
        let most = self.facet(|step| step.max_length.as_ref()).map(|facet| facet.value);
        (exact.or(least).unwrap_or_default(), exact.or(most).unwrap_or(u64::MAX))
    }
}

/// Returns the simple type of a type's text, or `None` for a complex type without simple content.
pub(crate) fn simple_type(set: &SchemaSet, key: TypeKey) -> Option<SimpleType<'_>> {
    let mut steps = Vec::new();
    let mut key = key;
    for _ in 0..CHAIN {
        match key {
            TypeKey::Simple(simple) => return Some(derived(set, simple, steps)),
            TypeKey::Complex(complex) => key = text_type(set, complex, &mut steps)?,
        }
    }
    None
}

/// True if values of a type can be or contain an `xs:ID` or an `xs:IDREF`.
pub(crate) fn may_identify(set: &SchemaSet, key: TypeKey) -> bool {
    // Members of unions may be unions. After this many types the result is true, and generated values are checked.
    const TYPES: usize = 100;
    let mut open = vec![key];
    for _ in 0..TYPES {
        let Some(key) = open.pop() else { return false };
        let Some(found) = simple_type(set, key) else { continue };
        match found.variety {
            SimpleTypeVariety::Atomic if matches!(found.builtin, XmlTypeCode::Id | XmlTypeCode::IdRef) => return true,
            SimpleTypeVariety::Atomic => {}
            SimpleTypeVariety::List => open.extend(found.item),
            SimpleTypeVariety::Union => open.extend(found.members),
        }
    }
    true
}

/// Returns the type of a complex type's text, and adds its facets to `steps`.
fn text_type<'set>(set: &'set SchemaSet, key: ComplexTypeKey, steps: &mut Vec<&'set FacetSet>) -> Option<TypeKey> {
    let definition = set.arenas.get_complex_type(key)?;
    let content = match &definition.content {
        ComplexContentResult::Simple(content) => content,
        // An extension that adds only attributes keeps the text of its base (Part 1, 3.4.2).
        other if other.is_empty() && definition.derivation_method == Some(DerivationMethod::Extension) => {
            return definition.resolved_base_type;
        }
        _ => return None,
    };
    if content.derivation == DerivationMethod::Restriction {
        steps.push(&content.facets);
        if let Some(inline) = definition.resolved_simple_content_type {
            return Some(inline);
        }
    }
    definition.resolved_base_type
}

fn derived<'set>(set: &'set SchemaSet, key: SimpleTypeKey, steps: Vec<&'set FacetSet>) -> SimpleType<'set> {
    let builtins = set.builtin_types();
    let variety = set.arenas.get_simple_type(key).map_or(SimpleTypeVariety::Atomic, |definition| definition.variety);
    let builtin = XmlTypeCode::AnySimpleType;
    let mut found = SimpleType { variety, builtin, item: None, members: &[], steps };
    let mut current = Some(key);
    for _ in 0..CHAIN {
        let Some((key, definition)) = current.and_then(|key| Some((key, set.arenas.get_simple_type(key)?))) else {
            break;
        };
        found.steps.push(&definition.facets);
        found.item = found.item.or(definition.resolved_item_type);
        if found.members.is_empty() {
            found.members = &definition.resolved_member_types;
        }
        if let Some(code) = builtins.get_type_code(key) {
            // The facets of built-in types include those of their whole derivation.
            found.builtin = code;
            break;
        }
        current = match definition.resolved_base_type {
            Some(TypeKey::Simple(base)) => Some(base),
            _ => None,
        };
    }
    found
}

/// Returns the name of a type for messages: `xs:int`, or its own name.
pub(crate) fn type_name(set: &SchemaSet, key: TypeKey) -> Option<String> {
    let (name, namespace) = match key {
        TypeKey::Simple(key) => {
            let definition = set.arenas.get_simple_type(key)?;
            (definition.name?, definition.target_namespace)
        }
        TypeKey::Complex(key) => {
            let definition = set.arenas.get_complex_type(key)?;
            (definition.name?, definition.target_namespace)
        }
    };
    let name = text(set, name);
    let is_xs = namespace.is_some_and(|namespace| text(set, namespace) == super::collect::XS);
    Some(if is_xs { format!("xs:{name}") } else { name.to_owned() })
}

/// Returns an interned string.
pub(crate) fn text(set: &SchemaSet, id: NameId) -> &str {
    set.name_table.try_resolve_ref(id).unwrap_or_default()
}

/// Describes the allowed values of a type: "xs:int from 1 to 99", "one of `A`, `B`".
pub(crate) fn describe(set: &SchemaSet, key: TypeKey) -> String {
    let Some(found) = simple_type(set, key) else {
        return type_name(set, key).unwrap_or_else(|| "elements".to_owned());
    };
    let base = match found.variety {
        SimpleTypeVariety::List => {
            let item = found.item.map_or_else(|| "values".to_owned(), |item| describe_item(set, item));
            format!("a list of {item}")
        }
        SimpleTypeVariety::Union => {
            let mut members: Vec<String> =
                found.members.iter().take(8).map(|member| describe_item(set, *member)).collect();
            members.dedup();
            members.join(" or ")
        }
        SimpleTypeVariety::Atomic => {
            format!("xs:{}", found.builtin.local_name().unwrap_or("anySimpleType"))
        }
    };
    let mut description = enumerated(set, &found).unwrap_or(base);
    describe_facets(&found, &mut description);
    description
}

/// Describes a type within a sentence about another one: its name, or its values if it has none.
fn describe_item(set: &SchemaSet, key: TypeKey) -> String {
    type_name(set, key).unwrap_or_else(|| {
        simple_type(set, key).map_or_else(String::new, |found| {
            enumerated(set, &found).unwrap_or_else(|| format!("xs:{}", found.builtin.local_name().unwrap_or_default()))
        })
    })
}

fn enumerated(set: &SchemaSet, found: &SimpleType<'_>) -> Option<String> {
    const SHOWN: usize = 12;
    let values = found.enumeration()?;
    let show =
        |value: &&str| found.qualified_name(set, value).map_or_else(|| format!("`{value}`"), |name| name.to_string());
    let shown: Vec<String> = values.iter().take(SHOWN).map(show).collect();
    let rest = values.len().saturating_sub(SHOWN);
    Some(match (values.len(), rest) {
        (1, _) => shown.concat(),
        (_, 0) => format!("one of {}", shown.join(", ")),
        _ => format!("one of {} and {rest} more", shown.join(", ")),
    })
}

fn describe_facets(found: &SimpleType<'_>, out: &mut String) {
    let mut add = |word: &str, value: Option<String>| {
        if let Some(value) = value {
            out.extend([" ", word, " ", &value]);
        }
    };
    // Facets without a source belong to built-in types, whose names imply them.
    let least = found.facet(|step| step.min_inclusive.as_ref()).filter(|facet| facet.source.is_some());
    let most = found.facet(|step| step.max_inclusive.as_ref()).filter(|facet| facet.source.is_some());
    add("from", least.map(|facet| facet.value.clone()));
    add("above", found.facet(|step| step.min_exclusive.as_ref()).map(|facet| facet.value.clone()));
    add("to", most.map(|facet| facet.value.clone()));
    add("below", found.facet(|step| step.max_exclusive.as_ref()).map(|facet| facet.value.clone()));
    let length = |at: u64| Some(format!("length {at}"));
    match found.lengths() {
        (least, most) if least == most => add("of", length(least)),
        (least, most) => {
            add("of at least", length(least).filter(|_| least > 0));
            add("of at most", length(most).filter(|_| most < u64::MAX));
        }
    }
    let digits = found.facet(|step| step.total_digits.as_ref());
    add("with at most", digits.map(|facet| format!("{} digits", facet.value)));
    let fraction = found.facet(|step| step.fraction_digits.as_ref()).filter(|facet| facet.source.is_some());
    let joined = if digits.is_some() { "and at most" } else { "with at most" };
    add(joined, fraction.map(|facet| format!("{} fraction digits", facet.value)));
    for step in found.patterns() {
        let patterns: Vec<String> = step.iter().map(|pattern| format!("`{pattern}`")).collect();
        add("matching", Some(patterns.join(" or ")));
    }
}
