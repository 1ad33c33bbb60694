//! Finds the sentence in which an operation's description names its replacement, and the names in that sentence.

use waybill_base::internal::order;

/// Number of bytes of a description to search. A replacement is named at the beginning, and some descriptions are very
/// long.
const MAX_TEXT_BYTES: usize = 8_192;

/// Phrases that mark a sentence about a replacement.
const CUES: [&str; 8] =
    ["instead", "replaced by", "replaced with", "superseded", "successor", "migrat", "in favor of", "in favour of"];

/// Phrases that announce the end of an operation that is not marked as deprecated.
const ENDINGS: [&str; 11] = [
    "deprecat",
    "closing down",
    "close down",
    "sunset",
    "obsolete",
    "discontinu",
    "retire",
    "superseded",
    "replaced by",
    "replaced with",
    "will be removed",
];

/// Phrases before a name that callers move away from, not to.
const LEFT_BEHIND: [&str; 15] = [
    "instead of",
    "rather than",
    "in place of",
    "successor of",
    "successor to",
    "replacement for",
    "supersedes",
    "replaces",
    "migrate from",
    "migrated from",
    "migrating from",
    "move from",
    "switch from",
    "away from",
    "unlike",
];

/// Words between these phrases and the name.
const FILLERS: [&str; 7] = ["the", "calling", "using", "old", "deprecated", "endpoint", "operation"];

/// Returns true if a description announces the end of its operation.
pub(super) fn is_ending(text: &str) -> bool {
    let words = beginning(text).to_ascii_lowercase();
    ENDINGS.iter().any(|ending| words.contains(ending))
}

/// Returns the sentence of a description that names the replacement. Unconditional sentences take precedence over
/// sentences that begin with a condition.
pub(super) fn notice_in(text: &str) -> Option<String> {
    let mut found = sentences(beginning(text));
    found.retain(|sentence| {
        let words = sentence.to_ascii_lowercase();
        CUES.iter().any(|cue| words.contains(cue))
    });
    let is_conditional = |sentence: &String| {
        let first = sentence.split_whitespace().next().unwrap_or_default();
        ["if", "when", "unless"].iter().any(|word| first.eq_ignore_ascii_case(word))
    };
    let at = found.iter().position(|sentence| !is_conditional(sentence)).unwrap_or(0);
    found.into_iter().nth(at)
}

/// Returns the possible names of operations in a sentence, in order: text in backticks, quotation marks, brackets or
/// tags, link targets, and bare paths.
pub(super) fn names_in(text: &str) -> Vec<String> {
    let mut names: Vec<(usize, String)> = Vec::new();
    for (open, close) in [("`", "`"), ("\"", "\""), ("[", "]"), ("](", ")"), ("“", "”"), (">", "<"), ("'", "'")] {
        let mut from = 0;
        while let Some(rest) = text.get(from..)
            && let Some((before, behind)) = rest.split_once(open)
            && let Some((name, _)) = behind.split_once(close)
        {
            let start = from + before.len() + open.len();
            names.push((start, name.trim().to_owned()));
            from = start + name.len() + close.len();
        }
    }
    names.extend(bare_paths(text));
    order::sort_by(&mut names, |(one, _), (other, _)| one.cmp(other));
    names.retain(|(at, _)| !text.get(..*at).is_some_and(leaves_behind));
    names.into_iter().map(|(_, name)| name).collect()
}

/// Returns the paths outside of quotation marks, with a preceding method.
fn bare_paths(text: &str) -> Vec<(usize, String)> {
    let mut paths = Vec::new();
    for (at, _) in text.match_indices('/') {
        let (before, path) = text.split_at(at);
        if !before.is_empty() && !before.ends_with([' ', '(', '*', '_']) {
            continue;
        }
        let path = path.split_whitespace().next().unwrap_or_default();
        let method = before.trim_end_matches(['(', '*', '_', ' ']).rsplit([' ', '(', '*', '_', '`']).next();
        let method = method.filter(|word| word.len() > 2 && word.chars().all(|char| char.is_ascii_uppercase()));
        paths.push((at, method.map_or_else(|| path.to_owned(), |method| format!("{method} {path}"))));
    }
    paths
}

