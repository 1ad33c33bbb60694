//! Byte offsets to lines and columns, worked out only for the places that are shown.

/// Line and column of the byte at `offset`, both counted from 1; columns count characters.
pub(super) fn line_and_column(source: &str, offset: usize) -> (u32, u32) {
    Lines::new(source).locate(source, offset)
}

/// Bytes between two counts of characters: a description may be one line of many megabytes.
const STRIDE: usize = 4096;

/// Where the lines of a source begin, and how many characters come before every stride of it.
#[derive(Debug)]
pub(super) struct Lines {
    starts: Vec<u32>,
    characters: Vec<u32>,
}

impl Lines {
    pub(super) fn new(source: &str) -> Lines {
        let after = memchr::memchr_iter(b'\n', source.as_bytes()).map(|at| super::keys::position(at + 1));
        let strides = (0..source.len().div_ceil(STRIDE)).map(|stride| stride * STRIDE);
        let counts = strides.scan(0, |before, start| {
            let here = *before;
            *before += characters(source, start, start + STRIDE);
            Some(super::keys::position(here))
        });
        Lines { starts: std::iter::once(0).chain(after).collect(), characters: counts.collect() }
    }

    pub(super) fn locate(&self, source: &str, offset: usize) -> (u32, u32) {
        let offset = offset.min(source.len());
        let line = self.starts.partition_point(|&start| start as usize <= offset);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or(0) as usize;
        let before = self.before(source, offset).saturating_sub(self.before(source, start));
        // A byte order mark is no character of the first line.
        let mark = usize::from(start == 0 && offset > 0 && source.starts_with('\u{feff}'));
        (super::keys::position(line), super::keys::position(before.saturating_sub(mark) + 1))
    }

    /// The characters before a byte of the source.
    fn before(&self, source: &str, offset: usize) -> usize {
        let stride = (offset / STRIDE).min(self.characters.len().saturating_sub(1));
        let counted = self.characters.get(stride).copied().unwrap_or(0) as usize;
        counted + characters(source, stride * STRIDE, offset)
    }
}

/// The characters between two bytes, of which either may stand inside a character.
fn characters(source: &str, from: usize, to: usize) -> usize {
    let whole = source.get(source.floor_char_boundary(from)..source.floor_char_boundary(to));
    whole.unwrap_or_default().chars().count()
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
        assert_eq!(line_and_column(&whole, STRIDE), (1, 4097));
    }
}
