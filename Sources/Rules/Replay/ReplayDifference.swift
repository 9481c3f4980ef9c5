/// One thing that came to something else under another rulebook.
public struct ReplayDifference: Hashable, Sendable {
  /// What something came to.
  public enum Value: Hashable, Sendable {
    /// A number, such as points.
    case number(Int64)
    /// It came first at an instant, and so often in all.
    case first(Instant, times: Int64)
    /// It came on a day.
    case day(CivilDay)
  }

  /// How the two differ.
  public enum Change: String, Sendable, CaseIterable {
    /// Only the other rulebook brought it.
    case gained
    /// Only the rulebook compared with brought it.
    case lost
    /// Both did, but not the same or not at the same time.
    case changed
  }

  /// What sort of thing: `points`, `card`, `mission`, `achievement`, … as it is listed.
  public var subject: String
  /// Which one; the same as the subject where there is but one.
  public var name: String
  /// What it was; `nil` when it was not there.
  public var old: Value?
  /// What it came to; `nil` when it is not there.
  public var new: Value?

  /// Makes a difference.
  public init(subject: String, name: String, old: Value?, new: Value?) {
    self.subject = subject
    self.name = name
    self.old = old
    self.new = new
  }

  /// Whether it came, went, or became another.
  public var change: Change { old == nil ? .gained : new == nil ? .lost : .changed }
}

extension Replay {
  /// Everything that the two folds come to differently; empty when they come to the same.
  ///
  /// First the numbers, then cards (by their first copies), missions (by their first completions
  /// and how often) and achievements; in each what was gained, what was lost and what changed, the
  /// earliest first.
  public var differences: [ReplayDifference] {
    numbers + Self.differences("card", old.cards, new.cards)
      + Self.differences("mission", old.missions, new.missions)
      + Self.differences("achievement", old.achievements, new.achievements)
  }

  private var numbers: [ReplayDifference] {
    var differences: [ReplayDifference] = []
    func compare<Number: BinaryInteger>(
      _ subject: String, _ name: String? = nil, _ key: (ProfileState) -> Number
    ) {
      let (before, after) = (key(old.state), key(new.state))
      if before != after {
        differences.append(
          ReplayDifference(
            subject: subject, name: name ?? subject, old: .number(Int64(before)),
            new: .number(Int64(after))))
      }
    }
    compare("points", "total") { $0.ledger.total }
    compare("points", "spark") { $0.ledger.spark }
    compare("points", "duplicate") { $0.ledger.duplicate }
    compare("points", "mission") { $0.ledger.mission }
    compare("points", "task") { $0.ledger.task }
    compare("level") { $0.level }
    compare("fuel") { $0.fuel }
    compare("overloads") { $0.overloads }
    compare("tokens") { $0.tokens }
    compare("cards") { $0.ownedCount }
    compare("copies") { $0.holdings.reduce(0) { $0 + Int64($1.copies) } }
    compare("missions") { $0.completions.count }
    compare("achievements") { $0.journey.unlocks.count }
    compare("task_score") { $0.history.days.reduce(0) { $0 + Int64($1.taskScore) } }
    compare("void_events") { $0.voids.count }
    return differences
  }

  private static func differences(
    _ subject: String, _ old: [String: ReplayDifference.Value],
    _ new: [String: ReplayDifference.Value]
  ) -> [ReplayDifference] {
    let all = Set(old.keys).union(new.keys).map { name in
      ReplayDifference(subject: subject, name: name, old: old[name], new: new[name])
    }
    return all.filter { $0.old != $0.new }.sorted { $0.place < $1.place }
  }
}

extension ReplayDifference {
  /// Where it stands among those of its subject.
  fileprivate var place: (change: Int, time: Int64, name: String) {
    let time: Int64 =
      switch new ?? old {
      case .first(let instant, _)?: instant.milliseconds
      case .day(let day)?: Int64(day.number)
      case .number?, nil: 0
      }
    return (Change.allCases.firstIndex(of: change) ?? 0, time, name)
  }
}

extension Replay.Side {
  /// The cards owned, by id.
  fileprivate var cards: [String: ReplayDifference.Value] {
    // How often a card came again is a matter of points and copies in all.
    Dictionary(
      zip(rulebook.definition.cards, state.holdings).compactMap { card, holding in
        holding.copies > 0 ? (card.id, .first(holding.first, times: 1)) : nil
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The missions completed, by id.
  fileprivate var missions: [String: ReplayDifference.Value] {
    var found: [Int32: (first: Instant, times: Int64)] = [:]
    for completion in state.completions {
      found[completion.mission, default: (completion.at, 0)].times += 1
    }
    return Dictionary(
      found.map { place, value in
        (
          rulebook.definition.missions[Int(place)].id,
          .first(value.first, times: value.times)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The achievements unlocked, by id.
  fileprivate var achievements: [String: ReplayDifference.Value] {
    Dictionary(
      state.journey.unlocks.map { (rulebook.rungID(of: $0), .day($0.day)) },
      uniquingKeysWith: { first, _ in first })
  }
}
