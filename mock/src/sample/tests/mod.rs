//! Tests of the content of samples. Their validity is checked during generation, and by other validators in
//! `cargo xtask test soap`.

mod random_schemas;

use super::*;
use crate::files::Files;
use crate::xml;
use crate::xsd::Document;

const XS: &str = "xmlns:xs='http://www.w3.org/2001/XMLSchema'";
const OPTIONS: SampleOptions = SampleOptions { seed: 7, day: 20_780 };

impl SampleSource {
    /// Calls [`Sampler::sample`] for a single element.
    fn sample(&self, root: &Root, echo: &Echo, options: &SampleOptions) -> Result<String, NoSample> {
        let root = SampleRoot { root: root.clone(), optional: false };
        self.open().sample(&[root], echo, options).map(|texts| texts.concat())
    }
}

fn compile(body: &str) -> SampleSource {
    let text = format!(
        "<xs:schema {XS} xmlns='urn:t' targetNamespace='urn:t' elementFormDefault='qualified'>{body}</xs:schema>"
    );
    let document = Document { uri: "t.xsd".to_owned(), text };
    SampleSource::new(CompiledSchemas::compile(vec![document], &Files::new()).unwrap())
}

fn root(name: &str) -> Root {
    Root::Element(QName::new("urn:t", name))
}

/// Returns an element `r` with this content model.
fn element(content: &str) -> String {
    format!("<xs:element name='r'><xs:complexType>{content}</xs:complexType></xs:element>")
}

/// Returns the sample of `r` without its namespace.
fn sampled(body: &str) -> String {
    answered(body, "<nothing/>")
}

/// Returns the sample of `r` for a request, without its namespace.
fn answered(body: &str, request: &str) -> String {
    let echo = Echo::new(xml::parse(request).unwrap().root_element());
    let text = compile(body).sample(&root("r"), &echo, &OPTIONS).unwrap_or_else(|error| panic!("{body}: {error}"));
    text.replace("ns1:", "").replace(" xmlns:ns1=\"urn:t\"", "")
}

/// Returns the reason why `r` has no sample.
fn refused(body: &str) -> String {
    compile(body).sample(&root("r"), &Echo::default(), &OPTIONS).unwrap_err().to_string()
}

/// Returns the value of a leaf with a simple type.
fn value(name: &str, simple_type: &str) -> String {
    let leaf = format!("<xs:element name='{name}'><xs:simpleType>{simple_type}</xs:simpleType></xs:element>");
    let text = sampled(&element(&format!("<xs:sequence>{leaf}</xs:sequence>")));
    let tree = xml::parse(&text).unwrap();
    tree.root_element().first_element_child().unwrap().text().unwrap_or_default().to_owned()
}

fn restriction(base: &str, facets: &[(&str, &str)]) -> String {
    let facets: Vec<String> = facets.iter().map(|(name, value)| format!("<xs:{name} value='{value}'/>")).collect();
    format!("<xs:restriction base='xs:{base}'>{}</xs:restriction>", facets.concat())
}

#[test]
fn an_element_comes_with_the_namespaces_it_needs() {
    let schemas = compile("<xs:element name='r' type='xs:int'/>");
    let text = schemas.sample(&root("r"), &Echo::default(), &OPTIONS).unwrap();
    assert_eq!(text, "<ns1:r xmlns:ns1=\"urn:t\">1</ns1:r>");
    let part = Root::Type {
        element: QName::new("", "part"),
        type_name: QName::new("http://www.w3.org/2001/XMLSchema", "boolean"),
    };
    assert_eq!(schemas.sample(&part, &Echo::default(), &OPTIONS).unwrap(), "<part>true</part>");
}

#[test]
fn sample_values_match_names_from_logistics() {
    let leaf = |name: &str, kind: &str| format!("<xs:element name='{name}' type='xs:{kind}'/>");
    let leaves: String = [
        leaf("trackingNumber", "string"),
        leaf("PostalCode", "string"),
        leaf("CountryCode", "string"),
        leaf("Currency", "string"),
        leaf("Weight", "decimal"),
        leaf("TotalAmount", "decimal"),
        leaf("Quantity", "int"),
        leaf("ShipDate", "date"),
        leaf("EstimatedDelivery", "dateTime"),
        leaf("StatusDescription", "string"),
        leaf("HasErrors", "boolean"),
        leaf("Remark", "string"),
    ]
    .concat();
    assert_eq!(
        sampled(&element(&format!("<xs:sequence>{leaves}</xs:sequence>"))),
        "<r><trackingNumber>451279917898</trackingNumber><PostalCode>10115</PostalCode><CountryCode>DE</CountryCode>\
         <Currency>EUR</Currency><Weight>2.5</Weight><TotalAmount>12.50</TotalAmount><Quantity>1</Quantity>\
         <ShipDate>2026-11-23</ShipDate><EstimatedDelivery>2026-11-25T10:30:00Z</EstimatedDelivery>\
         <StatusDescription>Delivered</StatusDescription><HasErrors>false</HasErrors><Remark>remark</Remark></r>"
    );
}

