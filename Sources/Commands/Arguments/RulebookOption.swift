package import ArgumentParser
import Foundation
import Lua
package import FlintRules
import Scripting
import Sessions

/// A rulebook as named on the command line: a bundled one by its id, a Lua file, or, for commands with
/// a profile, `current` for the profile's own.
package struct RulebookOption: ExpressibleByArgument {
  package var name: String

  package init(argument: String) { name = argument }

  package init(bundled name: String) throws(ValidationError) {
    let ids = RulebookDefinition.bundled.map(\.id)
    guard ids.contains(name) else {
      throw ValidationError(
        "expected \(ids.joined(separator: ", ")), got \"\(name)\""
          + Suggestion.hint(for: name, among: ids))
    }
    self.name = name
  }

  package static let current = "current"

  /// Returns the default rulebook: that of the profile if one exists, otherwise that of new
  /// profiles.
  package static func byDefault(in profile: ProfileOptions) -> RulebookOption {
    RulebookOption(
      argument: profile.existsOrIsNamed ? current : RulebookDefinition.newProfileDefault.id)
  }

  package static var defaultCompletionKind: CompletionKind { .rulebook }

  package var defaultValueDescription: String { name }

  /// Whether the rulebook is a file. A file is a script: the sandbox has to be entered before it is
  /// read.
  package var isFile: Bool { !RulebookDefinition.bundled.contains { $0.id == name } }

  /// Returns the definition of a bundled rulebook or of a file; with a profile, `current` is its own.
  package func definition(in profile: ProfileOptions? = nil) throws -> RulebookDefinition {
    if let profile, name == Self.current {
      return try profile.reading { $0.rulebook.definition }
    }
    if let bundled = RulebookDefinition.bundled.first(where: { $0.id == name }) { return bundled }
    guard name.hasSuffix(".lua") || FileManager.default.fileExists(atPath: name) else {
      let known =
        RulebookDefinition.bundled.map(\.id) + (profile == nil ? [] : [Self.current])
      throw CommandFailure(
        .usage,
        "unknown rulebook \"\(name)\"\(Suggestion.hint(for: name, among: known)); expected "
          + "\(known.joined(separator: ", ")) or a Lua file")
    }
    do {
      return try RulebookFile.definition(at: name, exitStatus: ExitStatus.badInput.rawValue)
    } catch {
      throw CommandFailure(error.isMissing ? .storage : .badInput, error.description)
    }
  }

  /// Returns the compiled rulebook; with a profile, `current` is its own.
  package func rulebook(in profile: ProfileOptions? = nil) throws -> Rulebook {
    let definition = try definition(in: profile)
    do {
      return try Rulebook(definition)
    } catch {
      throw CommandFailure(.badInput, error.description)
    }
  }
}
