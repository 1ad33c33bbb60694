//! Tests of realistic values: values that match their names and each other.

use super::*;

/// Returns the sample of a sequence of leaves. Each leaf is a name and a type of XML Schema.
fn leaves_of(leaves: &[(&str, &str)]) -> String {
    let leaf = |(name, kind): &(&str, &str)| format!("<xs:element name='{name}' type='xs:{kind}'/>");
    let leaves: Vec<String> = leaves.iter().map(leaf).collect();
    sampled(&element(&format!("<xs:sequence>{}</xs:sequence>", leaves.concat())))
}

/// Returns the value of one leaf of a type of XML Schema.
fn leaf(name: &str, kind: &str) -> String {
    let text = leaves_of(&[(name, kind)]);
    let tree = xml::parse(&text).unwrap();
    tree.root_element().first_element_child().unwrap().text().unwrap_or_default().to_owned()
}

/// Returns the value of a leaf within an element.
fn leaf_in(parent: &str, name: &str, kind: &str) -> String {
    let inner = element(&format!("<xs:sequence><xs:element name='{name}' type='xs:{kind}'/></xs:sequence>"));
    let inner = inner.replace("name='r'", &format!("name='{parent}'"));
    let text = sampled(&element(&format!("<xs:sequence>{inner}</xs:sequence>")));
    let tree = xml::parse(&text).unwrap();
    let found = tree.descendants().find(|node| node.has_tag_name(("urn:t", name)) || node.has_tag_name(name));
    found.unwrap().text().unwrap_or_default().to_owned()
}

/// Returns the chosen value of an enumeration.
fn chosen(name: &str, values: &[&str]) -> String {
    let values: Vec<(&str, &str)> = values.iter().map(|value| ("enumeration", *value)).collect();
    value(name, &restriction("string", &values))
}

#[test]
fn names_are_recognized_in_any_spelling() {
    for name in ["postCode", "PostCode", "Postcode", "postcode", "POST_CODE", "PostalCode", "postalcode", "ZipCode"] {
        assert_eq!(leaf(name, "string"), "10115", "{name}");
    }
    for name in ["unNumber", "UNNumber", "UN_Number", "UNnumber", "unno", "UnNo"] {
        assert_eq!(leaf(name, "string"), "UN1263", "{name}");
        assert_eq!(leaf(name, "int"), "1263", "{name}");
    }
    assert_eq!(value("UNNumber", &restriction("string", &[("pattern", "\\d{4}")])), "1263");
    assert_eq!(leaf("Street1", "string"), "Hauptstrasse 1");
}

#[test]
fn a_day_of_the_week_is_that_of_its_date() {
    // Today is Monday, 2026-11-23.
    let days = ["FRI", "MON", "SAT", "SUN", "THU", "TUE", "WED"];
    assert_eq!(chosen("ShipDayOfWeek", &days), "MON");
    assert_eq!(chosen("DeliveryDay", &days), "WED");
    assert_eq!(chosen("DaysOfWeek", &["FRIDAY", "MONDAY"]), "MONDAY");
    let text =
        leaves_of(&[("DeliveryDate", "date"), ("DayOfWeek", "string"), ("Weekday", "int"), ("ShipDay", "string")]);
    assert!(text.contains("25</DeliveryDate><DayOfWeek>Wednesday</DayOfWeek><Weekday>3</Weekday>"), "{text}");
    assert!(text.contains("<ShipDay>Monday</ShipDay>"), "{text}");
    let body = element(
        "<xs:sequence><xs:element name='DeliveryDate' type='xs:date'/><xs:element name='DeliveryDay' type='xs:string'/></xs:sequence>",
    );
    let text = answered(&body, "<r><DeliveryDate>2026-12-04</DeliveryDate></r>");
    assert!(text.contains("<DeliveryDay>Friday</DeliveryDay>"), "{text}");
}

#[test]
fn a_day_of_the_week_is_known_in_two_letters_and_in_german() {
    // The delivery is on Wednesday, 2026-11-25.
    for (values, expected) in [
        (["FR", "MO", "SA", "SU", "TH", "TU", "WE"], "WE"),
        (["Di", "Do", "Fr", "Mi", "Mo", "Sa", "So"], "Mi"),
        (["DIENSTAG", "DONNERSTAG", "FREITAG", "MITTWOCH", "MONTAG", "SAMSTAG", "SONNTAG"], "MITTWOCH"),
    ] {
        assert_eq!(chosen("DeliveryDay", &values), expected);
    }
    assert_eq!(value("DeliveryDay", &restriction("string", &[("length", "2")])), "We");
}

