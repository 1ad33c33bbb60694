//! Known formats, and the inclusions between them (OpenAPI 3.1.1 section 4.4.2 and its registry; JSON Schema 2020-12
//! validation, section 7.3).

use waybill_openapi::internal::{Decimal, TypeSet};

/// A format with known values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    pub(crate) name: &'static str,
    /// The types it applies to.
    pub(crate) kind: TypeSet,
    /// The smallest formats that contain this one.
    pub(crate) within: &'static [&'static str],
}

const fn number(name: &'static str, within: &'static [&'static str]) -> Format {
    Format { name, kind: TypeSet::NUMBER, within }
}

const fn text(name: &'static str, within: &'static [&'static str]) -> Format {
    Format { name, kind: TypeSet::STRING, within }
}

pub(crate) const KNOWN: [Format; 37] = [
    number("int8", &["int16"]),
    number("int16", &["int32", "float"]),
    number("int32", &["int64", "double-int"]),
    number("int64", &["sf-integer"]),
    number("uint8", &["uint16", "int16"]),
    number("uint16", &["uint32", "int32", "float"]),
    number("uint32", &["uint64", "int64", "double-int"]),
    number("uint64", &[]),
    number("double-int", &["int64", "double"]),
    number("float", &["double"]),
    number("double", &[]),
    number("sf-integer", &[]),
    number("sf-decimal", &[]),
    text("date", &[]),
    text("date-time", &[]),
    text("time", &[]),
    text("duration", &[]),
    text("email", &["idn-email"]),
    text("idn-email", &[]),
    text("hostname", &["idn-hostname"]),
    text("idn-hostname", &[]),
    text("ipv4", &[]),
    text("ipv6", &[]),
    text("uri", &["uri-reference", "iri"]),
    text("uri-reference", &["iri-reference"]),
    text("iri", &["iri-reference"]),
    text("iri-reference", &[]),
    text("uri-template", &[]),
    text("uuid", &[]),
    text("json-pointer", &[]),
    text("relative-json-pointer", &[]),
    text("regex", &[]),
    text("byte", &[]),
    text("base64url", &[]),
    text("char", &[]),
    text("http-date", &[]),
    text("media-range", &[]),
];

/// Formats that have no string in common. A colon, an at sign, a letter or a length distinguishes them.
const UNLIKE: [&str; 10] =
    ["date", "date-time", "time", "duration", "email", "idn-email", "ipv4", "ipv6", "uuid", "http-date"];

/// Formats in `UNLIKE` that no URI has, because a URI starts with a letter and contains a colon.
const NO_URI: [&str; 6] = ["date", "date-time", "time", "duration", "ipv4", "uuid"];

/// Format that hides the input in tools and does not restrict the string.
pub(crate) const PASSWORD: &str = "password";

pub(crate) fn known(name: &str) -> Option<&'static Format> {
    KNOWN.iter().find(|format| format.name == name)
}

/// A known format, with the questions the provers need.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownFormat(Option<&'static Format>);

impl KnownFormat {
    /// Returns the format with this name, or `None` if it is unknown.
    pub(crate) fn named(name: &str) -> Option<KnownFormat> {
        if name == PASSWORD { Some(KnownFormat(None)) } else { known(name).map(|format| KnownFormat(Some(format))) }
    }

    /// Returns true if the format may restrict values of a type. Numbers can be serialized as strings, and times as
    /// numbers.
    pub(crate) fn says_something(self, kind: TypeSet) -> bool {
        self.0.is_some() && kind.meets(TypeSet::NUMBER.or(TypeSet::STRING))
    }

    /// Returns true if the format certainly applies to numbers.
    pub(crate) fn is_of_numbers(self) -> bool {
        self.0.is_some_and(|format| format.kind == TypeSet::NUMBER)
    }

    /// Returns true if the format certainly applies to strings.
    pub(crate) fn is_of_texts(self) -> bool {
        self.0.is_some_and(|format| format.kind == TypeSet::STRING)
    }

    /// Returns true if every value of this format has the other format too.
    pub(crate) fn is_within(self, other: KnownFormat) -> bool {
        let both = self.0.zip(other.0);
        both.is_some_and(|(one, other)| one.name == other.name || is_within(one.name, other.name, 0))
    }

    /// Returns true if no value has both formats.
    pub(crate) fn is_apart_from(self, other: KnownFormat) -> bool {
        self.0.zip(other.0).is_some_and(|(one, other)| are_apart(one.name, other.name))
    }

    /// Returns the minimum and maximum if the format contains exactly the whole numbers between them.
    pub(crate) fn range(self) -> Option<(Decimal, Decimal)> {
        let (signed, bits) = match self.0?.name {
            "int8" => (true, 8),
            "int16" => (true, 16),
            "int32" => (true, 32),
            "int64" => (true, 64),
            "uint8" => (false, 8),
            "uint16" => (false, 16),
            "uint32" => (false, 32),
            "uint64" => (false, 64),
            _ => return None,
        };
        let size = 1_i128 << if signed { bits - 1 } else { bits };
        Some((Decimal::from(if signed { -size } else { 0 }), Decimal::from(size - 1)))
    }
}

/// Returns true if no string has both formats.
pub(crate) fn are_apart(one: &str, other: &str) -> bool {
    let unlike = |name: &str| UNLIKE.contains(&name);
    let no_uri = |uri: &str, name: &str| uri == "uri" && NO_URI.contains(&name);
    let nested = one == other || is_within(one, other, 0) || is_within(other, one, 0);
    (unlike(one) && unlike(other) && !nested) || no_uri(one, other) || no_uri(other, one)
}

/// Returns true if a chain of inclusions leads from the inner format to the outer one.
pub(crate) fn is_within(inner: &str, outer: &str, steps: usize) -> bool {
    // Depth: the number of known formats, counted in `steps`.
    let around = known(inner).filter(|_| steps < KNOWN.len()).map_or(&[][..], |format| format.within);
    around.iter().any(|&next| next == outer || is_within(next, outer, steps + 1))
}
