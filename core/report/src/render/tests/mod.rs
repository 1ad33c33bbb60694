//! Snapshots of the three formats and the changelog, for a report with every kind of entry and for a malicious one.

mod comments;
mod json;

use waybill_diff::compat::Direction;

use super::{ChangelogOptions, Release, ReportFormat, terminal};
use crate::{
    AffectedOperation, Bump, Change, Counts, DescriptionSummary, JsonText, Level, Levels, OperationDetails, Place,
    Problem, Report, Section, Side, Successor, Verdict,
};

#[test]
fn terminal_report_starts_with_verdict_then_attention() {
    insta::assert_snapshot!(sample().render(ReportFormat::Terminal));
}

#[test]
fn breaking_change_shows_its_source_lines() {
    let mut report = sample();
    let mut removed = report.changes[0].clone();
    removed.rule = "response-property-removed";
    removed.new = Some(place("/components/schemas", 1, 1));
    let mut unmoved = removed.clone();
    unmoved.rule = "property-narrowed";
    unmoved.old = Some(place("/components/schemas", 2, 1));
    unmoved.new = Some(place("/components/schemas", 3, 1));
    report.changes.extend([unmoved, removed]);
    let lines = |last: &str| format!("  same\n  same\n  same\n{}{last}\n", "\n".repeat(34));
    let (previous, current) = (lines("    required: []"), lines("") + "\n\n\trequired: [ incoterm,\u{1b}[2J ]");
    let [previous, current] = [&previous, &current].map(|text| terminal::Text { root: text.as_bytes(), files: &[] });
    let texts = terminal::Texts { previous, current };
    let shown: String = report.terminal_lines(Some(&texts)).iter().map(|line| line.text() + "\n").collect();
    insta::assert_snapshot!(shown);
}

#[test]
fn ascii_output_spells_signs_and_escapes_other_characters() {
    assert_eq!(super::ascii("✗ a → b · 2 …"), "x a -> b | 2 ...");
    assert_eq!(super::ascii("✓ /größe"), "ok /gr\\u{f6}\\u{df}e");
    let text = hostile().render(ReportFormat::Terminal);
    assert!(super::ascii(&text).is_ascii());
}

#[test]
fn markdown_is_complete() {
    insta::assert_snapshot!(sample().render(ReportFormat::Markdown));
}

