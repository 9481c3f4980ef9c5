package import FlintCalendar

internal import FlintRandom

package struct LandscapePoint: Equatable, Sendable {
  package var day: CivilDay
  /// The height in millionths, 0 to 1,000,000.
  package var millionths: Int64
}

extension JourneyState {
  /// The stream id of the landscape's noise, distinct from those of card draws.
  static let landscapePurpose: UInt32 = 4

  /// Returns the emotional landscape of the week that ends on a day, earliest day first.
  ///
  /// Point i = 0 … 6 is min(1, 0.3 + 0.01d) + 0.2 · consistency + 0.15 · self-care + 0.005i +
  /// noise, clamped to 0 … 1, with d = max(1, days) and the scores of its day. The noise is within
  /// ±0.02 and depends only on the profile's seed and the day.
  ///
  /// - Returns: seven points, or fewer: a day without a journey has none (see `journey(on:)`).
  package func landscape(endingOn day: CivilDay, seed: UInt64) -> [LandscapePoint] {
    (0..<7).compactMap { index in
      let day = day + (index - 6)
      guard let scores = scores(on: day) else { return nil }
      let d = max(1, scores.days)
      let ground = d >= 70 ? 1_000_000 : 300_000 + 10_000 * d
      var stream = CounterStream(
        key: seed, identity: UInt64(bitPattern: Int64(day.number)),
        purpose: Self.landscapePurpose)
      let noise = Int64(stream.bounded(40_001)) - 20_000
      let height =
        ground + scores.consistency * 20 / 100 + scores.selfCare * 15 / 100 + 5000 * Int64(index)
        + noise
      return LandscapePoint(day: day, millionths: min(1_000_000, max(0, height)))
    }
  }
}
