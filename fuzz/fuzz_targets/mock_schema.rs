//! Two schemas that a WSDL file imports, separated by a zero byte. They have to be compiled and sampled, or rejected
//! with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_fuzz::access::split;
use waybill_fuzz::mock::{file, import};

const WSDL: &str = include_str!("../src/track.wsdl");

fuzz_target!(|data: &[u8]| {
    let (first, second) = split(data);
    let directives = "<xs:schema targetNamespace='urn:track'><xs:include schemaLocation='a.xsd'/></xs:schema>\
                      <xs:schema><xs:import namespace='urn:b' schemaLocation='b.xsd'/></xs:schema>";
    let main = WSDL.replacen("<types>", &format!("<types>{directives}"), 1);
    let second =
        if second.is_empty() { &b"<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>"[..] } else { second };
    import(vec![file("main.wsdl", main.as_bytes()), file("a.xsd", first), file("b.xsd", second)]);
});
