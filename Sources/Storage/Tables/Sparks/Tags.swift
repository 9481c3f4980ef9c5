import Foundation
import FlintJSON

/// The stored form of tags: a JSON list, so that a comma or bar in a tag needs no special
/// treatment.
enum Tags {
  static func encoded(_ tags: [String]) throws -> String? {
    if tags.isEmpty { return nil }
    if arePlain(tags) { return "[\"" + tags.joined(separator: "\",\"") + "\"]" }
    return String(decoding: try JSONEncoder().encode(tags), as: UTF8.self)
  }

  /// Returns whether no tag needs escaping.
  static func arePlain(_ tags: [String]) -> Bool {
    tags.allSatisfy { $0.utf8.allSatisfy(isPlain) }
  }

  /// Returns whether the encoder writes a byte unchanged.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "/")
  }

  /// - Throws: `Damage`.
  static func decoded(_ text: String?) throws -> [String] {
    guard let text else { return [] }
    guard case .array(let members)? = try? JSONValue(parsing: text) else {
      throw Damage(column: "tags")
    }
    return try members.map { member in
      guard case .string(let tag) = member else { throw Damage(column: "tags") }
      return tag
    }
  }
}
