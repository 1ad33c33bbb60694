//! The start-up text of `waybill dev`: the address for programs in the first line, then help for people.

use waybill_mock::platform::PlatformConfig;

/// Returns the text. Its first line is `waybill dev listening on ORIGIN`.
pub(super) fn text(config: &PlatformConfig, mock: &str) -> String {
    let PlatformConfig { origin, realm, username, .. } = config;
    let (key, password) = (config.api_key.expose(), config.password.expose());
    let (base, proxy) = (config.base_url(), config.proxy_url());
    let (commerce, auth) = (config.commerce_url(), config.auth_url());
    format!(
        "waybill dev listening on {origin}

environment, kind development
  base_url      {base}
  proxy_url     {proxy}
  commerce_url  {commerce}
  auth_url      {auth}

sample credentials, valid only here
  api_key       {key}
  realm         {realm}
  username      {username}
  password      {password}
  (as JSON: {origin}/_waybill/config)

try
  curl -H 'Authorization: Bearer {key}' {base}/connections/c-1/health
  curl -d '{{\"scope\":\"token\",\"fault\":\"status=503\"}}' {origin}/_waybill/faults
  curl -d '{{\"lifespan_s\":3}}' {origin}/_waybill/tokens
  curl {origin}/_waybill/stats

mock service for carriers' WSDL and OpenAPI files
  {mock}
  curl -F file=@carrier.wsdl -F file=@types.xsd {mock}/api/artifact/upload
  curl {mock}/api/services

ctrl-c stops the server; token requests and calls of mocked services are listed here:
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_for_programs() {
        let text = text(&PlatformConfig::sample("http://127.0.0.1:4010"), "http://127.0.0.1:4011");
        assert_eq!(text.lines().next(), Some("waybill dev listening on http://127.0.0.1:4010"));
    }
}
