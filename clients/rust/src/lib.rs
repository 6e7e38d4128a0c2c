// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
//! UUID keys by time, as `uuid_interval_nextval()` of the `PostgreSQL` extension `sequential_uuids` generates them.
//!
//! # Examples
//!
//! ```
//! use interval_uuid::IntervalUuid;
//! use std::time::Duration;
//!
//! // DEFAULT uuid_interval_nextval('5 min', '60 days')
//! let keys = IntervalUuid::new(Duration::from_secs(5 * 60), Duration::from_secs(60 * 24 * 60 * 60))?;
//! println!("{}", keys.next()?);
//! # Ok::<(), interval_uuid::Error>(())
//! ```
//!
//! # Features
//!
//! - `uuid`: a [`Key`] converts into a `uuid::Uuid`.
//! - `js`: for `wasm32-unknown-unknown`, which has neither a clock nor random bytes without JavaScript.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const MAX_COUNT: u128 = 1 << 48;
const NANOS_PER_MILLI: u128 = 1_000_000;
/// The server counts microseconds in 63 bits.
const MAX_NANOS: u128 = (1 << 63) / 1_000 * NANOS_PER_MILLI;

/// Why there is no generator, or no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// This length is below a millisecond, or no whole number of them.
    Length(Duration),
    /// The cycle is 2^63 microseconds or longer.
    TooLong(Duration),
    /// The cycle is no multiple of the interval; this is the nearest that is.
    Cycle(Duration),
    /// The cycle is over 2^48 times the interval.
    Count,
    /// The system has no random bytes.
    Random(getrandom::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => write!(f, "a length must be a whole number of milliseconds from 1, not {length:?}"),
            Self::TooLong(cycle) => write!(f, "cycle must be shorter than 2^63 microseconds, not {cycle:?}"),
            Self::Cycle(nearest) => write!(f, "cycle must be a multiple of interval: the nearest is {nearest:?}"),
            Self::Count => write!(f, "cycle must be at most 2^48 times interval"),
            Self::Random(_) => write!(f, "the system has no random bytes"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Random(error) => Some(error),
            _ => None,
        }
    }
}

/// A key, or the bound of a range of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 16]);

impl Key {
    /// The 16 bytes, for `Uuid::from_bytes` of any crate.
    #[must_use]
    pub const fn into_bytes(self) -> [u8; 16] {
        self.0
    }
}

/// The usual text, in lower case.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, byte) in self.0.iter().enumerate() {
            if matches!(place, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl From<Key> for [u8; 16] {
    fn from(key: Key) -> Self {
        key.0
    }
}

#[cfg(feature = "uuid")]
impl From<Key> for uuid::Uuid {
    fn from(key: Key) -> Self {
        Self::from_bytes(key.0)
    }
}

/// A range of keys, both ends included, which carry no version. No key lies in the range of an empty span, whose
/// `smallest` is above its `largest`; so never swap them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest key of some blocks.
    pub smallest: Key,
    /// The largest key of these blocks.
    pub largest: Key,
}

/// A generator of keys, of which a program needs one for each column default. Threads may share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntervalUuid {
    interval_nanos: i128,
    count: i128,
    free_bits: u32,
    version: u128,
}

impl IntervalUuid {
    /// Builds the generator for a column default with this interval and cycle, whose keys are of version 4. With other
    /// lengths than the default has, keys are in wrong places for good, unnoticed.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if a length is below a millisecond or no whole number of them, [`Error::TooLong`] if the cycle
    /// is 2^63 microseconds or longer, [`Error::Cycle`] if it is no multiple of the interval, [`Error::Count`] if it is
    /// over 2^48 times the interval.
    pub const fn new(interval: Duration, cycle: Duration) -> Result<Self, Error> {
        let (interval_nanos, cycle_nanos) = (interval.as_nanos(), cycle.as_nanos());
        if interval_nanos == 0 || interval_nanos % NANOS_PER_MILLI != 0 {
            return Err(Error::Length(interval));
        }
        if cycle_nanos == 0 || cycle_nanos % NANOS_PER_MILLI != 0 {
            return Err(Error::Length(cycle));
        }
        if cycle_nanos > MAX_NANOS {
            return Err(Error::TooLong(cycle));
        }
        let (count, rest) = (cycle_nanos / interval_nanos, cycle_nanos % interval_nanos);
        if rest != 0 {
            let nearest = if rest * 2 >= interval_nanos || count == 0 { count + 1 } else { count };
            return Err(Error::Cycle(from_nanos(nearest * interval_nanos)));
        }
        if count > MAX_COUNT {
            return Err(Error::Count);
        }
        let free_bits = 128 - count.next_power_of_two().trailing_zeros();
        Ok(Self { interval_nanos: interval_nanos as i128, count: count as i128, free_bits, version: 4 })
    }

