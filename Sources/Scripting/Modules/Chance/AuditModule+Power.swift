import Chance
import Design
import Lua
import FlintRules
import FlintSchema
import Views

extension AuditModule {
  var power: HostFunction {
    HostFunction(
      "power",
      "Computes what an audit of a log would find before the log is taken, as flint audit power does: how often each "
        + "test finds an alternative to the rules of a pool, and after how many draws that reaches the required power.",
      parameter: .table(
        "study", "The rules, the alternative, the length of the log and the options.",
        [
          HostField("draws", .integer(1...200_000), "The draws of each player."),
          .optional("players", .integer(1...200_000), "The number of players (default: 1)."),
          HostField(
            "alternative", .stringList,
            "What is drawn instead, as changes of the rules: rate:rare=4%, pity:rare=76:6%:90, pity:rare=none, "
              + "share=35% or guarantee=no."),
          .optional("pool", .string, "The pool of the rulebook (default: its only one)."),
          .optional(
            "rules", .string,
            "The rulebook: current (that of the profile) or the path of a Lua file that may be read (default: "
              + "current)."),
          .optional(
            "logs", .integer(100...10_000),
            "The number of logs drawn by the alternative (default: 1000)."),
          .optional("seed", .integer(), "The seed of the logs (default: 1)."),
          .optional("alpha", Self.share, "The significance level of tests (default: 0.05)."),
          .optional(
            "power", Self.share,
            "The power for which the draws needed are computed (default: 0.8)."),
        ] + Self.only),
      returns: HostResult(
        "power", "table", "The result, as flint audit power --format json writes it.",
        of: DrawPower.self),
      example: """
        local p = audit.power{rules = "examples/worlds/banner.lua", pool = "character", draws = 100,
          alternative = {"guarantee=no"}, logs = 100, only = {"guarantee"}}
        print(p.power.share, p.needed_draws)
        """
    ) { [context] call throws(HostFailure) in
      let name = "audit.power"
      let rules = try call.optionalString("rules") ?? OddsModule.ofProfile
      let rulebook = try context.rulebook(named: rules, for: name).definition
      let pool = try Self.pool(try call.optionalString("pool"), in: rulebook, name)
      let (changes, only) = (try call.strings("alternative"), try call.strings("only"))
      let seed = call.optionalInteger("seed").map { UInt64(bitPattern: $0) } ?? 1
      let (_, requirements) = Self.options(call)
      do throws(AuditError) {
        let model = try DrawnPool(pool, in: rulebook).model
        let power = try DrawPower(
          model, against: try model.altered(by: changes),
          players: Int(call.optionalInteger("players") ?? 1),
          draws: Int(call.optionalInteger("draws") ?? 1),
          logs: Int(call.optionalInteger("logs") ?? 1000), requirements: requirements, seed: seed,
          only: only)
        call.reply.row(power)
      } catch {
        throw .message("\(name): \(error)")
      }
    }
  }
}
