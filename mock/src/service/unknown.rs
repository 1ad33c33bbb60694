//! Responses for unknown paths. They list the imported services and propose the closest path.

use http::StatusCode;

use crate::catalogue::{Catalogue, ServiceId};
use crate::quoted::shorten;
use crate::response::Problem;

/// Paths that exist without imported services.
const ENDPOINTS: [&str; 5] =
    ["/api/health", "/api/artifact/upload", "/api/services", "/api/services/export", "/actuator/prometheus"];

/// Maximum number of imported paths in a response.
const LISTED: usize = 100;

/// Maximum number of paths that are compared. Each comparison costs the product of both lengths.
const COMPARED: usize = 1_000;

/// Minimum similarity of a proposed path, from 0 to 1.
const ALIKE: f64 = 0.5;

/// Number of characters of the requested path that are compared and quoted.
const SHOWN: usize = 200;

/// Returns the problem for a service that is not imported with this name, version or kind.
pub(super) fn service_problem(catalogue: &Catalogue, id: &ServiceId) -> Problem {
    let services = catalogue.current();
    let near =
        services.values().take(COMPARED).map(|service| (likeness(&id.to_string(), &service.id.to_string()), service));
    let closest = near.filter(|(likeness, _)| *likeness >= ALIKE).max_by(|(one, _), (other, _)| one.total_cmp(other));
    let closest = closest.map(|(_, service)| service.path());
    let shown = shorten(&id.to_string(), SHOWN);
    let advice =
        advise(closest.as_deref(), services.is_empty(), "import its definition, or use a service in `imported`");
    let problem = list(catalogue, closest, format!("no service {shown} is imported; {advice}"));
    if let Some(service) = services.get(id) {
        let kind = if service.soap().is_some() { "SOAP" } else { "REST" };
        let detail = format!("{id} is a {kind} service, which is served at {}", service.path());
        return Problem { detail, ..problem };
    }
    let versions: Vec<String> =
        services.keys().filter(|known| known.name == id.name).map(|known| known.version.clone()).collect();
    if versions.is_empty() {
        return problem;
    }
    let versions = versions.join(", ");
    let detail = format!("{} is imported in version {versions}, not in {}", id.name, shorten(&id.version, SHOWN));
    Problem { detail, ..problem }
}

/// Returns the problem for a service that is not imported, while stored files are still being imported.
pub(super) fn seeding_problem(id: &ServiceId) -> Problem {
    let shown = shorten(&id.to_string(), SHOWN);
    let detail = format!("no service {shown} is imported yet, and stored files are still being imported: try again");
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "The import has not ended", detail)
}

/// Returns the problem for a path without an endpoint.
pub(super) fn problem(catalogue: &Catalogue, path: &str) -> Problem {
    let services = catalogue.current();
    let imported: Vec<String> = services.values().map(|service| service.path()).collect();
    let known = ENDPOINTS.into_iter().chain(imported.iter().map(String::as_str)).take(COMPARED);
    let closest = known.map(|known| (likeness(path, known), known)).filter(|(likeness, _)| *likeness >= ALIKE);
    let closest = closest.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, path)| path);
    let advice = advise(
        closest,
        services.is_empty(),
        "`imported` lists the imported services, and `endpoints` the mock service's own paths",
    );
    let detail = format!("nothing is served at {}; {advice}", shorten(path, SHOWN));
    list(catalogue, closest.map(str::to_owned), detail).with("endpoints", serde_json::json!(ENDPOINTS))
}

fn advise(closest: Option<&str>, is_empty: bool, otherwise: &str) -> String {
    match closest {
        Some(closest) => format!("the closest is {closest}"),
        None if is_empty => "nothing is imported yet: send a WSDL file or an OpenAPI description to POST \
                             /api/artifact/upload"
            .to_owned(),
        None => otherwise.to_owned(),
    }
}

/// Builds a problem with the imported services and the closest path.
fn list(catalogue: &Catalogue, closest: Option<String>, detail: String) -> Problem {
    let services = catalogue.current();
    let listed: Vec<String> = services.values().take(LISTED).map(|service| service.path()).collect();
    let problem = Problem::new(StatusCode::NOT_FOUND, "No imported service has this path", detail)
        .with("imported", serde_json::json!(listed));
    match closest {
        Some(closest) => problem.with("closest", closest.into()),
        None => problem,
    }
}

/// Returns the similarity of two paths, from 0 to 1. The cost is the product of their lengths, so only [`SHOWN`]
/// characters are compared.
fn likeness(one: &str, other: &str) -> f64 {
    let head = |text: &str| text.chars().take(SHOWN).collect::<String>().to_lowercase();
    strsim::normalized_damerau_levenshtein(&head(one), &head(other))
}
