import FlintRules
package import FlintSchema

extension MoodRelationReport: RelationReport {
  package var tested: [Relation] { relations.relations }
  package var untested: [UntestedRelation] { relations.untested }

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
      ) { $0.tested },
      .rows(
        "too_few_days",
        "The comparisons that were not made: they have fewer than \(MoodRelations.fewestDays) rated "
          + "days with the factor or without it.", UntestedRelation.schema
      ) { $0.untested },
      ResultField("caveats", .list, "Sentences on what the relations do not show.") {
        .list($0.caveats)
      },
    ])
}

extension UntestedRelation: ComparedRelation {
  /// The fields of a comparison that was not made.
  package static let schema = ResultSchema<UntestedRelation>(
    "UntestedRelation", "A comparison that was not made: too few days are on one of its sides.",
    [
      ResultField("kind", .text, "The kind: habit, tag, tracker, spark or task.") {
        .name($0.kind.singular)
      },
      ResultField("factor", \.name, "The name of the factor."),
      ResultField("lag", \.lag, "The number of days from the factor to the mood."),
      ResultField("days_with", \.with, "The number of rated days with the factor.").titled("with"),
      ResultField("days_without", \.without, "The number of rated days without it.")
        .titled("without"),
    ])
}

extension Relation: AdjustedRelation {
  var estimate: Double { difference }

  /// The fields of a comparison.
  package static let schema = ResultSchema<Relation>(
    "MoodRelation", "A comparison of the moods of days with a factor and of days without it.",
    UntestedRelation.schema.fields.map { $0.within(\.compared) } + found)

  /// What is compared.
  package var compared: UntestedRelation {
    UntestedRelation(
      kind: kind, name: name, lag: lag, with: with.days, without: without.days)
  }

  package static let found: [ResultField<Relation>] =
    [
      ResultField("mean_with", \.with.mean, "The mean mood with the factor, 0 to 4."),
      ResultField("mean_without", \.without.mean, "The mean mood without it."),
      ResultField("difference", \.difference, "The first less the second.", .deviation)
        .titled("differs by"),
    ] + interval(of: "difference") + verdict(on: "difference")

  package static let listed = RelationRow<Relation>.schema(
    "RelationRow",
    shown: [
      "evidence", "factor", "kind", "lag", "days_with", "days_without", "difference", "range",
      "q_value",
    ], untested: "too few days")
}
