//! Compares keys and ranges with the vectors.

use interval_uuid::{DefaultError, Error, IntervalUuid, Key};
use std::collections::HashSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const MILLISECOND: Duration = Duration::from_millis(1);

fn vectors(name: &str) -> Vec<Vec<String>> {
    let text = lines(&format!("{name}.csv"));
    let rows: Vec<_> = text.iter().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect();
    assert!(rows.len() >= 100);
    rows
}

fn lines(name: &str) -> Vec<String> {
    let directory = std::env::var("VECTORS").unwrap_or_else(|_| "../../t/vectors".into());
    let text = std::fs::read_to_string(format!("{directory}/{name}")).expect("the vectors");
    text.lines().map(str::to_owned).collect()
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
    assert_eq!(Error::Version(7).to_string(), "version must be 4 or 8, not 7");
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
fn column_defaults_are_read_as_servers_print_them() {
    let all = lines("client_defaults.tsv");
    assert!(all.len() > 200);
    for line in all {
        let vector: Vec<_> = line.split('\t').collect();
        let read = IntervalUuid::from_default(vector[3]);
        let Ok(interval) = vector[0].parse::<u64>() else {
            let message = read.expect_err("an error").to_string();
            let expected = format!("cannot generate keys as this column default does: {}", vector[3]);
            assert!(message.starts_with(&expected), "{message}");
            continue;
        };
        let cycle = Duration::from_millis(vector[1].parse().expect("a cycle"));
        let keys = IntervalUuid::new(Duration::from_millis(interval), cycle).expect("a generator");
        let keys = if vector[2] == "8" { keys.version_8() } else { keys };
        assert_eq!(read, Ok(keys), "{line}");
        assert_eq!(keys.verify(vector[3]), Ok(()));
    }
    for wrong in [
        "",
        " uuid_time_nextval()",
        "uuid_time_nextval()\n",
        "uuid_time_nextval(1, 2, 3)",
        "uuid_interval_nextval('5 min', '57 days')",
        "uuid_interval_nextval('00:05:00'::interval)",
        "uuid_interval_nextval('00:05:00'::interval, 8)",
        "\"a.uuid_time_nextval()",
        "A.uuid_time_nextval()",
    ] {
        assert_eq!(IntervalUuid::from_default(wrong), Err(DefaultError::Unreadable(wrong.to_owned())));
    }
}

#[test]
fn verify_names_both_where_they_differ() {
    let error = generator("300000", "16416").verify("uuid_time_nextval(600, 8208)").expect_err("an error");
    let expected = "the column default generates keys as IntervalUuid { interval: 600s, cycle: 4924800s, version: 4 } \
                    does, this generator as IntervalUuid { interval: 300s, cycle: 4924800s, version: 4 }";
    assert_eq!(error.to_string(), expected);
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
