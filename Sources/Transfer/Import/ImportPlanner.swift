import CSV
import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions

/// Files that are read together, with their reader.
struct ImportPlan {
  enum Reader {
    case app(any AppFormat)
    case records(any RecordFormat)
  }

  var reader: Reader
  var files: [InputFile]
  /// The mapping by which the files were recognised, if it is one.
  var mapping: Mapping?
  /// The rows of a table that Flint wrote as JSON, if the file is one.
  var json: JSONForm?
  /// The order of the numbers in dates that the beginning of such a file tells.
  var dateOrder: DateOrder?

  init(reader: Reader, files: [InputFile]) {
    self.reader = reader
    self.files = files
  }

  var name: String {
    switch reader {
    case .app(let format): format.name
    case .records(let format): format.name
    }
  }

  var hasNamedMoods: Bool {
    switch reader {
    case .app(let format): format.hasNamedMoods
    case .records(let format): format.hasNamedMoods
    }
  }

  var title: String {
    let first = files.first?.name ?? ""
    return files.count > 1 ? "\(first) and \(files.count - 1) more" : first
  }

  var rank: Int {
    if case .records(let format) = reader { format.rank } else { 0 }
  }
}

struct ImportPlanner {
  /// The files, in groups that belong together.
  let groups: [InputGroup]
  let options: ImportOptions
  /// The context of reading texts, such as the time zone.
  let context: ReadingContext
  /// The files that were opened to detect their format and cannot be opened again, such as pipes.
  var opened: [InputFile: ByteSource] = [:]
  private var ignored: [ImportReport.IgnoredFile] = []

  init(_ groups: [InputGroup], _ options: ImportOptions, _ context: ReadingContext) {
    self.groups = groups
    self.options = options
    self.context = context
  }

  /// Returns the files that are not read since the last call, with the reasons.
  mutating func takeIgnored() -> [ImportReport.IgnoredFile] {
    defer { ignored = [] }
    return ignored
  }

  private mutating func ignore(_ file: String, _ reason: String) {
    ignored.append(ImportReport.IgnoredFile(file: file, reason: reason))
  }

  /// The number of bytes of a file that are read to detect its format.
  static let glimpse = 1 << 16
  /// The number of files in a group above which less is read of each.
  private static let many = 64

  /// Determines the readers of the files of a group.
  ///
  /// - Throws: `InputFailure` if the only file, or a file that was named, is of no known format.
  mutating func plan(_ group: InputGroup) throws -> [ImportPlan] {
    for entry in group.skipped { ignore(entry.name, entry.reason) }
    if let mapping = options.mapping {
      for file in group.files { _ = try glimpse(of: file, Self.glimpse / 16) }
      return group.files.map { ImportPlan(reader: .records(mapping), files: [$0]) }
    }
    if options.known.asked != nil { return try askedPlans(group) }
    let many = group.files.count > Self.many
    var glimpses: [FileGlimpse] = []
    for file in group.files {
      glimpses.append(try glimpse(of: file, Self.glimpse / (many ? 16 : 1)))
    }
    // A file that Flint wrote is never treated as an app's.
    let own = group.files.indices.filter { options.format == nil && isOwn(glimpses[$0]) }
    var left = group.files.indices.filter { !own.contains($0) }
    var plans: [ImportPlan] = []
    for format in FormatCatalogue.apps where options.format.map({ $0 == format.name }) ?? true {
      while !left.isEmpty {
        let claimed = format.claim(left.map { glimpses[$0] })
        if claimed.isEmpty { break }
        plans.append(
          ImportPlan(reader: .app(format), files: claimed.map { group.files[left[$0]] }))
        left = left.indices.filter { !claimed.contains($0) }.map { left[$0] }
      }
    }
    for index in (left + own).sorted() {
      let file = group.files[index]
      if let format = recordFormat(of: glimpses[index].header) {
        var plan = ImportPlan(reader: .records(format), files: [file])
        plan.json = glimpses[index].json
        plans.append(plan)
      } else if options.format == nil, let plan = try knownPlan(file, glimpses[index]) {
        plans.append(plan)
      } else if group.files.count == 1 || file.isNamed {
        throw unknownFormat(file, glimpses[index])
      } else {
        ignore(file.name, skipReason(glimpses[index]))
      }
    }
    if plans.isEmpty, let file = group.files.first {
      throw unknownFormat(file, glimpses[0])
    }
    return plans
  }

