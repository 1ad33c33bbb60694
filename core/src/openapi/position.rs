//! Byte offsets to lines and columns, worked out only for the places that are shown.

use super::keys::position;

/// Line and column of the byte at `offset`, both counted from 1; columns count characters.
pub(super) fn line_and_column(source: &str, offset: usize) -> (u32, u32) {
    Lines::new(source).locate(source, offset)
}

/// Bytes between two notes: no more than that is looked through for a place, also in one line of many megabytes.
const STRIDE: usize = 2048;

/// What comes before every stride of a source.
#[derive(Debug)]
pub(super) struct Lines {
    strides: Vec<Before>,
}

/// What comes before a byte of a source.
#[derive(Debug, Clone, Copy, Default)]
struct Before {
    /// Ends of lines.
    lines: u32,
    /// Where the line that the byte is in begins.
    start: u32,
    /// Characters of that line.
    characters: u32,
}

impl Before {
    /// The same behind `bytes`, which are at `at`.
    fn and(self, at: usize, bytes: &[u8]) -> Before {
        let Some(last) = memchr::memrchr(b'\n', bytes) else {
            return Before { characters: self.characters + characters(bytes), ..self };
        };
        let (ended, rest) = bytes.split_at(last + 1);
        let lines = self.lines + position(memchr::memchr_iter(b'\n', ended).count());
        Before { lines, start: position(at + ended.len()), characters: characters(rest) }
    }
}

impl Lines {
    pub(super) fn new(source: &str) -> Lines {
        let mut before = Before::default();
        let strides = source.as_bytes().chunks(STRIDE).enumerate().map(|(stride, bytes)| {
            let here = before;
            before = before.and(stride * STRIDE, bytes);
            here
        });
        Lines { strides: strides.collect() }
    }

    pub(super) fn locate(&self, source: &str, offset: usize) -> (u32, u32) {
        let offset = source.floor_char_boundary(offset);
        let stride = (offset / STRIDE).min(self.strides.len().saturating_sub(1));
        let noted = self.strides.get(stride).copied().unwrap_or_default();
        let from = stride * STRIDE;
        let before = noted.and(from, source.as_bytes().get(from..offset).unwrap_or_default());
        // A byte order mark is no character of the first line.
        let mark = u32::from(before.start == 0 && source.starts_with('\u{feff}'));
        (before.lines + 1, before.characters.saturating_sub(mark) + 1)
    }
}

/// The characters that begin in some bytes.
fn characters(bytes: &[u8]) -> u32 {
    if bytes.is_ascii() {
        return position(bytes.len());
    }
    position(bytes.iter().filter(|&&byte| !matches!(byte, 0x80..=0xbf)).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = "{\n  \"ä\": 1\n}";
        let at = source.find('1').unwrap();
        assert_eq!(line_and_column(source, at), (2, 8));
        assert_eq!(line_and_column(source, 0), (1, 1));
        assert_eq!(line_and_column(source, source.len() + 9), (3, 2));
    }

    #[test]
    fn places_far_into_one_line_are_found_without_counting_it_again() {
        let source = format!("\u{feff}{{{}", "\"ä\":1,".repeat(STRIDE));
        let lines = Lines::new(&source);
        for offset in source.char_indices().map(|(at, _)| at).chain([source.len()]).step_by(997) {
            let column = source[..offset].trim_start_matches('\u{feff}').chars().count() + 1;
            assert_eq!(lines.locate(&source, offset), (1, u32::try_from(column).unwrap()), "{offset}");
        }
        assert_eq!(lines.locate(&source, source.len() + 1), lines.locate(&source, source.len()));
        let whole = "x".repeat(STRIDE);
        assert_eq!(line_and_column(&whole, STRIDE), (1, 2049));
    }
}
