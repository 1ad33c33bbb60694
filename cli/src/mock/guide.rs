//! The start-up text of `waybill mock`: the address for programs in the first line, then help for people.

/// Returns the text. Its first line is `waybill mock listening on ORIGIN`, and its only one if `short` is true.
pub(super) fn text(origin: &str, short: bool) -> String {
    let first = format!("waybill mock listening on {origin}\n");
    if short {
        return first;
    }
    format!(
        "{first}
import a WSDL file or an OpenAPI description, with the files it refers to
  curl -F file=@carrier.wsdl -F file=@types.xsd {origin}/api/artifact/upload
  curl -F file=@openapi.yaml {origin}/api/artifact/upload
see what is served, and call it
  curl {origin}/api/services
  curl -H 'SOAPAction: OPERATION' -H 'Content-Type: text/xml' --data-binary @request.xml {origin}/soap/SERVICE/1.0
  curl {origin}/rest/SERVICE/VERSION/PATH

ctrl-c stops the server, and nothing is kept; requests are listed here:
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_for_programs() {
        let text = text("http://127.0.0.1:8080", false);
        assert_eq!(text.lines().next(), Some("waybill mock listening on http://127.0.0.1:8080"));
    }
}
