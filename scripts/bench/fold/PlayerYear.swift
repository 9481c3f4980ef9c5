import FlintCalendar
import FlintRandom
import FlintRules

/// A year of a simulated player under the full rules: 940 sparks over 365 days, two or three a day, with
/// categories, intensities and hours from a stream of the player's own.
struct PlayerYear {
  static let days = 365
  static let sparks = 940
  /// 2025-01-01, a Wednesday.
  private static let firstDay: Int64 = 20_089
  private static let categories = SparkCategory.ignition
  private static let intensities = SparkIntensity.ignition

  private let seed: UInt64
  private var player: UInt64 = 0
  /// The player's random words, one for each spark.
  private var policy = [UInt32](repeating: 0, count: PlayerYear.sparks)
  private var words = [RollWords](
    repeating: RollWords(rarity: 0, card: 0), count: PlayerYear.sparks)
  /// The number of sparks before each day.
  private let starts = (0...PlayerYear.days).map { $0 * PlayerYear.sparks / PlayerYear.days }

  init(seed: UInt64) { self.seed = seed }

  private func identity(_ ordinal: Int) -> UInt64 { player << 32 | UInt64(ordinal) }

  /// Draws a player's actions.
  mutating func draw(player: UInt64) {
    self.player = player
    var stream = CounterStream(key: seed, identity: player, purpose: 2000)
    for ordinal in policy.indices { policy[ordinal] = stream.next32() }
  }

  /// Draws the words of the player's rolls.
  mutating func drawWords() {
    for ordinal in words.indices {
      words[ordinal] = RollWords(seed: seed, identity: identity(ordinal))
    }
  }

  /// Applies the player's year to a state.
  ///
  /// - Parameter isAhead: whether the words of the rolls were drawn before.
  /// - Returns: the points of all events.
  func live(_ rulebook: Rulebook, _ state: inout ProfileState, isAhead: Bool) -> Int64 {
    var points: Int64 = 0
    var ordinal = 0
    for day in 0..<Self.days {
      let midnight = (Self.firstDay + Int64(day)) * 86_400_000
      var minutes: Int64 = 7 * 60
      while ordinal < starts[day + 1] {
        // One word for each spark: its bit fields are independent enough for a measurement.
        let word = policy[ordinal]
        let event = ProfileEvent(
          id: EventID(high: identity(ordinal), low: 0),
          at: Instant(milliseconds: midnight + (minutes + Int64(word >> 18 & 0xFF)) * 60_000),
          offset: UTCOffset(seconds: 0),
          action: .spark(
            Self.categories[Int(word & 0xFFFF) * 5 >> 16], Self.intensities[Int(word >> 16 & 3)]))
        if isAhead {
          points &+= rulebook.apply(event, to: &state, seed: seed, words: words[ordinal]).points
        } else {
          points &+= rulebook.apply(event, to: &state, seed: seed).points
        }
        minutes += 300
        ordinal += 1
      }
    }
    return points
  }
}
