import FlintJSON

/// A path in a user-written table, in Lua syntax: `missions[3].target`,
/// `change_missions["first-steps"].target`.
package struct TablePath: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    case name(String)
    /// The entry at this position, counted from 1.
    case position(Int)
  }

  /// The steps from the root table.
  package var keys: [Key]

  package init(_ keys: [Key] = []) { self.keys = keys }

  package subscript(name: String) -> TablePath { TablePath(keys + [.name(name)]) }

  /// Returns the path of an entry of this list, counted from 1.
  package subscript(position: Int) -> TablePath { TablePath(keys + [.position(position)]) }

  /// Whether this is the path of a value, or of one inside of it.
  package func isWithin(_ other: TablePath) -> Bool { keys.starts(with: other.keys) }
}

extension TablePath: CustomStringConvertible {
  /// The path as text; empty for the root.
  package var description: String {
    var text = ""
    for key in keys {
      switch key {
      case .position(let position): text += "[\(position)]"
      case .name(let name) where TablePath.isPlain(name):
        text += text.isEmpty ? name : "." + name
      case .name(let name): text += "[" + JSONValue.string(name).text() + "]"
      }
    }
    return text
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

/// An error in a user-written table, with its path.
public struct TableFault: Hashable, Sendable, CustomStringConvertible {
  /// The path of the value; empty for the table as a whole.
  package var path: TablePath
  /// The object that has the error, if such objects have ids: `node "b"`.
  package var owner: String?
  /// The error, with the value found and the value expected.
  public var problem: String

  package init(path: TablePath, owner: String? = nil, problem: String) {
    self.path = path
    self.owner = owner
    self.problem = problem
  }

  /// `path (owner): problem`.
  public var description: String {
    let place = path.keys.isEmpty ? owner : path.description + (owner.map { " (\($0))" } ?? "")
    return place.map { "\($0): \(problem)" } ?? problem
  }
}
