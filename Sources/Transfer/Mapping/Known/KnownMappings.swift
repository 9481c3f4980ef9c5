import CSV
import FlintSchema

/// The mappings by which files of other apps are read without an option of the user's.
package struct KnownMappings: Sendable {
  package let all: [KnownMapping]
  /// The only name to consider, if the user gives one; then a file that it does not fit is refused.
  package var asked: String?

  package init(_ all: [KnownMapping] = [], asked: String? = nil) {
    self.all = all
    self.asked = asked
  }

  /// The names, each once.
  package var names: [String] {
    var names: [String] = []
    for mapping in all where !names.contains(mapping.name) { names.append(mapping.name) }
    return names
  }

  /// A mapping that fits a file.
  struct Match {
    var known: KnownMapping
    /// The number of lines before the header.
    var skippedLines = 0
  }

  /// The number of lines before a header that may be a title.
  private static let mostSkippedLines = 3

  /// Returns the mapping whose signature a file has; `nil` if there is none. Of several of one name,
  /// it is the one with the longest signature.
  ///
  /// - Throws: `InputFailure` if mappings of several names fit.
  func match(_ glimpse: FileGlimpse, named name: String) throws(InputFailure) -> Match? {
    var found: [Match] = []
    let candidates = all.filter { asked == nil || $0.name == asked }
    for lines in 0...Self.mostSkippedLines {
      let header = lines == 0 ? glimpse.header : Self.header(glimpse, after: lines)
      let plain = ImportPlanner.ownColumns(header)
      for known in candidates where known.fits(glimpse, plain, isAsked: asked != nil) {
        found.append(Match(known: known, skippedLines: lines))
      }
      if !found.isEmpty { break }
    }
    let names = KnownMappings(found.map(\.known)).names
    if names.count > 1 {
      throw InputFailure(
        name, "fits several formats, \(names.joined(separator: " and ")): name one with --map",
        isUnreadable: false)
    }
    return found.enumerated().max {
      ($0.element.known.signature.size, -$0.offset)
        < ($1.element.known.signature.size, -$1.offset)
    }?.element
  }

  /// Returns the header of a file after some lines; empty if there is none.
  private static func header(_ glimpse: FileGlimpse, after lines: Int) -> [String] {
    var options = TextOptions()
    options.mappedForm.skippedLines = lines
    guard !FileKind.isJSON(glimpse.start) else { return [] }
    return (try? TextStart(glimpse.start, options))?.header ?? []
  }

  /// Returns an error message about a file that the asked mappings do not fit.
  func mismatch(_ glimpse: FileGlimpse) -> String {
    let name = asked ?? ""
    let header = ImportPlanner.ownColumns(glimpse.header)
    let lacks = all.filter { $0.name == name }.compactMap { $0.signature.lack(glimpse, header) }
    let why = lacks.min { $0.count < $1.count } ?? "it has other columns"
    return "not a file of \(name): \(why); flint import --formats \(name) shows what it reads"
  }

  /// Returns the name and the text of the mapping that a file on disk has, with the order of its
  /// dates; `nil` if there is none.
  ///
  /// - Throws: `InputFailure` if the file cannot be read, or mappings of several names fit.
  package func mapping(
    ofFile path: String, _ text: TextOptions
  ) throws -> (name: String, text: String)? {
    let files = try InputGroup.groups(of: [path]).flatMap(\.files)
    guard files.count == 1, let file = files.first else { return nil }
    let start = try TextStart(try ByteSource(file).start(ImportPlanner.glimpse), text)
    let glimpse = FileGlimpse(
      path: file.path, header: start.header, start: start.text,
      delimiter: start.dialect.delimiter)
    guard let match = try match(glimpse, named: path) else { return nil }
    var lua = match.known.text
    let order = KnownDates(glimpse, skippedLines: match.skippedLines).order
    if let order, !lua.contains("dates = "), let start = lua.firstRange(of: "return {\n") {
      lua.insert(contentsOf: "  dates = \(order.rawValue.luaQuoted),\n", at: start.upperBound)
    }
    return (match.known.name, lua)
  }
}

extension KnownMapping {
  fileprivate func fits(_ glimpse: FileGlimpse, _ header: [String], isAsked: Bool) -> Bool {
    // A rejects file has the rows of a JSON file as texts in one column.
    if isAsked, header == [JSONForm.column], !signature.members.isEmpty { return true }
    return signature.lack(glimpse, header) == nil
  }
}

extension ImportPlanner {
  /// Returns the plan for a file by the mapping that fits it; `nil` if none does.
  func knownPlan(_ file: InputFile, _ glimpse: FileGlimpse) throws -> ImportPlan? {
    guard let match = try options.known.match(glimpse, named: file.name) else { return nil }
    let mapping = try match.known.mapping(skippedLines: match.skippedLines)
    var plan = ImportPlan(reader: .records(MappedFormat(mapping)), files: [file])
    plan.mapping = mapping
    if options.values.dateOrder == nil, mapping.notation.dates == nil {
      plan.dateOrder = KnownDates(glimpse, skippedLines: match.skippedLines).order
    }
    return plan
  }
}

extension ImportPlan {
  /// Returns the options with which the files are read: a known mapping states their layout.
  func filled(_ options: ImportOptions) -> ImportOptions {
    var filled = options
    if let json { filled.text.mappedForm.json = json }
    guard let mapping else { return filled }
    mapping.fill(&filled)
    filled.repeated.map = mapping.name
    filled.values.dateOrder = options.values.dateOrder ?? dateOrder
    filled.repeated.dates = filled.values.dateOrder
    return filled
  }
}
