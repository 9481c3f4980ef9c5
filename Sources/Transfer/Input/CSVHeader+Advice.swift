import CSV

extension CSVHeader {
  /// Returns what is wrong with a header in which a space stands before an opening quote, as simple
  /// writers leave it: the quotes are then part of the text; `nil` for any other header.
  ///
  /// - Parameter names: the names of the columns, without surrounding spaces.
  static func advice(_ names: [String]) -> String? {
    guard names.contains(where: { $0.utf8.count > 1 && $0.hasPrefix("\"") && $0.hasSuffix("\"") })
    else { return nil }
    return
      "a space stands before the quotes in the header, so they are part of the names; remove the "
      + "spaces between a delimiter and a quote: sed 's/, *\"/,\"/g'"
  }
}
