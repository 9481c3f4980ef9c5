import FlintJSON
import FlintSchema

/// The values that a rulebook file gives by name, in a table of their own or with the list of the names.
enum NamedValues: String, Sendable, CaseIterable {
  case categories, points, intensities, multipliers, rarities, rates, duplicates, pity

  /// The names of `ignition`, by which the values are given unless a rulebook lists others.
  var ignition: [String] {
    switch self {
    case .categories, .points: SparkCategory.ignitionNames
    case .intensities, .multipliers: SparkIntensity.ignitionNames
    case .rarities, .rates, .duplicates, .pity: CardRarity.ignitionNames
    }
  }

  var list: NamedValues {
    switch self {
    case .categories, .points: .categories
    case .intensities, .multipliers: .intensities
    case .rarities, .rates, .duplicates, .pity: .rarities
    }
  }
}

/// A value that entries of a list of names may give, instead of the table that has it by name.
struct ListedValue<Entry>: Sendable {
  var key: String
  /// The values, and the path of the table that may give them instead.
  var values: NamedValues
  var path: [String]
  var isGiven: @Sendable (Entry) -> Bool
  /// Writes the value of an entry to the rulebook, where it has a position.
  var write: @Sendable (Entry, Int, inout RulebookDefinition) -> Void

  init<Value>(
    _ key: String, _ values: NamedValues, _ path: [String],
    _ entry: any KeyPath<Entry, Value?> & Sendable,
    _ definition: any WritableKeyPath<RulebookDefinition, [Value]> & Sendable
  ) {
    self.key = key
    self.values = values
    self.path = path
    isGiven = { $0[keyPath: entry] != nil }
    write = { source, position, target in
      if let value = source[keyPath: entry] { target[keyPath: definition][position] = value }
    }
  }
}

protocol NameEntry: Sendable {
  associatedtype Name: RulebookName
  var id: String { get }
  static var table: TableSchema<Self> { get }
  static var list: NamedValues { get }
  static var most: Int { get }
  static var names: any WritableKeyPath<RulebookDefinition, [Name]> & Sendable { get }
  /// What the entries may give.
  static var values: [ListedValue<Self>] { get }
  /// The sentence about the list in the reference.
  static var summary: String { get }
  /// Creates the entry at a position of a rulebook's list.
  init(_ name: Name, at position: Int, of definition: RulebookDefinition)
  /// Gives the values of each name the position that it has in a list, given the position that it had.
  static func move(_ positions: [Int?], in definition: inout RulebookDefinition)
}

extension [Int?] {
  /// Returns the values at the positions, with another one in place of absent ones.
  fileprivate func values<Value>(of values: [Value], else blank: Value) -> [Value] {
    map { position in
      position.flatMap { values.indices.contains($0) ? values[$0] : nil } ?? blank
    }
  }
}

struct CategoryEntry: NameEntry {
  var id = RulebookReader.unread
  var points: Int64?

  static let table = TableSchema(
    blank: CategoryEntry(),
    [
      TableField("id", \.id, .rulebookID, "The id: the name in all other sections.").own(),
      TableField(
        "points", \.points, .million,
        "The base points of a spark, as in `points`, which is left out then."),
    ])
  static let list = NamedValues.categories
  static let most = SparkCategory.most
  static let names: any WritableKeyPath<RulebookDefinition, [SparkCategory]> & Sendable =
    \.categories
  static let values = [
    ListedValue<CategoryEntry>("points", .points, ["points"], \.points, \.points.base)
  ]
  static let summary = "The categories of sparks and cards"

  static func move(_ positions: [Int?], in definition: inout RulebookDefinition) {
    definition.points.base = positions.values(of: definition.points.base, else: 0)
  }
}

extension CategoryEntry {
  init(_ name: SparkCategory, at position: Int, of definition: RulebookDefinition) {
    self.init(id: name.name, points: definition.points.base[at: position])
  }
}

struct IntensityEntry: NameEntry {
  var id = RulebookReader.unread
  var multiplier: Fraction?

  static let table = TableSchema(
    blank: IntensityEntry(),
    [
      TableField("id", \.id, .rulebookID, "The id: the name in all other sections.").own(),
      TableField(
        "multiplier", \.multiplier, .multiplier,
        "The factor of base points: an exact number, as in `multipliers`, which is left out then."),
    ])
  static let list = NamedValues.intensities
  static let most = SparkIntensity.most
  static let names: any WritableKeyPath<RulebookDefinition, [SparkIntensity]> & Sendable =
    \.intensities
  static let values = [
    ListedValue<IntensityEntry>(
      "multiplier", .multipliers, ["multipliers"], \.multiplier, \.points.multipliers)
  ]
  static let summary = "The intensities of sparks, weakest first"

  static func move(_ positions: [Int?], in definition: inout RulebookDefinition) {
    definition.points.multipliers = positions.values(
      of: definition.points.multipliers, else: .zero)
  }
}

extension IntensityEntry {
  init(_ name: SparkIntensity, at position: Int, of definition: RulebookDefinition) {
    self.init(id: name.name, multiplier: definition.points.multipliers[at: position])
  }
}

struct RarityEntry: NameEntry {
  var id = RulebookReader.unread
  var rate: Fraction?
  var duplicate: Int64?

  static let table = TableSchema(
    blank: RarityEntry(),
    [
      TableField("id", \.id, .rulebookID, "The id: the name in all other sections.").own(),
      TableField(
        "rate", \.rate, .probability,
        "The probability: an exact number, as in `drops.rates`, which is left out then."),
      TableField(
        "duplicate", \.duplicate, .million,
        "The bonus points of a further copy, as in `duplicates`, which is left out then."),
    ])
  static let list = NamedValues.rarities
  static let most = CardRarity.most
  static let names: any WritableKeyPath<RulebookDefinition, [CardRarity]> & Sendable = \.rarities
  static let values = [
    ListedValue<RarityEntry>("rate", .rates, ["drops", "rates"], \.rate, \.drops.rates),
    ListedValue<RarityEntry>(
      "duplicate", .duplicates, ["duplicates"], \.duplicate, \.points.duplicates),
  ]
  static let summary = "The rarities of cards, commonest first"

  static func move(_ positions: [Int?], in definition: inout RulebookDefinition) {
    definition.drops.rates = positions.values(of: definition.drops.rates, else: .zero)
    definition.drops.pity = positions.values(of: definition.drops.pity, else: nil)
    definition.points.duplicates = positions.values(of: definition.points.duplicates, else: 0)
  }
}

extension RarityEntry {
  init(_ name: CardRarity, at position: Int, of definition: RulebookDefinition) {
    self.init(
      id: name.name, rate: definition.drops.rates[at: position],
      duplicate: definition.points.duplicates[at: position])
  }
}

extension Array {
  /// Returns the element at a position; `nil` beyond the end.
  fileprivate subscript(at position: Int) -> Element? {
    indices.contains(position) ? self[position] : nil
  }
}
