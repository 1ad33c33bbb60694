//! What compiles, what is put right on the way, and what is said of an instance that is wrong.

use super::*;
use crate::xml;

impl CompiledSchemas {
    /// [`Session::validate`] for one element alone.
    fn validate(&self, node: roxmltree::Node<'_, '_>, root: &Root) -> Vec<Violation> {
        self.open().validate(&[MessageElement { node, root: root.clone() }]).concat()
    }
}

const XS: &str = "xmlns:xs='http://www.w3.org/2001/XMLSchema'";

fn document(uri: &str, text: impl Into<String>) -> Document {
    Document { uri: uri.to_owned(), text: text.into() }
}

/// A qualified schema of `urn:t`.
fn schema(body: &str) -> String {
    format!("<xs:schema {XS} xmlns='urn:t' targetNamespace='urn:t' elementFormDefault='qualified'>{body}</xs:schema>")
}

/// An element with this content model.
fn element(name: &str, content: &str) -> String {
    format!("<xs:element name='{name}'><xs:complexType>{content}</xs:complexType></xs:element>")
}

fn try_compile(embedded: &[&str], files: &[(&str, &str)]) -> Result<CompiledSchemas, CompileError> {
    let embedded = embedded.iter().map(|text| document("dir/service.wsdl", *text)).collect();
    let mut known = Files::new();
    for (path, text) in files {
        known.add(path, (*text).to_owned());
    }
    CompiledSchemas::compile(embedded, &known)
}

fn compile(embedded: &[&str], files: &[(&str, &str)]) -> CompiledSchemas {
    try_compile(embedded, files).unwrap()
}

fn notes(schemas: &CompiledSchemas) -> Vec<String> {
    schemas.notes().iter().map(ToString::to_string).collect()
}

fn validate(schemas: &CompiledSchemas, instance: &str, root: &Root) -> Vec<Violation> {
    schemas.validate(xml::parse(instance).unwrap().root_element(), root)
}

/// What is said of an instance whose root is declared.
fn said(schemas: &CompiledSchemas, instance: &str) -> Vec<String> {
    let tree = xml::parse(instance).unwrap();
    let name = tree.root_element().tag_name();
    let root = Root::Element(QName::new(name.namespace().unwrap_or_default(), name.name()));
    let violations = schemas.validate(tree.root_element(), &root);
    violations.into_iter().map(|violation| format!("{}: {}", violation.path, violation.message)).collect()
}

/// A text once for each number.
fn repeat(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect::<Vec<_>>().concat()
}

fn order() -> CompiledSchemas {
    let item = "<xs:sequence><xs:element name='Weight' type='Weight'/><xs:element name='Note' type='xs:string' \
                minOccurs='0'/></xs:sequence><xs:attribute name='sku' use='required' type='xs:NMTOKEN'/>";
    let content = format!(
        "<xs:sequence><xs:element name='Reference' type='xs:string'/>\
         <xs:element name='Item' maxOccurs='unbounded'><xs:complexType>{item}</xs:complexType></xs:element>\
         <xs:element name='Service' type='Service'/></xs:sequence><xs:attribute name='currency' type='Currency'/>"
    );
    let types = "<xs:simpleType name='Weight'><xs:restriction base='xs:decimal'><xs:minExclusive value='0'/>\
                 <xs:maxInclusive value='70'/><xs:fractionDigits value='3'/></xs:restriction></xs:simpleType>\
                 <xs:simpleType name='Service'><xs:restriction base='xs:string'><xs:enumeration value='GROUND'/>\
                 <xs:enumeration value='EXPRESS'/></xs:restriction></xs:simpleType>\
                 <xs:simpleType name='Currency'><xs:restriction base='xs:string'><xs:pattern value='[A-Z]{3}'/>\
                 </xs:restriction></xs:simpleType>";
    compile(&[&schema(&format!("{}{types}", element("Order", &content)))], &[])
}

#[test]
fn a_valid_instance_has_no_violation() {
    let instance = "<Order xmlns='urn:t' currency='EUR'><Reference>1</Reference><Item sku='a'><Weight>2.5</Weight></Item>\
                    <Service>GROUND</Service></Order>";
    assert_eq!(said(&order(), instance), Vec::<String>::new());
}

