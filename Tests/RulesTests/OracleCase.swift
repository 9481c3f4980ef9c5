import FlintCalendar
import Foundation
import FlintRules
import FlintSchema

/// A case of `Tests/Oracle/oracle.py`: events and the results of an independent implementation of the
/// domain in another language.
struct OracleCase: Decodable {
  struct Case: Decodable {
    var seed: String
    var rulebook: String
    var today: String
    var day_start: String?
    var events: [EventText]
    var pity: [String: Pity]?
    var rates: [String: String]?
    var drop_chance: String?
    var empty_cell: String?
  }
  struct Pity: Decodable {
    var soft_start: Int64?
    var soft_step: String?
    var hard: Int64?
  }
  struct EventText: Decodable {
    var kind: String
    var at: Int64
    var offset: Int32
    var category: String
    var intensity: String?
    var title: String?
    var notes: String?
    var tags: [String]?
    var estimated: Int64?
    var actual: Int64?
    var key: String?
  }
  struct Expected: Decodable {
    var events: [[String: JSONScalar]]
    var final: Final
  }
  struct Final: Decodable {
    var ledger: [String: Int64]
    var total: Int64
    var level: Int
    var fuel: Int64
    var overloads: Int64
    var tokens: Int64
    var cards: [String: Holding]
    var current_streak: Int
    var longest_streak: Int
    var completions: [[JSONScalar]]
    var progress: [String: Int64]
    var status: [String: String]
    var void_count: Int
  }
  struct Holding: Decodable, Equatable {
    var count: Int
    var first_at: Int64
  }

  var `case`: Case
  var expected: Expected

  static let names = [
    "around-the-world", "calendar-edges", "day-start-around-the-world", "day-start-at-four",
    "day-start-at-half-past-two", "day-start-at-its-latest", "dense-day", "every-kind-of-spark",
    "hundred-days",
    "identities", "late-windows", "lifelike-year", "nothing-yet", "odd-rates", "pity-hard",
    "pity-several", "pity-soft", "pity-with-demotion", "pity-with-lost-rolls", "rerolled-cells",
    "roll-only", "rolls-and-tokens", "shipped", "ties", "windows-at-the-border",
  ]

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  static func load(_ name: String) throws -> OracleCase {
    try JSONDecoder().decode(
      OracleCase.self, from: Data(contentsOf: folder.appendingPathComponent("\(name).json")))
  }

  var seed: UInt64 { UInt64(`case`.seed) ?? 0 }

  /// The rulebook of the case, with its changes.
  func rulebook() throws -> Rulebook {
    var definition: RulebookDefinition =
      `case`.rulebook == "ignition" ? .ignition : .ignitionShipped
    if let rates = `case`.rates {
      definition.drops.rates = CardRarity.ignition.map { Fraction(rates[$0.name] ?? "0") ?? .zero }
    }
    if let chance = `case`.drop_chance { definition.drops.chance = Fraction(chance) ?? .zero }
    if let rule = `case`.empty_cell {
      definition.drops.emptyCell = EmptyCell(rawValue: rule) ?? .none
    }
    for (name, pity) in `case`.pity ?? [:] {
      guard let rarity = CardRarity(name: name) else { continue }
      definition.drops.pity[Int(rarity.code)] = PityDefinition(
        softStart: pity.soft_start,
        softStep: pity.soft_step.flatMap { Fraction($0) } ?? .zero, hard: pity.hard)
    }
    return try Rulebook(
      definition, dayStart: DayStart(`case`.day_start ?? "00:00") ?? .midnight)
  }

  /// The events in the order of the fold.
  func events() throws -> [ProfileEvent] {
    var occurrences: [EventID: UInt32] = [:]
    return try `case`.events.map { text in
      let category = SparkCategory(name: text.category) ?? .decision
      let at = Instant(milliseconds: text.at)
      let offset = UTCOffset(seconds: text.offset)
      func identity(_ id: (NaturalKey) -> EventID) -> EventID {
        if let key = text.key { return id(.given(key)) }
        let first = id(.content(occurrence: 0))
        let occurrence = occurrences[first, default: 0]
        occurrences[first] = occurrence + 1
        return id(.content(occurrence: occurrence))
      }
      if text.kind == "roll" {
        let roll = CardRoll(at: at, offset: offset, category: category)
        return roll.event(id: identity { roll.id(seed: seed, key: $0) })
      }
      let spark = try Spark(
        at: at, offset: offset, category: category,
        intensity: SparkIntensity(name: text.intensity ?? "medium") ?? .medium,
        title: text.title ?? "",
        notes: text.notes, tags: text.tags ?? [], estimatedMinutes: text.estimated,
        actualMinutes: text.actual)
      return spark.event(id: identity { spark.id(seed: seed, key: $0) })
    }.sorted { $0.foldPosition < $1.foldPosition }
  }
}

/// A scalar JSON value.
enum JSONScalar: Decodable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case string(String)
  case list([String])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else {
      self = .list(try container.decode([String].self))
    }
  }
}
