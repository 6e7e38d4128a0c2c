//! Prints keys of now, as many as its argument says, from four threads.

use interval_uuid::{Error, IntervalUuid};
use std::time::Duration;

fn main() -> Result<(), Error> {
    let count: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).expect("a number");
    let keys = IntervalUuid::new(Duration::from_secs(5 * 60), Duration::from_secs(60 * 24 * 60 * 60))?;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..count / 4 {
                    println!("{}", keys.next().expect("a key"));
                }
            });
        }
    });
    Ok(())
}
