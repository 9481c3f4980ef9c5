import CSV

/// What a file of rejected records keeps byte by byte: it is UTF-8 where it was text, and something
/// else where it was none.
extension [UInt8] {
  /// Whether they are text in UTF-8.
  var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }

  /// Those that are no UTF-8 read in another encoding, one by one where each is a character of its own,
  /// and otherwise all of them; `nil` when they are not of that encoding.
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
  /// The character that they begin with in UTF-8, if they do.
  fileprivate var firstScalar: Unicode.Scalar? {
    for count in 1...4 where count <= self.count {
      if let scalar = String(validating: prefix(count), as: UTF8.self)?.unicodeScalars.first {
        return scalar
      }
    }
    return nil
  }
}
