public import Rules

/// A number in a player's profile at the end of the horizon, a whole number.
public enum Total: Hashable, Sendable {
  /// Points, from one source or from all.
  case points(Source?)
  /// The level.
  case level
  /// Distinct cards owned; only those of a rarity or a category where one is given.
  case cards(Rarity?, Category?)
  /// Cards given, duplicates included; only those of a rarity where one is given.
  case drops(Rarity?)
  /// Cards given that were owned already.
  case duplicates
  /// Sparks.
  case sparks
  /// Missions completed, repetitions counted.
  case missions
  /// The number of completions of the mission with an id.
  case mission(String)
  /// The longest spark streak, in days.
  case streak
  /// Overloads.
  case overloads
  /// Fuel left.
  case fuel
  /// Roll tokens left.
  case tokens
  /// Achievements unlocked.
  case achievements
  /// The sum of the task scores.
  case taskScore
  /// Days rated with a mood.
  case moods
  /// Days with at least one event.
  case activeDays
  /// Events, those without effect included.
  case events

  /// A source of points.
  public enum Source: String, Sendable, CaseIterable {
    /// From sparks themselves.
    case spark
    /// From duplicate cards.
    case duplicate
    /// From missions.
    case mission
    /// From tasks, where the rulebook credits them.
    case task
    /// From other events, by the rulebook's earning rules.
    case earned
  }

  /// The names of the totals without an id.
  static let plain: [(name: String, total: Total)] =
    [
      ("points", .points(nil)), ("level", .level), ("cards", .cards(nil, nil)),
      ("drops", .drops(nil)),
      ("duplicates", .duplicates), ("sparks", .sparks), ("missions", .missions),
      ("streak", .streak), ("overloads", .overloads), ("fuel", .fuel), ("tokens", .tokens),
      ("achievements", .achievements), ("task_score", .taskScore), ("moods", .moods),
      ("active_days", .activeDays), ("events", .events),
    ] + Source.allCases.map { ("points.\($0.rawValue)", .points($0)) }
    + Rarity.allCases.map { ("cards.\($0.name)", .cards($0, nil)) }
    + Rarity.allCases.map { ("drops.\($0.name)", .drops($0)) }
    + Category.allCases.map { ("cards.\($0.name)", .cards(nil, $0)) }

  /// Parses a name: `points`, `points.mission`, `cards.legendary`, `mission.week-warrior`; `nil` for an
  /// unknown one. The id of a mission is not checked against a rulebook.
  public init?(name: String) {
    if let found = Self.plain.first(where: { $0.name == name }) {
      self = found.total
    } else if name.hasPrefix("mission."), name.utf8.count > 8 {
      self = .mission(String(name.dropFirst(8)))
    } else {
      return nil
    }
  }

  /// The name in the syntax of `init(name:)`.
  public var name: String {
    if case .mission(let id) = self { return "mission.\(id)" }
    return Self.plain.first { $0.total == self }?.name ?? ""
  }

  /// Whether the total is recorded for each day, not only for the last.
  var isRecordedByDay: Bool {
    switch self {
    case .points, .sparks, .missions, .drops(nil), .duplicates, .overloads, .taskScore, .moods,
      .activeDays:
      true
    default: false
    }
  }
}
