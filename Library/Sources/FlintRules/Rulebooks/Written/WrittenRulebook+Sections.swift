package import FlintJSON
package import FlintSchema

extension DropDefinition {
  package static let table = TableSchema(
    blank: DropDefinition(rates: CardRarity.ignition.map { _ in .zero }, emptyCell: .none),
    [
      TableField(
        "chance", \.chance, .probability,
        "The probability that a spark draws a card: an exact number from 0 to 1."),
      TableField(
        "empty_cell", \.emptyCell, .choice(of: EmptyCell.allCases, blank: .none, \.rawValue),
        "The treatment of a rarity for which the category has no card: `demote` (the next lower "
          + "rarity that has one), `none` (no card) or `reroll` (a new draw among the rarities "
          + "that have one)."),
      TableField(
        "per_day", \.perDay, .million,
        "The number of sparks of a civil day that draw a card, 0 to 1000000; further ones draw none "
          + "(default: no limit). Rolls for tokens and those that earning rules grant do not count."
      ),
      TableField(
        "rates", \.rates, .values(ofNames: .rates, .probability),
        "The probability of each rarity (\(list(CardRarity.ignitionNames)), or those of `rarities`), exact "
          + "numbers that sum to 1, from common to rare."
      ).unlessListed(.rates),
      TableField(
        "pity", \.pity,
        .optionalValues(ofNames: .pity, .table(PityDefinition.table).allOrNothing()),
        "The pity rules by rarity, for all but the commonest; `false` removes an inherited rule.",
        isRequired: false),
    ]
  ) { drops, reader in
    for (name, rule) in zip(reader.names(.pity), drops.pity) {
      for (key, isGiven) in [("first", rule?.first != nil), ("round", rule?.round != nil)]
      where isGiven {
        reader.fault(
          "only the pity of pools has \(key)", at: .name("pity"), .name(name), .name(key))
      }
    }
    if drops.pity.first ?? nil != nil {
      reader.fault(
        "the commonest rarity cannot have pity", at: .name("pity"),
        .name(reader.names(.pity).first ?? ""))
    }
    if let problem = drops.sumProblem { reader.fault(problem, at: .name("rates")) }
    for ((name, rule), rate) in zip(zip(reader.names(.pity), drops.pity), drops.rates) {
      rule?.check(against: rate, at: [.name("pity"), .name(name)], &reader)
    }
  }.refusing("effective_rates", because: TableSchema<DropDefinition>.derived)

  /// The problem of the sum of the rates, each of which is valid.
  private var sumProblem: String? {
    guard rates.count == pity.count, rates.allSatisfy(\.isProbability) else { return nil }
    // A number greater than 1 is reported with its pity rule.
    var sound = self
    sound.pity = pity.map { $0.flatMap { $0.fractions.allSatisfy(\.isProbability) ? $0 : nil } }
    guard let weights = DropTable.commonWeights(of: sound) else {
      return "the rates' common denominator is too large; round them"
    }
    let sum = weights.rates.reduce(0, +)
    if sum == weights.denominator { return nil }
    return Fraction.sumProblem(of: rates, sum: sum, over: weights.denominator)
  }
}

extension TokenRules {
  package static let table = TableSchema(
    blank: TokenRules(initial: 0, perOverload: 0),
    [
      TableField(
        "initial", \.initial, .million, "The roll tokens of a new profile, 0 to 1000000."),
      TableField(
        "per_overload", \.perOverload, .million,
        "The roll tokens that an overload grants, 0 to 1000000."),
    ])
}

extension TaskRules {
  package static let table = TableSchema(
    blank: TaskRules(),
    [
      TableField(
        "scores", \.scores, .values(of: TaskPriority.names, .million),
        "The score of a completed task, by priority (\(list(TaskPriority.names)))."),
      TableField(
        "credit_points", \.creditPoints, .boolean, "Whether scores are also credited as points."),
      // Rulebooks store only other amounts than the usual ones.
      TableField(
        "urgency", .table(UrgencyRules.table),
        "What makes a task urgent, a number by circumstance: see below.",
        get: { $0.urgency == UrgencyRules() ? nil : $0.urgency },
        set: { $0.urgency = $1 ?? UrgencyRules() }),
    ])
}

extension LevelDefinition {
  package static let table = TableSchema(
    blank: LevelDefinition(title: RulebookReader.unread, threshold: 0),
    [
      TableField("title", \.title, .title, "The title of the level."),
      TableField(
        "threshold", \.threshold,
        .whole.limited {
          $0 > RulebookDefinition.maximumThreshold
            ? "expected at most \(RulebookDefinition.maximumThreshold), got \($0)" : nil
        },
        "The total points at which the level begins: 0 for the first, then increasing, up to "
          + "\(RulebookDefinition.maximumThreshold)."),
      TableField(
        "grants", \.grants, optional: .grants,
        "The amounts of currencies that reaching it grants, once, by currency (default: none)."),
    ])
}

