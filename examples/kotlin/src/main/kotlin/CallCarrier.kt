/*
 * A carrier's rates from its WSDL files alone: one call that the mock service answers, and one that it refuses with the reason.
 *
 * Give it the address that `waybill mock` prints, and the folder of the carrier's files.
 */
import dev.waybill.DefinitionFile
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.MockClient
import dev.waybill.ServiceDefinition
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.extension
import kotlin.io.path.relativeTo
import kotlinx.coroutines.runBlocking

private const val NAMESPACE = "http://ws.norrvik.example/rate/v3"

fun main(arguments: Array<String>): Unit = runBlocking {
    require(arguments.size == 2) { "name the address that `waybill mock` prints, and the folder of the carrier's files" }
    val (origin, folder) = arguments
    val mock = MockClient(Environment("development", EnvironmentKind.DEVELOPMENT, mockUrl = origin))
    for (definition in mock.seed(listOf(ServiceDefinition(definitionFiles(Path.of(folder)))))) {
        definition.failure?.let { error("${definition.file} was not imported: $it") }
        definition.services.forEach { println("imported ${it.name}:${it.version}") }
    }
    for (weight in listOf("2.250", "2.2505")) {
        val reply = mock.callSoap("RateService", "1.0", "GetRates", payload(weight), NAMESPACE, HEADER)
        println("GetRates ${reply.status}: ${if (reply.isFault) violation(reply.envelope) else rate(reply.envelope)}")
    }
}

private fun definitionFiles(folder: Path): List<DefinitionFile> = Files.walk(folder).use { paths ->
    paths.filter { it.extension in setOf("wsdl", "xsd") }.sorted().toList()
        .map { DefinitionFile("${it.relativeTo(folder)}", Files.readAllBytes(it)) }
}

private fun rate(envelope: String) = listOf("Product", "Total").joinToString { name ->
    "$name ${Regex(":$name\\b[^>]*>([^<]+)<").find(envelope)?.groupValues?.get(1)}"
}

private fun violation(envelope: String): String {
    val (path, sentence) = Regex("<violation [^>]*path=\"([^\"]*)\"[^>]*>([^<]*)").find(envelope)!!.destructured
    return "$path: $sentence"
}

private fun payload(weight: String) = """
    <GetRates xmlns="$NAMESPACE">
      <InterfaceVersion>3.4</InterfaceVersion>
      <Sender><Street>Lagerveien 12</Street><City>Drammen</City><PostalCode>3036</PostalCode><CountryCode>NO</CountryCode></Sender>
      <Receiver><Street>Storgata 5</Street><City>Oslo</City><PostalCode>0155</PostalCode><CountryCode>NO</CountryCode></Receiver>
      <ShipDate>2026-03-02</ShipDate>
      <Product>NX-DAY</Product>
      <Parcel><Weight>$weight</Weight><Length>40</Length><Width>30</Width><Height>20</Height></Parcel>
    </GetRates>
""".trim()

private const val HEADER = """
    <Authentication xmlns="http://ws.norrvik.example/account/v1">
      <CustomerNumber>204817-01</CustomerNumber><UserName>webshop</UserName><Password>not-a-secret</Password>
    </Authentication>
"""
