import FlintCalendar
import Chance
import Design
import Lua
import FlintRules
import FlintSchema
import Sessions

extension OddsModule {
  var disclose: HostFunction {
    HostFunction(
      "disclose",
      "Discloses every probability of the pools of a rulebook, and what follows from it, as "
        + "flint odds disclose does.",
      parameter: .table(
        "question", "The rulebook and its pools.",
        .optional(
          "pool", .string,
          "The pool; several ids separated by commas; default are those of the categories of sparks "
            + "(default: all pools of the rulebook, or those of the categories if it has none)."),
        .optional(
          "rules", .string,
          "The rulebook: ignition, ignition-shipped, everyday, current (that of the profile) or the "
            + "path of a Lua file that may be read (default: current)."),
        .optional("date", .day, "The day of the disclosure (default: today).")),
      returns: HostResult("disclosure", "table", "The disclosure.", of: Disclosure.self),
      example: """
        for _, pool in ipairs(odds.disclose{rules = "ignition", pool = "default"}.pools) do
          for _, card in ipairs(pool.cards) do print(pool.id, card.id, card.nominal, card.effective) end
        end
        """
    ) { [context] call throws(HostFailure) in
      let name = "odds.disclose"
      let pools = try call.optionalString("pool")
      let rules = try call.optionalString("rules") ?? OddsModule.ofProfile
      let session = try context.session()
      let date = try call.day("date", session) ?? session.today
      let rulebook = try context.rulebook(named: rules, for: name)
      do throws(OddsError) {
        let disclosure = try Disclosure(
          rulebook,
          pools: pools?.split(separator: ",", omittingEmptySubsequences: false).map(String.init),
          on: date, version: context.version)
        call.reply.row(disclosure)
      } catch {
        throw .message("\(name): \(error)")
      }
    }
  }
}
