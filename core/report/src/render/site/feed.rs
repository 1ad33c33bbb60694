//! The releases as an Atom feed (RFC 4287). The ids of entries do not change when the feed is regenerated.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::index::{PublishedRelease, ReleaseIndex};
use super::uuid;

/// Maximum number of releases in the feed.
const MAX_ENTRIES: usize = 50;

/// Characters to escape in a path. Slashes are kept.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

impl ReleaseIndex {
    /// Renders the newest 50 releases as an Atom feed. Links are relative to the site's address, or to the feed if the
    /// address is unknown.
    #[must_use]
    pub fn feed(&self) -> String {
        let base =
            self.address.as_ref().map(|address| format!(" xml:base=\"{}\"", escape(address))).unwrap_or_default();
        let newest = self.releases.iter().map(|release| release.date.as_str()).max().unwrap_or("1970-01-01");
        let mut lines = vec![
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>".to_owned(),
            format!("<feed xmlns=\"http://www.w3.org/2005/Atom\"{base}>"),
            format!("  <id>{}</id>", escape(&self.id)),
            format!("  <title>{}</title>", escape(self.title.as_deref().unwrap_or("API releases"))),
            format!("  <updated>{}T00:00:00Z</updated>", escape(newest)),
            "  <author><name>API</name></author>".to_owned(),
            "  <generator uri=\"https://www.npmjs.com/package/waybill\">waybill</generator>".to_owned(),
            "  <link rel=\"self\" type=\"application/atom+xml\" href=\"feed.xml\"/>".to_owned(),
        ];
        for release in self.releases.iter().take(MAX_ENTRIES) {
            lines.extend(entry(&self.id, release));
        }
        lines.push("</feed>\n".to_owned());
        lines.join("\n")
    }
}

fn entry(feed: &str, release: &PublishedRelease) -> Vec<String> {
    let PublishedRelease { name, version, previous: _, date, changelog, page, summary, required_bump, breaking: _ } =
        release;
    let page = page.as_ref().unwrap_or(changelog);
    let named = name.as_deref().unwrap_or_default();
    let title = if named.is_empty() { format!("API {version}") } else { format!("{named} {version}") };
    let mut lines = vec![
        "  <entry>".to_owned(),
        format!("    <id>{}</id>", uuid::urn(&[feed, named, version])),
        format!("    <title>{}</title>", escape(&title)),
        format!("    <updated>{}T00:00:00Z</updated>", escape(date)),
        format!("    <link href=\"{}\"/>", utf8_percent_encode(page, IN_PATH)),
        format!("    <summary>{}</summary>", escape(summary)),
    ];
    lines.extend(required_bump.iter().map(|bump| format!("    <category term=\"{}\"/>", escape(bump))));
    lines.push("  </entry>".to_owned());
    lines
}

/// Escapes text for XML, and replaces characters that XML does not allow (XML 1.0 section 2.2).
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if char.is_control() => escaped.push(' '),
            _ => escaped.push(char),
        }
    }
    escaped
}
