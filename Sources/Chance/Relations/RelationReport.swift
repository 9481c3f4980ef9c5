import Foundation
package import FlintSchema

/// What a comparison is of, whether it was made or not.
package protocol ComparedRelation: ResultRow, Sendable {
  /// The number of days or periods between what is compared.
  var lag: Int { get }
}

/// A comparison that was made.
package protocol TestedRelation: ResultRow, Sendable {
  associatedtype Compared: ComparedRelation

  var compared: Compared { get }
  var interval: Interval? { get }
  var pValue: Double { get }
  var qValue: Double { get }
  /// The fields that only comparisons have that were made.
  static var found: [ResultField<Self>] { get }
  /// The fields of a row of a list.
  static var listed: ResultSchema<RelationRow<Self>> { get }
}

/// Comparisons that were made, and those that were not.
package protocol RelationReport: ResultRow {
  associatedtype Tested: TestedRelation

  /// The comparisons that were made, those with the smallest p-value first.
  var tested: [Tested] { get }
  var untested: [Tested.Compared] { get }
  /// The sentences on what relations do not show.
  var caveats: [String] { get }
}

extension RelationReport {
  /// The comparisons as rows of a list, those that were not made last.
  ///
  /// - Parameter showsLag: whether tables show the lag.
  package func rows(showsLag: Bool) -> [RelationRow<Tested>] {
    tested.map { RelationRow(compared: $0.compared, tested: $0, showsLag: showsLag) }
      + untested.map { RelationRow(compared: $0, tested: nil, showsLag: showsLag) }
  }
}

/// A comparison as a row of a list, whether it was made or not.
package struct RelationRow<Tested: TestedRelation>: ResultRow {
  let compared: Tested.Compared
  let tested: Tested?
  let showsLag: Bool

  /// The fields: what is compared, and what the comparison found, if it was made.
  package static var schema: ResultSchema<RelationRow> { Tested.listed }

  /// Creates the fields.
  ///
  /// - Parameters:
  ///   - name: the name of the schema.
  ///   - shown: the columns of tables.
  ///   - untested: why a comparison was not made, in place of the evidence.
  static func schema(
    _ name: String, shown: [String], untested: String
  ) -> ResultSchema<RelationRow> {
    let compared = Tested.Compared.schema.fields.map { field in
      field.name == "lag"
        ? ResultField<RelationRow>(
          "lag", .integer, field.declaration.summary,
          text: { $0.showsLag ? "\($0.compared.lag)" : nil }
        ) { .integer(Int64($0.compared.lag)) } : field.within(\.compared)
    }
    let found = Tested.found.map { field in
      field.name == "evidence"
        ? ResultField<RelationRow>("evidence", .text, field.declaration.summary) {
          .name($0.tested?.evidence.rawValue ?? untested)
        } : field.within { $0.tested }
    }
    return ResultSchema(
      name, "A comparison, or one that was not made.", shown: shown, compared + found)
  }
}

extension TestedRelation {
  package var evidence: Relation.Evidence { Relation.Evidence(qValue: qValue) }

  /// Returns the fields with the interval of an estimate.
  static func interval(of estimate: String) -> [ResultField<Self>] {
    [
      .optionalRow("interval", "The 95 % interval of the \(estimate).", Interval.ends) {
        $0.interval
      },
      .drawing("range") { relation in
        relation.interval.map { "\(signed($0.low)) to \(signed($0.high))" }
      }.titled("95 % interval"),
    ]
  }

  /// Returns the fields with what permutations say about an estimate.
  static func verdict(on estimate: String) -> [ResultField<Self>] {
    [
      ResultField(
        "p_value", \.pValue, "The share of permutations with at least this \(estimate)."),
      ResultField(
        "q_value", \.qValue, "The p-value corrected for the number of comparisons.", .pValue
      ).titled("q"),
      ResultField("evidence", .text, "clear (q ≤ 0.05), possible (q ≤ 0.2) or none.") {
        .name($0.evidence.rawValue)
      },
    ]
  }
}

extension Interval {
  /// The ends, as they were computed.
  fileprivate static let ends = ResultSchema<Interval>(
    "IntervalEnds", "The ends of an interval.",
    [
      ResultField("low", \.low, "The lower end."), ResultField("high", \.high, "The upper end."),
    ])
}

/// Returns a difference with its sign and two decimal places.
private func signed(_ number: Double) -> String {
  let text = String(format: "%+.2f", number)
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text
}
