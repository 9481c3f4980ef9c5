/// A spark's row as a profile's file holds it, lent: its texts may not be kept beyond the closure
/// that it was lent to.
public struct SparkRow {
  /// The id.
  public var id: EventID
  /// When it happened.
  public var at: Instant
  /// How far the local clock was ahead of UTC then.
  public var offset: UTCOffset
  /// What it is about.
  public var category: Category
  /// How much it took.
  public var intensity: Intensity
  /// The title's UTF-8.
  public var title: UnsafeBufferPointer<UInt8>
  /// The notes' UTF-8, if there are any.
  public var notes: UnsafeBufferPointer<UInt8>?
  /// The tags as a JSON list in UTF-8, if there are any.
  public var tags: UnsafeBufferPointer<UInt8>?
  /// How many minutes it was thought to take, if said.
  public var estimatedMinutes: Int64?
  /// How many minutes it took, if said.
  public var actualMinutes: Int64?
  /// The UTF-8 of the id that its source gave it, if any.
  public var key: UnsafeBufferPointer<UInt8>?

  /// Makes a row.
  @inlinable
  public init(
    id: EventID, at: Instant, offset: UTCOffset, category: Category, intensity: Intensity,
    title: UnsafeBufferPointer<UInt8>, notes: UnsafeBufferPointer<UInt8>?,
    tags: UnsafeBufferPointer<UInt8>?, estimatedMinutes: Int64?, actualMinutes: Int64?,
    key: UnsafeBufferPointer<UInt8>?
  ) {
    self.id = id
    self.at = at
    self.offset = offset
    self.category = category
    self.intensity = intensity
    self.title = title
    self.notes = notes
    self.tags = tags
    self.estimatedMinutes = estimatedMinutes
    self.actualMinutes = actualMinutes
    self.key = key
  }
}
