public import Calendar

/// A kind of occurrence and the filters that select some of them; absent filters select all.
public struct OccurrenceSelector: Hashable, Sendable {
  /// The kind of occurrence.
  public var event: OccurrenceKind
  /// The only category of sparks or cards.
  public var category: Category?
  /// The lowest intensity of sparks.
  public var minIntensity: Intensity?
  /// The only rarity of cards.
  public var rarity: Rarity?
  /// The only window of missions.
  public var window: Window?
  /// The name of the only tracker or habit, in any letter case.
  public var tracker: String?
  /// The tag that entries must have.
  public var tag: String?
  /// The name of the only project, in any letter case.
  public var project: String?
  /// The only priority of tasks.
  public var priority: TaskPriority?
  /// The lowest mood.
  public var minMood: Mood?
  /// The only kind of activities.
  public var activity: ActivityKind?
  /// The times of the local clock.
  public var times = Times()

  /// The times at which an occurrence counts.
  public struct Times: Hashable, Sendable {
    /// The hour before which it must occur, 1 to 24.
    public var beforeHour: Int64?
    /// The hour from which on it may occur, 0 to 23.
    public var afterHour: Int64?
    /// The only weekdays.
    public var weekdays: Weekdays?

    /// Creates times without limits.
    public init() {}
  }

  /// Creates a selector of all occurrences of a kind.
  public init(_ event: OccurrenceKind) { self.event = event }
}
