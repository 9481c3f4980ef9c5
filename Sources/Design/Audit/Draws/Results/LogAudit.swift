import FlintSchema

/// An audit of a log of draws: how much of the log is known, and what was asked for.
protocol LogAudit: Sendable {
  var model: DrawModel { get }
  var draws: Int64 { get }
  var knownDraws: Int64 { get }
  var isComplete: Bool { get }
  var sequences: Int { get }
  var unread: Int { get }
  var remarks: [String] { get }
}

extension LogAudit {
  /// The fields about the log, which results begin with.
  static var logFields: [ResultField<Self>] {
    [
      ResultField("draws", .integer, "The number of draws.") { .integer($0.draws) },
      ResultField(
        "known_draws", .integer, "The number of draws before which the counters are known."
      ) { .integer($0.knownDraws) },
      ResultField(
        "complete", .boolean,
        "Whether the log begins with each player's first draw, so that all counters begin at 0."
      ) { .boolean($0.isComplete) },
      ResultField(
        "sequences", .integer, "The number of players and pools, which have counters each."
      ) { .integer(Int64($0.sequences)) },
      ResultField(
        "rejected", .integer,
        "The number of draws that cannot be used, after which the counters are not known."
      ) { .integer(Int64($0.unread)) },
    ]
  }

  /// The field with what is left out, and what is odd about the rules.
  static var remarksField: ResultField<Self> {
    ResultField(
      "remarks", .list,
      "What is left out, draws that cannot be used, and what is odd about the rules."
    ) { .list($0.remarks + $0.model.remarks) }
  }
}

extension ResultField {
  /// Creates the field with the names of what was asked for.
  ///
  /// - Parameter items: what is asked for: tests, or outcomes.
  static func only(
    _ items: String = "tests", _ names: @escaping @Sendable (Row) -> [String]?
  ) -> ResultField {
    ResultField(
      "only", .list, "The \(items) that were asked for; absent where all were.", isOptional: true
    ) { names($0).map { .list($0) } ?? FieldValue.none }
  }
}
