//! `?wsdl` and `?xsd`: the imported files, with addresses of the mock service.

use std::fmt::Write as _;

use crate::files::{Resolved, Source};
use crate::xml;

/// Elements and attributes that refer to other files.
const REFERENCES: [(&str, &str, &str); 4] = [
    (WSDL, "import", "location"),
    (XSD, "import", "schemaLocation"),
    (XSD, "include", "schemaLocation"),
    (XSD, "redefine", "schemaLocation"),
];

const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// Returns a file with its addresses replaced by `address`, at which the service is served. Returns `None` if there is
/// no such file.
///
/// References to other files of the upload become `address?wsdl=PATH` or `address?xsd=PATH`. Other references are
/// unchanged.
pub(crate) fn rewrite(source: &Source, path: &str, address: &str) -> Option<String> {
    let files = &source.files;
    let text = files.text(path)?;
    // The file was parsed successfully during the import.
    let document = xml::parse(text).ok()?;
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    for node in document.root_element().descendants() {
        let name = (xml::namespace(node).unwrap_or_default(), node.tag_name().name());
        // Ports of other protocols have address elements in other namespaces. Clients use those addresses too.
        let is_address =
            name.1 == "address" && node.parent_element().is_some_and(|parent| parent.has_tag_name((WSDL, "port")));
        if is_address {
            edits
                .extend(node.attribute_node("location").map(|attribute| (attribute.range_value(), address.to_owned())));
        }
        let Some((_, _, attribute)) = REFERENCES.iter().find(|(namespace, local, _)| name == (*namespace, *local))
        else {
            continue;
        };
        if let Some(attribute) = node.attribute_node(*attribute)
            && let Resolved::File(target) = files.resolve(path, attribute.value())
        {
            let parameter = if xml::namespace(node) == Some(WSDL) { "wsdl" } else { "xsd" };
            // The main file always has the same address, because clients read a file once per address.
            let is_main = target == source.main;
            let reference = if is_main { format!("{address}?wsdl") } else { file_address(address, parameter, &target) };
            edits.push((attribute.range_value(), reference));
        }
    }
    Some(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", xml::without_declaration(&apply(text, edits))))
}

/// Returns the address of a file of the upload.
fn file_address(address: &str, parameter: &str, path: &str) -> String {
    let path = percent_encoding::utf8_percent_encode(path, percent_encoding::NON_ALPHANUMERIC);
    format!("{address}?{parameter}={path}")
}

/// Replaces ranges of a string. The ranges must not overlap.
fn apply(text: &str, mut edits: Vec<(std::ops::Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(text.len() + 256);
    let mut from = 0;
    for (range, replacement) in edits {
        out.push_str(text.get(from..range.start).unwrap_or_default());
        let _ = write!(out, "{}", xml::escaped(&replacement));
        from = range.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}
