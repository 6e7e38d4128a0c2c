/** Shared by the programs. */
class Example {
    /** JDBC does not support Unix sockets, and does not read libpq's variables. */
    static final String URL =
            "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE");

    static final String USER = System.getenv("PGUSER");
    static final String PASSWORD = System.getenv("PGPASSWORD");

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
