//! Tests of values in `xs:unique`, `xs:key` and `xs:keyref`.

use super::*;

/// Returns the element `r` with this content and these constraints. The namespace's prefix is `t`.
fn constrained(content: &str, constraints: &str) -> String {
    format!(
        "<xs:element name='r'><xs:complexType><xs:sequence>{content}</xs:sequence></xs:complexType>{}</xs:element>",
        constraints.replace("xpath=", "xmlns:t='urn:t' xpath=")
    )
}

/// Returns a constraint with one field.
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
fn keyref_has_a_value_of_its_key_in_any_position() {
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
fn echo_replaces_repeated_values_of_a_unique_key() {
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
    let within = |name: &str, inner: &str| {
        format!(
            "<xs:element name='{name}'><xs:complexType><xs:sequence>{inner}</xs:sequence></xs:complexType></xs:element>"
        )
    };
    let leaf = "<xs:element name='one' type='xs:string'/><xs:element name='two' type='xs:string'/>";
    // Too deep for the generator to detect the field.
    let body = constrained(&within("a", &within("b", &within("c", leaf))), &constraint("unique", "*/*/*/*", "."));
    let wrapped = |leaves: &str| format!("<r><a><b><c>{leaves}</c></b></a></r>");
    let request = |value: &str| wrapped(&format!("<one>a</one><two>{value}</two>")).replace("r>", "q>");
    assert_eq!(answered(&body, &request("b")), wrapped("<one>a</one><two>b</two>"));
    assert_eq!(answered(&body, &request("a")), wrapped("<one>one</one><two>two</two>"));
}

/// Returns lines with attributes of these types, and a key of all of them.
fn keyed(count: u32, types: &[&str]) -> String {
    let small = "<xs:simpleType name='AB'><xs:restriction base='xs:string'><xs:enumeration value='a'/>\
                 <xs:enumeration value='b'/></xs:restriction></xs:simpleType>";
    let attribute = |(at, kind): (usize, &&str)| format!("<xs:attribute name='f{at}' type='{kind}' use='required'/>");
    let attributes: String = types.iter().enumerate().map(attribute).collect();
    let fields: Vec<String> = (0..types.len()).map(|at| format!("<xs:field xpath='@f{at}'/>")).collect();
    let lines = lines(&attributes).replace("minOccurs='3'", &format!("minOccurs='{count}'"));
    let key = format!("<xs:key name='k'><xs:selector xpath='t:line'/>{}</xs:key>", fields.concat());
    format!("{small}{}", constrained(&lines, &key))
}

#[test]
fn key_values_of_every_type_are_unique() {
    for kind in ["boolean", "duration", "time", "dateTime", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay"] {
        let count = if kind == "boolean" { 2 } else { 6 };
        sampled(&keyed(count, &[&format!("xs:{kind}")]));
    }
    for kind in ["hexBinary", "base64Binary", "anyURI", "language", "double", "QName", "NMTOKENS"] {
        sampled(&keyed(6, &[&format!("xs:{kind}")]));
    }
    let text = sampled(&keyed(3, &["xs:time"]));
    assert_eq!(text, "<r><line f0=\"10:30:00\"/><line f0=\"10:31:00\"/><line f0=\"10:32:00\"/></r>");
}

#[test]
fn fields_with_few_values_are_combined() {
    let text = sampled(&keyed(4, &["AB", "xs:boolean"]));
    assert_eq!(
        text,
        "<r><line f0=\"a\" f1=\"true\"/><line f0=\"b\" f1=\"false\"/><line f0=\"a\" f1=\"false\"/>\
         <line f0=\"b\" f1=\"true\"/></r>"
    );
    for (count, types) in [
        (4, vec!["AB", "AB"]),
        (8, vec!["AB", "xs:boolean", "AB"]),
        (8, vec!["AB", "xs:string", "AB"]),
        (9, vec!["xs:boolean", "AB", "AB", "xs:boolean"]),
    ] {
        sampled(&keyed(count, &types));
    }
    // No other values are left.
    assert_eq!(refused(&keyed(5, &["AB", "AB"])), "/r/line[5]: Key constraint `k`: duplicate key value detected");
    assert_eq!(refused(&keyed(3, &["xs:boolean"])), "/r/line[3]: Key constraint `k`: duplicate key value detected");
}

#[test]
fn keyref_that_is_also_unique_has_each_value_once() {
    let number = "<xs:attribute name='no' type='xs:int' use='required'/>";
    let uses = lines(number).replace("'line'", "'use'");
    let rules = [
        constraint("key", "t:line", "@no"),
        constraint("unique", "t:use", "@no"),
        constraint("keyref refer='key'", "t:use", "@no"),
    ];
    for content in [format!("{}{uses}", lines(number)), format!("{uses}{}", lines(number))] {
        let text = sampled(&constrained(&content, &rules.concat()));
        let tree = xml::parse(&text).unwrap();
        let numbers = |name: &str| -> Vec<String> {
            let found = tree.descendants().filter(|node| node.has_tag_name(name));
            found.filter_map(|node| node.attribute("no")).map(str::to_owned).collect()
        };
        assert_eq!(numbers("use"), numbers("line"), "{text}");
    }
}

#[test]
fn the_leaves_of_a_key_may_have_any_name() {
    let leaves =
        "<xs:element name='x' type='xs:string' minOccurs='2' maxOccurs='2'/><xs:element name='y' type='xs:int'/>";
    let text = sampled(&constrained(leaves, &constraint("key", "*", ".")));
    assert_eq!(text, "<r><x>x</x><x>x-2</x><y>3</y></r>");
    let below = lines("<xs:sequence><xs:element name='c' type='xs:string'/></xs:sequence>");
    for selector in ["*/*", "t:line/*", ".//*/t:c", "*/t:c"] {
        let text = sampled(&constrained(&below, &constraint("unique", selector, ".")));
        assert!(text.contains("<c>c</c>") && text.contains("<c>c-2</c>"), "{selector}: {text}");
    }
    let attribute = lines("<xs:attribute name='no' type='xs:int' use='required'/>");
    sampled(&constrained(&attribute, &constraint("unique", "t:line", "@*")));
}
