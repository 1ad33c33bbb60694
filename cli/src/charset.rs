//! Detection of terminals that show only ASCII, from the environment variables of the POSIX locale.

/// Returns text as the terminal can show it: unchanged if it shows UTF-8.
pub(crate) fn shown(text: &str) -> std::borrow::Cow<'_, str> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if only_ascii(set) { waybill_core::render::ascii(text) } else { text.into() }
}

/// Returns true if the terminal shows only ASCII. The first variable that is set names the locale (POSIX.1-2024, section
/// 8.2). Without a locale, as in containers, nearly every terminal shows UTF-8.
fn only_ascii(set: impl Fn(&str) -> Option<String>) -> bool {
    let dumb = set("TERM").is_some_and(|term| term == "dumb");
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| set(name));
    let utf8 = locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    dumb || !utf8
}

#[cfg(test)]
mod tests {
    use super::only_ascii;

    #[test]
    fn the_first_variable_that_is_set_names_the_character_set() {
        for (variables, ascii) in [
            (&[][..], false),
            (&[("LANG", "en_US.UTF-8")], false),
            (&[("LANG", "C.utf8")], false),
            (&[("LANG", "C")], true),
            (&[("LANG", "de_DE.ISO-8859-1")], true),
            (&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")], true),
            (&[("LC_CTYPE", "C.UTF-8"), ("LANG", "C")], false),
            (&[("TERM", "dumb"), ("LANG", "en_US.UTF-8")], true),
            (&[("TERM", "xterm")], false),
        ] {
            let set =
                |name: &str| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned());
            assert_eq!(only_ascii(set), ascii, "{variables:?}");
        }
    }
}
