import Foundation

/// The stored form of tags: a JSON list, so that a comma or bar in a tag needs no special
/// treatment.
enum Tags {
  static func encoded(_ tags: [String]) throws -> String? {
    if tags.isEmpty { return nil }
    if arePlain(tags) {
      return "[\"" + tags.joined(separator: "\",\"") + "\"]"
    }
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

  /// Decodes tags without escaped characters, as nearly all are; `nil` if a character may be
  /// escaped.
  private static func decodedPlainly(_ text: String) -> [String]? {
    let bytes = text.utf8
    guard bytes.count > 4, text.hasPrefix("[\""), text.hasSuffix("\"]"),
      !bytes.contains(UInt8(ascii: "\\"))
    else { return nil }
    let tags = text.dropFirst(2).dropLast(2).components(separatedBy: "\",\"")
    return tags.allSatisfy { !$0.utf8.contains(UInt8(ascii: "\"")) } && arePlain(tags) ? tags : nil
  }

  /// Decodes tags.
  ///
  /// - Throws: `Damage`.
  static func decoded(_ text: String?) throws -> [String] {
    guard let text else { return [] }
    if let tags = decodedPlainly(text) { return tags }
    do {
      return try JSONDecoder().decode([String].self, from: Data(text.utf8))
    } catch {
      throw Damage(column: "tags")
    }
  }
}
