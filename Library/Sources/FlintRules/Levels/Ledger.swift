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
    /// Points from other events, by the earning rules of the rulebook.
    public internal(set) var earned: Int64 = 0
    /// Points from all sources.
    public var total: Int64 { spark + duplicate + mission + task + earned }

    /// Returns whether the points of earning rules are shown under a rulebook: where it has such
    /// rules, or there are any points of them.
    package func showsEarned(under rulebook: Rulebook) -> Bool {
      !rulebook.definition.earn.isEmpty || earned != 0
    }

    mutating func add(_ other: Ledger) {
      spark &+= other.spark
      duplicate &+= other.duplicate
      mission &+= other.mission
      task &+= other.task
      earned &+= other.earned
    }
  }
}

extension ProfileState.Ledger {
  /// The points in a fixed order, for the cache format.
  var words: [Int64] { [spark, duplicate, mission, task, earned] }

  init(from reader: inout StateReader) {
    spark = reader.word()
    duplicate = reader.word()
    mission = reader.word()
    task = reader.word()
    earned = reader.word()
  }
}
