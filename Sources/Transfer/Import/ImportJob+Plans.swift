import CSV
import Foundation
import Rules
import Sessions

/// Files that are read together, and what reads them.
struct ImportPlan {
  enum Reader {
    case app(any AppFormat)
    case records(any RecordFormat)
  }

  var reader: Reader
  var files: [InputFile]

  var name: String {
    switch reader {
    case .app(let format): format.name
    case .records(let format): format.name
    }
  }

  /// What its batch is called.
  var title: String {
    let first = files.first?.name ?? ""
    return files.count > 1 ? "\(first) and \(files.count - 1) more" : first
  }

  var rank: Int {
    if case .records(let format) = reader { format.rank } else { 0 }
  }
}

extension ImportJob {
  /// How much of a file is looked at to tell its format.
  static let glimpse = 1 << 16
  /// Of more files that lie together less is looked at.
  private static let many = 64

  /// Finds out what reads which files.
  ///
  /// - Throws: `InputFailure` when the only file, or one that was named, is of no known format.
  func plan(_ group: InputGroup) throws -> [ImportPlan] {
    if let mapping = options.mapping {
      for file in group.files { _ = try glimpse(of: file, Self.glimpse / 16) }
      return group.files.map { ImportPlan(reader: .records(mapping), files: [$0]) }
    }
    let many = group.files.count > Self.many
    let glimpses = try group.files.map {
      try self.glimpse(of: $0, Self.glimpse / (many ? 16 : 1))
    }
    // What Flint wrote is no app's, whatever is in it.
    let own = group.files.indices.filter { options.format == nil && isOwn(glimpses[$0]) }
    var left = group.files.indices.filter { !own.contains($0) }
    var plans: [ImportPlan] = []
    var isProfile = false
    for format in FormatCatalogue.apps where options.format.map({ $0 == format.name }) ?? true {
      while !left.isEmpty {
        let claimed = format.claim(left.map { glimpses[$0] })
        if claimed.isEmpty { break }
        plans.append(
          ImportPlan(reader: .app(format), files: claimed.map { group.files[left[$0]] }))
        left = left.indices.filter { !claimed.contains($0) }.map { left[$0] }
      }
    }
    for place in (left + own).sorted() {
      let file = group.files[place]
      if glimpses[place].name == ProfileManifest.name,
        ProfileManifest.beginsAsManifest(glimpses[place].start)
      {
        isProfile = true
        hasManifest = true
        ignore(file.name, "says what the profile is; read where that has to be made")
        try acceptTimes(of: file)
        continue
      }
      if let format = recordFormat(of: glimpses[place].header) {
        plans.append(ImportPlan(reader: .records(format), files: [file]))
      } else if group.files.count == 1 || file.isNamed {
        throw InputFailure(file.name, unknown(glimpses[place]), isUnreadable: false)
      } else {
        ignore(file.name, unread(glimpses[place]))
      }
    }
    // A profile may have no events at all.
    if plans.isEmpty, !isProfile, let file = group.files.first {
      throw InputFailure(file.name, unknown(glimpses[0]), isUnreadable: false)
    }
    return plans
  }

  /// The last events of a profile may stand a little ahead of the clock.
  private func acceptTimes(of file: InputFile) throws {
    guard file.isRereadable else { return }
    let bytes = try TextSource(file, ImportOptions()).wholeFile(ImportOptions()).bytes
    // What is wrong with it matters to whoever makes a profile of it.
    if let newest = (try? ProfileManifest(parsing: bytes, path: file.name))?.newest {
      session.acceptTimes(until: newest)
    }
  }

  /// Whether a file has just the columns of one of Flint's own tables.
  private func isOwn(_ glimpse: FileGlimpse) -> Bool {
    OwnFormats.isOwn(Self.ownColumns(glimpse.header), context)
  }

  /// The format that reads files with these columns record by record.
  private func recordFormat(of header: [String]) -> (any RecordFormat)? {
    let header = Self.ownColumns(header)
    let context = self.context
    let asked = FormatCatalogue.records.filter { format in
      options.format.map { $0 == format.name } ?? true
    }
    let found = asked.first { $0.translator(for: header, context) != nil }
    if found != nil || options.isStrict { return found }
    let plain = Self.plainColumns(header)
    return asked.first { $0.translator(for: plain, context) != nil }
  }

  /// A header without spaces around its names, and without columns at the end that have no name.
  static func plainColumns(_ header: [String]) -> [String] {
    var plain = header.map { $0.trimmedWhitespace }
    // Where there is no name, one was made (see `CSVDialect.Strictness`).
    while let last = plain.last, last.isEmpty || last == "column \(plain.count)" {
      plain.removeLast()
    }
    return Set(plain).count == plain.count ? plain : header
  }

