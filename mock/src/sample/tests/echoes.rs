//! Tests of values that a response repeats from its request, and of values that only have the same name.

use super::*;

/// Returns the response with this content model to a request.
fn answer(content: &str, request: &str) -> String {
    answered(&element(&format!("<xs:sequence>{content}</xs:sequence>")), request)
}

fn leaf(name: &str) -> String {
    format!("<xs:element name='{name}' type='xs:string'/>")
}

fn group(name: &str, content: &str) -> String {
    format!(
        "<xs:element name='{name}'><xs:complexType><xs:sequence>{content}</xs:sequence></xs:complexType></xs:element>"
    )
}

#[test]
fn a_flat_answer_repeats_a_flat_request() {
    let content = [leaf("Remark"), leaf("Code")].concat();
    let expected = "<r><Remark>ring twice</Remark><Code>X9</Code></r>";
    let said = "<Remark>ring twice</Remark><Code>X9</Code>";
    assert_eq!(answer(&content, &format!("<q>{said}</q>")), expected);
    // A single element around all content is treated as an envelope, in the request and in the response.
    assert_eq!(answer(&content, &format!("<q><request>{said}</request></q>")), expected);
    let wrapped = answer(&group("return", &content), &format!("<q>{said}</q>"));
    assert_eq!(wrapped, expected.replace("<r>", "<r><return>").replace("</r>", "</return></r>"));
}

#[test]
fn a_general_name_is_repeated_in_the_same_element_alone() {
    let goods =
        "<q><Goods><Description>Ski boots</Description><Code>11</Code></Goods><Weight><Value>7</Value></Weight></q>";
    let same = group("Goods", &leaf("Description"));
    assert_eq!(answer(&same, goods), "<r><Goods><Description>Ski boots</Description></Goods></r>");
    let other = group("Option", &[leaf("Description"), leaf("Code")].concat());
    let text = answer(&other, goods);
    assert!(!text.contains("Ski boots") && !text.contains(">11<"), "{text}");
    let paged =
        answer(&group("Street", &[leaf("number"), leaf("id")].concat()), "<q><page number='0'/><a><id>7</id></a></q>");
    assert_eq!(answer(&group("Order", &leaf("id")), "<q><id>7</id></q>"), "<r><Order><id>7</id></Order></r>");
    assert!(!paged.contains(">0<") && !paged.contains(">7<"), "{paged}");
    assert!(!answer(&group("Distance", &leaf("Value")), goods).contains(">7<"));
}

#[test]
fn leaf_with_a_specific_name_is_echoed_at_any_position() {
    let request = "<q><a><TrackingNumber>T1</TrackingNumber><OrderReference>4711</OrderReference><barcode>B9</barcode>\
                   <weight>7.25</weight><City>Graz</City></a></q>";
    let content =
        [leaf("TrackingNumber"), leaf("OrderReference"), leaf("barcode"), leaf("weight"), leaf("City")].concat();
    assert_eq!(
        answer(&group("b", &content), request),
        "<r><b><TrackingNumber>T1</TrackingNumber><OrderReference>4711</OrderReference><barcode>B9</barcode>\
         <weight>7.25</weight><City>Graz</City></b></r>"
    );
    // If there are several values, each is repeated at the same index.
    let several = "<q><a><TrackingNumber>T1</TrackingNumber></a><a><TrackingNumber>T2</TrackingNumber></a></q>";
    for around in ["a", "b"] {
        let text = answer(&group(around, &leaf("TrackingNumber")), several);
        assert!(text.contains(">T1<") && !text.contains(">T2<"), "{text}");
    }
}

#[test]
fn a_status_a_notification_and_an_error_repeat_nothing() {
    for name in ["ResponseStatus", "Notifications", "Errors", "warning"] {
        let content = group(name, &[leaf("OrderNumber"), leaf("Description")].concat());
        let said = "<OrderNumber>4711</OrderNumber><Description>Ski boots</Description>";
        let text = answer(&content, &format!("<q><{name}>{said}</{name}></q>"));
        assert!(!text.contains("4711") && !text.contains("Ski boots"), "{text}");
    }
}

#[test]
fn attributes_are_repeated_in_their_places() {
    let parcel = "<xs:element name='Parcel' minOccurs='2' maxOccurs='2'><xs:complexType><xs:attribute name='no' type='xs:string'/></xs:complexType></xs:element>";
    let text = answer(parcel, "<q><Parcel no='P1'/><Parcel no='P2'/></q>");
    assert_eq!(text, "<r><Parcel no=\"P1\"/><Parcel no=\"P2\"/></r>");
}

