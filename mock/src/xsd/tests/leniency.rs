//! Tests of common errors in published schemas: which are fixed, which are accepted, and which are reported.

use super::*;

#[test]
fn unread_schema_parts_are_noted_and_accept_anything() {
    let text = format!(
        "<xs:schema {XS} xmlns:t='urn:t' xmlns:soap='http://schemas.xmlsoap.org/soap/encoding/' xmlns:o='urn:o' targetNamespace='urn:t'>\
         <xs:import namespace='http://schemas.xmlsoap.org/soap/encoding/'/>\
         <xs:import namespace='urn:o' schemaLocation='http://h/o.xsd'/>\
         <xs:complexType name='L'><xs:complexContent><xs:restriction base='soap:Array'><xs:attribute ref='soap:arrayType'/>\
         </xs:restriction></xs:complexContent></xs:complexType>\
         <xs:element name='r'><xs:complexType><xs:sequence><xs:element name='o' type='o:T'/><xs:element name='n' type='xs:int'/>\
         </xs:sequence></xs:complexType></xs:element></xs:schema>"
    );
    let schemas = compile(&[&text], &[]);
    assert_eq!(
        notes(&schemas),
        [
            "dir/service.wsdl:1: attribute `arrayType`, type `Array` of namespace http://schemas.xmlsoap.org/soap/encoding/ \
             are not declared in any file that was read; any value is accepted there",
            "dir/service.wsdl:1: type `T` of namespace urn:o is not declared in any file that was read; any value is accepted there",
            "dir/service.wsdl:1: `http://h/o.xsd` is not among the files and was not read",
        ]
    );
    assert_eq!(said(&schemas, "<t:r xmlns:t='urn:t'><o a='1'>text<b/></o><n>1</n></t:r>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<t:r xmlns:t='urn:t'><o/><n>x</n></t:r>"), ["/r/n: `x` is not xs:int"]);
    assert!(!schemas.declares(&Root::Type { element: QName::new("", "p"), type_name: QName::new("urn:o", "T") }));
}

#[test]
fn of_two_declarations_the_first_is_kept() {
    let one = schema(
        "<xs:element name='r' type='xs:int'/>\n<xs:simpleType name='T'><xs:restriction base='xs:int'/></xs:simpleType>",
    );
    let two =
        schema("\n<xs:element name='r' type='xs:string'/>\n<xs:complexType name='T'/><xs:element name='s' type='T'/>");
    let schemas = compile(&[&one, &two], &[]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'>x</r>"), ["/r: `x` is not xs:int"]);
    assert_eq!(said(&schemas, "<s xmlns='urn:t'>x</s>"), ["/s: `x` is not xs:int"]);
    assert_eq!(
        notes(&schemas),
        ["dir/service.wsdl:2: element `r` of urn:t, type `T` of urn:t are declared again; the declaration of \
          `dir/service.wsdl` is used"]
    );
}

#[test]
fn ambiguous_content_model_is_noted_and_accepted() {
    let content = "<xs:sequence>\n<xs:element name='a' type='xs:int' minOccurs='0' maxOccurs='unbounded'/>\
                   <xs:element name='b' type='xs:int' minOccurs='0'/><xs:element name='a' type='xs:int' minOccurs='0'/>\
                   </xs:sequence>";
    let schemas = compile(&[&schema(&element("r", content))], &[]);
    assert_eq!(
        notes(&schemas),
        [
            "dir/service.wsdl:1: the content model is ambiguous: elements `a` and `a` conflict; every interpretation is accepted"
        ]
    );
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>1</a><a>1</a><b>1</b><a>1</a></r>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>1</a><b>1</b><a>1</a><a>1</a></r>").len(), 1);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>x</a></r>"), ["/r/a: `x` is not xs:int"]);
}

#[test]
fn invalid_derivation_is_noted_and_the_rest_is_validated() {
    let types = "<xs:complexType name='B'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:complexType>\
                 <xs:complexType name='D'><xs:complexContent><xs:restriction base='B'><xs:sequence>\
                 <xs:element name='b' type='xs:int'/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>\
                 <xs:element name='r' type='D'/>";
    let schemas = compile(&[&schema(types)], &[]);
    assert_eq!(schemas.notes().len(), 1);
    assert!(notes(&schemas)[0].ends_with("; the schema is used nevertheless"), "{:?}", notes(&schemas));
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><b>x</b></r>"), ["/r/b: `x` is not xs:int"]);
}

#[test]
fn a_choice_without_a_branch_is_no_content() {
    let schemas = compile(&[&schema(&element("r", "<xs:choice/>"))], &[]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'/>"), Vec::<String>::new());
    assert_eq!(
        notes(&schemas),
        ["dir/service.wsdl:1: a choice without branches allows nothing; it is treated as empty content"]
    );
}

#[test]
fn the_schema_of_schemas_as_content_is_any_content() {
    let content = "<xs:sequence><xs:element ref='xs:schema'/><xs:any processContents='lax'/></xs:sequence>";
    let schemas = compile(&[&schema(&element("r", content))], &[]);
    let instance = format!("<r xmlns='urn:t'><xs:schema {XS}/><data/></r>");
    assert_eq!(said(&schemas, &instance), Vec::<String>::new());
}

#[test]
fn unreadable_schema_is_rejected_with_location() {
    let refused = |text: &str| try_compile(&[text], &[]).err().unwrap().to_string();
    assert_eq!(refused("<xs:schema>"), "dir/service.wsdl:1:2: an unknown namespace prefix 'xs'");
    let bad = schema("\n<xs:element name='r' tipe='xs:int'/>");
    assert!(refused(&bad).starts_with("dir/service.wsdl:2:"), "{}", refused(&bad));
    let cycle = schema(
        "<xs:complexType name='A'><xs:complexContent><xs:extension base='A'/></xs:complexContent></xs:complexType>",
    );
    assert!(refused(&cycle).contains("ircular"), "{}", refused(&cycle));
}

#[test]
fn bytes_may_be_broken_into_lines() {
    let types = "<xs:simpleType name='three'><xs:restriction base='xs:base64Binary'><xs:length value='3'/></xs:restriction></xs:simpleType>";
    let content = "<xs:sequence><xs:element name='v' type='xs:base64Binary'/></xs:sequence><xs:attribute name='three' type='three'/>";
    let schemas = compile(&[&schema(&format!("{types}{}", element("r", content)))], &[]);
    for value in ["YWJj\nYWJj", " YWJj\r\nYWI=\n", "YW Jj", "YWI ="] {
        assert_eq!(said(&schemas, &format!("<r xmlns='urn:t' three='YW Jj'><v>{value}</v></r>")), Vec::<String>::new());
    }
    assert_eq!(said(&schemas, "<r xmlns='urn:t' three='YWJj YWJj'><v>YW J</v></r>").len(), 2);
}
