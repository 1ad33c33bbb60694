//! `GET /api/services/export`: all imported services as one JSON file that the upload endpoint accepts.

use http::{Response, StatusCode, header};

use crate::catalogue::Catalogue;
use crate::response::{add_header, respond_json};
use crate::upload::Export;

pub(super) fn export_services(catalogue: &Catalogue) -> Response<Vec<u8>> {
    let response = respond_json(StatusCode::OK, &Export::new(&catalogue.current()));
    add_header(response, header::CONTENT_DISPOSITION, "attachment; filename=\"waybill-mock-export.json\"")
}
