import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.jetbrains.kotlin.abi.tools.AbiFilters;
import org.jetbrains.kotlin.abi.tools.AbiToolsFactory;

/** Prints the public declarations of the classes below a folder: `java -cp CLASS_PATH Surface.java FOLDER`. */
class Surface {
    public static void main(String[] arguments) throws IOException {
        var tools = ServiceLoader.load(AbiToolsFactory.class).findFirst().orElseThrow().get();
        // What UniFFI generates is public to the package's own sources, and nobody else's.
        var filters = new AbiFilters(Set.of(), Set.of("dev.waybill.ffi.**"), Set.of(), Set.of());
        try (Stream<Path> files = Files.walk(Path.of(arguments[0]))) {
            List<File> classes = files.filter(file -> file.toString().endsWith(".class")).sorted().map(Path::toFile).toList();
            tools.printJvmDump(System.out, classes, filters);
        }
    }
}
