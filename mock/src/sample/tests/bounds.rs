//! Tests of numbers, dates and times between bounds.

use super::*;

#[test]
fn every_bound_that_leaves_a_value_leaves_a_sample() {
    let mut refused = Vec::new();
    for (base, facets) in [
        ("float", vec![("minInclusive", "1.5E10")]),
        ("double", vec![("minExclusive", "1.5E10"), ("maxExclusive", "1.6e10")]),
        ("double", vec![("minExclusive", "0.0001"), ("maxExclusive", "0.0002")]),
        ("double", vec![("minExclusive", "1E-12"), ("maxExclusive", "2E-12")]),
        ("double", vec![("minExclusive", "1E-120"), ("maxExclusive", "2E-120")]),
        ("double", vec![("maxExclusive", "-1E300")]),
        ("float", vec![("minExclusive", "1E38")]),
        ("float", vec![("minExclusive", "-2E-3"), ("maxExclusive", "-1E-3")]),
        ("double", vec![("minInclusive", "INF")]),
        ("double", vec![("minInclusive", "-INF"), ("maxInclusive", "INF")]),
        ("double", vec![("minExclusive", "1000000"), ("maxExclusive", "1000000.001")]),
        ("decimal", vec![("minExclusive", "0.0001"), ("maxExclusive", "0.0002")]),
        ("gMonthDay", vec![("minInclusive", "--12-01")]),
        ("gMonthDay", vec![("minExclusive", "--02-27"), ("maxExclusive", "--03-01")]),
        ("gMonth", vec![("maxExclusive", "--03")]),
        ("gDay", vec![("minExclusive", "---30")]),
        ("gYear", vec![("minExclusive", "2090")]),
        ("gYear", vec![("maxExclusive", "1970")]),
        ("gYearMonth", vec![("minExclusive", "2090-12")]),
        ("gYearMonth", vec![("maxExclusive", "1990-01")]),
        ("duration", vec![("minInclusive", "P10D")]),
        ("duration", vec![("minExclusive", "P10D"), ("maxExclusive", "P11D")]),
        ("duration", vec![("maxExclusive", "PT1H")]),
        ("duration", vec![("minExclusive", "P1Y"), ("maxExclusive", "P2Y")]),
        ("duration", vec![("maxInclusive", "-P1M")]),
        ("duration", vec![("minExclusive", "PT1H"), ("maxExclusive", "PT2H")]),
        ("duration", vec![("minExclusive", "PT1M"), ("maxExclusive", "PT2M")]),
        ("duration", vec![("minExclusive", "PT1S"), ("maxExclusive", "PT2S")]),
        ("time", vec![("minInclusive", "20:00:00")]),
        ("time", vec![("minExclusive", "09:00:00"), ("maxExclusive", "09:30:00")]),
        ("time", vec![("minExclusive", "09:00:00Z"), ("maxExclusive", "09:00:01Z")]),
        ("time", vec![("maxExclusive", "00:00:01")]),
        ("dateTime", vec![("minExclusive", "2030-01-01T00:00:00Z"), ("maxExclusive", "2030-01-01T00:00:10Z")]),
        (
            "dateTime",
            vec![("minExclusive", "2030-01-01T09:00:00+02:00"), ("maxExclusive", "2030-01-01T12:00:00+02:00")],
        ),
        ("dateTime", vec![("maxExclusive", "1999-12-31T23:59:59")]),
        ("date", vec![("minExclusive", "2030-12-31"), ("maxExclusive", "2031-01-02")]),
        ("date", vec![("maxExclusive", "2001-01-01Z")]),
        ("dateTime", vec![("minExclusive", "2030-01-01T00:00:00.000Z"), ("maxExclusive", "2030-01-01T00:00:00.001Z")]),
        (
            "dateTime",
            vec![("minExclusive", "2030-01-01T00:00:00+01:00"), ("maxExclusive", "2030-01-01T00:00:00.001+01:00")],
        ),
        ("dateTime", vec![("minExclusive", "2030-01-01T00:00:00.5"), ("maxExclusive", "2030-01-01T00:00:00.501")]),
        ("dateTime", vec![("minInclusive", "2030-01-01T00:00:00.001Z"), ("maxInclusive", "2030-01-01T00:00:00.001Z")]),
        ("time", vec![("minExclusive", "09:00:00.1"), ("maxExclusive", "09:00:00.10001")]),
        ("duration", vec![("minExclusive", "PT0.001S"), ("maxExclusive", "PT0.002S")]),
        ("decimal", vec![("minExclusive", "0"), ("maxExclusive", "0.0000000000000000001")]),
        ("decimal", vec![("minExclusive", "0"), ("maxExclusive", "0.0000000000000000000000001")]),
        ("decimal", vec![("minExclusive", "-0.00000000000000000002"), ("maxExclusive", "-0.00000000000000000001")]),
        ("decimal", vec![("minInclusive", "1.00000000000000000000001"), ("maxExclusive", "1.00000000000000000000002")]),
        ("string", vec![("minLength", "70000")]),
        ("token", vec![("length", "70000"), ("pattern", "[A-Z ]+")]),
        ("hexBinary", vec![("minLength", "70000")]),
        ("string", vec![("pattern", "\\p{M}")]),
        ("string", vec![("pattern", "a\\p{Mn}\\p{Me}\\p{Mc}")]),
        ("string", vec![("pattern", "\\p{Lm}\\p{Lo}\\p{Nl}\\p{No}\\p{Pi}\\p{Pf}")]),
        ("string", vec![("pattern", "\\p{Sk}\\p{So}\\p{Cf}\\p{Co}\\p{C}\\p{Zl}\\p{Zp}")]),
    ] {
        let restriction = restriction(base, &facets);
        let body = format!("<xs:element name='r'><xs:simpleType>{restriction}</xs:simpleType></xs:element>");
        if let Err(error) = compile(&body).sample(&root("r"), &Echo::default(), &OPTIONS) {
            refused.push(error.to_string());
        }
    }
    assert_eq!(refused, Vec::<String>::new());
}

#[test]
fn bound_with_many_digits_is_used_unchanged() {
    let bound = format!("P{}1D", "0".repeat(100_000));
    assert_eq!(value("x", &restriction("duration", &[("maxInclusive", &bound)])), bound);
}

#[test]
fn numbers_and_times_between_bounds_are_written_as_people_do() {
    for (base, facets, expected) in [
        ("double", [("minExclusive", "0.0001"), ("maxExclusive", "0.0002")], "0.00015"),
        ("double", [("minExclusive", "1.5E10"), ("maxExclusive", "1.6E10")], "15500000000"),
        ("double", [("minExclusive", "1E-120"), ("maxExclusive", "2E-120")], "1.5e-120"),
        ("time", [("minExclusive", "06:00:00"), ("maxExclusive", "08:00:00")], "07:00:00"),
        ("gMonth", [("minExclusive", "--03"), ("maxExclusive", "--06")], "--04"),
    ] {
        assert_eq!(value("x", &restriction(base, &facets)), expected, "{base} {facets:?}");
    }
}