#[test]
fn a_violation_says_where_what_was_expected_and_what_was_found() {
    let instance = "<Order xmlns='urn:t'>\n<Reference>1</Reference>\n<Item sku='a'><Weight>2</Weight></Item>\n\
                    <Item sku='b'>\n  <Weight>99</Weight></Item><Service>GROUND</Service></Order>";
    let root = Root::Element(QName::new("urn:t", "Order"));
    assert_eq!(
        validate(&order(), instance, &root),
        [Violation {
            path: "/Order/Item[2]/Weight".to_owned(),
            expected: "xs:decimal above 0 to 70 with at most 3 fraction digits".to_owned(),
            value: "99".to_owned(),
            message: "`99` is not xs:decimal above 0 to 70 with at most 3 fraction digits".to_owned(),
            rule: "cvc-maxInclusive-valid",
            line: 5,
            column: 3,
        }]
    );
}

#[test]
fn each_cause_is_said_once_in_words_that_help() {
    let schemas = order();
    let order = |inner: &str| format!("<Order xmlns='urn:t'>{inner}</Order>");
    let item = "<Item sku='a'><Weight>2</Weight></Item>";
    for (instance, expected) in [
        (
            order(&format!("<Reference>1</Reference>{item}<Service>GROUND</Service><Extra><x>1</x></Extra>")),
            "/Order/Extra: `Extra` is not allowed here: expected no further element",
        ),
        (
            order(&format!("<Reference>1</Reference>{item}")),
            "/Order: `Order` is incomplete: expected `Item` or `Service`",
        ),
        (
            order(&format!("{item}<Service>GROUND</Service>")),
            "/Order/Item: `Item` is not allowed here: expected `Reference`",
        ),
        (
            order(&format!("<Refrence>1</Refrence>{item}<Service>GROUND</Service>")),
            "/Order/Refrence: `Refrence` is not allowed here: expected `Reference`",
        ),
        (
            order(&format!("<Reference>1</Reference>{item}<Service>SLOW</Service>")),
            "/Order/Service: `SLOW` is not one of `EXPRESS`, `GROUND`",
        ),
        (
            order("<Reference>1</Reference><Item sku='a'/><Service>GROUND</Service>"),
            "/Order/Item: `Item` is incomplete: expected `Weight`",
        ),
        (
            order("<Reference>1</Reference><Item><Weight>1</Weight></Item><Service>GROUND</Service>"),
            "/Order/Item/@sku: attribute `sku` is missing: expected xs:NMTOKEN",
        ),
        (
            order("<Reference>1</Reference><Item sku='a' x='1'><Weight>1</Weight></Item><Service>GROUND</Service>"),
            "/Order/Item/@x: attribute `x` is not allowed here: expected the attributes `sku`",
        ),
        (
            order(&format!("text<Reference>1</Reference>{item}<Service>GROUND</Service>")),
            "/Order: `Order` holds text: expected elements and no text between them",
        ),
        (
            order(&format!("<Reference><b/></Reference>{item}<Service>GROUND</Service>")),
            "/Order/Reference/b: `b` is not allowed here: expected text, xs:string",
        ),
        (
            format!(
                "<Order xmlns='urn:t' currency='eur'><Reference>1</Reference>{item}<Service>GROUND</Service></Order>"
            ),
            "/Order/@currency: `eur` is not xs:string matching `[A-Z]{3}`",
        ),
        (format!("<Order xmlns='urn:x'><Reference>1</Reference>{item}<Service>GROUND</Service></Order>"), ""),
    ] {
        let found = if expected.is_empty() {
            let root = Root::Element(QName::new("urn:t", "Order"));
            assert_eq!(
                validate(&schemas, &instance, &root)[0].message,
                "the element is expected to be `Order` of urn:t"
            );
            continue;
        } else {
            said(&schemas, &instance)
        };
        assert_eq!(found, [expected], "{instance}");
    }
}

#[test]
fn two_causes_are_two_violations_and_a_long_value_is_cut() {
    let long = "x".repeat(500);
    let instance = format!(
        "<Order xmlns='urn:t'><Reference/><Odd/><Item sku='a'><Weight>{long}</Weight></Item><Service>GROUND</Service></Order>"
    );
    let root = Root::Element(QName::new("urn:t", "Order"));
    let found = validate(&order(), &instance, &root);
    let paths: Vec<&str> = found.iter().map(|violation| violation.path.as_str()).collect();
    assert_eq!(paths, ["/Order/Odd", "/Order/Item/Weight"]);
    assert_eq!(found[1].value.chars().count(), 81);
}

