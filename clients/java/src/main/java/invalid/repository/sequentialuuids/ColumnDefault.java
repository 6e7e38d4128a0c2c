// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
package invalid.repository.sequentialuuids;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a column default says, in one of the forms that PostgreSQL prints. */
record ColumnDefault(Duration interval, Duration cycle, int version) {
    private static final Pattern WITHOUT_HYPHENS =
            Pattern.compile("replace\\((.+::text), '-'::text, ''::text\\)", Pattern.DOTALL);
    private static final Pattern AS_TEXT = Pattern.compile("\\((.+)\\)::text|(.+)::text", Pattern.DOTALL);
    private static final Pattern CALL = Pattern.compile(
            "(?:(?:[a-z_][a-z0-9_]*|\"(?:[^\"]|\"\")+\")\\.)?(uuid_interval_nextval|uuid_time_nextval)\\((.*)\\)");
    private static final Pattern ARGUMENT =
            Pattern.compile("(?:([a-z_]+) => )?(?:'(?<length>[^']+)'::interval|(?<number>[0-9]{1,10}))");
    /** README.md of the extension has it. Unless pretty, PostgreSQL prints each operator in parentheses. */
    private static final Pattern PLAIN_DEFAULT = Pattern.compile(
            "\\(?encode\\(\\(?substr\\(int8send\\(\\(*floor\\(\\(?date_part\\('epoch'::text, "
                    + "clock_timestamp\\(\\)\\)\\)+::bigint / ([0-9]{1,10})\\)? % '([0-9]{1,10})'::bigint\\)+, 7\\) "
                    + "\\|\\| substr\\(uuid_send\\(gen_random_uuid\\(\\)\\), 3\\)+, 'hex'::text\\)+::uuid");

    private static final String FRACTION = "(?:\\.(?<fraction>[0-9]{1,6}))?";
    private static final String SECONDS = "(?<seconds>[0-9]{1,10})" + FRACTION;
    /** How each IntervalStyle prints lengths without months, years and parts below zero. */
    private static final List<Pattern> LENGTHS = List.of(
            // postgres and sql_standard: 60 days, 45 days 12:16:00, 45 12:16:00
            Pattern.compile("(?<days>[0-9]{1,10}) days?(?<hours>)(?<minutes>)(?<seconds>)(?<fraction>)"),
            Pattern.compile("(?:(?<days>[0-9]{1,10}) (?:days? )?)?"
                    + "(?<hours>[0-9]{1,10}):(?<minutes>[0-9]{2}):(?<seconds>[0-9]{2})" + FRACTION),
            // postgres_verbose: @ 45 days 12 hours 16 mins
            Pattern.compile("@(?: (?<days>[0-9]{1,10}) days?)?(?: (?<hours>[0-9]{1,10}) hours?)?"
                    + "(?: (?<minutes>[0-9]{1,10}) mins?)?(?: " + SECONDS + " secs?)?"),
            // iso_8601: P45DT12H16M
            Pattern.compile("P(?:(?<days>[0-9]{1,10})D)?"
                    + "(?:T(?:(?<hours>[0-9]{1,10})H)?(?:(?<minutes>[0-9]{1,10})M)?(?:" + SECONDS + "S)?)?"));

    static ColumnDefault read(String text) {
        Matcher withoutHyphens = WITHOUT_HYPHENS.matcher(text);
        String expression = withoutHyphens.matches() ? withoutHyphens.group(1) : text;
        Matcher asText = AS_TEXT.matcher(expression);
        if (asText.matches()) {
            expression = Objects.requireNonNullElse(asText.group(1), asText.group(2));
        }
        Matcher plain = PLAIN_DEFAULT.matcher(expression);
        if (plain.matches()) {
            long count = Long.parseLong(plain.group(2));
            // With another count, the prefix is not as long as the two bytes that this default writes.
            if (count <= 1 << 15 || count > 1 << 16) {
                throw new IllegalArgumentException("it must have 32769 to 65536 intervals");
            }
            return inSeconds(plain.group(1), plain.group(2));
        }
        Matcher call = CALL.matcher(expression);
        if (!call.matches()) {
            throw unknownForm();
        }
        if (call.group(1).equals("uuid_time_nextval")) {
            Map<String, String> given = arguments(call.group(2), List.of("interval_length", "interval_count"));
            return inSeconds(
                    given.getOrDefault("interval_length", "60"), given.getOrDefault("interval_count", "65536"));
        }
        Map<String, String> given = arguments(call.group(2), List.of("interval_length", "cycle", "version"));
        if (!given.containsKey("interval_length") || !given.containsKey("cycle")) {
            throw unknownForm();
        }
        int version = Integer.parseInt(given.getOrDefault("version", "4"));
        return new ColumnDefault(length(given.get("interval_length")), length(given.get("cycle")), version);
    }

    private static ColumnDefault inSeconds(String seconds, String count) {
        Duration interval = Duration.ofSeconds(Long.parseLong(seconds));
        return new ColumnDefault(interval, interval.multipliedBy(Long.parseLong(count)), 4);
    }

    private static Map<String, String> arguments(String text, List<String> names) {
        Map<String, String> given = new HashMap<>();
        String[] listed = text.isEmpty() ? new String[0] : text.split(", ", -1);
        if (listed.length > names.size()) {
            throw unknownForm();
        }
        for (int i = 0; i < listed.length; i++) {
            Matcher argument = ARGUMENT.matcher(listed[i]);
            if (!argument.matches()) {
                throw unknownForm();
            }
            String name = Objects.requireNonNullElse(argument.group(1), names.get(i));
            boolean isLength = names.contains("cycle") && !name.equals("version");
            String value = argument.group(isLength ? "length" : "number");
            if (value == null || !names.contains(name)) {
                throw unknownForm();
            }
            if (given.put(name, value) != null) {
                throw unknownForm();
            }
        }
        return given;
    }

    private static Duration length(String text) {
        for (Pattern form : LENGTHS) {
            Matcher match = form.matcher(text);
            if (match.matches()) {
                String fraction = Objects.requireNonNullElse(match.group("fraction"), "");
                return Duration.ofDays(number(match.group("days")))
                        .plusHours(number(match.group("hours")))
                        .plusMinutes(number(match.group("minutes")))
                        .plusSeconds(number(match.group("seconds")))
                        .plusNanos(number((fraction + "000000000").substring(0, 9)));
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no length without months and years");
    }

    private static long number(String digits) {
        return digits == null || digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private static IllegalArgumentException unknownForm() {
        return new IllegalArgumentException("it is not printed as one of theirs");
    }
}
