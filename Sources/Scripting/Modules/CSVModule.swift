import CSV
import Lua
import Transfer

/// `csv`: reading and writing tables of text.
struct CSVModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule("csv", "Tables of text.", functions: [rows, writer, write, close])
  }

  /// How rows are handed over, in the order of the choice.
  enum Form: String, CaseIterable {
    case name, position, values

    static let names = allCases.map(\.rawValue)
  }

  private var rows: HostFunction {
    HostFunction(
      "rows",
      "Goes through the rows of a CSV file. By name, as it does unless told otherwise, each is a "
        + "fresh table by column, and the line it begins on; by position, a list and the line; by "
        + "values, the line and then the fields as values of their own, which is fastest. An empty "
        + "field is an empty string. The encoding (UTF-8 or UTF-16) and the delimiter are found "
        + "out. What breaks the rules of CSV is an error, which tells the line and the column, "
        + "unless strict is false or on_error is given. A script may read beneath its own "
        + "directory, files named in its arguments, and what --allow-read grants.",
      parameters: [
        HostParameter("path", .string, "The file; from the current directory if relative."),
        HostParameter(
          "options",
          .table([
            HostField("delimiter", .string, "One character.", isOptional: true),
            HostField(
              "encoding", .string, "The encoding: one in common use, such as windows-1252.",
              isOptional: true),
            HostField(
              "header", .boolean, "false: the first row is no header.", isOptional: true),
            HostField(
              "columns", .stringList,
              "The names of the columns; with a header, in place of its own.", isOptional: true),
            HostField(
              "by", .choice(Form.names), "How rows are handed over; name if not given.",
              isOptional: true),
            HostField(
              "strict", .boolean,
              "false: quotes in the wrong place are text, short rows are filled up, and columns "
                + "without a name of their own get one.", isOptional: true),
            HostField(
              "on_error", .function,
              "Called with line, column and message of each faulty row, which is left out.",
              isOptional: true),
          ]), isOptional: true),
      ],
      returns: [
        HostResult("iterator", "fun(): table|integer|nil, ...", "For a generic for.")
      ],
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
      let path = try call.string(0)
      let form = call.choice(5).map { Form.allCases[$0] } ?? .name
      var hasHeader = true
      if call.isPresent(3) { hasHeader = call.boolean(3) }
      let columns = call.isPresent(4) ? try call.strings(4) : nil
      if let columns, let twice = columns.enumerated().first(where: { columns[..<$0].contains($1) })
      {
        throw .argument(4, expected: "names that differ", got: "\"\(twice.element)\" twice")
      }
      if !hasHeader, columns == nil, form == .name {
        throw .argument(
          3, expected: "columns beside header = false, or by = \"position\"", got: "neither")
      }
      let isStrict = call.isPresent(6) ? call.boolean(6) : true
      let source = CSVSource(
        path: path, delimiter: try call.delimiter(1), encoding: try call.encoding(2),
        strictness: isStrict ? .strict : .lenient)
      let onError = try call.function(7)
      let written = try context.written(path, "csv.rows")
      do throws(InputError) {
        call.reply.iterator(
          CSVRowIterator(
            context, try source.open(context.files, written: written), form: form,
            hasHeader: hasHeader,
            columns: columns, onError: onError))
      } catch {
        throw context.failure("csv.rows", error)
      }
    }
  }

  // MARK: Writing

  private static let object = HostParameter(
    "writer", .table([HostField("id", .integer())]), "What csv.writer returned.")

  private var writer: HostFunction {
    HostFunction(
      "writer",
      "Begins a CSV file with a header. Rows are added with writer:write, and writer:close ends "
        + "it; what is not closed is at the script's end. The file appears when the script has "
        + "ended well, or at a checkpoint() once it is closed: one that fails leaves nothing, and a "
        + "dry run writes nothing. A script may write what --allow-write grants, as much as "
        + "--max-written says, and nothing else.",
      parameters: [
        HostParameter("path", .string, "The file; from the current directory if relative."),
        HostParameter("columns", .stringList, "The names of the columns."),
        HostParameter(
          "options",
          .table([
            HostField(
              "delimiter", .string, "One character; a comma if not given.", isOptional: true),
            HostField(
              "replace", .boolean, "true: a file that is there already goes.", isOptional: true),
            HostField(
              "guard", .boolean,
              "true: texts that a spreadsheet takes for formulas get a ' in front, the names of "
                + "columns too.",
              isOptional: true),
            HostField(
              "spreadsheet", .boolean,
              "true: written as Excel and its like want it: with a byte order mark, lines that end in "
                + "CRLF, and guard.", isOptional: true),
          ]), isOptional: true),
      ],
      returns: [
        HostResult("writer", "table", "With the methods write and close.")
      ],
      example: """
        local writer = csv.writer("levels.csv", {"level", "title"})
        writer:write{level = 1, title = "Novice"}
        writer:write{2, "Apprentice"}
        print(writer:close())
        """
    ) { [context] call throws(HostFailure) in
      let path = try call.string(0)
      let columns = try call.strings(1)
      guard !columns.isEmpty else {
        throw .argument(1, expected: "at least one column", got: "an empty list")
      }
      if let twice = columns.enumerated().first(where: { columns[..<$0].contains($1) }) {
        throw .argument(1, expected: "names that differ", got: "\"\(twice.element)\" twice")
      }
      let delimiter = try call.delimiter(2) ?? UInt8(ascii: ",")
      let file = try context.output(
        path, replacing: call.boolean(3), rewriting: call.boolean(3), for: "csv.writer")
      let table = OutputTable(
        file, columns: columns, dialect: CSVDialect(delimiter: delimiter),
        isGuarded: call.boolean(4) || call.boolean(5), isForSpreadsheet: call.boolean(5))
      let reply = call.reply
      reply.beginObject(of: "csv")
      reply.field("id", context.outputs.add(table))
      reply.end()
    }
  }

  private var write: HostFunction {
    HostFunction(
      "write",
      "Adds a row to a file that csv.writer began, mostly written writer:write(row): a table by "
        + "column, or a list. What is nil is empty.",
      parameters: [
        Self.object,
        HostParameter("row", .any, "Texts, numbers and booleans, by column or in order."),
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
      let fields = try Self.fields(try call.value(1), table.columns)
      do throws(OutputFailure) {
        try table.append(fields)
      } catch {
        throw context.failure("csv.write", error)
      }
    }
  }

  private var close: HostFunction {
    HostFunction(
      "close", "Ends a file that csv.writer began, mostly written writer:close().",
      parameters: [Self.object],
      returns: [HostResult("rows", "integer", "How many rows it has, the header aside.")],
      example: """
        local writer = csv.writer("empty.csv", {"nothing"})
        print(csv.close(writer))
        """
    ) { [context] call throws(HostFailure) in
      let table = try context.table(call, "csv.close")
      do throws(OutputFailure) {
        try table.close()
      } catch {
        throw context.failure("csv.close", error)
      }
      call.reply.integer(table.rows)
    }
  }

  /// The fields of a row, one a column.
  private static func fields(
    _ row: LuaValue, _ columns: [String]
  ) throws(HostFailure) -> [OutputTable.Field] {
    var fields = Array(repeating: OutputTable.Field.plain(""), count: columns.count)
    switch row {
    case .array(let items):
      for (place, item) in items.enumerated() {
        guard place < columns.count else { throw tooMany(items.count, columns) }
        fields[place] = try field(item, columns[place])
      }
    case .table(let entries):
      for entry in entries {
        let place: Int
        switch entry.key {
        case .integer(let number) where number >= 1:
          guard number <= columns.count else { throw tooMany(Int(clamping: number), columns) }
          place = Int(number) - 1
        default:
          let name = entry.key.text ?? entry.key.typeName
          guard let found = columns.firstIndex(of: name) else {
            throw .argument(
              1, expected: "names of columns (\(columns.joined(separator: ", ")))",
              got: Suggestion.quoted(name), hint: Suggestion.hint(for: name, among: columns))
          }
          place = found
        }
        fields[place] = try field(entry.value, columns[place])
      }
    default: throw .argument(1, expected: "table", got: row.typeName)
    }
    return fields
  }

  private static func tooMany(_ count: Int, _ columns: [String]) -> HostFailure {
    .argument(1, expected: "at most \(columns.count) fields, one a column", got: "\(count)")
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
      throw .argument(1, expected: "text in UTF-8 for \"\(column)\"", got: "invalid bytes")
    case .array, .table:
      throw .argument(1, expected: "a text, a number or a boolean for \"\(column)\"", got: "table")
    }
  }
}

