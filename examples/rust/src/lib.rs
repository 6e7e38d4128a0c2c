//! What the examples for Rust have in common. libpq's environment variables (PGHOST, PGUSER ...) name the server.
//!
//! They create the tables; insert an order and 1,000 by two statements; insert two drafts; delete the orders of an
//! empty span, which are none; count those of the last hour. With the argument "insert", they only insert the orders,
//! and with "delete" delete those of the last hour. t/checks/examples looks at the rows.

use interval_uuid::IntervalUuid;
use std::time::{Duration, SystemTime};
use uuid::Uuid;

/// What is to be done, "insert" or "delete", if it is not everything.
pub fn argument() -> Option<String> {
    std::env::args().nth(1)
}

/// The items of 1,000 orders.
pub fn items() -> Vec<String> {
    (0..1000).map(|number| format!("book {number}")).collect()
}

/// A generator of keys like the default of orders. (A program keeps its generator.)
fn keys() -> IntervalUuid {
    IntervalUuid::new(Duration::from_secs(5 * 60), Duration::from_secs(60 * 24 * 60 * 60)).expect("two lengths")
}

/// The smallest and the largest key of each range of the last minutes.
pub fn ranges_of_last(minutes: u64) -> Vec<(Uuid, Uuid)> {
    let now = SystemTime::now();
    let ranges = keys().ranges(now - Duration::from_secs(60 * minutes), now);
    ranges.iter().map(|range| (range.smallest.into(), range.largest.into())).collect()
}

/// The version of a package in these programs.
pub fn version(package: &str) -> &'static str {
    let name = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) = include_str!("../Cargo.lock").split_once(&name).expect("a package of these programs");
    rest.split_once('"').unwrap().0
}
