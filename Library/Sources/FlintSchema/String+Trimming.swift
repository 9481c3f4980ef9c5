extension String {
  /// The string without white space (Unicode `White_Space`) at both ends.
  package var trimmedWhitespace: String {
    // Most strings begin and end with a printable ASCII character.
    if let first = utf8.first, let last = utf8.last, first > 0x20, first < 0x7f, last > 0x20,
      last < 0x7f
    {
      return self
    }
    let scalars = unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return self }
    if !first.properties.isWhitespace && !last.properties.isWhitespace { return self }
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }

  /// Returns the string trimmed, as a text of 1 to a maximum number of characters.
  ///
  /// - Throws: `FieldError` about `field`.
  package func line(maximum: Int, field: String) throws(FieldError) -> String {
    let line = trimmedWhitespace
    guard !line.isEmpty else {
      throw FieldError(field: field, expected: "1 to \(maximum) characters", found: "\"\(self)\"")
    }
    // A text never has more characters than bytes, and the number of bytes is known.
    guard line.utf8.count <= maximum || line.count <= maximum else {
      throw FieldError(
        field: field, expected: "1 to \(maximum) characters", found: "\(line.count) characters")
    }
    return line
  }
}
