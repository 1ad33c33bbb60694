//! Typical values by the name of a property, for logistics and related fields, and by format.

/// Default for today's date.
pub(super) const DAY: &str = "2024-07-01";

/// Strings by the end of a name, longer ends first. Ends are in lower case without word separators. The star is replaced by the
/// date.
const TEXTS: [(&str, &str); 74] = [
    ("trackingnumber", "1Z12345E0205271688"),
    ("trackingid", "1Z12345E0205271688"),
    ("trackingcode", "1Z12345E0205271688"),
    ("trackingurl", "https://tracking.example/1Z12345E0205271688"),
    ("airwaybill", "020-12345675"),
    ("awb", "020-12345675"),
    ("billoflading", "HLCUHAM1234567"),
    ("containernumber", "CSQU3054383"),
    ("sscc", "340434161094021501"),
    ("barcode", "340434161094021501"),
    ("carriercode", "DHL"),
    ("carrierid", "dhl"),
    ("carriername", "DHL Express"),
    ("carrier", "DHL"),
    ("servicelevel", "EXPRESS"),
    ("servicecode", "EXPRESS"),
    ("servicename", "Express Worldwide"),
    ("shipmentnumber", "SHP-1001"),
    ("shipmentid", "SHP-1001"),
    ("parcelid", "PCL-1001"),
    ("packageid", "PCL-1001"),
    ("orderid", "ORD-1001"),
    ("ordernumber", "ORD-1001"),
    ("customerid", "CUS-1001"),
    ("invoicenumber", "INV-1001"),
    ("accountnumber", "123456789"),
    ("sku", "SKU-1001"),
    ("ean", "4006381333931"),
    ("gtin", "4006381333931"),
    ("hscode", "852872"),
    ("tariffnumber", "852872"),
    ("incoterms", "DAP"),
    ("incoterm", "DAP"),
    ("eori", "DE1234567890123"),
    ("vatnumber", "DE123456789"),
    ("vatid", "DE123456789"),
    ("taxid", "DE123456789"),
    ("iban", "DE89370400440532013000"),
    ("postalcode", "10115"),
    ("postcode", "10115"),
    ("zipcode", "10115"),
    ("zip", "10115"),
    ("countrycode", "DE"),
    ("countryoforigin", "DE"),
    ("country", "DE"),
    ("stateorprovincecode", "BE"),
    ("province", "BE"),
    ("city", "Berlin"),
    ("town", "Berlin"),
    ("street", "Invalidenstr. 117"),
    ("addressline1", "Invalidenstr. 117"),
    ("addressline2", "2nd floor"),
    ("line1", "Invalidenstr. 117"),
    ("housenumber", "117"),
    ("currencycode", "EUR"),
    ("currency", "EUR"),
    ("weightunit", "kg"),
    ("dimensionunit", "cm"),
    ("lengthunit", "cm"),
    ("firstname", "Erika"),
    ("lastname", "Mustermann"),
    ("fullname", "Erika Mustermann"),
    ("contactname", "Erika Mustermann"),
    ("companyname", "Muster GmbH"),
    ("company", "Muster GmbH"),
    ("phonenumber", "+493012345678"),
    ("phone", "+493012345678"),
    ("email", "erika@example.com"),
    ("timezone", "Europe/Berlin"),
    ("languagecode", "en"),
    ("language", "en"),
    ("locale", "de-DE"),
    ("url", "https://example.com/"),
    ("eta", "*T08:30:00Z"),
];

/// Numbers by the end of a name. The star is replaced by the year.
const NUMBERS: [(&str, &str); 24] = [
    ("weight", "2.5"),
    ("length", "30"),
    ("width", "20"),
    ("height", "10"),
    ("depth", "10"),
    ("volume", "6"),
    ("distance", "12.5"),
    ("quantity", "1"),
    ("pieces", "1"),
    ("count", "1"),
    ("price", "19.9"),
    ("amount", "19.9"),
    ("cost", "19.9"),
    ("total", "19.9"),
    ("latitude", "52.53"),
    ("lat", "52.53"),
    ("longitude", "13.38"),
    ("lng", "13.38"),
    ("temperature", "4"),
    ("percentage", "19"),
    ("pagesize", "20"),
    ("limit", "20"),
    ("year", "*"),
    ("id", "1001"),
];

fn find<'t>(table: &'t [(&str, &str)], name: &str) -> Option<&'t str> {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).map(|of| of.to_ascii_lowercase()).collect();
    table.iter().find(|(end, _)| plain.ends_with(end)).map(|(_, value)| *value)
}

/// Returns a typical string for a location with this name.
pub(super) fn text(name: &str, day: &str) -> Option<String> {
    find(&TEXTS, name).map(|text| text.replace('*', day))
}

/// Returns a typical number for a location with this name.
pub(super) fn number<'d>(name: &str, day: &'d str) -> Option<&'d str> {
    find(&NUMBERS, name).and_then(|number| if number == "*" { day.split('-').next() } else { Some(number) })
}