#[test]
fn every_facet_is_kept() {
    for (name, base, facets, expected) in [
        ("trackingNumber", "string", vec![("length", "18")], 18),
        ("Reference", "string", vec![("maxLength", "4")], 4),
        ("City", "string", vec![("minLength", "10")], 10),
        ("Code", "string", vec![("pattern", "[A-Z]{2}-\\d{3,5}"), ("length", "8")], 8),
        ("Code", "token", vec![("pattern", "([A-Z]+|\\d+)*"), ("minLength", "7"), ("maxLength", "7")], 7),
        ("PostalCode", "string", vec![("pattern", "\\d{5}(-\\d{4})?")], 5),
        ("Awb", "string", vec![("pattern", "[\\i-[:]][\\c-[:]]*"), ("length", "3")], 3),
        ("Bytes", "hexBinary", vec![("length", "2")], 4),
        ("Bytes", "base64Binary", vec![("length", "3")], 4),
        ("Country", "string", vec![("length", "3")], 3),
    ] {
        let found = value(name, &restriction(base, &facets));
        assert_eq!(found.chars().count(), expected, "{name} {facets:?}: {found}");
    }
}

#[test]
fn numbers_stay_within_their_bounds() {
    for (base, facets, expected) in [
        ("decimal", vec![("minInclusive", "0.5"), ("maxInclusive", "0.75"), ("fractionDigits", "2")], "0.6"),
        ("int", vec![("minExclusive", "41"), ("maxExclusive", "43")], "42"),
        ("integer", vec![("totalDigits", "1"), ("minInclusive", "2")], "3"),
        ("decimal", vec![("minExclusive", "0"), ("maxInclusive", "0.001"), ("fractionDigits", "3")], "0.001"),
        ("negativeInteger", vec![("maxInclusive", "-5")], "-6"),
        ("integer", vec![("pattern", "[0-9]{7}")], "1"),
        ("double", vec![("minExclusive", "5"), ("maxExclusive", "6")], "5.50"),
        ("date", vec![("minInclusive", "2030-01-01")], "2030-01-01"),
        ("gYear", vec![], "2026"),
        ("duration", vec![], "P2D"),
    ] {
        let found = value("x", &restriction(base, &facets));
        if facets.iter().any(|(name, _)| *name == "pattern") {
            assert_eq!(found.len(), 7, "{found}");
        } else {
            assert_eq!(found, expected, "{base} {facets:?}");
        }
    }
}

#[test]
fn lists_unions_and_enumerations_have_members_of_theirs() {
    assert_eq!(value("x", "<xs:list itemType='xs:int'/>"), "1");
    let bounded = "<xs:restriction><xs:simpleType><xs:list itemType='xs:int'/></xs:simpleType><xs:length value='3'/></xs:restriction>";
    assert_eq!(value("x", bounded), "1 1 1");
    assert_eq!(value("x", "<xs:union memberTypes='xs:int xs:date'/>"), "1");
    let states =
        restriction("string", &[("enumeration", "ERROR"), ("enumeration", "WARNING"), ("enumeration", "SUCCESS")]);
    assert_eq!(value("Severity", &states), "SUCCESS");
}

#[test]
fn optional_error_elements_are_left_out() {
    let item = |name: &str| format!("<xs:element name='{name}' type='xs:string' minOccurs='0'/>");
    let names = ["Warning", "ServiceErrors", "Notice", "Note"].map(item).concat();
    let body = element(&format!("<xs:sequence>{names}</xs:sequence>"));
    assert_eq!(sampled(&body), "<r><Note>note</Note></r>");
    // Elements that could only report errors are omitted too.
    let info = |values: &[&str]| {
        let values: Vec<(&str, &str)> = values.iter().map(|value| ("enumeration", *value)).collect();
        let kind = restriction("string", &values);
        element(&format!(
            "<xs:sequence><xs:element name='StatusInfo' minOccurs='0'><xs:simpleType>{kind}</xs:simpleType></xs:element>\
             </xs:sequence>"
        ))
    };
    assert_eq!(sampled(&info(&["IMAGE_EXCEEDS_SIZE", "IMAGE_MISSING", "TYPE_NOT_ALLOWED"])), "<r/>");
    assert_eq!(sampled(&info(&["IMAGE_MISSING", "IMAGE_STORED"])), "<r><StatusInfo>IMAGE_STORED</StatusInfo></r>");
}

