import ArgumentParser
import Foundation

/// Where `require` looks besides the directory of the script or the test.
struct LibraryOptions: ParsableArguments {
  @Option(name: .customLong("lib"), help: help, completion: .directory) var libraries: [String] = []

  static let help = ArgumentHelp(
    "A directory that require looks in too, behind the script's own; may be given several times.",
    valueName: "dir")

  func validate() throws { try Self.check(libraries) }

  static func check(_ libraries: [String]) throws {
    for path in libraries where !ScriptText.isDirectory(path) {
      throw ValidationError("--lib \(path): no such directory")
    }
  }
}
