import CSV
import Foundation
import Lua
import FlintSchema
import Transfer

/// `csv`: reading and writing CSV files.
struct CSVModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "csv",
      "CSV files: reading and writing tables of text.", functions: [rows, writer, write, close])
  }

  /// The form in which rows are returned, in the order of the choice.
  enum Form: String, CaseIterable {
    case name, position, values

    static let names = allCases.map(\.rawValue)
  }

  private var rows: HostFunction {
    HostFunction(
      "rows",
      "Iterates over the rows of a CSV file. The option by sets what the loop receives: name (the "
        + "default), a new table by column name and the line on which the row starts; position, "
        + "a list of the fields and the line; values, the line and then each field as a value of "
        + "its own, which is fastest. An empty field is an empty string. The encoding (UTF-8 or "
        + "UTF-16) and the delimiter are detected. A violation of the CSV format is an error with "
        + "line and column, unless strict is false or on_error is given. A script may read files below "
        + "its own directory, files named in its arguments, and those that --allow-read allows.",
      parameters: [
        HostParameter(
          "path", .string,
          "The path of the file, absolute or relative to the current directory; - is standard "
            + "input, which needs no permission."),
        .options(
          "The options of reading.",
          .optional("delimiter", .string, "The delimiter: one character (default: detected)."),
          .optional(
            "encoding", .string,
            "The encoding: one in common use, such as windows-1252 (default: detected)."),
          .optional("header", .boolean, "Whether the first row is a header (default: true)."),
          .optional(
            "columns", .stringList, "The names of the columns; they replace those of a header."),
          .optional("by", .choice(Form.names), "The form of rows (default: name)."),
          .optional(
            "strict", .boolean,
            "Whether violations of the CSV format are errors (default: true). If false, "
              + "misplaced quotes are text, short rows are filled with empty fields, and "
              + "columns without a unique name get one."),
          .optional(
            "on_error", .function,
            "A function called with a table of line, column and message for each invalid row; "
              + "the row is skipped.")),
      ],
      returns: HostResult(
        "iterator", "fun(): table|integer|nil, ...",
        "An iterator for a generic for loop; an error if the file is missing or cannot be read."),
      example: """
        for row, line in csv.rows("examples/data/sparks.csv") do
          print(line, row.title)
          break
        end
        for line, at, title in csv.rows("examples/data/sparks.csv", {by = "values"}) do
          print(line, at, title)
          break
        end
        """
    ) { [context] call throws(HostFailure) in
      let path = try call.string("path")
      let form = call.choice("by", of: Form.self) ?? .name
      var hasHeader = true
      if call.isPresent("header") { hasHeader = call.boolean("header") }
      let columns = try call.optionalStrings("columns")
      try Self.checkNames(columns ?? [])
      if !hasHeader, columns == nil, form == .name {
        throw .argument(
          "header", expected: "columns beside header = false, or by = \"position\"", got: "neither")
      }
      let isStrict = call.optionalBoolean("strict") ?? true
      let source = CSVSource(
        path: path, delimiter: try call.delimiter("delimiter"),
        encoding: try call.encoding("encoding"),
        strictness: isStrict ? .strict : .lenient)
      let onError = try call.function("on_error")
      let written = try context.written(path, "csv.rows")
      func open() throws(FileGrants.Refusal) -> FileHandle {
        if let written { return try written.shared() }
        return try context.open(path, for: "csv.rows")
      }
      guard let file = try context.reading(call, for: "csv.rows", open()) else { return }
      do throws(InputError) {
        call.reply.iterator(
          CSVRowIterator(
            context, try source.reading(file, isShared: written != nil), form: form,
            hasHeader: hasHeader,
            columns: columns, onError: onError))
      } catch {
        throw context.failure("csv.rows", error)
      }
    }
  }

  private static func checkNames(_ columns: [String]) throws(HostFailure) {
    if let twice = columns.firstRepeated {
      throw .argument("columns", expected: "different names", got: "\"\(twice)\" twice")
    }
  }

  // MARK: Writing

  private static let object = HostField.table(
    "writer", "A writer returned by csv.writer.",
    HostField("id", .integer(), "The number of the writer."))

  private var writer: HostFunction {
    HostFunction(
      "writer",
      "Creates a CSV file with a header, and returns a writer. writer:write adds a row, and "
        + "writer:close closes the file; open files are closed at the end of the script. The "
        + "file appears when the script has succeeded, or at a checkpoint() after it was closed: "
        + "a script that fails leaves no file, and a dry run writes none. A script may only "
        + "write the files that --allow-write allows, and no more bytes than --max-written.",
      parameters: [
        HostParameter(
          "path", .string,
          "The path of the file, absolute or relative to the current directory."),
        HostParameter("columns", .stringList, "The names of the columns."),
        .options(
          "The options of writing.",
          .optional("delimiter", .string, "The delimiter: one character (default: comma)."),
          .optional("replace", .boolean, "true: an existing file is replaced."),
          .optional(
            "guard", .boolean,
            "true: a ' is put before texts that a spreadsheet would interpret as formulas, "
              + "including column names."),
          .optional(
            "spreadsheet", .boolean,
            "true: writes the form that Excel and other spreadsheets expect: with a byte order "
              + "mark, CRLF line ends, and guard.")),
      ],
      returns: HostResult("writer", "table", "The writer, with the methods write and close."),
      example: """
        local writer = csv.writer("levels.csv", {"level", "title"})
        writer:write{level = 1, title = "Novice"}
        writer:write{2, "Apprentice"}
        print(writer:close())
        """
    ) { [context] call throws(HostFailure) in
      let path = try call.string("path")
      let columns = try call.strings("columns")
      guard !columns.isEmpty else {
        throw .argument("columns", expected: "at least one column", got: "an empty list")
      }
      try Self.checkNames(columns)
      let delimiter = try call.delimiter("delimiter") ?? UInt8(ascii: ",")
      let file = try context.output(
        path, replacing: call.boolean("replace"), rewriting: call.boolean("replace"),
        for: "csv.writer")
      let table = OutputTable(
        file, columns: columns, dialect: CSVDialect(delimiter: delimiter),
        isGuarded: call.boolean("guard") || call.boolean("spreadsheet"),
        isForSpreadsheet: call.boolean("spreadsheet"))
      let reply = call.reply
      reply.beginObject(of: "csv")
      reply.field("id", context.outputs.add(table))
      reply.end()
    }
  }

  private var write: HostFunction {
    HostFunction(
      "write",
      "Adds a row to a file of csv.writer; usually called as writer:write(row). The row is a "
        + "table by column name, or a list. A nil value is an empty field.",
      parameters: [
        Self.object,
        HostParameter(
          "row", .any,
          "The strings, numbers and booleans, by column name or in column order."),
      ],
      example: """
        local writer = csv.writer("points.csv", {"day", "points"})
        writer:write{day = clock.day(), points = profile().points.total}
        csv.write(writer, {clock.day(), 0})
        """
    ) { [context] call throws(HostFailure) in
      let table = try context.table(call, "csv.write")
      if table.file.isClosed {
        throw .message("csv.write: \(table.file.path): the writer is closed")
      }
      let fields = try Self.fields(try call.value("row"), table.columns)
      try context.writing(for: "csv.write", table.append(fields))
    }
  }

  private var close: HostFunction {
    HostFunction(
      "close", "Closes a file of csv.writer; usually called as writer:close().",
      parameter: Self.object,
      returns: HostResult("rows", "integer", "The number of rows, without the header."),
      example: """
        local writer = csv.writer("empty.csv", {"nothing"})
        print(csv.close(writer))
        """
    ) { [context] call throws(HostFailure) in
      let table = try context.table(call, "csv.close")
      try context.writing(for: "csv.close", table.close())
      call.reply.integer(table.rows)
    }
  }

  /// Returns the fields of a row, one for each column.
  private static func fields(
    _ row: LuaValue, _ columns: [String]
  ) throws(HostFailure) -> [OutputTable.Field] {
    var fields = Array(repeating: OutputTable.Field.plain(""), count: columns.count)
    switch row {
    case .array(let items):
      for (index, item) in items.enumerated() {
        guard index < columns.count else { throw tooMany(items.count, columns) }
        fields[index] = try field(item, columns[index])
      }
    case .table(let entries):
      for entry in entries {
        let index: Int
        switch entry.key {
        case .integer(let number) where number >= 1:
          guard number <= columns.count else { throw tooMany(Int(clamping: number), columns) }
          index = Int(number) - 1
        default:
          let name = entry.key.text ?? entry.key.typeName
          guard let found = columns.firstIndex(of: name) else {
            throw .argument(
              "row", expected: "names of columns (\(columns.joined(separator: ", ")))",
              got: Suggestion.quoted(name), hint: Suggestion.hint(for: name, among: columns))
          }
          index = found
        }
        fields[index] = try field(entry.value, columns[index])
      }
    default: throw .argument("row", expected: "table", got: row.typeName)
    }
    return fields
  }

  private static func tooMany(_ count: Int, _ columns: [String]) -> HostFailure {
    .argument(
      "row",
      expected:
        "a maximum of \(columns.count) fields, one for each column", got: "\(count)")
  }

  private static func field(
    _ value: LuaValue, _ column: String
  ) throws(HostFailure) -> OutputTable.Field {
    switch value {
    case .nil: return .plain("")
    case .boolean(let flag): return .plain(flag ? "true" : "false")
    case .integer(let number): return .plain(String(number))
    case .number(let number): return .plain("\(number)")
    case .string:
      if let text = value.text { return .text(text) }
      throw .argument("row", expected: "text in UTF-8 for \"\(column)\"", got: "invalid bytes")
    case .array, .table:
      throw .argument(
        "row", expected: "a text, a number or a boolean for \"\(column)\"", got: "table")
    }
  }
}

