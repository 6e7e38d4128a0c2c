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
//! - `uuid`: conversions between [`Key`] and `uuid::Uuid`.
//! - `js`: for `wasm32-unknown-unknown`, which has neither a clock nor random bytes without JavaScript.

mod key;

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use key::{Key, ParseKeyError};

const MAX_COUNT: u128 = 1 << 48;
const NANOS_PER_MILLI: u128 = 1_000_000;
/// The server counts microseconds in 63 bits.
const MAX_NANOS: u128 = (1 << 63) / 1_000 * NANOS_PER_MILLI;

/// Why there is no generator, or no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A length is below a millisecond, or no whole number of them.
    Length {
        /// `"interval"` or `"cycle"`.
        parameter: &'static str,
        /// The length.
        length: Duration,
    },
    /// The cycle is 2^63 microseconds or longer.
    TooLong {
        /// The cycle.
        cycle: Duration,
    },
    /// The cycle is no multiple of the interval.
    Cycle {
        /// The interval.
        interval: Duration,
        /// The cycle.
        cycle: Duration,
        /// The multiple of the interval that is nearest to the cycle.
        nearest: Duration,
    },
    /// The cycle is over 2^48 times the interval.
    Count {
        /// The interval.
        interval: Duration,
        /// The cycle.
        cycle: Duration,
    },
    /// A parameter of the server's is not positive.
    Parameter {
        /// `"interval_microseconds"` or `"interval_count"`.
        parameter: &'static str,
        /// Its value.
        value: i64,
    },
    /// The version is neither 4 nor 8.
    Version(i32),
    /// The system has no random bytes.
    Random(getrandom::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { parameter, length } => {
                write!(f, "{parameter} must be a whole number of milliseconds from 1, not {length:?}")
            }
            Self::TooLong { cycle } => write!(f, "cycle must be shorter than 2^63 microseconds, not {cycle:?}"),
            Self::Cycle { interval, cycle, nearest } => write!(
                f,
                "cycle must be a multiple of interval ({interval:?}): the nearest to {cycle:?} is {nearest:?}"
            ),
            Self::Count { interval, cycle } => {
                write!(f, "cycle must be at most 2^48 times interval ({interval:?}), not {cycle:?}")
            }
            Self::Parameter { parameter, value } => write!(f, "{parameter} must be at least 1, not {value}"),
            Self::Version(version) => write!(f, "version must be 4 or 8, not {version}"),
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

/// A range of keys, both ends included, which carry no version. No key lies in the range of an empty span, whose
/// `smallest` is above its `largest`; so never swap them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest key of some blocks.
    pub smallest: Key,
    /// The largest key of these blocks.
    pub largest: Key,
}

/// As in `0003…..=0004…`.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.smallest, self.largest)
    }
}

