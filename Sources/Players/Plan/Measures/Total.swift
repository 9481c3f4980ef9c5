package import FlintRules

/// A number in a player's profile at the end of the horizon, a whole number.
package enum Total: Hashable, Sendable {
  case points(Source?)
  case level
  /// Distinct cards owned; only those of a rarity or a category where one is given.
  case cards(CardRarity?, SparkCategory?)
  /// Cards given, duplicates included; only those of a rarity where one is given.
  case drops(CardRarity?)
  /// Cards given that were owned already.
  case duplicates
  case sparks
  /// Missions completed, repetitions counted.
  case missions
  /// The number of completions of the mission with an id.
  case mission(String)
  /// The longest spark streak, in days.
  case streak
  case overloads
  /// Fuel left.
  case fuel
  /// Roll tokens left.
  case tokens
  case achievements
  case taskScore
  /// Days rated with a mood.
  case moods
  /// Days with at least one event.
  case activeDays
  /// Events, those without effect included.
  case events
  case balance(String)
  /// What was spent of the currency with an id.
  case spent(String)
  /// The money paid, in hundredths of its unit.
  case money
  /// Rolls of the pool with an id, or of all pools.
  case rolls(String?)
  /// Featured cards given by the pool with an id, copies included, or by all pools.
  case featured(String?)
  /// The longest run of days with rolls on which the pool with an id, or any pool, gave no card of the
  /// rarest rarity that it has featured cards of; of the rarest of all where it has none.
  case dryDays(String?)
  /// 1 for a player with an event on the day that is so many days after the first one, otherwise 0.
  case retention(Int32)

  package enum Source: String, Sendable, CaseIterable {
    /// Points for the sparks themselves.
    case spark
    /// Points for duplicate cards.
    case duplicate
    /// Points for completed missions.
    case mission
    /// From tasks, where the rulebook credits them.
    case task
    /// From other events, by the rulebook's earning rules.
    case earned
  }

  static let plain: [(name: String, total: Total)] =
    [
      ("points", .points(nil)), ("level", .level), ("cards", .cards(nil, nil)),
      ("drops", .drops(nil)),
      ("duplicates", .duplicates), ("sparks", .sparks), ("missions", .missions),
      ("streak", .streak), ("overloads", .overloads), ("fuel", .fuel), ("tokens", .tokens),
      ("achievements", .achievements), ("task_score", .taskScore), ("moods", .moods),
      ("active_days", .activeDays), ("events", .events), ("money", .money), ("rolls", .rolls(nil)),
      ("featured", .featured(nil)), ("dry_days", .dryDays(nil)),
    ] + Source.allCases.map { ("points.\($0.rawValue)", .points($0)) }
    + CardRarity.ignition.map { ("cards.\($0.name)", .cards($0, nil)) }
    + CardRarity.ignition.map { ("drops.\($0.name)", .drops($0)) }
    + SparkCategory.ignition.map { ("cards.\($0.name)", .cards(nil, $0)) }

  /// The totals of a currency or a pool, whose id follows the name and a point.
  private static let named: [(name: String, total: @Sendable (String) -> Total)] = [
    ("currency", { .balance($0) }), ("spent", { .spent($0) }), ("rolls", { .rolls($0) }),
    ("featured", { .featured($0) }), ("dry_days", { .dryDays($0) }),
  ]

  /// Parses a name: `points`, `points.mission`, `cards.legendary`, `mission.week-warrior`,
  /// `currency.gems`; `nil` for an unknown one. Ids are not checked against a rulebook.
  package init?(name: String) {
    if let found = Self.plain.first(where: { $0.name == name }) {
      self = found.total
    } else if name.hasPrefix("mission."), name.utf8.count > 8 {
      self = .mission(String(name.dropFirst(8)))
    } else if name.hasPrefix("retention."), let days = Int32(name.dropFirst(10)), days >= 1 {
      self = .retention(days)
    } else if let form = Self.named.first(where: { name.hasPrefix("\($0.name).") }),
      name.utf8.count > form.name.utf8.count + 1
    {
      self = form.total(String(name.dropFirst(form.name.utf8.count + 1)))
    } else if name.hasPrefix("cards."), let rarity = CardRarity(name: name.dropFirst(6)) {
      self = .cards(rarity, nil)
    } else if name.hasPrefix("cards."), let category = SparkCategory(name: name.dropFirst(6)) {
      self = .cards(nil, category)
    } else if name.hasPrefix("drops."), let rarity = CardRarity(name: name.dropFirst(6)) {
      self = .drops(rarity)
    } else {
      return nil
    }
  }

  /// The name in the syntax of `init(name:)`.
  package var name: String {
    switch self {
    case .mission(let id): "mission.\(id)"
    case .cards(let rarity?, nil): "cards.\(rarity.name)"
    case .cards(nil, let category?): "cards.\(category.name)"
    case .drops(let rarity?): "drops.\(rarity.name)"
    case .balance(let id): "currency.\(id)"
    case .spent(let id): "spent.\(id)"
    case .rolls(let id?): "rolls.\(id)"
    case .featured(let id?): "featured.\(id)"
    case .dryDays(let id?): "dry_days.\(id)"
    case .retention(let days): "retention.\(days)"
    default: Self.plain.first { $0.total == self }?.name ?? ""
    }
  }

  /// Whether the mean is a share of the players.
  var isShare: Bool { if case .retention = self { true } else { false } }

  /// Whether the total is recorded for each day, not only for the last.
  var isRecordedByDay: Bool {
    switch self {
    case .points, .level, .sparks, .missions, .drops(nil), .duplicates, .overloads, .taskScore,
      .moods,
      .activeDays:
      true
    default: false
    }
  }
}
