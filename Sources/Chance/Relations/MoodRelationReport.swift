package import FlintRules
package import FlintSchema

/// The relations of the moods of a range of days with what days have or lack.
package struct MoodRelationReport: Sendable {
  /// The days whose moods are compared.
  package let range: DayRange
  package let relations: MoodRelations

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
}
