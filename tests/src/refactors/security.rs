//! Security requirements: written at each operation or at the root, and schemes under other names.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::walk::{Node, each};

const OVERRIDE: &str = "OpenAPI 3.0.4, 4.8.10: security of an operation overrides that of the root";

pub(super) const KINDS: &[Kind] = &[
    Kind::places("security-to-operations", OVERRIDE, |root, places| {
        let Some(security) = root.get("security").cloned() else { return };
        each(root, Node::Operation, |operation, path| {
            // Whether the requirement holds for requests that the API sends is open to readers.
            let is_served = path.first().is_some_and(|step| step == "paths") && path.len() == 3;
            if is_served && !operation.contains_key("security") && places.take() {
                operation.insert("security".to_owned(), security.clone());
            }
        });
    }),
    Kind::places("security-of-all-operations-to-root", OVERRIDE, to_root),
    Kind::places("security-of-root-unused", OVERRIDE, |root, places| {
        let mut all_have_own = true;
        each(root, Node::Operation, |operation, _| all_have_own &= operation.contains_key("security"));
        if all_have_own
            && root.get("security").is_some()
            && places.take()
            && let Some(members) = root.as_object_mut()
        {
            members.remove("security");
        }
    }),
    Kind::places(
        "security-scheme-renamed",
        "OpenAPI 3.0.4, 4.8.30: the name corresponds to a declared scheme",
        rename_schemes,
    ),
    Kind::places("security-scheme-case", "RFC 9110, 11.1: the name of a scheme is case-insensitive", |root, places| {
        each(root, Node::SecurityScheme, |scheme, _| {
            if let Some(Value::String(name)) = scheme.get_mut("scheme")
                && places.take()
            {
                *name = name.to_uppercase();
            }
        });
    })
    .within(Version::V3_0, Version::V3_2),
    Kind::places("security-header-case", "RFC 9110, 5.1: field names are case-insensitive", |root, places| {
        each(root, Node::SecurityScheme, |scheme, _| {
            if scheme.get("in").is_some_and(|location| location == "header")
                && let Some(Value::String(name)) = scheme.get_mut("name")
                && places.take()
            {
                *name = name.to_lowercase();
            }
        });
    }),
    Kind::places(
        "security-alternative-twice",
        "OpenAPI 3.0.4, 4.8.30: only one requirement has to be satisfied",
        |root, places| {
            for node in [Node::Root, Node::Operation] {
                each(root, node, |members, _| {
                    if let Some(Value::Array(security)) = members.get_mut("security")
                        && let Some(first) = security.first().cloned()
                        && places.take()
                    {
                        security.push(first);
                    }
                });
            }
        },
    ),
    Kind::places(
        "security-scheme-unused",
        "OpenAPI 3.0.4, 4.8.30: requirements list the schemes that are used",
        |root, places| {
            let holder =
                if places.version == Version::V2_0 { "/securityDefinitions" } else { "/components/securitySchemes" };
            if let Some(Value::Object(schemes)) = root.pointer_mut(holder)
                && places.take()
            {
                schemes.insert(
                    "nobodyRequiresThis".to_owned(),
                    json!({"type": "apiKey", "in": "header", "name": "X-Unused"}),
                );
            }
        },
    ),
];

/// Moves the requirement that every operation states to the root.
fn to_root(root: &mut Value, places: &mut Places) {
    let mut all = Vec::new();
    each(root, Node::Operation, |operation, path| {
        // Whether the root's requirement holds for requests that the API sends is open to readers.
        let is_served = path.first().is_some_and(|step| step == "paths") && path.len() == 3;
        all.push(operation.get("security").filter(|_| is_served).cloned());
    });
    let Some(Some(first)) = all.first().cloned() else { return };
    if !all.iter().all(|own| own.as_ref() == Some(&first)) || !places.take() {
        return;
    }
    each(root, Node::Operation, |operation, _| drop(operation.remove("security")));
    root["security"] = first;
}

fn rename_schemes(root: &mut Value, places: &mut Places) {
    let holder = if places.version == Version::V2_0 { "/securityDefinitions" } else { "/components/securitySchemes" };
    let Some(Value::Object(schemes)) = root.pointer_mut(holder) else { return };
    let names: Vec<String> = schemes.keys().filter(|_| places.take()).cloned().collect();
    let renamed = |name: String| if names.contains(&name) { format!("{name}Scheme") } else { name };
    let all = std::mem::take(schemes);
    schemes.extend(all.into_iter().map(|(name, scheme)| (renamed(name), scheme)));
    for node in [Node::Root, Node::Operation] {
        each(root, node, |members, _| {
            let security = members.get_mut("security").and_then(Value::as_array_mut);
            for requirement in security.into_iter().flatten().filter_map(Value::as_object_mut) {
                let all: Map<String, Value> = std::mem::take(requirement);
                requirement.extend(all.into_iter().map(|(name, scopes)| (renamed(name), scopes)));
            }
        });
    }
}