#[test]
fn endpoint_name_is_not_repeated_under_its_heading() {
    let mut report = sample();
    let entry = |message, operations, pointer| change("a-rule", Level::Additive, message, operations, pointer);
    report.changes = vec![
        entry("`GET /a` can also fail with 410", &["GET /a"], "/paths/~1a/get/responses/410"),
        entry("the parameter `n` of `GET /a` was added", &["GET /a"], "/paths/~1a/get/parameters/0"),
        entry("the server `https://a.example` is now `https://b.example`", &["GET /a", "GET /b"], "/servers/0/url"),
    ];
    let text = report.render(ReportFormat::Markdown);
    for part in [
        "### `GET /a`\n\n- can also fail with 410\n- the parameter `n` was added\n",
        "### The whole description\n\nAffects `GET /a`, `GET /b`.\n\n- the server `https://a.example` is now",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn shared_changes_have_a_heading_and_short_lines() {
    let paths = (0..50).map(|at| format!("GET /resource/{at}")).collect::<Vec<_>>();
    let all = |rule, title, message: &dyn Fn(&str) -> String, section: Section| {
        let one = |(at, path): (usize, &String)| {
            let mut change = change(rule, Level::Breaking, &message(path), &[path.as_str()], "/paths");
            change.id = format!("{rule}-{at:02}");
            Change { section, title, ..change }
        };
        paths.iter().enumerate().map(one).collect::<Vec<_>>()
    };
    let removed =
        all("operation-removed", "Endpoints removed", &|name| format!("`{name}` was removed"), Section::Removed);
    let parameter = |name: &str| format!("the parameter `n` of `{name}` was removed");
    let parameters = all("parameter-removed", "Parameters removed", &parameter, Section::Modified);
    let mut report = sample();
    report.changes = [removed, parameters].concat();
    let text = report.changelog(&release(None), &ChangelogOptions::default());
    assert!(text.contains("### Endpoints removed\n"), "{text}");
    assert!(text.contains("### Parameters removed\n"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 600), "{text}");
    for change in &report.changes {
        assert_eq!(text.matches(&format!("\"c-{}\"", change.id)).count(), 1, "{}", change.id);
    }
}

#[test]
fn json_has_every_member_in_the_published_order() {
    let text = sample().render(ReportFormat::Json);
    let readable: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(text.starts_with(
        r#"{"report_version":1,"tool":"waybill 0.1.0","previous":{"title":"Shipping","version":"1.4.0","#
    ));
    insta::assert_json_snapshot!(readable);
}

#[test]
fn json_keeps_every_digit_of_a_number() {
    let mut report = sample();
    report.changes[0].before = Some(JsonText::new("1.00000000000000000001".to_owned()));
    assert!(report.render(ReportFormat::Json).contains(r#""before":1.00000000000000000001,"#));
}

#[test]
fn a_changelog_has_front_matter_its_date_and_the_warning() {
    insta::assert_snapshot!(sample().changelog(&release(Some("2026-04-11")), &ChangelogOptions::default()));
}

#[test]
fn a_changelog_without_a_date_leaves_the_line_out() {
    let text = sample().changelog(&release(None), &ChangelogOptions::default());
    assert!(!text.contains("Released on") && text.contains("\nThe previous version is 1.4.0.\n"));
}

#[test]
fn a_release_without_a_change_says_so_in_every_section() {
    let mut report = sample();
    report.changes.clear();
    report.counts = Counts::default();
    report.verdict = Verdict::new(None, &report.counts, true, Some("1.4.0"), Some("1.5.0"));
    insta::assert_snapshot!(report.changelog(&release(None), &ChangelogOptions::default()));
    insta::assert_snapshot!(report.render(ReportFormat::Terminal));
}

#[test]
fn a_comparison_in_part_says_so_and_where() {
    let mut report = sample();
    report.complete = false;
    report.changes.truncate(1);
    report.problems = vec![Problem {
        side: Side::Current,
        code: "reference.unresolved",
        message: "`#/components/schemas/Gone` is not in the description".to_owned(),
        file: "new.json".to_owned(),
        place: place("/paths/~1a/get/$ref", 7, 9),
    }];
    report.verdict = Verdict::new(Some(Bump::Major), &report.counts, false, None, None);
    insta::assert_snapshot!(report.render(ReportFormat::Terminal));
    let markdown = report.render(ReportFormat::Markdown);
    assert!(
        markdown.contains("**Compared only in part: 1 place could not be read or compared.**\n\n- `new.json:7:9`: ")
    );
}

#[test]
fn a_terminal_cuts_long_lists_and_markdown_does_not() {
    let mut report = sample();
    let additive = report.changes.iter().find(|change| change.rule == "property-added").unwrap().clone();
    report.changes = vec![additive; 300];
    let text = report.render(ReportFormat::Terminal);
    assert!(text.lines().count() < 30 && text.contains("  … 290 more, --format json shows all"), "{text}");
    assert_eq!(report.render(ReportFormat::Markdown).matches("`what3words` was added").count(), 300);
}

#[test]
fn every_surface_shows_the_same_number_of_entries() {
    let report = sample();
    let json: serde_json::Value = serde_json::from_slice(&report.json()).unwrap();
    assert_eq!(json["changes"].as_array().unwrap().len(), report.changes.len());
    let (text, markdown) = (report.render(ReportFormat::Terminal), report.render(ReportFormat::Markdown));
    for change in &report.changes {
        let quoted = change.operations.first().map_or_else(String::new, super::reach::operation);
        let whole = change.section != Section::Modified;
        assert!(text.contains(&change.message) || whole && text.contains(&quoted), "{}", change.message);
        assert!(markdown.contains(&change.message) || whole && markdown.contains(&quoted), "{}", change.message);
    }
}

#[test]
fn a_hostile_description_stays_inside_code_spans() {
    let report = hostile();
    let text = report.changelog(&release(None), &ChangelogOptions::default()) + &report.render(ReportFormat::Markdown);
    let own = ["<details>", "</details>", "<summary>Affects 8 endpoints</summary>"];
    for line in text.lines().filter(|line| !own.contains(line)) {
        let outside = outside_code(line).replace("<a id=\"c-7f3a91c0d2e4\"></a>", "");
        assert!(!outside.contains(['<', '{', '`']), "{line}");
        assert!(!line.starts_with("import") && !line.starts_with("export"), "{line}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_hostile_description_moves_no_cursor() {
    let mut report = hostile();
    report.current.source = "\u{1b}]0;title\u{7}".to_owned();
    let text = report.render(ReportFormat::Terminal);
    assert!(!text.chars().any(|char| char.is_control() && char != '\n'), "{text:?}");
}

#[test]
fn tones_add_nothing_to_the_text() {
    let lines = sample().terminal_lines(None);
    let text: String = lines.iter().map(|line| line.text() + "\n").collect();
    assert_eq!(text, sample().render(ReportFormat::Terminal));
    assert!(lines.iter().any(|line| line.pieces.iter().any(|(tone, _)| *tone == terminal::Tone::Breaking)));
}

/// Returns the parts of a line that are neither in a code span (CommonMark section 6.1) nor escaped (section 2.4).
fn outside_code(line: &str) -> String {
    let mut outside = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let run = rest.len() - rest.trim_start_matches('`').len();
        let fence = "`".repeat(run);
        if first == '\\' {
            rest = &rest[1 + rest[1..].chars().next().map_or(0, char::len_utf8)..];
        } else if run == 0 {
            outside.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            let inside = rest[run..].split_inclusive(|char| char != '`').scan(run, |at, part| {
                let start = *at;
                *at += part.len();
                Some((start, part.trim_end_matches(|char| char != '`').len()))
            });
            let close = inside.filter(|(_, length)| *length == run).map(|(start, _)| start).next();
            outside.push_str(if close.is_none() { &fence } else { "" });
            rest = &rest[close.unwrap_or(0) + run..];
        }
    }
    outside
}

fn release(date: Option<&str>) -> Release {
    let version = |text: &str| text.parse().unwrap();
    Release { version: version("1.5.0"), previous: version("1.4.0"), date: date.map(|day| day.parse().unwrap()) }
}

/// Returns a report with an entry of every level, section and reach.
pub(super) fn sample() -> Report {
    let counts = Counts {
        breaking: 2,
        risky: 1,
        additive: 2,
        docs: 1,
        unproved: 1,
        unclassified: 1,
        lowered: 0,
        operations_affected: 9,
    };
    let required = |mut change: Change| {
        change.why = "a request without it was accepted before and is refused now";
        change.help = "keep `incoterm` out of `required` until the next major release";
        change.advice = "send `incoterm` with every request";
        change.before = Some(JsonText::new("[]".to_owned()));
        change.after = Some(JsonText::new(r#"["incoterm"]"#.to_owned()));
        change
    };
    let shipments = &["POST /shipments", "PUT /shipments/{id}"];
    let many = &["GET /a", "GET /b", "GET /c", "GET /d", "GET /e", "GET /f"];
    let customs = "/components/schemas/Customs";
    Report {
        previous: described("1.4.0", "old.json", 8),
        current: described("1.5.0", "new.json", 9),
        verdict: Verdict::new(Some(Bump::Major), &counts, true, Some("1.4.0"), Some("1.5.0")),
        complete: true,
        problems: Vec::new(),
        excluded: Vec::new(),
        levels: Levels::default(),
        counts,
        hidden: 0,
        operations: Vec::new(),
        changes: vec![
            required(change(
                "request-property-became-required",
                Level::Breaking,
                "`incoterm` is now required",
                shipments,
                customs,
            )),
            whole("operation-removed", Section::Removed, "GET /v1/track/{barcode}"),
            change(
                "response-property-removed",
                Level::Risky,
                "`eta` was removed",
                &["GET /shipments"],
                "/paths/~1shipments/get",
            ),
            change(
                "pattern-changed",
                Level::Unproved,
                "`pattern` changed",
                &["GET /shipments"],
                "/paths/~1shipments/get",
            ),
            change("unclassified", Level::Unclassified, "`x-rate` changed", &["GET /a", "GET /b"], "/paths/~1a"),
            whole("operation-added", Section::New, "POST /labels/batch"),
            change("property-added", Level::Additive, "`what3words` was added", many, "/components/schemas/Address"),
            change("text-changed", Level::Docs, "`info.description` changed", &[], "/info/description"),
        ],
    }
}

/// Returns a report with malicious text, which a renderer has to escape.
pub(super) fn hostile() -> Report {
    let mut report = sample();
    let paths =
        ["GET /{domain}/<script>alert(1)</script>", "GET /`a``b`", "import x from 'y'", "GET /a|b\n\nexport {c}"];
    let messages =
        ["`{a}` is <b> now", "import x from `y", "export const x = {1}\n---\n# Title", "<!-- --> [a](b) ${c}"];
    let entries = paths.iter().zip(messages);
    report.changes = entries
        .flat_map(|(path, message)| {
            let mut breaking = change("x", Level::Breaking, message, &[path], "/components/schemas/{A}<b>");
            breaking.before = Some(JsonText::new(r#"{"a":"``<x>{y}"}"#.to_owned()));
            let mut many = change("x", Level::Additive, message, &[], "/paths");
            many.operations =
                paths.iter().flat_map(|path| [operation(path), operation(&path.replace('a', "z"))]).collect();
            [breaking, many, whole("operation-added", Section::New, path)]
        })
        .collect();
    report
}

fn described(version: &str, source: &str, operations: usize) -> DescriptionSummary {
    let (version, source) = (Some(version.to_owned()), source.to_owned());
    DescriptionSummary { title: Some("Shipping".to_owned()), version, source, operations, excluded: 0 }
}

fn whole(rule: &'static str, section: Section, name: &str) -> Change {
    let level = if section == Section::New { Level::Additive } else { Level::Breaking };
    let word = if section == Section::New { "added" } else { "removed" };
    let mut change = change(rule, level, &format!("`{name}` was {word}"), &[name], "/paths");
    change.section = section;
    change.operation = Some(OperationDetails {
        deprecated_since: None,
        sunset: None,
        summary: Some(format!("What `{name}` {{does}}")),
        tags: vec!["<Labels>".to_owned()],
        is_deprecated: section == Section::Removed,
        notice: None,
        successor: (section == Section::Removed)
            .then(|| Successor { operation: operation("GET /v2/track/{barcode}"), is_named: true }),
    });
    if section == Section::New {
        change.old = None;
    } else {
        change.new = None;
    }
    change
}

/// Returns a change of a rule with a default location.
pub(super) fn change_of(rule: &'static str) -> Change {
    change(rule, Level::Breaking, "`a` changed", &["GET /a"], "/a")
}

fn change(rule: &'static str, level: Level, message: &str, operations: &[&str], pointer: &str) -> Change {
    Change {
        id: "7f3a91c0d2e4".to_owned(),
        rule,
        level,
        default_level: None,
        period: None,
        bump: match level {
            Level::Breaking => Bump::Major,
            Level::Risky | Level::Unproved | Level::Unclassified | Level::Additive => Bump::Minor,
            Level::Docs => Bump::Patch,
        },
        section: Section::Modified,
        direction: Some(Direction::Request),
        message: message.to_owned(),
        why: "",
        help: "",
        advice: "",
        title: "Changes of one rule",
        accepted: None,
        operations: operations.iter().map(|name| operation(name)).collect(),
        webhooks: [].into(),
        callbacks: [].into(),
        operation: None,
        before: None,
        after: None,
        old: Some(place(pointer, 38, 5)),
        new: Some(place(pointer, 41, 17)),
        witness: None,
        no_witness: "no example was searched for",
    }
}

fn operation(name: &str) -> AffectedOperation {
    let (method, path) = name.split_once(' ').unwrap();
    AffectedOperation { path: path.to_owned(), method: method.to_owned() }
}

fn place(pointer: &str, line: u32, column: u32) -> Place {
    Place { file: None, pointer: pointer.to_owned(), line, column }
}
