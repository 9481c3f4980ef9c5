import FlintRules

/// The titles of the cards, missions and achievements of two rulebooks, for readers to whom an id says
/// nothing.
struct ReplayTitles: Sendable {
  /// The titles by id, of each subject of differences.
  private let titles: [String: [String: String]]

  init(_ replay: Replay) {
    let definitions = [replay.old, replay.new].map(\.rulebook.definition)
    titles = [
      "card": Self.byID(definitions.flatMap(\.cards).map { ($0.id, $0.name, $0.rarity.name) }),
      "mission": Self.byID(definitions.flatMap(\.missions).map { ($0.id, $0.title, $0.id) }),
      "achievement": Self.byID(
        definitions.flatMap(\.ladders).flatMap(\.rungs).map { ($0.id, $0.title, $0.id) }),
    ]
  }

  /// Returns the title of what an id names; the id itself where it has none.
  func title(_ subject: String, _ id: String) -> String { titles[subject]?[id] ?? id }

  /// Returns titles by id; where several ids have a title, what distinguishes them follows it.
  private static func byID(
    _ named: [(id: String, title: String, distinction: String)]
  ) -> [String: String] {
    let ids = Dictionary(grouping: named, by: \.title).mapValues { Set($0.map(\.id)) }
    return Dictionary(
      named.map { id, title, distinction in
        (id, ids[title]?.count == 1 ? title : "\(title) (\(distinction))")
      }, uniquingKeysWith: { first, _ in first })
  }
}
