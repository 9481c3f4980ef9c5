/// One thing that is not the same in two rulebooks.
public struct RulebookDifference: Hashable, Sendable, CustomStringConvertible {
  /// Where it is: `missions[spark-streak].target`, entries with ids by their ids.
  public var path: String
  /// What the one rulebook says: a text as it is, a table as JSON; `nil` when it has no such thing.
  public var old: String?
  /// What the other says, in the same form; `nil` when it has no such thing.
  public var new: String?

  /// Makes a difference.
  public init(path: String, old: String?, new: String?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// `path: old → new`, `path: added …` or `path: removed …`.
  public var description: String {
    switch (old, new) {
    case (let old?, let new?): "\(path): \(old) → \(new)"
    case (nil, let new?): "\(path): added \(new)"
    case (let old?, nil): "\(path): removed \(old)"
    case (nil, nil): path
    }
  }
}

extension RulebookDefinition {
  /// Everything in which another rulebook differs from this one; empty when they are equal.
  ///
  /// In the order of a rulebook's parts; within a list of entries with ids first those that were
  /// removed or changed, in this rulebook's order, then those that were added, then those that
  /// stand at another place among the ones that both have (`missions[spark-streak].place`: `first`,
  /// or `after` another). The end of a season is called `before`, as in rulebook files.
  public func differences(to other: RulebookDefinition) -> [RulebookDifference] {
    var comparison = RulebookComparison()
    comparison.compare(json.endsCalledBefore, other.json.endsCalledBefore, "")
    return comparison.differences
  }
}

extension JSONValue {
  /// A rulebook's tree with the ends of seasons called as a rulebook file calls them, in which
  /// `until` could only be written `["until"]`.
  fileprivate var endsCalledBefore: JSONValue {
    guard case .object(let parts) = self else { return self }
    return .object(
      parts.map { part in
        guard ["missions", "cards"].contains(part.name), case .array(let entries) = part.value
        else { return part }
        return (part.name, .array(entries.map(\.endCalledBefore)))
      })
  }

  private var endCalledBefore: JSONValue {
    guard case .object(let fields) = self else { return self }
    return .object(fields.map { ($0.name == "until" ? "before" : $0.name, $0.value) })
  }
}

/// Compares two trees of the same form.
private struct RulebookComparison {
  private(set) var differences: [RulebookDifference] = []

  mutating func compare(_ old: JSONValue?, _ new: JSONValue?, _ path: String) {
    if old == new { return }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for member in old {
        let counterpart = new.first { $0.name == member.name }?.value
        compare(member.value, counterpart, Self.path(path, member.name))
      }
      for member in new where !old.contains(where: { $0.name == member.name }) {
        compare(nil, member.value, Self.path(path, member.name))
      }
    case (.array(let old), .array(let new)):
      if let oldIDs = Self.ids(old), let newIDs = Self.ids(new) {
        compare(Keyed(oldIDs, old), Keyed(newIDs, new), path)
      } else {
        for index in 0..<max(old.count, new.count) {
          compare(
            index < old.count ? old[index] : nil, index < new.count ? new[index] : nil,
            "\(path)[\(index + 1)]")
        }
      }
    default:
      differences.append(
        RulebookDifference(path: path, old: Self.text(old), new: Self.text(new)))
    }
  }

  private static func path(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  /// Entries by their ids.
  private struct Keyed {
    var ids: [String]
    var entries: [String: JSONValue]

    init(_ ids: [String], _ entries: [JSONValue]) {
      self.ids = ids
      self.entries = Dictionary(zip(ids, entries), uniquingKeysWith: { first, _ in first })
    }
  }

  private static func ids(_ entries: [JSONValue]) -> [String]? {
    var ids: [String] = []
    for entry in entries {
      guard case .string(let id)? = entry["id"] else { return nil }
      ids.append(id)
    }
    return ids
  }

  private mutating func compare(_ old: Keyed, _ new: Keyed, _ path: String) {
    for id in old.ids { compare(old.entries[id], new.entries[id], "\(path)[\(id)]") }
    for id in new.ids where old.entries[id] == nil {
      compare(nil, new.entries[id], "\(path)[\(id)]")
    }
    let oldOrder = old.ids.filter { new.entries[$0] != nil }
    let newOrder = new.ids.filter { old.entries[$0] != nil }
    let moved = Self.moved(oldOrder, newOrder)
    for (index, id) in newOrder.enumerated() where moved.contains(id) {
      differences.append(
        RulebookDifference(
          path: "\(path)[\(id)].place",
          old: oldOrder.firstIndex(of: id).map { Self.place($0, oldOrder) },
          new: Self.place(index, newOrder)))
    }
  }

  private static func place(_ index: Int, _ order: [String]) -> String {
    index == 0 ? "first" : "after \(order[index - 1])"
  }

  /// The fewest entries that stand elsewhere: all but a longest row that both have in one order.
  private static func moved(_ old: [String], _ new: [String]) -> Set<String> {
    if old == new { return [] }
    let places = Dictionary(
      old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let sequence = new.compactMap { places[$0] }
    // Patience sorting: the last of the best row of each length, and what precedes each.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: sequence.count)
    for (index, place) in sequence.enumerated() {
      let length = ends.partitioningIndex { sequence[$0] >= place }
      previous[index] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var moved = Set(new)
    var index = ends.last
    while let place = index {
      moved.remove(old[sequence[place]])
      index = previous[place]
    }
    return moved
  }

  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case nil, .null?: nil
    case .string(let text)?: text
    case let value?: value.text()
    }
  }
}

extension Array {
  /// The first index from which on the elements satisfy a condition, all before not doing so.
  fileprivate func partitioningIndex(_ belongsBehind: (Element) -> Bool) -> Int {
    var range = 0..<count
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      range =
        belongsBehind(self[middle])
        ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
