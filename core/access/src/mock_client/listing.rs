//! The list of imported services, read page by page if the service has pages.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;
use waybill_base::error::Error;

use super::answer::{MockAnswer, MockRequest};
use super::failures::{describe_status, other_server};
use super::members;

/// Path of the list.
const PATH: &str = "/api/services";

/// Services per page at servers that list them in pages, such as Microcks.
const PAGE_SIZE: usize = 20;

/// Maximum number of pages requested.
const MOST_PAGES: u32 = 1_000;

/// An imported service.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ListedService {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `SOAP_HTTP` or `REST`, in the service's spelling.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// File that defines it.
    pub source_artifact: Option<String>,
    /// Its operations.
    pub operations: Vec<ListedOperation>,
    /// Parts of it that are relaxed or could not be read, one sentence each.
    pub notes: Vec<String>,
    /// Reason why none of its operations can be called, if so.
    pub unserved: Option<String>,
}

/// An operation of an imported service.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ListedOperation {
    /// Its name. For a SOAP service, this is the value of `SOAPAction`.
    pub name: String,
    /// HTTP method, for a REST service.
    pub method: Option<String>,
    /// `soapAction` that the WSDL declares.
    pub action: Option<String>,
    /// Exact paths for calls.
    pub resource_paths: Vec<String>,
    /// Reason why it cannot be called, if so.
    pub unserved: Option<String>,
}

impl ListedService {
    /// Returns `name:version`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}:{}", self.name, self.version)
    }
}

/// The pages of the list received so far.
#[derive(Debug, Default)]
pub(super) struct Listing {
    services: Vec<ListedService>,
    /// Names and versions of the services received so far. A set, because a malicious list may be long.
    known: BTreeSet<(String, String)>,
    page: u32,
}

/// The next step after a page.
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

    /// Adds a page. Requests another one if this page is full and has a new service.
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
