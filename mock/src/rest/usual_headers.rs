//! Typical values of header fields with a special syntax (RFC 9110, RFC 9111, RFC 8288, RFC 6265, RFC 8594).

use waybill_base::date::Date;

const SECONDS_PER_DAY: i64 = 86_400;

/// Fields with a valid and neutral value.
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

/// Returns a typical value of a field, or `None` if any string is valid. Locations are relative to the request's path,
/// and dates are `day`.
pub(super) fn usual_value(name: &str, path: &str, day: i64) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let last = path.rsplit('/').next().unwrap_or_default();
    match name.as_str() {
        "location" | "content-location" => Some(format!("./{last}/1")),
        // A link to a next page would let clients page endlessly.
        "link" => Some(format!("<./{last}>; rel=\"self\"")),
        "last-modified" | "expires" | "sunset" => http_date(day),
        _ => USUAL.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()),
    }
}

/// Returns the start of a day in the format of header fields (RFC 9110 section 5.6.7).
fn http_date(day: i64) -> Option<String> {
    const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let date = Date::from_unix_seconds(day.saturating_mul(SECONDS_PER_DAY))?.to_string();
    let [year, month, of_month] = date.split('-').collect::<Vec<_>>().try_into().ok()?;
    let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    let weekday = WEEKDAYS.get(usize::try_from(day.rem_euclid(7)).ok()?)?;
    Some(format!("{weekday}, {of_month} {month} {year} 00:00:00 GMT"))
}