#[test]
fn a_type_can_be_what_an_element_is_held_to() {
    let schemas = order();
    let root = |local: &str, namespace: &str, type_name: &str| Root::Type {
        element: QName::new("", local),
        type_name: QName::new(namespace, type_name),
    };
    assert!(validate(&schemas, "<part>7</part>", &root("part", collect::XS, "int")).is_empty());
    assert!(validate(&schemas, "<part>7.5</part>", &root("part", "urn:t", "Weight")).is_empty());
    assert_eq!(validate(&schemas, "<part>x</part>", &root("part", collect::XS, "int")).len(), 1);
    assert_eq!(validate(&schemas, "<other>7</other>", &root("part", collect::XS, "int")).len(), 1);
    assert!(schemas.knows(&root("part", "urn:t", "Weight")));
    assert!(!schemas.knows(&root("part", "urn:t", "Height")));
}

#[test]
fn what_an_instance_says_about_its_schema_is_not_followed() {
    let instance = "<Order xmlns='urn:t' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' \
                    xsi:schemaLocation='urn:t file:///etc/passwd'><Reference>1</Reference><Item sku='a'><Weight>1</Weight>\
                    </Item><Service>GROUND</Service></Order>";
    assert_eq!(said(&order(), instance), Vec::<String>::new());
}

#[test]
fn embedded_schemas_see_one_another_with_and_without_imports() {
    let one = format!(
        "<xs:schema {XS} xmlns:b='urn:b' targetNamespace='urn:a'><xs:import namespace='urn:b'/><xs:element name='r' type='b:T'/></xs:schema>"
    );
    let without = one.replace("<xs:import namespace='urn:b'/>", "");
    let two = format!(
        "<xs:schema {XS} xmlns:a='urn:a' targetNamespace='urn:b'><xs:import namespace='urn:a'/>\
         <xs:simpleType name='T'><xs:restriction base='xs:int'/></xs:simpleType><xs:element name='s'><xs:complexType><xs:sequence>\
         <xs:element ref='a:r'/></xs:sequence></xs:complexType></xs:element></xs:schema>"
    );
    for first in [&one, &without] {
        let schemas = compile(&[first, &two], &[]);
        assert_eq!(said(&schemas, "<s xmlns='urn:b'><r xmlns='urn:a'>1</r></s>"), Vec::<String>::new());
        assert_eq!(said(&schemas, "<r xmlns='urn:a'>x</r>"), ["/r: `x` is not xs:int"]);
        assert_eq!(notes(&schemas), Vec::<String>::new());
    }
}

#[test]
fn a_wrapper_without_a_namespace_imports_files_that_import_each_other() {
    let wrapper = format!("<xs:schema {XS}><xs:import namespace='urn:a' schemaLocation='xsd/a.xsd'/></xs:schema>");
    let a = format!(
        "<xs:schema {XS} xmlns:b='urn:b' targetNamespace='urn:a'><xs:import namespace='urn:b' schemaLocation='../b.xsd'/>\
         <xs:element name='r' type='b:T'/></xs:schema>"
    );
    let b = format!(
        "<xs:schema {XS} targetNamespace='urn:b'><xs:import namespace='urn:a' schemaLocation='xsd/a.xsd'/>\
         <xs:simpleType name='T'><xs:restriction base='xs:int'/></xs:simpleType></xs:schema>"
    );
    let schemas = compile(&[&wrapper], &[("dir/xsd/a.xsd", &a), ("dir/b.xsd", &b)]);
    assert_eq!(said(&schemas, "<r xmlns='urn:a'>x</r>"), ["/r: `x` is not xs:int"]);
    assert_eq!(notes(&schemas), Vec::<String>::new());
}

