import FlintJSON
import FlintSchema

/// A row of a JSON text, as the texts of its columns.
struct JSONRow {
  /// The line on which it begins, from 1.
  var line: Int
  var bytes: [UInt8]
  /// The texts of the columns and their marks, as of `JSONColumns`; empty where there is a problem.
  var fields: [String]
  /// The reason why the row cannot be read, if any.
  var problem: RowProblem?
  /// The number of the row in the file, from 1, where another one begins on its line.
  var number: Int?
}

/// Reads the rows of a JSON text, or of a text with one JSON value a line (JSON Lines).
///
/// JSON Lines are read in constant memory, and an invalid line is the problem of its row. Any other
/// text is read whole, up to `TextSource.maximumWholeSize`, and refused if any of it is invalid.
struct JSONFeed {
  private enum Source {
    case lines(JSONLines)
    case whole([UInt8], [JSONRowFinder.Row])
  }

  let form: JSONForm
  private(set) var columns: JSONColumns
  private var source: Source
  /// The rows that were found in the latest line and are still to be returned.
  private var waiting: [JSONRow] = []
  /// The index of the next row, among all or those of the latest line.
  private var position = 0

  /// - Throws: `InputFailure` when the text cannot be read, is not JSON, or has no rows.
  init(_ text: TextSource, _ form: JSONForm) throws(InputFailure) {
    self.form = form
    let file = text.source.file.name
    do throws(JSONPathError) {
      columns = try JSONColumns(form)
    } catch {
      throw InputFailure(file, error.message, isUnreadable: false)
    }
    if JSONLines.isFormat(of: text) {
      if !form.lookups.isEmpty {
        throw InputFailure(
          file, "a lookup needs one JSON text, and this file has a JSON value a line",
          isUnreadable: false)
      }
      source = .lines(JSONLines())
      return
    }
    let bytes = try text.wholeFile(TextOptions()).bytes
    do {
      source = .whole(bytes, try JSONRowFinder.rows(bytes, form.rows))
      try columns.readLookups(form, bytes)
    } catch let error as JSONError {
      throw InputFailure(
        file, "line \(error.line), column \(error.column): \(error.problem), so it is not JSON",
        isUnreadable: false)
    } catch {
      throw InputFailure(
        file, (error as? JSONPathError)?.message ?? "\(error)", isUnreadable: false)
    }
  }

  /// Creates a reader of single rows, which a rejects file contains.
  ///
  /// - Throws: `InputFailure` when a column is no path.
  init(rejectedFrom file: InputFile, _ form: JSONForm) throws(InputFailure) {
    self.form = form
    do throws(JSONPathError) {
      columns = try JSONColumns(form)
    } catch {
      throw InputFailure(file.name, error.message, isUnreadable: false)
    }
    source = .whole([], [])
  }

  /// Returns the next row; `nil` at the end.
  ///
  /// - Throws: `InputFailure` when the text cannot be read.
  mutating func next(_ text: TextSource) throws(InputFailure) -> JSONRow? {
    while true {
      switch source {
      case .whole(let bytes, let rows):
        guard position < rows.count else { return nil }
        defer { position += 1 }
        let line = rows[position].line
        var row = row(Array(bytes[rows[position].bytes]), line: line)
        let isShared = [position - 1, position + 1].contains {
          rows.indices.contains($0) && rows[$0].line == line
        }
        if isShared { row.number = position + 1 }
        return row
      case .lines(var lines):
        if position < waiting.count {
          defer { position += 1 }
          return waiting[position]
        }
        position = 0
        waiting.removeAll(keepingCapacity: true)
        // Moved, so that its buffer is not copied.
        source = .whole([], [])
        let line = try lines.next(text)
        source = .lines(lines)
        guard let line else { return nil }
        append(line)
      }
    }
  }

  mutating func row(_ bytes: [UInt8], line: Int) -> JSONRow {
    var row = JSONRow(line: line, bytes: bytes, fields: [], problem: nil)
    do {
      row.fields = try columns.texts(of: try JSONFeed.value(bytes))
    } catch {
      row.problem = error
    }
    return row
  }

  private mutating func append(_ line: JSONLines.Line) {
    var row = JSONRow(line: line.number, bytes: line.bytes, fields: [], problem: nil)
    do throws(RowProblem) {
      let value = try JSONFeed.value(line.bytes)
      let isList = if case .array = value { true } else { false }
      guard let path = form.rows ?? (isList ? JSONPath([.every]) : nil), !path.steps.isEmpty else {
        row.fields = try columns.texts(of: value)
        waiting.append(row)
        return
      }
      guard let values = path.values(in: value) else {
        throw RowProblem(reason: "there is nothing at rows = \"\(path)\"")
      }
      for value in values {
        waiting.append(self.row(Array(value.text().utf8), line: line.number))
      }
    } catch {
      row.problem = error
      if form.rows.map({ !$0.steps.isEmpty }) ?? false {
        // The rejects file has rows, and the line is none.
        row.problem?.reason +=
          "; fix it in the file itself, since the rejects file has no whole lines"
        row.bytes = []
      }
      waiting.append(row)
    }
  }

  static func value(_ bytes: [UInt8]) throws(RowProblem) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(record: bytes)
    } catch {
      let line = error.line > 1 ? "line \(error.line) of the row, " : ""
      throw RowProblem(reason: "not JSON: \(line)column \(error.column): \(error.problem)")
    }
  }
}

struct JSONLines {
  struct Line {
    var number: Int
    var bytes: [UInt8]
  }

  /// The maximum length of a line, in bytes.
  private static let maximumLength = 16 << 20

  private var buffer: [UInt8] = []
  private var start = 0
  private var count = 0
  private var isAtEnd = false

  /// Returns the next line that has text; `nil` at the end.
  ///
  /// - Throws: `InputFailure` when the text cannot be read, or a line is too long.
  mutating func next(_ text: TextSource) throws(InputFailure) -> Line? {
    while let bytes = try nextLine(text) {
      if bytes.contains(where: { $0 > 0x20 }) { return Line(number: count, bytes: bytes) }
    }
    return nil
  }

  private mutating func nextLine(_ text: TextSource) throws(InputFailure) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        count += 1
        return Array(buffer[start..<end])
      }
      if isAtEnd {
        defer { start = buffer.count }
        count += 1
        return start < buffer.count ? Array(buffer[start...]) : nil
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      guard searched <= Self.maximumLength else {
        throw InputFailure(
          text.source.file.name,
          "line \(count + 1) is longer than \(Self.maximumLength >> 20) MiB, the maximum for a "
            + "JSON value of a line", isUnreadable: false)
      }
      let piece = try text.next()
      isAtEnd = piece.isEmpty
      buffer += piece
    }
  }

  /// Whether a text has one JSON value a line: by the name of its file, or because its first line is
  /// a whole value and others follow.
  static func isFormat(of text: TextSource) -> Bool {
    let name = text.source.file.path.lowercased()
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    if plain.hasSuffix(".jsonl") || plain.hasSuffix(".ndjson") { return true }
    let start = text.start.text
    guard let end = start.firstIndex(of: 0x0A),
      start[end...].contains(where: { $0 > 0x20 })
    else { return false }
    return (try? JSONValue(parsing: Array(start[..<end]))) != nil
  }
}