/// A generator of keys, of which a program needs one for each column default. Threads may share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntervalUuid {
    interval_nanos: i128,
    count: i128,
    free_bits: u32,
    version: u8,
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
            return Err(Error::Length { parameter: "interval", length: interval });
        }
        if cycle_nanos == 0 || cycle_nanos % NANOS_PER_MILLI != 0 {
            return Err(Error::Length { parameter: "cycle", length: cycle });
        }
        if cycle_nanos > MAX_NANOS {
            return Err(Error::TooLong { cycle });
        }
        let (count, rest) = (cycle_nanos / interval_nanos, cycle_nanos % interval_nanos);
        if rest != 0 {
            let nearest = if rest * 2 >= interval_nanos || count == 0 { count + 1 } else { count };
            return Err(Error::Cycle { interval, cycle, nearest: from_nanos(nearest * interval_nanos) });
        }
        if count > MAX_COUNT {
            return Err(Error::Count { interval, cycle });
        }
        let free_bits = 128 - count.next_power_of_two().trailing_zeros();
        Ok(Self { interval_nanos: interval_nanos as i128, count: count as i128, free_bits, version: 4 })
    }

    /// The same generator with keys of version 8. Use it if the column default says `version => 8`.
    #[must_use]
    pub const fn version_8(self) -> Self {
        Self { version: 8, ..self }
    }

    /// Builds the generator from what `uuid_key_parameters()` of the server says of a column default. Read the row
    /// once, when the program starts.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if the interval or the count is not positive, [`Error::Version`] if the version is neither
    /// 4 nor 8, and those of [`IntervalUuid::new`], where a cycle over 2^64 microseconds is one of 2^64 seconds.
    ///
    /// # Examples
    ///
    /// ```
    /// # use interval_uuid::{Error, IntervalUuid};
    /// // SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('orders', 'id')
    /// let keys = IntervalUuid::from_parameters(300_000_000, 17_280, 4)?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_parameters(interval_microseconds: i64, interval_count: i64, version: i32) -> Result<Self, Error> {
        for (parameter, value) in [("interval_microseconds", interval_microseconds), ("interval_count", interval_count)]
        {
            if value < 1 {
                return Err(Error::Parameter { parameter, value });
            }
        }
        let micros = u64::try_from(i128::from(interval_microseconds) * i128::from(interval_count));
        let cycle = micros.map_or(Duration::from_secs(u64::MAX), Duration::from_micros);
        let keys = Self::new(Duration::from_micros(interval_microseconds as u64), cycle)?;
        match version {
            4 => Ok(keys),
            8 => Ok(keys.version_8()),
            other => Err(Error::Version(other)),
        }
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
            return vec![Range { smallest: Key::from_bytes(1_u128.to_be_bytes()), largest: Key::from_bytes([0; 16]) }];
        }
        let first = from.div_euclid(self.interval_nanos);
        let last = (to - 1).div_euclid(self.interval_nanos).min(first + self.count - 1);
        let (lower, upper) = (first.rem_euclid(self.count), last.rem_euclid(self.count));
        if lower <= upper {
            return vec![self.range(lower, upper)];
        }
        vec![self.range(lower, self.count - 1), self.range(0, upper)]
    }

    /// The number of a key's block, from 0, as `uuid_block()` returns it, or none if its first bits are no block of
    /// this cycle.
    #[must_use]
    pub fn block(&self, key: Key) -> Option<u64> {
        let block = u128::from_be_bytes(key.into_bytes()).checked_shr(self.free_bits).unwrap_or(0);
        (block < self.count as u128).then_some(block as u64)
    }

    /// The latest interval that begins no later than a time and in which a key may have been generated, as
    /// `uuid_interval_window()` returns it, or none if the key's first bits are no block of this cycle, or no
    /// `SystemTime` is that early.
    ///
    /// # Examples
    ///
    /// ```
    /// # use interval_uuid::{Error, IntervalUuid};
    /// # use std::time::{Duration, SystemTime};
    /// # let keys = IntervalUuid::new(Duration::from_secs(5 * 60), Duration::from_secs(60 * 24 * 60 * 60))?;
    /// let now = SystemTime::now();
    /// let window = keys.window(keys.at(now)?, now);
    /// assert!(window.is_some_and(|times| times.contains(&now)));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn window(&self, key: Key, not_after: SystemTime) -> Option<std::ops::Range<SystemTime>> {
        let block = i128::from(self.block(key)?);
        let number = unix_nanos(not_after).div_euclid(self.interval_nanos);
        let latest = number - (number - block).rem_euclid(self.count);
        Some(system_time(latest * self.interval_nanos)?..system_time((latest + 1) * self.interval_nanos)?)
    }

    fn range(&self, first: i128, last: i128) -> Range {
        let smallest = self.place(first);
        let largest = self.place(last) | self.free_mask();
        Range { smallest: Key::from_bytes(smallest.to_be_bytes()), largest: Key::from_bytes(largest.to_be_bytes()) }
    }

    fn generate(&self, nanos: i128) -> Result<Key, Error> {
        let block = nanos.div_euclid(self.interval_nanos).rem_euclid(self.count);
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(Error::Random)?;
        let key = self.place(block) | u128::from_be_bytes(random) & self.free_mask();
        let labelled = key & 0xffff_ffff_ffff_0fff_3fff_ffff_ffff_ffff | u128::from(self.version) << 76 | 1 << 63;
        Ok(Key::from_bytes(labelled.to_be_bytes()))
    }

    /// A block in the leftmost bits. Shifting by 128 would be an overflow.
    fn place(&self, block: i128) -> u128 {
        (block as u128).checked_shl(self.free_bits).unwrap_or(0)
    }

    fn free_mask(&self) -> u128 {
        u128::MAX >> (128 - self.free_bits)
    }
}

fn system_time(nanos: i128) -> Option<SystemTime> {
    let distance = from_nanos(nanos.unsigned_abs());
    if nanos < 0 { UNIX_EPOCH.checked_sub(distance) } else { UNIX_EPOCH.checked_add(distance) }
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
