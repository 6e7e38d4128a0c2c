import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Prints the keys in a file as UUID.compareTo sorts them. */
class Sorting {
    public static void main(String[] arguments) throws IOException {
        Files.readAllLines(Path.of(arguments[0])).stream().map(UUID::fromString).sorted().forEach(System.out::println);
    }
}
