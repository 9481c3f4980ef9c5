import FlintCalendar
package import FlintJSON

/// The draws of events that were removed or undone. Each of them was replaced by nothing or by another draw, so a
/// collection with many of them does not show what chance gave.
package struct RemovedDraws: Equatable, Sendable {
  /// The numbers of draws by the name of their category or, for those of pools, by the pool's id, in the order of first
  /// appearance.
  package private(set) var counts: [(name: String, count: Int64)] = []

  package init() {}

  package var total: Int64 { counts.reduce(0) { $0 + $1.count } }

  package mutating func add(_ count: Int64, of name: String) {
    guard count > 0 else { return }
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += count
    } else {
      counts.append((name, count))
    }
  }

  package var json: JSONValue { .object(counts.map { ($0.name, .integer($0.count)) }) }

  package static func == (left: RemovedDraws, right: RemovedDraws) -> Bool {
    left.counts.elementsEqual(right.counts) { $0 == $1 }
  }
}

extension Rulebook {
  /// The kinds of the events, other than sparks and rolls, that draw cards.
  package var drawingKinds: [EventKind] {
    let isGranting = definition.earn.contains { $0.roll != nil }
    return [.poolRoll] + (isGranting ? EventKind.earning : [])
  }

  /// Returns the draws of removed events.
  ///
  /// An event that an earning rule pays with a roll counts if a rule would pay it by its kind, at most as often a day as
  /// the rule pays: whether it drew when it was recorded depends on a history that is no longer there.
  ///
  /// - Parameters:
  ///   - sparks: The numbers of removed sparks by the number of their category.
  ///   - rolls: The numbers of removed rolls by the number of their category.
  ///   - others: The removed events of `drawingKinds`.
  package func removedDraws(
    sparks: [Int64: Int64], rolls: [Int64: Int64], others: [ProfileEvent]
  ) -> RemovedDraws {
    var draws = RemovedDraws()
    for category in definition.categories {
      draws.add(
        (sparks[category.number] ?? 0) + (rolls[category.number] ?? 0), of: category.name)
    }
    var payments: [Int: [CivilDay: Int64]] = [:]
    for event in others {
      if case .pool(.roll(let roll)) = event.action {
        draws.add(roll.count, of: roll.pool)
        continue
      }
      guard
        let position = definition.earn.firstIndex(where: {
          $0.roll != nil && $0.selector.event.eventKind == event.action.kind
        })
      else { continue }
      let rule = definition.earn[position]
      let day = event.day(dayStart)
      let paid = payments[position, default: [:]][day, default: 0]
      guard let roll = rule.roll, rule.perDay.map({ paid < $0 }) ?? true else { continue }
      payments[position, default: [:]][day] = paid + 1
      draws.add(1, of: roll.name)
    }
    return draws
  }
}

extension EventKind {
  /// The kinds that earning rules can pay for.
  fileprivate static let earning = OccurrenceKind.earning.compactMap(\.eventKind)
}

extension OccurrenceKind {
  /// The kind of the events that cause it; `nil` where events of several kinds do.
  fileprivate var eventKind: EventKind? {
    switch self {
    case .spark: .spark
    case .taskComplete: .taskComplete
    case .mood: .mood
    case .habitDone, .entry: .trackerEntry
    case .activity: .activity
    case .questNode: .questComplete
    case .card, .mission: nil
    }
  }
}
