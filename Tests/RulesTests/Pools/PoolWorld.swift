import FlintCalendar
import FlintJSON
import FlintRules
import Testing

/// A rulebook with six cards of one category, which pools draw, and events of its profile.
struct PoolWorld {
  var profile: PlayedProfile
  var today = CivilDay(number: 20_000)

  /// Creates a world with pools and currencies, written as JSON.
  init(pools: String, currencies: String = #"{"gems": {"start": 10000}}"#, more: String = "") throws
  {
    let cards = [
      ("wood", "common"), ("stone", "common"), ("iron", "rare"), ("gold", "epic"),
      ("sun", "legendary"), ("moon", "legendary"), ("star", "legendary"),
    ].map { id, rarity in
      #"{"id": "\#(id)", "name": "\#(id)", "category": "idea", "rarity": "\#(rarity)", "exclusive": true}"#
    }
    profile = try PlayedProfile(
      readRulebook(
        """
        {"id": "world", "extends": "ignition", "cards": [\(cards.joined(separator: ", "))],
         "currencies": \(currencies), "pools": [\(pools)] \(more.isEmpty ? "" : ", " + more)}
        """))
  }

  /// Rolls a pool.
  @discardableResult
  mutating func roll(_ pool: String, _ count: Int64 = 1, draw: UInt64? = nil) throws -> Outcome {
    profile.apply(.pool(.roll(try PoolRoll(pool: pool, count: count))), on: today, draw: draw)
  }

  /// Rolls a pool, and returns the ids of the cards; empty for a void roll.
  mutating func cards(_ pool: String, _ count: Int64 = 1) throws -> [String] {
    let outcome = try roll(pool, count)
    return outcome.draws.map { draw in
      draw.card.map { profile.rulebook.definition.cards[$0].id } ?? "-"
    }
  }

  mutating func exchange(_ pool: String, _ card: String) throws -> Outcome {
    profile.apply(.pool(.exchange(try PoolChoice(pool: pool, card: card))), on: today)
  }

  mutating func choose(_ pool: String, _ card: String) throws -> Outcome {
    profile.apply(.pool(.choose(try PoolChoice(pool: pool, card: card))), on: today)
  }

  /// The balance of the only currency.
  var gems: Int64 { profile.rulebook.balances(in: profile.state)[0].balance }
}