#[test]
fn fixed_values_override_the_request_and_it_the_defaults() {
    let body = element(
        "<xs:sequence><xs:element name='a' type='xs:string' fixed='f'/><xs:element name='b' type='xs:string' default='d'/>\
         <xs:element name='c' type='xs:int'/><xs:element name='d' type='xs:string' default='d'/></xs:sequence>\
         <xs:attribute name='v' type='xs:string' fixed='1.0'/><xs:attribute name='w' type='xs:string' use='required'/>",
    );
    assert_eq!(
        answered(&body, "<q w='&lt;&amp;&quot;'><a>1</a><b>2 &lt; 3</b><c>no number</c></q>"),
        "<r v=\"1.0\" w=\"&lt;&amp;&quot;\"><a>f</a><b>2 &lt; 3</b><c>1</c><d>d</d></r>"
    );
}

#[test]
fn repeated_leaves_are_echoed_in_order_but_not_credentials() {
    let body = element(
        "<xs:sequence><xs:element name='Number' type='xs:string' minOccurs='2' maxOccurs='9'/>\
         <xs:element name='Password' type='xs:string'/><xs:element name='ApiKey' type='xs:string'/></xs:sequence>",
    );
    let request = "<q><Number>A</Number><Number>B</Number><Password>hunter2</Password><ApiKey>k</ApiKey></q>";
    let text = answered(&body, request);
    assert!(text.starts_with("<r><Number>A</Number><Number>B</Number>"), "{text}");
    assert!(!text.contains("hunter2") && !text.contains(">k<"), "{text}");
}

#[test]
fn choice_takes_one_branch_and_prefers_no_error() {
    let body = element(
        "<xs:choice><xs:element name='Error' type='xs:string'/><xs:element name='Label' type='xs:string'/></xs:choice>",
    );
    assert_eq!(sampled(&body), "<r><Label>label</Label></r>");
}

#[test]
fn recursion_ends_at_its_first_repetition() {
    let body = "<xs:complexType name='T'><xs:sequence><xs:element name='n' type='xs:int'/><xs:element name='t' type='T' \
                minOccurs='0' maxOccurs='unbounded'/></xs:sequence></xs:complexType><xs:element name='r' type='T'/>";
    assert_eq!(sampled(body), "<r><n>1</n></r>");
    let choice = "<xs:complexType name='T'><xs:choice><xs:element name='t' type='T'/><xs:element name='n' type='xs:int'/>\
                  </xs:choice></xs:complexType><xs:element name='r' type='T'/>";
    assert_eq!(sampled(choice), "<r><n>1</n></r>");
}

#[test]
fn abstract_types_and_elements_are_substituted() {
    let types = "<xs:complexType name='A' abstract='true'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence>\
                 </xs:complexType><xs:complexType name='B'><xs:complexContent><xs:extension base='A'><xs:sequence>\
                 <xs:element name='b' type='xs:int'/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>";
    let text = sampled(&format!("{types}<xs:element name='r' type='A'/>"));
    assert_eq!(text, "<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"B\"><a>1</a><b>1</b></r>");
    let heads = "<xs:element name='head' type='xs:string' abstract='true'/><xs:element name='member' type='xs:string' \
                 substitutionGroup='head'/>";
    let body = format!("{heads}{}", element("<xs:sequence><xs:element ref='head'/></xs:sequence>"));
    assert_eq!(sampled(&body), "<r><member>member</member></r>");
}

#[test]
fn element_without_possible_value_is_nil_or_left_out() {
    let never = "<xs:simpleType name='N'><xs:restriction base='xs:string'><xs:pattern value='a'/><xs:pattern value='a'/>\
                 <xs:length value='2'/></xs:restriction></xs:simpleType>";
    let leaf = |nillable: &str| {
        format!("{never}{}", element(&format!("<xs:sequence><xs:element name='x' type='N' {nillable}/></xs:sequence>")))
    };
    assert!(sampled(&leaf("nillable='true'")).contains("<x xsi:nil=\"true\"/>"));
    assert_eq!(sampled(&leaf("minOccurs='0'")), "<r/>");
    assert_eq!(refused(&leaf("")), "/r/x: no value was found that is xs:string of length 2 matching `a` or `a`");
}

