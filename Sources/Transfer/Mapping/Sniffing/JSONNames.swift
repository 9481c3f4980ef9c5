import FlintJSON

/// A list within a JSON file that gives the names of ids, such as that of habits.
struct JSONNames: Sendable {
  /// The path to the list's elements.
  let rows: String
  /// The members of an element with its id and its name.
  let key: String
  let value: String
  private let ids: Set<String>

  /// Whether all of some texts are ids of the list.
  func names(_ texts: [String]) -> Bool { !texts.isEmpty && texts.allSatisfy { ids.contains($0) } }

  /// Returns the lists of names that are members of a value.
  static func lists(in value: JSONValue) -> [JSONNames] {
    guard case .object(let members) = value else { return [] }
    return members.compactMap { name, value in
      guard case .array(let items) = value, name.luaName == name else { return nil }
      return JSONNames(name, items)
    }
  }

  private init?(_ name: String, _ items: [JSONValue]) {
    guard case .object(let first)? = items.first else { return nil }
    func member(_ names: [String]) -> String? {
      names.first { name in first.contains { $0.0 == name } }
    }
    guard let key = member(["id", "uuid", "guid", "key"]), let value = member(["name", "title"])
    else { return nil }
    var ids: Set<String> = []
    for case .object(let members) in items {
      switch members.first(where: { $0.0 == key })?.1 {
      case .string(let text)?: ids.insert(text)
      case .integer(let number)?: ids.insert("\(number)")
      default: return nil
      }
    }
    (rows, self.key, self.value, self.ids) = ("$.\(name)[*]", key, value, ids)
  }
}
