import Foundation
import Lua
import Rules
import Simulation

/// The rules that a plan is played by.
extension PlanReader {
  /// Reads a rulebook or a list of them: each the id of a bundled one, the path of a file, or a table
  /// such as a rulebook's file returns.
  mutating func variants(_ value: LuaValue?) -> [Plan.Variant] {
    let keys: Keys = [.name("rules")]
    switch value {
    case nil: return variant(.text("ignition"), keys).map { [$0] } ?? []
    case .array(let items)?:
      var variants: [Plan.Variant] = []
      for (index, item) in items.enumerated() {
        guard let variant = variant(item, keys + [.position(index + 1)]) else { continue }
        if variants.contains(where: { $0.name == variant.name }) {
          fault(
            keys + [.position(index + 1)],
            "there are rules called \"\(variant.name)\" already; give these another id")
        }
        variants.append(variant)
      }
      if items.isEmpty { fault(keys, "expected at least one rulebook") }
      return variants
    case let one?: return variant(one, keys).map { [$0] } ?? []
    }
  }

  private mutating func variant(_ value: LuaValue, _ keys: Keys) -> Plan.Variant? {
    if let name = value.text { return variant(named: name, keys) }
    guard case .table = value, value.keptFunction == nil else {
      fault(
        keys, expected: "a rulebook's id, the path of a rulebook's file, or its table", value)
      return nil
    }
    let table = RulebookTable(value)
    do throws(RulebookError) {
      for problem in table.faults { fault(keys, problem.description) }
      let definition = try RulebookDefinition(
        reading: table.tree, bundled: RulebookDefinition.bundled)
      return Plan.Variant(name: definition.id, rulebook: try Rulebook(definition))
    } catch {
      for problem in error.faults { fault(keys, problem.description) }
      return nil
    }
  }

  private mutating func variant(named name: String, _ keys: Keys) -> Plan.Variant? {
    do throws(LuaFileError) {
      return try RulebookNames.variant(named: name, directory: directory)
    } catch {
      fault(keys, error.description)
      return nil
    }
  }
}

/// Rulebooks by what they are called on a command line and in plans.
public enum RulebookNames {
  /// Finds a bundled rulebook by its id, or reads a file.
  ///
  /// - Parameters:
  ///   - name: an id, or the path of a Lua file.
  ///   - directory: where relative paths begin.
  /// - Throws: `LuaFileError`.
  static func variant(
    named name: String, directory: String
  ) throws(LuaFileError) -> Plan.Variant {
    let bundled = RulebookDefinition.bundled.first { $0.id == name }
    guard bundled != nil || name.hasSuffix(".lua") else {
      throw LuaFileError(
        path: name,
        problem: "unknown rulebook; expected "
          + RulebookDefinition.bundled.map(\.id).joined(separator: ", ") + " or a Lua file")
    }
    let path = name.hasPrefix("/") ? name : directory + "/" + name
    let definition: RulebookDefinition
    if let bundled {
      definition = bundled
    } else {
      definition = try RulebookFile.definition(at: path)
    }
    do throws(RulebookError) {
      return Plan.Variant(name: definition.id, rulebook: try Rulebook(definition))
    } catch {
      throw LuaFileError(path: path, problem: error.description)
    }
  }
}
