extension String {
  /// The text with every line end a line feed.
  public var withLineFeeds: String {
    if !utf8.contains(0x0D) { return self }
    return split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\r\n" || $0 == "\r" })
      .joined(separator: "\n")
  }

  /// The text with line feeds, or where it has those with the line ends of Windows; `nil` where it is
  /// one line.
  public var withOtherLineEnds: String? {
    if utf8.contains(0x0D) { return withLineFeeds }
    return utf8.contains(0x0A) ? replacing("\n", with: "\r\n") : nil
  }
}
