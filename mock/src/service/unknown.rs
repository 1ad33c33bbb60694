//! What a path that leads nowhere is answered: what is imported, and which of its paths is closest.

use http::StatusCode;

use super::problem::Problem;
use crate::catalogue::{Catalogue, ServiceId};
use crate::quoted::shorten;

/// The paths that are there before anything is imported.
const ENDPOINTS: [&str; 5] =
    ["/api/health", "/api/artifact/upload", "/api/services", "/api/services/export", "/actuator/prometheus"];

/// How many imported paths are listed.
const LISTED: usize = 100;

/// How many paths are compared with the one that leads nowhere: each costs its length times the other's.
const COMPARED: usize = 1_000;

/// How alike two paths have to be, from 0 to 1, for one to be proposed instead of the other.
const ALIKE: f64 = 0.5;

/// The characters of a request's path that are compared and repeated.
const SHOWN: usize = 200;

/// A service of which the path is right and the name, the version or the kind is not.
pub(super) fn service_problem(catalogue: &Catalogue, id: &ServiceId, path: &str) -> Problem {
    let problem = problem(catalogue, path);
    if let Some(service) = catalogue.find(id) {
        let kind = if service.soap().is_some() { "SOAP" } else { "REST" };
        let detail = format!("{id} is a {kind} service, which is served at {}", service.path());
        return Problem { detail, ..problem };
    }
    let versions: Vec<String> =
        catalogue.current().keys().filter(|known| known.name == id.name).map(|known| known.version.clone()).collect();
    if versions.is_empty() {
        return problem;
    }
    let versions = versions.join(", ");
    let detail = format!("{} is imported in version {versions}, not in {}", id.name, shorten(&id.version, SHOWN));
    Problem { detail, ..problem }
}

/// A path that no endpoint has.
pub(super) fn problem(catalogue: &Catalogue, path: &str) -> Problem {
    let services = catalogue.current();
    let imported: Vec<String> = services.values().map(|service| service.path()).collect();
    let known = ENDPOINTS.into_iter().chain(imported.iter().map(String::as_str)).take(COMPARED);
    let closest = known.map(|known| (likeness(path, known), known)).filter(|(likeness, _)| *likeness >= ALIKE);
    let closest = closest.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, path)| path);
    let advice = match (closest, imported.is_empty()) {
        (Some(closest), _) => format!("the closest is {closest}"),
        (None, true) => {
            "nothing is imported yet: send a WSDL file or an OpenAPI description to POST /api/artifact/upload"
                .to_owned()
        }
        (None, false) => "import its definition, or use one of the paths in `imported`".to_owned(),
    };
    let listed: Vec<&String> = imported.iter().take(LISTED).collect();
    let problem = Problem::new(
        StatusCode::NOT_FOUND,
        "No imported service has this path",
        format!("nothing is served at {}; {advice}", shorten(path, SHOWN)),
    );
    let problem = problem.with("imported", serde_json::json!(listed));
    match closest {
        Some(closest) => problem.with("closest", closest.into()),
        None => problem,
    }
}

/// How alike two paths are, from 0 to 1. Long ones are compared by their beginnings: the work is their product.
fn likeness(one: &str, other: &str) -> f64 {
    let head = |text: &str| text.chars().take(SHOWN).collect::<String>().to_lowercase();
    strsim::normalized_damerau_levenshtein(&head(one), &head(other))
}