/// A string for each format. The star is replaced by the date, and `#` by a distinguishing number within the bounds.
const FORMATS: [(&str, &str, u64, u64); 21] = [
    ("time", "08:#:00Z", 30, 59),
    ("date-time", "*T08:#:00Z", 30, 59),
    ("duration", "P#D", 1, 999),
    ("email", "erika#@example.com", 0, u64::MAX),
    ("idn-email", "erika#@example.com", 0, u64::MAX),
    ("hostname", "host#.example.com", 0, u64::MAX),
    ("idn-hostname", "host#.example.com", 0, u64::MAX),
    ("ipv4", "192.0.2.#", 1, 254),
    ("ipv6", "2001:db8::#", 1, 9999),
    ("uri", "https://example.com/#", 0, u64::MAX),
    ("url", "https://example.com/#", 0, u64::MAX),
    ("iri", "https://example.com/#", 0, u64::MAX),
    ("uri-reference", "/items/#", 1, u64::MAX),
    ("iri-reference", "/items/#", 1, u64::MAX),
    ("uri-template", "/items#/{id}", 0, u64::MAX),
    ("uuid", "6f1c2b3a-0d4e-4f5a-8b6c-9d7e8f#", 100_001, 999_999),
    ("json-pointer", "/items/#", 1, u64::MAX),
    ("relative-json-pointer", "#", 1, u64::MAX),
    ("regex", "^[A-Z]{#}$", 1, 99),
    ("byte", "AQID#", 1000, 9999),
    ("password", "correct horse battery staple#", 0, u64::MAX),
];

/// Returns a string of a format. Different numbers give different strings.
pub(super) fn sample_format(format: &str, number: u64, day: &str) -> Option<String> {
    if format == "date" {
        let month = day.get(..8).filter(|_| number > 0);
        // All months have at least 28 days.
        return Some(month.map_or_else(|| day.to_owned(), |month| format!("{month}{:02}", number % 28 + 1)));
    }
    let (_, text, least, most) = FORMATS.iter().find(|(known, ..)| *known == format)?;
    let text = text.replace('*', day);
    let (before, behind) = text.split_once('#')?;
    let number = match most - least {
        u64::MAX => number,
        room => least + number % (room + 1),
    };
    let digits = if number == 0 { String::new() } else { number.to_string() };
    Some([before, &digits, behind].concat())
}

/// Returns a variation of a string for each number.
pub(super) fn varied(text: &str, number: u64) -> String {
    if number == 0 {
        return text.to_owned();
    }
    let plain = text.trim_end_matches(|last: char| last.is_ascii_digit());
    let digits = text.get(plain.len()..).unwrap_or_default();
    let kept = digits.len().min(9);
    let (before, last) = digits.split_at_checked(digits.len() - kept).unwrap_or(("", digits));
    match (last.parse::<u64>(), u32::try_from(kept).ok().and_then(|kept| 10_u64.checked_pow(kept))) {
        (Ok(last), Some(most)) => format!("{plain}{before}{:0kept$}", last.wrapping_add(number) % most),
        _ => format!("{text}-{}", number + 1),
    }
}

/// Returns true for names of members that responses only have in case of an error or a warning.
pub(super) fn is_trouble(name: &str) -> bool {
    const TROUBLE: [&str; 4] = ["error", "exception", "failure", "warning"];
    let name = name.to_ascii_lowercase();
    TROUBLE.iter().any(|trouble| name.contains(trouble))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::formats;

    #[test]
    fn names_are_recognized_in_any_case_style() {
        for name in ["trackingNumber", "tracking_number", "Tracking-Number", "masterTrackingNumber"] {
            assert_eq!(text(name, DAY).as_deref(), Some("1Z12345E0205271688"), "{name}");
        }
        assert_eq!((text("shade", DAY), number("grossWeight", DAY)), (None, Some("2.5")));
    }

    #[test]
    fn no_end_of_a_name_hides_a_longer_one() {
        for table in [&TEXTS[..], &NUMBERS] {
            for (at, (end, _)) in table.iter().enumerate() {
                assert!(!table[..at].iter().any(|(shorter, _)| end.ends_with(shorter)), "{end}");
            }
        }
    }

    #[test]
    fn texts_of_a_format_are_of_it_and_differ() {
        for format in
            ["date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid", "byte"]
        {
            let texts = [0, 1, 2].map(|number| sample_format(format, number, DAY).unwrap());
            assert!(texts.iter().all(|text| formats::is_of(format, text)), "{texts:?}");
            assert!(texts[0] != texts[1] && texts[1] != texts[2], "{texts:?}");
        }
        assert_eq!([0, 1, 2].map(|number| varied("SKU-1001", number)), ["SKU-1001", "SKU-1002", "SKU-1003"]);
        assert_eq!(varied("Berlin", 1), "Berlin-2");
    }
}
