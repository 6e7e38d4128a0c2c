//! Diesel.

use chrono::TimeDelta;
use diesel::connection::SimpleConnection;
use diesel::dsl::{IntervalDsl, now};
use diesel::pg::PgConnection;
use diesel::prelude::*;
use diesel::sql_types::{self, Interval, Timestamptz};
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

// The server's function, with its types.
#[declare_sql_function]
extern "SQL" {
    fn uuid_interval_since(
        id: sql_types::Uuid,
        from_time: Timestamptz,
        interval_length: Interval,
        cycle: Interval,
    ) -> Bool;
}

fn main() -> QueryResult<()> {
    let db = &mut PgConnection::establish("").expect("a connection");
    match clients::argument().as_deref() {
        Some("insert") => return insert(db),
        Some("delete") => return delete(db, clients::ranges_of_last(60)),
        _ => (),
    }
    // The contents of a migration's up.sql.
    db.batch_execute(
        "CREATE TABLE diesel_orders (
            id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
            item text NOT NULL,
            created_at timestamptz NOT NULL DEFAULT now())",
    )?;
    insert(db)?;
    delete(db, clients::ranges_of_last(0))?;

    let hour_ago = || now.into_sql::<Timestamptz>() - 1.hour();
    let latest: i64 = dsl::diesel_orders
        .filter(uuid_interval_since(dsl::id, hour_ago(), TimeDelta::minutes(5), TimeDelta::days(60)))
        .filter(dsl::created_at.ge(hour_ago()))
        .count()
        .get_result(db)?;
    println!("{latest}\nDiesel {}", clients::version("diesel"));
    Ok(())
}

/// The orders with keys in these ranges: conditions without a function.
fn delete(db: &mut PgConnection, ranges: Vec<(Uuid, Uuid)>) -> QueryResult<()> {
    for (smallest, largest) in ranges {
        diesel::delete(dsl::diesel_orders.filter(dsl::id.between(smallest, largest))).execute(db)?;
    }
    Ok(())
}

/// One statement for each.
fn insert(db: &mut PgConnection) -> QueryResult<()> {
    for items in [vec!["a book".into()], clients::items()] {
        let orders: Vec<NewOrder> = items.into_iter().map(|item| NewOrder { item }).collect();
        let _keys: Vec<Uuid> =
            diesel::insert_into(dsl::diesel_orders).values(&orders).returning(dsl::id).get_results(db)?;
    }
    Ok(())
}