  /// Determines the plans of a group whose files the user says to be of a known mapping.
  private mutating func askedPlans(_ group: InputGroup) throws -> [ImportPlan] {
    var plans: [ImportPlan] = []
    for file in group.files {
      let glimpse = try glimpse(of: file, Self.glimpse)
      if let plan = try knownPlan(file, glimpse) {
        plans.append(plan)
      } else if group.files.count == 1 || file.isNamed {
        throw InputFailure(file.name, options.known.mismatch(glimpse), isUnreadable: false)
      } else {
        ignore(file.name, options.known.mismatch(glimpse))
      }
    }
    return plans
  }

  /// Whether a file has exactly the columns of one of Flint's own tables.
  private func isOwn(_ glimpse: FileGlimpse) -> Bool {
    OwnFormats.isOwn(Self.ownColumns(glimpse.header), context)
  }

  /// Returns the format that reads files with some columns record by record.
  private func recordFormat(of header: [String]) -> (any RecordFormat)? {
    let header = Self.ownColumns(header)
    let asked = FormatCatalogue.records.filter { format in
      options.format.map { $0 == format.name } ?? true
    }
    let found = asked.first { $0.translator(for: header, context) != nil }
    if found != nil || options.text.isStrict { return found }
    let plain = Self.plainColumns(header)
    return asked.first { $0.translator(for: plain, context) != nil }
  }

  /// Returns a header without spaces around its names, and without unnamed columns at the end.
  static func plainColumns(_ header: [String]) -> [String] {
    var plain = header.map { $0.trimmedWhitespace }
    // Unnamed columns have generated names (see `CSVDialect.Strictness`).
    while let last = plain.last, last.isEmpty || last == "column \(plain.count)" {
      plain.removeLast()
    }
    return Set(plain).count == plain.count ? plain : header
  }

  /// Returns the reason for not reading a file of a folder.
  private func skipReason(_ glimpse: FileGlimpse) -> String {
    if glimpse.json != nil { return unknownFormatMessage(glimpse) }
    if let kind = FileKind(glimpse.start) { return "\(kind.name), not a table of text" }
    if let rejection = glimpse.rejection { return rejection }
    return "no known format" + nearest(to: glimpse)
  }

  private func nearest(to glimpse: FileGlimpse) -> String {
    let header = Self.ownColumns(glimpse.header)
    let nearest = NearestFormat(
      to: header, path: glimpse.path, asked: options.format, context)
    if nearest.map({ $0.name == OwnFormat.moods.name }) ?? true, OwnFormats.isWithoutScale(header) {
      return "; it may be moods, but a number is a mood only under a stated scale: Flint's own "
        + "tables have entry_type or value beside date and mood, and a mapping states scale = {1, 5}"
    }
    return nearest.map { "; \($0.description)" } ?? ""
  }

  private func unknownFormat(_ file: InputFile, _ glimpse: FileGlimpse) -> InputFailure {
    var failure = InputFailure(file.name, unknownFormatMessage(glimpse), isUnreadable: false)
    failure.isUnknownFormat =
      options.format == nil && glimpse.rejection == nil
      && (FileKind.isJSON(glimpse.start)
        || FileKind(glimpse.start) == nil && CSVHeader.advice(glimpse.header) == nil)
      && OwnFormats.derivedKind(of: glimpse.header) == nil
      && TextStart.mark(ofFile: file.name) == nil
    return failure
  }

