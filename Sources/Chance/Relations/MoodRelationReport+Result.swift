import Foundation
import FlintRules
package import FlintSchema

extension MoodRelationReport: ResultRow {
  /// The fields of a report.
  package static let schema = ResultSchema<MoodRelationReport>(
    "MoodRelations", "The relations of moods with what days have or lack.",
    [
      ResultField("since", \.range.since, "The first day."),
      ResultField("before", \.range.before, "The first day after the range."),
      ResultField("rated_days", \.relations.ratedDays, "The number of rated days."),
      ResultField("block_length", \.relations.blockLength, "The number of days in a block."),
      ResultField(
        "permutations", \.relations.permutations,
        "The maximum number of permutations of a comparison."),
      .rows(
        "relations", "The comparisons, those with the smallest p-value first.", Relation.schema
      ) { $0.relations.relations },
      .rows(
        "too_few_days",
        "The comparisons that were not made: they have fewer than \(MoodRelations.fewestDays) rated "
          + "days with the factor or without it.", UntestedRelation.schema
      ) { $0.relations.untested },
      ResultField("caveats", .list, "Sentences on what the relations do not show.") {
        .list($0.caveats)
      },
    ])

  /// The comparisons as rows of a list, those that were not made last.
  ///
  /// - Parameter showsLag: whether tables show the lag.
  package func rows(showsLag: Bool) -> [RelationRow] {
    relations.relations.map {
      RelationRow(compared: $0.compared, tested: $0, showsLag: showsLag)
    }
      + relations.untested.map { RelationRow(compared: $0, tested: nil, showsLag: showsLag) }
  }
}

extension UntestedRelation: ResultRow {
  /// The fields of a comparison that was not made.
  package static let schema = ResultSchema<UntestedRelation>(
    "UntestedRelation", "A comparison that was not made: too few days are on one of its sides.",
    fields)

  fileprivate static let fields: [ResultField<UntestedRelation>] = [
    ResultField("kind", .text, "The kind: habit, tag, tracker, spark or task.") {
      .name($0.kind.singular)
    },
    ResultField("factor", \.name, "The name of the factor."),
    ResultField("lag", \.lag, "The number of days from the factor to the mood."),
    ResultField("days_with", \.with, "The number of rated days with the factor.").titled("with"),
    ResultField("days_without", \.without, "The number of rated days without it.")
      .titled("without"),
  ]
}

extension Relation: ResultRow {
  /// The fields of a comparison.
  package static let schema = ResultSchema<Relation>(
    "MoodRelation", "A comparison of the moods of days with a factor and of days without it.",
    UntestedRelation.fields.map { $0.within(\.compared) } + tested)

  /// What is compared.
  fileprivate var compared: UntestedRelation {
    UntestedRelation(
      kind: kind, name: name, lag: lag, with: with.days, without: without.days)
  }

  fileprivate static let tested: [ResultField<Relation>] = [
    ResultField("mean_with", \.with.mean, "The mean mood with the factor, 0 to 4."),
    ResultField("mean_without", \.without.mean, "The mean mood without it."),
    ResultField("difference", \.difference, "The first less the second.", .deviation)
      .titled("differs by"),
    .optionalRow("interval", "The 95 % interval of the difference.", ends) { $0.interval },
    .drawing("range") { relation in
      relation.interval.map { "\(signed($0.low)) to \(signed($0.high))" }
    }.titled("95 % interval"),
    ResultField("p_value", \.pValue, "The share of permutations with at least this difference."),
    ResultField(
      "q_value", \.qValue, "The p-value corrected for the number of comparisons.", .pValue
    ).titled("q"),
    ResultField("evidence", .text, "clear (q ≤ 0.05), possible (q ≤ 0.2) or none.") {
      .name($0.evidence.rawValue)
    },
  ]

  private static let ends = ResultSchema<Interval>(
    "IntervalEnds", "The ends of an interval.",
    [
      ResultField("low", \.low, "The lower end."), ResultField("high", \.high, "The upper end."),
    ])
}

/// A comparison as a row of a list, whether it was made or not.
package struct RelationRow: ResultRow {
  let compared: UntestedRelation
  let tested: Relation?
  let showsLag: Bool

  /// The fields: what is compared, and what the comparison found, if it was made.
  package static let schema = ResultSchema<RelationRow>(
    "RelationRow", "A comparison, or one that was not made.",
    shown: [
      "evidence", "factor", "kind", "lag", "days_with", "days_without", "difference", "range",
      "q_value",
    ],
    UntestedRelation.fields.map { field in
      field.name == "lag"
        ? ResultField(
          "lag", .integer, field.declaration.summary,
          text: { $0.showsLag ? "\($0.compared.lag)" : nil }
        ) { .integer(Int64($0.compared.lag)) } : field.within(\.compared)
    }
      + Relation.tested.map { field in
        field.name == "evidence"
          ? ResultField("evidence", .text, field.declaration.summary) {
            .name($0.tested?.evidence.rawValue ?? "too few days")
          } : field.within { $0.tested }
      })
}

/// Returns a difference with its sign and two decimal places.
func signed(_ number: Double) -> String {
  let text = String(format: "%+.2f", number)
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text
}
