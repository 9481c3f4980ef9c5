import Calendar
import Rules

/// Numbers of each player whose expected values are known exactly and which correlate with the measures:
/// the deviations from their expected values correct the estimates (control variates).
///
/// The first is the number of sparks, whose mean follows from the policy. The next, one for each rarity,
/// are the number of cards given less the number expected from the rates in the categories of the sparks:
/// a sum of fair bets, whose mean is 0 for every policy and horizon. The last belong to one measure of
/// cards each: the deviation of that measure by chance alone, so that it can be integrated out.
struct Controls: Sendable {
  /// The names of the controls in the output.
  private(set) var names: [String] = []
  /// The expected values of the controls.
  private(set) var means: [Double] = []
  private(set) var hasSparks = false
  /// The rarities that are controls.
  private var rarities: [Rarity] = []
  /// The chances of a spark by category and rarity, in `unit`.
  private var chances: [Int64] = []
  private var unit: Int64 = 1
  /// The controls of measures of cards.
  private var integrated: [IntegratedCards] = []
  /// The positions of these measures.
  private var integratedMeasures: [Int] = []

  /// Finds the controls of a plan under one of its rulebooks: those of draws where no pity or season
  /// changes the rates; those of sparks where the horizon is a number of days and the policy is random.
  init(_ plan: Plan, _ rulebook: Rulebook) {
    guard case .policy(let policy) = plan.behaviour, plan.engine == .rules else { return }
    if case .days(let days) = plan.horizon, days <= 100_000,
      policy.lapse != nil
        || policy.sparks.contains(where: { if case .poisson = $0 { true } else { false } })
    {
      hasSparks = true
      names.append("sparks")
      means.append(policy.expectedSparks(days: days, firstWeekday: plan.start.weekday))
    }
    guard !rulebook.hasPity, rulebook.eras.count == 1 else { return }
    let rates = Category.allCases.map { rulebook.rates(for: $0).map(\.effective) }
    // Sums over a player's sparks have to stay within 64 bits.
    guard let common = Fraction.overCommonDenominator(rates.joined(), most: 1 << 30) else { return }
    unit = Int64(common.denominator)
    chances = common.numerators.map { Int64($0) }
    for rarity in Rarity.allCases.dropFirst() {
      // A rarity that never or always drops carries no information.
      let own = zip(policy.mix.weights, rates).filter { $0.0 > 0 }.map { $0.1[rarity.index] }
      guard own.contains(where: { $0 != .zero && $0 != .one }) else { continue }
      rarities.append(rarity)
      names.append("drops.\(rarity.name)")
      means.append(0)
    }
    // Where draws decide when a player ends, the expectation given the sparks is biased.
    if case .until = plan.horizon { return }
    for (index, measure) in plan.measures.enumerated() {
      guard case .total(.cards(let rarity, let category)) = measure.kind else { continue }
      integrated.append(IntegratedCards(rarity, category, rulebook, policy.mix))
      integratedMeasures.append(index)
      names.append("\(measure.name) given the sparks")
      means.append(0)
    }
  }

  /// The controls in the form that a result contains.
  var summary: [PlanSummary.Control] {
    let first = names.count - integrated.count
    return names.indices.map { index in
      PlanSummary.Control(
        name: names[index], mean: means[index],
        integrates: index < first ? nil : integratedMeasures[index - first])
    }
  }

  /// Computes the controls of a player.
  func values(of state: ProfileState, _ rulebook: Rulebook, into values: inout [Int64]) {
    values.removeAll(keepingCapacity: true)
    if hasSparks { values.append(state.sparkCount) }
    if rarities.isEmpty && integrated.isEmpty { return }
    // The number of cards given, by rarity.
    var given = InlineArray<4, Int64>(repeating: 0)
    for (card, holding) in zip(rulebook.definition.cards, state.holdings) {
      given[card.rarity.index] += Int64(holding.copies)
    }
    for rarity in rarities {
      var expected: Int64 = 0
      for category in 0..<5 {
        expected += state.sparksByCategory[category] * chances[category * 4 + rarity.index]
      }
      values.append(given[rarity.index] * unit - expected)
    }
    for cards in integrated { values.append(cards.surplus(of: state)) }
  }
}
