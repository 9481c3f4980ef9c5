/// A spark as a profile holds it.
public struct StoredSpark: Sendable {
  /// The place in the order of recording.
  public var sequence: Int64
  /// The id.
  public var id: EventID
  /// What it says now.
  public var spark: Spark
  /// The id that its source gave it, if any.
  public var key: String?
  /// Whether it has been taken back.
  public var isRemoved: Bool

  /// Makes a stored spark.
  public init(sequence: Int64, id: EventID, spark: Spark, key: String?, isRemoved: Bool) {
    self.sequence = sequence
    self.id = id
    self.spark = spark
    self.key = key
    self.isRemoved = isRemoved
  }
}
