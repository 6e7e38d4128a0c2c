import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;

/**
 * Runs the edition in SQL, and advice, as migrations of a tool: flyway or liquibase. t/checks/examples writes their
 * files, with a schema for each, to $EDITION; in a project, they lie among its migrations.
 */
class Edition {
    private static final Path EDITION = Path.of(System.getenv("EDITION"));

    private static void runFlyway(Path directory) throws IOException {
        Files.copy(EDITION.resolve("uuids.sql"), directory.resolve("V1__uuids.sql"));
        Files.copy(EDITION.resolve("advice.sql"), directory.resolve("V2__advice.sql"));
        Flyway.configure()
                .dataSource(Example.URL, Example.USER, Example.PASSWORD)
                .locations("filesystem:" + directory)
                // It would replace ${...}, of which the scripts have none.
                .placeholderReplacement(false)
                .load()
                .migrate();
    }

    private static void runLiquibase(Path directory) throws Exception {
        Files.copy(EDITION.resolve("uuids.sql"), directory.resolve("uuids.sql"));
        Files.copy(EDITION.resolve("advice.sql"), directory.resolve("advice.sql"));
        // Otherwise it would split at each semicolon in a body, and send no comments.
        String changes = """
                <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                        xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                            http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
                    <changeSet id="uuids" author="examples">
                        <sqlFile path="uuids.sql" splitStatements="false" stripComments="false"/>
                    </changeSet>
                    <changeSet id="advice" author="examples">
                        <sqlFile path="advice.sql" splitStatements="false" stripComments="false"/>
                    </changeSet>
                </databaseChangeLog>
                """;
        Files.writeString(directory.resolve("changes.xml"), changes);
        try (var connection = DriverManager.getConnection(Example.URL, Example.USER, Example.PASSWORD);
                var files = new DirectoryResourceAccessor(directory);
                var liquibase = new Liquibase("changes.xml", files, new JdbcConnection(connection))) {
            liquibase.update(new Contexts(), new LabelExpression());
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory(Path.of("target"), "edition");
        if (arguments[0].equals("flyway")) {
            runFlyway(directory);
        } else {
            runLiquibase(directory);
        }
    }
}
