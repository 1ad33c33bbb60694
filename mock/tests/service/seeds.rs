//! Folders of definitions, cut into uploads.

use waybill_mock::service::{SeedPlan, UploadedFile};

use crate::support::TRACK;

fn reasons(files: &[(&str, &str)]) -> Vec<String> {
    let stored = |(path, content): &(&str, &str)| UploadedFile {
        path: (*path).to_owned(),
        content: content.as_bytes().to_vec(),
    };
    let plan = SeedPlan::new(files.iter().map(stored).collect());
    plan.failures.into_iter().map(|failure| failure.reason).collect()
}

#[test]
fn a_file_that_a_folder_lacks_is_to_be_added_to_the_folder() {
    let include = |name: &str| format!("<types><xs:schema><xs:include schemaLocation='{name}'/></xs:schema>");
    let one = TRACK.replacen("<types>", &include("a.xsd"), 1);
    let reason = "track.wsdl, line 3 refers to a.xsd, which is not in the folder; add that file to it";
    assert_eq!(reasons(&[("track.wsdl", &one)]), [reason]);
    let two = one.replacen("<xs:include ", "<xs:include schemaLocation='b.xsd'/><xs:include ", 1);
    let found = reasons(&[("track.wsdl", &two)]);
    let reason = found.first().unwrap();
    assert!(reason.starts_with("2 files are not in the folder: "), "{reason}");
    assert!(reason.ends_with(". Add them to it"), "{reason}");
}
