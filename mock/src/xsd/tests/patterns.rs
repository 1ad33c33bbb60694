//! Tests of patterns: what they match, and the notes on patterns that are not checked.

use super::*;

/// Returns a schema with an element `r` that has a pattern.
fn with_pattern(pattern: &str) -> CompiledSchemas {
    let restriction = format!("<xs:restriction base='xs:string'><xs:pattern value='{pattern}'/></xs:restriction>");
    compile(&[&schema(&format!("<xs:element name='r'><xs:simpleType>{restriction}</xs:simpleType></xs:element>"))], &[])
}

/// Checks values against a pattern: those that match, and those that do not.
fn check(pattern: &str, matching: &[&str], others: &[&str]) {
    let schemas = with_pattern(pattern);
    for (values, valid) in [(matching, true), (others, false)] {
        for value in values {
            let found = said(&schemas, &format!("<r xmlns='urn:t'>{value}</r>"));
            let expected = format!("/r: `{value}` is not xs:string matching `{pattern}`");
            assert_eq!(found, if valid { Vec::new() } else { vec![expected] }, "{pattern}: {value}");
        }
    }
}

#[test]
fn uncompilable_pattern_is_skipped_and_noted() {
    let leaf = |name: &str, pattern: &str| {
        format!(
            "<xs:element name='{name}'><xs:simpleType><xs:restriction base='xs:string'>\
             <xs:pattern value='{pattern}'/><xs:maxLength value='3'/></xs:restriction></xs:simpleType></xs:element>"
        )
    };
    let leaves = [leaf("a", "((a{1,1000}){1,1000}){1,1000}"), leaf("b", "[a-"), leaf("c", "(?=x"), leaf("d", "[0-9]+")];
    let schemas = compile(&[&schema(&leaves.concat())], &[]);
    assert_eq!(
        notes(&schemas),
        [
            "dir/service.wsdl:1: the pattern `((a{1,1000}){1,1000}){1,1000}` is too large to be compiled; it is not checked",
            "dir/service.wsdl:1: the pattern `(?=x` is not a regular expression of XML Schema; it is not checked",
            "dir/service.wsdl:1: the pattern `[a-` is not a regular expression of XML Schema; it is not checked",
        ]
    );
    assert_eq!(said(&schemas, "<a xmlns='urn:t'>b</a>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<b xmlns='urn:t'>long</b>"), ["/b: `long` is not xs:string of at most length 3"]);
    assert_eq!(
        said(&schemas, "<d xmlns='urn:t'>x</d>"),
        ["/d: `x` is not xs:string of at most length 3 matching `[0-9]+`"]
    );
}

#[test]
fn every_alternative_of_a_pattern_is_the_whole_value() {
    check("\\d{2}|\\d{4}", &["12", "1234"], &["123", "12x", "x1234"]);
}

#[test]
fn a_block_of_unicode_is_its_characters() {
    check("\\p{IsBasicLatin}*", &["Main St. 1", "a\tb", "~", "&gt;"], &["Straße", "é"]);
    check("[\\p{IsBasicLatin}\\p{IsLatin-1Supplement}]{1,9}", &["Straße", "1 £"], &["Łódź"]);
    check("\\P{IsBasicLatin}+", &["éß", "Ж"], &["e", "é e"]);
    check("[\\P{IsLatin-1Supplement}]+", &["e\tЖ"], &["é"]);
    check("[^\\p{IsCyrillic}]+", &["e é"], &["Ж"]);
    assert_eq!(notes(&with_pattern("\\p{IsLatinExtended-A}")), Vec::<String>::new());
    assert_eq!(
        notes(&with_pattern("a\\p{IsOgham}")),
        ["dir/service.wsdl:1: the pattern `a\\p{IsOgham}` has the unknown Unicode block `IsOgham`; it is \
             not checked"]
    );
}

#[test]
fn a_class_without_another_has_none_of_it() {
    check("[a-z-[aeiou]]+", &["xyz"], &["a", "-"]);
    check("[\\i-[:]][\\c-[:]]*", &["a-b"], &["a:b", "1"]);
    check("[\\w-[\\d-[5]]]+", &["a5"], &["4"]);
    check("[^a-c-[x]]", &["d", "-"], &["a", "x"]);
    check("[^a-[^b-]]+", &["b", "-"], &["a", "c"]);
}

#[test]
fn anchors_at_the_ends_are_read_and_noted_once() {
    check("^\\d{2}$", &["12"], &["^12$", "123"]);
    check("^a|(^b|c$)|d$", &["a", "b", "c", "d"], &["^a", "c$"]);
    // In other positions they are ordinary characters, as XML Schema always treats them.
    check("US$\\d^[^$]", &["US$1^x"], &["US1x", "US$1^$"]);
    let leaf = |name: &str, pattern: &str| {
        format!(
            "\n<xs:element name='{name}'><xs:simpleType><xs:restriction base='xs:string'><xs:pattern value='{pattern}'/>\
             </xs:restriction></xs:simpleType></xs:element>"
        )
    };
    let said = |leaves: &[String]| notes(&compile(&[&schema(&leaves.concat())], &[]));
    assert_eq!(said(&[leaf("a", "x$y"), leaf("b", "[^a]\\^")]), Vec::<String>::new());
    assert_eq!(
        said(&[leaf("a", "x"), leaf("b", "^x$")]),
        ["dir/service.wsdl:3: `^` and `$` in the pattern `^x$` match its start and end; in XML Schema they are \
             literal characters"]
    );
    assert_eq!(
        said(&[leaf("a", "^x"), leaf("b", "y$"), leaf("c", "^z$")]),
        ["dir/service.wsdl:2: `^` and `$` in the pattern `^x` and 2 more match its start and end; in XML Schema \
             they are literal characters"]
    );
}

