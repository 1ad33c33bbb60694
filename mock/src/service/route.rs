//! The paths of the mock service: its own endpoints, and the services that it mocks.

use http::Method;
use percent_encoding::percent_decode_str;

use crate::catalogue::ServiceId;

/// The route of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    Control(Control),
    Soap(ServiceId),
    /// A path of a REST service, still encoded.
    Rest(ServiceId, String),
    /// No known endpoint.
    Unknown,
}

/// An endpoint of the mock service itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Control {
    Health,
    Upload,
    Services,
    Export,
    Invocations(ServiceId),
    Prometheus,
}

impl Route {
    /// Returns the route of this path. Segments are percent-decoded separately, and `+` is a space.
    pub(crate) fn find(path: &str) -> Route {
        let segments: Vec<&str> = path.trim_start_matches('/').trim_end_matches('/').split('/').collect();
        match segments.as_slice() {
            ["api", "health"] => Route::Control(Control::Health),
            ["api", "artifact", "upload"] => Route::Control(Control::Upload),
            ["api", "services"] => Route::Control(Control::Services),
            ["api", "services", "export"] => Route::Control(Control::Export),
            ["api", "invocations", name, version] => Route::Control(Control::Invocations(service_id(name, version))),
            ["actuator", "prometheus"] => Route::Control(Control::Prometheus),
            ["soap", name, version] => Route::Soap(service_id(name, version)),
            ["rest", name, version, ..] => {
                let rest = path.trim_start_matches('/').splitn(4, '/').nth(3).unwrap_or_default();
                Route::Rest(service_id(name, version), format!("/{rest}"))
            }
            _ => Route::Unknown,
        }
    }

    /// True unless the path is that of a mocked service.
    pub(crate) fn is_control(&self) -> bool {
        !matches!(self, Route::Soap(_) | Route::Rest(..))
    }

    /// Returns the path template, which is the route's metric label.
    pub(crate) fn template(&self) -> &'static str {
        match self {
            Route::Control(Control::Health) => "/api/health",
            Route::Control(Control::Upload) => "/api/artifact/upload",
            Route::Control(Control::Services) => "/api/services",
            Route::Control(Control::Export) => "/api/services/export",
            Route::Control(Control::Invocations(_)) => "/api/invocations/{service}/{version}",
            Route::Control(Control::Prometheus) => "/actuator/prometheus",
            Route::Soap(_) => "/soap/{service}/{version}",
            Route::Rest(..) => "/rest/{service}/{version}/**",
            Route::Unknown => "UNKNOWN",
        }
    }
}

impl Control {
    /// Returns the supported methods.
    pub(crate) fn methods(&self) -> &'static [Method] {
        match self {
            Control::Upload => &[Method::POST],
            Control::Health | Control::Services | Control::Export | Control::Invocations(_) | Control::Prometheus => {
                &[Method::GET, Method::HEAD]
            }
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
