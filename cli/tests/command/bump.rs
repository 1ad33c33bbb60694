//! `waybill bump` over seven releases: the version it prints, why, and what stops it.
#![cfg(unix)]

use crate::support::Folder;

#[test]
fn the_next_version_is_printed_alone() {
    let folder = Folder::seven_releases();
    for (arguments, version, why) in [
        (&["bump", "1.1.0", "v1.2.0"][..], "1.2.0", "a minor release is required: 1 additive change"),
        (&["bump", "v1.2.0", "v1.4.0"], "2.0.0", "a major release is required: 1 breaking change"),
        (&["bump", "1.1.0", "v1.4.0"], "1.1.1", "nothing changed\n"),
        (
            &["bump", "1.4.0"],
            "2.0.0",
            "Orders: a major release is required: 1 breaking change\nTracking: a minor release is required",
        ),
        (&["bump", "1.4.0", "1.5.0"], "1.5.0", "a minor release is required"),
    ] {
        let ended = folder.run(arguments);
        assert_eq!((ended.status, ended.out), (0, format!("{version}\n")), "{arguments:?}: {}", ended.err);
        assert!(ended.err.contains(why), "{arguments:?}: {}", ended.err);
    }
    for (arguments, says) in [
        (["bump", "1.5.0", "HEAD"], "there is a tag 1.5.0, but no tag v1.5.0"),
        (["bump", "1.4.0", "nowhere"], "`nowhere` is not a commit of this repository"),
        (["bump", "1.4.0", "-x"], ""),
        (["bump", "1.4.0", "v1.1.0"], "v1.1.0 is older than v1.4.0"),
        (["bump", "1.2.0", "v1.3.0"], "the description of v1.3.0 could not be produced"),
    ] {
        let ended = folder.run(&arguments);
        assert_eq!((ended.status, ended.out.as_str()), (2, ""));
        assert!(ended.err.contains(says), "{arguments:?}: {}", ended.err);
    }
}
