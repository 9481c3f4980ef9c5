import FlintJSON
import FlintSchema

extension RulebookDefinition {
  /// A value that differs between two rulebooks.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    /// The path of the value: `missions[spark-streak].target`, with the ids of list entries.
    public var path: String
    /// The value in the old rulebook: a text as it is, anything else as JSON; `nil` when absent.
    public var old: String?
    /// The value in the new rulebook, in the same form; `nil` when absent.
    public var new: String?

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
}

extension RulebookDefinition {
  /// Returns all differences between this rulebook and a newer one; empty when they are equal.
  ///
  /// Differences are in the order of a rulebook's sections. In a list of entries with ids, removed
  /// and changed entries come first, in this rulebook's order, then added ones, then those whose
  /// position changed among the entries that both have (`missions[spark-streak].position`: `first`, or
  /// `after` another id). The end of a season is called `before`, as in rulebook files.
  public func differences(to other: RulebookDefinition) -> [RulebookDefinition.Difference] {
    var comparison = RulebookComparison()
    comparison.compare(comparable(with: other), other.comparable(with: self), "")
    return comparison.differences
  }

  /// Returns the JSON in the form that the JSON of another rulebook has as well: the values of rarities,
  /// categories and intensities are in lists as soon as one of the two has names of its own.
  private func comparable(with other: RulebookDefinition) -> JSONValue {
    var json = json
    if hasOwnNames(RarityEntry.self) || other.hasOwnNames(RarityEntry.self) {
      json.list(RarityEntry.self, of: self)
    }
    if hasOwnNames(IntensityEntry.self) || other.hasOwnNames(IntensityEntry.self) {
      json.list(IntensityEntry.self, of: self)
    }
    if hasOwnNames(CategoryEntry.self) || other.hasOwnNames(CategoryEntry.self) {
      json.list(CategoryEntry.self, of: self)
    }
    return json.endsCalledBefore
  }

  private func hasOwnNames<Entry: NameEntry>(_ entry: Entry.Type) -> Bool {
    self[keyPath: Entry.names].names != Entry.list.ignition
  }
}

extension JSONValue {
  /// Moves the values of names from tables of their own to the list of the names, as the first section
  /// after the id.
  fileprivate mutating func list<Entry: NameEntry>(
    _ entry: Entry.Type, of definition: RulebookDefinition
  ) {
    for value in Entry.values { remove(value.path[...]) }
    remove([Entry.list.rawValue])
    guard case .object(var sections) = self else { return }
    let entries = definition[keyPath: Entry.names].enumerated().map { position, name in
      Entry.table.json(Entry(name, at: position, of: definition))
    }
    sections.insert((Entry.list.rawValue, .array(entries)), at: min(1, sections.count))
    self = .object(sections)
  }

  private mutating func remove(_ path: ArraySlice<String>) {
    guard case .object(var members) = self, let key = path.first,
      let index = members.firstIndex(where: { $0.name == key })
    else { return }
    if path.count == 1 {
      members.remove(at: index)
    } else {
      members[index].value.remove(path.dropFirst())
    }
    self = .object(members)
  }
}

extension JSONValue {
  /// The rulebook's JSON with the ends of seasons named as in a file: `until` is a word of Lua.
  fileprivate var endsCalledBefore: JSONValue {
    guard case .object(let sections) = self else { return self }
    return .object(
      sections.map { section in
        guard ["missions", "cards", "pools"].contains(section.name),
          case .array(let entries) = section.value
        else { return section }
        return (section.name, .array(entries.map(\.endCalledBefore)))
      })
  }

  private var endCalledBefore: JSONValue {
    guard case .object(let fields) = self else { return self }
    return .object(fields.map { ($0.name == "until" ? "before" : $0.name, $0.value) })
  }
}

/// A comparison of two JSON trees of the same form.
private struct RulebookComparison {
  private(set) var differences: [RulebookDefinition.Difference] = []

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
      if let old = Keyed(old), let new = Keyed(new) {
        compare(old, new, path)
      } else {
        for index in 0..<max(old.count, new.count) {
          compare(
            index < old.count ? old[index] : nil, index < new.count ? new[index] : nil,
            "\(path)[\(index + 1)]")
        }
      }
    default:
      differences.append(
        RulebookDefinition.Difference(path: path, old: Self.text(old), new: Self.text(new)))
    }
  }

  private static func path(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  /// The entries of a list, by id.
  private struct Keyed {
    var ids: [String] = []
    var entries: [String: JSONValue] = [:]

    /// Creates the entries of a list; `nil` when one has no id.
    init?(_ list: [JSONValue]) {
      for entry in list {
        guard case .string(let id)? = entry["id"] else { return nil }
        ids.append(id)
        entries[id] = entries[id] ?? entry
      }
    }
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
        RulebookDefinition.Difference(
          path: "\(path)[\(id)].position",
          old: oldOrder.firstIndex(of: id).map { Self.positionText($0, oldOrder) },
          new: Self.positionText(index, newOrder)))
    }
  }

  private static func positionText(_ index: Int, _ order: [String]) -> String {
    index == 0 ? "first" : "after \(order[index - 1])"
  }

  /// Returns the smallest set of moved entries: all but a longest common subsequence.
  private static func moved(_ old: [String], _ new: [String]) -> Set<String> {
    if old == new { return [] }
    let oldPositions = Dictionary(
      old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let sequence = new.compactMap { oldPositions[$0] }
    // Patience sorting: the last element of the best sequence of each length, and each predecessor.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: sequence.count)
    for (index, position) in sequence.enumerated() {
      let length = ends.partitioningIndex { sequence[$0] >= position }
      previous[index] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var moved = Set(new)
    var index = ends.last
    while let last = index {
      moved.remove(old[sequence[last]])
      index = previous[last]
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
