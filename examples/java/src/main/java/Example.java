import invalid.repository.sequentialuuids.IntervalUuid;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the examples have in common, which are programs for t/checks/examples: it looks at the rows. libpq's environment
 * variables name the server, which JDBC reaches by TCP only.
 */
public abstract class Example {
    static final String URL =
            "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE");
    static final String USER = System.getenv("PGUSER");
    static final String PASSWORD = System.getenv("PGPASSWORD");

    /** Generates keys like the default of orders, for drafts. */
    static final IntervalUuid KEYS = new IntervalUuid(Duration.ofMinutes(5), Duration.ofDays(60));

    /** The items of 1,000 orders. */
    static final List<String> ITEMS =
            IntStream.range(0, 1000).mapToObj(i -> "item " + i).toList();

    /** README's column default that needs nothing installed. */
    static final String PLAIN_DEFAULT =
            "encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 150 % '34560'), 7)"
                    + " || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid";

    abstract void create() throws Exception;

    /** An order and 1,000, by two statements. */
    abstract void insert() throws Exception;

    /** Two drafts and two notes. */
    abstract void insertOthers() throws Exception;

    /** Deletes the orders with keys in these ranges. */
    abstract void delete(List<IntervalUuid.Range> ranges) throws Exception;

    /** The number of orders of the last hour. */
    abstract long countLatest() throws Exception;

    abstract String client() throws Exception;

    /**
     * Runs all parts, and deletes the orders of an empty span, which are none. With the argument "insert", it only
     * inserts the orders, and with "delete" deletes those of the last hour.
     */
    void run(String[] arguments) throws Exception {
        Instant now = Instant.now();
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "insert" -> insert();
            case "delete" -> delete(KEYS.ranges(now.minus(Duration.ofHours(1)), now));
            default -> {
                create();
                insert();
                insertOthers();
                delete(KEYS.ranges(now, now));
                System.out.println(countLatest());
                System.out.println(client());
            }
        }
    }
}
