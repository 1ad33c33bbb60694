//! Helpers for headers and URLs that the crates of the core share.

use ::http::header::RETRY_AFTER;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

use super::TimestampExt as _;
use crate::http::ResponseHead;
use crate::time::Timestamp;

/// Characters that are percent-encoded in a part of a URL: all except the unreserved ones (RFC 3986 section 2.3).
pub const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Maximum wait accepted from `Retry-After`, in milliseconds.
const MAX_WAIT: i64 = 3_600_000;

/// Returns the wait of `Retry-After` (seconds or a date, RFC 9110 section 10.2.3) in milliseconds, up to an hour.
///
/// Returns `None` if the wait is zero or in the past, so that a failing request is not repeated without a pause.
#[must_use]
pub fn retry_after(head: &ResponseHead, now: Timestamp) -> Option<i64> {
    let text = head.headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let millis = if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse::<i64>().unwrap_or(i64::MAX).saturating_mul(1_000)
    } else {
        let date = httpdate::parse_http_date(text).ok()?;
        let since_epoch = date.duration_since(std::time::UNIX_EPOCH).ok()?;
        Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).ok()?).millis_since(now)
    };
    (millis > 0).then_some(millis.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_read_from_seconds_and_dates_and_bounded() {
        let wait = |text| {
            let head = ResponseHead::new(503, [("retry-after", text)]).unwrap();
            retry_after(&head, Timestamp::from_millis(0))
        };
        assert_eq!(wait("5"), Some(5_000));
        assert_eq!(wait("99999999999999999999"), Some(MAX_WAIT));
        assert_eq!(wait("Thu, 01 Jan 1970 00:00:07 GMT"), Some(7_000));
        assert_eq!((wait(""), wait("soon"), wait("-1")), (None, None, None));
        assert_eq!((wait("0"), wait("Wed, 31 Dec 1969 23:59:59 GMT")), (None, None));
    }
}
