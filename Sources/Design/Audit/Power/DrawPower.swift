package import Chance

/// The power of the tests of a log of draws that is yet to be taken: how often they find an alternative to the
/// rules, estimated from logs drawn by the alternative. Their p-values come from logs drawn by the rules.
package struct DrawPower: Sendable {
  /// A share of logs, with its interval (Wilson).
  package struct Estimate: Equatable, Sendable {
    package var share: Double
    package var interval: Interval

    init(_ count: Int, of logs: Int) {
      share = Double(count) / Double(max(1, logs))
      interval = Proportion.wilson(successes: Int64(count), trials: Int64(logs))
    }
  }

  package struct Test: Equatable, Sendable {
    package var name: DrawTest.Name
    /// The share of logs in which the test finds the alternative, corrected for the number of tests.
    package var power: Estimate
    /// The share of logs in which it does so when it is the only one.
    package var alone: Estimate
    /// The draws of a player for the required power as the only test; `nil` where more than were tried.
    package var draws: Int64?
  }

  package let model: DrawModel
  package let players: Int
  /// The draws of each player.
  package let draws: Int
  package let requirements: AuditPower
  /// Whether the alternative has the same rules, so that there is nothing to find.
  package let isSame: Bool
  /// The number of logs drawn by the alternative.
  package let logs: Int
  /// The number of logs drawn by the rules.
  package let ruledLogs: Int
  package let seed: UInt64
  /// How often any of the tests finds the alternative, corrected for their number.
  package let power: Estimate
  /// How often the tests find something in logs drawn by the rules.
  package let falseAlarms: Estimate
  /// How often the sequential test finds the alternative by the last draw.
  package let sequential: Estimate
  /// The draws of a player for the required power of all tests together; `nil` where more than were tried.
  package let needed: Int64?
  /// The same of the sequential test.
  package let neededSequential: Int64?
  /// The greatest number of draws of a player that was tried.
  package let mostTried: Int
  package let tests: [Test]
  /// The names of the tests that were asked for; `nil` where all were.
  package let only: [String]?

  /// The maximum number of draws of a log.
  package static let mostDraws = 200_000
  /// The maximum number of draws, over all logs, of one length of logs in the search for the number needed.
  private static let mostSteps = 15_000_000

  /// - Parameters:
  ///   - model: the rules.
  ///   - alternative: what is supposed to be drawn instead, with the same tiers.
  ///   - players: the number of players.
  ///   - draws: the draws of each player, from the first one on.
  ///   - logs: the number of logs drawn by the alternative.
  ///   - only: the names of the tests that are made and corrected for; none for all.
  /// - Throws: `AuditError` when the tiers differ, when the log would be too long or pity has too many combined counts,
  ///   or when there is no test of a name.
  package init(
    _ model: DrawModel, against alternative: DrawModel, players: Int = 1, draws: Int,
    logs: Int = 1000, requirements: AuditPower = AuditPower(), seed: UInt64 = 1,
    only: [String] = [], isSearched: Bool = true
  ) throws(AuditError) {
    let (total, isTooLong) = players.multipliedReportingOverflow(by: draws)
    guard players > 0, draws > 0, !isTooLong, total <= Self.mostDraws else {
      throw AuditError(
        .draws, expected: "1 to \(Self.mostDraws) draws of all players together",
        found: "\(players) players of \(draws)")
    }
    guard model.tiers.map(\.name) == alternative.tiers.map(\.name) else {
      throw AuditError(
        .alternative, expected: "the tiers \(model.tiers.map(\.name).joined(separator: ", "))",
        found: alternative.tiers.map(\.name).joined(separator: ", "))
    }
    let ruled = max(1000, 2 * logs)
    let trial = try PowerTrial(
      model, alternative, players: players, draws: draws, logs: logs, ruledLogs: ruled,
      requirements, seed: seed, only: only)
    self.model = model
    isSame = model == alternative
    (self.players, self.draws, self.requirements) = (players, draws, requirements)
    (self.logs, ruledLogs, self.seed) = (logs, ruled, seed)
    self.only = only.isEmpty ? nil : trial.names.map(\.description)
    power = Estimate(trial.found, of: logs)
    falseAlarms = Estimate(trial.foundUnderRules, of: trial.checkedLogs)
    sequential = Estimate(trial.foundSequentially, of: logs)
    // Logs of other lengths, until all tests have the required power or the logs are too long.
    var course = [(draws: draws, trial: trial)]
    let steps = { (draws: Int) in draws * players }
    let few = min(logs, 300)
    func isReached(_ trial: PowerTrial) -> Bool {
      let bound = requirements.power * Double(trial.logs)
      return ([trial.found, trial.foundSequentially] + trial.foundAlone)
        .allSatisfy { Double($0) >= bound }
    }
    var next = max(1, draws / 8)
    while isSearched, next < draws {
      course.append(
        (
          next,
          try PowerTrial(
            model, alternative, players: players, draws: next, logs: few, ruledLogs: 1000,
            requirements, seed: seed, only: only)
        ))
      next *= 2
    }
    next = 2 * draws
    var isDone = isReached(trial)
    while isSearched, !isDone, steps(next) * (1000 + few) <= Self.mostSteps {
      let longer = try PowerTrial(
        model, alternative, players: players, draws: next, logs: few, ruledLogs: 1000,
        requirements, seed: seed, only: only)
      course.append((next, longer))
      isDone = isReached(longer)
      next *= 2
    }
    course.sort { $0.draws < $1.draws }
    mostTried = course.last?.draws ?? draws
    func needed(_ found: (PowerTrial) -> Int) -> Int64? {
      Self.needed(
        course.map { ($0.draws, Double(found($0.trial)) / Double($0.trial.logs)) },
        for: requirements.power)
    }
    self.needed = isSearched ? needed(\.found) : nil
    neededSequential = isSearched ? needed(\.foundSequentially) : nil
    tests = trial.names.enumerated().map { index, name in
      Test(
        name: name, power: Estimate(trial.foundCorrected[index], of: logs),
        alone: Estimate(trial.foundAlone[index], of: logs),
        draws: isSearched
          ? needed { $0.names.count > index ? $0.foundAlone[index] : 0 } : nil)
    }
  }

  /// Returns the number of draws at which a power is first reached, between two of a course along the line through their
  /// normal quantiles over the root of the number, on which the power of a z test is.
  ///
  /// - Returns: `nil` where it is not reached.
  static func needed(_ course: [(draws: Int, power: Double)], for power: Double) -> Int64? {
    guard let end = course.indices.first(where: { course[$0].power >= power }) else { return nil }
    guard end > 0 else { return Int64(course[end].draws) }
    let (before, after) = (course[end - 1], course[end])
    func quantile(_ share: Double) -> Double { Normal.quantile(min(0.999, max(0.001, share))) }
    let (low, high) = (quantile(before.power), quantile(after.power))
    let roots = (Double(before.draws).squareRoot(), Double(after.draws).squareRoot())
    let share = high > low ? (quantile(power) - low) / (high - low) : 1
    let root = roots.0 + min(1, max(0, share)) * (roots.1 - roots.0)
    return Int64((root * root).rounded(.up))
  }
}
