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
      functions: [grant, balance, all])
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

  private var balance: HostFunction {
    HostFunction(
      "balance", "Returns the balance of a currency.",
      parameter: HostParameter("currency", .string, "The id of the currency."),
      returns: HostResult(
        "balance", "integer?", "The balance; nil if the rulebook has no such currency."),
      example: """
        print(currency.balance("gems"))
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let wanted = try call.string("currency")
      let state = try HostFailure.converting(session.state())
      let balances = session.rulebook.balances(in: state)
      guard let found = balances.first(where: { $0.currency.id == wanted }) else {
        return call.reply.nil()
      }
      call.reply.integer(found.balance)
    }
  }

  private var all: HostFunction {
    HostFunction(
      "all", "Returns the currencies of the rulebook, by id.",
      returns: HostResult(
        "currencies", "table[]", "The currencies.", of: BalanceView.self),
      example: """
        for _, each in ipairs(currency.all()) do print(each.id, each.balance) end
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let state = try HostFailure.converting(session.state())
      call.reply.rows(session.rulebook.balances(in: state))
    }
  }
}
