//! What a compiled simple type says: its built-in type, its facets from every step of its derivation, and in words.

use xsd_schema::ids::{ComplexTypeKey, NameId, SimpleTypeKey, TypeKey};
use xsd_schema::parser::frames::{ComplexContentResult, DerivationMethod, SimpleTypeVariety};
use xsd_schema::types::facets::FacetSet;
use xsd_schema::{SchemaSet, XmlTypeCode};

/// How many derivations are followed; the validator bounds them as well.
const CHAIN: usize = 128;

/// A simple type, or the text of a complex type that has only text.
#[derive(Debug)]
pub(crate) struct SimpleType {
    /// Whether it is one value, a list, or one of several types.
    pub(crate) variety: SimpleTypeVariety,
    /// The built-in type it is derived from.
    pub(crate) builtin: XmlTypeCode,
    /// The facets of all steps of its derivation.
    pub(crate) facets: FacetSet,
    /// What a list is made of.
    pub(crate) item: Option<TypeKey>,
    /// What a union chooses from.
    pub(crate) members: Vec<TypeKey>,
}

/// What a type says about text; `None` for a complex type that is no text.
pub(crate) fn simple_type(set: &SchemaSet, key: TypeKey) -> Option<SimpleType> {
    let mut facets = FacetSet::new();
    let mut key = key;
    for _ in 0..CHAIN {
        match key {
            TypeKey::Simple(simple) => return Some(derived(set, simple, facets)),
            TypeKey::Complex(complex) => key = text_type(set, complex, &mut facets)?,
        }
    }
    None
}

/// The type that the text of a complex type is of; the facets that it adds are added.
fn text_type(set: &SchemaSet, key: ComplexTypeKey, facets: &mut FacetSet) -> Option<TypeKey> {
    let definition = set.arenas.get_complex_type(key)?;
    let content = match &definition.content {
        ComplexContentResult::Simple(content) => content,
        // An extension that adds nothing but attributes keeps the text of its base (Part 1, 3.4.2).
        other if other.is_empty() && definition.derivation_method == Some(DerivationMethod::Extension) => {
            return definition.resolved_base_type;
        }
        _ => return None,
    };
    if content.derivation == DerivationMethod::Restriction {
        facets.inherit_from(&content.facets);
        if let Some(inline) = definition.resolved_simple_content_type {
            return Some(inline);
        }
    }
    definition.resolved_base_type
}

fn derived(set: &SchemaSet, key: SimpleTypeKey, mut facets: FacetSet) -> SimpleType {
    let builtins = set.builtin_types();
    let mut found = SimpleType {
        variety: SimpleTypeVariety::Atomic,
        builtin: XmlTypeCode::AnySimpleType,
        facets: FacetSet::new(),
        item: None,
        members: Vec::new(),
    };
    let mut current = Some(key);
    let mut first = true;
    for _ in 0..CHAIN {
        let Some(definition) = current.and_then(|key| set.arenas.get_simple_type(key)) else { break };
        facets.inherit_from(&definition.facets);
        if first {
            found.variety = definition.variety;
            first = false;
        }
        found.item = found.item.or(definition.resolved_item_type);
        if found.members.is_empty() {
            found.members.clone_from(&definition.resolved_member_types);
        }
        if let Some(code) = current.and_then(|key| builtins.get_type_code(key)) {
            found.builtin = code;
            // The facets of built-in types are those of their whole derivation.
            break;
        }
        current = match definition.resolved_base_type {
            Some(TypeKey::Simple(base)) => Some(base),
            _ => None,
        };
    }
    found.facets = facets;
    found
}

/// The name of a type as people write it: `xs:int`, or its own.
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

/// An interned text.
pub(crate) fn text(set: &SchemaSet, id: NameId) -> &str {
    set.name_table.try_resolve_ref(id).unwrap_or_default()
}

/// What a type admits, in words: "xs:int from 1 to 99", "one of `A`, `B`".
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
    let mut said = match enumerated(&found.facets) {
        Some(values) => values,
        None => base,
    };
    describe_facets(&found.facets, &mut said);
    said
}

/// A type within a sentence about another: its name, or what it admits where it has none.
fn describe_item(set: &SchemaSet, key: TypeKey) -> String {
    type_name(set, key).unwrap_or_else(|| {
        simple_type(set, key).map_or_else(String::new, |found| {
            enumerated(&found.facets)
                .unwrap_or_else(|| format!("xs:{}", found.builtin.local_name().unwrap_or_default()))
        })
    })
}

fn enumerated(facets: &FacetSet) -> Option<String> {
    const SHOWN: usize = 12;
    let mut values: Vec<&String> = facets.enumeration.as_ref()?.values.iter().collect();
    values.sort();
    let shown: Vec<String> = values.iter().take(SHOWN).map(|value| format!("`{value}`")).collect();
    let rest = values.len().saturating_sub(SHOWN);
    Some(match (values.len(), rest) {
        (1, _) => shown.concat(),
        (_, 0) => format!("one of {}", shown.join(", ")),
        _ => format!("one of {} and {rest} more", shown.join(", ")),
    })
}

fn describe_facets(facets: &FacetSet, out: &mut String) {
    let mut add = |word: &str, value: Option<String>| {
        if let Some(value) = value {
            out.extend([" ", word, " ", &value]);
        }
    };
    // Facets without a source are those of built-in types, which their names say.
    let (min, max) = (facets.min_inclusive.as_ref(), facets.max_inclusive.as_ref());
    add("from", min.filter(|facet| facet.source.is_some()).map(|facet| facet.value.clone()));
    add("above", facets.min_exclusive.as_ref().map(|facet| facet.value.clone()));
    add("to", max.filter(|facet| facet.source.is_some()).map(|facet| facet.value.clone()));
    add("below", facets.max_exclusive.as_ref().map(|facet| facet.value.clone()));
    let length = |at: Option<u64>| at.map(|length| format!("length {length}"));
    add("of", length(facets.length.as_ref().map(|facet| facet.value)));
    add("of at least", length(facets.min_length.as_ref().map(|facet| facet.value).filter(|length| *length > 0)));
    add("of at most", length(facets.max_length.as_ref().map(|facet| facet.value)));
    let digits = |at: Option<u32>, what: &str| at.map(|digits| format!("{digits} {what}"));
    add("with at most", digits(facets.total_digits.as_ref().map(|facet| facet.value), "digits"));
    let own_fraction = facets.fraction_digits.as_ref().filter(|facet| facet.source.is_some());
    add("with at most", digits(own_fraction.map(|facet| facet.value), "fraction digits"));
    for step in facets.patterns.iter().filter(|step| step.iter().any(|pattern| pattern.source.is_some())) {
        let patterns: Vec<String> = step.iter().map(|pattern| format!("`{}`", pattern.value)).collect();
        add("matching", Some(patterns.join(" or ")));
    }
}
