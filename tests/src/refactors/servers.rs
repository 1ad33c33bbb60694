//! Servers: moved to paths and operations, with variables written out, and prefixes moved between servers and paths.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::references::has_deep_references;
use super::walk::{Node, each, reference};

const ADDRESS: &str = "OpenAPI 3.0.4, 4.8.8.1: the path is appended to the URL of the server";
const V3_X: (Version, Version) = (Version::V3_0, Version::V3_2);
const V2_0: (Version, Version) = (Version::V2_0, Version::V2_0);

const fn kind(name: &'static str, clause: &'static str, edit: fn(&mut Value, &mut Places)) -> Kind {
    Kind::places(name, clause, edit).within(V3_X.0, V3_X.1)
}

pub(super) const KINDS: &[Kind] = &[
    kind("server-default-written", "OpenAPI 3.0.4, 4.8.1: without servers there is one with the URL /", |root, _| {
        let is_absent = root.get("servers").is_none_or(|servers| servers.as_array().is_some_and(Vec::is_empty));
        if is_absent {
            root["servers"] = json!([{"url": "/"}]);
        }
    }),
    kind(
        "servers-to-path-items",
        "OpenAPI 3.0.4, 4.8.9: servers of a path override those of the root",
        |root, places| {
            let Some(servers) = root.get("servers").cloned() else { return };
            if let Some(Value::Object(paths)) = root.get_mut("paths") {
                for item in paths
                    .iter_mut()
                    .filter(|(path, _)| path.starts_with('/'))
                    .filter_map(|(_, item)| item.as_object_mut())
                {
                    if !item.contains_key("servers") && !item.contains_key("$ref") && places.take() {
                        item.insert("servers".to_owned(), servers.clone());
                    }
                }
            }
        },
    ),
    kind(
        "servers-to-operations",
        "OpenAPI 3.0.4, 4.8.10: servers of an operation override those of the path and root",
        |root, places| {
            let servers = root.get("servers").cloned();
            each(root, Node::PathItem, |item, path| {
                let Some(servers) = item.get("servers").cloned().or_else(|| servers.clone()) else { return };
                if path.first().is_none_or(|step| step != "paths") || path.len() != 2 {
                    return;
                }
                for operation in
                    item.values_mut().filter_map(Value::as_object_mut).filter(|it| it.contains_key("responses"))
                {
                    if !operation.contains_key("servers") && places.take() {
                        operation.insert("servers".to_owned(), servers.clone());
                    }
                }
            });
        },
    ),
    kind("server-host-upper-case", "RFC 3986, 6.2.2.1: scheme and host are case-insensitive", |root, places| {
        respell_urls(root, places, |scheme, host, path| {
            Some(format!("{}://{}{path}", scheme.to_uppercase(), host.to_uppercase()))
        });
    }),
    kind("server-default-port", "RFC 3986, 6.2.3: the default port of the scheme", |root, places| {
        respell_urls(root, places, |scheme, host, path| {
            let port = match scheme {
                "https" => 443,
                "http" => 80,
                _ => return None,
            };
            (!host.contains(':')).then(|| format!("{scheme}://{host}:{port}{path}"))
        });
    }),
    kind("server-variable-written-out", "OpenAPI 3.0.4, 4.8.6: the default, if there is one value", |root, places| {
        each(root, Node::Server, |server, _| {
            let Some(Value::Object(variables)) = server.get("variables").cloned() else { return };
            for (name, variable) in variables {
                let is_single = variable.get("enum").and_then(Value::as_array).is_some_and(|values| values.len() == 1);
                let (Some(url), Some(value)) =
                    (server.get("url").and_then(Value::as_str), variable.get("default").and_then(Value::as_str))
                else {
                    continue;
                };
                if is_single && places.take() {
                    let url = url.replace(&format!("{{{name}}}"), value);
                    server.insert("url".to_owned(), json!(url));
                    if let Some(Value::Object(rest)) = server.get_mut("variables") {
                        rest.remove(&name);
                    }
                }
            }
        });
    }),
    kind("server-part-as-variable", "OpenAPI 3.0.4, 4.8.5: variables are substituted in the URL", |root, places| {
        each(root, Node::Server, |server, _| {
            let Some((scheme, rest)) = server.get("url").and_then(Value::as_str).and_then(|url| url.split_once("://"))
            else {
                return;
            };
            let Some((host, path)) = rest.split_once('/') else { return };
            let (scheme, host, path) = (scheme.to_owned(), host.to_owned(), path.to_owned());
            if !server.contains_key("variables") && !rest.contains('{') && places.take() {
                server.insert("url".to_owned(), json!(format!("{scheme}://{{host}}/{path}")));
                server.insert("variables".to_owned(), json!({"host": {"default": host, "enum": [host]}}));
            }
        });
    }),
    kind("prefix-to-servers", ADDRESS, prefix_to_servers),
    kind("prefix-to-paths", ADDRESS, prefix_to_paths),
    Kind::places("base-path-to-paths", "OpenAPI 2.0, Paths Object: the path is appended to the basePath", |root, _| {
        let Some(base) = root.get("basePath").and_then(Value::as_str).map(str::to_owned) else { return };
        let prefix = base.trim_end_matches('/').to_owned();
        if has_deep_references(root) || prefix.is_empty() {
            return;
        }
        if let Some(members) = root.as_object_mut() {
            members.remove("basePath");
        }
        if let Some(Value::Object(paths)) = root.get_mut("paths") {
            rename_paths(paths, |path| Some(format!("{prefix}{path}")));
        }
    })
    .within(V2_0.0, V2_0.1),
    Kind::places(
        "base-path-root-written",
        "OpenAPI 2.0, Swagger Object: without basePath the API is at the host",
        |root, _| {
            if root.get("basePath").is_none() {
                root["basePath"] = json!("/");
            }
        },
    )
    .within(V2_0.0, V2_0.1),
];

