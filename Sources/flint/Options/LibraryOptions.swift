import ArgumentParser
import Foundation

/// Where `require` looks besides the directory of the script or the test.
struct LibraryOptions: ParsableArguments {
  @Option(
    name: .customLong("lib"),
    help: ArgumentHelp(
      "A directory that require looks in too, behind the script's own; may be given several times.",
      valueName: "dir"))
  var libraries: [String] = []

  func validate() throws {
    for path in libraries where !ScriptText.isDirectory(path) {
      throw ValidationError("--lib \(path): no such directory")
    }
  }
}
