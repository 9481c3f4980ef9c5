import ArgumentParser
import Foundation
import Lua
import Rules
import Scripting
import Sessions

/// A rulebook as named on the command line: a bundled one by its id, a Lua file, or, for commands with
/// a profile, `current` for the profile's own.
struct RulebookOption: ExpressibleByArgument {
  var name: String

  init(argument: String) { name = argument }

  static let current = "current"

  /// Returns the default rulebook: that of the profile if one exists, otherwise ignition.
  static func byDefault(in profile: ProfileOptions) -> RulebookOption {
    RulebookOption(
      argument: profile.existsOrIsNamed ? current : RulebookDefinition.ignition.id)
  }

  static var defaultCompletionKind: CompletionKind { .file() }

  var defaultValueDescription: String { name }

  /// Whether the rulebook is a file. A file is a script: the sandbox has to be entered before it is
  /// read.
  var isFile: Bool { !RulebookDefinition.bundled.contains { $0.id == name } }

  /// Returns the definition of a bundled rulebook or of a file.
  func definition() throws -> RulebookDefinition {
    if let bundled = RulebookDefinition.bundled.first(where: { $0.id == name }) { return bundled }
    guard name.hasSuffix(".lua") || FileManager.default.fileExists(atPath: name) else {
      throw unknown(RulebookDefinition.bundled.map(\.id))
    }
    do {
      return try RulebookFile.definition(at: name, exitStatus: ExitStatus.badInput.rawValue)
    } catch {
      throw CommandFailure(error.isMissing ? .storage : .badInput, error.description)
    }
  }

  /// Returns the definition; `current` is that of the profile.
  func definition(in profile: ProfileOptions) throws -> RulebookDefinition {
    if name == Self.current { return try profile.reading { $0.rulebook.definition } }
    let known = RulebookDefinition.bundled.map(\.id) + [Self.current]
    guard
      known.contains(name) || name.hasSuffix(".lua")
        || FileManager.default.fileExists(atPath: name)
    else { throw unknown(known) }
    return try definition()
  }

  /// Returns the compiled rulebook.
  func rulebook() throws -> Rulebook { try Self.compiled(try definition()) }

  /// Returns the compiled rulebook; `current` is that of the profile.
  func rulebook(in profile: ProfileOptions) throws -> Rulebook {
    try Self.compiled(try definition(in: profile))
  }

  private static func compiled(_ definition: RulebookDefinition) throws -> Rulebook {
    do {
      return try Rulebook(definition)
    } catch {
      throw CommandFailure(.badInput, error.description)
    }
  }

  private func unknown(_ known: [String]) -> CommandFailure {
    CommandFailure(
      .usage,
      "unknown rulebook \"\(name)\"\(Suggestion.hint(for: name, among: known)); expected "
        + "\(known.joined(separator: ", ")) or a Lua file")
  }
}
