//! Tests of priority content: labels and other documents, and amounts with their currency.

use super::*;

/// Returns an optional element of a type.
fn optional(name: &str, kind: &str) -> String {
    format!("<xs:element name='{name}' type='{kind}' minOccurs='0'/>")
}

fn complex_type(name: &str, elements: &[String]) -> String {
    format!("<xs:complexType name='{name}'><xs:sequence>{}</xs:sequence></xs:complexType>", elements.concat())
}

/// Returns `count` optional elements, each with several optional elements.
fn rare(count: u32) -> Vec<String> {
    (0..count).map(|number| optional(&format!("rare{number}"), "Rare")).collect()
}

/// Returns the sample of a shipment that starts with more optional content than there is room for, followed by these
/// elements.
fn shipment(elements: &[String]) -> String {
    let leaves: Vec<String> = (0..9).map(|number| optional(&format!("leaf{number}"), "xs:string")).collect();
    let types = [
        complex_type("Rare", &leaves),
        complex_type("Money", &[optional("Currency", "xs:string"), optional("Amount", "xs:decimal")]),
        complex_type("Part", &[optional("Number", "xs:int"), optional("Image", "xs:base64Binary")]),
        complex_type(
            "Document",
            &[optional("Type", "xs:string"), optional("Kind", "xs:string"), optional("Parts", "Part")],
        ),
        complex_type("Barcodes", &[optional("Image", "xs:base64Binary")]),
        complex_type(
            "Rating",
            &[optional("Type", "xs:string"), optional("Discount", "Money"), optional("Total", "Money")],
        ),
        complex_type(
            "Package",
            &[rare(30), vec![optional("Rating", "Rating"), optional("Papers", "Document")]].concat(),
        ),
    ];
    sampled(&format!("{}{}", types.concat(), element(&format!("<xs:sequence>{}</xs:sequence>", elements.concat()))))
}

#[test]
fn document_takes_precedence_over_rarer_content() {
    let text = shipment(&[rare(90), vec![optional("Papers", "Document")]].concat());
    assert!(text.ends_with("<Papers><Parts><Image>c2FtcGxl</Image></Parts></Papers></r>"), "{text}");
    let text = shipment(&[rare(20), vec![optional("Package", "Package")]].concat());
    assert!(text.contains("<Papers><Parts><Image>c2FtcGxl</Image></Parts></Papers></Package>"), "{text}");
    assert!(text.contains("<rare0><leaf"), "{text}");
}

#[test]
fn an_amount_has_room_with_its_currency() {
    let text = shipment(&[rare(90), vec![optional("Rating", "Rating")]].concat());
    let total = "<Rating><Total><Currency>EUR</Currency><Amount>12.50</Amount></Total></Rating></r>";
    assert!(text.ends_with(total), "{text}");
    let text = shipment(&[rare(20), vec![optional("Package", "Package")]].concat());
    assert!(text.contains("<Total><Currency>EUR</Currency><Amount>12.50</Amount></Total>"), "{text}");
}

#[test]
fn no_room_is_reserved_for_error_documents_and_barcodes() {
    let text =
        shipment(&[vec![optional("ErrorLabels", "Document"), optional("Barcodes", "Barcodes")], rare(90)].concat());
    assert!(!text.contains("<ErrorLabels>"), "{text}");
    let text =
        shipment(&[vec![optional("Scans", "Barcodes")], rare(90), vec![optional("Barcodes", "Barcodes")]].concat());
    assert!(text.starts_with("<r><Scans><Image>"), "{text}");
    assert!(!text.contains("<Barcodes><Image>"), "{text}");
}
