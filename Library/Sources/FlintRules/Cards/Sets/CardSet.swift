package import FlintSchema

/// A set of cards that belong together, and can be completed.
package struct CardSet: Hashable, Sendable {
  /// The id, by which cards and missions refer to it.
  package var id: String
  /// The display name.
  package var title: String

  /// Creates a set.
  package init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

extension CardSet {
  package static let table = TableSchema(
    blank: CardSet(id: RulebookReader.unread, title: RulebookReader.unread),
    [
      TableField("id", \.id, .rulebookID, "The id, by which cards and missions refer to it.").own(),
      TableField("title", \.title, .title, "The title."),
    ])
}

extension RulebookList<CardSet> {
  static let sets = RulebookList(
    name: "sets", kind: "set", path: \.sets, id: \.id, table: CardSet.table)
}

extension RulebookDefinition {
  static let maximumSets = 256

  /// Returns the position of the set of a card, if it is in one.
  func setPosition(of card: CardDefinition) -> Int? {
    card.set.flatMap { id in sets.firstIndex { $0.id == id } }
  }

  /// Records sets that cards and missions name and the rulebook lacks, and sets without cards.
  func checkSets(_ reader: inout TableReader) {
    let ids = sets.map(\.id)
    if ids.count > Self.maximumSets {
      reader.fault("expected at most \(Self.maximumSets), got \(ids.count)", at: .name("sets"))
    }
    let known = Set(ids)
    func refer(_ id: String?, _ list: String, _ index: Int) {
      guard let id, !known.contains(id) else { return }
      let hint = NearestName.hint(for: id, among: ids)
      let options =
        ids.isEmpty
        ? "; the rulebook has no sets" : ids.count > 16 ? "" : "; expected \(ids.alternatives)"
      reader.fault(
        "unknown set \"\(id)\"" + (hint.isEmpty ? options : hint), at: .name(list),
        .position(index + 1), .name("set"))
    }
    for (index, card) in cards.enumerated() { refer(card.set, "cards", index) }
    for (index, mission) in missions.enumerated() {
      refer(mission.metric.parameters.set, "missions", index)
    }
    let used = Set(cards.compactMap(\.set))
    for (index, set) in sets.enumerated() where !used.contains(set.id) {
      reader.fault("no card is in this set", at: .name("sets"), .position(index + 1))
    }
  }
}
