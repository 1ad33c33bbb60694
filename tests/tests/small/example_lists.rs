//! The allow-list of the examples' back ends is one that they can be started with.

use std::path::Path;

use waybill_core::forward::AllowList;

#[test]
fn the_examples_allow_list_can_be_used() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/proxy/allow-list.json");
    let text = std::fs::read(file).expect("the list is there");

    let list = AllowList::read(&text).expect("the list can be used");

    assert_eq!(list.operations.len(), 3);
}
