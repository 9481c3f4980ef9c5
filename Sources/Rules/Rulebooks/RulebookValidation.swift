import Schema

extension RulebookDefinition {
  /// The maximum number of missions, cards or rungs of a rulebook.
  static let maximumEntries = 10_000
  /// The maximum reward, target or fuel capacity.
  static let maximumPoints: Int64 = 1_000_000_000
  /// The maximum number of days on which seasons may begin or end; each adds an era to the tables.
  static let maximumBoundaries = 1000
  /// The maximum threshold of a level; a million times as much still fits into 64 bits.
  static let maximumThreshold: Int64 = 1_000_000_000_000

  /// Returns all errors in the rulebook, in the order of its sections; empty when it is valid.
  public func faults() -> [RulebookFault] {
    var faults: [RulebookFault] = []
    func check(_ holds: Bool, _ path: String, _ problem: @autoclosure () -> String) {
      if !holds { faults.append(RulebookFault(path: path, problem: problem())) }
    }
    check(Self.isIdentifier(id), "id", Self.identifierProblem(id))
    checkPoints(&faults)
    checkCards(&faults)
    faults += drops.faults()
    checkCells(&faults)
    checkLevels(&faults)
    check(
      (1...Self.maximumPoints).contains(fuelCapacity), "fuel.capacity",
      "expected 1 to \(Self.maximumPoints), got \(fuelCapacity)")
    for (path, tokens) in [("initial", initialTokens), ("per_overload", tokensPerOverload)] {
      check(
        (0...1_000_000).contains(tokens), "tokens.\(path)",
        "expected 0 to 1000000, got \(tokens)")
    }
    faults += missionFaults()
    checkTasks(&faults)
    faults += ladderFaults()
    let boundaries = Eras(seasons).count - 1
    check(
      boundaries <= Self.maximumBoundaries, "seasons",
      "expected at most \(Self.maximumBoundaries) days on which one begins or ends, "
        + "got \(boundaries)")
    return faults
  }

  static func isIdentifier(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x5f
      }
  }

  static func identifierProblem(_ text: String) -> String {
    "expected 1 to 100 lower-case letters, digits, \"-\" or \"_\", got \"\(text)\""
  }

  /// Returns the errors in a list with one value for each of some names.
  private func faults(of values: [Int64], _ path: String, names: [String]) -> [RulebookFault] {
    guard values.count == names.count else {
      let problem = "expected \(names.count) values, got \(values.count)"
      return [RulebookFault(path: path, problem: problem)]
    }
    return zip(names, values).filter { !(0...1_000_000).contains($1) }.map { name, value in
      RulebookFault(path: "\(path).\(name)", problem: "expected 0 to 1000000, got \(value)")
    }
  }

  private func checkTasks(_ faults: inout [RulebookFault]) {
    faults += self.faults(of: tasks.scores, "tasks.scores", names: ["P0", "P1", "P2", "P3"])
  }

  private func checkPoints(_ faults: inout [RulebookFault]) {
    faults += self.faults(of: basePoints, "points", names: Category.names)
    faults += self.faults(of: duplicatePoints, "duplicates", names: Rarity.names)
    guard multipliers.count == Intensity.names.count else {
      faults.append(
        RulebookFault(path: "multipliers", problem: "expected 4 values, got \(multipliers.count)"))
      return
    }
    for (name, multiplier) in zip(Intensity.names, multipliers) {
      let problem: String? =
        if multiplier.approximation > 1000 {
          "expected at most 1000, got \(multiplier)"
        } else if multiplier.numerator > 1_000_000_000 {
          "\(multiplier) has too many digits; round it"
        } else {
          nil
        }
      if let problem {
        faults.append(RulebookFault(path: "multipliers.\(name)", problem: problem))
      }
    }
  }

  private func checkCards(_ faults: inout [RulebookFault]) {
    if cards.count > Self.maximumEntries {
      faults.append(
        RulebookFault(
          path: "cards", problem: "expected at most \(Self.maximumEntries), got \(cards.count)"))
    }
    var seen: [String: Int] = [:]
    for (index, card) in cards.enumerated() {
      let path = "cards[\(index + 1)]"
      if !Self.isIdentifier(card.id) {
        faults.append(RulebookFault(path: "\(path).id", problem: Self.identifierProblem(card.id)))
      }
      if let first = seen.updateValue(index, forKey: card.id) {
        faults.append(
          RulebookFault(
            path: "\(path).id", problem: "\"\(card.id)\" is already the id of cards[\(first + 1)]"))
      }
      if card.name.trimmedWhitespace.isEmpty {
        faults.append(RulebookFault(path: "\(path).name", problem: "expected a name, got nothing"))
      }
      faults += card.season.faults(path)
    }
  }

  /// Checks that on every day, each cell that can be rolled has a card, or may be empty.
  private func checkCells(_ faults: inout [RulebookFault]) {
    guard drops.rates.count == 4, drops.pity.count == 4, drops.chance != .zero,
      drops.emptyCell != .none
    else { return }
    for category in Category.allCases {
      let inCategory = cards.filter { $0.category == category }
      for rarity in Rarity.allCases {
        let canBeDrawn = drops.rates[rarity.index] != .zero || drops.pity[rarity.index] != nil
        guard canBeDrawn else { continue }
        let resolving = inCategory.filter { drops.emptyCell == .reroll || $0.rarity <= rarity }
        for days in Season.gaps(between: resolving.map(\.season)) {
          faults.append(
            RulebookFault(
              path: "cards",
              problem: "a \(rarity.name) \(category.name) card can be rolled"
                + (days == .always ? "" : " \(days.text)") + ", but there is none"
                + (drops.emptyCell == .demote ? " of that or a lower rarity" : "")
                + "; add one, or set drops.empty_cell to \"none\""))
        }
      }
    }
  }

  private func checkLevels(_ faults: inout [RulebookFault]) {
    guard let first = levels.first, levels.count <= 255 else {
      faults.append(
        RulebookFault(path: "levels", problem: "expected 1 to 255 levels, got \(levels.count)"))
      return
    }
    if first.threshold != 0 {
      faults.append(
        RulebookFault(
          path: "levels[1].threshold",
          problem: "the first level begins at 0, got \(first.threshold)"
        ))
    }
    for (index, level) in levels.enumerated() {
      let path = "levels[\(index + 1)]"
      if level.title.trimmedWhitespace.isEmpty {
        faults.append(
          RulebookFault(path: "\(path).title", problem: "expected a title, got nothing"))
      }
      if level.threshold > Self.maximumThreshold {
        faults.append(
          RulebookFault(
            path: "\(path).threshold",
            problem: "expected at most \(Self.maximumThreshold), got \(level.threshold)"))
      }
    }
    for index in levels.indices.dropFirst()
    where levels[index].threshold <= levels[index - 1].threshold {
      faults.append(
        RulebookFault(
          path: "levels[\(index + 1)].threshold",
          problem: "thresholds must rise: \(levels[index].threshold) follows "
            + "\(levels[index - 1].threshold)"))
    }
  }
}

