import Chance
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

/// What is tracked by day, over time and compared with other series.
extension StatsModule {
  var amounts: HostFunction {
    HostFunction(
      "amounts",
      "Computes the count, sum, mean, minimum and maximum of a tracker's amounts, or of the numbers of its own field, "
        + "for each day, week, month or year of a range.",
      parameter: .table(
        "query", "The tracker, the period and the range.",
        HostField(
          "tracker", .string,
          "The tracker, such as Sleep; with its unit (Run.minutes) if it has several, or with its own field (Run.Distance)."
        ),
        .optional("by", .choice(SeriesPeriod.names), "The period of a bucket (default: day)."),
        Self.since, Self.before),
      returns: HostResult("amounts", "table", "The amounts.", of: AmountSeries.self),
      example: """
        tracker.add{name = "Sleep"}
        tracker.add_entry("Sleep", {number = 7.5})
        local a = stats.amounts{tracker = "Sleep", by = "week"}
        print(a.count, a.mean, a.buckets[1].max)
        """
    ) { [context] call throws(HostFailure) in
      let name = try call.string("tracker")
      let period = call.choice("by", of: SeriesPeriod.self) ?? .day
      let (since, before) = try call.dayBounds(try context.session())
      try context.statistics(call, since: since, before: before) {
        session, range throws(SessionError) in
        let catalog = SeriesCatalog(amountsOf: try session.state().trackers)
        let series: DaySeries
        do throws(FieldError) {
          series = try catalog.series(named: name, field: "tracker")
        } catch {
          throw .field(error)
        }
        return try session.reader.amounts(of: series, by: period, range)
      }
    }
  }

  var correlate: HostFunction {
    HostFunction(
      "correlate",
      "Compares a series of days with others: the correlation, tested by permutations in blocks of days, as in "
        + "stats.relate. A relation is not a cause.",
      parameter: .table(
        "query", "The series and the days.",
        HostField(
          "series", .string,
          "The series: mood or a metric, a tracker, its unit (Run.minutes) or own field (Run.Distance), a habit, a "
            + "tag, a category or a project."),
        .optional(
          "others", .stringList,
          "The series to compare it with (default: the mood, sparks, tasks and everything tracked)."
        ),
        .optional(
          "by", .choice(SeriesPeriod.names),
          "The period of which numbers are compared (default: day)."),
        .optional(
          "lag", .either(.string, .integer(0...3)),
          "The periods from the others to the series: a number from 0 to 3, or a text such as 0..3 (default: 0)."
        ),
        Self.since, Self.before,
        .optional("seed", .integer(0...Int64.max), "The seed of the permutations (default: 1).")),
      returns: HostResult("report", "table", "The relations.", of: SeriesRelationReport.self),
      example: """
        tracker.add{name = "Sleep"}
        tracker.add_entry("Sleep", {number = 7.5})
        local report = stats.correlate{series = "Sleep", others = {"mood", "points"}}
        for _, r in ipairs(report.relations) do
          print(r.with, r.correlation, r.slope, r.q_value, r.evidence)
        end
        """
    ) { [context] call throws(HostFailure) in
      let (since, before) = try call.dayBounds(try context.session())
      let name = try call.string("series")
      let others = try call.strings("others")
      let period = call.choice("by", of: SeriesPeriod.self) ?? .day
      let seed = UInt64(call.optionalInteger("seed") ?? 1)
      let lags = try Self.lags(call)
      try context.statistics(call, since: since, before: before) {
        session, range throws(SessionError) in
        let compared = try session.reader.related(name, to: others, with: [], in: range)
        do throws(FieldError) {
          return try SeriesRelationReport(range, by: period, compared, lags: lags, seed: seed)
        } catch {
          throw .field(error)
        }
      }
    }
  }
}
