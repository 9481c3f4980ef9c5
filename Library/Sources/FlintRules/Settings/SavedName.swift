import FlintSchema

/// The name under which a profile keeps a command line, such as `alias.w` or `list.urgent`.
package struct SavedName: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A command of one's own: `flint NAME`.
    case alias
    /// What `flint list NAME` shows.
    case list
  }

  package let kind: Kind
  package let word: String

  /// The name in commands and records.
  package var name: String { "\(kind.rawValue).\(word)" }

  package static let form = "a name of small letters, digits and hyphens that begins with a letter"
  private static let longest = 40

  /// Creates a name; `nil` if the word has another form.
  package init?(_ kind: Kind, _ word: some StringProtocol) {
    guard let first = word.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      word.utf8.count <= Self.longest, word.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    self.kind = kind
    self.word = String(word)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// The form of the command lines that a profile keeps.
enum SavedLineForm {
  static let longest = 1000
  static let form = "a line of at most \(longest) characters without control characters"

  /// Returns the line without spaces around it; `nil` if it has another form.
  static func checked(_ text: String) -> String? {
    let line = text.trimmedWhitespace
    let scalars = line.unicodeScalars
    guard scalars.count <= longest,
      scalars.allSatisfy({ ![.control, .lineSeparator].contains($0.properties.generalCategory) })
    else { return nil }
    return line
  }
}
