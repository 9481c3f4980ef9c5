import JSON
import Lua
import Rules
import Schema
import Sessions
import Simulation
import Views

extension StatsModule {
  var relate: HostFunction {
    HostFunction(
      "relate",
      "Compares the moods of days with a factor and of days without it. Differences are tested by "
        + "permutations of the moods in blocks of days, so that the resemblance of neighbouring "
        + "days is not taken for a relation. A relation is not a cause.",
      parameter: .table(
        "query", "The factors and the days.",
        .optional(
          "with", .stringList,
          "The kinds of factors: \(DayFactor.Kind.names.joined(separator: ", ")) (default: all)."),
        .optional(
          "lag", .either(.string, .integer(0...3)),
          "The days from the factor to the mood: a number from 0 to 3, or a text such as 0..3 "
            + "(default: 0)."),
        Self.since, Self.before,
        .optional("seed", .integer(0...Int64.max), "The seed of the permutations (default: 1).")),
      returns: HostResult(
        "report", "table", "The relations.",
        fields: [
          HostResult("since", "string", "The first day."),
          HostResult("before", "string", "The first day after the range."),
          HostResult("rated_days", "integer", "The number of rated days."),
          HostResult("block_length", "integer", "The number of days in a block."),
          HostResult(
            "permutations", "integer", "The maximum number of permutations of a comparison."),
          HostResult(
            "relations", "table[]", "The comparisons, those with the smallest p-value first.",
            fields: Self.compared + Self.tested),
          HostResult(
            "too_few_days", "table[]",
            "The comparisons that were not made: they have fewer than "
              + "\(MoodRelations.fewestDays) rated days with the factor or without it.",
            fields: Self.compared),
          HostResult("caveats", "string[]", "Sentences on what the relations do not show."),
        ]),
      example: """
        mood.record(clock.day(), "good")
        local report = stats.relate{with = {"sparks", "tags"}, lag = "0..1"}
        for _, r in ipairs(report.relations) do
          print(r.kind, r.factor, r.difference, r.q_value, r.evidence)
        end
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = try call.dayBounds(try context.session())
      let kinds = try Self.kinds(call)
      let seed = UInt64(call.optionalInteger("seed") ?? 1)
      let lag =
        !call.isPresent("lag")
        ? "0" : call.kind("lag") == .string ? try call.string("lag") : "\(call.integer("lag"))"
      let lags = try call.checking { () throws(FieldError) in try LagRange(lag) }
      try context.statistics(call, since: since, before: before) {
        session, range throws(SessionError) in
        let compared = try session.reader.ratings(in: range, with: kinds)
        do throws(FieldError) {
          return try MoodRelationReport(range, compared, lags: lags, seed: seed).json
        } catch {
          throw .field(error)
        }
      }
    }
  }

  private static func kinds(
    _ call: borrowing HostCall
  ) throws(HostFailure) -> Set<DayFactor.Kind> {
    var kinds: Set<DayFactor.Kind> = []
    for name in try call.strings("with") {
      guard let kind = DayFactor.Kind(name: name) else {
        throw .argument(
          "with", expected: "names among \(DayFactor.Kind.names.joined(separator: ", "))",
          got: "\"\(name)\"")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  private static let compared = [
    HostResult("kind", "string", "The kind: habit, tag, tracker, spark or task."),
    HostResult("factor", "string", "The name of the factor."),
    HostResult("lag", "integer", "The number of days from the factor to the mood."),
    HostResult("days_with", "integer", "The number of rated days with the factor."),
    HostResult("days_without", "integer", "The number of rated days without it."),
  ]

  private static let tested = [
    HostResult("mean_with", "number", "The mean mood with the factor, 0 to 4."),
    HostResult("mean_without", "number", "The mean mood without it."),
    HostResult("difference", "number", "The first less the second."),
    HostResult(
      "interval", "table?", "The 95 % interval of the difference.",
      fields: [
        HostResult("low", "number", "The lower end."),
        HostResult("high", "number", "The upper end."),
      ]),
    HostResult("p_value", "number", "The share of permutations with at least this difference."),
    HostResult(
      "q_value", "number", "The p-value corrected for the number of comparisons."),
    HostResult("evidence", "string", "clear (q ≤ 0.05), possible (q ≤ 0.2) or none."),
  ]
}
