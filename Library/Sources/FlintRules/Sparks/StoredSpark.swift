package struct StoredSpark: Sendable {
  /// The position in the order of recording.
  package var sequence: Int64
  package var id: EventID
  package var spark: Spark
  /// The id given by the source, if any.
  package var key: String?
  package var isRemoved: Bool

  package init(sequence: Int64, id: EventID, spark: Spark, key: String?, isRemoved: Bool) {
    self.sequence = sequence
    self.id = id
    self.spark = spark
    self.key = key
    self.isRemoved = isRemoved
  }
}
