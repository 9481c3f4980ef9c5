package import FlintCalendar

/// The scores of a day of a journey, in millionths from 0 to 1,000,000.
package struct JourneyScores: Equatable, Sendable {
  package var day: CivilDay
  /// Whole civil days since the journey's start.
  package var days: Int64
  package var consistency: Int64
  package var selfCare: Int64
  package var stability: Int64

  struct Terms {
    /// Whole civil days since the journey's start.
    var days: Int64
    var journals: Int64
    /// The number of sos and self-care sessions.
    var sessions: Int64
    /// The number of active days since the journey's start.
    var activeDays: Int64
    /// The number of achievements unlocked on earlier days.
    var unlocked: Int64
  }

  /// The number of days from which on no score rises by the passing of days alone: the terms √d and
  /// d have reached their maxima (0.01 · √900 = 0.3), and terms per day only decrease.
  static let daysOfGrowth: Int64 = 900

  /// Computes the scores. With d = max(1, days), J journal entries, S sessions, A active days and U
  /// achievements, each term truncated to millionths:
  ///
  /// - consistency = min(0.4, 3J/d) + min(0.3, 0.5A/d) + min(0.3, 0.01√d)
  /// - self-care = min(0.4, 2S/d) + min(0.3, 5J/d) + min(0.3, 0.02U)
  /// - stability = min(1, min(0.5, 0.3 + 0.005d) + consistency/4 + self-care/4)
  init(day: CivilDay, _ terms: Terms) {
    let d = max(1, terms.days)
    // 10⁶ · 0.01√d, in integers.
    let root = d >= Self.daysOfGrowth ? 300_000 : squareRoot(100_000_000 * d)
    let growth = d >= 40 ? 500_000 : 300_000 + 5000 * d
    let reached = terms.unlocked >= 15 ? 300_000 : 20_000 * terms.unlocked
    let consistency =
      share(3_000_000, of: terms.journals, per: d, atMost: 400_000)
      + share(500_000, of: terms.activeDays, per: d, atMost: 300_000) + root
    let selfCare =
      share(2_000_000, of: terms.sessions, per: d, atMost: 400_000)
      + share(5_000_000, of: terms.journals, per: d, atMost: 300_000) + reached
    self.day = day
    self.days = terms.days
    self.consistency = consistency
    self.selfCare = selfCare
    stability = min(1_000_000, growth + consistency / 4 + selfCare / 4)
  }
}

/// Returns factor · count / days, truncated, with an upper limit that is below the factor.
@inline(__always)
private func share(
  _ factor: Int64, of count: Int64, per days: Int64, atMost limit: Int64
) -> Int64 {
  // When the count is greater the limit is exceeded, and the product might overflow.
  count >= days ? limit : min(limit, factor * count / days)
}

/// Returns the integer square root of a number below 2³⁸.
private func squareRoot(_ number: Int64) -> Int64 {
  var root: Int64 = 0
  var bit: Int64 = 1 << 18
  while bit > 0 {
    let larger = root | bit
    if larger * larger <= number { root = larger }
    bit >>= 1
  }
  return root
}
