//! Tests of the dates in a response, which must match each other and those of the request.

use super::*;

/// Returns the response to a request. Each leaf is a name and a type of XML Schema.
fn answer(leaves: &[(&str, &str)], request: &str) -> String {
    let leaf = |(name, kind): &(&str, &str)| format!("<xs:element name='{name}' type='xs:{kind}'/>");
    let leaves: Vec<String> = leaves.iter().map(leaf).collect();
    answered(&element(&format!("<xs:sequence>{}</xs:sequence>", leaves.concat())), request)
}

#[test]
fn sample_dates_follow_the_ship_date_of_the_request() {
    let leaves =
        [("EstimatedDelivery", "date"), ("ShipDate", "date"), ("CreatedAt", "dateTime"), ("DeliveryDay", "string")];
    let text = answer(&leaves, "<q><ShipDate>2026-12-10</ShipDate></q>");
    assert_eq!(
        text,
        "<r><EstimatedDelivery>2026-12-12</EstimatedDelivery><ShipDate>2026-12-10</ShipDate>\
         <CreatedAt>2026-11-23T10:30:00Z</CreatedAt><DeliveryDay>Saturday</DeliveryDay></r>"
    );
    // Dates in the past are used too.
    let text = answer(&[("ShipDate", "date"), ("EstimatedDelivery", "date")], "<q><ShipDate>2026-03-02</ShipDate></q>");
    assert_eq!(text, "<r><ShipDate>2026-03-02</ShipDate><EstimatedDelivery>2026-03-04</EstimatedDelivery></r>");
    // The date may have another name, be in an element that implies it, or be the latest of several.
    for request in [
        "<q><Shipment><pickupTime>2026-12-10T08:00:00+01:00</pickupTime></Shipment></q>",
        "<q><Pickup><Date>2026-12-10</Date></Pickup><Pickup><Date>2026-11-30</Date></Pickup></q>",
        "<q><Parcel readyOn='2026-12-10'/></q>",
    ] {
        let text = answer(&[("PickupDate", "date"), ("ActualDelivery", "date"), ("DeliveryDate", "string")], request);
        assert_eq!(
            text,
            "<r><PickupDate>2026-12-10</PickupDate><ActualDelivery>2026-12-10</ActualDelivery>\
             <DeliveryDate>2026-12-12</DeliveryDate></r>",
            "{request}"
        );
    }
}

#[test]
fn other_dates_of_a_request_move_nothing() {
    for request in [
        "<q><shipDateTo>2026-12-10</shipDateTo></q>",
        "<q><DueDate>2026-12-10</DueDate><OrderDate>2027-01-01</OrderDate></q>",
        "<q><ShipDate>9999-99-99</ShipDate></q>",
    ] {
        let text = answer(&[("EstimatedDelivery", "date")], request);
        assert_eq!(text, "<r><EstimatedDelivery>2026-11-25</EstimatedDelivery></r>", "{request}");
    }
}

#[test]
fn a_date_is_the_one_that_its_pattern_asks_for() {
    for (base, pattern, expected) in [
        ("date", "2019-.*", "2019-11-23"),
        ("date", "....-02-29", "2028-02-29"),
        ("date", "\\d{4}-\\d{2}-31", "2026-12-31"),
        ("date", "1999-12-31", "1999-12-31"),
        ("date", "20[0-1]\\d-0[1-3]-\\d\\d", ""),
        ("dateTime", "2030-01-01T.*", "2030-01-01T10:30:00Z"),
        ("dateTime", ".*T00:00:00", "2026-11-23T00:00:00"),
        ("dateTime", "19\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z", ""),
        ("time", "08:\\d\\d:\\d\\d", ""),
        ("time", "\\d{2}:15:00", ""),
        ("gYear", "19\\d{2}", ""),
        ("gYearMonth", "2020-.*", ""),
        ("gMonthDay", "--02-.*", ""),
        ("gMonth", "--07", "--07"),
        ("gDay", "---3[01]", ""),
        ("duration", "P\\d+Y", ""),
        ("duration", "PT\\d{2}H", ""),
    ] {
        let found = value("x", &restriction(base, &[("pattern", pattern)]));
        assert!(expected.is_empty() || found == expected, "{base} {pattern}: {found}");
    }
}
