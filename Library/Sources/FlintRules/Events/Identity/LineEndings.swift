extension String {
  /// The text with every line ending replaced by a line feed.
  package var withLineFeeds: String {
    if !utf8.contains(0x0D) { return self }
    return split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\r\n" || $0 == "\r" })
      .joined(separator: "\n")
  }

  /// The text with CR LF as line feeds or, without CR, the reverse; `nil` for a single line.
  package var withAlternativeLineEndings: String? {
    if utf8.contains(0x0D) { return withLineFeeds }
    return utf8.contains(0x0A) ? replacing("\n", with: "\r\n") : nil
  }
}
