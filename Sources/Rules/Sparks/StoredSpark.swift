/// A spark as stored in a profile.
public struct StoredSpark: Sendable {
  /// The position in the order of recording.
  public var sequence: Int64
  /// The id.
  public var id: EventID
  /// The spark with its current fields.
  public var spark: Spark
  /// The id given by the source, if any.
  public var key: String?
  /// Whether the spark has been removed.
  public var isRemoved: Bool

  /// Creates a stored spark.
  public init(sequence: Int64, id: EventID, spark: Spark, key: String?, isRemoved: Bool) {
    self.sequence = sequence
    self.id = id
    self.spark = spark
    self.key = key
    self.isRemoved = isRemoved
  }
}
