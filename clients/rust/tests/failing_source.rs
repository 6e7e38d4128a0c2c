//! With getrandom's own way to replace the source: `RUSTFLAGS='--cfg getrandom_backend="custom"'`.
#![cfg(getrandom_backend = "custom")]

use interval_uuid::{Error, IntervalUuid};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, UNIX_EPOCH};

static FAILS: AtomicBool = AtomicBool::new(false);

#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(bytes: *mut u8, length: usize) -> Result<(), getrandom::Error> {
    if FAILS.load(Relaxed) {
        return Err(getrandom::Error::UNSUPPORTED);
    }
    // SAFETY: getrandom passes a buffer of this length.
    unsafe { bytes.write_bytes(0xab, length) };
    Ok(())
}

#[test]
fn keys_have_the_bytes_of_the_source_and_fail_with_it() {
    let one_block = IntervalUuid::new(Duration::from_millis(1), Duration::from_millis(1)).expect("a generator");
    assert_eq!(one_block.next().expect("a key").to_string(), "abababab-abab-4bab-abab-abababababab");

    FAILS.store(true, Relaxed);
    let keys = IntervalUuid::new(Duration::from_secs(60), Duration::from_secs(65_536 * 60)).expect("a generator");
    assert_eq!(keys.next(), Err(Error::Random(getrandom::Error::UNSUPPORTED)));
    assert_eq!(keys.at(UNIX_EPOCH), Err(Error::Random(getrandom::Error::UNSUPPORTED)));
}
