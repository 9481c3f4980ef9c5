public import Rules

/// A change of a spark. Fields that are `nil` are not changed; a nested `nil` removes the value.
public struct SparkChange: Sendable {
  /// The new title.
  public var title: String?
  /// The new category.
  public var category: Category?
  /// The new intensity.
  public var intensity: Intensity?
  /// The new time.
  public var at: EventTime?
  /// The new notes, if any.
  public var notes: String??
  /// The new tags.
  public var tags: [String]?
  /// The new estimate in minutes, if any.
  public var estimatedMinutes: Int64??
  /// The new duration in minutes, if any.
  public var actualMinutes: Int64??

  /// Creates a change of no fields.
  public init() {}
}