#[test]
fn escapes_and_classes_follow_xml_schema_not_the_regex_crate() {
    for (pattern, admitted, refused) in [
        ("a\\sb", vec!["a b"], vec!["a\u{a0}b", "a\u{2003}b", "a\u{85}b"]),
        ("a\\Sb", vec!["a\u{a0}b", "axb"], vec!["a b"]),
        ("a[^\\s]b", vec!["a\u{a0}b"], vec!["a b"]),
        ("a[\\s\\d]b", vec!["a b", "a1b"], vec!["a\u{a0}b"]),
        ("a[\\Sx]b", vec!["a\u{a0}b"], vec!["a b"]),
        ("a.b", vec!["a b"], vec!["a&#13;b", "a&#10;b"]),
        ("[a&amp;&amp;b]", vec!["a", "&amp;"], vec!["c"]),
        ("[a~~b]", vec!["a", "~"], vec!["c"]),
    ] {
        let restricted = format!(
            "<xs:simpleType><xs:restriction base='xs:string'><xs:pattern value='{pattern}'/></xs:restriction></xs:simpleType>"
        );
        let schemas = compile(&[&schema(&format!("<xs:element name='r'>{restricted}</xs:element>"))], &[]);
        for value in admitted {
            assert_eq!(said(&schemas, &format!("<r xmlns='urn:t'>{value}</r>")), Vec::<String>::new(), "{pattern}");
        }
        for value in refused {
            assert_eq!(said(&schemas, &format!("<r xmlns='urn:t'>{value}</r>")).len(), 1, "{pattern} {value:?}");
        }
    }
}
/// Returns a schema with types that each have a pattern.
fn with_types(types: &[(&str, &str)]) -> CompiledSchemas {
    let one = |(name, pattern): &(&str, &str)| {
        format!(
            "\n<xs:simpleType name='{name}'><xs:restriction base='xs:string'><xs:pattern value='{pattern}'/></xs:restriction>\
             </xs:simpleType>"
        )
    };
    let types: Vec<String> = types.iter().map(one).collect();
    compile(&[&schema(&types.concat())], &[])
}

#[test]
fn foreign_pattern_syntax_is_noted_and_read_as_elsewhere() {
    check("(?i)a", &["a", "A"], &["b"]);
    check("(?:ab){1,2}?", &["ab", "abab"], &["abx"]);
    check("\\x41\\bb?", &["A"], &["Ab", "a"]);
    for (pattern, shown) in [
        ("(?i)a", "(?i)"),
        ("(?:a)", "(?:"),
        ("(?&lt;name&gt;a)", "(?<"),
        ("a{1,2}?", "{1,2}?"),
        ("a*?b", "*?"),
        ("a++", "++"),
        ("\\bab", "\\b"),
        ("\\x41", "\\x"),
        ("[\\x41]", "\\x"),
        ("\\u0041", "\\u"),
        ("a\\/b", "\\/"),
        ("\\pL", "\\p"),
        ("\\p{Letter}", "\\p{Letter}"),
    ] {
        let written = pattern.replace("&lt;", "<").replace("&gt;", ">");
        assert_eq!(
            notes(&with_types(&[("T", pattern)])),
            [format!(
                "dir/service.wsdl:2: `{shown}` in the pattern `{written}` of `T` is not allowed in XML Schema \
                 patterns; it has its meaning in other languages"
            )]
        );
    }
    assert_eq!(
        notes(&with_types(&[("A", "a"), ("B", "\\bx"), ("C", "\\by"), ("D", "(?i)z"), ("E", "\\bz")])),
        [
            "dir/service.wsdl:3: `\\b` in the pattern `\\bx` of `B` and 2 more is not allowed in XML Schema patterns; \
             it has its meaning in other languages",
            "dir/service.wsdl:5: `(?i)` in the pattern `(?i)z` of `D` is not allowed in XML Schema patterns; it has \
             its meaning in other languages",
        ]
    );
}

#[test]
fn standard_pattern_syntax_is_not_noted() {
    for pattern in [
        "a?b*c+d{2}e{2,}f{2,3}",
        "\\n\\r\\t\\\\\\|\\.\\?\\*\\+\\(\\)\\{\\}\\-\\[\\]\\^",
        "[\\n\\-\\]\\^?*+]?",
        "\\p{L}\\P{Nd}\\s\\S\\i\\I\\c\\C\\d\\D\\w\\W",
        "(a?)*|(b+)?",
        "[a-z-[aeiou]]?",
    ] {
        assert_eq!(notes(&with_types(&[("T", pattern)])), Vec::<String>::new(), "{pattern}");
    }
}
