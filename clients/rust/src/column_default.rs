// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
//! The forms in which `PostgreSQL` prints column defaults.

use crate::{Error, IntervalUuid};
use std::fmt;
use std::time::Duration;

/// Why a column default gives no generator, or is not that of one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefaultError {
    /// This text is no column default that is printed for such keys.
    Unreadable(String),
    /// This text is one, but its interval, cycle or version is out of range.
    OutOfRange(String, Error),
    /// The column default generates other keys than the generator.
    Differs {
        /// The generator for the column default.
        column: IntervalUuid,
        /// The generator that was compared with it.
        program: IntervalUuid,
    },
}

impl fmt::Display for DefaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CANNOT: &str = "cannot generate keys as this column default does: ";
        match self {
            Self::Unreadable(text) => write!(f, "{CANNOT}{text}"),
            Self::OutOfRange(text, error) => write!(f, "{CANNOT}{text} ({error})"),
            Self::Differs { column, program } => {
                write!(f, "the column default generates keys as {column} does, this generator as {program}")
            }
        }
    }
}

impl std::error::Error for DefaultError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::OutOfRange(_, error) => Some(error),
            _ => None,
        }
    }
}

/// Interval, cycle and version, which may be out of range.
pub(crate) struct Parameters {
    pub interval: Duration,
    pub cycle: Duration,
    pub version: u64,
}

pub(crate) fn read(text: &str) -> Option<Parameters> {
    // Of a column of type text: with or without hyphens, and pretty or not.
    let with_hyphens = between(text, "replace(", ", '-'::text, ''::text)").filter(|inner| inner.ends_with("::text"));
    let with_hyphens = with_hyphens.unwrap_or(text);
    let expression = match with_hyphens.strip_suffix("::text") {
        Some(inner) => between(inner, "(", ")").unwrap_or(inner),
        None => with_hyphens,
    };
    read_plain_default(expression).or_else(|| read_call(expression))
}

fn between<'a>(text: &'a str, prefix: &str, suffix: &str) -> Option<&'a str> {
    text.strip_prefix(prefix)?.strip_suffix(suffix)
}

/// The default in README.md of the extension. Unless it is asked to be pretty, `PostgreSQL` prints each operator in
/// parentheses.
fn read_plain_default(expression: &str) -> Option<Parameters> {
    let (seconds, count) = numbers_between(
        expression,
        "(encode((substr(int8send((((floor(date_part('epoch'::text, clock_timestamp())))::bigint / ",
        ") % '",
        "'::bigint)), 7) || substr(uuid_send(gen_random_uuid()), 3)), 'hex'::text))::uuid",
    )
    .or_else(|| {
        numbers_between(
            expression,
            "encode(substr(int8send(floor(date_part('epoch'::text, clock_timestamp()))::bigint / ",
            " % '",
            "'::bigint), 7) || substr(uuid_send(gen_random_uuid()), 3), 'hex'::text)::uuid",
        )
    })?;
    // With another count, the prefix is not as long as the two bytes that this default writes.
    (32_769..=65_536).contains(&count).then(|| in_seconds(seconds, count))
}

fn numbers_between(text: &str, start: &str, middle: &str, end: &str) -> Option<(u64, u64)> {
    let (first, second) = between(text, start, end)?.split_once(middle)?;
    Some((number(first)?, number(second)?))
}

fn read_call(expression: &str) -> Option<Parameters> {
    let (name, arguments) = without_schema(expression).strip_suffix(')')?.split_once('(')?;
    match name {
        "uuid_interval_nextval" => {
            let [interval, cycle, version] = arguments_of(arguments, ["interval_length", "cycle", "version"])?;
            let length = |argument: Option<&str>| read_length(between(argument?, "'", "'::interval")?);
            let version = version.map_or(Some(4), number)?;
            Some(Parameters { interval: length(interval)?, cycle: length(cycle)?, version })
        }
        "uuid_time_nextval" => {
            let [seconds, count] = arguments_of(arguments, ["interval_length", "interval_count"])?;
            Some(in_seconds(seconds.map_or(Some(60), number)?, count.map_or(Some(65_536), number)?))
        }
        _ => None,
    }
}

