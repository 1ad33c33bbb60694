//! Tests of compiled schemas, of fixes during the compilation, and of violations in invalid instances.

use super::document::NoteKind;
use super::*;
use crate::files::Files;
use crate::xml;

impl CompiledSchemas {
    /// Calls [`Session::validate`] for a single element.
    fn validate(&self, node: roxmltree::Node<'_, '_>, root: &Root) -> Vec<Violation> {
        self.open().validate(&[MessageElement { node, root: root.clone() }]).concat()
    }
}

const XS: &str = "xmlns:xs='http://www.w3.org/2001/XMLSchema'";

fn document(uri: &str, text: impl Into<String>) -> Document {
    Document { uri: uri.to_owned(), text: text.into() }
}

/// Returns a qualified schema of `urn:t`.
fn schema(body: &str) -> String {
    format!("<xs:schema {XS} xmlns='urn:t' targetNamespace='urn:t' elementFormDefault='qualified'>{body}</xs:schema>")
}

/// Returns an element with this content model.
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

/// Returns the violations of an instance whose root is declared.
fn said(schemas: &CompiledSchemas, instance: &str) -> Vec<String> {
    let tree = xml::parse(instance).unwrap();
    let namespace = xml::namespace(tree.root_element()).unwrap_or_default();
    let root = Root::Element(QName::new(namespace, tree.root_element().tag_name().name()));
    let violations = schemas.validate(tree.root_element(), &root);
    violations.into_iter().map(|violation| format!("{}: {}", violation.path, violation.message)).collect()
}

/// Returns a string for each number, concatenated.
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
fn violation_has_location_expected_and_found_value() {
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
fn each_cause_is_reported_once() {
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
            "/Order: `Order` contains text: expected only elements, without text between them",
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
fn element_can_be_validated_against_a_type() {
    let schemas = order();
    let root = |local: &str, namespace: &str, type_name: &str| Root::Type {
        element: QName::new("", local),
        type_name: QName::new(namespace, type_name),
    };
    assert!(validate(&schemas, "<part>7</part>", &root("part", collect::XS, "int")).is_empty());
    assert!(validate(&schemas, "<part>7.5</part>", &root("part", "urn:t", "Weight")).is_empty());
    assert_eq!(validate(&schemas, "<part>x</part>", &root("part", collect::XS, "int")).len(), 1);
    assert_eq!(validate(&schemas, "<other>7</other>", &root("part", collect::XS, "int")).len(), 1);
    assert!(schemas.declares(&root("part", "urn:t", "Weight")));
    assert!(!schemas.declares(&root("part", "urn:t", "Height")));
}

#[test]
fn schema_location_of_an_instance_is_ignored() {
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
fn wrapper_schema_imports_files_that_import_each_other() {
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
    assert!(!schemas.declares(&Root::Element(QName::new("", "r"))));
    assert_eq!(notes(&schemas), Vec::<String>::new());
}

#[test]
fn empty_xmlns_in_an_instance_means_no_namespace() {
    let content = element("r", "<xs:sequence><xs:element name='n' type='xs:int' maxOccurs='2'/></xs:sequence>");
    let schemas = compile(&[&schema(&content).replace("elementFormDefault='qualified'", "")], &[]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><n xmlns=''>1</n></r>"), Vec::<String>::new());
    for (second, expected) in [
        ("<n xmlns=''>x</n>", "/r/n[2]: `x` is not xs:int"),
        ("<q xmlns=''/>", "/r/q: `q` is not allowed here: expected `n`"),
    ] {
        assert_eq!(said(&schemas, &format!("<t:r xmlns:t='urn:t'><n>1</n>{second}</t:r>")), [expected]);
    }
}

#[test]
fn empty_xmlns_in_a_chameleon_means_its_adopted_namespace() {
    let main = format!("<xs:schema {XS} targetNamespace='urn:t'><xs:include schemaLocation='common.xsd'/></xs:schema>");
    let number = "<xs:simpleType name='T'><xs:restriction base='xs:int'/></xs:simpleType>";
    for common in [
        format!("<xs:schema {XS} xmlns=''>{number}<xs:element name='r' type='T'/></xs:schema>"),
        format!(
            "<xs:schema {XS}>{number}<xs:element xmlns:x='u' x:n=\"xmlns=''\" xmlns = '' name='r' type='T'/></xs:schema>"
        ),
    ] {
        let schemas = compile(&[&main], &[("dir/common.xsd", &common)]);
        assert_eq!(notes(&schemas), Vec::<String>::new(), "{common}");
        assert_eq!(said(&schemas, "<r xmlns='urn:t'>x</r>"), ["/r: `x` is not xs:int"], "{common}");
    }
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
#[allow(clippy::disallowed_methods, reason = "there has to be a file that could be read")]
fn no_file_is_ever_read() {
    let file = std::env::temp_dir().join("waybill-xsd-test.xsd");
    std::fs::write(&file, schema("<xs:element name='r' type='xs:int'/>")).unwrap();
    for location in [file.to_string_lossy().into_owned(), format!("file://{}", file.display())] {
        let text = schema(&format!("<xs:include schemaLocation='{location}'/>"));
        let schemas = compile(&[&text], &[]);
        assert!(!schemas.declares(&Root::Element(QName::new("urn:t", "r"))), "{location}");
        assert_eq!(schemas.notes()[0].kind, NoteKind::Unread);
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn schemas_can_be_sent_to_another_thread() {
    fn send<T: Send>(_: &T) {}
    send(&order());
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
    // The later identifier is wrong, in whatever order the elements are passed.
    assert_eq!(rules(twice, &[2, 0, 1]), ["/i/@id cvc-id.2", "", ""]);
    // Identifiers of one message do not affect the next one.
    assert_eq!(rules(twice, &[0, 1]), ["", ""]);
    let both = "<m xmlns='urn:t'><i id='a'/><i id='a' to='c'/><i id='1'/></m>";
    assert_eq!(rules(both, &[0, 1, 2]), ["", "/i/@id cvc-id.2, /i/@to cvc-id.1", "/i/@id cvc-datatype-valid"]);
}

#[test]
fn keys_are_unique_and_keyrefs_resolve() {
    let content = "<xs:sequence><xs:element name='a' type='xs:int' maxOccurs='9'/><xs:element name='b' type='xs:int'/></xs:sequence>";
    let rule = |kind: &str, leaf: &str| {
        let end = kind.split(' ').next().unwrap_or_default();
        format!(
            "<xs:{kind} name='{end}'><xs:selector xpath='t:{leaf}' xmlns:t='urn:t'/><xs:field xpath='.'/></xs:{end}>"
        )
    };
    let rules = [rule("key", "a"), rule("keyref refer='key'", "b")].concat();
    let schemas =
        compile(&[&schema(&element("r", content).replace("</xs:element>", &format!("{rules}</xs:element>")))], &[]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>1</a><a>2</a><b>2</b></r>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<r xmlns='urn:t'><a>1</a><a>01</a><b>1</b></r>").len(), 1);
    assert_eq!(
        said(&schemas, "<r xmlns='urn:t'><a>1</a><a>2</a><b>3</b></r>"),
        ["/r: Keyref constraint `keyref`: no matching key value found in referenced constraint `key`"]
    );
}

mod leniency;
mod limits;
mod patterns;
mod qualified_names;
