//! `?wsdl` and `?xsd`: the imported files, with addresses that lead to the mock service.

use std::fmt::Write as _;

use crate::files::{Resolved, Source};
use crate::xml;

/// The elements whose attribute names another file, and that attribute.
const REFERENCES: [(&str, &str, &str); 4] = [
    (WSDL, "import", "location"),
    (XSD, "import", "schemaLocation"),
    (XSD, "include", "schemaLocation"),
    (XSD, "redefine", "schemaLocation"),
];

const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// A file as the mock service gives it: `address` is where the service is served. None where there is no such file.
///
/// References to other files of the upload become `address?wsdl=PATH` or `address?xsd=PATH`; others stay as they are.
pub(crate) fn rewrite(source: &Source, path: &str, address: &str) -> Option<String> {
    let files = &source.files;
    let text = files.text(path)?;
    // It was parsed when it was imported.
    let document = xml::parse(text).ok()?;
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    for node in document.root_element().descendants() {
        let name = (xml::namespace(node).unwrap_or_default(), node.tag_name().name());
        // Ports of other protocols have addresses in namespaces of their own; clients call them all the same.
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
            // The main file has one address, however it is reached: clients read a file once for each.
            let is_main = target == source.main;
            let reference = if is_main { format!("{address}?wsdl") } else { file_address(address, parameter, &target) };
            edits.push((attribute.range_value(), reference));
        }
    }
    Some(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", xml::without_declaration(&apply(text, edits))))
}

/// Where a file of the upload is given.
fn file_address(address: &str, parameter: &str, path: &str) -> String {
    let path = percent_encoding::utf8_percent_encode(path, percent_encoding::NON_ALPHANUMERIC);
    format!("{address}?{parameter}={path}")
}

/// The text with those ranges replaced, which do not overlap.
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
