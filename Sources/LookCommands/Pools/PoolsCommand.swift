import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import Sessions
import Views

/// Lists the pools of the rulebook and the counters of the profile.
struct PoolsCommand: Subcommand, PagedCommand {
  static let name = "pools"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List the pools of the rulebook, what they cost, and the pity counters.",
    discussion: """
      Balances of currencies are shown below the table. flint roll POOL rolls a card.

      Examples:
        flint pools
        flint pools --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      let pools = session.rulebook.pools(in: state, on: session.today)
      try ResultList.write(
        session.rows(pools), PoolView.schema, list, session: session,
        empty: "the rulebook has no pools")
      let balances = session.rulebook.balances(in: state)
      if list.format == .table, !balances.isEmpty {
        let text = balances.map { view in
          "\(view.currency.title ?? view.currency.id) \(grouped(view.balance))"
            + (view.owed > 0 ? " (\(grouped(view.owed)) owed)" : "")
        }
        StandardOutput.shared.write(page: "\nbalance: " + text.joined(separator: " · ") + "\n")
      }
    }
  }
}