#[test]
fn a_chameleon_is_read_once_for_each_namespace_that_includes_it() {
    let including = |namespace: &str| {
        format!(
            "<xs:schema {XS} targetNamespace='{namespace}' elementFormDefault='qualified'><xs:include schemaLocation='common.xsd'/></xs:schema>"
        )
    };
    let common =
        format!("<xs:schema {XS}><xs:include schemaLocation='more.xsd'/><xs:element name='r' type='T'/></xs:schema>");
    let more =
        format!("<xs:schema {XS}><xs:simpleType name='T'><xs:restriction base='xs:int'/></xs:simpleType></xs:schema>");
    let schemas =
        compile(&[&including("urn:a"), &including("urn:b")], &[("dir/common.xsd", &common), ("dir/more.xsd", &more)]);
    assert_eq!(said(&schemas, "<r xmlns='urn:a'>x</r>"), ["/r: `x` is not xs:int"]);
    assert_eq!(said(&schemas, "<r xmlns='urn:b'>1</r>"), Vec::<String>::new());
    assert!(!schemas.knows(&Root::Element(QName::new("", "r"))));
    assert_eq!(notes(&schemas), Vec::<String>::new());
}

#[test]
fn a_redefinition_replaces_a_type_and_builds_on_it() {
    let main = format!(
        "<xs:schema {XS} xmlns='urn:t' targetNamespace='urn:t'><xs:redefine schemaLocation='base.xsd'>\
         <xs:simpleType name='T'><xs:restriction base='T'><xs:maxInclusive value='9'/></xs:restriction></xs:simpleType>\
         </xs:redefine></xs:schema>"
    );
    let base = format!(
        "<xs:schema {XS} xmlns='urn:t' targetNamespace='urn:t'><xs:simpleType name='T'><xs:restriction base='xs:int'>\
         <xs:minInclusive value='1'/></xs:restriction></xs:simpleType><xs:element name='r' type='T'/></xs:schema>"
    );
    let schemas = compile(&[&main], &[("dir/base.xsd", &base)]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'>9</r>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<r xmlns='urn:t'>10</r>"), ["/r: `10` is not xs:int from 1 to 9"]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'>0</r>").len(), 1);
}

#[test]
fn attributes_of_the_xml_namespace_are_built_in() {
    let with_ref = schema(&element("r", "<xs:attribute ref='xml:lang' use='required'/>"));
    let schemas = compile(&[&with_ref], &[]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t' xml:lang='de'/>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<r xmlns='urn:t' xml:lang='1'/>").len(), 1);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'/>").len(), 1);
}

#[test]
fn what_was_not_read_is_said_and_accepts_anything() {
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
             are declared nowhere that was read; anything is accepted there",
            "dir/service.wsdl:1: type `T` of namespace urn:o is declared nowhere that was read; anything is accepted there",
            "dir/service.wsdl:1: `http://h/o.xsd` is not among the files and was not read",
        ]
    );
    assert_eq!(said(&schemas, "<t:r xmlns:t='urn:t'><o a='1'>text<b/></o><n>1</n></t:r>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<t:r xmlns:t='urn:t'><o/><n>x</n></t:r>"), ["/r/n: `x` is not xs:int"]);
    assert!(!schemas.knows(&Root::Type { element: QName::new("", "p"), type_name: QName::new("urn:o", "T") }));
}

#[test]
#[allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it is about time")]
fn many_directives_cost_no_more_than_their_text() {
    let started = std::time::Instant::now();
    let imports = (0..20_000).map(|n| format!("\n<xs:import namespace='urn:{n}' schemaLocation='{n}.xsd'/>"));
    let schemas = compile(&[&schema(&imports.collect::<Vec<_>>().concat())], &[]);
    let lines: Vec<u32> = schemas.notes().iter().map(|note| note.line).collect();
    assert_eq!(lines, (2..20_002).collect::<Vec<_>>());
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
#[allow(clippy::disallowed_methods, reason = "there has to be a file that could be read")]
fn no_file_is_ever_read() {
    let file = std::env::temp_dir().join("waybill-xsd-test.xsd");
    std::fs::write(&file, schema("<xs:element name='r' type='xs:int'/>")).unwrap();
    for location in [file.to_string_lossy().into_owned(), format!("file://{}", file.display())] {
        let text = schema(&format!("<xs:include schemaLocation='{location}'/>"));
        let schemas = compile(&[&text], &[]);
        assert!(!schemas.knows(&Root::Element(QName::new("urn:t", "r"))), "{location}");
        assert_eq!(schemas.notes()[0].kind, NoteKind::Unread);
    }
    std::fs::remove_file(&file).unwrap();
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
fn an_ambiguous_content_model_is_said_and_read_both_ways() {
    let content = "<xs:sequence>\n<xs:element name='a' type='xs:int' minOccurs='0' maxOccurs='unbounded'/>\
                   <xs:element name='b' type='xs:int' minOccurs='0'/><xs:element name='a' type='xs:int' minOccurs='0'/>\
                   </xs:sequence>";
    let schemas = compile(&[&schema(&element("r", content))], &[]);
    assert_eq!(
        notes(&schemas),
        [
            "dir/service.wsdl:1: the content model is ambiguous: elements `a` and `a` conflict; every reading of it is accepted"
        ]
    );
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>1</a><a>1</a><b>1</b><a>1</a></r>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>1</a><b>1</b><a>1</a><a>1</a></r>").len(), 1);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>x</a></r>"), ["/r/a: `x` is not xs:int"]);
}

