//! Byte offsets to lines and columns, worked out only for the places that are shown.

/// Line and column of the byte at `offset`, both counted from 1; columns count characters.
pub(super) fn line_and_column(source: &str, offset: usize) -> (u32, u32) {
    Lines::new(source).locate(source, offset)
}

/// Where the lines of a source begin.
#[derive(Debug)]
pub(crate) struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    pub(crate) fn new(source: &str) -> Lines {
        let after = memchr::memchr_iter(b'\n', source.as_bytes()).map(|at| super::keys::position(at + 1));
        Lines { starts: std::iter::once(0).chain(after).collect() }
    }

    pub(crate) fn locate(&self, source: &str, offset: usize) -> (u32, u32) {
        let offset = offset.min(source.len());
        let line = self.starts.partition_point(|&start| start as usize <= offset);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or(0) as usize;
        let before = source.as_bytes().get(start..offset).unwrap_or_default();
        // A byte order mark is no character of the first line.
        let before = before.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(before);
        let column = before.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
        (super::keys::position(line), super::keys::position(column))
    }
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
}