extension [String] {
  /// The first element that is equal to an earlier one.
  var firstRepeated: String? {
    enumerated().first { self[..<$0].contains($1) }?.element
  }
}

extension HostCall {
  /// Returns the delimiter in a slot; `nil` if it is absent.
  func delimiter(_ slot: HostSlot) throws(HostFailure) -> UInt8? {
    guard let text = try optionalString(slot) else { return nil }
    guard text.utf8.count == 1, let byte = text.utf8.first, CSVDialect.canDelimit(byte) else {
      throw .argument(
        slot, expected: "one character other than a quote or a line end", got: "\"\(text)\"")
    }
    return byte
  }

  /// Returns the encoding in a slot; `nil` if it is absent.
  func encoding(_ slot: HostSlot) throws(HostFailure) -> String? {
    guard let name = try optionalString(slot) else { return nil }
    guard CSVTranscoder.isCommon(name) else {
      throw .argument(slot, expected: CSVTranscoder.commonText, got: Suggestion.quoted(name))
    }
    return name
  }
}

extension ScriptContext {
  /// Opens a file for writing, if that is allowed.
  ///
  /// - Parameter isRewriting: whether a file that this script has written and closed under the same
  ///   path is discarded.
  func output(
    _ path: String, replacing isReplacing: Bool, rewriting isRewriting: Bool = false,
    for function: String
  ) throws(HostFailure) -> OutputFile {
    let target = try opening(for: function, files.checkWriting(path))
    if isRewriting, let earlier = outputs.file(at: target.path), earlier.isClosed {
      outputs.drop(earlier)
    }
    return try writing(for: function, outputs.file(path, at: target, replacing: isReplacing))
  }

  /// Returns the file that the script has written and closed under a path; `nil` if it has written
  /// none.
  ///
  /// - Throws: `HostFailure` if the file is still open.
  func written(_ path: String, _ function: String) throws(HostFailure) -> OutputFile? {
    guard let target = try? files.checkWriting(path), let file = outputs.file(at: target.path)
    else {
      return nil
    }
    guard file.isClosed else {
      throw .message("\(function): \(path): the file is still open for writing; close it first")
    }
    return file
  }

  /// Returns the output table whose number is the call's first argument.
  func table(
    _ call: borrowing HostCall, _ function: String
  ) throws(HostFailure) -> OutputTable {
    guard let table = outputs.tables[call.integer("id")] else {
      throw .message("\(function): expected a writer returned by csv.writer")
    }
    return table
  }
}

/// An error of an input file: it cannot be read, or its content is invalid.
package struct InputError: Error, Sendable, CustomStringConvertible {
  /// The message: the position, what was found and what was expected.
  package var message: String
  /// Whether the file could not be opened or read at all.
  package var isMissing: Bool

  package var description: String { message }
}
