//! Tests of identifiers, which must be unique in a message, and of references to them.

use super::*;

/// Returns a sequence of leaves named `a`, `b` and so on, each of a built-in type or a simple type.
fn leaves(kinds: &[&str]) -> String {
    let leaf = |(index, kind): (usize, &&str)| {
        let name = char::from(b'a' + u8::try_from(index).unwrap());
        if kind.starts_with('<') {
            format!("<xs:element name='{name}'><xs:simpleType>{kind}</xs:simpleType></xs:element>")
        } else {
            format!("<xs:element name='{name}' {kind}/>")
        }
    };
    element(&format!("<xs:sequence>{}</xs:sequence>", kinds.iter().enumerate().map(leaf).collect::<String>()))
}

#[test]
fn no_identifier_is_repeated() {
    assert_eq!(sampled(&leaves(&["type='xs:ID'", "type='xs:ID'"])), "<r><a>id1</a><b>id2</b></r>");
    let repeated = leaves(&["type='xs:ID' minOccurs='3' maxOccurs='9'"]);
    assert_eq!(sampled(&repeated), "<r><a>id1</a><a>id2</a><a>id3</a></r>");
    // A single value of the request is not repeated every time.
    assert_eq!(answered(&repeated, "<q><a>x</a></q>"), "<r><a>x</a><a>id2</a><a>id3</a></r>");
    assert_eq!(answered(&repeated, "<q><a>id2</a></q>"), "<r><a>id2</a><a>id3</a><a>id4</a></r>");
    let item = "<xs:complexType><xs:attribute name='id' type='xs:ID' use='required'/></xs:complexType>";
    let items = element(&format!(
        "<xs:sequence><xs:element name='a' minOccurs='3' maxOccurs='9'>{item}</xs:element></xs:sequence>"
    ));
    let request = "<q><a id='x'/><b id='y'/></q>";
    assert_eq!(answered(&items, request), "<r><a id=\"x\"/><a id=\"y\"/><a id=\"id3\"/></r>");
    let enumerated = restriction("ID", &[("enumeration", "x"), ("enumeration", "y")]);
    assert_eq!(sampled(&leaves(&[&enumerated, &enumerated])), "<r><a>x</a><b>y</b></r>");
    let one = restriction("ID", &[("enumeration", "x")]);
    assert_eq!(refused(&leaves(&[&one, &one])), "/r/b: no value was found that is `x`");
    let list = "<xs:restriction><xs:simpleType><xs:list itemType='xs:ID'/></xs:simpleType><xs:minLength value='3'/></xs:restriction>";
    assert_eq!(sampled(&leaves(&["type='xs:ID'", list])), "<r><a>id1</a><b>id2 id3 id4</b></r>");
    let pattern = restriction("ID", &[("pattern", "P\\d")]);
    let text = sampled(&leaves(&[&pattern, &pattern, &pattern, &pattern]));
    let tree = xml::parse(&text).unwrap();
    let mut values: Vec<_> = tree.root_element().children().map(|child| child.text().unwrap().to_owned()).collect();
    values.sort();
    values.dedup();
    assert_eq!(values.len(), 4, "{text}");
}

#[test]
fn nested_unions_are_searched_in_bounded_time() {
    let union = |n: usize| {
        let members = vec![format!("U{}", n + 1); 4].join(" ");
        format!("<xs:simpleType name='U{n}'><xs:union memberTypes='{members}'/></xs:simpleType>")
    };
    let unions: String = (0..3).map(union).collect();
    let last = format!("<xs:simpleType name='U3'>{}</xs:simpleType>", restriction("ID", &[]));
    let body = format!("{}{unions}{last}", leaves(&["type='U0'", "type='U0'"]));
    assert_eq!(sampled(&body), "<r><a>id1</a><b>id2</b></r>");
}

#[test]
fn a_branch_that_is_taken_back_takes_its_identifiers_with_it() {
    let impossible = restriction("string", &[("pattern", "a"), ("length", "2")]);
    let stuck = format!("<xs:element name='s'><xs:simpleType>{impossible}</xs:simpleType></xs:element>");
    let body = element(&format!(
        "<xs:sequence><xs:choice><xs:sequence><xs:element name='a' type='xs:ID'/>{stuck}</xs:sequence>\
         <xs:element name='b' type='xs:ID'/></xs:choice><xs:element name='c' type='xs:IDREF'/></xs:sequence>"
    ));
    assert_eq!(sampled(&body), "<r><b>id1</b><c>id1</c></r>");
}

#[test]
fn a_reference_leads_to_an_identifier_of_the_message() {
    assert_eq!(sampled(&leaves(&["type='xs:IDREF'", "type='xs:ID'"])), "<r><a>id1</a><b>id1</b></r>");
    assert_eq!(sampled(&leaves(&["type='xs:IDREFS'", "type='xs:ID'"])), "<r><a>id1</a><b>id1</b></r>");
    // A reference before its target does not know the format of identifiers.
    let pattern = restriction("ID", &[("pattern", "P7")]);
    assert_eq!(sampled(&leaves(&["type='xs:IDREF'", &pattern])), "<r><a>P7</a><b>P7</b></r>");
    let request = "<q><a>gone</a></q>";
    assert_eq!(answered(&leaves(&["type='xs:IDREF'", "type='xs:ID'"]), request), "<r><a>id1</a><b>id1</b></r>");
    // An optional reference without a target is omitted.
    assert_eq!(sampled(&leaves(&["type='xs:int'", "type='xs:IDREF' minOccurs='0'"])), "<r><a>1</a></r>");
    assert_eq!(refused(&leaves(&["type='xs:IDREF'"])), "/r/a: no value was found that is xs:IDREF");
}

#[test]
fn the_elements_of_a_message_share_their_identifiers() {
    let types = "<xs:complexType name='R'><xs:attribute name='to' type='xs:IDREF' use='required'/></xs:complexType>\
                 <xs:complexType name='I'><xs:attribute name='id' type='xs:ID' use='required'/></xs:complexType>";
    let schemas = compile(&format!("{types}<xs:element name='h' type='I'/>"));
    let part = |element: &str, type_name: &str| SampleRoot {
        root: Root::Type { element: QName::new("", element), type_name: QName::new("urn:t", type_name) },
        optional: false,
    };
    let header = SampleRoot { root: root("h"), optional: true };
    let unknown = SampleRoot { root: root("unknown"), optional: true };
    let roots = [part("r", "R"), part("i", "I"), part("j", "I"), unknown, header];
    let texts = schemas.open().sample(&roots, &Echo::default(), &OPTIONS).unwrap();
    let expected =
        ["<r to=\"id1\"/>", "<i id=\"id1\"/>", "<j id=\"id2\"/>", "", "<ns1:h xmlns:ns1=\"urn:t\" id=\"id3\"/>"];
    assert_eq!(texts, expected);
}