#[test]
fn string_with_a_date_pattern_is_a_date() {
    for (pattern, expected) in [
        ("\\d{4}-\\d{2}-\\d{2}", "2026-11-23"),
        ("[0-9]{2}\\.[0-9]{2}\\.[0-9]{4}", "23.11.2026"),
        ("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d", "2026-11-23T10:30:00"),
        ("\\d{2}:\\d{2}", "10:30"),
        ("\\d{2}:\\d{2}:\\d{2}", "10:30:00"),
    ] {
        assert_eq!(value("Booked", &restriction("string", &[("pattern", pattern)])), expected, "{pattern}");
    }
    // A pattern that accepts dates may accept other strings too.
    for pattern in ["[0-9-]{10}", "\\d{8}", "[0-9./-]+"] {
        let found = value("Booked", &restriction("string", &[("pattern", pattern)]));
        assert!(!found.contains("2026"), "{pattern}: {found}");
    }
}

#[test]
fn start_times_precede_end_times() {
    let text = leaves_of(&[("OpenTime", "time"), ("CloseTime", "time"), ("from", "dateTime"), ("to", "dateTime")]);
    assert!(text.contains("<OpenTime>09:00:00</OpenTime><CloseTime>17:00:00</CloseTime>"), "{text}");
    assert!(text.contains("<from>2026-11-23T09:00:00Z</from><to>2026-11-23T17:00:00Z</to>"), "{text}");
    assert_eq!((leaf("OpenTime", "string"), leaf("CloseTime", "string")), ("09:00".into(), "17:00".into()));
    assert_eq!((leaf("validFrom", "date"), leaf("validUntil", "date")), ("2026-11-23".into(), "2027-11-23".into()));
    // Past deliveries were made by today, and promised ones are soon.
    assert_eq!(
        (leaf("deliveredOn", "date"), leaf("promisedUntil", "date")),
        ("2026-11-23".into(), "2026-11-25".into())
    );
}

#[test]
fn success_response_denies_problem_flags() {
    for name in ["Damaged", "isLate", "Ineligible", "HasErrors", "delayed", "Undeliverable", "notFound", "Residential"]
    {
        assert_eq!(leaf(name, "boolean"), "false", "{name}");
    }
    for name in ["Delivered", "Success", "Valid", "noErrors", "Eligible"] {
        assert_eq!(leaf(name, "boolean"), "true", "{name}");
    }
    assert_eq!(chosen("Damaged", &["N", "Y"]), "N");
    assert_eq!(chosen("Delivered", &["N", "Y"]), "Y");
    assert_eq!(chosen("OperationalHours", &["CLOSED_ALL_DAY", "OPEN_ALL_DAY"]), "OPEN_ALL_DAY");
}

#[test]
fn requested_action_is_confirmed() {
    let body = element("<xs:sequence><xs:element name='cancelled' type='xs:boolean'/></xs:sequence>");
    assert_eq!(answered(&body, "<cancelPickup/>"), "<r><cancelled>true</cancelled></r>");
    assert_eq!(answered(&body, "<bookPickup/>"), "<r><cancelled>false</cancelled></r>");
}