  /// Why a file of a folder is not read.
  private func unread(_ glimpse: FileGlimpse) -> String {
    if let trouble = glimpse.trouble { return trouble }
    if let kind = FileKind(glimpse.start) { return "\(kind.name), not a table of text" }
    return "no format that is known" + nearest(to: glimpse)
  }

  private func nearest(to glimpse: FileGlimpse) -> String {
    NearestFormat(
      to: Self.ownColumns(glimpse.header), path: glimpse.path, asked: options.format, context
    ).map { "; \($0.description)" } ?? ""
  }

  private func unknown(_ glimpse: FileGlimpse) -> String {
    if let trouble = glimpse.trouble { return trouble }
    let header = glimpse.header
    if let kind = OwnFormats.derivedKind(of: header) {
      return "what flint export \(kind.rawValue) wrote is derived, and cannot be imported; "
        + "import the events that it was derived from"
    }
    if let kind = FileKind(glimpse.start), options.columns == nil {
      return "\(kind.name), not a table of text\(kind.advice)"
    }
    let columns = Self.shortened(header.prefix(12).joined(separator: ","), most: 200)
    let asked = options.format.map { "not a file of format \($0)" } ?? "no format that is known"
    let what = options.columns == nil ? "its first record is" : "its columns, by --columns, are"
    let hint =
      columns.contains("\u{FFFD}")
      ? "; some of it is no text in \(options.encoding ?? "UTF-8"): say with --encoding what it is"
      : nearest(to: glimpse)
    return "\(asked): \(what) \"\(columns)\"\(hint); fix the header, or describe "
      + "the file with a mapping (flint import --sniff FILE prints a draft of one, --map takes it)"
  }

  private static func shortened(_ text: String, most: Int) -> String {
    text.count > most ? "\(text.prefix(most))…" : text
  }

  /// A header without the columns of a rejects file.
  static func ownColumns(_ header: [String]) -> [String] {
    header.dropLast(RejectColumns(of: header)?.width ?? 0)
  }

  /// What the reading of a file's texts depends on.
  var context: ReadingContext {
    ReadingContext(
      zone: recorder.readingZone, now: session.now, dateOrder: options.dateOrder,
      moods: options.moods)
  }

  private func glimpse(of file: InputFile, _ size: Int) throws -> FileGlimpse {
    let source = try ByteSource(file)
    let bytes = try source.start(size)
    // What cannot be read again is read on from there.
    if !file.isRereadable { opened[file] = source }
    do {
      let start = try TextStart(bytes, options)
      let mark = start.isRejects ? try TextStart.mark(source, options, size) : nil
      if let mark { try check(mark, of: file) }
      return FileGlimpse(
        path: mark.flatMap { $0.columns.origin($0.fields).0 }?.path ?? file.path,
        header: start.header, start: start.text, delimiter: start.dialect.delimiter)
    } catch let error as CSVEncodingError {
      throw InputFailure(file.name, error.description, isUnreadable: false)
    }
  }

  /// Refuses a file of rejected records that would be read otherwise than when they were rejected without
  /// anybody having said so.
  private func check(_ mark: TextStart.Mark, of file: InputFile) throws(InputFailure) {
    var said = RepeatedOptions(options, map: options.repeated.map)
    if options.mapping != nil {
      said.hasOwnMap = true
      // The mapping's own zone is nothing that was said of this file.
      said.zone = options.repeated.zone
    }
    guard let missing = RepeatedOptions(of: mark)?.missing(in: said), !missing.isEmpty else {
      return
    }
    throw InputFailure(
      file.name,
      "its rows were read with \(missing.arguments) when they were rejected; "
        + (missing.hasOwnMap
          ? "import it in a script with that mapping, or write the mapping to a file for --map"
          : "import it alone and by its name, to have it read so again, or give these options"),
      isUnreadable: false)
  }
}

extension FileGlimpse {
  /// Why it is a file of no format at all, if it plainly is: there is no text in it.
  fileprivate var trouble: String? {
    if start.allSatisfy({ $0 <= 0x20 }) { return "the file is empty" }
    if start.starts(with: [0x50, 0x4B, 3, 4]) {
      return
        "a zip file, which is not unpacked where it lies in a folder or in another: name it itself"
    }
    return header.isEmpty ? "there is no text in the file, only delimiters" : nil
  }
}
