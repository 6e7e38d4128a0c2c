//! Tests the crate interval-uuid with the vectors in the file on the command line, then prints keys generated now, for
//! the server.

use interval_uuid::{Error, interval_uuid, interval_uuid_at};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn main() -> Result<(), Error> {
    let file = std::env::args().nth(1).expect("the file of vectors");
    let text = std::fs::read_to_string(file).expect("the vectors");
    // One on each line.
    for line in text.lines().filter(|line| line.len() > 1) {
        let microseconds: i64 = field(line, "time_us").parse().unwrap();
        let distance = Duration::from_micros(microseconds.unsigned_abs());
        let at = if microseconds < 0 { UNIX_EPOCH - distance } else { UNIX_EPOCH + distance };
        let [interval, count] = ["interval_ms", "count"].map(|name| field(line, name).parse().unwrap());
        for version in [4, 8] {
            let keys: Result<Vec<[u8; 16]>, Error> =
                (0..64).map(|_| interval_uuid_at(at, interval, count, version)).collect();
            let keys: Vec<u128> = keys?.into_iter().map(u128::from_be_bytes).collect();
            // The bits that each key has, and those that any has: all others are random.
            let labelled = u128::from(version ^ 4) << 76;
            let smallest = keys.iter().fold(u128::MAX, |all, key| all & key) ^ labelled;
            let largest = keys.iter().fold(0, |any, key| any | key) ^ labelled;
            assert_eq!(text_of(smallest.to_be_bytes()), field(line, "smallest"), "{line}");
            assert_eq!(text_of(largest.to_be_bytes()), field(line, "largest"), "{line}");
        }
    }

    for (interval, count, version, error) in [
        (0, 1, 4, Error::Interval(0)),
        (1 << 53, 1, 4, Error::Interval(1 << 53)),
        (1, 0, 4, Error::Count(0)),
        (1, (1 << 48) + 1, 4, Error::Count((1 << 48) + 1)),
        (1, 1, 7, Error::Version(7)),
    ] {
        assert_eq!(interval_uuid_at(SystemTime::now(), interval, count, version), Err(error));
    }
    assert_eq!(Error::Version(7).to_string(), "version must be 4 or 8, not 7");

    for _ in 0..100 {
        println!("60000,65536,4,{}", text_of(interval_uuid(60_000, 65_536)?));
        for version in [4, 8] {
            let key = interval_uuid_at(SystemTime::now(), 300_000, 38_016, version)?;
            println!("300000,38016,{version},{}", text_of(key));
        }
    }
    Ok(())
}

fn text_of(key: [u8; 16]) -> String {
    let hex = format!("{:032x}", u128::from_be_bytes(key));
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!("\"{name}\": ")).expect(name);
    rest.split([',', '}']).next().unwrap().trim_matches('"')
}
