//! Tests of a site's index and feed: additions, stable parts, and malicious names.

use super::*;
use crate::render::markdown::FrontMatter;

fn release(name: Option<&str>, version: &str, date: &str) -> PublishedRelease {
    PublishedRelease {
        name: name.map(str::to_owned),
        version: version.to_owned(),
        previous: "0.1.0".to_owned(),
        date: date.to_owned(),
        changelog: format!("CHANGELOG-{version}.md"),
        page: None,
        summary: "2 breaking changes since 0.1.0.".to_owned(),
        required_bump: Some("major".to_owned()),
        breaking: 2,
    }
}

#[test]
fn releases_are_listed_once_each_newest_first() {
    let mut index = ReleaseIndex::new("Parcels");
    for version in ["1.10.0", "2.0.0", "1.9.0", "1.10.0"] {
        index.add_release(release(None, version, "2026-04-11"));
    }
    let read = ReleaseIndex::from_json(index.json().as_bytes()).unwrap();
    assert_eq!(read, index, "what is written is read");
    let versions: Vec<&str> = read.releases.iter().map(|release| release.version.as_str()).collect();
    assert_eq!(versions, ["2.0.0", "1.10.0", "1.9.0"]);
}

#[test]
fn feed_entry_keeps_its_id_when_regenerated() {
    let ids = |index: &ReleaseIndex| {
        let feed = index.feed();
        feed.lines().filter(|line| line.contains("<id>")).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut index = ReleaseIndex::new("Parcels");
    index.add_release(release(None, "1.0.0", "2026-04-11"));
    let before = ids(&index);
    index.add_release(PublishedRelease { breaking: 0, ..release(None, "1.0.0", "2026-04-11") });
    assert_eq!(ids(&index), before);
    index.add_release(release(Some("Orders"), "1.0.0", "2026-04-11"));
    let both = ids(&index);
    assert_eq!((both.len(), before.iter().all(|id| both.contains(id))), (3, true), "{both:?}");
}

#[test]
fn a_hostile_name_is_text_of_the_feed() {
    let mut index = ReleaseIndex::new("Parcels");
    index.add_release(release(Some("</title><script>&\u{1}"), "1.0.0", "2026-04-11"));
    index.set_address("https://docs.example.com/a?\"b\"/".to_owned());
    let feed = index.feed();
    assert!(feed.contains("<title>&lt;/title&gt;&lt;script&gt;&amp;  1.0.0</title>"), "{feed}");
    assert!(feed.contains("xml:base=\"https://docs.example.com/a?&quot;b&quot;/\""), "{feed}");
}

#[test]
fn an_index_of_another_version_is_refused() {
    let other = br#"{"index_version": 2, "id": "urn:x", "descriptions": [], "releases": []}"#;
    let refused = ReleaseIndex::from_json(other).unwrap_err().to_string();
    assert_eq!(refused, "it has version 2, and this version of waybill reads version 1");
    let refused = ReleaseIndex::from_json(b"\"text\"").unwrap_err().to_string();
    assert!(refused.contains("expected an object"), "{refused}");
}

#[test]
fn links_lead_to_the_pages_that_a_site_makes_of_its_files() {
    let page = |front_matter| page::page_path("Tracking API/CHANGELOG-1.5.0.md", front_matter);
    assert_eq!(page(FrontMatter::Docusaurus).as_deref(), Some("Tracking API/CHANGELOG-1.5.0"));
    assert_eq!(page(FrontMatter::Starlight).as_deref(), Some("tracking-api/changelog-150/"));
    assert_eq!(page(FrontMatter::None), None);
    let mut index = ReleaseIndex::new("Parcels");
    index.add_release(PublishedRelease { page: Some("a b".to_owned()), ..release(None, "1.0.0", "2026-04-11") });
    assert!(index.feed().contains("<link href=\"a%20b\"/>"));
}
