import FlintCalendar

/// A selector, compiled to bits, so that comparing it with an occurrence reads no strings unless it names a
/// tracker, a tag or a project.
struct OccurrenceFilter: BitwiseCopyable, Sendable {
  /// The position of what the selector belongs to, such as a rule.
  let position: Int
  /// One bit for each first value of an occurrence's cell.
  private let firsts: UInt32
  /// One bit for each second value of it.
  private let seconds: UInt16
  /// One bit for each hour of the local clock.
  private let hours: UInt32
  /// The weekdays, unless all are selected.
  private let weekdays: Weekdays?
  /// Whether the selector names a tracker, a tag or a project.
  let hasNames: Bool

  init(_ selector: OccurrenceSelector, position: Int, in definition: RulebookDefinition) {
    self.position = position
    var firsts = [true]
    let seconds: [Bool]
    switch selector.event {
    case .spark, .card:
      firsts = definition.categories.map { selector.category ?? $0 == $0 }
    default: break
    }
    switch selector.event {
    case .spark:
      let least = selector.minIntensity.map { definition.position(of: $0) } ?? 0
      seconds = definition.intensities.indices.map { least <= $0 }
    case .taskComplete: seconds = TaskPriority.allCases.map { selector.priority ?? $0 == $0 }
    case .mood: seconds = Mood.ratings.map { selector.minMood ?? $0 <= $0 }
    case .activity: seconds = ActivityKind.allCases.map { selector.activity ?? $0 == $0 }
    case .card: seconds = definition.rarities.map { selector.rarity ?? $0 == $0 }
    case .mission: seconds = Window.allCases.map { selector.window ?? $0 == $0 }
    case .habitDone, .entry, .questNode: seconds = [true]
    }
    self.firsts = Self.bits(firsts)
    self.seconds = UInt16(truncatingIfNeeded: Self.bits(seconds))
    let times = selector.times
    hours = Self.bits(
      (0..<24).map { times.afterHour ?? 0 <= $0 && $0 < times.beforeHour ?? 24 })
    weekdays = times.weekdays
    hasNames = selector.tracker != nil || selector.tag != nil || selector.project != nil
  }

  private static func bits(_ flags: [Bool]) -> UInt32 {
    flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt32($1.offset) : 0) }
  }

  @inline(__always)
  func selects(cell: Int, at time: OccurrenceTime) -> Bool {
    firsts &>> UInt32(truncatingIfNeeded: cell &>> 4)
      & UInt32(seconds) &>> UInt32(truncatingIfNeeded: cell & 15) & hours
      &>> UInt32(truncatingIfNeeded: time.hour) & 1 != 0
      && (weekdays?.contains(time.day) ?? true)
  }
}
