//! Prints nanoseconds per key of `next()`, as text; of 16 random bytes, as text, as Rust has no random UUID of its own;
//! and of a key's text alone.

use interval_uuid::{IntervalUuid, Key};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn random() -> Key {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("random bytes");
    bytes[6] = 0x40 | bytes[6] & 0x0f;
    bytes[8] = 0x80 | bytes[8] & 0x3f;
    Key::from_bytes(bytes)
}

fn nanos_per_text(generate: impl Fn() -> Key) -> u128 {
    const CALLS: u32 = 50_000;
    let start = Instant::now();
    let length: usize = (0..CALLS).map(|_| black_box(generate()).to_string().len()).sum();
    start.elapsed().as_nanos() / (length as u128 / 36)
}

fn main() {
    let keys =
        IntervalUuid::new(Duration::from_secs(5 * 60), Duration::from_secs(60 * 24 * 60 * 60)).expect("a generator");
    let key = keys.next().expect("a key");
    let mut best = [u128::MAX; 3];
    for _ in 0..40 {
        best[0] = best[0].min(nanos_per_text(|| keys.next().expect("a key")));
        best[1] = best[1].min(nanos_per_text(random));
        best[2] = best[2].min(nanos_per_text(|| key));
    }
    println!("{} {} {}", best[0], best[1], best[2]);
}
