import ArgumentParser
import Commands
import Foundation
import Scripting
import Storage

/// Creates a rulebook file from a template.
struct RulesNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a commented rulebook file with currencies and a pool.",
    discussion: """
      The name of the file is the id of the rulebook. An existing file is never
      replaced.

      Example:
        flint rules new dragons.lua
        flint rules check dragons.lua
        flint odds pool dragon-1 --rules dragons.lua
      """)

  @Argument(help: "The path of the file, which ends with .lua.", completion: .file())
  var path: String

  private var id: String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return String(name.dropLast(4))
  }

  func validate() throws {
    let isPlain = id.utf8.allSatisfy {
      (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x5f
    }
    guard path.hasSuffix(".lua"), !id.isEmpty, isPlain else {
      throw ValidationError(
        "expected a path that ends with .lua, whose name consists of lower-case letters, digits, - and "
          + "_, got \"\(path)\"")
    }
  }

  func run() throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(.failure, "\(path) already exists; nothing was changed")
    }
    try withCleanupOnInterrupt {
      try Store.writeFile(path, permissionsOf: nil, replacing: false) { write in
        try write(Array(RulebookTemplate.text(id: id).utf8).span)
      }
    }
    note("created \(path); flint rules check \(ShellWord.quoted(path)) checks it")
  }
}
