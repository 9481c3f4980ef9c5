import ArgumentParser
import Calendar
import Commands
import JSON
import Rules
import Sessions
import Views

/// Lists the pools of the rulebook and the counters of the profile.
struct PoolsCommand: Subcommand {
  static let name = "pools"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List the pools of the rulebook, what they cost, and the pity counters.",
    discussion: """
      Balances of currencies follow below. flint roll POOL rolls a card.

      Examples:
        flint pools
        flint pools --format json
      """)

  @OptionGroup var profile: ProfileOptions
  @Option(help: ListFormat.help) var format = ListFormat.table

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      let pools = session.rulebook.pools(in: state, on: session.today)
      if format == .json {
        return StandardOutput.shared.write(
          json: .array(pools.map { $0.json(session) }))
      }
      let cards = session.rulebook.definition.cards
      Listing.write(
        pools, format,
        [
          Column("id", \.pool.definition.id), Column("name", in: .records, \.pool.definition.name),
          Column("open") { $0.isOpen ? "yes" : "no" },
          Column("before", if: pools.contains { $0.pool.definition.season.before != nil }) {
            $0.pool.definition.season.before?.description ?? ""
          },
          Column("price") { $0.priceText }, Column("rolls", \.rolls),
          Column("limit", if: pools.contains { $0.pool.definition.limit != nil }) {
            $0.pool.definition.limit.map { "\($0)" } ?? ""
          },
          Column("box", if: pools.contains { !$0.box.isEmpty }) { view in
            view.box.isEmpty ? "" : "\(view.box.reduce(0) { $0 + $1.count })"
          },
          Column("since last") { $0.counterText },
          Column("featured") { view in
            view.pool.definition.featured?.cards.joined(separator: ", ") ?? ""
          },
          Column("chosen") { view in view.chosen.map { cards[$0].id } ?? "" },
          Column("exchange") { view in
            view.pool.definition.exchange.map { "\(view.points)/\($0.at)" } ?? ""
          },
        ], empty: "the rulebook has no pools")
      let balances = session.rulebook.balances(in: state)
      if format == .table, !balances.isEmpty {
        let text = balances.map { view in
          "\(view.currency.title ?? view.currency.id) \(grouped(view.balance))"
            + (view.owed > 0 ? " (\(grouped(view.owed)) owed)" : "")
        }
        StandardOutput.shared.write(page: "\nbalance: " + text.joined(separator: " · ") + "\n")
      }
    }
  }
}

extension PoolView {
  /// The price of a roll and of a bundle in words.
  var priceText: String {
    let definition = pool.definition
    let single = definition.price.isEmpty ? "" : definition.price.text
    guard let bundle = definition.bundle else { return single.isEmpty ? "a token" : single }
    let bundles = bundle.price.isEmpty ? "" : "\(bundle.size) for \(bundle.price.text)"
    let both = [single, bundles].filter { !$0.isEmpty }
    return both.isEmpty ? "a token" : both.joined(separator: ", ")
  }

  /// The counters of the rarities with pity, and of featured cards, in words.
  var counterText: String {
    var texts = counters.filter(\.hasPity).reversed().map { counter in
      "\(counter.rarity.name) \(counter.since)"
        + (counter.isGuaranteed ? " (next is featured)" : "")
    }
    if let certain = featuredCertainIn {
      texts.append("featured \(sinceFeatured) (certain in \(certain))")
    }
    return texts.joined(separator: ", ")
  }
}
