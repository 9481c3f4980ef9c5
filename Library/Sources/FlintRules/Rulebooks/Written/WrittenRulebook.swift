package import FlintJSON
package import FlintSchema

/// A rulebook file while it is read.
///
/// Its lists are kept as they are written until the inherited entries are changed.
package struct WrittenRulebook: Sendable {
  var definition = RulebookDefinition.blank
  /// The values of `extends` and of the lists, by key.
  var given: [String: JSONValue] = [:]
  /// What is given with the entries of the lists of names.
  var listed: Set<NamedValues> = []

  private static let bundled = `list`(RulebookDefinition.bundled.map(\.id))

  /// The keys of the table that a rulebook file returns.
  package static let table = TableSchema<WrittenRulebook>(
    blank: WrittenRulebook(),
    [
      TableField(
        "id", \.definition.id, .rulebookID,
        "The id of the rulebook; required. Not one of \(bundled)."
      ).own(),
      .given("extends", "The id of the bundled rulebook that it changes: \(bundled)."),
      .categories,
      .intensities,
      .rarities,
      .points,
      .multipliers,
      .duplicates,
      .drops,
      .section("fuel", \.self, .table(fuel), "The fuel and overloads: see below."),
      .section(
        "tokens", \.definition.tokens, .table(TokenRules.table), "The roll tokens: see below."),
      .section(
        "levels", \.definition.levels, .list(of: .table(LevelDefinition.table)),
        "The levels: a list of 1 to 255, lowest first: see below."),
      .list(
        .missions,
        "The missions: a list of at most \(RulebookDefinition.maximumEntries), in the order of "
          + "evaluation: see below."),
      .given(
        "change_missions", "The changes of inherited missions, by id; `false` removes a mission."),
      .list(
        .cards,
        "The cards: a list of at most \(RulebookDefinition.maximumEntries): see below."),
      .given("change_cards", "The changes of inherited cards, by id; `false` removes a card."),
      .list(
        .sets,
        "The sets of cards, at most \(RulebookDefinition.maximumSets) (default: none): see below.",
        isRequired: false),
      .given("change_sets", "The changes of inherited sets, by id; `false` removes a set."),
      .list(
        .ladders,
        "The ladders: a list, with at most \(RulebookDefinition.maximumEntries) rungs in all: see "
          + "below."),
      .given(
        "change_ladders",
        "The changes of inherited ladders, by id; `rungs` replaces all rungs, `false` removes a "
          + "ladder."),
      .section(
        "tasks", \.definition.tasks, .table(TaskRules.table), "The scores of tasks: see below."),
      TableField(
        "earn", \.definition.earn, optional: .list(of: .table(EarningRule.table)),
        "The earning rules: a list of at most \(RulebookDefinition.maximumEarningRules), of which the "
          + "first that selects an event applies (default: none): see below."),
      TableField(
        "currencies", \.definition.currencies, optional: CurrencyDefinition.list,
        "The currencies by id, at most \(RulebookDefinition.maximumCurrencies) (default: none): see "
          + "below."),
      TableField(
        "duplicate_grants", \.definition.duplicateGrants, optional: .named("a rarity", .grants),
        "The amounts of currencies that a duplicate grants, by rarity, then by currency (default: "
          + "none)."),
      TableField(
        "card_prices", \.definition.cardPrices, optional: .named("a rarity", .amounts),
        "The price of a missing card of choice, in amounts of currencies, by rarity, then by currency "
          + "(default: none can be bought)."),
      .list(
        .offers,
        "The amounts of currencies that are sold for money (default: none): see below.",
        isRequired: false),
      .given("change_offers", "The changes of inherited offers, by id; `false` removes an offer."),
      TableField(
        "money_unit", \.definition.moneyUnit, .title, "The unit of money, such as `EUR`."),
      .list(
        .pools,
        "The pools, at most \(RulebookDefinition.maximumPools), beside those of the categories "
          + "(default: none): see below.", isRequired: false),
      .given("change_pools", "The changes of inherited pools, by id; `false` removes a pool."),
    ]
  ).refusing("hash", because: TableSchema<WrittenRulebook>.derived)

  package static let fuel = TableSchema<WrittenRulebook>(
    blank: WrittenRulebook(),
    [
      TableField(
        "capacity", \.definition.fuelCapacity,
        .whole.limited(to: 1...RulebookDefinition.maximumPoints),
        "The fuel at which an overload occurs, 1 to \(RulebookDefinition.maximumPoints).")
    ])
}

