package import FlintCalendar

/// A borrowed row of a spark, whose texts are valid only within the closure that receives it.
package struct BorrowedSpark {
  package var id: EventID
  package var at: Instant
  /// The local UTC offset at that instant.
  package var offset: UTCOffset
  package var category: SparkCategory
  package var intensity: SparkIntensity
  /// The title in UTF-8.
  package var title: UnsafeBufferPointer<UInt8>
  /// The notes in UTF-8, if any.
  package var notes: UnsafeBufferPointer<UInt8>?
  /// The tags as a JSON list in UTF-8, if any.
  package var tags: UnsafeBufferPointer<UInt8>?
  /// The estimated duration in minutes, if given.
  package var estimatedMinutes: Int64?
  /// The actual duration in minutes, if given.
  package var actualMinutes: Int64?
  /// The id given by the source, in UTF-8, if any.
  package var key: UnsafeBufferPointer<UInt8>?

  @inlinable
  package init(
    id: EventID, at: Instant, offset: UTCOffset, category: SparkCategory, intensity: SparkIntensity,
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
