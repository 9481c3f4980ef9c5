import FlintCalendar
import FlintRules
import Testing

/// A profile for tests: events are created as the fold reads them, and applied in the order of the
/// fold.
struct PlayedProfile {
  var rulebook: Rulebook
  var seed: UInt64 = CardChoice.seed
  var state: ProfileState
  var outcomes: [Outcome] = []
  private var serial: UInt64 = 0

  init(_ rulebook: Rulebook) {
    self.rulebook = rulebook
    state = rulebook.initialState()
  }

  init(_ definition: RulebookDefinition = .ignition) throws {
    self.init(try Rulebook(definition))
  }

  /// Applies an event on a civil day, at minutes past its 00:00.
  @discardableResult
  mutating func apply(
    _ action: ProfileEvent.Action, on day: CivilDay, minute: Int = 780, offset: Int32 = 0,
    draw: UInt64? = nil
  ) -> Outcome {
    serial += 1
    let offset = UTCOffset(seconds: offset)
    let at = CivilTime(day: day, milliseconds: Int32(minute) * 60_000).instant(offset: offset)
    let event = ProfileEvent(
      id: EventID(high: draw ?? serial, low: serial), at: at, offset: offset, action: action)
    let outcome = rulebook.apply(event, to: &state, seed: seed)
    outcomes.append(outcome)
    return outcome
  }

  @discardableResult
  mutating func spark(
    _ category: SparkCategory = .decision, _ intensity: SparkIntensity = .low, on day: CivilDay,
    minute: Int = 780, offset: Int32 = 0, draw: UInt64? = nil
  ) -> Outcome {
    apply(.spark(category, intensity), on: day, minute: minute, offset: offset, draw: draw)
  }

  @discardableResult
  mutating func roll(
    _ category: SparkCategory = .decision, on day: CivilDay, minute: Int = 780,
    draw: UInt64? = nil
  ) -> Outcome {
    apply(.roll(category), on: day, minute: minute, draw: draw)
  }

  /// Returns the number of completions of a mission.
  func completions(of mission: String) -> Int {
    guard let position = rulebook.missionPosition(id: mission) else { return -1 }
    return state.missions.completions.count { $0.mission == Int32(position) }
  }

  /// The ids of the missions that an outcome completed, in order.
  func missions(of outcome: Outcome) -> [String] {
    state.missions.completions[outcome.completions].map {
      rulebook.definition.missions[Int($0.mission)].id
    }
  }
}

/// A day, from text that is known to be one.
func day(_ text: String) -> CivilDay {
  guard let day = CivilDay(text) else { preconditionFailure("no day: \(text)") }
  return day
}

/// Draws of known cards: a draw is a pure function of (seed, identity), so identities are
/// tried until each card has been drawn.
enum CardChoice {
  static let seed: UInt64 = 20_260_301

  /// For each card of `ignition`, an identity whose draw in the card's category gives it.
  static let ignition: [UInt64] = find(.ignition)

  private static func find(_ definition: RulebookDefinition) -> [UInt64] {
    var definition = definition
    definition.missions = []
    guard let rulebook = try? Rulebook(definition) else { return [] }
    var found = [UInt64?](repeating: nil, count: definition.cards.count)
    for category in SparkCategory.ignition {
      var missing = definition.cards.count { $0.category == category }
      var identity: UInt64 = 0
      while missing > 0 && identity < 5000 {
        identity += 1
        var state = rulebook.initialState()
        let event = ProfileEvent(
          id: EventID(high: identity, low: 0), at: Instant(milliseconds: 0), offset: .zero,
          action: .spark(category, .low))
        let card = rulebook.apply(event, to: &state, seed: seed).draw.card
        if let card, found[card] == nil {
          found[card] = identity
          missing -= 1
        }
      }
    }
    return found.compactMap(\.self)
  }

  /// The positions of the cards that satisfy a condition.
  static func cards(
    _ category: SparkCategory? = nil, _ rarity: CardRarity? = nil,
    of definition: RulebookDefinition = .ignition
  ) -> [Int] {
    definition.cards.indices.filter {
      (category == nil || definition.cards[$0].category == category)
        && (rarity == nil || definition.cards[$0].rarity == rarity)
    }
  }
}
