//! Plain English: the words that a wording may use although the change does not name them.
//!
//! The list is closed, because an invented field is a word like any other: whoever reads `send the currency` sends it.

const TEXT: &str = include_str!("vocabulary.txt");

/// Words that an interface may also call a field by. They are prose, except where the text speaks of a field.
const FIELD_NAMES: [&str; 34] = [
    "size",
    "estimate",
    "room",
    "width",
    "label",
    "device",
    "printer",
    "prefix",
    "suffix",
    "paper",
    "code",
    "status",
    "user",
    "key",
    "day",
    "time",
    "page",
    "version",
    "name",
    "state",
    "data",
    "app",
    "credential",
    "flow",
    "type",
    "number",
    "value",
    "list",
    "description",
    "text",
    "content",
    "title",
    "count",
    "level",
];

/// The words of the list.
#[derive(Debug)]
pub(super) struct Vocabulary(Vec<&'static str>);

impl Vocabulary {
    /// Reads the list.
    pub(super) fn read() -> Vocabulary {
        let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
        Vocabulary(waybill_base::internal::order::sorted_unique(lines.flat_map(str::split_whitespace)))
    }

    /// Whether a word in small letters is on the list, or a form of one that is.
    pub(super) fn has(&self, word: &str) -> bool {
        base_forms(word).iter().any(|form| self.0.binary_search(&form.as_str()).is_ok())
    }
}

/// Whether a word in small letters may name a field as well.
pub(super) fn may_name_a_field(word: &str) -> bool {
    base_forms(word).iter().any(|form| FIELD_NAMES.contains(&form.as_str()))
}

/// What a word may be a form of: itself, the singular, the infinitive, the adjective.
pub(super) fn base_forms(word: &str) -> Vec<String> {
    /// Endings, and what stands in their place in the base form.
    const ENDINGS: [(&str, &str); 15] = [
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("ed", ""),
        ("d", ""),
        ("ied", "y"),
        ("ing", ""),
        ("ing", "e"),
        ("ly", ""),
        ("ily", "y"),
        ("ly", "le"),
        ("est", ""),
        ("st", ""),
        ("iest", "y"),
        ("able", ""),
    ];
    let mut forms = vec![word.to_owned()];
    for (ending, instead) in ENDINGS {
        let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() > 1) else { continue };
        forms.push(format!("{stem}{instead}"));
        // `cutting` and `biggest` double the last letter.
        let mut letters = stem.chars().rev();
        if instead.is_empty() && letters.next() == letters.next() {
            forms.extend(stem.get(..stem.len() - 1).map(str::to_owned));
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_the_word() {
        let vocabulary = Vocabulary::read();
        for word in ["requests", "relies", "dropped", "cutting", "properly", "longest", "parsed", "changing", "stopped"]
        {
            assert!(vocabulary.has(word), "{word}");
        }
    }

    #[test]
    fn what_interfaces_call_their_fields_is_no_plain_english() {
        let vocabulary = Vocabulary::read();
        for word in [
            "currency",
            "weight",
            "email",
            "customer",
            "address",
            "quantity",
            "currencies",
            "carrier",
            "inc\u{43e}term",
        ] {
            assert!(!vocabulary.has(word), "{word}");
        }
        assert!(may_name_a_field("statuses") && !may_name_a_field("request"));
    }
}
