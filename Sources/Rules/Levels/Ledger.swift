extension ProfileState {
  /// Points by source.
  public struct Ledger: Equatable, Sendable {
    /// Points from sparks.
    public internal(set) var spark: Int64 = 0
    /// Points from duplicate cards.
    public internal(set) var duplicate: Int64 = 0
    /// Points from missions.
    public internal(set) var mission: Int64 = 0
    /// Points from tasks, if the rulebook credits their score.
    public internal(set) var task: Int64 = 0
    /// Points from all sources.
    public var total: Int64 { spark + duplicate + mission + task }

    /// Adds the points of another ledger.
    mutating func add(_ other: Ledger) {
      spark &+= other.spark
      duplicate &+= other.duplicate
      mission &+= other.mission
      task &+= other.task
    }
  }
}

extension ProfileState.Ledger {
  /// The points in a fixed order, for the cache format.
  var words: [Int64] { [spark, duplicate, mission, task] }

  init(from reader: inout StateReader) {
    spark = reader.word()
    duplicate = reader.word()
    mission = reader.word()
    task = reader.word()
  }
}