fn respell_urls(root: &mut Value, places: &mut Places, respell: fn(&str, &str, &str) -> Option<String>) {
    each(root, Node::Server, |server, _| {
        let Some((scheme, rest)) = server.get("url").and_then(Value::as_str).and_then(|url| url.split_once("://"))
        else {
            return;
        };
        let at = rest.find('/').unwrap_or(rest.len());
        let (host, path) = rest.split_at(at);
        let url = if host.contains('{') || scheme.contains('{') { None } else { respell(scheme, host, path) };
        if let Some(url) = url
            && places.take()
        {
            server.insert("url".to_owned(), json!(url));
        }
    });
}

fn rename_paths(paths: &mut Map<String, Value>, rename: impl Fn(&str) -> Option<String>) {
    let all = std::mem::take(paths);
    paths.extend(all.into_iter().map(|(path, item)| {
        let renamed = if path.starts_with('/') { rename(&path) } else { None };
        (renamed.unwrap_or(path), item)
    }));
}

/// True if every operation has the servers of the root.
fn has_root_servers_alone(root: &mut Value) -> bool {
    let mut is_alone = root.get("servers").and_then(Value::as_array).is_some_and(|servers| !servers.is_empty());
    for node in [Node::PathItem, Node::Operation] {
        each(root, node, |members, path| {
            is_alone &= !(members.contains_key("servers") && path.first().is_some_and(|step| step == "paths"));
        });
    }
    // Servers of links and of path items elsewhere would keep their URLs.
    is_alone
        && root
            .get("paths")
            .and_then(Value::as_object)
            .is_some_and(|it| it.values().all(|item| reference(item).is_none()))
}

/// Moves the first step that all paths share to the end of each server's URL.
fn prefix_to_servers(root: &mut Value, _: &mut Places) {
    if has_deep_references(root) || !has_root_servers_alone(root) {
        return;
    }
    let Some(Value::Object(paths)) = root.get_mut("paths") else { return };
    let mut addresses = paths.keys().filter(|path| path.starts_with('/'));
    let first_step =
        |path: &str| path.get(1..).and_then(|rest| rest.split_once('/')).map(|(step, _)| format!("/{step}"));
    let Some(prefix) = addresses.next().and_then(|path| first_step(path)) else { return };
    if prefix.contains('{') || !addresses.all(|path| first_step(path).as_deref() == Some(prefix.as_str())) {
        return;
    }
    rename_paths(paths, |path| path.strip_prefix(prefix.as_str()).map(str::to_owned));
    each(root, Node::Server, |server, path| {
        if let Some(url) =
            server.get("url").and_then(Value::as_str).filter(|_| path.first().is_some_and(|step| step == "servers"))
        {
            let url = format!("{}{prefix}", url.trim_end_matches('/'));
            server.insert("url".to_owned(), json!(url));
        }
    });
}

/// Moves the last step that all servers share to the front of each path.
fn prefix_to_paths(root: &mut Value, _: &mut Places) {
    if has_deep_references(root) || !has_root_servers_alone(root) {
        return;
    }
    let urls =
        root.get("servers").and_then(Value::as_array).into_iter().flatten().filter_map(|server| server["url"].as_str());
    let last_step = |url: &str| {
        let path = url.split_once("://").map_or(url, |(_, rest)| rest.find('/').map_or("", |at| rest.split_at(at).1));
        let (_, step) = path.rsplit_once('/')?;
        (!step.is_empty() && !step.contains('{')).then(|| format!("/{step}"))
    };
    let steps: Vec<Option<String>> = urls.map(last_step).collect();
    let Some(Some(prefix)) = steps.first().cloned() else { return };
    if !steps.iter().all(|step| step.as_ref() == Some(&prefix)) {
        return;
    }
    each(root, Node::Server, |server, path| {
        let url = server.get("url").and_then(Value::as_str).and_then(|url| url.strip_suffix(prefix.as_str()));
        if let Some(url) = url.filter(|_| path.first().is_some_and(|step| step == "servers")) {
            let url = if url.is_empty() { "/" } else { url };
            server.insert("url".to_owned(), json!(url));
        }
    });
    if let Some(Value::Object(paths)) = root.get_mut("paths") {
        rename_paths(paths, |path| Some(format!("{prefix}{path}")));
    }
}
