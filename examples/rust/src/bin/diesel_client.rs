//! Keys from the column default with Diesel.
//!
//! The server is named by libpq's environment variables (PGHOST, PGUSER ...). Run with the argument "insert", the
//! program only inserts.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::connection::SimpleConnection;
use diesel::dsl::{IntervalDsl, now};
use diesel::pg::PgConnection;
use diesel::prelude::*;
use diesel::sql_types::{self, BigInt, Integer, Interval, Timestamptz};
use uuid::Uuid;

diesel::table! {
    diesel_orders (id) {
        id -> Uuid,
        item -> Text,
        created_at -> Timestamptz,
    }
}
use diesel_orders::dsl;

/// A row to insert, without the key. (None in a key of Option<Uuid> is sent as DEFAULT, which takes the right to insert
/// keys.)
#[derive(Insertable)]
#[diesel(table_name = diesel_orders)]
struct NewOrder {
    item: String,
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = diesel_orders)]
struct Order {
    id: Uuid,
    item: String,
}

/// The interval and the cycle of uuid_time_nextval().
const LENGTH: TimeDelta = TimeDelta::minutes(1);
const CYCLE: TimeDelta = TimeDelta::minutes(65536);

// The server's functions, with its types. Parameters at the end that have defaults can be left out.
#[declare_sql_function]
extern "SQL" {
    fn clock_timestamp() -> Timestamptz;
    fn uuid_interval_since(id: sql_types::Uuid, from_time: Timestamptz, interval_length: Interval, cycle: Interval)
    -> Bool;
    fn uuid_interval_nextval(interval_length: Interval, cycle: Interval, version: Integer) -> sql_types::Uuid;
    fn uuid_interval_block(at: Timestamptz, interval_length: Interval, cycle: Interval) -> BigInt;
    fn uuid_block(id: sql_types::Uuid, block_count: BigInt) -> BigInt;
}

fn main() -> QueryResult<()> {
    let db = &mut PgConnection::establish("").expect("a connection");
    if std::env::args().nth(1).is_some() {
        insert(db)?;
        return Ok(());
    }

    // The contents of a migration's up.sql.
    db.batch_execute(
        "CREATE TABLE diesel_orders (
            id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
            item text NOT NULL,
            created_at timestamptz NOT NULL DEFAULT now())",
    )?;
    let started: DateTime<Utc> = diesel::select(clock_timestamp()).get_result(db)?;
    let known = insert(db)?;
    find(db, &known)?;
    bind(db, started)?;

    let count: i64 = dsl::diesel_orders
        .filter(uuid_interval_since(dsl::id, started, LENGTH, CYCLE))
        .filter(dsl::created_at.ge(started))
        .count()
        .get_result(db)?;
    assert_eq!(count, 1001, "rows whose keys the server generated");
    println!("Diesel {}", clients::version("diesel"));
    Ok(())
}

/// Adds one row and 1,000 rows and returns their keys.
fn insert(db: &mut PgConnection) -> QueryResult<Vec<Uuid>> {
    let one: Uuid =
        diesel::insert_into(dsl::diesel_orders).values(dsl::item.eq("a book")).returning(dsl::id).get_result(db)?;

    // One statement, with a parameter for each value, at most 65,535.
    let orders: Vec<_> = (0..1000).map(|number| NewOrder { item: format!("book {number}") }).collect();
    let mut known: Vec<Uuid> =
        diesel::insert_into(dsl::diesel_orders).values(&orders).returning(dsl::id).get_results(db)?;
    known.push(one);
    Ok(known)
}

/// Reads back the rows with these keys.
fn find(db: &mut PgConnection, known: &[Uuid]) -> QueryResult<()> {
    let mut keys: Vec<Uuid> = dsl::diesel_orders.select(dsl::id).order(dsl::id).load(db)?;
    keys.dedup();
    let mut expected = known.to_vec();
    expected.sort();
    assert_eq!(keys.len(), 1001, "rows with different keys");
    assert_eq!(keys, expected);

    let order: Order = dsl::diesel_orders.find(known[1000]).select(Order::as_select()).first(db)?;
    assert_eq!(order.item, "a book");
    println!("{}: {}", order.id, order.item);

    let hour_ago = || now.into_sql::<Timestamptz>() - 1.hour();
    let recent: Vec<Order> = dsl::diesel_orders
        .filter(uuid_interval_since(dsl::id, hour_ago(), LENGTH, CYCLE))
        .filter(dsl::created_at.ge(hour_ago()))
        .select(Order::as_select())
        .load(db)?;
    assert_eq!(recent.len(), 1001, "rows of the last hour");
    println!("{} rows in the last hour", recent.len());
    Ok(())
}

/// Calls functions with Rust's own types, which Diesel checks: i32 is int, i64 bigint, a TimeDelta is interval.
fn bind(db: &mut PgConnection, started: DateTime<Utc>) -> QueryResult<()> {
    let (length, cycle) = (TimeDelta::milliseconds(10), TimeDelta::days(500));
    let id: Uuid = diesel::select(uuid_interval_nextval(length, cycle, 8)).get_result(db)?;
    let (block, first, last): (i64, i64, i64) = diesel::select((
        uuid_block(id, 500 * 24 * 60 * 60 * 100),
        uuid_interval_block(started, length, cycle),
        uuid_interval_block(clock_timestamp(), length, cycle),
    ))
    .get_result(db)?;
    assert!(first <= block && block <= last, "a key of those lengths");
    assert_eq!(id.get_version_num(), 8);
    Ok(())
}
