/// One thing that came to something else under another rulebook.
public struct ReplayDifference: Hashable, Sendable {
  /// What sort of thing: `points`, `level`, `card`, `mission`, `achievement`, …
  public var subject: String
  /// Which one; the same as the subject where there is but one.
  public var name: String
  /// What it was; `nil` when it was not there.
  public var old: String?
  /// What it came to; `nil` when it is not there.
  public var new: String?
}

extension Replay {
  /// Everything that the two folds come to differently, in a fixed order; empty when they come to
  /// the same.
  ///
  /// - Parameter text: how an instant is written.
  public func differences(_ text: (Instant) -> String) -> [ReplayDifference] {
    var differences: [ReplayDifference] = []
    func compare<Number: BinaryInteger>(
      _ subject: String, _ name: String, _ key: (ProfileState) -> Number
    ) {
      let (before, after) = (key(old.state), key(new.state))
      if before != after {
        differences.append(
          ReplayDifference(subject: subject, name: name, old: "\(before)", new: "\(after)"))
      }
    }
    compare("points", "total") { $0.ledger.total }
    compare("points", "spark") { $0.ledger.spark }
    compare("points", "duplicate") { $0.ledger.duplicate }
    compare("points", "mission") { $0.ledger.mission }
    compare("points", "task") { $0.ledger.task }
    compare("level", "level") { $0.level }
    compare("overloads", "overloads") { $0.overloads }
    compare("fuel", "fuel") { $0.fuel }
    compare("tokens", "tokens") { $0.tokens }
    compare("task_score", "task_score") { $0.history.days.reduce(0) { $0 + $1.taskScore } }
    compare("void_events", "void_events") { $0.voids.count }
    compare("cards", "cards") { $0.ownedCount }
    differences += Replay.differences(
      "card", old.cards.map { ($0.id, text($0.at)) }, new.cards.map { ($0.id, text($0.at)) })
    let times = { (mission: (id: String, times: Int, at: Instant)) in
      (
        mission.id,
        (mission.times > 1 ? "\(mission.times) times, first " : "") + text(mission.at)
      )
    }
    differences += Replay.differences(
      "mission", old.missions.map(times), new.missions.map(times))
    differences += Replay.differences(
      "achievement", old.achievements.map { ($0.id, $0.day.description) },
      new.achievements.map { ($0.id, $0.day.description) })
    return differences
  }

  private static func differences(
    _ subject: String, _ old: [(String, String)], _ new: [(String, String)]
  ) -> [ReplayDifference] {
    let before = Dictionary(old, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new, uniquingKeysWith: { first, _ in first })
    let changed = old.compactMap { name, text in
      after[name] == text
        ? nil : ReplayDifference(subject: subject, name: name, old: text, new: after[name])
    }
    return changed
      + new.filter { before[$0.0] == nil }.map {
        ReplayDifference(subject: subject, name: $0.0, old: nil, new: $0.1)
      }
  }
}