extension HostCall {
  /// The delimiter given in a slot; `nil` if none was.
  func delimiter(_ slot: Int) throws(HostFailure) -> UInt8? {
    guard let text = try optionalString(slot) else { return nil }
    guard text.utf8.count == 1, let byte = text.utf8.first, CSVDialect.canDelimit(byte) else {
      throw .argument(
        slot, expected: "one character that is no quote and no line end", got: "\"\(text)\"")
    }
    return byte
  }

  /// The encoding given in a slot; `nil` if none was.
  func encoding(_ slot: Int) throws(HostFailure) -> String? {
    guard let name = try optionalString(slot) else { return nil }
    guard CSVTranscoder.isCommon(name) else {
      throw .argument(slot, expected: CSVTranscoder.commonText, got: Suggestion.quoted(name))
    }
    return name
  }
}

extension ScriptContext {
  /// A file to be written, if that is granted.
  ///
  /// - Parameter isRewriting: whether what this script has written there, and closed, goes.
  func output(
    _ path: String, replacing isReplacing: Bool, rewriting isRewriting: Bool = false,
    for function: String
  ) throws(HostFailure) -> OutputFile {
    let place: FilePlace
    do throws(FileGrants.Refusal) {
      place = try files.checkWriting(path)
    } catch {
      throw failure(function, error)
    }
    if isRewriting, let earlier = outputs.file(at: place.path), earlier.isClosed {
      outputs.drop(earlier)
    }
    do throws(OutputFailure) {
      return try outputs.file(path, at: place, replacing: isReplacing)
    } catch {
      throw failure(function, error)
    }
  }

  /// What the script has written at a place, and closed; `nil` where it has written nothing.
  func written(_ path: String, _ function: String) throws(HostFailure) -> OutputFile? {
    guard let place = try? files.checkWriting(path), let file = outputs.file(at: place.path) else {
      return nil
    }
    guard file.isClosed else {
      throw .message("\(function): \(path): is still being written; close it first")
    }
    return file
  }

  /// The table whose number is the call's first argument.
  func table(
    _ call: borrowing HostCall, _ function: String
  ) throws(HostFailure) -> OutputTable {
    guard let table = outputs.tables[call.integer(0)] else {
      throw .message("\(function): this is no writer of csv.writer's")
    }
    return table
  }
}

/// An input file that cannot be read, or does not say what it should.
public struct InputError: Error, Sendable, CustomStringConvertible {
  /// Where, what was found and what was expected.
  public var message: String
  /// Whether the file could not be opened or read at all.
  public var isMissing: Bool

  /// The message.
  public var description: String { message }
}
