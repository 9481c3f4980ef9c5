import Calendar
package import JSON
package import Rules

extension DayRange {
  /// The range as members of a JSON object.
  fileprivate var members: [(name: String, value: JSONValue)] {
    [
      ("since", .string(since.description)), ("before", .string(before.description)),
      ("days", .integer(Int64(count))),
    ]
  }
}

extension Series {
  /// The series as JSON: averages as numbers, `null` without values to average.
  package var json: JSONValue {
    let buckets = buckets.map { bucket in
      JSONValue.object([
        ("period", .string(bucket.label)), ("start", .string(bucket.start.description)),
        ("days", .integer(Int64(bucket.days))), ("value", json(bucket.value)),
      ])
    }
    return .object(
      [("metric", .string(metric.name)), ("by", .string(query.period.name))]
        + query.range.members + [("total", json(total)), ("buckets", .array(buckets))])
  }

  private func json(_ value: Int64?) -> JSONValue {
    guard let value else { return .null }
    return metric.isMean ? .millionths(value) : .integer(value)
  }
}

extension StatisticsSummary {
  /// The summary as JSON. Values that a filter of sparks cannot narrow are `null` with a filter.
  package var json: JSONValue {
    .object(range.members + sparks.members + [("trend", trend.json)] + totalMembers)
  }

  private var totalMembers: [(name: String, value: JSONValue)] {
    func count(_ number: KeyPath<Totals, Int64>) -> JSONValue {
      totals.map { .integer($0[keyPath: number]) } ?? .null
    }
    return [
      ("events", count(\.events)), ("active_days", count(\.activeDays)),
      ("points", totals.map { $0.points.json(withEarned: $0.showsEarned) } ?? .null),
      ("cards", count(\.cards)),
      ("duplicates", count(\.duplicates)), ("missions", count(\.missions)),
      ("overloads", count(\.overloads)), ("tasks", count(\.subjects.tasks)),
      ("task_score", count(\.subjects.taskScore)), ("quest_steps", count(\.subjects.questSteps)),
      ("moods", count(\.subjects.moods)),
      ("mood_mean", (totals?.moodMean).map { .millionths($0) } ?? .null),
      ("activities", count(\.subjects.activities)), ("entries", count(\.subjects.entries)),
      ("achievements", count(\.achievements)),
    ]
  }
}

extension StatisticsSummary.Sparks {
  fileprivate var members: [(name: String, value: JSONValue)] {
    func shares<Value>(_ shares: [Share<Value>], _ name: (Value) -> String) -> JSONValue {
      .object(
        shares.map {
          let members = [
            ("sparks", JSONValue.integer($0.count)), ("share", .millionths($0.millionths)),
          ]
          return (name($0.value), .object(members))
        })
    }
    return [
      ("sparks", .integer(count)), ("spark_points", .integer(points)),
      ("minutes", .integer(minutes)), ("spark_days", .integer(days)),
      ("mean_intensity", meanIntensity.map { .millionths($0) } ?? .null),
      ("by_category", shares(categories, \.name)),
      ("by_intensity", shares(intensities, \.name)),
      ("hour", hour.map { .integer(Int64($0)) } ?? .null),
      ("weekday", weekday.map { .string($0.name) } ?? .null),
      ("productivity", productivity.map { .millionths($0) } ?? .null),
    ]
  }
}

extension ProfileState.Ledger {
  /// Returns the total and the points by source.
  func json(withEarned: Bool) -> JSONValue {
    .object(
      [
        ("total", .integer(total)), ("spark", .integer(spark)),
        ("duplicate", .integer(duplicate)), ("mission", .integer(mission)),
        ("task", .integer(task)),
      ] + (withEarned ? [("earned", .integer(earned))] : []))
  }
}

extension Trend {
  /// The trend as JSON.
  fileprivate var json: JSONValue {
    .object([
      ("direction", .string(direction.rawValue)), ("recent", .integer(recent)),
      ("before", .integer(before)), ("change", change.map { .millionths($0) } ?? .null),
    ])
  }
}