#[test]
fn optional_content_comes_as_far_as_there_is_room() {
    let many: String =
        (0..300).map(|n| format!("<xs:element name='e{n}' type='xs:int' minOccurs='0'/>")).collect::<Vec<_>>().concat();
    let few = "<xs:element name='a' type='xs:int' minOccurs='0'/><xs:element name='b' minOccurs='0' maxOccurs='unbounded'>\
               <xs:complexType><xs:sequence><xs:element name='c' type='xs:int' minOccurs='0'/></xs:sequence></xs:complexType>\
               </xs:element>";
    assert_eq!(sampled(&element(&format!("<xs:sequence>{few}</xs:sequence>"))), "<r><a>1</a><b><c>1</c></b></r>");
    let large = sampled(&element(&format!("<xs:sequence>{many}</xs:sequence>")));
    assert!((50..=100).contains(&large.matches("</e").count()), "{}", large.len());
}

#[test]
fn wildcards_mixed_content_and_simple_content_are_filled() {
    let any = element("<xs:sequence><xs:any namespace='##other' processContents='lax'/></xs:sequence>");
    assert!(compile(&any).sample(&root("r"), &Echo::default(), &OPTIONS).unwrap().contains(":any/>"));
    let strict = format!(
        "{}<xs:element name='known' type='xs:int'/>",
        element("<xs:sequence><xs:any namespace='##targetNamespace'/></xs:sequence>")
    );
    assert_eq!(sampled(&strict), "<r><known>1</known></r>");
    let simple = element(
        "<xs:simpleContent><xs:extension base='xs:decimal'><xs:attribute name='unit' use='required' type='xs:string'/></xs:extension></xs:simpleContent>",
    );
    assert_eq!(sampled(&simple), "<r unit=\"KG\">1</r>");
    let all = element(
        "<xs:all><xs:element name='b' type='xs:int'/><xs:element name='a' type='xs:int' minOccurs='0'/></xs:all>",
    );
    assert_eq!(sampled(&all), "<r><b>1</b><a>1</a></r>");
}

#[test]
fn too_large_content_is_rejected_with_its_size() {
    let billion = element(
        "<xs:sequence><xs:element name='x' type='xs:int' minOccurs='1000000000' maxOccurs='1000000000'/></xs:sequence>",
    );
    assert_eq!(refused(&billion), "/r/x: its content has at least 1000000000 elements");
    let doubling: String = (0..40)
        .map(|n| {
            format!(
                "<xs:complexType name='T{n}'><xs:sequence><xs:element name='a' type='T{m}'/><xs:element name='b' type='T{m}'/></xs:sequence></xs:complexType>",
                m = n + 1
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let doubling = format!("{doubling}<xs:complexType name='T40'/><xs:element name='r' type='T0'/>");
    assert!(refused(&doubling).contains("at least"), "{}", refused(&doubling));
    let endless = "<xs:complexType name='T'><xs:sequence><xs:element name='t' type='T'/></xs:sequence></xs:complexType>\
                   <xs:element name='r' type='T'/>";
    assert_eq!(refused(endless), "/r/t: its content contains itself without end");
    let long = restriction("string", &[("minLength", "1000000000")]);
    let long = element(&format!(
        "<xs:sequence><xs:element name='x'><xs:simpleType>{long}</xs:simpleType></xs:element></xs:sequence>"
    ));
    assert!(refused(&long).starts_with("/r/x: no value was found"), "{}", refused(&long));
}

#[test]
fn same_request_has_the_same_response_unless_the_seed_differs() {
    let body = element("<xs:sequence><xs:element name='TrackingNumber' type='xs:string'/></xs:sequence>");
    let schemas = compile(&body);
    let one = |seed| schemas.sample(&root("r"), &Echo::default(), &SampleOptions { seed, day: 1 }).unwrap();
    assert_eq!(one(1), one(1));
    assert_eq!(
        one(1),
        compile(&body).sample(&root("r"), &Echo::default(), &SampleOptions { seed: 1, day: 1 }).unwrap()
    );
    assert_ne!(one(1), one(2));
}

mod bounds;
mod dates;
mod echoes;
mod identifiers;
mod keys;
mod recursion;
mod values;
mod wanted;
