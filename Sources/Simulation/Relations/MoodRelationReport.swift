import Calendar
package import JSON
package import Rules
package import Schema

/// The relations of the moods of a range of days with what days have or lack.
package struct MoodRelationReport: Sendable {
  /// The days whose moods are compared.
  package let range: DayRange
  /// The relations.
  package let relations: MoodRelations

  /// Compares the moods of a range of days with factors.
  ///
  /// - Parameters:
  ///   - compared: the ratings in the range, and the factors.
  ///   - lags: the numbers of days from a factor to the mood.
  ///   - seed: the seed of the permutations.
  /// - Throws: an error about `since` if the ratings are too far apart.
  package init(
    _ range: DayRange, _ compared: (ratings: ArraySlice<MoodRating>, factors: [DayFactor]),
    lags: LagRange, seed: UInt64
  ) throws(FieldError) {
    self.range = range
    relations = try MoodRelations(
      compared.ratings, factors: compared.factors, lags: lags, seed: seed)
  }

  /// The sentences on what relations do not show.
  package var caveats: [String] {
    var sentences = [
      "A relation is not a cause: the mood may lead to the factor, or a third thing, such as "
        + "weekdays, seasons or health, to both.",
      "Only rated days count, and days that went unrated may have been different.",
      "\"none\" means that these days show no difference, not that there is none: the interval "
        + "has the differences that remain possible.",
    ]
    if !relations.untested.isEmpty {
      sentences.append(
        "A factor is compared from its first day on, and only with at least "
          + "\(MoodRelations.fewestDays) rated days with it and as many without it.")
    }
    return sentences
  }

  /// The relations as JSON.
  package var json: JSONValue {
    .object([
      ("since", .string(range.since.description)), ("before", .string(range.before.description)),
      ("rated_days", .integer(Int64(relations.ratedDays))),
      ("block_length", .integer(Int64(relations.blockLength))),
      ("permutations", .integer(Int64(relations.permutations))),
      ("relations", .array(relations.relations.map(\.json))),
      ("too_few_days", .array(relations.untested.map(\.json))),
      ("caveats", .array(caveats.map { .string($0) })),
    ])
  }
}

extension Relation {
  /// The relation as JSON.
  fileprivate var json: JSONValue {
    .object([
      ("kind", .string(kind.singular)), ("factor", .string(name)), ("lag", .integer(Int64(lag))),
      ("days_with", .integer(Int64(with.days))), ("days_without", .integer(Int64(without.days))),
      ("mean_with", .digits(with.mean)), ("mean_without", .digits(without.mean)),
      ("difference", .digits(difference)), ("interval", interval?.json ?? .null),
      ("p_value", .digits(pValue)), ("q_value", .digits(qValue)),
      ("evidence", .string(evidence.rawValue)),
    ])
  }
}

extension UntestedRelation {
  /// The comparison as JSON.
  fileprivate var json: JSONValue {
    .object([
      ("kind", .string(kind.singular)), ("factor", .string(name)), ("lag", .integer(Int64(lag))),
      ("days_with", .integer(Int64(with))), ("days_without", .integer(Int64(without))),
    ])
  }
}
