import Calendar

/// The missions with general metrics and the chains of missions, compiled.
///
/// Missions with short metrics are counted by `MissionPlan`, whose cost for a spark must not grow with
/// these: a rulebook without general metrics has no lists here.
struct EventMissionPlan: Sendable {
  /// A mission with a general metric.
  struct Mission: Sendable {
    /// The position in the rulebook.
    var mission: Int
    /// The metric, with the names of its filters folded.
    var metric: EventMetric
    var period: MissionPeriod
    var season: Season
    /// The target, in the units of the metric.
    var target: Int64
  }

  /// The missions, in rulebook order; their progress has the same positions.
  let missions: [Mission]
  /// The positions in `missions` by kind of occurrence.
  private let lists: [[Int]]
  /// The position in `missions` of each mission of the rulebook; empty without general metrics.
  private let positions: [Int?]
  /// The missions that each mission requires; empty without chains.
  private let required: [[Int]]
  /// The missions that require each mission; empty without chains.
  private let dependents: [[Int]]

  /// The number of windows of one mission that are kept, as many as days stay open.
  static let windows = OpenWindows.daySlots

  init(_ definitions: [MissionDefinition]) {
    let missions = definitions.enumerated().compactMap { index, definition -> Mission? in
      guard case .events(var metric) = definition.metric else { return nil }
      metric.selector = metric.selector.folded
      let scale = metric.form == .sum ? metric.scale : 1
      return Mission(
        mission: index, metric: metric, period: definition.period, season: definition.season,
        target: definition.target * scale)
    }
    self.missions = missions
    lists = OccurrenceKind.allCases.map { kind in
      missions.indices.filter { missions[$0].metric.selector.event == kind }
    }
    var positions = [Int?](repeating: nil, count: missions.isEmpty ? 0 : definitions.count)
    for (position, mission) in missions.enumerated() { positions[mission.mission] = position }
    self.positions = positions
    if definitions.allSatisfy({ $0.requires.isEmpty }) {
      (required, dependents) = ([], [])
      return
    }
    let indices = Dictionary(
      definitions.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let required = definitions.map { $0.requires.compactMap { indices[$0] } }
    self.required = required
    dependents = definitions.indices.map { index in
      definitions.indices.filter { required[$0].contains(index) }
    }
  }

  /// Whether no mission has a general metric.
  var isEmpty: Bool { missions.isEmpty }

  /// Returns whether any mission counts occurrences of a kind.
  @inline(__always)
  func counts(_ kind: OccurrenceKind) -> Bool {
    !missions.isEmpty && !lists[Int(kind.rawValue)].isEmpty
  }

  /// Returns the missions that count occurrences of a kind.
  func list(_ kind: OccurrenceKind) -> [Int] { lists[Int(kind.rawValue)] }

  /// Returns the position in `missions` of a mission of the rulebook, if its metric is general.
  func position(of mission: Int) -> Int? { positions.isEmpty ? nil : positions[mission] }

  /// Returns whether a mission still waits for one that it requires.
  func isLocked(_ mission: Int, _ state: borrowing ProfileState) -> Bool {
    if required.isEmpty { return false }
    for other in required[mission] where state.timesCompleted(other) == 0 { return true }
    return false
  }

  /// Returns the missions that require one.
  func dependents(of mission: Int) -> [Int] { dependents.isEmpty ? [] : dependents[mission] }
}

extension EventMissionPlan.Mission {
  /// Adds an amount of a day to the progress; a negative one is subtracted.
  ///
  /// - Returns: the tally of the window that closed to make room, if one did.
  func add(
    _ amount: Int64, _ values: [String], on day: CivilDay, to progress: inout EventProgress
  ) -> EventProgress.Tally? {
    var start = period.start(containing: day)
    if case .days = period { start = nil }
    var closed: EventProgress.Tally?
    if progress.position(of: start) == nil {
      let isOld =
        progress.tallies.count >= EventMissionPlan.windows
        && start.map { start in progress.tallies[0].start.map { start < $0 } ?? false } ?? false
      if isOld { return nil }
      let position = progress.tallies.partitioningIndex {
        ($0.start?.number ?? .min) >= (start?.number ?? .min)
      }
      progress.tallies.insert(EventProgress.Tally(start: start), at: position)
      if progress.tallies.count > EventMissionPlan.windows {
        closed = progress.tallies.removeFirst()
      }
    }
    guard let position = progress.position(of: start) else { return closed }
    add(amount, values, on: day, to: &progress.tallies[position])
    if case .days(let count) = period {
      // A traveller's event can be two days older than the newest.
      let oldest = (progress.tallies[position].days.last?.day ?? day) + -(Int(count) + 2)
      let outdated = progress.tallies[position].days.partitioningIndex { $0.day >= oldest }
      progress.tallies[position].days.removeFirst(outdated)
    }
    return closed
  }

  private func add(
    _ amount: Int64, _ values: [String], on day: CivilDay, to tally: inout EventProgress.Tally
  ) {
    let isRolling = if case .days = period { true } else { false }
    if isRolling || metric.form == .days {
      let position = tally.days.position(of: day, orInserting: EventProgress.Day(day: day))
      let before = tally.days[position].amount
      tally.days[position].amount += amount
      if isRolling {
        for value in values { tally.days[position].values.insertInOrder(value) }
      } else {
        tally.total +=
          (isEnough(tally.days[position].amount) ? 1 : 0) - (isEnough(before) ? 1 : 0)
      }
    } else if metric.form == .distinct {
      for value in values { tally.values.insertInOrder(value) }
      tally.total = Int64(tally.values.count)
    } else {
      tally.total += amount
    }
  }

  /// Returns whether an amount makes a day count.
  private func isEnough(_ amount: Int64) -> Bool {
    metric.eachAtLeast.map { amount >= $0 * metric.scale } ?? (amount > 0)
  }

  /// Returns the value in the window of a day, in the units of the metric.
  func value(on day: CivilDay, in progress: EventProgress) -> Int64 {
    guard case .days = period else {
      return progress.position(of: period.start(containing: day))
        .map { progress.tallies[$0].total } ?? 0
    }
    guard let tally = progress.tallies.first, let start = period.start(containing: day) else {
      return 0
    }
    let from = progress.first.map { max($0, start) } ?? start
    let days = from <= day ? tally.days.elements(from: from, before: day + 1) : []
    switch metric.form {
    case .count, .sum: return days.reduce(0) { $0 + $1.amount }
    case .days: return Int64(days.count { isEnough($0.amount) })
    case .distinct: return Int64(Set(days.flatMap(\.values)).count)
    }
  }

  /// Returns whether the mission was completed in the window of a day.
  func isCompleted(on day: CivilDay, in progress: EventProgress) -> Bool {
    if case .days = period { return progress.first.map { day < $0 } ?? false }
    return progress.position(of: period.start(containing: day))
      .map { progress.tallies[$0].isCompleted } ?? false
  }

  /// Returns whether the target is reached in the window of a day, in which the mission is not completed.
  func isReached(on day: CivilDay, in progress: EventProgress) -> Bool {
    !isCompleted(on: day, in: progress) && value(on: day, in: progress) >= target
  }

  /// Marks the mission as completed in the window of a day.
  func complete(on day: CivilDay, in progress: inout EventProgress) {
    if case .days = period {
      progress.first = max(progress.first ?? day, day + 1)
    } else if let position = progress.position(of: period.start(containing: day)) {
      progress.tallies[position].isCompleted = true
    }
  }
}
