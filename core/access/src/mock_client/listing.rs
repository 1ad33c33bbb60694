//! What is imported, page by page where the service lists pages.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;
use waybill_base::error::Error;

use super::answer::{MockAnswer, MockRequest};
use super::failures::{describe_status, other_server};
use super::members;

/// Where it is listed.
const PATH: &str = "/api/services";

/// How many services a page has where services are listed in pages, as Microcks does.
const PAGE_SIZE: usize = 20;

/// The most pages that are asked for.
const MOST_PAGES: u32 = 1_000;

/// A service that is imported.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ListedService {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `SOAP_HTTP` or `REST`, as the service writes it.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// The file that defines it.
    pub source_artifact: Option<String>,
    /// Its operations.
    pub operations: Vec<ListedOperation>,
    /// What of it is relaxed or could not be read, a sentence each.
    pub notes: Vec<String>,
    /// Why none of its operations can be called, where that is so.
    pub unserved: Option<String>,
}

/// An operation of a service that is imported.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ListedOperation {
    /// Its name: of a SOAP service what `SOAPAction` has to hold.
    pub name: String,
    /// The HTTP method; of a REST service.
    pub method: Option<String>,
    /// The `soapAction` that the WSDL declares.
    pub action: Option<String>,
    /// The exact paths at which it is called.
    pub resource_paths: Vec<String>,
    /// Why it cannot be called, where that is so.
    pub unserved: Option<String>,
}

impl ListedService {
    /// `name:version`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}:{}", self.name, self.version)
    }
}

/// The list as far as it came.
#[derive(Debug, Default)]
pub(super) struct Listing {
    services: Vec<ListedService>,
    /// Names and versions of those that came: a hostile list is long.
    known: BTreeSet<(String, String)>,
    page: u32,
}

/// What is to be done after a page.
pub(super) enum ListingStep {
    Ask(MockRequest),
    Done(Vec<ListedService>),
}

impl Listing {
    pub(super) fn request(&self, url: &str) -> MockRequest {
        match self.page {
            0 => MockRequest::get(url, PATH),
            page => MockRequest::get(url, &format!("{PATH}?page={page}&size={PAGE_SIZE}")),
        }
    }

    /// Takes a page. A full one may have another behind it; one that brings nothing new has none.
    pub(super) fn take(&mut self, url: &str, answer: &MockAnswer) -> Result<ListingStep, Error> {
        let status = answer.status();
        answer.check_complete("the list of services")?;
        let (true, Value::Array(listed)) = (status.is_success(), members::read(&answer.body)) else {
            return Err(other_server(url, PATH, &describe_status(status, "a list of services")));
        };
        let is_full = listed.len() == PAGE_SIZE;
        let before = self.services.len();
        for service in listed.iter().map(read_service) {
            if self.known.insert((service.name.clone(), service.version.clone())) {
                self.services.push(service);
            }
        }
        self.page += 1;
        if is_full && self.services.len() > before && self.page < MOST_PAGES {
            return Ok(ListingStep::Ask(self.request(url)));
        }
        Ok(ListingStep::Done(std::mem::take(&mut self.services)))
    }
}

fn read_service(service: &Value) -> ListedService {
    ListedService {
        name: members::text(service, "name").unwrap_or_default(),
        version: members::text(service, "version").unwrap_or_default(),
        kind: members::text(service, "type"),
        source_artifact: members::text(service, "sourceArtifact"),
        operations: members::list(service, "operations").iter().map(read_operation).collect(),
        notes: members::texts(service, "notes"),
        unserved: members::text(service, "unserved"),
    }
}

fn read_operation(operation: &Value) -> ListedOperation {
    ListedOperation {
        name: members::text(operation, "name").unwrap_or_default(),
        method: members::text(operation, "method"),
        action: members::text(operation, "action"),
        resource_paths: members::texts(operation, "resourcePaths"),
        unserved: members::text(operation, "unserved"),
    }
}