    /// The same generator with keys of version 8. Use it if the column default says `version => 8`.
    #[must_use]
    pub const fn version_8(self) -> Self {
        Self { version: 8, ..self }
    }

    /// Generates a key of the present block.
    ///
    /// # Errors
    ///
    /// [`Error::Random`] if the system has no random bytes.
    pub fn next(&self) -> Result<Key, Error> {
        self.generate(now())
    }

    /// Generates a key of the block of a time, for rows that are older than now.
    ///
    /// # Errors
    ///
    /// [`Error::Random`] if the system has no random bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// # use interval_uuid::{Error, IntervalUuid};
    /// # use std::time::{Duration, UNIX_EPOCH};
    /// let keys = IntervalUuid::new(Duration::from_secs(60), Duration::from_secs(65_536 * 60))?;
    /// assert!(keys.at(UNIX_EPOCH + Duration::from_secs(3 * 60))?.to_string().starts_with("0003"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn at(&self, time: SystemTime) -> Result<Key, Error> {
        self.generate(unix_nanos(time))
    }

    /// The ranges of keys generated from one time until just before another: two if prefixes begin anew between them,
    /// else one. If the second time is not later, no key lies in it. Like `uuid_interval_between()`, they cover whole
    /// blocks, of each cycle: for the exact span, also compare a timestamp.
    ///
    /// # Examples
    ///
    /// ```
    /// # use interval_uuid::{Error, IntervalUuid};
    /// # use std::time::{Duration, SystemTime};
    /// # let keys = IntervalUuid::new(Duration::from_secs(5 * 60), Duration::from_secs(60 * 24 * 60 * 60))?;
    /// let now = SystemTime::now();
    /// for range in keys.ranges(now - Duration::from_secs(60 * 60), now) {
    ///     println!("id BETWEEN '{}' AND '{}'", range.smallest, range.largest);
    /// }
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn ranges(&self, from: SystemTime, to: SystemTime) -> Vec<Range> {
        let (from, to) = (unix_nanos(from), unix_nanos(to));
        if from >= to {
            // No range at all would be dangerous: many ORMs take an empty OR for "all rows".
            return vec![Range { smallest: Key(1_u128.to_be_bytes()), largest: Key([0; 16]) }];
        }
        let first = from.div_euclid(self.interval_nanos);
        let last = (to - 1).div_euclid(self.interval_nanos).min(first + self.count - 1);
        let (lower, upper) = (first.rem_euclid(self.count), last.rem_euclid(self.count));
        if lower <= upper {
            return vec![self.range(lower, upper)];
        }
        vec![self.range(lower, self.count - 1), self.range(0, upper)]
    }

    fn range(&self, first: i128, last: i128) -> Range {
        let smallest = self.place(first);
        let largest = self.place(last) | self.free_mask();
        Range { smallest: Key(smallest.to_be_bytes()), largest: Key(largest.to_be_bytes()) }
    }

    fn generate(&self, nanos: i128) -> Result<Key, Error> {
        let block = nanos.div_euclid(self.interval_nanos).rem_euclid(self.count);
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(Error::Random)?;
        let key = self.place(block) | u128::from_be_bytes(random) & self.free_mask();
        let labelled = key & 0xffff_ffff_ffff_0fff_3fff_ffff_ffff_ffff | self.version << 76 | 1 << 63;
        Ok(Key(labelled.to_be_bytes()))
    }

    /// A block in the leftmost bits. Shifting by 128 would be an overflow.
    fn place(&self, block: i128) -> u128 {
        (block as u128).checked_shl(self.free_bits).unwrap_or(0)
    }

    fn free_mask(&self) -> u128 {
        u128::MAX >> (128 - self.free_bits)
    }
}

const fn from_nanos(nanos: u128) -> Duration {
    const NANOS_PER_SEC: u128 = 1_000_000_000;
    Duration::new((nanos / NANOS_PER_SEC) as u64, (nanos % NANOS_PER_SEC) as u32)
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown", feature = "js")))]
fn now() -> i128 {
    unix_nanos(SystemTime::now())
}

/// There, `SystemTime::now()` panics.
#[cfg(all(target_arch = "wasm32", target_os = "unknown", feature = "js"))]
fn now() -> i128 {
    js_sys::Date::now() as i128 * NANOS_PER_MILLI as i128
}

fn unix_nanos(time: SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    }
}