extension CardDefinition {
  static let mostWeight: Int64 = 1_000_000
  static let mostText = 300

  package static let table = TableSchema(
    blank: CardDefinition(
      id: RulebookReader.unread, name: RulebookReader.unread, category: .decision, rarity: .common),
    [
      TableField(
        "id", \.id, .rulebookID, "The id, which must not change once history refers to it."
      ).own(),
      TableField("name", \.name, .name, "The name."),
      TableField(
        "category", \.category, .name(in: .categories),
        "The category whose sparks can draw it: \(list(SparkCategory.ignitionNames)), or one of "
          + "`categories`."),
      TableField(
        "rarity", \.rarity, .name(in: .rarities),
        "The rarity: \(list(CardRarity.ignitionNames)), or one of `rarities`."),
      .weight,
      TableField(
        "text", \.text, .sentence(atMost: mostText),
        "A sentence about it, of at most \(mostText) characters (default: none)."),
      TableField(
        "set", \.set, .rulebookID, "The id of the set that it belongs to (default: none)."),
    ]
      + TableField.season(
        \.season, from: "The first day on which it can be drawn (default: no start).",
        before: "The first day on which it can no longer be drawn (default: no end).")
      + [
        TableField(
          "exclusive", .boolean,
          "Whether only pools that list or feature it, or filter its rarity, draw it (default: false).",
          get: { $0.isExclusive ? true : nil }, set: { $0.isExclusive = $1 ?? false })
      ]
  ) { $0.season.check(&$1) }
}

extension TableField where Record == CardDefinition {
  fileprivate static var weight: TableField {
    TableField(
      "weight", .whole.limited(to: 1...CardDefinition.mostWeight),
      "The weight among the cards of its category and rarity, 1 to "
        + "\(CardDefinition.mostWeight) (default: 1): a card of weight 2 is drawn twice as often as "
        + "one of weight 1.",
      get: { $0.weight == 1 ? nil : $0.weight }, set: { $0.weight = $1 ?? 1 })
  }
}

// MARK: Types of values

extension TableType where Value == Int64 {
  /// A whole number from 0 to a million.
  static let million = TableType.whole.limited(to: 0...1_000_000)
}

extension TableType where Value == String {
  static let rulebookID = TableType.text.limited { id in
    let isValid =
      (1...100).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x5f
      }
    return isValid
      ? nil : "expected 1 to 100 lower-case letters, digits, \"-\" or \"_\", got \"\(id)\""
  }
  static let name = TableType.text.limited {
    $0.trimmedWhitespace.isEmpty ? "expected a name, got nothing" : nil
  }
  /// A text of one line that is not empty.
  static func sentence(atMost most: Int) -> TableType {
    .text.limited {
      if $0.trimmedWhitespace.isEmpty { return "expected a sentence, got nothing" }
      if $0.contains(where: \.isNewline) { return "expected one line" }
      return $0.count > most ? "expected at most \(most) characters, got \($0.count)" : nil
    }
  }
  static let title = TableType.text.limited {
    $0.trimmedWhitespace.isEmpty ? "expected a title, got nothing" : nil
  }
}

extension TableType where Value == Fraction {
  package static let fraction = TableType(
    "a number such as 0.25, \"25%\" or \"1/4\"", blank: .zero
  ) { value throws(TableProblem) in
    try exact(value)
  } json: {
    .string($0.description)
  }

  /// A price in money, which is no share of anything.
  static let money = TableType("an amount such as 9.99", blank: .zero) {
    value throws(TableProblem) in
    if case .string(let text) = value, text.contains("%") || text.contains("/") { return nil }
    return try exact(value)
  } json: {
    .string($0.description)
  }

  /// Returns the number of a value; `nil` if it is none.
  package static func exact(_ value: JSONValue) throws(TableProblem) -> Fraction? {
    switch value {
    case .integer(let number) where number < 0:
      throw TableProblem("expected at least 0, got \(number)")
    case .number(let number) where number < 0:
      throw TableProblem("expected at least 0, got \(number)")
    case .integer(let number): return Fraction(UInt64(number))
    case .number(let number):
      guard number.isFinite else { return nil }
      guard let exact = Fraction(shortestDecimalOf: number) else {
        throw TableProblem("\(number) has too many digits; round it")
      }
      return exact
    case .string(let text): return Fraction(ratioOrDecimal: text)
    default: return nil
    }
  }

  /// An exact number from 0 to 1.
  package static let probability = TableType.fraction.limited {
    $0.isProbability ? nil : "expected 0 to 1, got \($0)\($0.percentHint)"
  }

  /// The factor of an intensity.
  static let multiplier = TableType.fraction.limited {
    if $0.approximation > 1000 { return "expected at most 1000, got \($0)" }
    return $0.numerator > 1_000_000_000 ? "\($0) has too many digits; round it" : nil
  }
}

extension Fraction {
  var isProbability: Bool { numerator <= denominator }
}
