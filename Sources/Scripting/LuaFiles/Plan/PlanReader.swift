import FlintJSON
import Lua
import Players
import FlintRules
import FlintSchema

/// Reads the table that a plan's file returned, and collects its errors.
struct PlanReader {
  private(set) var reader = TableReader(.lua)
  private let name: String
  private let directory: String
  private let files: FileGrants

  /// - Parameter directory: the directory of rulebook files with relative paths; empty for the working
  ///   directory.
  init(name: String, directory: String, files: FileGrants) {
    self.name = name
    self.directory = directory
    self.files = files
  }

  var faults: [TableFault] { reader.faults }

  /// - Parameters:
  ///   - value: the result of the file.
  ///   - isScripted: whether the file has a function `day`.
  ///   - digest: the hash of the file's text.
  mutating func plan(_ value: LuaValue, isScripted: Bool, digest: String) -> Plan {
    var plan = Plan(name: name)
    var table = PlanTable()
    // Goals and measures may have names that the rulebooks define.
    var rules = PlanReader(name: name, directory: directory, files: files)
    let variants = rules.variants(value.tree["rules"] ?? .string("ignition"))
    switch value.tree {
    case .array(let items) where items.isEmpty: break
    // A file that returns nothing but has a function `day`: a plan of defaults.
    case .boolean(true) where isScripted: break
    case let tree where tree.isTable: PlanTable.table.read(tree, into: &table, &reader)
    default:
      reader.fault("expected the file to return a table; it should end with return {…}")
      return plan
    }
    if let seed = table.seed { plan.setSeed(signed: seed) }
    plan.players = table.players ?? plan.players
    plan.start = table.start ?? plan.start
    plan.engine = table.engine ?? plan.engine
    plan.precision = table.precision
    readHorizon(table, &plan)
    plan.variants = variants
    for fault in rules.faults { reader.add(fault) }
    plan.measures =
      table.given["measure"].map { measures($0) }
      ?? Plan.defaultMeasures(
        for: plan.horizon, plan.engine, plan.variants.first?.rulebook.definition)
    for (index, day) in table.retention.enumerated() {
      reader.within(.name("retention")) { reader in
        reader.within(.position(index + 1)) { reader in
          guard let measure = try? Measure(parsing: "retention.\(day)") else {
            return reader.fault("expected a number of days from 1, got \(day)")
          }
          plan.measures.append(measure)
        }
      }
    }
    let policy = table.given["policy"]
    let definition = plan.variants.first?.rulebook.definition
    if let definition {
      reader.use(names: definition)
      if case .policy = plan.behaviour { plan.behaviour = .policy(Policy(for: definition)) }
    }
    if isScripted {
      plan.behaviour = .scripted(digest: digest)
      if let policy, policy.functionIndex == nil {
        reader.fault("a function day exists already; give one of them", at: .name("policy"))
      }
    } else if let policy {
      plan.behaviour = .policy(
        reader.within(.name("policy")) { Self.policy(policy, definition, &$0) })
    }
    if let segments = table.given["segments"] {
      let base = if case .policy(let policy) = plan.behaviour { policy } else { Policy?.none }
      plan.segments = reader.within(.name("segments")) { Self.segments(segments, base, &$0) }
    }
    if let sweep = table.sweep { vary(&plan, by: sweep) }
    return plan
  }

  /// Reads segments, whose policies are changes of one.
  ///
  /// - Parameter base: the policy that is changed; `nil` where players are scripted.
  private static func segments(
    _ source: JSONValue, _ base: Policy?, _ reader: inout TableReader
  ) -> [Plan.Segment] {
    guard let entries = reader.entries(of: source) else { return [] }
    guard entries.count <= Plan.mostSegments else {
      reader.fault("expected at most \(Plan.mostSegments) segments, got \(entries.count)")
      return []
    }
    var segments: [Plan.Segment] = []
    for (index, entry) in entries.enumerated() {
      reader.within(.position(index + 1)) { reader in
        var table = SegmentTable()
        _ = SegmentTable.table.read(entry, into: &table, &reader)
        var policy = base ?? .standard
        if let changes = table.policy {
          reader.within(.name("policy")) { reader in
            if base == nil {
              return reader.fault(
                "the actions of players are those of a function; compare its third argument with the "
                  + "name of the segment")
            }
            _ = Policy.table.read(changes, into: &policy, &reader)
          }
        }
        segments.append(Plan.Segment(name: table.name, share: table.share, policy: policy))
      }
    }
    return segments
  }

  private static func policy(
    _ source: JSONValue, _ definition: RulebookDefinition?, _ reader: inout TableReader
  ) -> Policy {
    var policy = definition.map { Policy(for: $0) } ?? .standard
    if source == .string("uniform") { return policy }
    if source.isTable || source == .array([]) {
      Policy.table.read(source, into: &policy, &reader)
    } else {
      reader.mismatch(source, expected: "a table, \"uniform\" or a function day(player, today)")
    }
    return policy
  }

  private mutating func readHorizon(_ table: PlanTable, _ plan: inout Plan) {
    let given = [
      ("days", table.days != nil), ("sparks", table.sparks != nil), ("goal", table.goal != nil),
    ].filter(\.1).map(\.0)
    if given == ["days", "goal"] {
      reader.fault("with a goal, give the maximum number of days as at_most", at: .name("days"))
    } else if given.count > 1 {
      reader.fault(
        "the horizon is given twice; give one of days, sparks and goal", at: .name(given[1]))
      return
    }
    let isGoalUnread = reader.isUnread(TablePath()["goal"])
    if table.atMost != nil && table.goal == nil && !isGoalUnread {
      reader.fault("limits the days until a goal, but no goal is given", at: .name("at_most"))
    }
    if let goal = table.goal {
      plan.horizon = .until(goal, atMost: table.atMost ?? Horizon.mostDays)
    }
    if let days = table.days { plan.horizon = .days(days) }
    if let sparks = table.sparks { plan.horizon = .sparks(sparks) }
  }

