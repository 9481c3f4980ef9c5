import Lua
import FlintRules
import FlintSchema
import Sessions

/// The rulebooks that a script has used, so that those of many questions are read once.
struct ScriptRulebooks {
  /// A rulebook file as it was read.
  private struct File {
    var path: String
    var source: [UInt8]
    var rulebook: Rulebook
  }

  private var files: [File] = []
  private var table: (source: LuaValue, definition: RulebookDefinition)?
  private static let mostFiles = 16

  /// Returns the rulebook of a file, which is read anew only where it has changed.
  mutating func rulebook(at path: String) throws(LuaFileError) -> Rulebook {
    let source = try LuaFile.read(path)
    if let known = files.first(where: { $0.path == path && $0.source == source }) {
      return known.rulebook
    }
    let definition = try RulebookFile.definition(of: source, path: path)
    do throws(RulebookError) {
      let rulebook = try Rulebook(definition)
      files.removeAll { $0.path == path }
      if files.count >= Self.mostFiles { files.removeFirst() }
      files.append(File(path: path, source: source, rulebook: rulebook))
      return rulebook
    } catch {
      throw LuaFileError(path: path, error.faults, in: source)
    }
  }

  /// Returns the rules that a table has, as rulebook files return it.
  mutating func definition(of source: LuaValue) throws(RulebookError) -> RulebookDefinition {
    if let table, table.source == source { return table.definition }
    let definition = try RulebookDefinition(
      reading: source.tree, bundled: RulebookDefinition.bundled)
    table = (source, definition)
    return definition
  }
}

extension ScriptContext {
  /// Returns the rulebook of a name: a bundled one, the profile's own, or a file that may be read.
  func rulebook(named name: String, for function: String) throws(HostFailure)
    -> Rulebook
  {
    if name == OddsModule.ofProfile { return try session().rulebook }
    if let bundled = RulebookDefinition.bundled.first(where: { $0.id == name }) {
      do throws(RulebookError) {
        return try Rulebook(bundled)
      } catch {
        throw .message("\(function): \(error)")
      }
    }
    guard name.hasSuffix(".lua") else {
      throw .unknown(
        1, "a rulebook or a Lua file", name,
        among: RulebookDefinition.bundled.map(\.id) + [OddsModule.ofProfile])
    }
    do throws(FileGrants.Refusal) {
      try files.checkReading(name)
    } catch {
      throw .message("\(function): \(error.message)")
    }
    do throws(LuaFileError) {
      return try rulebooks.rulebook(at: name)
    } catch {
      throw .message("\(function): \(error)")
    }
  }

  /// Returns the rules of a name, or of a table as rulebook files return it.
  func rules(_ value: LuaValue, for function: String) throws(HostFailure) -> RulebookDefinition {
    switch value {
    case .nil: return try rulebook(named: OddsModule.ofProfile, for: function).definition
    case .table:
      do throws(RulebookError) {
        return try rulebooks.definition(of: value)
      } catch {
        throw .message("\(function): rules: \(error)")
      }
    default:
      guard let name = value.text else {
        throw .argument("rules", expected: "a name or a rulebook's table", got: value.typeName)
      }
      return try rulebook(named: name, for: function).definition
    }
  }
}
