// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
//! UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
//!
//! It takes nothing but the crate getrandom. A key is a `[u8; 16]`, for `Uuid::from_bytes`.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// Why there is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// `interval_millis` is not from 1 to 2^53 - 1.
    Interval(u64),
    /// `count` is not from 1 to 2^48.
    Count(u64),
    /// `version` is neither 4 nor 8.
    Version(u8),
    /// The system has no random bytes.
    Random,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Interval(value) => write!(f, "interval_millis must be from 1 to 2^53 - 1, not {value}"),
            Error::Count(value) => write!(f, "count must be from 1 to 2^48, not {value}"),
            Error::Version(value) => write!(f, "version must be 4 or 8, not {value}"),
            Error::Random => write!(f, "the system has no random bytes"),
        }
    }
}

impl std::error::Error for Error {}

/// A key of the present block, of version 4. The arguments are the column default's: its interval in milliseconds, and
/// the number of intervals in its cycle.
pub fn interval_uuid(interval_millis: u64, count: u64) -> Result<[u8; 16], Error> {
    interval_uuid_at(SystemTime::now(), interval_millis, count, 4)
}

/// A key of the block of that time, of version 4 or 8.
pub fn interval_uuid_at(at: SystemTime, interval_millis: u64, count: u64, version: u8) -> Result<[u8; 16], Error> {
    if !(1..1 << 53).contains(&interval_millis) {
        return Err(Error::Interval(interval_millis));
    }
    if !(1..=1 << 48).contains(&count) {
        return Err(Error::Count(count));
    }
    if version != 4 && version != 8 {
        return Err(Error::Version(version));
    }
    let nanos = match at.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    };
    let block = nanos.div_euclid(i128::from(interval_millis) * 1_000_000).rem_euclid(i128::from(count)) as u64;
    let free = (1 << 48) / count.next_power_of_two();

    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|_| Error::Random)?;
    let random = u128::from_be_bytes(random);
    let head = block * free + (random >> 80) as u64 % free;
    let tail = random & 0x0fff_3fff_ffff_ffff_ffff | 1 << 63;
    Ok((u128::from(head) << 80 | u128::from(version) << 76 | tail).to_be_bytes())
}
