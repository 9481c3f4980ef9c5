public import Calendar

/// The fields of a spark that statistics use.
public struct SparkFact: Hashable, Sendable {
  /// The instant at which it happened.
  public var at: Instant
  /// The local UTC offset at that instant.
  public var offset: UTCOffset
  /// The category.
  public var category: Category
  /// The intensity.
  public var intensity: Intensity
  /// The actual duration in minutes, if given.
  public var minutes: Int32?

  /// Creates a fact.
  @inlinable
  public init(
    at: Instant, offset: UTCOffset, category: Category, intensity: Intensity, minutes: Int32?
  ) {
    self.at = at
    self.offset = offset
    self.category = category
    self.intensity = intensity
    self.minutes = minutes
  }
}
