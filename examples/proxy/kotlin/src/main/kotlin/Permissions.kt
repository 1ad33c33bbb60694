/*
 * Which user may touch which objects: the rule that is yours. Here a file says it, `{"ann": ["f-1", "f-2"]}`; a real server asks
 * its database.
 */
import com.fasterxml.jackson.databind.ObjectMapper
import dev.waybill.Received
import java.nio.file.Files
import java.nio.file.Path

class Permissions(file: Path) {
    private val flows: Map<String, Set<String>> = ObjectMapper().readTree(Files.readString(file)).properties()
        .associate { (user, flows) -> user to flows.map { it.asText() }.toSet() }

    /** Whether a user may do what was asked. What is not known is refused. */
    fun allows(asked: Received.Authorize): Boolean =
        asked.parameters["flowId"].let { flow -> flow == null || flow in flows[asked.user].orEmpty() }
}
