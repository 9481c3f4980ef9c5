/// Construction of keys for events of other apps, from the app's name and the identity of a record.
struct SourceKey {
  /// The maximum length of a key in bytes.
  static let longest = 1000

  /// Returns the components joined by `/`; a `/` within a component is written `%2F`. A key that is
  /// too long is truncated, and a hash of the whole key is appended.
  static func make(_ components: String...) -> String {
    var key = ""
    key.reserveCapacity(components.reduce(components.count) { $0 + $1.utf8.count })
    for (index, component) in components.enumerated() {
      if index > 0 { key += "/" }
      append(component, to: &key)
    }
    return shortened(key)
  }

  /// Returns the key of something that belongs to the record of another key.
  static func make(under key: String, _ component: String) -> String {
    shortened("\(key)/\(component)")
  }

  private static func shortened(_ key: String) -> String {
    guard key.utf8.count > longest else { return key }
    var cut = ""
    for character in key {
      if cut.utf8.count + character.utf8.count > longest - 20 { break }
      cut.append(character)
    }
    return "\(cut)…\(String(hash(key), radix: 16))"
  }

  private static func append(_ component: String, to key: inout String) {
    var component = component
    let isPlain = component.withUTF8 { bytes in
      !bytes.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }
    }
    if isPlain {
      key += component
      return
    }
    for scalar in component.unicodeScalars {
      switch scalar {
      case "/": key += "%2F"
      case "%": key += "%25"
      default: key.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the 64-bit FNV-1a hash of a text.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.withContiguousStorageIfAvailable { hash($0) } ?? hash(Array(text.utf8))
  }

  /// Returns the 64-bit FNV-1a hash of bytes.
  @inline(__always)
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes {
      hash ^= UInt64(byte)
      hash &*= 0x100_0000_01b3
    }
    return hash
  }
}
