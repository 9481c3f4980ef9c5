import FlintSchema

/// The strength of a habit, as Loop Habit Tracker computes its score: an exponential mean of how well
/// the schedule was kept, in millionths.
///
/// Each day, strength ← strength · m + c · (1 − m), rounded to the nearest millionth, halves up.
/// (iSoron/uhabits, `Score.kt` and `ScoreList.kt`.)
struct HabitStrength {
  /// What a day's share c is computed from.
  enum Share {
    /// The number of done days among the last days, by the number required.
    case doneDays(required: Int64)
    /// The sum of the last days, by the sum required, in millionths.
    case sum(of: HabitGoal.Unit, required: Int128)
    /// The sum of the last days, by how far it exceeds a limit, in millionths.
    case limit(of: HabitGoal.Unit, Int128)
  }

  static let one: Int64 = 1_000_000

  /// The share of the strength that is left after a day, in millionths.
  let multiplier: Int64
  /// The number of days, the last one included, that the share is computed from. Neutral days are not
  /// among them, so that they cost nothing; Loop counts them.
  let window: Int
  /// What the share is computed from.
  let share: Share

  init(_ plan: HabitPlan) {
    let (times, days) = (plan.schedule.requiredTimes, plan.schedule.strengthDays)
    multiplier = HabitStrength.multiplier(times: times, days: days)
    guard let goal = plan.goal else {
      // Loop doubles both where the habit is not daily, which evens out irregular repetitions.
      let factor = times < days ? 2 : 1
      window = days * factor
      share = .doneDays(required: Int64(times * factor))
      return
    }
    window = days
    let amount = Int128(goal.amount.millionths)
    switch goal.kind {
    case .atLeastOnDay: share = .sum(of: goal.unit, required: amount * Int128(times))
    case .atLeastOverPeriod: share = .sum(of: goal.unit, required: amount)
    case .atMost: share = .limit(of: goal.unit, amount)
    }
  }

  /// Returns a day's share in millionths, truncated.
  ///
  /// - Parameter amount: the number of done days of the window, or its sum in millionths.
  func share(of amount: Int128) -> Int64 {
    let one = Int128(HabitStrength.one)
    switch share {
    case .doneDays(let required): return Int64(min(one, amount * one / Int128(required)))
    case .sum(_, let required):
      if amount >= required { return HabitStrength.one }
      return Int64(max(0, amount) * one / required)
    case .limit(_, let limit):
      if amount <= limit { return HabitStrength.one }
      if amount >= 2 * limit { return 0 }
      return Int64((2 * limit - amount) * one / limit)
    }
  }

  func next(after strength: Int64, share: Int64) -> Int64 {
    let one = HabitStrength.one
    return (strength * multiplier + share * (one - multiplier) + one / 2) / one
  }

  /// Returns 0.5^(√(times / days) / 13) in millionths, rounded to the nearest.
  ///
  /// It is the series of e^−x at x = √(times / days) · ln 2 / 13 < 0.054, in integers of 10⁻¹⁵. The
  /// error is below 10⁻¹⁴, and no result for 1 to 366 times and days is that near to a half: a test
  /// compares all of them with another program's.
  static func multiplier(times: Int, days: Int) -> Int64 {
    let scale: Int128 = 1_000_000_000_000_000
    let naturalLogarithm: Int128 = 693_147_180_559_945
    let root = squareRoot(Int128(times) * scale * scale / Int128(days))
    let x = root * naturalLogarithm / (13 * scale)
    var (sum, term) = (scale, scale)
    for order in 1...9 {
      term = -term * x / (scale * Int128(order))
      sum += term
    }
    let millionth = scale / Int128(one)
    return Int64((sum + millionth / 2) / millionth)
  }

  /// Returns the integer square root, by Newton's method.
  private static func squareRoot(_ number: Int128) -> Int128 {
    if number < 2 { return number }
    var root = Int128(1) << ((128 - number.leadingZeroBitCount + 1) / 2)
    while true {
      let next = (root + number / root) / 2
      if next >= root { return root }
      root = next
    }
  }
}