/// A call without its schema, `name.` or `"Any ""name"""`.
fn without_schema(call: &str) -> &str {
    let Some(quoted) = call.strip_prefix('"') else {
        let is_start = |c: char| c.is_ascii_lowercase() || c == '_';
        let is_name = |c: char| is_start(c) || c.is_ascii_digit();
        return match call.split_once('.') {
            Some((schema, rest)) if schema.starts_with(is_start) && schema.chars().all(is_name) => rest,
            _ => call,
        };
    };
    let mut rest = quoted;
    while let Some((_, after)) = rest.split_once('"') {
        match after.strip_prefix('"') {
            Some(more) => rest = more,
            None => return after.strip_prefix('.').unwrap_or(call),
        }
    }
    call
}

/// The arguments in the order of the parameters, however they are printed.
fn arguments_of<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Option<[Option<&'a str>; N]> {
    let mut given = [None; N];
    for (place, argument) in text.split(", ").enumerate().filter(|_| !text.is_empty()) {
        let (place, value) = match argument.split_once(" => ") {
            Some((name, value)) => (names.iter().position(|each| *each == name)?, value),
            None => (place, argument),
        };
        if given.get_mut(place)?.replace(value).is_some() {
            return None;
        }
    }
    Some(given)
}

fn in_seconds(seconds: u64, count: u64) -> Parameters {
    Parameters { interval: Duration::from_secs(seconds), cycle: Duration::from_secs(seconds * count), version: 4 }
}

/// Ten digits at most, so that nothing overflows.
fn number(digits: &str) -> Option<u64> {
    let valid = (1..=10).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| valid)
}

/// A length in each `IntervalStyle`, without months, years and parts below zero.
fn read_length(text: &str) -> Option<Duration> {
    let in_units = if let Some(verbose) = text.strip_prefix("@ ") {
        verbose.split(' ').map(str::to_owned).collect()
    } else if let Some(iso) = text.strip_prefix('P') {
        iso_words(iso)?
    } else {
        clock_words(text)?
    };
    let mut length = Duration::ZERO;
    // In this order.
    let mut units = [("day", 86_400), ("hour", 3_600), ("min", 60), ("sec", 1)].iter();
    for pair in in_units.chunks(2) {
        let [value, unit] = pair else { return None };
        length += match units.find(|(name, _)| unit == name || unit.strip_suffix('s') == Some(name))? {
            ("sec", _) => seconds_of(value)?,
            (_, unit_seconds) => Duration::from_secs(number(value)? * unit_seconds),
        };
    }
    Some(length)
}

/// Of `45DT12H16M`.
fn iso_words(text: &str) -> Option<Vec<String>> {
    let (days, time) = text.split_once('T').unwrap_or((text, ""));
    let mut words = Vec::new();
    for (part, units) in [(days, [("D", "day")].as_slice()), (time, &[("H", "hour"), ("M", "min"), ("S", "sec")])] {
        for piece in part.split_inclusive(|c: char| c.is_ascii_alphabetic()) {
            let (value, unit) = units.iter().find_map(|(letter, unit)| Some((piece.strip_suffix(letter)?, *unit)))?;
            words.extend([value.to_owned(), unit.to_owned()]);
        }
    }
    Some(words)
}

/// Of `45 days 12:16:00` and `45 12:16:00`.
fn clock_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut parts = text.split(' ').peekable();
    if text.contains(' ') {
        words.extend([parts.next()?.to_owned(), "day".to_owned()]);
        parts.next_if(|word| matches!(*word, "day" | "days"));
    }
    if let Some(clock) = parts.next() {
        let fields: Vec<_> = clock.split(':').collect();
        let [hours, minutes, seconds] = fields[..] else { return None };
        if minutes.len() != 2 || seconds.split('.').next()?.len() != 2 {
            return None;
        }
        for (value, unit) in [(hours, "hour"), (minutes, "min"), (seconds, "sec")] {
            words.extend([value.to_owned(), unit.to_owned()]);
        }
    }
    parts.next().is_none().then_some(words)
}

fn seconds_of(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let micros = number(&format!("{fraction:0<6}")).filter(|_| (1..=6).contains(&fraction.len()))?;
    Some(Duration::from_secs(number(whole)?) + Duration::from_micros(micros))
}
