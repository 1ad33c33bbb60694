//! What `xs:unique`, `xs:key` and `xs:keyref` say of the values of a message.

use super::*;

/// The element `r` with this content and these constraints, of the namespace's prefix `t`.
fn constrained(content: &str, constraints: &str) -> String {
    format!(
        "<xs:element name='r'><xs:complexType><xs:sequence>{content}</xs:sequence></xs:complexType>{}</xs:element>",
        constraints.replace("xpath=", "xmlns:t='urn:t' xpath=")
    )
}

/// A constraint of one kind with one field.
fn constraint(kind: &str, selector: &str, field: &str) -> String {
    let name = kind.split(' ').next().unwrap_or_default();
    format!("<xs:{kind} name='{name}'><xs:selector xpath='{selector}'/><xs:field xpath='{field}'/></xs:{name}>")
}

fn lines(inner: &str) -> String {
    format!("<xs:element name='line' minOccurs='3' maxOccurs='9'><xs:complexType>{inner}</xs:complexType></xs:element>")
}

#[test]
fn the_values_of_a_key_differ() {
    let attribute = lines("<xs:attribute name='no' type='xs:int' use='required'/>");
    let text = sampled(&constrained(&attribute, &constraint("key", "t:line", "@no")));
    assert_eq!(text.matches("no=").count(), 3, "{text}");
    let whole = "<xs:element name='tag' minOccurs='3' maxOccurs='9' type='xs:string'/>";
    assert_eq!(
        sampled(&constrained(whole, &constraint("unique", ".//t:tag", "."))),
        "<r><tag>tag</tag><tag>tag-2</tag><tag>tag-3</tag></r>"
    );
    let count = "<xs:element name='x' minOccurs='3' maxOccurs='9' type='xs:byte'/>";
    assert_eq!(sampled(&constrained(count, &constraint("unique", "t:x", "."))), "<r><x>1</x><x>2</x><x>3</x></r>");
    for kind in ["type='xs:date'", "type='xs:token'", "type='xs:decimal'", "type='Letter'", "type='Colour'"] {
        let types = "<xs:simpleType name='Letter'><xs:restriction base='xs:string'><xs:maxLength value='1'/></xs:restriction>\
                     </xs:simpleType><xs:simpleType name='Colour'><xs:restriction base='xs:string'><xs:enumeration value='a'/>\
                     <xs:enumeration value='b'/><xs:enumeration value='c'/></xs:restriction></xs:simpleType>";
        let content = lines(&format!("<xs:sequence><xs:element name='code' {kind}/></xs:sequence>"));
        let text = sampled(&format!("{types}{}", constrained(&content, &constraint("key", "t:line", "t:code"))));
        assert_eq!(text.matches("<code>").count(), 3, "{text}");
    }
}

#[test]
fn one_field_of_several_makes_the_difference() {
    let content = lines(
        "<xs:sequence><xs:element name='code' type='xs:string'/><xs:element name='last' type='xs:boolean'/></xs:sequence>",
    );
    let fields = "<xs:field xpath='t:code'/><xs:field xpath='t:last'/>";
    let key = format!("<xs:key name='k'><xs:selector xpath='t:line'/>{fields}</xs:key>");
    let text = sampled(&constrained(&content, &key));
    assert_eq!(text.matches("<last>").count(), 3, "{text}");
}

#[test]
fn what_refers_to_a_key_has_a_value_of_it_wherever_it_stands() {
    let main = "<xs:element name='main' type='xs:string'/>";
    let content = lines("<xs:attribute name='no' type='xs:string' use='required'/>");
    let rules = [constraint("key", "t:line", "@no"), constraint("keyref refer='key'", "t:main", ".")].concat();
    for content in [format!("{content}{main}"), format!("{main}{content}")] {
        let text = sampled(&constrained(&content, &rules));
        let tree = xml::parse(&text).unwrap();
        let main = tree.descendants().find(|node| node.has_tag_name("main")).unwrap().text().unwrap().to_owned();
        assert!(text.contains(&format!("<line no=\"{main}\"/>")), "{text}");
    }
}

#[test]
fn a_request_that_repeats_a_value_of_a_key_is_repeated_as_far_as_that_goes() {
    let content = "<xs:element name='Number' minOccurs='3' maxOccurs='9' type='xs:string'/>\
                   <xs:element name='City' type='xs:string'/>";
    let body = constrained(content, &constraint("unique", "t:Number", "."));
    let text = answered(&body, "<q><Number>A</Number><Number>A</Number><Number>C</Number><City>Graz</City></q>");
    assert!(text.starts_with("<r><Number>A</Number><Number>"), "{text}");
    assert!(text.ends_with("<Number>C</Number><City>Graz</City></r>"), "{text}");
    assert_eq!(text.matches(">A<").count(), 1, "{text}");
}

#[test]
fn a_key_of_one_element_may_be_that_of_another() {
    let order = constrained(&lines("<xs:attribute name='no' type='xs:string'/>"), &constraint("key", "t:line", "@no"));
    let order = order.replace("name='r'", "name='order' minOccurs='2' maxOccurs='9'");
    let line = |number: u8| format!("<line no='{number}'/>");
    let said = format!("<order>{}</order>", [1, 2, 3].map(line).concat());
    let text = answered(&element(&format!("<xs:sequence>{order}</xs:sequence>")), &format!("<q>{said}{said}</q>"));
    assert_eq!(text.replace('"', "'"), format!("<r>{said}{said}</r>"));
}

#[test]
fn an_echo_that_breaks_a_rule_of_the_whole_is_left_out() {
    let leaf = "<xs:element name='one' type='xs:string'/><xs:element name='two' type='xs:string'/>";
    let body = format!(
        "<xs:element name='r'><xs:complexType><xs:sequence>{leaf}</xs:sequence></xs:complexType>\
         <xs:unique name='u'><xs:selector xpath='*' xmlns:t='urn:t'/><xs:field xpath='.'/></xs:unique></xs:element>"
    );
    assert_eq!(answered(&body, "<q><one>a</one><two>b</two></q>"), "<r><one>a</one><two>b</two></r>");
    assert_eq!(answered(&body, "<q><one>a</one><two>a</two></q>"), "<r><one>one</one><two>two</two></r>");
}