  private mutating func measures(_ source: JSONValue) -> [Measure] {
    reader.within(.name("measure")) { reader in
      let entries: [(key: TablePath.Key, value: JSONValue)]
      switch source {
      case .string: entries = [(.position(1), source)]
      case .array(let items):
        entries = items.enumerated().map { (.position($0 + 1), $1) }
      // In a table with both, the positions are names.
      case .object(let members) where source.isTable:
        entries = members.map { name, value in
          (Int(name).map { .position($0) } ?? .name(name), value)
        }
      default:
        reader.mismatch(source, expected: "a list of measures")
        return []
      }
      guard entries.count <= Plan.mostMeasures else {
        reader.fault("expected at most \(Plan.mostMeasures) measures, got \(entries.count)")
        return []
      }
      return entries.compactMap { key, value in
        reader.within(key) { Self.measure(value, key, &$0) }
      }
    }
  }

  private static func measure(
    _ source: JSONValue, _ key: TablePath.Key, _ reader: inout TableReader
  ) -> Measure? {
    switch (key, source) {
    case (.position, .string(let text)):
      do throws(PlanProblem) {
        return try Measure(parsing: text)
      } catch {
        reader.fault(error.problem)
      }
    case (.position, _):
      reader.mismatch(
        source, expected: "a measure such as \"points\"; a function needs a name")
    case (.name(let name), _):
      if source.functionIndex != nil { return Measure(scripted: name) }
      reader.mismatch(source, expected: "a function of the player")
    }
    return nil
  }

  // MARK: Rulebooks

  /// Reads a rulebook or a list of them: each the id of a bundled one, the path of a file, or a
  /// table like that of a rulebook file.
  private mutating func variants(_ source: JSONValue) -> [Plan.Variant] {
    let (directory, files) = (directory, files)
    return reader.within(.name("rules")) { reader in
      func variant(_ source: JSONValue, _ reader: inout TableReader) -> Plan.Variant? {
        Self.variant(source, directory, files, &reader)
      }
      guard case .array(let items) = source else {
        return variant(source, &reader).map { [$0] } ?? []
      }
      // Checked before any is compiled.
      guard items.count <= Plan.mostVariants else {
        reader.fault("expected at most \(Plan.mostVariants) rulebooks, got \(items.count)")
        return []
      }
      if items.isEmpty { reader.fault("expected at least one rulebook") }
      var variants: [Plan.Variant] = []
      for (index, item) in items.enumerated() {
        reader.within(.position(index + 1)) { reader in
          guard let variant = variant(item, &reader) else { return }
          if variants.contains(where: { $0.name == variant.name }) {
            reader.fault(
              "another rulebook has the id \"\(variant.name)\" already; give this one another id")
          }
          variants.append(variant)
        }
      }
      return variants
    }
  }

  private static func variant(
    _ source: JSONValue, _ directory: String, _ files: FileGrants, _ reader: inout TableReader
  ) -> Plan.Variant? {
    var found: RulebookDefinition?
    do {
      if case .string(let name) = source {
        found = try definition(named: name, directory, files, &reader)
      } else if source.isTable {
        found = try RulebookDefinition(reading: source, bundled: RulebookDefinition.bundled)
      } else {
        reader.mismatch(
          source, expected: "a rulebook's id, the path of a rulebook's file, or its table")
      }
      return try found.map { Plan.Variant(name: $0.id, rulebook: try Rulebook($0)) }
    } catch let error as RulebookError {
      for fault in error.faults { reader.fault(fault.description) }
    } catch let error as FileGrants.Refusal {
      reader.fault(error.message)
    } catch {
      reader.fault("\(error)")
    }
    return nil
  }

  /// Returns a bundled rulebook by its id, or that of a file that may be read.
  private static func definition(
    named name: String, _ directory: String, _ files: FileGrants, _ reader: inout TableReader
  ) throws -> RulebookDefinition? {
    if let bundled = RulebookDefinition.bundled.first(where: { $0.id == name }) { return bundled }
    guard name.hasSuffix(".lua") else {
      let known = RulebookDefinition.bundled.map(\.id)
      reader.fault(
        "unknown rulebook \"\(name)\"\(NearestName.hint(for: name, among: known)); expected "
          + known.joined(separator: ", ") + " or a Lua file")
      return nil
    }
    let path = name.hasPrefix("/") || directory.isEmpty ? name : directory + "/" + name
    try files.checkReading(path)
    return try RulebookFile.definition(at: path)
  }

  /// Varies a number of the plan's rulebook or policies over a range.
  private mutating func vary(_ plan: inout Plan, by sweep: Sweep) {
    // Errors in the rules are reported already.
    guard plan.variants.count == 1, let variant = plan.variants.first else {
      if plan.variants.count > 1 {
        reader.fault("a sweep varies one rulebook, got several", at: .name("sweep"))
      }
      return
    }
    do throws(PlanProblem) {
      plan.variants = try sweep.variants(of: variant.rulebook, in: plan)
      plan.sweep = sweep.name
    } catch {
      reader.fault(error.problem, at: .name("sweep"))
    }
  }
}