#[test]
fn required_error_fields_of_a_success_report_no_error() {
    assert_eq!((leaf("ErrorCode", "string"), leaf("ErrorCode", "int")), ("0".into(), "0".into()));
    assert_eq!((leaf("ErrorMessage", "string"), leaf("errorCount", "int")), ("None".into(), "0".into()));
    let optional = "<xs:complexType name='E'><xs:sequence><xs:element name='Entry' minOccurs='0' type='xs:string'/></xs:sequence></xs:complexType>";
    let body = element(
        "<xs:sequence><xs:element name='Errors' type='E'/></xs:sequence><xs:attribute name='warning' type='xs:string'/>",
    );
    assert_eq!(sampled(&format!("{optional}{body}")), "<r><Errors/></r>");
    for name in ["ReturnCode", "resultCode", "Response_Code"] {
        assert_eq!((leaf(name, "string"), leaf(name, "int")), ("0".into(), "0".into()), "{name}");
    }
    assert_eq!(chosen("ReturnCode", &["FAIL", "OK", "WAIT"]), "OK");
    assert_eq!(leaf_in("Status", "ReturnCode", "string"), "0");
    assert_eq!(leaf("ReturnPostalCode", "string"), "10115");
    // The content of a declared fault is always about errors.
    let fault = "<xs:complexType><xs:sequence><xs:element name='ErrorCode' type='xs:string' minOccurs='0'/></xs:sequence></xs:complexType>";
    let schemas = compile(&format!("<xs:element name='TrackFault'>{fault}</xs:element>"));
    let text = schemas.sample(&root("TrackFault"), &Echo::default(), &OPTIONS).unwrap();
    assert!(text.contains("ErrorCode>") && !text.contains(">0<"), "{text}");
}

#[test]
fn name_is_interpreted_with_its_parent() {
    assert_eq!(leaf_in("Weight", "Value", "decimal"), "2.5");
    assert_eq!(leaf_in("ResponseStatus", "Code", "string"), "OK");
    assert_eq!(leaf_in("ResponseStatus", "Description", "string"), "Success");
    assert_eq!(leaf_in("Recipient", "Name", "string"), "Jane Doe");
    assert_eq!(leaf_in("ProductOption", "Name", "string"), "product option");
    assert_eq!(leaf_in("ProductEvent", "recipientName", "string"), "Jane Doe");
    assert_eq!(leaf_in("Taxes", "Description", "string"), "taxes");
    assert_eq!(leaf_in("Commodity", "Description", "string"), "Parcel");
    assert_eq!(leaf_in("Shipment", "State", "string"), "DELIVERED");
    assert_eq!(leaf_in("Address", "State", "string"), "BE");
    assert_eq!(leaf_in("ImageFormat", "Code", "string"), "PDF");
}

#[test]
fn the_most_telling_words_of_a_name_decide() {
    for (name, expected) in [
        ("CountryName", "Germany"),
        ("StreetName", "Hauptstrasse"),
        ("familyName", "Doe"),
        ("givenName", "Jane"),
        ("FileName", "label.pdf"),
        ("EmailLabelUrl", "https://example.com/"),
        ("PhoneExtension", "12"),
        ("AirportId", "BER"),
        ("GeographicCoordinates", "+52.5200+013.4050/"),
        ("TimeZoneOffset", "+01:00"),
        ("TransitTime", "2 days"),
        ("UnitNumber", "1"),
        ("CarrierCode", "EXPR"),
        ("LengthUnit", "CM"),
        ("UnitOfLength", "CM"),
        ("DistanceUnits", "KM"),
        ("WeightUnit", "KG"),
        ("IPAddress", "192.0.2.1"),
        ("clientIp", "192.0.2.1"),
        ("MacAddress", "00:00:5E:00:53:01"),
        ("WebAddress", "https://example.com/"),
        ("OriginServiceArea", "BER"),
        ("Resolution", "300"),
    ] {
        assert_eq!(leaf(name, "string"), expected, "{name}");
    }
    for (name, digits) in [("ContactId", 8), ("PostalApplicationId", 8), ("AddressId", 8)] {
        let found = leaf(name, "string");
        assert!(found.len() == digits && found.bytes().all(|byte| byte.is_ascii_digit()), "{name}: {found}");
    }
    let code = leaf("RoutingCode", "string");
    assert!(code.len() == 3 && code.starts_with('A'), "{code}");
    assert_eq!((leaf("TotalPieces", "int"), leaf("ResultsReturned", "int")), ("1".into(), "1".into()));
    assert_eq!(leaf("MonetaryValue", "decimal"), "12.50");
}

#[test]
fn an_enumeration_that_has_the_usual_value_gives_that() {
    assert_eq!(chosen("country", &["AT", "CH", "DE", "NL"]), "DE");
    assert_eq!(chosen("currency", &["CHF", "EUR", "NOK"]), "EUR");
    assert_eq!(chosen("TransitTime", &["EIGHTEEN_DAYS", "ONE_DAY", "TWO_DAYS"]), "TWO_DAYS");
    assert_eq!(chosen("proof", &["NONE", "PHOTO"]), "PHOTO");
    assert_eq!(chosen("StatusInfo", &["DOCUMENT_CONTENT_MISSING", "DOCUMENT_RECEIVED"]), "DOCUMENT_RECEIVED");
}

