import Rules

/// Numbers of each player whose expected values are known exactly, and with which what is measured
/// goes along: by how far they came out wrong, the estimates are mended (control variates).
///
/// The first is the number of sparks less what the policy makes of it on the average. The next are,
/// a rarity each, by how much more often it was given than its rates in the categories of the sparks
/// come to: a sum of fair bets, whose mean is 0 whatever the policy and the horizon. The last belong to
/// a measure of cards each: what chance alone made of it, so that it can be integrated out.
public struct Controls: Sendable {
  /// What the controls are, for the output.
  public private(set) var names: [String] = []
  /// Their expected values.
  private(set) var means: [Double] = []
  private(set) var hasSparks = false
  /// Rarities that are controls.
  private var rarities: [Rarity] = []
  /// By category and rarity: the chance of a spark, in `unit`.
  private var chances: [Int64] = []
  private var unit: Int64 = 1
  /// What belongs to measures of cards.
  private var integrated: [IntegratedCards] = []
  /// Which measures these are.
  private var integratedMeasures: [Int] = []

  /// None.
  init() {}

  /// Finds the controls of a plan under one of its rulebooks: of draws, where no pity or season
  /// bends the rates; of sparks, where the horizon is a number of days and the policy chance.
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
    // So that sums over a player's sparks stay within 64 bits.
    guard let common = Fraction.overCommonDenominator(rates.joined(), most: 1 << 30) else { return }
    unit = Int64(common.denominator)
    chances = common.numerators.map { Int64($0) }
    for rarity in Rarity.allCases.dropFirst() {
      // Of a rarity that never or always comes there is nothing to learn.
      let own = zip(policy.mix.weights, rates).filter { $0.0 > 0 }.map { $0.1[rarity.index] }
      guard own.contains(where: { $0 != .zero && $0 != .one }) else { continue }
      rarities.append(rarity)
      names.append("drops.\(rarity.name)")
      means.append(0)
    }
    // Where draws decide when a player ends, the sparks are no condition.
    if case .until = plan.horizon { return }
    for (place, measure) in plan.measures.enumerated() {
      guard case .total(.cards(let rarity, let category)) = measure.kind else { continue }
      integrated.append(IntegratedCards(rarity, category, rulebook, policy.mix))
      integratedMeasures.append(place)
      names.append("\(measure.name) given the sparks")
      means.append(0)
    }
  }

  /// What a result has to say of them.
  var summary: [PlanSummary.Control] {
    let first = names.count - integrated.count
    return names.indices.map { place in
      PlanSummary.Control(
        name: names[place], mean: means[place],
        integrates: place < first ? nil : integratedMeasures[place - first])
    }
  }

  /// How many there are.
  public var count: Int { names.count }

  /// What the controls of a player are.
  func values(of state: ProfileState, _ rulebook: Rulebook, into values: inout [Int64]) {
    values.removeAll(keepingCapacity: true)
    if hasSparks { values.append(state.sparkCount) }
    if rarities.isEmpty && integrated.isEmpty { return }
    var given: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
    for (card, holding) in zip(rulebook.definition.cards, state.holdings) {
      switch card.rarity {
      case .common: given.0 += Int64(holding.copies)
      case .rare: given.1 += Int64(holding.copies)
      case .epic: given.2 += Int64(holding.copies)
      case .legendary: given.3 += Int64(holding.copies)
      }
    }
    for rarity in rarities {
      let count =
        switch rarity {
        case .common: given.0
        case .rare: given.1
        case .epic: given.2
        case .legendary: given.3
        }
      var expected: Int64 = 0
      for category in 0..<5 {
        expected += state.sparksByCategory[category] * chances[category * 4 + rarity.index]
      }
      values.append(count * unit - expected)
    }
    for cards in integrated { values.append(cards.surplus(of: state)) }
  }
}
