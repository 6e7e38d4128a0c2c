// SPDX-License-Identifier: PostgreSQL
//! UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
//!
//! Copy this file. It takes nothing but the standard library and Unix. A key is a `[u8; 16]`, for `Uuid::from_bytes`.

use std::fs::File;
use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};

/// A key of the present block, of version 4.
pub fn interval_uuid(interval_millis: u64, count: u64) -> [u8; 16] {
    interval_uuid_at(SystemTime::now(), interval_millis, count, 4)
}

/// A key of the block of that time, of version 4 or 8.
pub fn interval_uuid_at(at: SystemTime, interval_millis: u64, count: u64, version: u8) -> [u8; 16] {
    assert!((1..1 << 53).contains(&interval_millis), "interval_millis must be from 1 to 2^53 - 1");
    assert!((1..=1 << 48).contains(&count), "count must be from 1 to 2^48");
    assert!(version == 4 || version == 8, "version must be 4 or 8");

    let nanos = match at.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    };
    let block = nanos.div_euclid(interval_millis as i128 * 1_000_000).rem_euclid(count as i128) as u64;
    let free = (1 << 48) / count.next_power_of_two();

    let mut key = random();
    let head = u64::from_be_bytes(key[..8].try_into().unwrap());
    let head = (block * free + (head >> 16) % free) << 16 | u64::from(version) << 12 | head & 0xfff;
    key[..8].copy_from_slice(&head.to_be_bytes());
    key[8] = 0x80 | key[8] & 0x3f;
    key
}

/// The standard library has no random bytes for keys. Off Unix, use `getrandom::fill()` of the crate getrandom.
fn random() -> [u8; 16] {
    let mut bytes = [0; 16];
    File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes)).expect("random bytes");
    bytes
}
