// What the release of an API changes for its callers: the version it asks for, and its changelog.
//
// Give it two descriptions and their versions: `old.json 1.4.0 new.json 1.5.0`.

import Foundation
import Waybill

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 4 else {
    print("name PREVIOUS_FILE PREVIOUS_VERSION CURRENT_FILE CURRENT_VERSION")
    exit(2)
}
let files = try [arguments[0], arguments[2]].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
let report = try compare(
    previous: files[0], current: files[1], options: CompareOptions(previousName: arguments[0], currentName: arguments[2]))

print("the next version: \(try nextVersion(after: arguments[1], bumps: [report.requiredBump()]))\n")
print(try report.writeChangelog(Release(version: arguments[3], previous: arguments[1])), terminator: "")
