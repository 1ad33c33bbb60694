//! The attributes of a complex type: its own, those of its attribute groups, and inherited ones (XML Schema Part 1,
//! 3.4.2).

use std::collections::BTreeSet;

use xsd_schema::SchemaSet;
use xsd_schema::arenas::ResolvedAttributeUse;
use xsd_schema::ids::{AttributeGroupKey, ComplexTypeKey, NameId, TypeKey};
use xsd_schema::parser::frames::{AttributeUseKind, AttributeUseResult, DerivationMethod};

/// Maximum number of derivations. The validator limits them too.
const CHAIN: usize = 128;

/// An attribute that an element can have.
#[derive(Clone, Debug)]
pub(crate) struct AttributeUse {
    /// Namespace, usually none.
    pub(crate) namespace: Option<NameId>,
    /// Local name.
    pub(crate) name: NameId,
    /// True if the attribute is required.
    pub(crate) required: bool,
    /// Type, or `None` if undeclared, which allows any string.
    pub(crate) type_key: Option<TypeKey>,
    /// Fixed value.
    pub(crate) fixed: Option<String>,
    /// Default value.
    pub(crate) default: Option<String>,
}

/// A namespace and a local name as numbers, which are ordered.
type Name = (Option<u32>, u32);

fn name(found: &AttributeUse) -> Name {
    (found.namespace.map(|namespace| namespace.0), found.name.0)
}

/// Returns the attributes of a type without duplicates, those of the type itself first.
pub(crate) fn attribute_uses(set: &SchemaSet, key: ComplexTypeKey) -> Vec<AttributeUse> {
    let mut uses = Vec::new();
    // Names that were found, or that a restriction prohibits.
    let mut seen: BTreeSet<Name> = BTreeSet::new();
    let mut current = Some(key);
    for _ in 0..CHAIN {
        let Some(definition) =
            current.filter(|key| *key != set.any_type_key()).and_then(|key| set.arenas.get_complex_type(key))
        else {
            break;
        };
        let mut prohibited = Vec::new();
        let own = definition.attributes.iter().zip(&definition.resolved_attributes);
        for (usage, resolved) in own {
            let Some(found) = attribute_use(set, usage, resolved, definition.target_namespace) else { continue };
            if usage.use_kind == AttributeUseKind::Prohibited {
                prohibited.push(name(&found));
            } else if seen.insert(name(&found)) {
                uses.push(found);
            }
        }
        group_uses(set, &definition.resolved_attribute_groups, &mut seen, &mut uses);
        if definition.derivation_method != Some(DerivationMethod::Extension) {
            seen.extend(prohibited);
        }
        current = definition.resolved_base_type.and_then(|base| base.as_complex());
    }
    uses
}

/// Adds the attributes of groups and of the groups that they refer to. Each group is visited once.
fn group_uses(set: &SchemaSet, keys: &[AttributeGroupKey], seen: &mut BTreeSet<Name>, uses: &mut Vec<AttributeUse>) {
    let mut waiting: Vec<AttributeGroupKey> = keys.iter().rev().copied().collect();
    let mut met = BTreeSet::new();
    while let Some(key) = waiting.pop() {
        let Some(group) = set.arenas.get_attribute_group(key).filter(|_| met.insert(key)) else { continue };
        for (usage, resolved) in group.attributes.iter().zip(&group.resolved_attributes) {
            let Some(found) = attribute_use(set, usage, resolved, group.target_namespace) else { continue };
            if usage.use_kind != AttributeUseKind::Prohibited && seen.insert(name(&found)) {
                uses.push(found);
            }
        }
        waiting.extend(group.resolved_ref.iter().chain(&group.resolved_attribute_groups).rev());
    }
}

fn attribute_use(
    set: &SchemaSet,
    usage: &AttributeUseResult,
    resolved: &ResolvedAttributeUse,
    target: Option<NameId>,
) -> Option<AttributeUse> {
    let own = &usage.attribute;
    let declaration = resolved.resolved_ref.and_then(|key| set.arenas.get_attribute(key));
    let (namespace, name) = match (own.name, &own.ref_name, declaration) {
        (Some(name), None, _) => {
            let form = own.form.as_deref();
            let source = own.source.as_ref();
            (set.effective_local_attribute_namespace(own.target_namespace, form, source, target), name)
        }
        (_, _, Some(declaration)) => (declaration.target_namespace, declaration.name?),
        _ => return None,
    };
    // A value of the use overrides that of the declaration it refers to (Part 1, 3.2.2).
    let is_given = own.fixed_value.is_some() || own.default_value.is_some();
    let (fixed, default) = match declaration.filter(|_| !is_given) {
        Some(declaration) => (&declaration.fixed_value, &declaration.default_value),
        None => (&own.fixed_value, &own.default_value),
    };
    Some(AttributeUse {
        namespace,
        name,
        required: usage.use_kind == AttributeUseKind::Required,
        type_key: resolved.resolved_type.or_else(|| declaration.and_then(|declaration| declaration.resolved_type)),
        fixed: fixed.clone(),
        default: default.clone(),
    })
}
