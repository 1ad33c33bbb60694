//! Tests of recursive types: the end of their samples, and the error if there is no end.

use super::*;

/// Returns a complex type with this content.
fn complex_type(name: &str, content: &str) -> String {
    format!("<xs:complexType name='{name}'>{content}</xs:complexType>")
}

fn pair(kind: &str) -> String {
    format!("<xs:sequence><xs:element name='a' type='{kind}'/><xs:element name='b' type='{kind}'/></xs:sequence>")
}

#[test]
fn a_branch_that_leads_back_is_taken_after_the_others() {
    let leaf = "<xs:element name='leaf' type='xs:int'/>";
    for branch in [
        pair("D"),
        format!("<xs:choice>{}<xs:element name='c' type='D'/></xs:choice>", pair("D")),
        format!("<xs:sequence><xs:element name='first' type='xs:int'/>{}</xs:sequence>", pair("D")),
    ] {
        let body = complex_type("D", &format!("<xs:choice>{branch}{leaf}</xs:choice>"));
        assert_eq!(sampled(&format!("{body}<xs:element name='r' type='D'/>")), "<r><leaf>1</leaf></r>", "{branch}");
    }
}

#[test]
fn recursive_substitution_group_member_is_chosen_last() {
    let reference = "<xs:element ref='expression'/>";
    let both = complex_type("Both", &format!("<xs:sequence>{reference}{reference}</xs:sequence>"));
    let members = "<xs:element name='expression' abstract='true'/>\
                   <xs:element name='and' type='Both' substitutionGroup='expression'/>\
                   <xs:element name='value' type='xs:int' substitutionGroup='expression'/>";
    let body = format!("{both}{members}{}", element(&format!("<xs:sequence>{reference}</xs:sequence>")));
    assert_eq!(sampled(&body), "<r><and><value>1</value><value>1</value></and></r>");
}

#[test]
fn mutually_recursive_types_have_a_sample_of_limited_size() {
    // Each type contains two elements of the next type, or a leaf.
    let count = 30;
    let types = |least: u32| {
        let one = |number: u32| {
            let next = pair(&format!("T{}", (number + 1) % count));
            let leaf = "<xs:element name='leaf' type='xs:int'/>";
            complex_type(
                &format!("T{number}"),
                &format!("<xs:choice minOccurs='{least}' maxOccurs='9'>{next}{leaf}</xs:choice>"),
            )
        };
        (0..count).map(one).collect::<String>() + "<xs:element name='r' type='T0'/>"
    };
    for least in [1, 3] {
        let text = sampled(&types(least));
        assert!(text.matches("</").count() < 200, "{}", text.len());
    }
    let operators: String = (0..count)
        .map(|number| format!("<xs:element name='o{number}' type='O{number}' substitutionGroup='e'/>"))
        .chain((0..count).map(|number| {
            complex_type(&format!("O{number}"), "<xs:sequence><xs:element ref='e'/><xs:element ref='e'/></xs:sequence>")
        }))
        .collect();
    let members = "<xs:element name='e' abstract='true'/><xs:element name='v' type='xs:int' substitutionGroup='e'/>";
    let body = format!("{operators}{members}{}", element("<xs:sequence><xs:element ref='e'/></xs:sequence>"));
    let text = sampled(&body);
    assert!(text.matches("</").count() < 200, "{}", text.len());
}

#[test]
fn particles_of_nested_elements_do_not_exceed_the_stack() {
    // The validator accepts 100 nested particles in each type.
    let types = |elements: usize, particles: usize, group: &str| {
        let one = |number: usize| {
            let inner = format!("<xs:element name='e' type='T{}'/>", number + 1);
            let (open, close) = (format!("<xs:{group}>").repeat(particles), format!("</xs:{group}>").repeat(particles));
            complex_type(&format!("T{number}"), &format!("{open}{inner}{close}"))
        };
        let last = complex_type(&format!("T{elements}"), "");
        (0..elements).map(one).collect::<String>() + &last + "<xs:element name='r' type='T0'/>"
    };
    for (group, reason) in
        [("sequence", "the content is nested too deeply"), ("choice", "no sample was found within the budget")]
    {
        assert!(sampled(&types(20, 4, group)).contains(&"<e>".repeat(19)), "{group}");
        let refused = refused(&types(60, 100, group));
        assert!(refused.ends_with(reason), "{refused}");
    }
}

#[test]
fn type_without_finite_sample_is_rejected_with_reason() {
    let leaf = |kind: &str| element(&format!("<xs:sequence><xs:element name='x' type='{kind}'/></xs:sequence>"));
    let bare = "<xs:complexType name='A' abstract='true'/>";
    assert_eq!(refused(&format!("{bare}{}", leaf("A"))), "/r/x: its type is abstract and no type is derived from it");
    let text = "<xs:complexType name='A' abstract='true'><xs:simpleContent><xs:extension base='xs:string'/>\
                </xs:simpleContent></xs:complexType>";
    assert_eq!(refused(&format!("{text}{}", leaf("A"))), "/r/x: its type is abstract and no type is derived from it");
    let head = "<xs:element name='head' abstract='true'/>";
    let reference = element("<xs:sequence><xs:element ref='head'/></xs:sequence>");
    assert_eq!(refused(&format!("{head}{reference}")), "/r/head: the element is abstract and has no substitute");
    // Only the type itself can replace the abstract element.
    let endless = complex_type("E", "<xs:sequence><xs:element ref='head'/></xs:sequence>");
    let member = "<xs:element name='member' type='E' substitutionGroup='head'/>";
    assert_eq!(
        refused(&format!("{head}{endless}{member}{reference}")),
        "/r/head/head: its content contains itself without end"
    );
    let derived = "<xs:complexType name='E'><xs:complexContent><xs:extension base='A'><xs:sequence>\
                   <xs:element name='next' type='A'/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>";
    assert_eq!(refused(&format!("{bare}{derived}{}", leaf("A"))), "/r/x/next: its content contains itself without end");
    // An abstract type deep inside is reported too.
    let deep = complex_type("D", "<xs:sequence><xs:element name='y' type='A'/></xs:sequence>");
    assert_eq!(
        refused(&format!("{bare}{deep}{}", leaf("D"))),
        "/r/x/y: its type is abstract and no type is derived from it"
    );
}
