import FlintJSON
import FlintRules
import FlintSchema

/// Tables that Flint wrote as JSON or JSON Lines: each row is an object with the columns as members, and is
/// read as the same row of a CSV file.
enum OwnJSON {
  /// The maximum number of bytes that are read to find the first row.
  private static let maximumStart = 1 << 26

  /// Returns the names of the members of the rows with which a file begins; `nil` if it does not begin like one
  /// of Flint's own tables as JSON.
  ///
  /// - Parameters:
  ///   - start: the beginning of the file, as far as it was read.
  ///   - longer: returns a longer beginning, by its number of bytes.
  static func columns(
    of start: [UInt8], _ longer: (Int) throws -> [UInt8]
  ) rethrows -> [String]? {
    guard FileKind.isJSON(start), let first = firstName(start), names.contains(first) else {
      return nil
    }
    var (bytes, size) = (start, ImportPlanner.glimpse)
    while true {
      var columns: [String] = []
      for record in JSONRecords.split(bytes) {
        // The last row may be incomplete.
        guard case .object(let members)? = try? JSONValue(record: record.bytes) else { continue }
        for (name, _) in members where !columns.contains(name) { columns.append(name) }
      }
      if !columns.isEmpty { return columns }
      size *= 16
      if size > maximumStart { return nil }
      let more = try longer(size)
      if more.count <= bytes.count { return nil }
      bytes = more
    }
  }

  /// The columns of all tables.
  private static let names = Set(ExportKind.allCases.flatMap(\.columns))

  /// Returns the first text in double quotes, if it has no escapes.
  private static func firstName(_ start: [UInt8]) -> String? {
    let text = start.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
    let name = text.prefix { $0 != UInt8(ascii: "\"") }
    return name.count < text.count ? String(decoding: name, as: UTF8.self) : nil
  }

  /// Returns the fields of a row.
  ///
  /// - Throws: `RowProblem` if it is no object, or has a member that is no column.
  static func fields(_ columns: [String], of row: JSONValue) throws(RowProblem) -> [String] {
    guard case .object(let members) = row else {
      throw RowProblem(value: row.summary, reason: "expected an object")
    }
    if let (name, value) = members.first(where: { !columns.contains($0.name) && $0.value != .null })
    {
      throw RowProblem(
        column: name, value: value.summary, reason: "the first rows have no member of this name")
    }
    var fields: [String] = []
    for name in columns { fields.append(try field(row[name] ?? .null, name)) }
    return fields
  }

  /// Returns a value as the field of a CSV file.
  private static func field(_ value: JSONValue, _ name: String) throws(RowProblem) -> String {
    switch value {
    case .null: return ""
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .number(let number):
      // Above this, the sixth decimal is not exact.
      guard number == number.rounded() || number.magnitude < 4_294_967_296 else {
        throw RowProblem(
          column: name, value: value.summary,
          reason: "the number has too many digits to be read exactly; export the table as CSV")
      }
      return number.decimalText
    case .string(let text): return TextGuard.guarded(text, isRaw: true)
    case .array(let elements):
      var texts: [String] = []
      for case .string(let text) in elements { texts.append(text) }
      if texts.isEmpty && elements.isEmpty { return "" }
      return texts.count == elements.count
        ? TextGuard.guarded(TagList.joined(texts), isRaw: true) : value.text()
    case .object: return value.text()
    }
  }
}

extension FileGlimpse {
  /// Adopts the columns of a file that is one of Flint's own tables as JSON, also of one that cannot be
  /// imported.
  ///
  /// - Throws: `InputFailure` if the file cannot be read, `CSVEncodingError`.
  mutating func recogniseOwnJSON(
    _ source: ByteSource, _ options: ImportOptions, _ context: ReadingContext
  ) throws {
    if options.mapping != nil || options.text.columns != nil { return }
    let columns = try OwnJSON.columns(of: start) { size in
      try TextStart(try source.start(size), options.text).text
    }
    guard let columns,
      OwnFormats.isOwn(columns, context) || OwnFormats.derivedKind(of: columns) != nil
        || OwnFormats.all.contains(where: { $0.name == options.format })
    else { return }
    var form = JSONForm()
    form.columns = columns
    form.isOwn = true
    (header, json) = (columns, form)
  }
}