extension DropDefinition {
  func faults() -> [RulebookFault] {
    var faults: [RulebookFault] = []
    if chance.numerator > chance.denominator {
      faults.append(
        RulebookFault(path: "drops.chance", problem: "expected 0 to 1, got \(chance)"))
    }
    guard rates.count == 4 else {
      faults.append(
        RulebookFault(path: "drops.rates", problem: "expected 4 rates, got \(rates.count)"))
      return faults
    }
    guard pity.count == 4 else {
      faults.append(
        RulebookFault(path: "drops.pity", problem: "expected 4 rules, got \(pity.count)"))
      return faults
    }
    faults += rateFaults()
    for rarity in Rarity.allCases {
      guard let rule = pity[rarity.index] else { continue }
      let path = "drops.pity.\(rarity.name)"
      if rarity == .common {
        faults.append(
          RulebookFault(path: path, problem: "the commonest rarity cannot have pity"))
      }
      if let hard = rule.hard, !(1...1_000_000).contains(hard) {
        faults.append(
          RulebookFault(path: "\(path).hard", problem: "expected 1 to 1000000, got \(hard)"))
      }
      if let start = rule.softStart, !(1...1_000_000).contains(start) {
        faults.append(
          RulebookFault(path: "\(path).soft_start", problem: "expected 1 to 1000000, got \(start)"))
      }
      if rule.softStep.numerator > rule.softStep.denominator {
        faults.append(
          RulebookFault(
            path: "\(path).soft_step", problem: "expected 0 to 1, got \(rule.softStep)"))
      }
      if rule.hard == nil && (rule.softStart == nil || rule.softStep == .zero) {
        faults.append(
          RulebookFault(
            path: path, problem: "the rule has no effect; set hard, or soft_start and soft_step"))
      } else if let start = rule.softStart, let hard = rule.hard, start > hard {
        faults.append(
          RulebookFault(
            path: "\(path).soft_start", problem: "\(start) can never be reached: hard is \(hard)"))
      } else if (rule.softStart == nil) != (rule.softStep == .zero) {
        faults.append(
          RulebookFault(path: path, problem: "soft_start and soft_step belong together"))
      }
    }
    return faults
  }

  /// Returns the errors of the rates, each by itself and of their sum.
  private func rateFaults() -> [RulebookFault] {
    let excessive = zip(Rarity.names, rates).filter { $1.numerator > $1.denominator }
    if !excessive.isEmpty {
      return excessive.map { name, rate in
        RulebookFault(path: "drops.rates.\(name)", problem: "expected 0 to 1, got \(rate)")
      }
    }
    // A step greater than 1 is reported with its pity rule.
    var sound = self
    sound.pity = pity.map { rule in
      rule.flatMap { $0.softStep.numerator > $0.softStep.denominator ? nil : $0 }
    }
    guard let weights = DropTable.commonWeights(of: sound) else {
      let problem = "the rates' common denominator is too large; round them"
      return [RulebookFault(path: "drops.rates", problem: problem)]
    }
    let sum = weights.rates.reduce(0, +)
    if sum == weights.denominator { return [] }
    let text = Fraction(sum, over: weights.denominator)?.description ?? "?"
    return [RulebookFault(path: "drops.rates", problem: "rates must sum to 1, got \(text)")]
  }
}