/// Returns true if the text before a name marks it as one that callers move away from.
fn leaves_behind(before: &str) -> bool {
    let lower = before.to_ascii_lowercase();
    let mut words: &str = &lower;
    loop {
        words = words.trim_end_matches(|char: char| !char.is_ascii_alphanumeric());
        let last = words.rsplit(|char: char| !char.is_ascii_alphanumeric()).next().unwrap_or_default();
        let is_method = ["get", "post", "put", "patch", "delete", "head", "options", "trace"].contains(&last);
        if last.is_empty() || !(is_method || FILLERS.contains(&last)) {
            break;
        }
        words = words.strip_suffix(last).unwrap_or_default();
    }
    LEFT_BEHIND.iter().any(|phrase| {
        words.strip_suffix(phrase).is_some_and(|rest| !rest.ends_with(|char: char| char.is_ascii_alphanumeric()))
    })
}

fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_TEXT_BYTES)).unwrap_or(text)
}

/// Returns the sentences of Markdown text. Line breaks do not end a sentence.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines().chain([""]) {
        let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
        let is_label = line.starts_with("[!") && line.ends_with(']');
        let begins = line.is_empty() || is_label || line.starts_with(['#', '|']) || is_item(line);
        if begins {
            end_paragraph(&std::mem::take(&mut paragraph), &mut sentences);
        }
        if !line.is_empty() && !is_label {
            paragraph.push_str(without_bullet(line));
            paragraph.push(' ');
        }
        if line.starts_with('#') {
            end_paragraph(&std::mem::take(&mut paragraph), &mut sentences);
        }
    }
    sentences
}

fn without_bullet(line: &str) -> &str {
    ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet)).unwrap_or(line)
}

fn is_item(line: &str) -> bool {
    let behind = line.trim_start_matches(|char: char| char.is_ascii_digit());
    without_bullet(line).len() < line.len()
        || (behind.len() < line.len() && (behind.starts_with(". ") || behind.starts_with(") ")))
}

fn end_paragraph(paragraph: &str, sentences: &mut Vec<String>) {
    let mut sentence = String::new();
    for piece in paragraph.split_inclusive(". ") {
        sentence.push_str(piece);
        if !["e.g. ", "i.e. ", "etc. ", "cf. "].iter().any(|short| piece.ends_with(short)) {
            sentences.push(std::mem::take(&mut sentence).trim().to_owned());
        }
    }
    sentences.extend([sentence.trim().to_owned()]);
    sentences.retain(|sentence| !sentence.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_operations_by_path_id_or_summary() {
        let text = "Closing down: use `GET /v2/track`, \"List all tracks\" ([Track](https://x)) or PUT /v3/track.";
        let names = names_in(text);
        for name in ["GET /v2/track", "List all tracks", "Track", "PUT /v3/track."] {
            assert!(names.iter().any(|found| found == name), "{name} in {names:?}");
        }
        assert_eq!(names_in("one ` alone"), Vec::<String>::new());
        assert_eq!(names_in("<code>GET /b</code>").first().map(String::as_str), Some("GET /b"));
    }

    #[test]
    fn replaced_endpoint_is_not_named_as_successor() {
        for text in [
            "Instead of `GET /a`, call `GET /b`.",
            "Call `GET /b` rather than the old endpoint GET /a.",
            "Callers of this, the successor of **/a**, migrate to `GET /b`.",
        ] {
            let names = names_in(text);
            assert!(names.iter().all(|name| !name.contains("/a")), "{text}: {names:?}");
            assert!(names.iter().any(|name| name == "GET /b"), "{text}: {names:?}");
        }
    }

    #[test]
    fn replacement_sentence_of_a_notice_is_found() {
        let text =
            "> **Notice:** It ends on May 1. Please use \"[Roles](https://x/roles)\" instead. Lists all `roles`.";
        let notice = notice_in(text).unwrap();
        assert_eq!(notice, "Please use \"[Roles](https://x/roles)\" instead.");
        assert!(names_in(&notice).iter().any(|name| name == "https://x/roles"));
        assert_eq!(notice_in("Use `GET /roles` to list them."), None);
    }

    #[test]
    fn a_sentence_goes_on_over_line_ends_and_abbreviations() {
        let text = "> [!WARNING]\r\n> Deprecated. Use `GET /b`, e.g. from a job,\r\n> instead.\r\n\r\nMore.";
        assert_eq!(notice_in(text).unwrap(), "Use `GET /b`, e.g. from a job, instead.");
        assert_eq!(notice_in("Notes\n- one\n- use `b` instead\n- three").unwrap(), "use `b` instead");
    }

    #[test]
    fn a_sentence_that_holds_always_is_taken_before_a_condition() {
        let text = "If nothing is found, `GET /a` answers instead. Deprecated: use `GET /b` instead.";
        assert_eq!(notice_in(text).unwrap(), "Deprecated: use `GET /b` instead.");
        assert_eq!(notice_in("When empty, `x` comes instead.").unwrap(), "When empty, `x` comes instead.");
    }
}
