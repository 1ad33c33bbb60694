//! Development mocks of the platform, its identity provider and carrier systems, without I/O. They turn a request into
//! a reply. The host runs the server: it transfers bytes, delays replies and drops connections. Nothing here resists
//! attackers: keys are printed and tokens are predictable.
//!
//! ```
//! use http::Request;
//! use waybill_base::time::Timestamp;
//! use waybill_mock::service::{MockService, Settings, UploadedFile};
//!
//! let parcels = br#"{"openapi": "3.1.0", "info": {"title": "Parcels", "version": "1.0"}, "paths": {"/parcels": {"get":
//!     {"responses": {"200": {"description": "how many", "content": {"application/json": {"example": 7}}}}}}}}"#;
//! let mock = MockService::new(Settings::default());
//! mock.import(vec![UploadedFile { path: "parcels.json".to_owned(), content: parcels.to_vec() }])?;
//!
//! let request = Request::get("/rest/Parcels/1.0/parcels").body(Vec::new())?;
//! let reply = mock.handle(&request, Timestamp::from_millis(0));
//! assert_eq!((reply.response.status().as_u16(), reply.response.body().as_slice()), (200, b"7".as_slice()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod catalogue;
mod credentials;
mod files;
mod kept;
mod log;
mod metrics;
mod missing;
pub mod platform;
mod quoted;
mod request;
mod response;
mod rest;
mod sample;
pub mod service;
mod soap;
mod upload;
mod wsdl;
mod xml;
mod xsd;
