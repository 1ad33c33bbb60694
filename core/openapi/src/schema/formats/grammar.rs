//! The formats of strings: a description and the specification's grammar as a pattern.
//!
//! A name between `«` and `»` is replaced by a part of a grammar. Without such parts, the patterns of addresses would be many
//! times as long.

/// Parts of grammars. Each can contain earlier ones.
const PARTS: [(&str, &str); 18] = [
    ("hex", r"[\dA-Fa-f]"),
    // RFC 3986 section 3.2.2.
    ("octet", r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"),
    ("ipv4", r"«octet»(?:\.«octet»){3}"),
    ("16", "«hex»{1,4}"),
    ("32", "(?:«16»:«16»|«ipv4»)"),
    (
        "ipv6",
        "(?:(?:«16»:){6}«32»|::(?:«16»:){5}«32»|(?:«16»)?::(?:«16»:){4}«32»|(?:(?:«16»:)?«16»)?::(?:«16»:){3}«32»|\
         (?:(?:«16»:){0,2}«16»)?::(?:«16»:){2}«32»|(?:(?:«16»:){0,3}«16»)?::«16»:«32»|(?:(?:«16»:){0,4}«16»)?::«32»|\
         (?:(?:«16»:){0,5}«16»)?::«16»|(?:(?:«16»:){0,6}«16»)?::)",
    ),
    // A label of a host name. Two hyphens as third and fourth character mark a prefix, and `xn--` is the only one (RFC 1123
    // section 2.1, RFC 5891 section 4.2.3.1).
    ("an", r"[A-Za-z\d]"),
    ("ldh", r"[A-Za-z\d-]"),
    ("label", "(?:[Xx][Nn]--«an»(?:«ldh»{0,57}«an»)?|«an»(?:«ldh»{0,2}«an»|«ldh»(?:«an»«ldh»|-«an»)«ldh»{0,58}«an»)?)"),
    ("host", r"«label»(?:\.«label»)*"),
    // A mailbox and the address literal as its domain (RFC 5321 section 4.1.2). RFC 6531 adds characters.
    ("atoms", r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*"),
    ("literal", r"\[(?:«ipv4»|IPv6:«ipv6»)\]"),
    ("quoted", r#""(?:[^"\\]|\\.)*""#),
    // The characters of segments, queries and host names (RFC 3986 appendix A). RFC 3987 adds characters.
    ("name", r"(?:[\w.~!$&'()*+,;=«more»-]|%«hex»{2})"),
    ("char", "(?:«name»|[:@])"),
    (
        "authority",
        r"//(?:(?:«name»|:)*@)?(?:\[(?:«ipv6»|[Vv]«hex»+\.[\w.~!$&'()*+,;=:-]+)\]|«name»*)(?::\d*)?(?:/«char»*)*",
    ),
    ("tail", r"(?:\?(?:«char»|[/?])*)?(?:#(?:«char»|[/?])*)?"),
    ("uri", r"[A-Za-z][A-Za-z\d+.-]*:(?:«authority»|/?(?:«char»+(?:/«char»*)*)?)«tail»"),
];

/// A URI or a relative reference, whose first segment has no colon (RFC 3986 section 4.2).
const REFERENCE: &str = "^(?:«uri»|(?:«authority»|/(?:«char»+(?:/«char»*)*)?|(?:(?:«name»|@)+(?:/«char»*)*)?)«tail»)$";

/// The formats with their descriptions and patterns. A format that needs more than a pattern has none.
pub(super) const FORMATS: [(&str, &str, &str); 19] = [
    ("date", "a date such as 2024-07-01", ""),
    ("time", "a time with its offset, such as 08:30:00Z", ""),
    ("date-time", "a date and time with its offset, such as 2024-07-01T08:30:00Z", ""),
    // RFC 3339 appendix A.
    (
        "duration",
        "a duration such as P1DT12H",
        r"^P(?:(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)|\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+[DW])$",
    ),
    ("email", "an e-mail address", "^(?:«atoms»|«quoted»)@(?:«host»|«literal»)$"),
    ("idn-email", "an e-mail address", "^(?:(?:«atoms»|[^\\x00-\\x7f])+|«quoted»)@(?:[^@ ]+|«literal»)$"),
    ("hostname", "a host name", "^«host»$"),
    ("ipv4", "an IPv4 address", "^«ipv4»$"),
    ("ipv6", "an IPv6 address", "^«ipv6»$"),
    ("uuid", "a UUID", "^«hex»{8}(?:-«hex»{4}){3}-«hex»{12}$"),
    ("uri", "a URI with its scheme", "^«uri»$"),
    ("uri-reference", "a URI or a reference relative to one", REFERENCE),
    ("iri", "an IRI with its scheme", "^«uri»$"),
    ("iri-reference", "an IRI or a reference relative to one", REFERENCE),
    // RFC 6570 section 2.
    (
        "uri-template",
        "a URI template",
        r#"^(?:[^\x00-\x20\x7f-\x9f"'<>\\^`{|}]|\{[+#./;?&]?[\w.%]+(?:\*|:[1-9]\d{0,3})?(?:,[\w.%]+(?:\*|:[1-9]\d{0,3})?)*\})*$"#,
    ),
    // RFC 6901 section 3.
    ("json-pointer", "a JSON pointer", "^(?:/(?:[^~/]|~[01])*)*$"),
    ("relative-json-pointer", "a relative JSON pointer", "^(?:0|[1-9]\\d*)(?:#|(?:/(?:[^~/]|~[01])*)*)$"),
    ("regex", "a regular expression", ""),
    // RFC 4648 section 4.
    ("byte", "a base64 string", r"^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$"),
];

/// Returns the pattern of a format with its parts expanded.
pub(super) fn written_out(format: &str, pattern: &str) -> String {
    let mut out = pattern.to_owned();
    for (name, part) in PARTS.iter().rev() {
        out = out.replace(&["«", name, "»"].concat(), part);
    }
    let more = if format.starts_with("iri") { r"\u00a0-\u{10ffff}" } else { "" };
    out.replace("«more»", more)
}