extension RulebookDefinition {
  /// The rulebook in place of one that could not be read.
  static let blank = RulebookDefinition(
    id: RulebookReader.unread,
    points: PointRules(
      base: SparkCategory.ignition.map { _ in 0 },
      multipliers: SparkIntensity.ignition.map { _ in .zero },
      duplicates: CardRarity.ignition.map { _ in 0 }),
    cards: [], drops: DropDefinition.table.blank, levels: [], fuelCapacity: 1,
    tokens: TokenRules.table.blank, missions: [])

  /// The rulebook as complete JSON: all numbers and names, with exact fractions as texts.
  ///
  /// `init(reading:bundled:)` reads the JSON back. Its text is a rulebook file without `extends`.
  package var json: JSONValue { WrittenRulebook.table.json(WrittenRulebook(definition: self)) }
}

/// A list of entries with ids, whose inherited entries a file can change.
struct RulebookList<Entry: Sendable>: Sendable {
  var name: String
  /// The name of an entry in messages.
  var kind: String
  var path: any WritableKeyPath<RulebookDefinition, [Entry]> & Sendable
  var id: any WritableKeyPath<Entry, String> & Sendable
  var table: TableSchema<Entry>

  /// The key of the changes of inherited entries.
  var changes: String { "change_" + name }
}

extension RulebookList<MissionDefinition> {
  static let missions = RulebookList(
    name: "missions", kind: "mission", path: \.missions, id: \.id, table: MissionDefinition.table)
}

extension RulebookList<CardDefinition> {
  static let cards = RulebookList(
    name: "cards", kind: "card", path: \.cards, id: \.id, table: CardDefinition.table)
}

extension RulebookList<LadderDefinition> {
  static let ladders = RulebookList(
    name: "ladders", kind: "ladder", path: \.ladders, id: \.id, table: LadderDefinition.table)
}

extension TableField where Record == WrittenRulebook {
  private static var absence: String { ", since the file does not set extends" }

  static func section<Value>(
    _ name: String, _ path: any WritableKeyPath<WrittenRulebook, Value> & Sendable,
    _ type: TableType<Value>, _ summary: String
  ) -> TableField {
    TableField(name, path, type, summary).missing(absence)
  }

  /// A value that is kept as it is written.
  fileprivate static func given(_ name: String, _ summary: String) -> TableField {
    var field = TableField(name, .asWritten, summary, get: { _ in nil }, set: { _, _ in })
    field.read = { source, record, _ in record.given[name] = source }
    return field
  }

  fileprivate static func list<Entry>(
    _ list: RulebookList<Entry>, _ summary: String, isRequired: Bool = true
  ) -> TableField {
    let type = TableType.list(of: .table(list.table))
    var field = TableField(
      list.name, .asWritten, summary,
      get: {
        let entries = $0.definition[keyPath: list.path]
        return isRequired || !entries.isEmpty ? type.json(entries) : nil
      }, set: { _, _ in }, isRequired: isRequired)
    field.read = { source, record, _ in record.given[list.name] = source }
    field.check = { type.check($0.definition[keyPath: list.path], &$1) }
    return field.missing(absence)
  }
}

extension TableSchema {
  static var derived: String { "it is derived from the other fields; remove it" }
}

func list(_ names: [String]) -> String {
  names.map { "`\($0)`" }.joined(separator: ", ")
}