#[test]
fn a_qualified_name_is_not_repeated_and_the_rest_is() {
    let content = ["<xs:element name='Kind' type='xs:QName'/>".to_owned(), leaf("TrackingNumber")].concat();
    let text = answer(&content, "<q><Kind xmlns:k='urn:k'>k:parcel</Kind><TrackingNumber>TN1</TrackingNumber></q>");
    assert!(text.contains(">TN1<") && !text.contains("k:parcel"), "{text}");
}

/// Returns a repeated element with optional content.
fn repeated(name: &str, content: &str) -> String {
    let content = content.replace("type=", "minOccurs='0' type=");
    group(name, &content).replacen('>', " minOccurs='2' maxOccurs='9'>", 1)
}

#[test]
fn leaf_is_echoed_in_the_same_instance() {
    let parcel = repeated("Parcel", &[leaf("OrderReference"), leaf("Remark")].concat());
    let second =
        "<Parcel><Remark>one</Remark></Parcel><Parcel><OrderReference>O2</OrderReference><Remark>two</Remark></Parcel>";
    let text = answer(&parcel, &format!("<q>{second}</q>"));
    assert!(text.contains("<OrderReference>O2</OrderReference><Remark>two</Remark></Parcel></r>"), "{text}");
    assert_eq!(text.matches(">O2<").count(), 1, "{text}");
    // An additional element around them in one message changes nothing. The same is true for an element that some
    // parcels lack.
    let deep = repeated("Parcel", &group("Owner", &[leaf("City"), leaf("Code")].concat()));
    let request = "<q><Parcels><Parcel/><Parcel><Owner><City>Graz</City><Code>7</Code></Owner></Parcel></Parcels></q>";
    let text = answer(&group("Reply", &deep), request);
    assert!(text.ends_with("<Owner><City>Graz</City><Code>7</Code></Owner></Parcel></Reply></r>"), "{text}");
    assert_eq!(text.matches(">Graz<").count(), 1, "{text}");
    // Elements of another name are matched by their order.
    let label = repeated("Label", &[leaf("OrderReference")].concat());
    let third = "<Parcel><OrderReference>O3</OrderReference></Parcel>";
    let text = answer(&label, &format!("<q>{second}{third}</q>"));
    assert!(text.ends_with("<Label><OrderReference>O2</OrderReference></Label></r>"), "{text}");
    assert_eq!(text.matches(">O").count(), 1, "{text}");
}

#[test]
fn single_value_is_echoed_in_every_instance() {
    let parcel = repeated("Parcel", &leaf("OrderReference"));
    for said in ["<OrderReference>O1</OrderReference>", "<Parcel><OrderReference>O1</OrderReference></Parcel>"] {
        let text = answer(&parcel, &format!("<q>{said}</q>"));
        assert_eq!(text.matches(">O1<").count(), 2, "{text}");
    }
}

#[test]
fn strings_keep_their_white_space_and_other_values_lose_it() {
    let named = |name: &str, kind: &str| format!("<xs:element name='{name}' type='{kind}'/>");
    let collapsed = "<xs:simpleType name='C'><xs:restriction base='xs:string'><xs:whiteSpace value='collapse'/></xs:restriction>\
                     </xs:simpleType><xs:simpleType name='S'><xs:restriction base='xs:string'><xs:maxLength value='4'/>\
                     </xs:restriction></xs:simpleType>";
    let leaves = [("a", "xs:string"), ("b", "xs:token"), ("c", "xs:int"), ("d", "C"), ("e", "S"), ("f", "S")];
    let content: String = leaves.iter().map(|(name, kind)| named(name, kind)).collect();
    let body = format!("{collapsed}{}", element(&format!("<xs:sequence>{content}</xs:sequence>")));
    let request = "<q><a>\n one\n  two </a><b> t </b><c> 7\n</c><d> d </d><e>  e </e><f>   f   </f></q>";
    assert_eq!(
        answered(&body, request),
        "<r><a>&#10; one&#10;  two </a><b>t</b><c>7</c><d>d</d><e>  e </e><f>f</f></r>"
    );
    // White space alone is not a value.
    assert_eq!(
        answered(&element(&format!("<xs:sequence>{}</xs:sequence>", leaf("Remark"))), "<q><Remark> </Remark></q>"),
        "<r><Remark>remark</Remark></r>"
    );
}
