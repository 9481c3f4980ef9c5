import Chance
import Lua
import FlintRules
import FlintSchema
import Sessions
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
      returns: HostResult("report", "table", "The relations.", of: MoodRelationReport.self),
      example: """
        mood.add{mood = "good"}
        local report = stats.relate{with = {"sparks", "tags"}, lag = "0..1"}
        for _, r in ipairs(report.relations) do
          print(r.kind, r.factor, r.difference, r.q_value, r.evidence)
        end
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = try call.dayBounds(try context.session())
      let kinds = try Self.kinds(call)
      let seed = UInt64(call.optionalInteger("seed") ?? 1)
      let lags = try Self.lags(call)
      try context.statistics(call, since: since, before: before) {
        session, range throws(SessionError) in
        let compared = try session.reader.ratings(in: range, with: kinds)
        do throws(FieldError) {
          return try MoodRelationReport(range, compared, lags: lags, seed: seed)
        } catch {
          throw .field(error)
        }
      }
    }
  }

  /// Reads the lag of a call: a number, or several as a text.
  static func lags(_ call: borrowing HostCall) throws(HostFailure) -> LagRange {
    let lag =
      !call.isPresent("lag")
      ? "0" : call.kind("lag") == .string ? try call.string("lag") : "\(call.integer("lag"))"
    return try call.checking { () throws(FieldError) in try LagRange(lag) }
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
}
