//! Prints nanoseconds per key of `next()`, as text, and of 16 random bytes, as Rust has no random UUID of its own.

use interval_uuid::{IntervalUuid, Key};
use std::time::{Duration, Instant};

fn random() -> Key {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("random bytes");
    bytes[6] = 0x40 | bytes[6] & 0x0f;
    bytes[8] = 0x80 | bytes[8] & 0x3f;
    Key::from_bytes(bytes)
}

fn nanos_per_key(generate: impl Fn() -> Key) -> u128 {
    const CALLS: u32 = 50_000;
    let start = Instant::now();
    let length: usize = (0..CALLS).map(|_| generate().to_string().len()).sum();
    start.elapsed().as_nanos() / (length as u128 / 36)
}

fn main() {
    let keys =
        IntervalUuid::new(Duration::from_secs(5 * 60), Duration::from_secs(60 * 24 * 60 * 60)).expect("a generator");
    let (mut ours, mut theirs) = (u128::MAX, u128::MAX);
    for _ in 0..40 {
        ours = ours.min(nanos_per_key(|| keys.next().expect("a key")));
        theirs = theirs.min(nanos_per_key(random));
    }
    println!("{ours} {theirs}");
}
