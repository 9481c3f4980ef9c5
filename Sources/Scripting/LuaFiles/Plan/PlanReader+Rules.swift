import Lua
import Rules
import Schema
import Simulation

/// The rulebooks of a plan.
extension PlanReader {
  /// Reads a rulebook or a list of them: each the id of a bundled one, the path of a file, or a
  /// table like that of a rulebook file.
  mutating func variants(_ value: LuaValue?) -> [Plan.Variant] {
    let keys: Keys = [.name("rules")]
    switch value {
    case nil: return variant(.text("ignition"), keys).map { [$0] } ?? []
    case .array(let items)?:
      // Checked before any is compiled.
      guard items.count <= Plan.mostVariants else {
        fault(keys, "expected at most \(Plan.mostVariants) rulebooks, got \(items.count)")
        return []
      }
      var variants: [Plan.Variant] = []
      for (index, item) in items.enumerated() {
        guard let variant = variant(item, keys + [.position(index + 1)]) else { continue }
        if variants.contains(where: { $0.name == variant.name }) {
          fault(
            keys + [.position(index + 1)],
            "another rulebook has the id \"\(variant.name)\" already; give this one another id")
        }
        variants.append(variant)
      }
      if items.isEmpty { fault(keys, "expected at least one rulebook") }
      return variants
    case let one?: return variant(one, keys).map { [$0] } ?? []
    }
  }

  /// Varies a number of the plan's rulebook over a range.
  mutating func sweep(_ value: LuaValue, _ plan: inout Plan) {
    let keys: Keys = [.name("sweep")]
    guard let text = value.text else {
      fault(keys, expected: "a sweep such as \"rates.legendary=0.01..0.05/5\"", value)
      return
    }
    // Errors in the rules are reported already.
    guard plan.variants.count == 1, let variant = plan.variants.first else {
      if plan.variants.count > 1 {
        fault(keys, "a sweep varies one rulebook, got several")
      }
      return
    }
    do throws(PlanProblem) {
      let sweep = try Sweep(parsing: text)
      plan.variants = try sweep.variants(of: variant.rulebook)
      plan.sweep = sweep.name
    } catch {
      fault(keys, error.problem)
    }
  }

  private mutating func variant(_ value: LuaValue, _ keys: Keys) -> Plan.Variant? {
    if let name = value.text { return variant(named: name, keys) }
    guard case .table = value, value.functionIndex == nil else {
      fault(
        keys, expected: "a rulebook's id, the path of a rulebook's file, or its table", value)
      return nil
    }
    do throws(RulebookError) {
      let definition = try RulebookDefinition(
        reading: value.tree, bundled: RulebookDefinition.bundled)
      return Plan.Variant(name: definition.id, rulebook: try Rulebook(definition))
    } catch {
      for problem in error.faults { fault(keys, problem.description) }
      return nil
    }
  }

  /// Returns a bundled rulebook by its id, or that of a file that may be read.
  private mutating func variant(named name: String, _ keys: Keys) -> Plan.Variant? {
    var definition = RulebookDefinition.bundled.first { $0.id == name }
    if definition == nil {
      guard name.hasSuffix(".lua") else {
        let known = RulebookDefinition.bundled.map(\.id)
        fault(
          keys,
          "unknown rulebook \"\(name)\"\(NearestName.hint(for: name, among: known)); expected "
            + known.joined(separator: ", ") + " or a Lua file")
        return nil
      }
      let path = name.hasPrefix("/") || directory.isEmpty ? name : directory + "/" + name
      do throws(FileGrants.Refusal) {
        try files.checkReading(path)
      } catch {
        fault(keys, error.message)
        return nil
      }
      do throws(LuaFileError) {
        definition = try RulebookFile.definition(at: path)
      } catch {
        fault(keys, error.description)
        return nil
      }
    }
    guard let definition else { return nil }
    do throws(RulebookError) {
      return Plan.Variant(name: definition.id, rulebook: try Rulebook(definition))
    } catch {
      fault(keys, error.description)
      return nil
    }
  }
}
