//! The endpoints of the mock service, their paths and methods.

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
    /// A path of a REST service, still encoded.
    Rest(ServiceId, String),
    /// No known endpoint.
    Unknown,
}

impl Route {
    /// Returns the endpoint at this path. Segments are percent-decoded separately, and `+` is a space.
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

    /// Returns the supported methods. Empty if any method is allowed or if the query matters too.
    pub(crate) fn methods(&self) -> &'static [Method] {
        match self {
            Route::Health | Route::Services | Route::Export | Route::Invocations(_) | Route::Prometheus => {
                &[Method::GET, Method::HEAD]
            }
            Route::Upload => &[Method::POST],
            Route::Soap(_) | Route::Rest(..) | Route::Unknown => &[],
        }
    }

    /// True for the mock service's own endpoints, false for mocked services.
    pub(crate) fn is_control(&self) -> bool {
        !matches!(self, Route::Soap(_) | Route::Rest(..))
    }

    /// Returns the path template, which is the endpoint's metric label.
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

/// Decodes a path segment.
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
