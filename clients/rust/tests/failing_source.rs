//! With getrandom's own way to replace the source: `RUSTFLAGS='--cfg getrandom_backend="custom"'`.
#![cfg(getrandom_backend = "custom")]

use interval_uuid::{Error, IntervalUuid};
use std::time::{Duration, UNIX_EPOCH};

#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(_: *mut u8, _: usize) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

#[test]
fn no_key_is_made_if_the_source_fails() {
    let keys = IntervalUuid::new(Duration::from_secs(60), Duration::from_secs(65_536 * 60)).expect("a generator");
    assert_eq!(keys.next(), Err(Error::Random(getrandom::Error::UNSUPPORTED)));
    assert_eq!(keys.at(UNIX_EPOCH), Err(Error::Random(getrandom::Error::UNSUPPORTED)));
}
