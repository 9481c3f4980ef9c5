import FlintSchema

extension [String] {
  /// Returns the tags as they are stored: trimmed, lower-case, unique, in byte order. A tag may
  /// contain a comma.
  ///
  /// - Throws: `FieldError` about `tags` when a tag is empty.
  func normalizedTags() throws(FieldError) -> [String] {
    if isEmpty { return [] }
    var normalized: [String] = []
    for tag in self {
      let trimmed = tag.trimmedWhitespace
      guard !trimmed.isEmpty else {
        throw FieldError(field: "tags", expected: "tags that are not empty", found: "\"\(tag)\"")
      }
      normalized.append(trimmed.lowercased())
    }
    normalized.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var unique: [String] = []
    // Compares bytes, since `==` treats canonically equivalent texts as equal.
    for tag in normalized where unique.last.map({ !$0.utf8.elementsEqual(tag.utf8) }) ?? true {
      unique.append(tag)
    }
    return unique
  }
}
