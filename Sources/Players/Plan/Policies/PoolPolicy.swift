package import Chance
package import FlintRules
import FlintSchema

/// How a simulated player rolls in a pool: when, how many rolls at a time, and until what.
package struct PoolPolicy: Hashable, Sendable {
  /// What a player takes for the points of an exchange.
  package enum Exchange: Hashable, Sendable {
    /// A card, as soon as the points buy it.
    case card(String)
    /// What the goal still lacks, once the points buy all of that; without a goal, each card that the
    /// player does not own, as soon as the points buy it.
    case missing
  }

  package var pool = ""
  /// The id of the featured card that the player chooses for the path; `nil` to choose none.
  package var choose: String?
  /// What the player exchanges rolls for; `nil` for nothing.
  package var exchange: Exchange?
  /// The balances that the player saves up before rolling; empty to roll as soon as the price is covered.
  package var saveUntil: [CurrencyAmount] = []
  /// The balances that are kept: no roll leaves less.
  package var keep: [CurrencyAmount] = []
  /// The number of rolls that are paid together.
  package var roll: Int64 = 1
  /// The goal at which the player stops for good; `nil` for none.
  package var stopAt: PoolTarget?
  /// The first day, counted from 1.
  package var fromDay: Int64 = 1
  /// The last day; `nil` for none.
  package var untilDay: Int64?

  /// The maximum number of entries of a policy.
  package static let most = 100
  /// The maximum number of rolls in a pool on one day; a player goes on the day after.
  package static let mostRollsPerDay: Int64 = 10_000

  package init(pool: String) { self.pool = pool }

  /// The policy in one line.
  var description: String {
    "\(pool) save_until \(saveUntil.text) keep \(keep.text) roll \(roll) stop_at "
      + "\(stopAt?.description ?? "") days \(fromDay) \(untilDay.map { "\($0)" } ?? "")"
      + (choose.map { " choose \($0)" } ?? "") + (exchange.map { " exchange \($0)" } ?? "")
  }
}

extension PoolPolicy.Exchange: CustomStringConvertible {
  /// The word for what is missing.
  static let missingName = "missing"

  /// Creates an exchange from its text: the id of a card, or `missing`.
  package init(_ text: String) { self = text == Self.missingName ? .missing : .card(text) }

  package var description: String {
    switch self {
    case .card(let id): id
    case .missing: Self.missingName
    }
  }
}

/// When a simulated player buys an offer.
package struct PurchasePolicy: Hashable, Sendable {
  package var offer = ""
  /// The number bought at once.
  package var count: Int64 = 1
  /// The minimum number of days from one purchase to the next.
  package var every: Int64 = 1
  /// The maximum number of purchases; `nil` for no maximum.
  package var atMost: Int64?
  /// The balances below which the player buys: each has to be less; empty to buy regardless of them.
  package var below: [CurrencyAmount] = []
  /// The id of the pool for which it is bought: only while the player rolls there; `nil` for any.
  package var pool: String?
  /// The first day, counted from 1.
  package var fromDay: Int64 = 1
  /// The last day; `nil` for none.
  package var untilDay: Int64?

  /// The maximum number bought at once.
  package static let mostAtOnce: Int64 = 1000

  package init(offer: String) { self.offer = offer }

  /// The policy in one line.
  var description: String {
    "\(offer) count \(count) every \(every) at_most \(atMost.map { "\($0)" } ?? "") below "
      + "\(below.text) for \(pool ?? "") days \(fromDay) \(untilDay.map { "\($0)" } ?? "")"
  }
}

extension [CurrencyAmount] {
  fileprivate var text: String { map { "\($0.name)=\($0.value)" }.joined(separator: ",") }
}

extension Policy {
  /// Whether a player does more than sparks.
  var hasPools: Bool { !pools.isEmpty || !buys.isEmpty || !income.isEmpty }

  /// The lines of pools, purchases and income in a plan's canonical text.
  var poolLines: [String] {
    (income.isEmpty ? [] : ["income \(income.text)"]) + buys.map { "buys \($0.description)" }
      + pools.map { "pools \($0.description)" }
  }

  /// Returns the errors in the days and numbers of pools and purchases.
  func poolFaults() -> [PlanProblem] {
    var faults: [PlanProblem] = []
    func check(
      _ field: String, _ number: Int64?, _ range: ClosedRange<Int64>
    ) {
      guard let number, !range.contains(number) else { return }
      faults.append(
        PlanProblem(
          field,
          "expected a number from \(range.lowerBound) to \(range.upperBound), got \(number)"))
    }
    func checkDays(_ path: String, _ from: Int64, _ until: Int64?) {
      check("\(path).from_day", from, 1...Horizon.mostDays)
      if from >= 1 {
        check("\(path).until_day", until, min(from, Horizon.mostDays)...Horizon.mostDays)
      }
    }
    for (name, count) in [("pools", pools.count), ("buys", buys.count)]
    where count > PoolPolicy.most {
      faults.append(PlanProblem(name, "expected at most \(PoolPolicy.most), got \(count)"))
    }
    for (index, entry) in pools.enumerated() {
      let path = "pools[\(index + 1)]"
      check("\(path).roll", entry.roll, 1...PoolRoll.maximumCount)
      checkDays(path, entry.fromDay, entry.untilDay)
    }
    for (index, entry) in buys.enumerated() {
      let path = "buys[\(index + 1)]"
      check("\(path).count", entry.count, 1...PurchasePolicy.mostAtOnce)
      check("\(path).every", entry.every, 1...Horizon.mostDays)
      check("\(path).at_most", entry.atMost, 0...Int64(UInt32.max))
      checkDays(path, entry.fromDay, entry.untilDay)
    }
    return faults
  }
}
