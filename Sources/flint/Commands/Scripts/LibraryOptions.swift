import ArgumentParser
import Foundation

/// The option that adds directories to the search path of `require`.
struct LibraryOptions: ParsableArguments {
  @Option(name: .customLong("lib"), help: help, completion: .directory) var libraries: [String] = []

  static let help = ArgumentHelp(
    "An additional directory that require searches, after the script's own; may be " + "repeated.",
    valueName: "dir")

  func validate() throws { try Self.check(libraries) }

  static func check(_ libraries: [String]) throws {
    for path in libraries where !ScriptText.isDirectory(path) {
      throw ValidationError("--lib \(path): no such directory")
    }
  }
}
