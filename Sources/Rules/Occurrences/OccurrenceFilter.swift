import Calendar

/// A selector, compiled to bits, so that comparing it with an occurrence reads no strings unless it names a
/// tracker, a tag or a project.
struct OccurrenceFilter: BitwiseCopyable, Sendable {
  /// The position of what the selector belongs to, such as a rule.
  let position: Int
  /// One bit for each cell of occurrences.
  private let cells: UInt32
  /// One bit for each hour of the local clock.
  private let hours: UInt32
  /// The weekdays, unless all are selected.
  private let weekdays: Weekdays?
  /// Whether the selector names a tracker, a tag or a project.
  let hasNames: Bool

  init(_ selector: OccurrenceSelector, position: Int) {
    self.position = position
    let selected =
      switch selector.event {
      case .spark:
        Self.pairs(Category.allCases, Intensity.allCases) {
          selector.category ?? $0 == $0 && selector.minIntensity ?? $1 <= $1
        }
      case .taskComplete:
        TaskPriority.allCases.map { selector.priority ?? $0 == $0 }
      case .mood: Mood.ratings.map { selector.minMood ?? $0 <= $0 }
      case .activity: ActivityKind.allCases.map { selector.activity ?? $0 == $0 }
      case .card:
        Self.pairs(Category.allCases, Rarity.allCases) {
          selector.category ?? $0 == $0 && selector.rarity ?? $1 == $1
        }
      case .mission: Window.allCases.map { selector.window ?? $0 == $0 }
      case .habitDone, .entry, .questNode: [true]
      }
    cells = Self.bits(selected)
    let times = selector.times
    hours = Self.bits(
      (0..<24).map { times.afterHour ?? 0 <= $0 && $0 < times.beforeHour ?? 24 })
    weekdays = times.weekdays
    hasNames = selector.tracker != nil || selector.tag != nil || selector.project != nil
  }

  /// Returns whether each pair of two values is selected, in the order of the cells.
  private static func pairs<First, Second>(
    _ first: [First], _ second: [Second], _ isSelected: (First, Second) -> Bool
  ) -> [Bool] {
    first.flatMap { first in second.map { isSelected(first, $0) } }
  }

  private static func bits(_ flags: [Bool]) -> UInt32 {
    flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt32($1.offset) : 0) }
  }

  @inline(__always)
  func selects(cell: Int, at time: OccurrenceTime) -> Bool {
    cells &>> UInt32(truncatingIfNeeded: cell) & hours
      &>> UInt32(truncatingIfNeeded: time.hour) & 1 != 0
      && (weekdays?.contains(time.day) ?? true)
  }
}
