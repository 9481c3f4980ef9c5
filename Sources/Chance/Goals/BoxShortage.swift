import FlintRules
import FlintSchema

extension PoolTable {
  /// Returns why a box that is never filled again cannot reach a goal; `nil` where it can, or there is no such box.
  ///
  /// - Parameter goal: the goal, for whose copies those owned count where the goal is about different cards.
  func boxShortage(
    _ goal: PoolGoal, from start: PoolStart, _ rulebook: RulebookDefinition
  ) -> String? {
    guard definition.box?.reset == .never, definition.exchange == nil else { return nil }
    func left(_ id: String) -> Int {
      let count = definition.box?.counts.first { $0.name == id }?.value ?? 0
      return max(0, Int(clamping: count) - (start.drawn[id] ?? 0))
    }
    func cards(_ set: PoolCards) -> [String] {
      allCards.filter { set.contains($0.card, tier: $0.tier) }.map(\.card.id)
    }
    let isOpened = !start.drawn.isEmpty
    let box = "the box of \(definition.id), which is never filled again, has "
    switch goal {
    case .copies(let set, let copies):
      let number = cards(set).reduce(0) { $0 + left($1) }
      if number >= copies { return nil }
      return box
        + "\(number.grouped) of these cards\(isOpened ? " left" : ""), \(copies.grouped) are wanted"
    case .different(let set, let different, let copies):
      let all = cards(set)
      let lacking = all.filter { (start.owned[$0] ?? 0) + left($0) < copies }
      let wanted = different ?? all.count
      guard all.count - lacking.count < wanted else { return nil }
      let drawn = lacking.filter { start.drawn[$0] != nil && start.owned[$0] == nil }
      return box + "too few of \(lacking.joined(separator: ", "))\(isOpened ? " left" : "")"
        + (drawn.isEmpty
          ? "" : "; if those drawn from it are owned, add owned=\(drawn.joined(separator: "+"))")
    case .each: return nil
    }
  }
}
