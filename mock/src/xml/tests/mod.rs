//! Tests of accepted and rejected documents, and of the cost of rejections.

use super::*;

fn refused(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn an_error_says_line_and_column() {
    assert_eq!(refused("<a>\n <b></c></a>"), "line 2, column 5: expected 'b' tag, not 'c'");
}

#[test]
fn document_type_declaration_is_rejected_with_location() {
    let bomb = "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>";
    assert!(refused(bomb).starts_with("line 2, column 1: a document type declaration"), "{}", refused(bomb));
}

#[test]
fn a_mark_within_comments_and_character_data_is_text() {
    let text = "<a><!-- <!DOCTYPE <b <b <b --><![CDATA[<!DOCTYPE x>]]><?pi <!DOCTYPE?></a>";
    assert_eq!(parse(text).unwrap().root_element().text(), None);
    assert!(parse("<a b='>' c=\"<\"/>").is_err());
    assert!(parse("<a b='/>'><c/></a>").is_ok());
}

#[test]
fn elements_nest_to_a_depth_and_no_deeper() {
    let nested = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
    assert!(parse(&nested(256)).is_ok());
    assert!(refused(&nested(257)).contains("nested deeper than 256"));
    assert!(refused(&nested(100_000)).contains("nested deeper than 256"));
}

#[test]
fn many_namespaces_in_scope_of_many_elements_are_refused() {
    let many = (0..200).map(|n| format!(" xmlns:p{n}='u:{n}'")).collect::<Vec<_>>().concat();
    let children = "<b xmlns='x'/>".repeat(20_000);
    assert!(refused(&format!("<a{many}>{children}</a>")).contains("namespace declarations"));
    let usual = "<b xmlns='x'><c xmlns=''/></b>".repeat(20_000);
    assert!(parse(&format!("<a xmlns:x='u:x' xmlns:y='u:y' xmlns:z='u:z'>{usual}</a>")).is_ok());
}

#[test]
fn empty_namespace_of_a_prefix_is_refused() {
    for text in ["<a xmlns:p=''/>", "<a xmlns:p = \"\"/>"] {
        assert!(refused(text).starts_with("line 1, column 1: a prefix is declared without a namespace"), "{text}");
    }
    assert!(parse("<a xmlns:p='u' xmlns='' q=''/>").is_ok());
}

#[test]
fn many_attributes_are_refused() {
    let many = (0..300).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
    assert!(refused(&format!("<a{many}/>")).contains("more than 256 attributes"));
}

#[test]
fn bytes_are_read_by_mark_then_transport_then_declaration() {
    let text = "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a>Zürich</a>";
    let latin: Vec<u8> = text.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(decode(&latin, None).unwrap(), text);
    assert_eq!(decode(&latin, Some("ISO-8859-1")).unwrap(), text);
    assert_eq!(decode(text.as_bytes(), Some("utf-8")).unwrap(), text);
    assert_eq!(decode(&little, None).unwrap(), text);
    assert_eq!(decode(&big, Some("UTF-16")).unwrap(), text);
    assert_eq!(decode(&[b"\xFF\xFE", little.as_slice()].concat(), Some("utf-8")).unwrap(), text);
    assert_eq!(decode(&[b"\xEF\xBB\xBF", text.as_bytes()].concat(), None).unwrap(), text);
    assert_eq!(decode(b"<a>\x80</a>", Some("windows-1252")).unwrap(), "<a>\u{20ac}</a>");
}

#[test]
fn invalid_encoding_is_rejected_with_location() {
    assert_eq!(
        decode(b"<a>\n\xFC</a>", None).unwrap_err().to_string(),
        "line 2, column 1: the bytes are not UTF-8: send UTF-8, or declare the encoding"
    );
    assert!(decode(b"<a/>", Some("ebcdic")).unwrap_err().to_string().contains("`ebcdic`"));
    assert!(decode(b"\xFF\xFE<", None).unwrap_err().to_string().contains("UTF-16"));
}

#[test]
fn invalid_character_reference_is_rejected_with_location() {
    for reference in ["&#xD800;", "&#0;", "&#x1F;", "&#xFFFE;", "&#x110000;", "&#99999999999999999999;", "&#xdfff;"] {
        let expected = format!("line 2, column 2: `{reference}` is not a character of XML 1.0");
        assert_eq!(refused(&format!("<a>\n {reference}</a>")), expected);
        let expected = format!("line 2, column 5: `{reference}` is not a character of XML 1.0");
        assert_eq!(refused(&format!("<a\n b='{reference}'/>")), expected);
        for text in [format!("<!--{reference}-->"), format!("<![CDATA[{reference}]]>"), format!("<?p {reference}?>")] {
            assert!(parse(&format!("<a>{text}</a>")).is_ok(), "{text}");
        }
    }
    let text = "<a b='&#x9;'>&#65;&#x41;&#xD7FF;&#xE000;&#xFFFD;&#x10FFFF;&#13;</a>";
    assert!(parse(text).is_ok());
    assert!(parse("<a>&#x;</a>").is_err() && parse("<a>&#65</a>").is_err());
    // A rejection costs no more than parsing.
    assert!(parse(&format!("<a>{}</a>", "&#".repeat(100_000))).is_err());
}
