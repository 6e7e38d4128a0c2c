import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** PostgreSQL's JDBC driver: the server generates the keys, and returns them. */
public class JdbcClient {
    public static void main(String[] arguments) throws SQLException {
        try (Connection db = DriverManager.getConnection(Example.URL, Example.USER, Example.PASSWORD)) {
            if (List.of(arguments).contains("insert")) {
                insert(db);
                return;
            }
            try (var statement = db.createStatement()) {
                statement.execute("""
                        CREATE TABLE jdbc_orders (
                            id         uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
                            item       text NOT NULL,
                            created_at timestamptz NOT NULL DEFAULT now()
                        )""");
            }
            OffsetDateTime started = one(db, OffsetDateTime.class, "SELECT clock_timestamp()");
            List<UUID> keys = insert(db);
            read(db, keys, started);
            bindParameters(db, keys.get(0), started);
            System.out.println("inserted one order and 1,000, read them back by key and by time");
            System.out.println("PostgreSQL JDBC " + db.getMetaData().getDriverVersion());
        }
    }

    static List<UUID> insert(Connection db) throws SQLException {
        List<UUID> keys = new ArrayList<>();
        // The second argument has the driver append RETURNING "id".
        try (var insert = db.prepareStatement("INSERT INTO jdbc_orders (item) VALUES (?)", new String[] {"id"})) {
            insert.setString(1, "pen");
            insert.executeUpdate();
            try (ResultSet row = insert.getGeneratedKeys()) {
                row.next();
                keys.add(row.getObject("id", UUID.class));
            }
        }
        // One statement for all rows. addBatch() would execute one per row: reWriteBatchedInserts=true, which
        // joins them, does nothing if keys are to be returned.
        try (var insert = db.prepareStatement(
                "INSERT INTO jdbc_orders (item) SELECT * FROM unnest(?) RETURNING id")) {
            Object[] items = IntStream.range(0, 1000).mapToObj(i -> "item " + i).toArray();
            insert.setArray(1, db.createArrayOf("text", items));
            try (ResultSet rows = insert.executeQuery()) {
                while (rows.next()) {
                    keys.add(rows.getObject("id", UUID.class));
                }
            }
        }
        return keys;
    }

    static void read(Connection db, List<UUID> keys, OffsetDateTime started) throws SQLException {
        Set<UUID> found = new HashSet<>();
        try (var statement = db.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM jdbc_orders")) {
            while (rows.next()) {
                found.add(rows.getObject("id", UUID.class));
            }
        }
        Example.check(found.size() == 1001 && found.equals(new HashSet<>(keys)), "the keys are not those of the table");

        // As a UUID: setString() sends varchar, and there is no uuid = varchar.
        String item = one(db, String.class, "SELECT item FROM jdbc_orders WHERE id = ?", keys.get(0));
        Example.check(item.equals("pen"), "the first order is another");

        long recent = one(db, Long.class, """
                SELECT count(*) FROM jdbc_orders
                 WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '65536 min')
                   AND created_at >= now() - interval '1 hour'""");
        Example.check(recent == 1001, recent + " orders of the last hour");

        long generated = one(db, Long.class,
                "SELECT count(*) FROM jdbc_orders"
                        + " WHERE uuid_interval_since(id, ?, '1 min', '65536 min') AND created_at >= ?",
                started, started);
        Example.check(generated == 1001, generated + " keys of the server");
    }

    static void bindParameters(Connection db, UUID id, OffsetDateTime started) throws SQLException {
        boolean isRecent = one(db, Boolean.class, "SELECT uuid_interval_since(?, ?, '1 min', '65536 min')", id, started);
        Example.check(isRecent, "an older key");

        // Strings are sent as varchar. (PGInterval needs no cast, but new PGInterval("10 ms") is 0 seconds.)
        UUID key = one(db, UUID.class, "SELECT uuid_interval_nextval(?::interval, ?::interval, ?)",
                "10 ms", "500 days", 8);
        Example.check(key.version() == 8, "not of version 8");
        checkNoFunction(db, "SELECT uuid_interval_nextval(?, ?, ?)", "10 ms", "500 days", 8);

        try (var statement = db.createStatement()) {
            statement.execute("CREATE SEQUENCE jdbc_sequence");
        }
        key = one(db, UUID.class, "SELECT uuid_sequence_nextval(?, ?, ?)", "jdbc_sequence", 100, 65536);
        Example.check(key.version() == 4, "not of version 4");
        key = one(db, UUID.class, "SELECT uuid_v7_nextval(?, ?)", 5, 4);
        Example.check(key.version() == 7, "not of version 7");
        key = one(db, UUID.class, "SELECT uuid_time_nextval(?, ?)", 60, 65536);
        Example.check(key.version() == 4, "not of version 4");

        // The two functions that take only int do not accept long.
        key = one(db, UUID.class, "SELECT uuid_time_nextval(?::int, ?::int)", 60L, 65536L);
        Example.check(key.version() == 4, "not of version 4");
        checkNoFunction(db, "SELECT uuid_time_nextval(?, ?)", 60L, 65536L);
    }

    /** The only value of the only row. */
    static <T> T one(Connection db, Class<T> type, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement query = db.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                query.setObject(i + 1, parameters[i]);
            }
            try (ResultSet row = query.executeQuery()) {
                Example.check(row.next(), "no row");
                T value = row.getObject(1, type);
                Example.check(!row.next(), "more than one row");
                return value;
            }
        }
    }

    static void checkNoFunction(Connection db, String sql, Object... parameters) {
        try {
            one(db, UUID.class, sql, parameters);
        } catch (SQLException e) {
            Example.check("42883".equals(e.getSQLState()), e.toString());
            return;
        }
        throw new AssertionError("works without a cast: " + sql);
    }
}
