/** Shared by the programs. */
class Example {
    /** JDBC does not support Unix sockets, and does not read libpq's variables. */
    static final String URL =
            "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE");

    static final String USER = System.getenv("PGUSER");
    static final String PASSWORD = System.getenv("PGPASSWORD");

    /** README's column default that needs nothing installed. */
    static final String PLAIN_DEFAULT =
            "encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 300 % '38016'), 7)"
                    + " || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid";

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
