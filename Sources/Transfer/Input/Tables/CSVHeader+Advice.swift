import CSV
import FlintSchema

extension CSVHeader {
  /// Returns what is wrong with a header that has a second byte order mark, or in which a space stands
  /// before an opening quote, as simple writers leave it: the quotes are then part of the text; `nil`
  /// for any other header.
  ///
  /// - Parameter names: the names of the columns, with surrounding spaces.
  static func advice(_ names: [String]) -> String? {
    if names.first?.hasPrefix("\u{FEFF}") ?? false {
      return "the file begins with two byte order marks; remove one of them"
    }
    let isQuoted = names.contains { written in
      let name = written.trimmedWhitespace
      return written.first?.isWhitespace ?? false
        && name.utf8.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
    }
    if !isQuoted { return nil }
    return
      "a space stands before the quotes in the header, so they are part of the names; have the "
      + "program that wrote the file leave out the spaces between a delimiter and a quote"
  }
}
