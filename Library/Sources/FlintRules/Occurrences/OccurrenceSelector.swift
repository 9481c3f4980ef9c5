package import FlintCalendar

/// A kind of occurrence and the filters that select some of them; absent filters select all.
package struct OccurrenceSelector: Hashable, Sendable {
  package var event: OccurrenceKind
  /// The only category of sparks or cards.
  package var category: SparkCategory?
  package var minIntensity: SparkIntensity?
  package var rarity: CardRarity?
  package var window: Window?
  /// The name of the only tracker or habit, in any letter case.
  package var tracker: String?
  package var tag: String?
  /// The name of the only project, in any letter case.
  package var project: String?
  package var priority: TaskPriority?
  package var minMood: Mood?
  package var activity: ActivityKind?
  /// The times of the local clock.
  package var times = Times()

  package struct Times: Hashable, Sendable {
    /// The hour before which it must occur, 1 to 24.
    package var beforeHour: Int64?
    /// The hour from which on it may occur, 0 to 23.
    package var afterHour: Int64?
    package var weekdays: Weekdays?

    package init() {}
  }

  package init(_ event: OccurrenceKind) { self.event = event }
}
