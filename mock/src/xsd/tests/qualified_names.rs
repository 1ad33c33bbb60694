//! Tests of values that are qualified names: their comparison and their violations.

use super::*;
use crate::sample::{Echo, SampleOptions, SampleRoot, SampleSource};

/// Returns a schema with an element `r` and an attribute whose values are one of two names of the namespace `urn:t`.
fn with_names(base: &str) -> CompiledSchemas {
    let names = "<xs:enumeration value='t:a' xmlns:t='urn:t'/><xs:enumeration value='u:b' xmlns:u='urn:t'/>";
    let body = format!(
        "<xs:notation name='a' public='a'/><xs:notation name='b' public='b'/>\
         <xs:simpleType name='Name'><xs:restriction base='xs:{base}'>{names}</xs:restriction></xs:simpleType>\
         <xs:element name='r'><xs:complexType><xs:simpleContent><xs:extension base='Name'>\
         <xs:attribute name='as' type='Name'/></xs:extension></xs:simpleContent></xs:complexType></xs:element>"
    );
    compile(&[&schema(&body)], &[])
}

#[test]
fn qualified_names_are_compared_by_namespace() {
    let expected = "one of `a` of urn:t, `b` of urn:t";
    for base in ["QName", "NOTATION"] {
        let schemas = with_names(base);
        for right in ["<r xmlns='urn:t' xmlns:x='urn:t' as='a'>x:b</r>", "<t:r xmlns:t='urn:t' as='t:b'> t:a </t:r>"] {
            assert_eq!(said(&schemas, right), Vec::<String>::new(), "{base} {right}");
        }
        for (wrong, value) in [
            ("<r xmlns='urn:t' xmlns:t='urn:other'>t:a</r>", "`t:a`, which is `a` of urn:other,"),
            ("<r xmlns='urn:t'>t:a</r>", "`t:a`, whose prefix is not declared,"),
            ("<q:r xmlns:q='urn:t'>a</q:r>", "`a`, which is of no namespace,"),
            ("<r xmlns='urn:t'>c</r>", "`c`, which is `c` of urn:t,"),
        ] {
            assert_eq!(said(&schemas, wrong), [format!("/r: {value} is not {expected}")], "{base}");
        }
        assert_eq!(
            said(&schemas, "<t:r xmlns:t='urn:t' as='a'>t:a</t:r>"),
            [format!("/r/@as: `a`, which is of no namespace, is not {expected}")]
        );
    }
}

#[test]
fn a_sample_declares_the_namespace_of_a_name() {
    let root = SampleRoot { root: Root::Element(QName::new("urn:t", "r")), optional: false };
    for base in ["QName", "NOTATION"] {
        let schemas = SampleSource::new(with_names(base));
        let options = SampleOptions { seed: 1, day: 20_000 };
        let sample = schemas.open().sample(std::slice::from_ref(&root), &Echo::default(), &options).unwrap();
        assert_eq!(sample, ["<ns1:r xmlns:ns1=\"urn:t\" as=\"ns1:a\">ns1:a</ns1:r>"], "{base}");
    }
}
