//! The formats for texts: what each asks for in words, and the grammar of its specification as a pattern.

/// A hexadecimal digit.
macro_rules! hex {
    () => {
        r"[\dA-Fa-f]"
    };
}

/// RFC 3986 section 3.2.2.
macro_rules! ipv4 {
    () => {
        r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}"
    };
}

/// So many groups of an IPv6 address, each with its colon.
macro_rules! groups {
    ($count:literal) => {
        concat!("(?:", hex!(), "{1,4}:){", $count, "}")
    };
}

/// The groups before `::`.
macro_rules! before {
    ($count:literal) => {
        concat!("(?:", groups!($count), hex!(), "{1,4})?::")
    };
}

/// The last 32 bits of an IPv6 address.
macro_rules! last {
    () => {
        concat!("(?:", hex!(), "{1,4}:", hex!(), "{1,4}|", ipv4!(), ")")
    };
}

/// RFC 3986 section 3.2.2.
macro_rules! ipv6 {
    () => {
        concat!(
            "(?:",
            groups!("6"),
            last!(),
            "|::",
            groups!("5"),
            last!(),
            "|",
            before!("0"),
            groups!("4"),
            last!(),
            "|",
            before!("0,1"),
            groups!("3"),
            last!(),
            "|",
            before!("0,2"),
            groups!("2"),
            last!(),
            "|",
            before!("0,3"),
            groups!("1"),
            last!(),
            "|",
            before!("0,4"),
            last!(),
            "|",
            before!("0,5"),
            hex!(),
            "{1,4}|",
            before!("0,6"),
            ")"
        )
    };
}

/// A label of a host name: two hyphens in its third place mark a prefix, of which there is one (RFC 1123 section 2.1, RFC
/// 5891 section 4.2.3.1).
macro_rules! label {
    () => {
        concat!(
            r"(?:[Xx][Nn]--[A-Za-z\d](?:[A-Za-z\d-]{0,57}[A-Za-z\d])?|[A-Za-z\d](?:[A-Za-z\d-]{0,2}[A-Za-z\d]|",
            r"[A-Za-z\d-](?:[A-Za-z\d][A-Za-z\d-]|-[A-Za-z\d])[A-Za-z\d-]{0,58}[A-Za-z\d])?)"
        )
    };
}

macro_rules! hostname {
    () => {
        concat!(label!(), r"(?:\.", label!(), ")*")
    };
}

/// A mailbox (RFC 5321 section 4.1.2), whose atoms may hold these characters besides, and its domain this besides.
macro_rules! mailbox {
    ($others:literal, $domain:expr) => {
        concat!(
            "^(?:[\\w!#$%&'*+/=?^`{|}~",
            $others,
            "-]+(?:\\.[\\w!#$%&'*+/=?^`{|}~",
            $others,
            "-]+)*|",
            "\"(?:[^\"\\\\]|\\\\.)*\")@(?:",
            $domain,
            "|\\[(?:",
            ipv4!(),
            "|IPv6:",
            ipv6!(),
            ")\\])$"
        )
    };
}

/// A character of a segment of a path (RFC 3986 section 3.3), these besides (RFC 3987 section 2.2).
macro_rules! character {
    ($others:literal, $colon:literal) => {
        concat!(r"(?:[\w.~!$&'()*+,;=@", $others, $colon, "-]|%", hex!(), "{2})")
    };
}

/// The authority with what stands around it (RFC 3986 section 3.2).
macro_rules! authority {
    ($others:literal) => {
        concat!(
            "//(?:",
            character!($others, ":"),
            r"*@)?(?:\[(?:",
            ipv6!(),
            r"|[Vv]",
            hex!(),
            r"+\.[\w.~!$&'()*+,;=:-]+)\]|(?:[\w.~!$&'()*+,;=",
            $others,
            "-]|%",
            hex!(),
            r"{2})*)(?::\d*)?(?:/",
            character!($others, ":"),
            "*)*"
        )
    };
}

/// Query and fragment.
macro_rules! tail {
    ($others:literal) => {
        concat!("(?:\\?(?:", character!($others, ":"), "|[/?])*)?(?:#(?:", character!($others, ":"), "|[/?])*)?")
    };
}

/// What stands behind the scheme (RFC 3986 section 3).
macro_rules! behind_scheme {
    ($others:literal) => {
        concat!(
            "(?:",
            authority!($others),
            "|/?(?:",
            character!($others, ":"),
            "+(?:/",
            character!($others, ":"),
            "*)*)?)",
            tail!($others)
        )
    };
}

macro_rules! uri {
    ($others:literal) => {
        concat!("^[A-Za-z][A-Za-z\\d+.-]*:", behind_scheme!($others), "$")
    };
}

/// A URI, or a reference relative to one, whose first segment has no colon (RFC 3986 section 4.2).
macro_rules! reference {
    ($others:literal) => {
        concat!(
            "^(?:[A-Za-z][A-Za-z\\d+.-]*:",
            behind_scheme!($others),
            "|(?:",
            authority!($others),
            "|/(?:",
            character!($others, ":"),
            "+(?:/",
            character!($others, ":"),
            "*)*)?|(?:",
            character!($others, ""),
            "+(?:/",
            character!($others, ":"),
            "*)*)?)",
            tail!($others),
            ")$"
        )
    };
}

macro_rules! pointer {
    () => {
        "(?:/(?:[^~/]|~[01])*)*"
    };
}

/// Each format, what it asks for, and its pattern; no pattern where it takes more than one to decide.
pub(super) const FORMATS: [(&str, &str, &str); 19] = [
    ("date", "a date such as 2024-07-01", ""),
    ("time", "a time with its offset, such as 08:30:00Z", ""),
    ("date-time", "a date and time with its offset, such as 2024-07-01T08:30:00Z", ""),
    // RFC 3339 appendix A.
    (
        "duration",
        "a duration such as P1DT12H",
        r"^P(?:(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)|\d+W)$",
    ),
    ("email", "an e-mail address", mailbox!("", hostname!())),
    ("idn-email", "an e-mail address", mailbox!("\u{80}-\u{10ffff}", "[^@ ]+")),
    ("hostname", "a host name", concat!("^", hostname!(), "$")),
    ("ipv4", "an IPv4 address", concat!("^", ipv4!(), "$")),
    ("ipv6", "an IPv6 address", concat!("^", ipv6!(), "$")),
    ("uuid", "a UUID", concat!("^", hex!(), "{8}(?:-", hex!(), "{4}){3}-", hex!(), "{12}$")),
    ("uri", "a URI with its scheme", uri!("")),
    ("uri-reference", "a URI or a reference relative to one", reference!("")),
    ("iri", "an IRI with its scheme", uri!("\u{a0}-\u{10ffff}")),
    ("iri-reference", "an IRI or a reference relative to one", reference!("\u{a0}-\u{10ffff}")),
    // RFC 6570 section 2.
    (
        "uri-template",
        "a URI template",
        r#"^(?:[^\x00-\x20\x7f-\x9f"'<>\\^`{|}]|\{[+#./;?&]?[\w.%]+(?:\*|:[1-9]\d{0,3})?(?:,[\w.%]+(?:\*|:[1-9]\d{0,3})?)*\})*$"#,
    ),
    ("json-pointer", "a JSON pointer", concat!("^", pointer!(), "$")),
    ("relative-json-pointer", "a relative JSON pointer", concat!("^(?:0|[1-9]\\d*)(?:#|", pointer!(), ")$")),
    ("regex", "a regular expression", ""),
    ("byte", "text in base64", r"^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$"),
];
