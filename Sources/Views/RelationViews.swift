import Calendar
package import JSON
package import Rules
package import Sessions
package import Simulation

/// The relations of the moods of a range of days with what days have or lack.
package struct MoodRelationReport: Sendable {
  /// The days whose moods are compared.
  package let range: DayRange
  /// The relations.
  package let relations: MoodRelations

  /// Compares the moods of a range of days with factors. Today is left out: what it lacks may still
  /// happen.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of factors; all if empty.
  ///   - lags: the numbers of days from a factor to the mood.
  ///   - seed: the seed of the permutations.
  /// - Throws: `SessionError.field` about `since` when the ratings are too far apart.
  package init(
    _ session: Session, _ range: DayRange, with kinds: Set<DayFactor.Kind>, lags: LagRange,
    seed: UInt64
  ) throws(SessionError) {
    self.range = range
    let factors = try session.reader.factors(
      kinds.isEmpty ? Set(DayFactor.Kind.allCases) : kinds)
    let before = max(range.since, min(range.before, session.today))
    let ratings = try session.state().moods.ratings(from: range.since, before: before)
    do {
      relations = try MoodRelations(ratings, factors: factors, lags: lags, seed: seed)
    } catch {
      throw .field(error)
    }
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
