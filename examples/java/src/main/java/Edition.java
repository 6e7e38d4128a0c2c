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
 * Runs the edition in SQL, and advice, as a migration of a tool: flyway or liquibase.
 *
 * <p>In a project, the scripts lie among its migrations. They need schemas of their own: uuids, and advice.
 */
class Edition {
    private static final Path TOP = Path.of("../..");
    private static final String RESET = "\nSET LOCAL search_path TO DEFAULT;\n";

    private static String edition() throws IOException {
        return "CREATE SCHEMA uuids;\nSET LOCAL search_path = uuids;\n"
                + Files.readString(TOP.resolve("sql-only/sequential_uuids.sql")) + RESET;
    }

    private static String advice() throws IOException {
        String script = Files.readString(TOP.resolve("advice/sequential_uuids_advice--1.0.sql"));
        // Without its first line, which is psql's.
        return "CREATE SCHEMA advice;\n"
                + script.substring(script.indexOf('\n')).replace("@extschema@", "advice") + RESET;
    }

    private static void runFlyway(Path directory) throws IOException {
        Files.writeString(directory.resolve("V1__uuids.sql"), edition());
        Files.writeString(directory.resolve("V2__advice.sql"), advice());
        Flyway.configure()
                .dataSource(Example.URL, Example.USER, Example.PASSWORD)
                .locations("filesystem:" + directory)
                // It would replace ${...}, of which the scripts have none.
                .placeholderReplacement(false)
                .load()
                .migrate();
    }

    private static void runLiquibase(Path directory) throws Exception {
        Files.writeString(directory.resolve("uuids.sql"), edition());
        Files.writeString(directory.resolve("advice.sql"), advice());
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
