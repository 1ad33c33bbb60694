//! What header fields are like whose text follows rules of its own (RFC 9110, RFC 9111, RFC 8288, RFC 6265, RFC 8594).

use waybill_base::date::Date;

const SECONDS_PER_DAY: i64 = 86_400;

/// Fields with a value that says little and is valid.
const USUAL: [(&str, &str); 15] = [
    ("accept-ranges", "bytes"),
    ("age", "0"),
    ("allow", "GET"),
    ("cache-control", "no-cache"),
    ("content-disposition", "attachment; filename=\"file\""),
    ("content-language", "en"),
    ("content-range", "bytes 0-0/1"),
    ("etag", "\"1\""),
    ("pragma", "no-cache"),
    ("proxy-authenticate", "Basic realm=\"mock\""),
    ("retry-after", "120"),
    ("set-cookie", "session=1; Path=/"),
    ("strict-transport-security", "max-age=0"),
    ("vary", "Accept"),
    ("www-authenticate", "Bearer realm=\"mock\""),
];

/// A usual value of a field; None where any text is one. A location is below the path of the request, a time is its day.
pub(super) fn usual_value(name: &str, path: &str, day: i64) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let last = path.rsplit('/').next().unwrap_or_default();
    match name.as_str() {
        "location" | "content-location" => Some(format!("./{last}/1")),
        // Not the next page, which would have a next page for ever.
        "link" => Some(format!("<./{last}>; rel=\"self\"")),
        "last-modified" | "expires" | "sunset" => http_date(day),
        _ => USUAL.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()),
    }
}

/// The beginning of a day as header fields write it (RFC 9110 section 5.6.7).
fn http_date(day: i64) -> Option<String> {
    const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let date = Date::from_unix_seconds(day.saturating_mul(SECONDS_PER_DAY))?.to_string();
    let [year, month, of_month] = date.split('-').collect::<Vec<_>>().try_into().ok()?;
    let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    let weekday = WEEKDAYS.get(usize::try_from(day.rem_euclid(7)).ok()?)?;
    Some(format!("{weekday}, {of_month} {month} {year} 00:00:00 GMT"))
}
