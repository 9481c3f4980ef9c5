import FlintCalendar

/// A mission with a general metric, compiled.
struct EventMission: BitwiseCopyable, Sendable {
  /// The number of windows that are kept, as many as days stay open.
  static let windows = OpenWindows.daySlots

  /// The position in the rulebook.
  let mission: Int
  let period: MissionPeriod
  let season: Season
  let form: EventMetric.Form
  let measure: EventMetric.Measure
  /// The sum from which on a day counts, in the units of the metric.
  private let enough: Int64
  /// The number of units of the metric in which the target is written.
  private let scale: Int64
  /// The target, in the units of the metric.
  private let target: Int64

  /// Compiles a mission; `nil` if its metric is not general.
  ///
  /// - Parameter position: the position in the rulebook.
  init?(_ definition: MissionDefinition, at position: Int) {
    guard case .events(let metric) = definition.metric else { return nil }
    mission = position
    period = definition.period
    season = definition.season
    isYearlyLife = definition.isYearlyLife
    form = metric.form
    measure = metric.measure
    // Without a least sum any positive one is enough.
    enough = metric.eachAtLeast.map { $0 * metric.scale } ?? 1
    scale = metric.form == .sum ? metric.scale : 1
    target = definition.target * scale
  }

  /// Whether it can be completed once in each occurrence of its season.
  let isYearlyLife: Bool

  private var isRolling: Bool { if case .days = period { true } else { false } }

  /// Returns a value of the metric in millionths, at least 0.
  func amount(_ value: Int64) -> Int64 {
    scale == 1 ? max(0, value).saturatingMillionths : max(0, value)
  }

  /// Returns the position of the tally of a day's window, if it is kept.
  func position(of day: CivilDay, in progress: EventProgress) -> Int? {
    progress.position(of: start(of: day))
  }

  /// The first day of the tally of a day's window; `nil` for a lifetime and a rolling window.
  private func start(of day: CivilDay) -> CivilDay? {
    if isYearlyLife { return season.occurrence(near: day).from }
    return switch period {
    case .window(let window): window.start(containing: day)
    case .month: period.start(containing: day)
    case .days: nil
    }
  }

  /// Returns the first day of the window of a day, by which completions are told apart; `nil` for a lifetime.
  func windowStart(of day: CivilDay) -> CivilDay? {
    isYearlyLife ? start(of: day) : period.start(containing: day)
  }

  /// Returns the position of the tally of a day's window. A new one takes the place of the oldest when
  /// as many are kept as can be open.
  ///
  /// - Returns: the position, `nil` for a window before all that are kept; and the tally that closed to
  ///   make room, if one did.
  func tally(
    of day: CivilDay, in progress: inout EventProgress
  ) -> (position: Int?, closed: EventProgress.Tally?) {
    let start = start(of: day)
    if let position = progress.position(of: start) { return (position, nil) }
    let isFull = progress.tallies.count >= EventMission.windows
    let position = progress.tallies.partitioningIndex {
      ($0.start?.number ?? .min) >= (start?.number ?? .min)
    }
    if isFull && position == 0 { return (nil, nil) }
    progress.tallies.insert(EventProgress.Tally(start: start), at: position)
    return isFull ? (position - 1, progress.tallies.removeFirst()) : (position, nil)
  }

  /// The most that one event adds: more than any target. Sums of such amounts wrap around instead of
  /// overflowing, so that subtracting an amount always takes back what adding it did.
  private static let most: Int64 = 1 << 50

  /// Adds an amount of a day to a tally; a negative one is subtracted.
  ///
  /// - Parameter values: the values that are distinguished.
  func add(
    _ amount: Int64, _ values: [String], on day: CivilDay, to tally: inout EventProgress.Tally
  ) {
    let amount = min(max(amount, -Self.most), Self.most)
    if case .days(let count) = period {
      let position = tally.days.position(of: day, orInserting: EventProgress.Day(day: day))
      tally.days[position].amount &+= amount
      for value in values { tally.days[position].values.insertInOrder(value) }
      // A traveller's event can be two days older than the newest.
      let oldest = (tally.days.last?.day ?? day) + -(Int(count) + 2)
      if let first = tally.days.first, first.day < oldest {
        tally.days.removeFirst(tally.days.firstPosition(from: oldest))
      }
    } else if form == .days {
      let position = tally.days.position(of: day, orInserting: EventProgress.Day(day: day))
      let before = tally.days[position].amount
      let after = before &+ amount
      tally.days[position].amount = after
      tally.total += (after >= enough ? 1 : 0) - (before >= enough ? 1 : 0)
    } else if form == .distinct {
      for value in values { tally.values.insertInOrder(value) }
      tally.total = Int64(tally.values.count)
    } else {
      tally.total &+= amount
    }
  }

  /// Returns whether the target is reached in the window of a day, in which the mission is not completed.
  ///
  /// - Parameter position: the position of the tally of the day's window.
  func isReached(on day: CivilDay, tally position: Int, in progress: EventProgress) -> Bool {
    if isRolling {
      if let first = progress.first, day < first { return false }
      return value(on: day, in: progress) >= target
    }
    return !progress.tallies[position].isCompleted && progress.tallies[position].total >= target
  }

  /// Returns the value in the window of a day, in the units of the metric.
  func value(on day: CivilDay, in progress: EventProgress) -> Int64 {
    guard let position = position(of: day, in: progress) else { return 0 }
    let tally = progress.tallies[position]
    guard isRolling, let start = period.start(containing: day) else { return tally.total }
    let from = progress.first.map { max($0, start) } ?? start
    let days = from <= day ? tally.days.elements(from: from, before: day + 1) : []
    switch form {
    case .count, .sum: return days.reduce(0) { $0 &+ $1.amount }
    case .days: return Int64(days.count { $0.amount >= enough })
    case .distinct: return Int64(Set(days.flatMap(\.values)).count)
    }
  }

  func complete(on day: CivilDay, in progress: inout EventProgress) {
    if isRolling {
      progress.first = max(progress.first ?? day, day + 1)
    } else if let position = position(of: day, in: progress) {
      progress.tallies[position].isCompleted = true
    }
  }
}
