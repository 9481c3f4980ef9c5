import BigInt
package import Rules
import Schema

/// A change of the count of what a loot table gives.
package struct CountChange: Hashable, Sendable {
  /// The kind of a change.
  package enum Kind: Hashable, Sendable {
    /// Replaces the count.
    case set(LootAmount)
    /// Adds to the count.
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

  /// The kind of the change.
  package var kind: Kind
  /// The conditions under which the change applies.
  package var conditions: [LootCondition] = []

  /// Creates a change.
  package init(_ kind: Kind, conditions: [LootCondition] = []) {
    self.kind = kind
    self.conditions = conditions
  }

  /// Adds the names of all flags.
  func collectFlags(into names: inout Set<String>) {
    switch kind {
    case .addPerLevel(let flag, _, _), .ores(let flag), .trials(let flag, _, _),
      .spread(let flag, _):
      names.insert(flag)
    case .set, .add, .limit: break
    }
    for condition in conditions { condition.collectFlags(into: &names) }
  }

  /// Returns the law of a count after some changes, one after another.
  ///
  /// As in the game, a count below 0 is none for the next change: what that one adds, it adds to 0.
  static func law(
    of changes: [CountChange], _ circumstances: LootCircumstances
  ) throws(LootError) -> AmountLaw {
    var law = AmountLaw.one
    for change in changes {
      let chance = LootCondition.all(change.conditions, circumstances)
      if chance == .zero { continue }
      guard law.shares.count * change.width(circumstances) <= Int(LootAmount.mostValues) else {
        throw LootError(
          .noExactMethod,
          "counts that are added to each other have too many values; give them a smaller range")
      }
      law = law.mixed(with: change.applied(to: law, circumstances), chance: chance).clamped
      guard law.most <= LootAmount.most else {
        throw LootError(.invalid, "a count exceeds \(LootAmount.most); expected fewer of a thing")
      }
    }
    return law
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

  private func applied(to law: AmountLaw, _ circumstances: LootCircumstances) -> AmountLaw {
    switch kind {
    case .set(let amount): return amount.whole
    case .add(let amount): return law.combined(amount.whole, +)
    case .limit(let least, let most):
      return law.mapped { min(most ?? .max, max(least ?? .min, $0)) }
    case .addPerLevel(let flag, let amount, let limit):
      let level = circumstances.level(of: flag)
      guard level > 0 else { return law }
      let more = amount.scaled(
        by: DecimalNumber(unchecked: level * 1_000_000), roundsDown: false)
      return law.combined(more) { limit > 0 ? min($0 + $1, limit) : $0 + $1 }
    case .ores(let flag):
      let level = circumstances.level(of: flag)
      guard level > 0 else { return law }
      return law.combined(AmountLaw(from: 0, to: level + 1)) { $0 * max(1, $1) }
    case .trials(let flag, let extra, let chance):
      return law.combined(
        AmountLaw(trials: circumstances.level(of: flag) + extra, chance: chance), +)
    case .spread(let flag, let factor):
      return law.combined(AmountLaw(from: 0, to: circumstances.level(of: flag) * factor), +)
    }
  }
}
