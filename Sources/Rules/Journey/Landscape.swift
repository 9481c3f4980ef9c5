internal import CounterRandom

/// A day of the emotional landscape.
public struct LandscapePoint: Equatable, Sendable {
  /// The day.
  public var day: CivilDay
  /// How high it lies, 0 to 1,000,000.
  public var millionths: Int64
}

extension JourneyState {
  /// What the noise of the landscape is drawn for, apart from every draw of a card.
  static let landscapePurpose: UInt32 = 4

  /// The emotional landscape of the week that ends on a day, earliest day first.
  ///
  /// Point i = 0 … 6 is min(1, 0.3 + 0.01d) + 0.2 · consistency + 0.15 · self-care + 0.005i +
  /// noise, kept within 0 … 1, with d = max(1, days) and the scores those of its day. The noise lies
  /// within ±0.02 and depends on nothing but the profile's seed and the day.
  ///
  /// - Parameters:
  ///   - day: the last day; today, as a rule.
  ///   - seed: the profile's seed.
  /// - Returns: seven points, or fewer: a day on no journey has none (see `journey(on:)`).
  public func landscape(endingOn day: CivilDay, seed: UInt64) -> [LandscapePoint] {
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
