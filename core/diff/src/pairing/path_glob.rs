//! Globs for path templates. Braces belong to template parameters, so globs for files are not suitable.

/// Returns true if a glob matches a whole path. `*` matches any text without a slash, `**` matches any text, and a
/// trailing `/**` also matches nothing.
pub(crate) fn matches_path(glob: &str, path: &str) -> bool {
    if glob.strip_suffix("/**").is_some_and(|folder| matches_pieces(folder, path)) {
        return true;
    }
    matches_pieces(glob, path)
}

/// The glob after a star, and the part of the path that the star has not consumed.
type Resumption<'a> = Option<(&'a str, &'a str)>;

/// Only the last star of each kind is retried, because earlier ones match as little as possible. The cost is at most
/// the glob's length times the square of the path's.
fn matches_pieces(glob: &str, path: &str) -> bool {
    let (mut glob, mut rest) = (glob, path);
    // The positions to resume from when a star of each kind has to match one more character.
    let [mut single, mut double]: [Resumption<'_>; 2] = [None; 2];
    loop {
        if let Some(behind) = glob.strip_prefix("**") {
            (glob, single, double) = (behind, None, Some((behind, rest)));
            continue;
        }
        if let Some(behind) = glob.strip_prefix('*') {
            (glob, single) = (behind, Some((behind, rest)));
            continue;
        }
        let (mut wanted, mut found) = (glob.chars(), rest.chars());
        match (wanted.next(), found.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other => {
                (glob, rest) = (wanted.as_str(), found.as_str());
                continue;
            }
            _ => {}
        }
        if let Some((behind, left)) =
            single.and_then(|(behind, left)| Some((behind, left.strip_prefix(|char| char != '/')?)))
        {
            (glob, rest, single) = (behind, left, Some((behind, left)));
        } else if let Some((behind, left)) = double.and_then(|(behind, left)| {
            let mut chars = left.chars();
            chars.next().map(|_| (behind, chars.as_str()))
        }) {
            (glob, rest, single, double) = (behind, left, None, Some((behind, left)));
        } else {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stays_in_its_segment_and_two_do_not() {
        for (glob, path, expected) in [
            ("/a", "/a", true),
            ("/a", "/ab", false),
            ("/a/*", "/a/b", true),
            ("/a/*", "/a/b/c", false),
            ("/a/*", "/a", false),
            ("/a/**", "/a/b/c", true),
            ("/a/**", "/a", true),
            ("/a/**", "/ab", false),
            ("/**/admin", "/v1/x/admin", true),
            ("/**/admin", "/admin", false),
            ("**/admin", "/admin", true),
            ("/*/admin/**", "/v1/admin", true),
            ("/*/b/**/*.json", "/a/b/c/d/e.json", true),
            ("/*/b/**/*.json", "/a/b/c/d/e.xml", false),
            ("/a/{id}", "/a/{id}", true),
            ("/a/{id}", "/a/{key}", false),
            ("/a/{*}/c", "/a/{key}/c", true),
            ("**", "/", true),
            ("", "", true),
            ("*", "", true),
            ("/größe/*", "/größe/ü", true),
            ("/**a**b*c", "/xxaxxbxbxc", true),
            ("/**/x*/y", "/x1/z/x2/y", true),
        ] {
            assert_eq!(matches_path(glob, path), expected, "{glob} {path}");
        }
    }

    #[test]
    fn a_glob_of_many_stars_takes_no_long_time() {
        let path = "/a".repeat(500);
        assert!(!matches_path(&("/**/*a".repeat(20) + "b"), &path));
        assert!(!matches_path(&("*".repeat(200) + "b"), &path));
    }
}