  private func unknownFormatMessage(_ glimpse: FileGlimpse) -> String {
    if let kind = FileKind(glimpse.start), options.text.columns == nil, glimpse.json == nil {
      return kind.problem
    }
    if let rejection = glimpse.rejection { return rejection }
    let header = glimpse.header
    if let advice = CSVHeader.advice(header) { return advice }
    if let kind = OwnFormats.derivedKind(of: header) {
      return "a table written by flint export \(kind.rawValue) is derived and cannot be imported; "
        + "import the events from which it was derived"
    }
    let columns = Self.shortened(header.prefix(12).joined(separator: ","), most: 200)
    let asked = options.format.map { "not a file of format \($0)" } ?? "no known format"
    let what =
      options.text.columns == nil ? "its first record is" : "its columns, by --column-names, are"
    let hint =
      columns.contains("\u{FFFD}")
      ? "; the file is not valid \(options.text.encoding ?? "UTF-8"): give its encoding with --encoding"
      : nearest(to: glimpse)
    return "\(asked): \(what) \"\(columns)\"\(hint); fix the header, or describe "
      + "the file with a mapping (flint import --sniff FILE prints a draft for --map)"
  }

  private static func shortened(_ text: String, most: Int) -> String {
    text.count > most ? "\(text.prefix(most))…" : text
  }

  /// Returns a header without the columns of a rejects file.
  static func ownColumns(_ header: [String]) -> [String] {
    header.dropLast(RejectColumns(of: header)?.width ?? 0)
  }

  private mutating func glimpse(of file: InputFile, _ size: Int) throws -> FileGlimpse {
    let source = try ByteSource(file)
    let bytes = try source.start(size)
    // A file that cannot be reread is continued from here later.
    if !file.isRereadable { opened[file] = source }
    do {
      let start = try TextStart(bytes, options.text)
      let mark = start.isRejects ? try TextStart.mark(source, options.text, size) : nil
      if let mark { try check(mark, of: file) }
      var glimpse = FileGlimpse(
        path: mark.flatMap { $0.columns.origin($0.fields) }?.path ?? file.path,
        header: start.header, start: start.text, delimiter: start.dialect.delimiter)
      if !start.isRejects { try glimpse.recogniseOwnJSON(source, options, context) }
      return glimpse
    } catch let error as CSVEncodingError {
      throw InputFailure(file.name, error.description, isUnreadable: false)
    }
  }

  /// Rejects a rejects file whose records were read with options that are not given now.
  private func check(_ mark: TextStart.Mark, of file: InputFile) throws(InputFailure) {
    var given = RepeatedOptions(options, map: options.repeated.map)
    if options.mapping != nil {
      given.hasOwnMap = true
      // The time zone of the mapping was not given for this file.
      given.zone = options.repeated.zone
    }
    guard var missing = RepeatedOptions(of: mark)?.missing(in: given) else { return }
    // The columns tell that, as they did when the rows were rejected.
    if let map = missing.map, options.known.names.contains(map) { missing.map = nil }
    if missing.isEmpty { return }
    if missing.needsOriginal {
      let original = mark.columns.origin(mark.fields)?.file ?? "the original file"
      throw InputFailure(
        file.name,
        "other rows of \(original) determine what its rows mean: correct them there, and import that",
        isUnreadable: false)
    }
    throw InputFailure(
      file.name,
      "its rows were read with \(missing.arguments) when they were rejected; "
        + (missing.hasOwnMap
          ? "import it in a script with that mapping, or write the mapping to a file for --map"
          : "import it alone and by its name to use them again, or give these options"),
      isUnreadable: false)
  }
}

extension FileGlimpse {
  /// The reason why the file cannot be of any format, such as that it has no text; `nil` if there
  /// is none.
  fileprivate var rejection: String? {
    if start.allSatisfy({ $0 <= 0x20 }) { return "the file is empty" }
    if start.starts(with: [0x50, 0x4B, 3, 4]) {
      return
        "a zip file, which is not unpacked inside a folder or another zip file: give it itself"
    }
    return header.isEmpty ? "there is no text in the file, only delimiters" : nil
  }
}
