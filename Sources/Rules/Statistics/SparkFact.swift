/// What statistics need of a spark.
public struct SparkFact: Hashable, Sendable {
  /// When it happened.
  public var at: Instant
  /// How far the local clock was ahead of UTC then.
  public var offset: UTCOffset
  /// What it is about.
  public var category: Category
  /// How much it took.
  public var intensity: Intensity
  /// How many minutes it took, if said.
  public var minutes: Int32?

  /// Makes a fact.
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
