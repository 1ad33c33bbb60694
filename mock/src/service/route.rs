//! Where a path leads, and with which methods.

use http::Method;
use percent_encoding::percent_decode_str;

use crate::catalogue::ServiceId;

/// An endpoint of the mock service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    Health,
    Upload,
    Services,
    Export,
    Invocations(ServiceId),
    Prometheus,
    Soap(ServiceId),
    /// A path of a REST service, as it came.
    Rest(ServiceId, String),
    /// None of them.
    Unknown,
}

impl Route {
    /// The endpoint at this path. Segments are percent-decoded one by one, and `+` is a space.
    pub(crate) fn find(path: &str) -> Route {
        let segments: Vec<&str> = path.trim_start_matches('/').trim_end_matches('/').split('/').collect();
        match segments.as_slice() {
            ["api", "health"] => Route::Health,
            ["api", "artifact", "upload"] => Route::Upload,
            ["api", "services"] => Route::Services,
            ["api", "services", "export"] => Route::Export,
            ["api", "invocations", name, version] => Route::Invocations(service_id(name, version)),
            ["actuator", "prometheus"] => Route::Prometheus,
            ["soap", name, version] => Route::Soap(service_id(name, version)),
            ["rest", name, version, ..] => {
                let rest = path.trim_start_matches('/').splitn(4, '/').nth(3).unwrap_or_default();
                Route::Rest(service_id(name, version), format!("/{rest}"))
            }
            _ => Route::Unknown,
        }
    }

    /// The methods it answers; empty where any will do, or where the query decides, too.
    pub(crate) fn methods(&self) -> &'static [Method] {
        match self {
            Route::Health | Route::Services | Route::Export | Route::Invocations(_) | Route::Prometheus => {
                &[Method::GET, Method::HEAD]
            }
            Route::Upload => &[Method::POST],
            Route::Soap(_) | Route::Rest(..) | Route::Unknown => &[],
        }
    }

    /// Whether it is the mock service's own, rather than a mocked service.
    pub(crate) fn is_control(&self) -> bool {
        !matches!(self, Route::Soap(_) | Route::Rest(..))
    }

    /// The path with names in place of what varies, as metrics label it.
    pub(crate) fn template(&self) -> &'static str {
        match self {
            Route::Health => "/api/health",
            Route::Upload => "/api/artifact/upload",
            Route::Services => "/api/services",
            Route::Export => "/api/services/export",
            Route::Invocations(_) => "/api/invocations/{service}/{version}",
            Route::Prometheus => "/actuator/prometheus",
            Route::Soap(_) => "/soap/{service}/{version}",
            Route::Rest(..) => "/rest/{service}/{version}/**",
            Route::Unknown => "UNKNOWN",
        }
    }
}

fn service_id(name: &str, version: &str) -> ServiceId {
    ServiceId { name: decode_segment(name), version: decode_segment(version) }
}

/// A path segment as the text it stands for.
pub(crate) fn decode_segment(segment: &str) -> String {
    percent_decode_str(&segment.replace('+', " ")).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_paths_are_decoded_segments_in_which_plus_is_a_space() {
        let id = |name: &str| ServiceId { name: name.into(), version: "1.0".into() };
        assert_eq!(Route::find("/soap/Track+and%20Trace/1.0"), Route::Soap(id("Track and Trace")));
        assert_eq!(Route::find("/soap/a%2Fb/1.0/"), Route::Soap(id("a/b")));
        assert_eq!(Route::find("/soap/a%2Bb/1.0"), Route::Soap(id("a+b")));
        assert_eq!(Route::find("/soap/a/b/1.0"), Route::Unknown);
    }
}
