import FlintCalendar
import Chance
import FlintRules

/// Numbers of each player whose expected values are known exactly and which correlate with the measures:
/// the deviations from their expected values correct the estimates (control variates).
///
/// The first is the number of sparks, whose mean follows from the policy. The next, one for each rarity,
/// are the number of cards given less the number expected from the rates in the categories of the sparks:
/// a sum of fair bets, whose mean is 0 for every policy and horizon. The last belong to one measure of
/// cards each: the deviation of that measure by chance alone, so that it can be integrated out.
struct Controls: Sendable {
  /// The controls in the form that a result contains.
  private(set) var summary: [PlanSummary.Control] = []
  private var hasSparks = false
  private var rarities: [Int] = []
  /// The chances of a spark by category and rarity, in `unit`.
  private var chances: [Int64] = []
  private var unit: Int64 = 1
  private var integrated: [IntegratedCards] = []

  /// Finds the controls of a plan under one of its rulebooks: those of draws where no pity or season
  /// changes the rates; those of sparks where the horizon is a number of days and the policy is random.
  init(_ plan: Plan, _ rulebook: Rulebook) {
    // Cards of pools are no fair bets of the sparks.
    guard case .policy(let policy) = plan.behaviour, plan.engine == .rules, plan.segments.isEmpty,
      !policy.hasPools
    else { return }
    if case .days(let days) = plan.horizon, days <= 100_000,
      policy.isIndependent,
      policy.lapse != nil || policy.churn != nil
        || policy.sparks.contains(where: { if case .poisson = $0 { true } else { false } })
    {
      hasSparks = true
      let mean = policy.expectedSparks(days: days, firstWeekday: plan.start.weekday)
      summary.append(PlanSummary.Control(name: "sparks", mean: mean))
    }
    guard !rulebook.hasPity, rulebook.drawsAlike else { return }
    let rates = rulebook.definition.categories.map { rulebook.rates(for: $0).map(\.effective) }
    // Sums over a player's sparks have to stay within 64 bits.
    guard let common = Fraction.overCommonDenominator(rates.joined(), most: 1 << 30) else { return }
    unit = Int64(common.denominator)
    chances = common.numerators.map { Int64($0) }
    for (position, rarity) in rulebook.definition.rarities.enumerated().dropFirst() {
      // A rarity that never or always drops carries no information.
      let own = zip(policy.mix.weights, rates).filter { $0.0 > 0 }.map { $0.1[position] }
      guard own.contains(where: { $0 != .zero && $0 != .one }) else { continue }
      rarities.append(position)
      summary.append(PlanSummary.Control(name: "drops.\(rarity.name)"))
    }
    // Where draws decide when a player ends, the expectation given the sparks is biased.
    if case .until = plan.horizon { return }
    if !policy.isIndependent { return }
    for (index, measure) in plan.measures.enumerated() {
      guard case .total(.cards(let rarity, let category)) = measure.kind else { continue }
      integrated.append(IntegratedCards(rarity, category, rulebook, policy.mix))
      summary.append(
        PlanSummary.Control(name: "\(measure.name) given the sparks", integrates: index))
    }
  }

  /// Computes the controls of a player.
  func values(of state: ProfileState, _ rulebook: Rulebook, into values: inout [Int64]) {
    values.removeAll(keepingCapacity: true)
    if hasSparks { values.append(state.sparkCount) }
    if rarities.isEmpty && integrated.isEmpty { return }
    // The number of cards given, by rarity.
    let definition = rulebook.definition
    let count = definition.rarities.count
    var given = InlineArray<16, Int64>(repeating: 0)
    for (card, holding) in zip(definition.cards, state.holdings) {
      given[definition.position(of: card.rarity)] += Int64(holding.copies)
    }
    for rarity in rarities {
      var expected: Int64 = 0
      for (category, sparks) in state.sparksByCategory.enumerated() {
        expected += sparks * chances[category * count + rarity]
      }
      values.append(given[rarity] * unit - expected)
    }
    for cards in integrated { values.append(cards.surplus(of: state)) }
  }
}
