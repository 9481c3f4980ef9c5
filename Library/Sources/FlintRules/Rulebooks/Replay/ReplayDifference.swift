package import FlintCalendar

/// A result that differs between two rulebooks.
package struct ReplayDifference: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// A number, such as points.
    case number(Int64)
    /// The instant of the first occurrence, and the number of occurrences.
    case first(Instant, times: Int64)
    /// The day of the only occurrence.
    case day(CivilDay)
  }

  package enum Change: String, Sendable, CaseIterable {
    /// The result exists only under the new rulebook.
    case gained
    /// The result exists only under the old rulebook.
    case lost
    /// The result exists under both rulebooks, with different values.
    case changed
  }

  /// The kind of result, as it is listed: `points`, `card`, `mission`, `achievement`, ….
  package var subject: String
  /// The id or name of the result; equal to the subject where the subject has only one result.
  package var name: String
  /// The value under the old rulebook; `nil` when absent.
  package var old: Value?
  /// The value under the new rulebook; `nil` when absent.
  package var new: Value?

  package var change: Change { old == nil ? .gained : new == nil ? .lost : .changed }
}

extension Replay {
  /// All results that differ between the two folds; empty when both have the same results.
  ///
  /// Numbers and balances come first, then cards (by the instants of their first copies), missions (by the
  /// instants of their first completions, with their numbers of completions) and achievements. Each
  /// group lists what was gained, then what was lost, then what changed, the earliest first.
  package var differences: [ReplayDifference] {
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
    compare("points", "earned") { $0.ledger.earned }
    compare("level") { $0.level }
    compare("fuel") { $0.fuel.amount }
    compare("overloads") { $0.fuel.overloads }
    compare("tokens") { $0.fuel.tokens }
    compare("cards") { $0.ownedCount }
    compare("copies") { $0.holdings.reduce(0) { $0 + Int64($1.copies) } }
    compare("missions") { $0.missions.completions.count }
    compare("achievements") { $0.journey.unlocks.count }
    compare("task_score") { $0.history.days.reduce(0) { $0 + Int64($1.subjects.taskScore) } }
    compare("void_events") { $0.events.voids.count }
    let (before, after) = (old.completeSets, new.completeSets)
    if before != after {
      differences.append(
        ReplayDifference(
          subject: "sets", name: "sets", old: .number(before), new: .number(after)))
    }
    return differences + balances
  }

  /// The balances of the currencies that either rulebook has.
  private var balances: [ReplayDifference] {
    let (before, after) = (old.balances, new.balances)
    let ids = Set(before.keys).union(after.keys).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return ids.filter { before[$0] != after[$0] }.map { id in
      ReplayDifference(
        subject: "balance", name: id, old: before[id].map { .number($0) },
        new: after[id].map { .number($0) })
    }
  }

  private static func differences(
    _ subject: String, _ old: [String: ReplayDifference.Value],
    _ new: [String: ReplayDifference.Value]
  ) -> [ReplayDifference] {
    let all = Set(old.keys).union(new.keys).map { name in
      ReplayDifference(subject: subject, name: name, old: old[name], new: new[name])
    }
    return all.filter { $0.old != $0.new }.sorted { $0.sortKey < $1.sortKey }
  }
}

extension ReplayDifference {
  /// The sort key among the differences of one subject.
  fileprivate var sortKey: (change: Int, time: Int64, name: String) {
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
  /// The number of complete sets of cards.
  fileprivate var completeSets: Int64 {
    let today =
      state.events.newest.map { rulebook.dayStart.day(of: $0.at, offset: .zero) }
      ?? CivilDay(number: 0)
    return Int64(rulebook.sets(in: state, today: today).count { $0.isComplete })
  }

  /// The balances, by the ids of the currencies.
  fileprivate var balances: [String: Int64] {
    Dictionary(
      rulebook.balances(in: state).map { ($0.currency.id, $0.balance) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The cards owned, by id.
  fileprivate var cards: [String: ReplayDifference.Value] {
    // Further copies appear in the numbers of points and copies.
    Dictionary(
      zip(rulebook.definition.cards, state.holdings).compactMap { card, holding in
        holding.copies > 0 ? (card.id, .first(holding.first, times: 1)) : nil
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The missions completed, by id.
  fileprivate var missions: [String: ReplayDifference.Value] {
    var found: [Int32: (first: Instant, times: Int64)] = [:]
    for completion in state.missions.completions {
      found[completion.mission, default: (completion.at, 0)].times += 1
    }
    return Dictionary(
      found.map { position, value in
        (
          rulebook.definition.missions[Int(position)].id,
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
