import ArgumentParser
import Foundation
import Rules
import Scripting

/// A rulebook as it is named on a command line: a bundled one by its id, or a Lua file.
struct RulebookOption: ExpressibleByArgument {
  var name: String

  init(argument: String) { name = argument }

  /// What is named.
  func definition() throws -> RulebookDefinition {
    if let bundled = RulebookDefinition.bundled.first(where: { $0.id == name }) { return bundled }
    guard name.hasSuffix(".lua") || FileManager.default.fileExists(atPath: name) else {
      let known = RulebookDefinition.bundled.map(\.id).joined(separator: ", ")
      throw ValidationError("unknown rulebook \"\(name)\"; expected \(known) or a Lua file")
    }
    do {
      return try RulebookFile.definition(at: name)
    } catch {
      throw CommandFailure(
        status: error.isMissing ? .storage : .badInput, message: error.description)
    }
  }

  /// What is named, compiled.
  func rulebook() throws -> Rulebook {
    let definition = try definition()
    do {
      return try Rulebook(definition)
    } catch {
      throw CommandFailure(status: .badInput, message: error.description)
    }
  }
}
