import Rules

/// The known format that a header is nearest to, and what keeps the file from being of it. It is
/// found by asking the formats themselves, of which columns they need and which they cannot bear.
struct NearestFormat {
  let name: String
  /// What is missing, miswritten or in the way, a phrase each.
  let faults: [String]
  /// How many of the header's names are the format's.
  private let known: Int

  /// `nearest is sparks: it has no column "at"`.
  var description: String { "nearest is \(name): \(faults.joined(separator: ", "))" }

  /// Finds the format.
  ///
  /// - Parameters:
  ///   - header: the names of the columns.
  ///   - path: the file's, since some formats go by names of files.
  ///   - asked: the only format that comes into question, if it was said.
  init?(to header: [String], path: String, asked: String?, _ context: ReadingContext) {
    var best: NearestFormat?
    for name in FormatCatalogue.names where asked.map({ $0 == name }) ?? true {
      guard
        let found = NearestFormat(name, header, path, isAsked: asked != nil, context)
      else { continue }
      if let best, (best.faults.count, -best.known) <= (found.faults.count, -found.known) {
        continue
      }
      best = found
    }
    guard let best else { return nil }
    self = best
  }

  /// What keeps a header from being of a format; `nil` when the two have too little in common.
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

    var faults: [String] = []
    /// The names as they should be, and those that are none of the format's.
    var meant: [String] = []
    var strange: [String] = []
    for name in header where !name.trimmedWhitespace.isEmpty {
      guard let column = NearestFormat.column(name, among: columns), !meant.contains(column) else {
        strange.append(name)
        continue
      }
      meant.append(column)
      if column != name, !accepts(columns.map { $0 == column ? name : $0 }) {
        faults.append("\"\(name)\" should be \"\(column)\"")
      }
    }
    guard !meant.isEmpty, isAsked || (meant.count > 1 && meant.count >= strange.count) else {
      return nil
    }
    // What has to be there is what cannot be left out of all that there may be.
    var missing = columns.filter { !meant.contains($0) }
    guard accepts(meant + missing) else { return nil }
    for column in missing.reversed() {
      let fewer = missing.filter { $0 != column }
      if accepts(meant + fewer) { missing = fewer }
    }
    // Two common words make no format of a file that lacks all the rest.
    guard isAsked || missing.count < meant.count else { return nil }
    faults.insert(contentsOf: missing.map { "it has no column \"\($0)\"" }, at: 0)
    if !strange.isEmpty, !accepts(meant + missing + strange) {
      faults += strange.prefix(8).map { "\"\($0)\" is none of its columns" }
    }
    if faults.isEmpty { return nil }
    self.name = name
    self.faults = faults
    known = meant.count
  }

  /// The column that a name is meant for.
  private static func column(_ name: String, among columns: [String]) -> String? {
    let word = name.trimmedWhitespace
    return columns.first { $0 == word }
      ?? columns.first { $0.lowercased() == word.lowercased() }
      ?? NearestName.nearest(to: word, among: columns)
  }
}
