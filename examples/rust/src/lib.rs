//! What the examples for Rust have in common. libpq's environment variables (PGHOST, PGUSER ...) name the server.
//!
//! They create the tables; insert an order and 1,000 by two statements; insert two drafts; count the orders of the last
//! hour. With the argument "insert", they only insert the orders. scripts/examples looks at the rows.

use interval_uuid::IntervalUuid;
use std::time::Duration;
use uuid::Uuid;

/// Whether only orders are to be inserted.
pub fn only_inserts() -> bool {
    std::env::args().nth(1).is_some()
}

/// The items of 1,000 orders.
pub fn items() -> Vec<String> {
    (0..1000).map(|number| format!("book {number}")).collect()
}

/// Generates a key like the default of orders, for drafts. (A program keeps its generator.)
pub fn next_key() -> Uuid {
    let keys = IntervalUuid::new(Duration::from_secs(5 * 60), Duration::from_secs(57 * 24 * 60 * 60));
    keys.expect("two lengths").next().expect("random bytes").into()
}

/// The version of a package in these programs.
pub fn version(package: &str) -> &'static str {
    let name = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) = include_str!("../Cargo.lock").split_once(&name).expect("a package of these programs");
    rest.split_once('"').unwrap().0
}
