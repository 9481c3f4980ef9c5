import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// `currency`: grants and balances of the rulebook's currencies.
struct CurrencyModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "currency", "Currencies of the rulebook: grants, such as purchases, and balances.",
      denial: "balances cannot be written: they follow from what was granted and spent",
      functions: [grant] + each + [get])
  }

  private var grant: HostFunction {
    HostFunction(
      "grant",
      "Grants an amount of a currency: a purchase, a gift, or a correction. The reason and the "
        + "money paid tell money from play.",
      parameter: .table(
        "grant", "The grant.",
        CurrencyGrant.schema.declarations.map(\.hostField) + RecordingOptions.fields),
      returns: .outcome("The outcome; nil and an error if the rulebook has no such currency."),
      example: """
        local granted, why = currency.grant{currency = "gems", amount = 980, money = 14.99}
        print(granted and granted.status or why.message)
        """
    ) { [context] call throws(HostFailure) in try context.record(CurrencyGrant.self, call) }
  }

  private var get: HostFunction {
    let id = HostParameter("currency", .string, "The id of the currency.")
    return HostFunction(
      "get", "Returns the currency with an id, and its balance.", parameter: id,
      returns: HostResult(
        "currency", "table?", "The currency; nil if the rulebook has none with this id.",
        of: BalanceView.self),
      example: """
        local gems = currency.get("gems")
        print(gems and gems.balance)
        """
    ) { [self] call throws(HostFailure) in
      let found = try balance(call)
      call.reply.row(found)
    }.replacing(
      [
        HostFunction(
          "balance", "Returns the balance of a currency.", parameter: id,
          returns: HostResult(
            "balance", "integer?", "The balance; nil if the rulebook has no such currency.")
        ) { [self] call throws(HostFailure) in
          guard let found = try balance(call) else { return call.reply.nil() }
          call.reply.integer(found.balance)
        }
      ], by: "get(currency).balance")
  }

  /// Returns the currency that the first argument names, if there is one.
  private func balance(_ call: borrowing HostCall) throws(HostFailure) -> BalanceView? {
    let wanted = try call.string("currency")
    let session = try context.session()
    let state = try HostFailure.converting(session.state())
    return session.rulebook.balances(in: state).first { $0.currency.id == wanted }
  }

  private var each: [HostFunction] {
    .each(
      "currencies", "Iterates over the currencies of the rulebook, one table each, by id.",
      of: BalanceView.self,
      example: """
        for c in currency.each() do print(c.id, c.balance) end
        """,
      listing: """
        print(#currency.all())
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let state = try HostFailure.converting(session.state())
      return ViewIterator(session.rulebook.balances(in: state))
    }
  }
}
