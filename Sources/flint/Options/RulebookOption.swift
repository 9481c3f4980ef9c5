import ArgumentParser
import Foundation
import Lua
import Rules
import Scripting
import Sessions

/// A rulebook as it is named on a command line: a bundled one by its id, or a Lua file; where a
/// profile is at hand, `current` is the profile's own.
struct RulebookOption: ExpressibleByArgument {
  var name: String

  init(argument: String) { name = argument }

  static let current = "current"

  /// The rulebook where none is named: that of the profile, if there is one.
  static func byDefault(in profile: ProfileOptions) -> RulebookOption {
    RulebookOption(
      argument: profile.isThereOrNamed ? current : RulebookDefinition.ignition.id)
  }

  static var defaultCompletionKind: CompletionKind { .file() }

  var defaultValueDescription: String { name }

  /// Whether it is a file, which is a script: who reads it shuts itself in before.
  var isFile: Bool { !RulebookDefinition.bundled.contains { $0.id == name } }

  /// What is named.
  func definition() throws -> RulebookDefinition {
    if let bundled = RulebookDefinition.bundled.first(where: { $0.id == name }) { return bundled }
    guard name.hasSuffix(".lua") || FileManager.default.fileExists(atPath: name) else {
      throw unknown(RulebookDefinition.bundled.map(\.id))
    }
    do {
      return try RulebookFile.definition(at: name, lastStatus: ExitStatus.badInput.rawValue)
    } catch {
      throw CommandFailure(
        status: error.isMissing ? .storage : .badInput, message: error.description)
    }
  }

  /// What is named, a profile being at hand.
  func definition(in profile: ProfileOptions) throws -> RulebookDefinition {
    if name == Self.current { return try profile.reading { $0.rulebook.definition } }
    let known = RulebookDefinition.bundled.map(\.id) + [Self.current]
    guard
      known.contains(name) || name.hasSuffix(".lua")
        || FileManager.default.fileExists(atPath: name)
    else { throw unknown(known) }
    return try definition()
  }

  /// What is named, compiled.
  func rulebook() throws -> Rulebook { try Self.compiled(try definition()) }

  /// What is named, compiled, a profile being at hand.
  func rulebook(in profile: ProfileOptions) throws -> Rulebook {
    try Self.compiled(try definition(in: profile))
  }

  private static func compiled(_ definition: RulebookDefinition) throws -> Rulebook {
    do {
      return try Rulebook(definition)
    } catch {
      throw CommandFailure(status: .badInput, message: error.description)
    }
  }

  private func unknown(_ known: [String]) -> CommandFailure {
    CommandFailure(
      status: .usage,
      message: "unknown rulebook \"\(name)\"\(Suggestion.hint(for: name, among: known)); expected "
        + "\(known.joined(separator: ", ")) or a Lua file")
  }
}
