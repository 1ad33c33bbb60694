//! Tests of malicious schemas and requests, whose cost must be proportional to their size.

use super::*;

#[test]
fn many_directives_cost_no_more_than_their_text() {
    let imports = (0..20_000).map(|n| format!("\n<xs:import namespace='urn:{n}' schemaLocation='{n}.xsd'/>"));
    let schemas = compile(&[&schema(&imports.collect::<Vec<_>>().concat())], &[]);
    let lines: Vec<u32> = schemas.notes().iter().map(|note| note.line).collect();
    assert_eq!(lines, (2..20_002).collect::<Vec<_>>());
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
    assert!(!schemas.needs_recompiling());
    assert!(schemas.set.name_table.heap_bytes() < schemas.name_bytes + 10_000);
    for n in 0..20_000 {
        let instance = format!("<r xmlns='urn:t' xmlns:prefix{n}='urn:x'><x/></r>");
        assert_eq!(validate(&schemas, &instance, &Root::Element(QName::new("urn:t", "r"))), []);
    }
    assert!(schemas.needs_recompiling());
    assert!(schemas.set.name_table.heap_bytes() < schemas.name_bytes + 2 * drive::LEARNED_BYTES);
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
fn union_that_doubles_with_each_line_is_refused_at_once() {
    let nested = |depth: usize| {
        let unions = repeat(depth, |n| {
            let next = n + 1;
            format!("<xs:simpleType name='u{n}'><xs:union memberTypes='u{next} u{next}'/></xs:simpleType>")
        });
        let last = format!("<xs:simpleType name='u{depth}'><xs:restriction base='xs:int'/></xs:simpleType>");
        schema(&format!("{unions}{last}<xs:element name='r' type='u0'/>"))
    };
    assert!(try_compile(&[&nested(30)], &[]).err().unwrap().message.contains("nested unions"));
    assert!(try_compile(&[&nested(6)], &[]).is_err());
    let schemas = compile(&[&nested(5)], &[]);
    assert_eq!(said(&schemas, "<r xmlns='urn:t'>1</r>"), Vec::<String>::new());
    assert_eq!(said(&schemas, "<r xmlns='urn:t'>one</r>").len(), 1);
    let flat = |members: usize| {
        let union = format!("<xs:union memberTypes='{}'/>", "xs:int ".repeat(members));
        schema(&format!("<xs:element name='r'><xs:simpleType>{union}</xs:simpleType></xs:element>"))
    };
    assert!(try_compile(&[&flat(512)], &[]).is_ok() && try_compile(&[&flat(513)], &[]).is_err());
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
fn unclosed_braces_are_scanned_in_linear_time() {
    // A quadratic scan takes hours.
    for pattern in ["{".repeat(400_000), format!("{}{}", "\\p".repeat(1_900), "?".repeat(1_000_000))] {
        let kind = format!("<xs:restriction base='xs:string'><xs:pattern value='{pattern}'/></xs:restriction>");
        let leaf = format!("<xs:element name='r'><xs:simpleType>{kind}</xs:simpleType></xs:element>");
        assert_eq!(notes(&compile(&[&schema(&leaf)], &[])).len(), 1);
    }
}

#[test]
fn message_quotes_a_wrong_value_only_in_part() {
    let content = "<xs:sequence><xs:element name='v' type='xs:string' fixed='1'/></xs:sequence><xs:attribute name='id' type='xs:ID'/><xs:attribute name='to' type='xs:IDREF'/>";
    let schemas = compile(&[&schema(&element("r", content))], &[]);
    let root = Root::Element(QName::new("urn:t", "r"));
    let long = "canary".repeat(10_000);
    // A short value may occur inside other words of the message.
    let short = validate(&schemas, "<r xmlns='urn:t' to='e'><v>1</v></r>", &root);
    assert_eq!(short[0].message, "IDREF `e` does not match any ID in the document");
    assert_eq!(short[0].expected, "IDREF `…` does not match any ID in the document");
    for (instance, expected) in [
        (format!("<r xmlns='urn:t'><v>{long}</v></r>"), "`1`, which is fixed"),
        (format!("<r xmlns='urn:t' to='{long}'><v>1</v></r>"), "IDREF `…` does not match any ID in the document"),
    ] {
        let violations = validate(&schemas, &instance, &root);
        let [violation] = violations.as_slice() else { panic!("{violations:?}") };
        assert_eq!(violation.expected, expected);
        assert!(violation.message.contains("canary") && violation.message.len() < 200, "{}", violation.message);
    }
}
