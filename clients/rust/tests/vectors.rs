//! Compares keys and ranges with the vectors.

use interval_uuid::{Error, IntervalUuid};
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
        assert_eq!(IntervalUuid::new(wrong, minutes), Err(Error::Length(wrong)));
        assert_eq!(IntervalUuid::new(minutes, wrong), Err(Error::Length(wrong)));
    }
    for (cycle, nearest) in [(601, 600), (751, 900), (1, 300)] {
        let error = Error::Cycle(Duration::from_secs(nearest));
        assert_eq!(IntervalUuid::new(minutes, Duration::from_secs(cycle)), Err(error));
    }
    assert_eq!(Error::Cycle(minutes).to_string(), "cycle must be a multiple of interval: the nearest is 300s");
    let longest = Duration::from_millis((1 << 63) / 1000);
    let longer = longest + MILLISECOND;
    assert!(IntervalUuid::new(longest, longest).is_ok());
    assert_eq!(IntervalUuid::new(longer, longer), Err(Error::TooLong(longer)));
    assert_eq!(IntervalUuid::new(MILLISECOND, Duration::from_millis((1 << 48) + 1)), Err(Error::Count));
    assert!(IntervalUuid::new(MILLISECOND, Duration::from_millis(1 << 48)).is_ok());
}
