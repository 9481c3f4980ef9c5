import CSV
import Foundation
import Lua

/// `csv`: reading tables of text.
struct CSVModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule("csv", "Tables of text.", functions: [rows])
  }

  private var rows: HostFunction {
    HostFunction(
      "rows",
      "Goes through the rows of a CSV file: a table by column name, and the line it begins on. "
        + "An empty field is an empty string. A script may read beneath its own directory, files "
        + "named in its arguments, and what --allow-read grants.",
      parameters: [
        HostParameter("path", .string, "The file; from the current directory if relative."),
        HostParameter(
          "options",
          .table([
            HostField(
              "delimiter", .string, "One character; a comma if not given.", isOptional: true)
          ]), isOptional: true),
      ],
      returns: [HostResult("iterator", "fun(): table?, integer?", "For a generic for.")],
      example: """
        for row, line in csv.rows("examples/data/sparks.csv") do
          print(line, row.title)
          break
        end
        """
    ) { [context] call throws(HostFailure) in
      let path = try call.string(0)
      var dialect = CSVDialect.standard
      if let delimiter = try call.optionalString(1) {
        guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first,
          CSVDialect.canDelimit(byte)
        else {
          throw .argument(
            1, expected: "one character that is no quote and no line end",
            got: "\"\(delimiter)\"")
        }
        dialect = CSVDialect(delimiter: byte)
      }
      do throws(FileGrants.Refusal) {
        let file = try context.files.open(path)
        call.reply.iterator(
          RowIterator(context, path: path, file: file, dialect: dialect))
      } catch {
        throw context.failure(
          "csv.rows", InputError(message: error.message, isMissing: true))
      }
    }
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

/// Reads a CSV file row by row, in constant memory.
private final class RowIterator: HostIterator {
  private let context: ScriptContext
  private let path: String
  private var file: FileHandle?
  private var parser: CSVParser
  private var header: CSVHeader?
  private var chunk = Data()
  private var position = 0
  private var isFinished = false

  init(_ context: ScriptContext, path: String, file: FileHandle, dialect: CSVDialect) {
    self.context = context
    self.path = path
    self.file = file
    parser = CSVParser(dialect: dialect)
  }

  func close() {
    try? file?.close()
    file = nil
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    do {
      if header == nil {
        guard try nextRecord() else { return false }
        header = try parser.adoptHeader()
      }
      guard let header, try nextRecord() else { return false }
      reply.beginTable()
      for (index, name) in header.names.enumerated() {
        reply.field(dynamic: name)
        parser.record.withBytes(of: index) { reply.string($0) }
      }
      reply.end()
      reply.integer(parser.record.line)
      return true
    } catch let error as CSVError {
      throw context.failure(
        "csv.rows", InputError(message: "\(path): \(error)", isMissing: false))
    } catch {
      throw context.failure(
        "csv.rows", InputError(message: "\(path): cannot be read: \(error)", isMissing: true))
    }
  }

  private func nextRecord() throws -> Bool {
    while !isFinished {
      let found = try chunk.withUnsafeBytes { try parser.next(in: $0, at: &position) }
      if found { return true }
      chunk = try file?.read(upToCount: 65_536) ?? Data()
      position = 0
      if chunk.isEmpty {
        isFinished = true
        return try parser.finish()
      }
    }
    return false
  }
}
