import CSV

/// The bytes of a field in a rejects file: UTF-8 if the original was text in its encoding, and the
/// original bytes otherwise.
extension [UInt8] {
  /// Whether the bytes are valid UTF-8.
  var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }

  /// Returns the text of the bytes, decoding those that are not UTF-8 in another encoding: one by
  /// one if each is a character, otherwise all bytes. Returns `nil` if they are invalid in that
  /// encoding.
  func text(in encoding: String) -> String? {
    singly(in: encoding) ?? Self.decoded(self[...], encoding)
  }

  private func singly(in encoding: String) -> String? {
    var text = ""
    var rest = self[...]
    while !rest.isEmpty {
      if let scalar = rest.firstScalar {
        text.unicodeScalars.append(scalar)
        rest.removeFirst(UTF8.width(scalar))
      } else if let character = Self.decoded(rest.prefix(1), encoding) {
        text += character
        rest.removeFirst()
      } else {
        return nil
      }
    }
    return text
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>, _ encoding: String) -> String? {
    var text: [UInt8] = []
    do throws(CSVEncodingError) {
      var transcoder = try CSVTranscoder(from: encoding)
      try transcoder.append(Array(bytes).span.bytes, to: &text)
      try transcoder.finish(to: &text)
    } catch {
      return nil
    }
    return text.isEmpty ? nil : String(validating: text, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// The first character, if the bytes begin with valid UTF-8.
  fileprivate var firstScalar: Unicode.Scalar? {
    for count in 1...4 where count <= self.count {
      if let scalar = String(validating: prefix(count), as: UTF8.self)?.unicodeScalars.first {
        return scalar
      }
    }
    return nil
  }
}
