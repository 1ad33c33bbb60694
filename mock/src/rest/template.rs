//! Path templates: matching of paths and capture of parameter values.

use percent_encoding::percent_decode_str;

/// A path template, split into segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    segments: Vec<Vec<Piece>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Literal(String),
    Parameter(String),
}

/// Names and values of path parameters, still percent-encoded.
pub(super) type Captured = Vec<(String, String)>;

impl Template {
    /// Parses a path template. Ignores the part after `?` or `#`, which is not part of the path.
    pub(super) fn parse(path: &str) -> Template {
        let path = path.split(['?', '#']).next().unwrap_or(path);
        Template { segments: segments(path).map(parse_segment).collect() }
    }

    /// Returns one boolean per segment, true if it has parameters. The smaller of two results belongs to the more
    /// specific template, whose parameters come later.
    pub(super) fn parameters(&self) -> Vec<bool> {
        self.segments.iter().map(|pieces| pieces.iter().any(|piece| matches!(piece, Piece::Parameter(_)))).collect()
    }

    /// Returns the number of literal characters in each segment: `{name}:wait` is more specific than `{name}`.
    pub(super) fn literals(&self) -> Vec<usize> {
        let of_piece = |piece: &Piece| match piece {
            Piece::Literal(literal) => literal.len(),
            Piece::Parameter(_) => 0,
        };
        self.segments.iter().map(|pieces| pieces.iter().map(of_piece).sum()).collect()
    }

    /// Returns the values of the parameters in a path, or `None` if the path does not match.
    pub(super) fn capture(&self, path: &str) -> Option<Captured> {
        let mut captured = Captured::new();
        let mut found = segments(path);
        for pieces in &self.segments {
            capture_segment(pieces, found.next()?, &mut captured)?;
        }
        found.next().is_none().then_some(captured)
    }
}

/// Splits a path at slashes. A trailing slash is ignored.
fn segments(path: &str) -> impl Iterator<Item = &str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.strip_suffix('/').unwrap_or(path).split('/')
}

fn parse_segment(segment: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = segment;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else { break };
        if !before.is_empty() {
            pieces.push(Piece::Literal(before.to_owned()));
        }
        pieces.push(Piece::Parameter(name.to_owned()));
        rest = after;
    }
    if !rest.is_empty() || pieces.is_empty() {
        pieces.push(Piece::Literal(rest.to_owned()));
    }
    pieces
}

fn capture_segment(pieces: &[Piece], segment: &str, captured: &mut Captured) -> Option<()> {
    if let [Piece::Literal(literal)] = pieces {
        let decoded = percent_decode_str(segment).decode_utf8_lossy();
        return (segment == literal || decoded == *percent_decode_str(literal).decode_utf8_lossy()).then_some(());
    }
    let mut rest = segment;
    for (at, piece) in pieces.iter().enumerate() {
        let following = pieces.get(at + 1..).unwrap_or_default();
        match piece {
            Piece::Literal(literal) => rest = rest.strip_prefix(literal.as_str())?,
            Piece::Parameter(name) => {
                let end = match following {
                    [] => rest.len(),
                    [Piece::Literal(last)] => rest.rfind(last.as_str())?,
                    [Piece::Literal(next), ..] => rest.find(next.as_str())?,
                    [Piece::Parameter(_), ..] => rest.char_indices().nth(1).map_or(rest.len(), |(at, _)| at),
                };
                let (value, after) = rest.split_at_checked(end).filter(|(value, _)| !value.is_empty())?;
                captured.push((name.clone(), value.to_owned()));
                rest = after;
            }
        }
    }
    rest.is_empty().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capture(template: &str, path: &str) -> Option<Vec<String>> {
        let captured = Template::parse(template).capture(path)?;
        Some(captured.into_iter().map(|(name, value)| format!("{name}={value}")).collect())
    }

    #[test]
    pub(super) fn parameters_are_whole_segments_or_parts_of_one() {
        for (template, path, captured) in [
            ("/parcels/{id}", "/parcels/7", Some(vec!["id=7"])),
            ("/parcels/{id}", "/parcels/7/", Some(vec!["id=7"])),
            ("/parcels/{id}", "/parcels/a%2Fb", Some(vec!["id=a%2Fb"])),
            ("/parcels/{id}", "/parcels/", None),
            ("/parcels/{id}", "/parcels/7/8", None),
            ("/labels/{id}.{format}", "/labels/a.b.pdf", Some(vec!["id=a", "format=b.pdf"])),
            ("/labels/{id}.pdf", "/labels/a.pdf.pdf", Some(vec!["id=a.pdf"])),
            ("/labels/{id}.pdf", "/labels/a.png", None),
            ("/track and trace", "/track%20and%20trace", Some(vec![])),
            ("/", "/", Some(vec![])),
            ("/#X-Amz-Target=Glue.GetJob", "/", Some(vec![])),
            ("/search/{kind}?query={query}", "/search/a", Some(vec!["kind=a"])),
        ] {
            let expected = captured.map(|list: Vec<&str>| list.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(capture(template, path), expected, "{template} {path}");
        }
    }
}
