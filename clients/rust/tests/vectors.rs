//! Compares keys and ranges with the vectors.

use interval_uuid::{Error, IntervalUuid, Key};
use std::collections::HashSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const MILLISECOND: Duration = Duration::from_millis(1);

fn vectors(name: &str) -> Vec<Vec<String>> {
    let directory = std::env::var("VECTORS").unwrap_or_else(|_| "../../t/vectors".into());
    let text = std::fs::read_to_string(format!("{directory}/{name}.csv")).expect("the vectors");
    let rows: Vec<_> = text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect();
    assert!(rows.len() >= 100);
    rows
}

fn generator(interval: &str, count: &str) -> IntervalUuid {
    let interval: u64 = interval.parse().expect("an interval");
    let cycle = interval * count.parse::<u64>().expect("a count");
    IntervalUuid::new(Duration::from_millis(interval), Duration::from_millis(cycle)).expect("a generator")
}

fn unix(micros: i64) -> SystemTime {
    let distance = Duration::from_micros(micros.unsigned_abs());
    if micros < 0 { UNIX_EPOCH - distance } else { UNIX_EPOCH + distance }
}

fn text_of(key: u128) -> String {
    let hex = format!("{key:032x}");
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

#[test]
fn at_gives_the_keys_of_the_vectors() {
    for vector in vectors("client_keys") {
        let at = unix(vector[0].parse().expect("a time"));
        let version_4 = generator(&vector[1], &vector[2]);
        for (keys, labelled) in [(version_4, 0), (version_4.version_8(), (4 ^ 8) << 76)] {
            let made: Vec<u128> =
                (0..64).map(|_| u128::from_be_bytes(keys.at(at).expect("a key").into_bytes())).collect();
            // The bits that each key has, and those that any has: all others are random.
            assert_eq!(text_of(made.iter().fold(u128::MAX, |all, key| all & key) ^ labelled), vector[3], "{vector:?}");
            assert_eq!(text_of(made.iter().fold(0, |any, key| any | key) ^ labelled), vector[4], "{vector:?}");
        }
    }
}

#[test]
fn ranges_gives_those_of_the_vectors() {
    for vector in vectors("ranges") {
        let [from, to] = [0, 1].map(|place| unix(vector[place].parse::<i64>().expect("a time") * 1000));
        let ranges = generator(&vector[2], &vector[3]).ranges(from, to);
        let texts: Vec<String> = ranges.iter().map(|range| format!("{}..{}", range.smallest, range.largest)).collect();
        assert_eq!(texts.join(";"), vector[4], "{vector:?}");
    }
}

#[test]
fn the_end_of_a_range_is_rounded_up() {
    let keys = generator("1000", "256");
    for nanos in [0, 1] {
        let span = (UNIX_EPOCH + Duration::new(0, 999_999_999), UNIX_EPOCH + Duration::new(1, nanos));
        assert_eq!(keys.ranges(span.0, span.1)[0].largest.into_bytes()[0], nanos as u8);
    }
}

#[test]
fn next_takes_the_present_millisecond() {
    // Each millisecond is a block, and the first 48 bits its number.
    let keys = IntervalUuid::new(MILLISECOND, Duration::from_millis(1 << 48)).expect("a generator");
    let millis = || UNIX_EPOCH.elapsed().expect("a time").as_millis();
    for _ in 0..10 {
        let before = millis();
        let block = u128::from_be_bytes(keys.next().expect("a key").into_bytes()) >> 80;
        assert!(before <= block && block <= millis());
        std::thread::sleep(2 * MILLISECOND);
    }
}

#[test]
fn threads_share_a_generator() {
    let keys = IntervalUuid::new(MILLISECOND, MILLISECOND).expect("a generator");
    let threads: Vec<_> = (0..4)
        .map(|_| std::thread::spawn(move || (0..10_000).map(|_| keys.next().expect("a key")).collect::<Vec<_>>()))
        .collect();
    let made: Vec<_> = threads.into_iter().flat_map(|thread| thread.join().expect("keys")).collect();
    assert_eq!(made.iter().collect::<HashSet<_>>().len(), 40_000);
}

#[test]
fn it_refuses_what_is_out_of_range() {
    let minutes = Duration::from_secs(300);
    for wrong in [Duration::ZERO, Duration::from_nanos(1), Duration::from_micros(1500)] {
        let error = |parameter| Err(Error::Length { parameter, length: wrong });
        assert_eq!(IntervalUuid::new(wrong, minutes), error("interval"));
        assert_eq!(IntervalUuid::new(minutes, wrong), error("cycle"));
    }
    for (cycle, nearest) in [(749, 600), (750, 900), (1, 300)] {
        let cycle = Duration::from_secs(cycle);
        let error = Error::Cycle { interval: minutes, cycle, nearest: Duration::from_secs(nearest) };
        assert_eq!(IntervalUuid::new(minutes, cycle), Err(error));
    }
    let message = |interval, cycle| IntervalUuid::new(interval, cycle).expect_err("an error").to_string();
    let multiple = "cycle must be a multiple of interval (300s): the nearest to 601s is 600s";
    assert_eq!(message(minutes, Duration::from_secs(601)), multiple);
    let whole = "cycle must be a whole number of milliseconds from 1, not 1ns";
    assert_eq!(message(minutes, Duration::from_nanos(1)), whole);
    let count = "cycle must be at most 2^48 times interval (1ms), not 281474976710.657s";
    assert_eq!(message(MILLISECOND, Duration::from_millis((1 << 48) + 1)), count);
    let longest = Duration::from_millis((1 << 63) / 1000);
    let longer = longest + MILLISECOND;
    assert!(IntervalUuid::new(longest, longest).is_ok());
    assert_eq!(IntervalUuid::new(longer, longer), Err(Error::TooLong { cycle: longer }));
    assert_eq!(message(longest, longer), "cycle must be shorter than 2^63 microseconds, not 9223372036854.776s");
    assert!(IntervalUuid::new(MILLISECOND, Duration::from_millis(1 << 48)).is_ok());
}

#[test]
fn block_and_window_give_what_the_server_does() {
    for vector in vectors("client_windows") {
        let keys = generator(&vector[2], &vector[3]);
        let key: Key = vector[0].parse().expect("a key");
        assert_eq!(keys.block(key), vector[4].parse().ok(), "{vector:?}");
        let millis = |place: usize| Some(unix(vector[place].parse::<i64>().ok()? * 1000));
        let expected = millis(5).map(|from| from..millis(6).expect("an end"));
        assert_eq!(keys.window(key, millis(1).expect("a time")), expected, "{vector:?}");
    }
}

#[test]
fn parameters_of_the_server_are_taken_or_refused() {
    const DAY: i64 = 86_400_000_000;
    let keys = generator("300000", "17280");
    assert_eq!(IntervalUuid::from_parameters(300_000_000, 17_280, 4), Ok(keys));
    assert_eq!(IntervalUuid::from_parameters(300_000_000, 17_280, 8), Ok(keys.version_8()));
    let longest = IntervalUuid::from_parameters(DAY, 106_751_991, 4).expect("a generator");
    assert!(longest.at(unix(0x1234 * DAY)).expect("a key").to_string().starts_with("000246"));
    for (parameters, message) in [
        ((0, 1, 4), "interval_microseconds must be at least 1, not 0"),
        ((i64::MIN, 1, 4), "interval_microseconds must be at least 1, not -9223372036854775808"),
        ((1500, 1, 4), "interval must be a whole number of milliseconds from 1, not 1.5ms"),
        ((DAY, -1, 4), "interval_count must be at least 1, not -1"),
        ((1000, (1 << 48) + 1, 4), "cycle must be at most 2^48 times interval (1ms), not 281474976710.657s"),
        ((DAY, 106_751_992, 4), "cycle must be shorter than 2^63 microseconds, not 9223372108800s"),
        ((DAY, i64::MAX, 4), "cycle must be shorter than 2^63 microseconds, not 18446744073709551615s"),
        ((DAY, 1, 7), "version must be 4 or 8, not 7"),
    ] {
        let error = IntervalUuid::from_parameters(parameters.0, parameters.1, parameters.2).expect_err("an error");
        assert_eq!(error.to_string(), message);
    }
}

#[cfg(feature = "uuid")]
#[test]
fn keys_convert_to_uuids_and_back() {
    let key: Key = "01234567-89ab-4def-8123-456789abcdef".parse().expect("a key");
    let id = uuid::Uuid::from(key);
    assert_eq!(id.to_string(), key.to_string());
    assert_eq!(Key::from(id), key);
}

#[test]
fn texts_are_keys_again() {
    let text = "01234567-89ab-4def-8123-456789abcdef";
    let key: Key = text.parse().expect("a key");
    assert_eq!(key.to_string(), text);
    assert_eq!(key.into_bytes()[..2], [0x01, 0x23]);
    for same in [text.to_uppercase(), text.replace('-', "")] {
        assert_eq!(same.parse(), Ok(key));
    }
    for wrong in
        ["", "x", &text[1..], &text.replace('f', "g"), &text.replacen('-', "0", 1), &format!("+{}", &text[1..])]
    {
        assert!(wrong.parse::<Key>().is_err(), "{wrong}");
    }
    let minute = IntervalUuid::new(Duration::from_secs(60), Duration::from_secs(65_536 * 60)).expect("a generator");
    let range = minute.ranges(UNIX_EPOCH, UNIX_EPOCH + MILLISECOND)[0];
    assert_eq!(range.to_string(), "00000000-0000-0000-0000-000000000000..=0000ffff-ffff-ffff-ffff-ffffffffffff");
}
