import FlintCalendar
import Chance
import Design
import Lua
import FlintRules
import FlintSchema
import Views

extension AuditModule {
  /// The fields that a log of draws has.
  private static let log: [HostField] = [
    HostField(
      "draws", .any,
      "The draws in the order in which they were made: a list of ids or names of cards, or of rarities, or "
        + "of tables with item and, if known, rarity, player, pool, day (2026-03-01) and event (what the cards of a pack share)."
    ),
    .optional(
      "pool", .string, "The pool of the rulebook (default: its only one)."),
    .optional(
      "rules", .string,
      "The rulebook: current (that of the profile) or the path of a Lua file that may be read (default: "
        + "current)."),
    .optional(
      "complete", .boolean,
      "Whether the draws begin with each player's first one, so that all counters begin at 0 (default: "
        + "false)."),
  ]

  static let only: [HostField] = [
    .optional(
      "only", .stringList,
      "The names of the tests to make, such as number:rare, chosen before the log was seen (default: all)."
    )
  ]

  var draws: HostFunction {
    HostFunction(
      "draws",
      "Tests a log of draws against a pool of a rulebook, as flint audit log --rules does: the numbers of each "
        + "rarity, the draws from one to the next, featured cards and their guarantee, the cards of a rarity, "
        + "changes over time and differences between players.",
      parameter: .table(
        "log", "The draws, the pool and the options.",
        Self.log + [
          .optional(
            "seed", .integer(),
            "The seed of the logs that are drawn to compare with (default: 1).")
        ] + Self.only + Self.options),
      returns: HostResult(
        "audit", "table", "The result, as flint audit log --format json writes it.",
        of: DrawAudit.self),
      example: """
        local log = {"hermit", "page", "hero", "page", "page"}
        local a = audit.draws{draws = log, rules = "examples/worlds/banner.lua", pool = "character", complete = true}
        print(a.p_value)
        for _, t in ipairs(a.tiers) do print(t.tier, t.observed, t.expected) end
        """
    ) { call throws(HostFailure) in
      let (level, power) = Self.options(call)
      let seed = call.optionalInteger("seed").map { UInt64(bitPattern: $0) } ?? 1
      let name = "audit.draws"
      let (log, remarks) = try reading(call, name)
      let only = try call.strings("only")
      do throws(AuditError) {
        var audit = try DrawAudit(
          log, level: level, power: power, seed: seed, only: only)
        audit.remarks = remarks
        call.reply.row(audit)
      } catch {
        throw .message("\(name): \(error)")
      }
    }
  }

  var sequential: HostFunction {
    HostFunction(
      "sequential",
      "Tests a log of draws against a pool of a rulebook, as flint audit log --sequential does: the level holds "
        + "however often one looks, so that the function may be called after every draw.",
      parameter: .table(
        "log", "The draws, the pool and the options.",
        Self.log + Self.only + [
          .optional("alpha", Self.share, "The significance level (default: 0.05).")
        ]),
      returns: HostResult(
        "audit", "table", "The result, as flint audit log --sequential --format json writes it.",
        of: SequentialAudit.self),
      example: """
        local log = {"hermit", "page", "hero", "page", "page"}
        local a = audit.sequential{draws = log, rules = "examples/worlds/banner.lua", pool = "character", complete = true}
        print(a.p_value, a.log10_e_value, a.passed)
        """
    ) { call throws(HostFailure) in
      let name = "audit.sequential"
      let (log, remarks) = try reading(call, name)
      let only = try call.strings("only")
      do throws(AuditError) {
        var audit = try SequentialAudit(
          log, alpha: call.optionalNumber("alpha") ?? 0.05, only: only)
        audit.remarks = remarks
        call.reply.row(audit)
      } catch {
        throw .message("\(name): \(error)")
      }
    }
  }

  /// Returns the draws that a call gives, and remarks about what was left out.
  private func reading(
    _ call: borrowing HostCall, _ name: String
  ) throws(HostFailure) -> (log: DrawLog, remarks: [String]) {
    let entries = try Self.entries(try call.value("draws"), "draws")
    let rules = try call.optionalString("rules") ?? OddsModule.ofProfile
    let rulebook = try context.rulebook(named: rules, for: name).definition
    let pool = try Self.pool(try call.optionalString("pool"), in: rulebook, name)
    do throws(AuditError) {
      let (log, remarks, rejected) = try DrawLog.reading(
        entries, from: pool, in: rulebook, isComplete: call.optionalBoolean("complete") ?? false,
        unit: "draw")
      let unusable = rejected.prefix(100).map { "draw \($0.line): \($0.reason)" }
      if log.count == 0, !unusable.isEmpty {
        throw AuditError(
          .draws, expected: "at least one that can be used",
          found: "none: " + unusable.prefix(3).joined(separator: "; "))
      }
      return (log, remarks + unusable)
    } catch {
      throw .message("\(name): \(error)")
    }
  }

  static func pool(
    _ id: String?, in rulebook: RulebookDefinition, _ function: String
  ) throws(HostFailure) -> PoolTable {
    let ids = rulebook.pools.map(\.id)
    guard let id = id ?? (ids.count == 1 ? ids[0] : nil) else {
      throw .message(
        ids.isEmpty
          ? "\(function): rulebook \(rulebook.id) has no pools"
          : "\(function): pool: expected \(ids.alternatives)")
    }
    do throws(OddsError) {
      return try PoolQuestion(rulebook, []).pool(id)
    } catch {
      throw .message("\(function): \(error)")
    }
  }

  /// Returns the draws that a list has, the value of an argument.
  static func entries(
    _ value: LuaValue, _ slot: HostSlot
  ) throws(HostFailure) -> [DrawLog.Entry] {
    let expected =
      "a list of cards or rarities, or of tables with item, rarity, player, pool, day and event"
    guard let values = value.items else {
      throw .argument(slot, expected: expected, got: value.typeName)
    }
    var entries: [DrawLog.Entry] = []
    entries.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      if let item = value.text {
        entries.append(DrawLog.Entry(item, line: index + 1))
        continue
      }
      guard case .table(let members) = value else {
        throw .argument(
          slot, expected: expected, got: "\(value.typeName) at \(index + 1)")
      }
      var entry = DrawLog.Entry("", line: index + 1)
      for member in members {
        let (key, text) = (member.key.text ?? "", member.value.text ?? "")
        switch key {
        case "item": entry.item = text
        case "rarity": entry.rarity = text
        case "player": entry.player = text
        case "pool": entry.pool = text
        case "event": entry.event = text
        case "day":
          guard let day = CivilDay(text) else {
            throw .argument(
              slot, expected: "a day such as 2026-03-01 at \(index + 1)", got: "\"\(text)\"")
          }
          entry.day = day
        default:
          let known = ["item", "rarity", "player", "pool", "day", "event"]
          throw .argument(
            slot, expected: "item, rarity, player, pool, day or event at \(index + 1)",
            got: "\"\(key)\"\(NearestName.hint(for: key, among: known))")
        }
      }
      guard !entry.item.isEmpty else {
        throw .argument(slot, expected: "an item at \(index + 1)", got: "none")
      }
      entries.append(entry)
    }
    return entries
  }
}
