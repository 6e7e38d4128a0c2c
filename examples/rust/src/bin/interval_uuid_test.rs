//! Tests interval_uuid.rs with the vectors in the file on the command line, then prints keys generated now, for the
//! server.

use clients::interval_uuid::{interval_uuid, interval_uuid_at};
use std::panic::catch_unwind;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use uuid::Uuid;

fn main() {
    let file = std::env::args().nth(1).expect("the file of vectors");
    let text = std::fs::read_to_string(file).expect("the vectors");
    // One on each line.
    for line in text.lines().filter(|line| line.len() > 1) {
        let microseconds: i64 = field(line, "time_us").parse().unwrap();
        let distance = Duration::from_micros(microseconds.unsigned_abs());
        let at = if microseconds < 0 { UNIX_EPOCH - distance } else { UNIX_EPOCH + distance };
        let [interval, count] = ["interval_ms", "count"].map(|name| field(line, name).parse().unwrap());
        let [smallest, largest] = ["smallest", "largest"].map(|name| Uuid::parse_str(field(line, name)).unwrap());
        for version in [4, 8] {
            let keys: Vec<u128> =
                (0..64).map(|_| u128::from_be_bytes(interval_uuid_at(at, interval, count, version))).collect();
            // The bits that each key has, and those that any has: all others are random.
            let labelled = u128::from(version ^ 4) << 76;
            assert_eq!(keys.iter().fold(u128::MAX, |all, key| all & key) ^ labelled, smallest.as_u128(), "{line}");
            assert_eq!(keys.iter().fold(0, |any, key| any | key) ^ labelled, largest.as_u128(), "{line}");
        }
    }

    std::panic::set_hook(Box::new(|_| ()));
    for (interval, count) in [(0, 1), (1 << 53, 1), (1, 0), (1, (1 << 48) + 1)] {
        assert!(catch_unwind(|| interval_uuid(interval, count)).is_err());
    }
    assert!(catch_unwind(|| interval_uuid_at(SystemTime::now(), 1, 1, 7)).is_err());

    for _ in 0..100 {
        println!("60000,65536,4,{}", Uuid::from_bytes(interval_uuid(60_000, 65_536)));
        for version in [4, 8] {
            let key = interval_uuid_at(SystemTime::now(), 300_000, 38_016, version);
            println!("300000,38016,{version},{}", Uuid::from_bytes(key));
        }
    }
}

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!("\"{name}\": ")).expect(name);
    rest.split([',', '}']).next().unwrap().trim_matches('"')
}
