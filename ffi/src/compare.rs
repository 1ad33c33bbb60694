//! Comparison across the boundary: two descriptions go in as bytes, one report comes back as an object.

use std::sync::Arc;

use crate::error::WaybillError;

/// How a comparison names its two inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq, uniffi::Record)]
pub struct CompareOptions {
    /// Name of the previous description, shown as `source`.
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
}

/// The surfaces a report can be rendered for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum Format {
    /// Plain text for a terminal, without colour.
    Terminal,
    /// The JSON report as text.
    Json,
    /// Markdown that is valid `CommonMark` and valid MDX.
    Markdown,
}

/// What a comparison found; it crosses once, as an object.
#[derive(Debug, uniffi::Object)]
pub struct Report {
    inner: waybill_core::Report,
}

/// Compares two `OpenAPI` descriptions.
///
/// # Errors
/// A failure of kind `comparison` where one of the two cannot be read as a description at all.
#[uniffi::export]
pub fn compare(old: &[u8], new: &[u8], options: CompareOptions) -> Result<Arc<Report>, WaybillError> {
    let inner = waybill_core::compare(old, new, &options.into())?;
    Ok(Arc::new(Report { inner }))
}

#[uniffi::export]
impl Report {
    /// The JSON report as UTF-8 bytes.
    ///
    /// # Errors
    /// None today.
    pub fn json(&self) -> Result<Vec<u8>, WaybillError> {
        Ok(self.inner.json())
    }

    /// The report as text for one surface.
    ///
    /// # Errors
    /// None today.
    pub fn render(&self, format: Format) -> Result<String, WaybillError> {
        Ok(self.inner.render(format.into()))
    }
}

impl From<CompareOptions> for waybill_core::Options {
    fn from(options: CompareOptions) -> Self {
        let CompareOptions { previous_name, current_name } = options;
        Self { previous_name, current_name }
    }
}

impl From<Format> for waybill_core::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Terminal => Self::Terminal,
            Format::Json => Self::Json,
            Format::Markdown => Self::Markdown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn a_report_gives_the_cores_bytes_and_text() {
        let (old, new) =
            (br#"{"openapi":"3.1.0","paths":{}}"#, br#"{"openapi":"3.1.0","paths":{"/flows":{"get":{}}}}"#);
        let options = CompareOptions { previous_name: "old.json".to_owned(), current_name: "new.json".to_owned() };
        let expected = waybill_core::compare(old, new, &options.clone().into()).unwrap();

        let report = compare(old, new, options).unwrap();

        assert_eq!(report.json().unwrap(), expected.json());
        assert_eq!(report.render(Format::Markdown).unwrap(), expected.render(waybill_core::Format::Markdown));
    }

    #[test]
    fn an_unreadable_description_is_a_failure_of_kind_comparison() {
        let error = compare(b"{", b"{}", CompareOptions::default()).unwrap_err();

        let WaybillError::Failed { failure } = error;
        assert_eq!(failure.kind, ErrorKind::Comparison);
        assert!(!failure.code.is_empty());
    }
}