#[test]
fn limited_sample_prefers_the_main_content() {
    let leaf = |name: &str| format!("<xs:element name='{name}' type='xs:string' minOccurs='0'/>");
    let group = |name: &str, content: &str| {
        format!(
            "<xs:element name='{name}' minOccurs='0'><xs:complexType><xs:sequence>{content}</xs:sequence></xs:complexType></xs:element>"
        )
    };
    let many = (0..150).map(|n| leaf(&format!("Detail{n}x"))).collect::<Vec<_>>().concat();
    let inner = ["TrackingNumber", "PackageCount"].map(leaf).concat();
    let status = group("StatusDetail", &["Code", "Description"].map(leaf).concat());
    let address = group("Address", &(0..9).map(|n| leaf(&format!("Part{n}x"))).collect::<Vec<_>>().concat());
    let text = sampled(&element(&format!("<xs:sequence>{inner}{status}{address}{many}</xs:sequence>")));
    assert!(text.starts_with("<r><TrackingNumber>"), "{text}");
    assert!(text.contains("<StatusDetail><Code>"), "{text}");
    assert!((50..=100).contains(&text.matches("</").count()), "{text}");
    // A weight has a unit next to its value, and an address starts with its first lines.
    let weight = group("Weight", &["Value", "Units"].map(leaf).concat());
    let text = sampled(&element(&format!("<xs:sequence>{}{many}</xs:sequence>", group("Package", &weight))));
    assert!(!text.contains("<Weight>") || (text.contains("<Value>") && text.contains("<Units>")), "{text}");
}

#[test]
fn dates_and_times_follow_patterns_and_bounds() {
    for (base, facets) in [
        ("dateTime", "<xs:pattern value='\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}'/>"),
        ("dateTime", "<xs:pattern value='.*[+-]\\d\\d:\\d\\d'/>"),
        ("dateTime", "<xs:pattern value='.*\\.\\d{3}Z'/>"),
        ("date", "<xs:pattern value='[^Z]+Z'/>"),
        ("date", "<xs:pattern value='.*[+]02:00'/>"),
        ("date", "<xs:maxExclusive value='2001-01-01'/>"),
        ("dateTime", "<xs:minExclusive value='2031-01-01T00:00:00'/>"),
        ("time", "<xs:pattern value='\\d\\d:\\d\\d:\\d\\d'/>"),
    ] {
        let text = sampled(&format!(
            "<xs:element name='r'><xs:simpleType><xs:restriction base='xs:{base}'>{facets}</xs:restriction></xs:simpleType></xs:element>"
        ));
        assert!(text.starts_with("<r>"), "{facets}: {text}");
    }
}

#[test]
fn sample_matches_unicode_blocks_and_classes() {
    assert_eq!(value("x", &restriction("string", &[("pattern", "^(^S|T)\\$5|6$")])), "S$5");
    for (pattern, expected) in [("\\p{IsBasicLatin}*", "remark"), ("[\\p{IsBasicLatin}-[a-z]]{3}", "")] {
        let found = value("Remark", &restriction("string", &[("pattern", pattern)]));
        assert!(if expected.is_empty() { found.len() == 3 } else { found == expected }, "{pattern}: {found}");
    }
    assert_eq!(value("x", &restriction("string", &[("pattern", "\\p{IsHiragana}{2}")])).chars().count(), 2);
}

#[test]
fn sample_matches_foreign_pattern_syntax() {
    for (pattern, expected) in [
        ("(?:[A-Z]{2}-)+[0-9]{2}", 5),
        ("(?&lt;code&gt;[A-Z]{3})[0-9]", 4),
        ("(?i)AWB[0-9]{8}", 11),
        ("\\b[A-Z]{3}\\b", 3),
        ("[A-Z]{1,2}?[0-9]{4}", 5),
        ("\\x41\\u0042[0-9]{3}", 5),
    ] {
        let found = value("Reference", &restriction("string", &[("pattern", pattern)]));
        assert_eq!(found.chars().count(), expected, "{pattern}: {found}");
    }
}
