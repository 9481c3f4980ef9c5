import Chance
package import FlintSchema

extension GapAudit: ResultRow {
  /// The fields of the draws from one prize to the next.
  package static let schema = ResultSchema<GapAudit>(
    "GapAudit", "The draws from one prize to the next.",
    [
      ResultField("of", \.name, "What ends a gap, such as epic or better."),
      ResultField(
        "certain_draw", .integer, "The draw that is certain to give it, if the rules have pity.",
        isOptional: true
      ) { FieldValue($0.certain) },
      ResultField("gaps", \.count, "The number of completed gaps."),
      .figure("mean", \.mean, "The mean of their lengths."),
      .figure("expected_mean", \.expectedMean, "The expected mean."),
      .figure("deviation", \.deviation, "The standard deviation of a gap by the rules."),
      ResultField("longest", .integer, "The greatest of their lengths.", isOptional: true) {
        FieldValue($0.lengths.last?.length)
      },
      ResultField(
        "open", \.open, "The greatest number of draws since a prize at the end of a player's log."),
      ResultField(
        "overruns", \.overruns,
        "How often more draws were made without the prize than the rules allow."),
      ResultField(
        "first_overrun", .integer, "The number of the draw of the first overrun in the log.",
        isOptional: true
      ) { FieldValue($0.firstOverrun) },
      .figure("decisive_p_value", \.pValue, "The p-value that decides."),
      ResultField("method", \.method.name, "How that p-value was computed."),
      .row(
        "test", "The test of the lengths by range.",
        ResultSchema(
          "GapTest", "A test of the lengths of gaps.",
          Audit.testFields + [
            .rows("cells", "The ranges of lengths.", AuditCell.schema) { $0.cells }
          ])
      ) { $0.audit },
      .rows(
        "lengths", "The lengths that occur, shortest first.",
        ResultSchema(
          "GapLength", "A length of gaps.",
          [
            ResultField<(length: Int, count: Int64)>("draws", .integer, "The length in draws.") {
              FieldValue($0.length)
            },
            ResultField("gaps", .integer, "The number of gaps.") { .integer($0.count) },
          ])
      ) { $0.lengths },
    ])
}