#[test]
fn a_rule_about_derivation_that_is_broken_is_said_and_the_rest_holds() {
    let types = "<xs:complexType name='B'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:complexType>\
                 <xs:complexType name='D'><xs:complexContent><xs:restriction base='B'><xs:sequence>\
                 <xs:element name='b' type='xs:int'/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>\
                 <xs:element name='r' type='D'/>";
    let schemas = compile(&[&schema(types)], &[]);
    assert_eq!(schemas.notes().len(), 1);
    assert!(notes(&schemas)[0].ends_with("; the schema is read all the same"), "{:?}", notes(&schemas));
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><b>x</b></r>"), ["/r/b: `x` is not xs:int"]);
}

#[test]
fn a_pattern_that_cannot_be_compiled_is_left_out_and_that_is_said() {
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
            "dir/service.wsdl:1: the pattern `(?=x` is no regular expression of XML Schema; it is not checked",
            "dir/service.wsdl:1: the pattern `[a-` is no regular expression of XML Schema; it is not checked",
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
fn a_choice_without_a_branch_is_no_content() {
    let schemas = compile(&[&schema(&element("r", "<xs:choice/>"))], &[]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'/>"), Vec::<String>::new());
    assert_eq!(
        notes(&schemas),
        ["dir/service.wsdl:1: a choice without a branch admits nothing; it is read as no content"]
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
fn a_schema_that_is_wrong_beyond_that_is_refused_where_it_is_wrong() {
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
fn names_of_requests_are_not_kept_for_ever() {
    let content = "<xs:sequence><xs:any maxOccurs='unbounded' processContents='lax'/></xs:sequence><xs:anyAttribute processContents='lax'/>";
    let schemas = compile(&[&schema(&element("r", content))], &[]);
    for round in 0..200 {
        let children =
            repeat(50, |n| format!("<p:e{round}x{n} xmlns:p='urn:{round}:{n}' a{round}x{n}='1' b{round}x{n}='2'/>"));
        assert_eq!(said(&schemas, &format!("<r xmlns='urn:t'>{children}</r>")), Vec::<String>::new());
    }
    assert!(!schemas.is_worn());
    assert!(schemas.set.name_table.heap_bytes() < schemas.name_bytes + 10_000);
    for n in 0..20_000 {
        let instance = format!("<r xmlns='urn:t' xmlns:prefix{n}='urn:x'><x/></r>");
        assert_eq!(validate(&schemas, &instance, &Root::Element(QName::new("urn:t", "r"))), []);
    }
    assert!(schemas.is_worn());
    assert!(schemas.set.name_table.heap_bytes() < schemas.name_bytes + 2 * drive::LEARNED_BYTES);
}

#[test]
fn every_alternative_of_a_pattern_is_the_whole_value() {
    let digits = "<xs:restriction base='xs:string'><xs:pattern value='\\d{2}|\\d{4}'/></xs:restriction>";
    let schemas =
        compile(&[&schema(&format!("<xs:element name='r'><xs:simpleType>{digits}</xs:simpleType></xs:element>"))], &[]);
    for (value, valid) in [("12", true), ("1234", true), ("123", false), ("12x", false), ("x1234", false)] {
        let text = format!("<r xmlns='urn:t'>{value}</r>");
        let tree = xml::parse(&text).unwrap();
        let found = schemas.validate(tree.root_element(), &Root::Element(QName::new("urn:t", "r")));
        assert_eq!(found.is_empty(), valid, "{value}: {found:?}");
    }
}

#[test]
fn schemas_can_be_sent_to_another_thread() {
    fn send<T: Send>(_: &T) {}
    send(&order());
}

#[test]
fn a_schema_that_doubles_with_each_line_is_refused_at_once() {
    let refused = |body: &str| try_compile(&[&schema(body)], &[]).err().unwrap().message;
    let chain = |count: usize, line: &dyn Fn(usize) -> String| repeat(count, line);
    let groups = chain(40, &|n| {
        let next = n + 1;
        format!(
            "<xs:group name='g{n}'><xs:sequence><xs:group ref='g{next}'/><xs:group ref='g{next}'/></xs:sequence></xs:group>"
        )
    });
    let last = "<xs:group name='g40'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:group>";
    assert!(refused(&format!("{groups}{last}{}", element("r", "<xs:group ref='g0'/>"))).contains("too large"));
    let attributes = chain(40, &|n| {
        let next = n + 1;
        format!(
            "<xs:attributeGroup name='g{n}'><xs:attributeGroup ref='g{next}'/><xs:attributeGroup ref='g{next}'/></xs:attributeGroup>"
        )
    });
    let last = "<xs:attributeGroup name='g40'><xs:attribute name='a'/></xs:attributeGroup>";
    assert!(refused(&format!("{attributes}{last}")).contains("too large"));
    for bounds in ["maxOccurs='16'", "minOccurs='16' maxOccurs='unbounded'", "minOccurs='0' maxOccurs='17'"] {
        let open = chain(8, &|_| format!("<xs:sequence {bounds}>"));
        let content = format!("{open}<xs:element name='a' type='xs:int' {bounds}/>{}", "</xs:sequence>".repeat(8));
        assert!(refused(&element("r", &content)).contains("too large"), "{bounds}");
    }
    let deep =
        format!("{}<xs:element name='a' type='xs:int'/>{}", "<xs:sequence>".repeat(200), "</xs:sequence>".repeat(200));
    assert!(refused(&element("r", &deep)).contains("depth"), "{}", refused(&element("r", &deep)));
}

#[test]
fn a_billion_occurrences_are_counted_and_not_written_out() {
    let billion = "minOccurs='1000000000' maxOccurs='1000000000'";
    let schemas = compile(
        &[&schema(&element(
            "r",
            &format!("<xs:sequence><xs:element name='a' type='xs:int' {billion}/></xs:sequence>"),
        ))],
        &[],
    );
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>1</a></r>"), ["/r: `r` is incomplete: expected `a`"]);
}

#[test]
fn identifiers_belong_to_the_message() {
    let id = element("i", "<xs:attribute name='id' type='xs:ID'/><xs:attribute name='to' type='xs:IDREF'/>");
    let schemas = compile(&[&schema(&id)], &[]);
    let rules = |instance: &str, order: &[usize]| {
        let tree = xml::parse(instance).unwrap();
        let nodes: Vec<_> = tree.root_element().children().filter(roxmltree::Node::is_element).collect();
        let root = Root::Element(QName::new("urn:t", "i"));
        let held = order.iter().map(|index| MessageElement { node: nodes[*index], root: root.clone() });
        let found = schemas.open().validate(&held.collect::<Vec<_>>());
        let told = found.into_iter().map(|found| {
            found
                .into_iter()
                .map(|violation| format!("{} {}", violation.path, violation.rule))
                .collect::<Vec<_>>()
                .join(", ")
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(rules("<m xmlns='urn:t'><i to='b'/><i id='b'/></m>", &[0, 1]), ["", ""]);
    assert_eq!(rules("<m xmlns='urn:t'><i to='b'/><i id='b'/></m>", &[0]), ["/i/@to cvc-id.1"]);
    let twice = "<m xmlns='urn:t'><i id='a'/><i id='b'/><i id=' a '/></m>";
    assert_eq!(rules(twice, &[0, 1, 2]), ["", "", "/i/@id cvc-id.2"]);
    // The later one is wrong, in whatever order they are looked at.
    assert_eq!(rules(twice, &[2, 0, 1]), ["/i/@id cvc-id.2", "", ""]);
    // One message says nothing about the next.
    assert_eq!(rules(twice, &[0, 1]), ["", ""]);
    let both = "<m xmlns='urn:t'><i id='a'/><i id='a' to='c'/><i id='1'/></m>";
    assert_eq!(rules(both, &[0, 1, 2]), ["", "/i/@id cvc-id.2, /i/@to cvc-id.1", "/i/@id cvc-datatype-valid"]);
}
