public import Calendar

/// A borrowed row of a spark, whose texts are valid only within the closure that receives it.
public struct SparkRow {
  /// The id.
  public var id: EventID
  /// The instant at which it happened.
  public var at: Instant
  /// The local UTC offset at that instant.
  public var offset: UTCOffset
  /// The category.
  public var category: Category
  /// The intensity.
  public var intensity: Intensity
  /// The title in UTF-8.
  public var title: UnsafeBufferPointer<UInt8>
  /// The notes in UTF-8, if any.
  public var notes: UnsafeBufferPointer<UInt8>?
  /// The tags as a JSON list in UTF-8, if any.
  public var tags: UnsafeBufferPointer<UInt8>?
  /// The estimated duration in minutes, if given.
  public var estimatedMinutes: Int64?
  /// The actual duration in minutes, if given.
  public var actualMinutes: Int64?
  /// The id given by the source, in UTF-8, if any.
  public var key: UnsafeBufferPointer<UInt8>?

  /// Creates a row.
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
