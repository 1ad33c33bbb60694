//! Converts byte offsets to lines and columns. Only computed for locations that are shown.

/// Returns line and column of the byte at `offset`, both starting at 1. Columns count characters.
pub(crate) fn line_and_column(source: &str, offset: usize) -> (u32, u32) {
    Lines::new(source).locate(source, offset)
}

/// Number of bytes between two stored counts. A text can be a single line of many megabytes, and a table of all lines is large.
const STRIDE: usize = 4096;

/// The counts at the start of a stride of a source.
#[derive(Debug, Clone, Copy, Default)]
struct StrideStart {
    /// Number of line ends before it.
    lines: u32,
    /// Start offset of the line that contains it.
    start: u32,
    characters: u32,
}

/// The counts of lines and characters at each stride of a source, as far as it has been scanned.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    strides: Vec<StrideStart>,
    /// The counts at the first stride that has not been scanned.
    next: StrideStart,
}

impl Lines {
    pub(crate) fn new(source: &str) -> Lines {
        let mut lines = Lines::default();
        lines.scan_up_to(source, usize::MAX);
        lines
    }

    /// Scans up to `bytes` more bytes, and returns the number of bytes left over.
    pub(crate) fn scan_up_to(&mut self, source: &str, bytes: usize) -> usize {
        let mut left = bytes;
        while left > 0 {
            let from = self.strides.len() * STRIDE;
            let Some(stride) = byte_range(source, from, from + STRIDE).filter(|stride| !stride.is_empty()) else {
                break;
            };
            self.strides.push(self.next);
            self.next.lines += super::interner::to_u32(count_line_ends(stride));
            self.next.characters += super::interner::to_u32(count_characters(stride));
            if let Some(last) = memchr::memrchr(b'\n', stride) {
                self.next.start = super::interner::to_u32(from + last + 1);
            }
            left = left.saturating_sub(stride.len());
        }
        left
    }

    pub(crate) fn locate(&self, source: &str, offset: usize) -> (u32, u32) {
        let offset = offset.min(source.len());
        let (from, before) = self.stride(offset);
        let inside = byte_range(source, from, offset).unwrap_or_default();
        let line = before.lines as usize + count_line_ends(inside) + 1;
        let (start, column) = match memchr::memrchr(b'\n', inside) {
            Some(last) => (from + last + 1, count_characters(inside.get(last + 1..).unwrap_or_default())),
            None => (before.start as usize, self.before(source, offset) - self.before(source, before.start as usize)),
        };
        // A byte order mark is not a character of the first line.
        let mark = usize::from(start == 0 && offset > 0 && source.starts_with('\u{feff}'));
        (super::interner::to_u32(line), super::interner::to_u32(column.saturating_sub(mark) + 1))
    }

    /// Returns the start of the stride that contains a byte, and the counts there.
    fn stride(&self, offset: usize) -> (usize, StrideStart) {
        let stride = (offset / STRIDE).min(self.strides.len().saturating_sub(1));
        (stride * STRIDE, self.strides.get(stride).copied().unwrap_or_default())
    }

    /// Returns the number of characters that begin before a byte.
    fn before(&self, source: &str, offset: usize) -> usize {
        let (from, before) = self.stride(offset);
        before.characters as usize + byte_range(source, from, offset).map_or(0, count_characters)
    }
}

fn byte_range(source: &str, from: usize, to: usize) -> Option<&[u8]> {
    source.as_bytes().get(from..to.min(source.len()))
}

/// Counts the line ends in some bytes.
fn count_line_ends(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
}

/// Counts the characters that begin in some bytes of UTF-8. All bytes except continuation bytes begin one (RFC 3629 section 3).
fn count_characters(bytes: &[u8]) -> usize {
    if bytes.is_ascii() { bytes.len() } else { bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() }
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
        let broken = format!("{}\n{}", "ä".repeat(STRIDE), "x".repeat(STRIDE));
        assert_eq!(line_and_column(&broken, broken.len()), (2, 4097));
        let whole = "x".repeat(STRIDE);
        assert_eq!(line_and_column(&whole, STRIDE), (1, 4097));
    }

    #[test]
    fn a_source_is_counted_in_as_many_pieces_as_one_likes() {
        let source = "{\n \"ä\": 1,\r\n}\n".repeat(STRIDE);
        let mut lines = Lines::default();
        while lines.scan_up_to(&source, 2 * STRIDE) == 0 {}
        let whole = Lines::new(&source);
        for offset in (0..=source.len()).filter(|&at| source.is_char_boundary(at)).step_by(331) {
            let before = &source[..offset];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let expected = (u32::try_from(line).unwrap(), u32::try_from(column).unwrap());
            assert_eq!(
                (lines.locate(&source, offset), whole.locate(&source, offset)),
                (expected, expected),
                "{offset}"
            );
        }
    }
}
