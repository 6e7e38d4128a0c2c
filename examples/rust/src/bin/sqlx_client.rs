//! Keys from the column default with sqlx.
//!
//! The server is named by libpq's environment variables (PGHOST, PGUSER ...). Run with the argument "insert", the
//! program only inserts.

use chrono::{DateTime, Utc};
use interval_uuid::interval_uuid;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, query, query_as, query_scalar};
use std::time::Duration;
use uuid::Uuid;

#[tokio::main(flavor = "current_thread")]
async fn main() -> sqlx::Result<()> {
    let mut db = PgConnectOptions::new().connect().await?;
    if std::env::args().nth(1).is_some() {
        insert(&mut db).await?;
        return Ok(());
    }

    query(
        "CREATE TABLE sqlx_orders (
            id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
            item text NOT NULL,
            created_at timestamptz NOT NULL DEFAULT now())",
    )
    .execute(&mut db)
    .await?;
    let started: DateTime<Utc> = query_scalar("SELECT clock_timestamp()").fetch_one(&mut db).await?;
    let known = insert(&mut db).await?;
    find(&mut db, &known).await?;
    bind(&mut db, known[0], started).await?;

    let count: i64 =
        query_scalar("SELECT count(*) FROM sqlx_orders
             WHERE uuid_interval_since(id, $1, '1 min', '65536 min') AND created_at >= $1")
            .bind(started)
            .fetch_one(&mut db)
            .await?;
    assert_eq!(count, 1001, "rows whose keys the server generated");

    // A key that the program has before the row.
    query(
        "CREATE TABLE sqlx_drafts (
            id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
            created_at timestamptz NOT NULL DEFAULT now())",
    )
    .execute(&mut db)
    .await?;
    let id = Uuid::from_bytes(interval_uuid(60_000, 65_536).expect("a key"));
    query("INSERT INTO sqlx_drafts (id) VALUES ($1)").bind(id).execute(&mut db).await?;
    let recent: Uuid =
        query_scalar("SELECT id FROM sqlx_drafts
             WHERE uuid_interval_since(id, $1, '1 min', '65536 min') AND created_at >= $1")
            .bind(started)
            .fetch_one(&mut db)
            .await?;
    assert_eq!(recent, id);
    println!("sqlx {}", clients::version("sqlx"));
    Ok(())
}

/// Adds one row and 1,000 rows and returns their keys.
async fn insert(db: &mut PgConnection) -> sqlx::Result<Vec<Uuid>> {
    let one: Uuid = query_scalar("INSERT INTO sqlx_orders (item) VALUES ($1) RETURNING id")
        .bind("a book")
        .fetch_one(&mut *db)
        .await?;

    let items: Vec<String> = (0..1000).map(|number| format!("book {number}")).collect();
    // One statement. QueryBuilder::push_values makes one too, with a parameter for each value: 65,535 at most.
    let mut known: Vec<Uuid> = query_scalar("INSERT INTO sqlx_orders (item) SELECT unnest($1::text[]) RETURNING id")
        .bind(items)
        .fetch_all(db)
        .await?;
    known.push(one);
    Ok(known)
}

/// Reads back the rows with these keys.
async fn find(db: &mut PgConnection, known: &[Uuid]) -> sqlx::Result<()> {
    let mut keys: Vec<Uuid> = query_scalar("SELECT id FROM sqlx_orders ORDER BY id").fetch_all(&mut *db).await?;
    keys.dedup();
    let mut expected = known.to_vec();
    expected.sort();
    assert_eq!(keys.len(), 1001, "rows with different keys");
    assert_eq!(keys, expected);

    let (id, item): (Uuid, String) =
        query_as("SELECT id, item FROM sqlx_orders WHERE id = $1").bind(known[1000]).fetch_one(&mut *db).await?;
    assert_eq!(item, "a book");
    println!("{id}: {item}");

    let recent: Vec<(Uuid, String)> = query_as(
        "SELECT id, item FROM sqlx_orders
          WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '65536 min')
            AND created_at >= now() - interval '1 hour'",
    )
    .fetch_all(db)
    .await?;
    assert_eq!(recent.len(), 1001, "rows of the last hour");
    println!("{} rows in the last hour", recent.len());
    Ok(())
}

/// Calls functions with Rust's own types, which sqlx tells the server: i32 is int, i64 bigint, a string text, and a
/// Duration or PgInterval interval. (It keeps one prepared statement per text: always bind the same types to it.)
async fn bind(db: &mut PgConnection, key: Uuid, started: DateTime<Utc>) -> sqlx::Result<()> {
    let recent: bool =
        query_scalar("SELECT uuid_interval_since($1, $2, '1 min', '65536 min')")
            .bind(key)
            .bind(started)
            .fetch_one(&mut *db)
            .await?;
    assert!(recent);

    let id: Uuid = query_scalar("SELECT uuid_interval_nextval($1, $2, 8)")
        .bind(Duration::from_millis(10))
        .bind(Duration::from_secs(500 * 24 * 60 * 60))
        .fetch_one(&mut *db)
        .await?;
    let recent: bool = query_scalar("SELECT uuid_interval_since($1, $2, '10 ms', '500 days')")
        .bind(id)
        .bind(started)
        .fetch_one(&mut *db)
        .await?;
    assert!(recent, "a key of those lengths");

    // A string needs the cast.
    let error = query("SELECT uuid_interval_nextval($1, $2)").bind("10 ms").bind("500 days").execute(&mut *db).await;
    assert_eq!(sqlstate(error.unwrap_err()), "42883");
    let id: Uuid = query_scalar("SELECT uuid_interval_nextval($1::interval, $2::interval, $3)")
        .bind("10 ms")
        .bind("500 days")
        .bind(8)
        .fetch_one(&mut *db)
        .await?;
    assert_eq!(id.get_version_num(), 8);

    // A string is a sequence's name.
    query("CREATE SEQUENCE sqlx_numbers").execute(&mut *db).await?;
    let id: Uuid = query_scalar("SELECT uuid_sequence_nextval($1, $2, $3)")
        .bind("sqlx_numbers")
        .bind(100)
        .bind(65_536)
        .fetch_one(&mut *db)
        .await?;
    assert!(id.get_version_num() == 4 && id.as_u128() >> 112 == 0, "a key of the first block");

    let id: Uuid = query_scalar("SELECT uuid_v7_nextval($1, $2)").bind(5).bind(4).fetch_one(&mut *db).await?;
    assert_eq!(id.get_version_num(), 7);

    // The two oldest functions take only int.
    let error = query("SELECT uuid_time_nextval($1, $2)").bind(60_i64).bind(65536_i64).execute(&mut *db).await;
    assert_eq!(sqlstate(error.unwrap_err()), "42883");
    let id: Uuid = query_scalar("SELECT uuid_time_nextval($1, $2)").bind(60).bind(65536).fetch_one(&mut *db).await?;
    assert_eq!(id.get_version_num(), 4);
    let id: Uuid = query_scalar("SELECT uuid_time_nextval($1::int, $2::int)")
        .bind(60_i64)
        .bind(65536_i64)
        .fetch_one(&mut *db)
        .await?;
    assert_eq!(id.get_version_num(), 4);
    Ok(())
}

fn sqlstate(error: sqlx::Error) -> String {
    error.as_database_error().and_then(|error| error.code()).unwrap_or_default().into_owned()
}
