import Foundation
import Lua
import FlintRules
import Sessions
import Transfer

/// `import`: recording events from files, as `flint import` does.
struct ImportModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "import", "Imports of files, as by flint import.", functions: [run])
  }

  private static let fields: [HostField] = [
    .optional(
      "file", .string,
      "A file; - is standard input; zip and gzip files are unpacked. A rejects file is read with the options with "
        + "which its rows were rejected, unless others are given."),
    .optional("files", .stringList, "Several files."),
    .optional(
      "format", .choice(FormatCatalogue.names),
      "The format of the files (default: detected by the header)."),
    .optional(
      "map", .any,
      "The mapping: the name of an app that flint import --formats lists, the path of a mapping "
        + "file, or a table with the same contents. Functions in a "
        + "table run in the script; they cannot use the profile."),
    .optional(
      "on_error", .choice(of: ErrorOptions.OnError.self),
      "The treatment of rows that cannot be recorded: reject counts them as rejected, stop ends "
        + "the import and the script, skip ignores them (default: reject)."),
    .optional(
      "max_errors", .integer(0...Int64.max),
      "The maximum number of rejected rows; with more, the script ends (default: no maximum)."),
    .optional(
      "on_reject", .function,
      "A function called with each rejected row: a table of file, line, column, value, reason and "
        + "fields, a list."),
    .optional(
      "rejects", .string,
      "The file to which rejected rows are written, and NAME-2.csv, NAME-3.csv … for files with "
        + "other columns than the first. --allow-write must allow them. They appear when the "
        + "records are committed, like all files that the script writes."),
    .optional(
      "update", .boolean,
      "true: updates an existing record with the same id if the row differs from it."),
    .optional(
      "zone", .string,
      "The IANA time zone of times without an offset (default: the profile's zone)."),
    .optional(
      "dates", .choice(of: DateOrder.self),
      "The order of day, month and year in dates of three numbers."),
    .optional(
      "moods", .any, "The ratings for names of moods that Flint does not know: {Gut = \"good\"}."),
    .optional("delimiter", .string, "The delimiter: one character (default: detected)."),
    .optional(
      "encoding", .string,
      "The encoding: one in common use, such as windows-1252 (default: detected). For a rejects "
        + "file, the encoding of the bytes that are not UTF-8."),
    .optional("columns", .stringList, "The column names of files without a header."),
    .optional("strict", .boolean, "true: a violation of the CSV format is an error."),
    .optional("name", .string, "The name of the batch (default: the name of the file)."),
    .optional(
      "trackers", .any,
      "The trackers that receive the entries, by their names in the file: {Walk = \"Walk "
        + "(Loop)\"}. A tracker mapped to its own name also accepts amounts of other kinds."),
    .optional(
      "tracker", .string,
      "The habit of a file that does not name it, such as Loop's Checkmarks.csv of one habit."),
  ]

  private var run: HostFunction {
    HostFunction(
      "run",
      "Imports files in the script's own transaction, each file as a batch of its own. A missing "
        + "file or an unknown format is an error. An import that is stopped early, by on_error, "
        + "max_errors or an error in on_reject, ends the script and nothing is committed. "
        + "Functions called during the import cannot use the profile.",
      parameter: .table(
        "import", "The files to import, and the options.",
        Self.fields),
      returns: HostResult(
        "report", "table", "The report, as flint import --report json prints it.",
        of: ImportReport.self),
      example: """
        local report = import.run{
          file = "examples/data/sparks.csv",
          map = {
            kind = "spark",
            columns = {
              title = "title", at = "at", category = "category",
              tags = function(row) return {"imported", row.intensity} end,
            },
          },
          on_reject = function(row) print(row.line, row.reason) end,
        }
        print(report.total.added)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let files = try Self.files(call, context)
      let options = try Self.options(call, context, Self.repeated(by: files))
      let rejects = try Self.rejects(call, context)
      let onReject = try call.function("on_reject")
      let before = session.tally
      do {
        let job = try ImportJob(
          files.map(\.name), options, session, places: Self.reopenPaths(of: files),
          rejectsLocation: rejects,
          rejectsOutput: { [outputs = context.outputs] in try ScriptRejects(outputs, at: $0) })
        if let onReject { job.onReject = { try Self.report($0, $1, onReject) } }
        let report = try context.withExclusiveSession("import.run") {
          try withExtendedLifetime(files) { try job.run() }
        }
        call.reply.row(report)
      } catch {
        throw Self.failure(error, session, context, hasRecorded: session.tally != before)
      }
    }
  }

  /// Calls a function of the script with a rejected row.
  private static func report(
    _ reject: ImportReport.Reject, _ fields: [String], _ function: LuaFunction
  ) throws {
    _ = try function.call { reply in
      reply.beginTable()
      reply.field("file", reject.file)
      reply.field("line", reject.line)
      if let column = reject.problem.column { reply.field("column", column) }
      if let value = reject.problem.value { reply.field("value", value) }
      reply.field("reason", reject.problem.reason)
      reply.field("fields")
      reply.beginArray(expecting: fields.count)
      for field in fields { reply.string(field) }
      reply.end()
      reply.end()
    }
  }

  /// Returns the failure of the script that an error of the import causes: once records were written,
  /// the script must not continue, since they must not be committed.
  private static func failure(
    _ error: any Error, _ session: Session, _ context: ScriptContext, hasRecorded: Bool
  ) -> HostFailure {
    if let error = error as? LuaError, case .stopped = error.code { return .script(error) }
    if hasRecorded { return .fatal(error) }
    let problem: InputError
    switch error {
    case let error as InputFailure:
      problem = InputError(message: "\(error)", isMissing: error.isUnreadable)
    case let error as FormatProblem: problem = InputError(message: "\(error)", isMissing: false)
    case let error as OutputFailure: return context.failure("import.run", error)
    default: return .fatal(error)
    }
    do {
      // Nothing was recorded: the script can continue as before the import.
      _ = try session.endSource()
    } catch {
      return .fatal(error)
    }
    return context.failure("import.run", problem)
  }
}

/// The output for rejected rows among the files that a script writes: it appears when the records are
/// committed.
private final class ScriptRejects: RejectsOutput {
  private let outputs: ScriptOutputs
  private let file: OutputFile

  init(_ outputs: ScriptOutputs, at target: FileLocation) throws(OutputFailure) {
    self.outputs = outputs
    file = try outputs.file(target.path, at: target, replacing: false, mode: 0o600)
  }

  func write(_ bytes: Span<UInt8>) throws { try file.append(bytes) }
  func sync() {}
  func finish() { file.close() }
  func discard() { outputs.drop(file) }
}
