package import FlintSchema

extension PityDefinition {
  /// The maximum number of steps and ramps of a rule.
  private static let mostRates = 1000

  /// The keys of a rule of `drops.pity`.
  package static let table = TableSchema(
    blank: PityDefinition(),
    [
      TableField(
        "soft_start", \.softStart, .whole.limited(to: 1...1_000_000),
        "The first card whose rate is raised, 1 to 1000000; requires `soft_step`.",
        storesNull: true),
      TableField(
        "soft_step", .probability,
        "The increase of the rate from card to card: an exact number from 0 to 1.",
        get: { $0.softStep }, set: { $0.softStep = $1 ?? .zero }),
      TableField(
        "hard", \.hard, .whole.limited(to: 1...1_000_000),
        "The card at which the rarity is certain, 1 to 1000000.", storesNull: true),
      TableField(
        "first", \.first, .whole.limited(to: 1...1_000_000),
        "The card at which it is certain until the first one has come, 1 to 1000000; only in pools."
      ),
      TableField(
        "rates", \.rates, optional: .list(of: .table(PityRate.table)),
        "The rate by roll in steps and ramps, in place of `soft_start`, `soft_step` and `hard`, which "
          + "are its short form: see below."),
      TableField(
        "round", \.round, .whole.limited(to: 2...1000),
        "The number of rolls, counted from the first, in which the rate stays as it is at their "
          + "beginning, 2 to 1000; only in pools (default: each roll has its own rate)."),
      TableField(
        "reset", .choice(of: Reset.allCases, blank: .better, \.rawValue),
        "What resets the counter: a card of the rarity or of a rarer one (`better`, the default), or "
          + "only one of the rarity itself (`exact`).",
        get: { $0.reset == .better ? nil : $0.reset }, set: { $0.reset = $1 ?? .better }),
    ]
  ) { rule, reader in
    if !rule.rates.isEmpty {
      rule.checkRates(&reader)
    } else if rule.hard == nil && rule.first == nil
      && (rule.softStart == nil || rule.softStep == .zero)
    {
      reader.fault("the rule has no effect; set hard, or soft_start and soft_step")
    } else if let start = rule.softStart, let hard = rule.hard, start > hard {
      reader.fault("\(start) can never be reached: hard is \(hard)", at: .name("soft_start"))
    } else if let first = rule.first, let hard = rule.hard, first > hard {
      reader.fault("\(first) can never be reached: hard is \(hard)", at: .name("first"))
    } else if rule.softStart != nil && rule.softStep == .zero {
      reader.fault("soft_start has no effect without a soft_step above 0")
    } else if rule.softStart == nil && rule.softStep != .zero {
      reader.fault("soft_step has no effect without soft_start")
    }
  }

  private func checkRates(_ reader: inout TableReader) {
    let others = [
      ("soft_start", softStart != nil), ("soft_step", softStep != .zero), ("hard", hard != nil),
    ].filter(\.1).map(\.0)
    if !others.isEmpty {
      reader.fault(
        "rates state the whole rule; remove \(others.joined(separator: ", ")), or set what is "
          + "inherited to false", at: .name("rates"))
    }
    if rates.count > Self.mostRates {
      reader.fault("expected at most \(Self.mostRates), got \(rates.count)", at: .name("rates"))
    }
    var certain: Int64?
    for (index, (rate, next)) in zip(rates, rates.dropFirst()).enumerated() {
      if rate.rate == .one { certain = certain ?? rate.from }
      if next.from <= rate.from {
        reader.fault(
          "rolls must rise: \(next.from) follows \(rate.from)", at: .name("rates"),
          .position(index + 2), .name("from"))
      } else if let certain {
        reader.fault(
          "\(next.from) can never be reached: the rate is 1 from \(certain) on", at: .name("rates"),
          .position(index + 2), .name("from"))
      }
    }
    if let last = rates.last, last.rate == .one { certain = certain ?? last.from }
    if let first, let certain, first > certain {
      reader.fault(
        "\(first) can never be reached: the rate is 1 from \(certain) on", at: .name("first"))
    }
  }
}

extension PityRate {
  /// The keys of an entry of `rates`.
  package static let table = TableSchema(
    blank: PityRate(from: 1),
    [
      TableField(
        "from", \.from, .whole.limited(to: 1...1_000_000),
        "The first roll since the last card, 1 to 1000000."),
      TableField(
        "rate", \.rate, .probability,
        "The rate from then on: an exact number from 0 to 1; 1 makes the rarity certain."),
      TableField(
        "step", \.step, .probability,
        "In place of `rate`, the gain with each roll from then on, continuing from the rate before."
      ),
      TableField(
        "every", \.every, .whole.limited(to: 2...1_000_000),
        "The number of rolls from one gain to the next, 2 to 1000000 (default: each roll gains)."),
    ]
  ) { rate, reader in
    if (rate.rate == nil) == (rate.step == nil) {
      reader.fault("expected either rate or step")
    } else if rate.step == .zero {
      reader.fault("a step of 0 has no effect; state the rate", at: .name("step"))
    } else if rate.every != nil, rate.step == nil {
      reader.fault("every has no effect without step", at: .name("every"))
    }
  }
}
