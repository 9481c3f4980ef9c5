package import FlintSchema

extension EarningRule {
  package static let table = TableSchema(
    blank: EarningRule(OccurrenceSelector(.entry)),
    [
      TableField(
        "event", \.selector.event, .kind(of: OccurrenceKind.earning),
        "The event that it pays for: one of the events below.")
    ] + filters + [
      TableField(
        "points", \.points, .million,
        "The points of an event or, with `per`, of each complete group: 0 to 1000000 (default: 0).",
        isRequired: false),
      TableField(
        "per", .whole.limited(to: 1...1_000_000),
        "The size of a group: the points are paid for each complete group of the entry's amount, 1 "
          + "to 1000000.",
        get: { $0.amount.flatMap { $0.per == 0 ? nil : $0.per } },
        set: { rule, per in
          rule.amount = per.map { Amount(per: $0, of: rule.amount?.unit ?? .minutes) }
        }),
      TableField(
        "of", .choice(of: Unit.allCases, blank: .minutes, \.rawValue),
        "The amount that `per` divides: the `minutes` of an entry (default) or the `number` of a "
          + "measurement.",
        get: { $0.amount?.unit },
        set: { rule, unit in
          // Without a size of groups the check reports the unit.
          rule.amount = unit.map { Amount(per: rule.amount?.per ?? 0, of: $0) } ?? rule.amount
        }),
      TableField(
        "cap", \.cap, .million, "The most points that one event brings, 0 to 1000000."),
      TableField(
        "per_day", \.perDay, .whole.limited(to: 1...1_000_000),
        "How often the rule pays on one civil day, 1 to 1000000 (default: without a limit)."),
      TableField(
        "roll", \.roll, .name(in: .categories),
        "The category of a card roll that each payment includes: \(list(SparkCategory.ignitionNames)), or "
          + "one of `categories`."),
      TableField(
        "grants", \.grants, optional: .grants,
        "The amounts of currencies that each payment includes, by currency (default: none)."),
    ]
  ) { rule, reader in
    if rule.points == 0 && rule.roll == nil && rule.grants.isEmpty {
      reader.fault("the rule pays nothing; set points, roll or grants")
    }
    guard let amount = rule.amount else { return }
    if amount.per == 0 {
      reader.fault("the unit needs a size of groups; set per", at: .name("of"))
    } else if rule.selector.event != .entry {
      reader.fault("only the event entry has amounts", at: .name("per"))
    }
  }

  /// The filters of all events that can be paid for.
  private static var filters: [TableField<EarningRule>] {
    let taken = Set(OccurrenceKind.earning.flatMap(\.filters))
    return OccurrenceSelector.fields(\EarningRule.selector).filter { taken.contains($0.name) }
  }
}
