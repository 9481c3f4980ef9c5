import BigInt
import Chance
package import FlintRules
import FlintSchema

/// A change of the count of what a loot table gives.
package struct CountChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case set(LootAmount)
    case add(LootAmount)
    /// Adds an amount for each level of a flag, rounded to the nearest number, up to a count (0: no limit).
    case addPerLevel(flag: String, LootAmount, limit: Int64)
    /// Keeps the count between two limits.
    case limit(least: Int64?, most: Int64?)
    /// Multiplies the count, as Minecraft does for ores: with level n of a flag, by the greater of 1 and a
    /// number that is uniform from 0 to n + 1.
    case ores(flag: String)
    /// Adds the number of successes in as many trials as the level of a flag, and some more.
    case trials(flag: String, extra: Int64, chance: Fraction)
    /// Adds a uniform number from 0 to the level of a flag times a factor.
    case spread(flag: String, factor: Int64)
  }

  package var kind: Kind
  /// The conditions under which the change applies.
  package var conditions: [LootCondition] = []

  package init(_ kind: Kind, conditions: [LootCondition] = []) {
    self.kind = kind
    self.conditions = conditions
  }

  func collectFlags(into names: inout Set<String>) {
    switch kind {
    case .addPerLevel(let flag, _, _), .ores(let flag), .trials(let flag, _, _),
      .spread(let flag, _):
      names.insert(flag)
    case .set, .add, .limit: break
    }
    for condition in conditions { condition.collectFlags(into: &names) }
  }

  /// Returns the distribution of a count after some changes, one after another.
  ///
  /// As in the game, a count below 0 is none for the next change: what that one adds, it adds to 0.
  static func distribution(
    of changes: [CountChange], _ circumstances: LootCircumstances
  ) throws(LootError) -> AmountDistribution {
    var distribution = AmountDistribution.one
    for change in changes {
      let chance = LootCondition.all(change.conditions, circumstances)
      if chance == .zero { continue }
      guard distribution.shares.count * change.width(circumstances) <= Int(LootAmount.mostValues)
      else {
        throw LootError(
          .noExactMethod,
          "counts that are added to each other have too many values; give them a smaller range")
      }
      distribution =
        distribution.mixed(with: change.applied(to: distribution, circumstances), chance: chance)
        .clamped
      guard distribution.most <= LootAmount.most else {
        throw LootError(.invalid, "a count exceeds \(LootAmount.most); expected fewer of a thing")
      }
    }
    return distribution
  }

  /// Returns a bound of the number of values by which the change multiplies those of a count.
  private func width(_ circumstances: LootCircumstances) -> Int {
    switch kind {
    case .set, .limit: 1
    case .add(let amount): amount.whole.shares.count
    case .addPerLevel(let flag, let amount, _):
      circumstances.level(of: flag) == 0
        ? 1 : amount.whole.shares.count * Int(circumstances.level(of: flag)) + 1
    case .ores(let flag): Int(circumstances.level(of: flag)) + 2
    case .trials(let flag, let extra, _): Int(circumstances.level(of: flag) + extra) + 1
    case .spread(let flag, let factor): Int(circumstances.level(of: flag) * factor) + 1
    }
  }

  private func applied(to distribution: AmountDistribution, _ circumstances: LootCircumstances)
    -> AmountDistribution
  {
    switch kind {
    case .set(let amount): return amount.whole
    case .add(let amount): return distribution.combined(amount.whole, +)
    case .limit(let least, let most):
      return distribution.mapped { min(most ?? .max, max(least ?? .min, $0)) }
    case .addPerLevel(let flag, let amount, let limit):
      let level = circumstances.level(of: flag)
      guard level > 0 else { return distribution }
      let more = amount.scaled(
        by: DecimalNumber(unchecked: level * 1_000_000), roundsDown: false)
      return distribution.combined(more) { limit > 0 ? min($0 + $1, limit) : $0 + $1 }
    case .ores(let flag):
      let level = circumstances.level(of: flag)
      guard level > 0 else { return distribution }
      return distribution.combined(AmountDistribution(from: 0, to: level + 1)) { $0 * max(1, $1) }
    case .trials(let flag, let extra, let chance):
      return distribution.combined(
        AmountDistribution(trials: circumstances.level(of: flag) + extra, chance: chance), +)
    case .spread(let flag, let factor):
      return distribution.combined(
        AmountDistribution(from: 0, to: circumstances.level(of: flag) * factor), +)
    }
  }
}
