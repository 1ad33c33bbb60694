// A carrier's rates from its WSDL files alone: one call that the mock service answers, and one that it refuses with the reason.
//
// Give it the address that `waybill mock` prints, and the folder of the carrier's files.

import Foundation
import Waybill

let namespace = "http://ws.norrvik.example/rate/v3"
let header = """
    <Authentication xmlns="http://ws.norrvik.example/account/v1">
      <CustomerNumber>204817-01</CustomerNumber><UserName>webshop</UserName><Password>not-a-secret</Password>
    </Authentication>
    """

func payload(weight: String) -> String {
    """
    <GetRates xmlns="\(namespace)">
      <InterfaceVersion>3.4</InterfaceVersion>
      <Sender><Street>Lagerveien 12</Street><City>Drammen</City><PostalCode>3036</PostalCode><CountryCode>NO</CountryCode></Sender>
      <Receiver><Street>Storgata 5</Street><City>Oslo</City><PostalCode>0155</PostalCode><CountryCode>NO</CountryCode></Receiver>
      <ShipDate>2026-03-02</ShipDate>
      <Product>NX-DAY</Product>
      <Parcel><Weight>\(weight)</Weight><Length>40</Length><Width>30</Width><Height>20</Height></Parcel>
    </GetRates>
    """
}

func definitionFiles(in folder: URL) throws -> [DefinitionFile] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return try paths.filter { $0.hasSuffix(".wsdl") || $0.hasSuffix(".xsd") }.map { path in
        DefinitionFile(path: path, content: try Data(contentsOf: folder.appendingPathComponent(path)))
    }
}

/// What a pattern's groups match first.
func groups(of pattern: String, in text: String) throws -> [String] {
    let whole = NSRange(text.startIndex..., in: text)
    guard let match = try NSRegularExpression(pattern: pattern).firstMatch(in: text, range: whole) else { return [] }
    return (1 ..< match.numberOfRanges).compactMap { Range(match.range(at: $0), in: text).map { String(text[$0]) } }
}

guard CommandLine.arguments.count == 3 else {
    print("name the address that `waybill mock` prints, and the folder of the carrier's files")
    exit(2)
}
let (origin, folder) = (CommandLine.arguments[1], URL(fileURLWithPath: CommandLine.arguments[2]))
let mock = try MockClient(environment: Environment(name: "development", kind: .development, mockURL: origin))
for definition in try await mock.seed([ServiceDefinition(definitionFiles(in: folder))]) {
    if let failure = definition.failure { print("\(definition.file) was not imported: \(failure)") }
    for service in definition.services { print("imported \(service.name):\(service.version)") }
}
for weight in ["2.250", "2.2505"] {
    let reply = try await mock.callSoap(SoapCall(
        service: "RateService", version: "1.0", operation: "GetRates", payload: payload(weight: weight), namespace: namespace,
        header: header))
    if reply.isFault {
        let violation = try groups(of: #"<violation [^>]*path="([^"]*)"[^>]*>([^<]*)"#, in: reply.envelope)
        print("GetRates \(reply.status): \(violation.joined(separator: ": "))")
    } else {
        let rate = try ["Product", "Total"].map { "\($0) \(try groups(of: ":\($0)\\b[^>]*>([^<]+)<", in: reply.envelope).joined())" }
        print("GetRates \(reply.status): \(rate.joined(separator: ", "))")
    }
}
