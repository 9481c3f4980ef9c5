import JSON

/// A path in a rulebook file, in Lua syntax: `missions[3].target`,
/// `change_missions["first-steps"].target`.
struct RulebookPath: Hashable {
  private(set) var text = ""

  /// Returns the path of a member of this table.
  subscript(name: String) -> RulebookPath {
    guard Self.isPlain(name) else {
      return RulebookPath(text: text + "[" + JSONValue.string(name).text() + "]")
    }
    return RulebookPath(text: text.isEmpty ? name : text + "." + name)
  }

  /// Returns the path of an entry of this list, counted from 1.
  subscript(position: Int) -> RulebookPath { RulebookPath(text: text + "[\(position)]") }

  /// Returns the path of the value under a key.
  subscript(key: RulebookFault.Key) -> RulebookPath {
    switch key {
    case .name(let name): self[name]
    case .position(let position): self[position]
    }
  }

  /// Whether a name can follow a point in Lua.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
        || $0 == 0x5F
    }
  }
}

extension RulebookFault {
  /// A step of a path from the root table of a rulebook file.
  public enum Key: Hashable, Sendable {
    /// The member of this name.
    case name(String)
    /// The entry at this position, counted from 1.
    case position(Int)
  }

  /// Creates an error at the path made of some keys, the inverse of `keys`.
  public init(keys: [Key], problem: String) {
    let path = keys.reduce(RulebookPath()) { $0[$1] }
    self.init(path: path.text.isEmpty ? "rulebook" : path.text, problem: problem)
  }

  /// The keys of the path, for looking up the position in the source: for `cards[12].rarity` the
  /// member `cards`, entry 12 and the member `rarity`.
  ///
  /// The path may name a missing member; its position is then that of the longest existing prefix.
  public var keys: [Key] {
    var keys: [Key] = []
    var rest = path.utf8[...]
    while let first = rest.first {
      if first == 0x5B {
        guard let key = Self.bracketed(&rest) else { return keys }
        keys.append(key)
      } else {
        if first == 0x2E { rest.removeFirst() }
        let end = rest.firstIndex { $0 == 0x2E || $0 == 0x5B } ?? rest.endIndex
        if end == rest.startIndex { return keys }
        keys.append(.name(String(rest[..<end]) ?? ""))
        rest = rest[end...]
      }
    }
    return keys
  }

  /// Removes `[12]` or `["a-name"]` from the front.
  private static func bracketed(_ rest: inout Substring.UTF8View) -> Key? {
    rest.removeFirst()
    if rest.first == 0x22 {
      var scanner = JSONScanner(Array(rest))
      guard let name = try? scanner.string() else { return nil }
      rest = rest.dropFirst(scanner.position + 1)
      return .name(name)
    }
    guard let end = rest.firstIndex(of: 0x5D), let text = String(rest[..<end]) else { return nil }
    rest = rest[end...].dropFirst()
    return Int(text).map { .position($0) } ?? .name(text)
  }
}
