import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.constraints.UUID;

/** Which of the UUIDs given as arguments each validator accepts, as rows of a table. */
public class Validators {
    record Default(@UUID String id) {}

    record Versions(@UUID(version = {4, 7, 8}) String id) {}

    public static void main(String[] ids) {
        // No Java version, since all that run this print the same row.
        row(ids, "Java", "java.util.UUID.fromString(id)", Validators::isParsed);
        try (var factory = Validation.buildDefaultValidatorFactory()) {
            Validator validator = factory.getValidator();
            String hibernate = "Hibernate Validator "
                    + HibernateValidator.class.getPackage().getImplementationVersion();
            row(ids, hibernate, "@UUID", id -> validator.validate(new Default(id)).isEmpty());
            row(ids, hibernate, "@UUID(version = {4, 7, 8})", id -> validator.validate(new Versions(id)).isEmpty());
        }
    }

    static boolean isParsed(String id) {
        try {
            java.util.UUID.fromString(id);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static void row(String[] ids, String name, String call, Predicate<String> accepts) {
        List<String> cells = new ArrayList<>(List.of(name, "`" + call + "`"));
        for (String id : ids) {
            cells.add(accepts.test(id) ? "yes" : "no");
        }
        System.out.println("| " + String.join(" | ", cells) + " |");
    }
}
