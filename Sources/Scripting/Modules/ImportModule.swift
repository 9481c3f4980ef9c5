import Foundation
import Lua
import Rules
import Sessions
import Transfer

/// `import`: recording what files say, as `flint import` does.
struct ImportModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "import", "Recording what files say, as flint import does.", functions: [run])
  }

  private static let fields = [
    HostField(
      "file", .string,
      "A file; zip and gzip too. A rejects file is read with the options with which its rows were "
        + "rejected, unless others are given.", isOptional: true),
    HostField("files", .stringList, "Several.", isOptional: true),
    HostField(
      "format", .choice(FormatCatalogue.names), "Found out by the header if not given.",
      isOptional: true),
    HostField(
      "map", .any,
      "A mapping: the path of a mapping file, or the table that one returns. Functions in a table "
        + "run in the script; they cannot use the profile.", isOptional: true),
    HostField(
      "on_error", .choice(ImportOptions.OnError.allCases.map(\.rawValue)),
      "What becomes of rows that cannot be recorded: they are counted as rejected, end the import "
        + "and the script, or are skipped; reject if not given.", isOptional: true),
    HostField(
      "max_errors", .integer(0...Int64.max), "With more rejected rows the script ends.",
      isOptional: true),
    HostField(
      "on_reject", .function,
      "Called with each rejected row: file, line, column, value, reason and fields, a list.",
      isOptional: true),
    HostField(
      "rejects", .string,
      "Where rejected rows are written; --allow-write has to grant it, and NAME-2.csv, NAME-3.csv … where "
        + "files have other columns than the first. A file as others that the script writes: it appears "
        + "with what is recorded.",
      isOptional: true),
    HostField(
      "update", .boolean, "true: corrects what has the id of a row and says something else.",
      isOptional: true),
    HostField(
      "zone", .string, "The zone of times without an offset; the profile's if not given.",
      isOptional: true),
    HostField(
      "dates", .choice(DateOrder.allCases.map(\.rawValue)), "The order of days, months and years.",
      isOptional: true),
    HostField(
      "moods", .any, "What your own names of moods mean: {Gut = \"good\"}.", isOptional: true),
    HostField("delimiter", .string, "Found out if not given.", isOptional: true),
    HostField(
      "encoding", .string,
      "One in common use, such as windows-1252; found out if not given. In a rejects file it is "
        + "that of what is not UTF-8.",
      isOptional: true),
    HostField("columns", .stringList, "The columns of files without a header.", isOptional: true),
    HostField(
      "strict", .boolean, "true: what breaks the rules of CSV is an error.", isOptional: true),
    HostField(
      "name", .string, "What the batch is called; the file's name if not given.", isOptional: true),
    HostField(
      "trackers", .any,
      "The trackers that entries go to, by the file's names: {Walk = \"Walk (Loop)\"}. One that is "
        + "named for itself takes in amounts of other kinds, too.", isOptional: true),
  ]

  private static let counts = [
    HostResult("read", "integer"), HostResult("added", "integer"),
    HostResult("updated", "integer"), HostResult("unchanged", "integer"),
    HostResult("rejected", "integer"), HostResult("skipped", "integer"),
    HostResult("skipped_reasons", "table<string, integer>"),
  ]

  private static let reject = [
    HostResult("file", "string"), HostResult("line", "integer"), HostResult("column", "string?"),
    HostResult("value", "string?"), HostResult("reason", "string"),
  ]

  private static let rating = [
    HostResult("day", "string"), HostResult("before", "string"),
    HostResult("note_before", "string?"), HostResult("after", "string"),
    HostResult("note_after", "string?"),
  ]

  private static let report = HostResult(
    "report", "table", "What flint import --report json tells.",
    fields: [
      HostResult(
        "total", "table", "read = added + updated + unchanged + rejected + skipped.",
        fields: counts),
      HostResult(
        "sources", "table[]", "What became of each file.",
        fields: [
          HostResult("files", "string[]"), HostResult("hashes", "string[]"),
          HostResult("bytes", "integer"), HostResult("format", "string"),
          HostResult("batch", "integer?", "For history.undo and flint undo."),
          HostResult(
            "repeated_batch", "integer?",
            "An earlier import of the same file, whose rows are there twice now."),
          HostResult("counts", "table", "", fields: counts),
          HostResult(
            "ignored_columns", "string[]", "The file's columns that nothing is made of."),
          HostResult("notes", "string[]"),
        ]),
      HostResult(
        "ignored", "table[]", "What is not read of what was given: files of no known format, say.",
        fields: [HostResult("file", "string"), HostResult("reason", "string")]),
      HostResult("rejects", "table[]", "The first 20 rejected rows.", fields: reject),
      HostResult(
        "changed", "table[]", "The first 20 rows that say something else than what is recorded.",
        fields: reject),
      HostResult(
        "replaced", "table[]", "The days whose rating is another one since the import.",
        fields: rating),
      HostResult(
        "rated_by_hand", "table[]",
        "The days whose rating by hand the import left; update replaces it where the file's is "
          + "later.", fields: rating),
      HostResult("rejects_files", "string[]"), HostResult("ambiguous_times", "integer"),
      HostResult("skipped_times", "integer"),
    ])

  private var run: HostFunction {
    HostFunction(
      "run",
      "Records what files say, in the script's own transaction, each file as a batch of its own. A "
        + "file that is missing or of no known form is an error. An import that ends before its "
        + "end, by on_error, max_errors or an error in on_reject, ends the script: nothing of it "
        + "is to be kept. While it is at work the functions that it calls cannot use the profile.",
      parameters: [HostParameter("import", .table(Self.fields), "Which files, and how.")],
      returns: [Self.report],
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
      let onReject = try call.function(6)
      let before = session.tally
      do {
        let job = try ImportJob(
          files.map(\.name), options, session, places: Self.places(of: files),
          rejectsPlace: rejects,
          rejectsOutput: { [outputs = context.outputs] in try ScriptRejects(outputs, at: $0) })
        if let onReject { job.onReject = { try Self.tell($0, $1, onReject) } }
        let report = try context.alone("import.run") {
          try withExtendedLifetime(files) { try job.run() }
        }
        call.reply.json(report.json)
      } catch {
        throw Self.failure(error, session, context, hasRecorded: session.tally != before)
      }
    }
  }

  /// Tells a function of the script's of a rejected row.
  private static func tell(
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

  /// What an import's error means for the script: what has begun to be recorded must not be kept,
  /// and so the script not go on.
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
      // As if nothing had been begun.
      _ = try session.endIntake()
      _ = try session.endSource()
    } catch {
      return .fatal(error)
    }
    return context.failure("import.run", problem)
  }
}

/// Rejected rows among the files that a script writes: they appear when its work is kept.
private final class ScriptRejects: RejectsOutput {
  private let outputs: ScriptOutputs
  private let file: OutputFile

  init(_ outputs: ScriptOutputs, at place: FilePlace) throws(OutputFailure) {
    self.outputs = outputs
    file = try outputs.file(place.path, at: place, replacing: false, mode: 0o600)
  }

  func write(_ bytes: Span<UInt8>) throws { try file.append(bytes) }
  func sync() {}
  func finish() { file.close() }
  func discard() { outputs.drop(file) }
}
