//! Compares any two texts, separated by the first zero byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_fuzz::compare;

fuzz_target!(|data: &[u8]| {
    let zero = data.iter().position(|&byte| byte == 0);
    let (old, new) = zero.map_or((data, data), |zero| (&data[..zero], &data[zero + 1..]));
    drop(compare(old, new));
});
