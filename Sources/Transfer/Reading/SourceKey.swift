/// The key of an event of another app: the app's name, and what tells its records apart.
struct SourceKey {
  /// The most bytes a key can have.
  static let longest = 1000

  /// The parts joined by `/`, one inside a part being written `%2F`. What is longer than a key can
  /// be is cut, and a hash of the whole put behind.
  static func make(_ parts: String...) -> String {
    let key = parts.map(escaped).joined(separator: "/")
    guard key.utf8.count > longest else { return key }
    var cut = ""
    for character in key {
      if cut.utf8.count + character.utf8.count > longest - 20 { break }
      cut.append(character)
    }
    return "\(cut)…\(String(hash(key), radix: 16))"
  }

  private static func escaped(_ part: String) -> String {
    guard part.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else {
      return part
    }
    var text = ""
    for scalar in part.unicodeScalars {
      switch scalar {
      case "/": text += "%2F"
      case "%": text += "%25"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// FNV-1a with 64 bits, in hexadecimal digits.
  static func hash(_ text: String) -> UInt64 { hash(text.utf8) }

  /// The same of bytes.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes {
      hash ^= UInt64(byte)
      hash &*= 0x100_0000_01b3
    }
    return hash
  }
}

/// Numbers the records of a file that are alike.
struct Occurrences {
  private var counts: [String: Int] = [:]

  /// How many alike came before.
  mutating func next(_ text: String) -> Int {
    let count = counts[text, default: 0]
    counts[text] = count + 1
    return count
  }
}
