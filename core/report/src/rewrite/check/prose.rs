//! A wording as words: code spans whole, contractions written out, and clauses kept apart.
//!
//! Everything the checks ask is asked of these words. A character that prose has no use for is found here too.

/// A word of a wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// The word in small letters; a code span's content as it is written.
    pub(super) text: String,
    /// What stands between two spaces, without the marks around it: a word of `order-number` has all of it.
    pub(super) chunk: String,
    /// Whether it stood in a code span.
    pub(super) is_code: bool,
    /// Which clause it stands in, counted from the start.
    pub(super) clause: usize,
}

/// A wording taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Prose {
    /// Its words in their order.
    pub(super) words: Vec<Word>,
    clause: usize,
}

/// Words that begin a clause of their own.
const CONJUNCTIONS: [&str; 17] = [
    "and",
    "but",
    "while",
    "where",
    "whereas",
    "although",
    "though",
    "so",
    "then",
    "because",
    "since",
    "if",
    "when",
    "unless",
    "which",
    "who",
    "otherwise",
];

/// What is short for two words.
const CONTRACTIONS: [(&str, &[&str]); 10] = [
    ("cannot", &["can", "not"]),
    ("can't", &["can", "not"]),
    ("won't", &["will", "not"]),
    ("shan't", &["shall", "not"]),
    ("let's", &["let", "us"]),
    ("it's", &["it", "is"]),
    ("that's", &["that", "is"]),
    ("there's", &["there", "is"]),
    ("what's", &["what", "is"]),
    ("here's", &["here", "is"]),
];

/// Endings that are short for a word; that of the genitive is none.
const ENDINGS: [(&str, &str); 7] =
    [("n't", "not"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'d", "would"), ("'m", "am"), ("'s", "")];

impl Prose {
    /// Takes a wording apart.
    pub(super) fn read(text: &str) -> Prose {
        let mut prose = Prose::default();
        for (at, part) in text.split('`').enumerate() {
            if at % 2 == 1 {
                prose.add_code(part);
            } else {
                prose.add_prose(part, at > 0);
            }
        }
        prose
    }

    /// The words of one clause.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Word]> {
        self.words.chunk_by(|one, other| one.clause == other.clause)
    }

    fn add_code(&mut self, text: &str) {
        let word = Word { text: text.to_owned(), chunk: text.to_owned(), is_code: true, clause: self.clause };
        self.words.push(word);
    }

    fn add_prose(&mut self, text: &str, follows_code: bool) {
        // A dash stands between clauses, with spaces around it or without.
        let text = text.replace(['—', '–', '…'], " , ").replace('’', "'");
        for (at, chunk) in text.split_whitespace().enumerate() {
            let begun = chunk.trim_start_matches(['(', '"', '“', '‘', '\'']);
            if chunk.starts_with('(') {
                self.clause += 1;
            }
            let bare = begun.trim_end_matches([')', '.', ',', ';', ':', '!', '?', '"', '”', '‘', '\'']);
            let glued = follows_code && at == 0 && !text.starts_with(char::is_whitespace);
            if !(bare.is_empty() || glued && bare == "s") {
                self.add_chunk(bare);
            }
            if begun.len() > bare.len() && begun.trim_end_matches(['"', '”', '\'']).len() > bare.len() {
                self.clause += 1;
            }
        }
    }

    fn add_chunk(&mut self, chunk: &str) {
        let is_compound = chunk.contains('-') && chunk.chars().all(|char| char.is_alphabetic() || char == '-');
        let parts: Vec<&str> = if is_compound { chunk.split('-').collect() } else { vec![chunk] };
        let genitive_of = chunk.strip_suffix("'s").unwrap_or(chunk);
        for part in parts {
            let lower = part.to_lowercase();
            for text in written_out(&lower) {
                if CONJUNCTIONS.contains(&text.as_str()) {
                    self.clause += 1;
                }
                self.words.push(Word { text, chunk: genitive_of.to_owned(), is_code: false, clause: self.clause });
            }
        }
    }
}

fn written_out(lower: &str) -> Vec<String> {
    if let Some((_, words)) = CONTRACTIONS.iter().find(|(short, _)| *short == lower) {
        return words.iter().map(|&word| word.to_owned()).collect();
    }
    let ending = ENDINGS.iter().find_map(|(ending, long)| Some((lower.strip_suffix(ending)?, *long)));
    match ending {
        Some((stem, long)) if !stem.is_empty() => {
            [stem, long].into_iter().filter(|word| !word.is_empty()).map(str::to_owned).collect()
        }
        _ => vec![lower.to_owned()],
    }
}

/// Where a phrase stands among words. It has a space between its words; `*` is any word, and `a|b` either of two.
pub(super) fn find_phrases(words: &[Word], phrase: &str) -> impl Iterator<Item = usize> {
    let pattern: Vec<&str> = phrase.split(' ').collect();
    words.windows(pattern.len().max(1)).enumerate().filter_map(move |(at, window)| {
        let fits = window.iter().zip(&pattern).all(|(word, wanted)| match *wanted {
            "*" => true,
            wanted => !word.is_code && wanted.split('|').any(|wanted| word.text == wanted),
        });
        fits.then_some(at)
    })
}

/// Where a phrase stands first among words.
pub(super) fn find_phrase(words: &[Word], phrase: &str) -> Option<usize> {
    find_phrases(words, phrase).next()
}

/// The words that a phrase was found in, for people.
pub(super) fn quote_words(words: &[Word], at: usize, phrase: &str) -> String {
    let found = words.get(at..at + phrase.split(' ').count()).unwrap_or_default();
    found.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Whether a phrase stands among words.
pub(super) fn has_phrase(words: &[Word], phrase: &str) -> bool {
    find_phrase(words, phrase).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> String {
        let prose = Prose::read(text);
        let words: Vec<String> = prose.words.iter().map(|word| format!("{}{}", word.clause, word.text)).collect();
        words.join(" ")
    }

    #[test]
    fn contractions_are_written_out_and_clauses_counted() {
        assert_eq!(texts("It can't, and `a b` doesn’t."), "0it 0can 0not 2and 2a b 2does 2not");
        assert_eq!(texts("thirty-five (or GET /a/{b}). `x`'s end"), "0thirty 0five 1or 1get 1/a/{b} 2x 2end");
    }

    #[test]
    fn phrases_have_alternatives() {
        let words = Prose::read("it may be left out").words;
        assert!(has_phrase(&words, "may|can be left out") && has_phrase(&words, "it * be"));
        assert!(!has_phrase(&words, "may left") && !has_phrase(&words, "out of"));
    }
}
