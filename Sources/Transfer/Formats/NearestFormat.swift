import FlintRules
import FlintSchema

/// The known format that is most similar to a header, with the differences. It is found by testing
/// which columns the formats require and which they reject.
struct NearestFormat {
  let name: String
  /// The differences, one phrase each: missing, misspelled or unknown columns.
  let differences: [String]
  /// The number of names of the header that the format has.
  private let known: Int

  /// The message, such as `nearest is sparks: it has no column "at"`.
  var description: String { "nearest is \(name): \(differences.joined(separator: ", "))" }

  /// Finds the most similar format; returns `nil` if there is none.
  ///
  /// - Parameters:
  ///   - header: the names of the columns.
  ///   - path: the path of the file, since some formats depend on it.
  ///   - asked: the only format to consider, if the user gave one.
  init?(to header: [String], path: String, asked: String?, _ context: ReadingContext) {
    var best: NearestFormat?
    for name in FormatCatalogue.names where asked.map({ $0 == name }) ?? true {
      guard
        let found = NearestFormat(name, header, path, isAsked: asked != nil, context)
      else { continue }
      if let best, (best.differences.count, -best.known) <= (found.differences.count, -found.known)
      {
        continue
      }
      best = found
    }
    guard let best else { return nil }
    self = best
  }

  /// Determines the differences of a header from a format; returns `nil` if they have too little in
  /// common.
  private init?(
    _ name: String, _ header: [String], _ path: String, isAsked: Bool, _ context: ReadingContext
  ) {
    let accepts: ([String]) -> Bool
    let guide: FormatGuide
    if let format = FormatCatalogue.records.first(where: { $0.name == name }) {
      accepts = { format.translator(for: $0, context) != nil }
      guide = format.guide
    } else if let format = FormatCatalogue.apps.first(where: { $0.name == name }) {
      accepts = { names in
        let start = Array((names.joined(separator: ",") + "\n").utf8)
        return !format.claim([FileGlimpse(path: path, header: names, start: start)]).isEmpty
      }
      guide = format.guide
    } else {
      return nil
    }
    let columns = guide.columns.flatMap(\.names)

    var differences: [String] = []
    /// The corrected names, and the names that the format does not have.
    var matched: [String] = []
    var unknown: [String] = []
    for name in header where !name.trimmedWhitespace.isEmpty {
      guard let column = NearestFormat.column(name, among: columns), !matched.contains(column)
      else {
        unknown.append(name)
        continue
      }
      matched.append(column)
      if column != name, !accepts(columns.map { $0 == column ? name : $0 }) {
        differences.append("\"\(name)\" should be \"\(column)\"")
      }
    }
    guard !matched.isEmpty, isAsked || (matched.count > 1 && matched.count >= unknown.count) else {
      return nil
    }
    // The required columns are those that cannot be omitted from all columns.
    var missing = columns.filter { !matched.contains($0) }
    guard accepts(matched + missing) else { return nil }
    for column in missing.reversed() {
      let fewer = missing.filter { $0 != column }
      if accepts(matched + fewer) { missing = fewer }
    }
    // Two common names are not enough if all other columns are missing.
    guard isAsked || missing.count < matched.count else { return nil }
    differences.insert(contentsOf: missing.map { "it has no column \"\($0)\"" }, at: 0)
    if !unknown.isEmpty, !accepts(matched + missing + unknown) {
      differences += unknown.prefix(8).map { "\"\($0)\" is not one of its columns" }
    }
    if differences.isEmpty { return nil }
    self.name = name
    self.differences = differences
    known = matched.count
  }

  /// Returns the column that a name probably means.
  private static func column(_ name: String, among columns: [String]) -> String? {
    let word = name.trimmedWhitespace
    return columns.first { $0 == word }
      ?? columns.first { $0.lowercased() == word.lowercased() }
      ?? NearestName.nearest(to: word, among: columns)
  }
}
