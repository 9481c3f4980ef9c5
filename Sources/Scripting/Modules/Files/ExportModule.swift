import FlintCalendar
import CSV
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions
import Transfer

/// `export`: writing tables of the data of a profile, as `flint export` does.
struct ExportModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "export", "Exports of the data of a profile, as by flint export.", functions: [run])
  }

  private static let fields: [HostField] = [
    HostField("kind", .choice(ExportKind.names), "The table to export."),
    .optional(
      "file", .string,
      "The file to write, which --allow-write must allow (default: the text is returned)."),
    .optional(
      "format", .choice(of: ExportFormat.self), "The format (default: csv)."),
    .optional(
      "where", .stringList,
      "The conditions for rows, all of which must be true, such as \"category=idea\" or "
        + "\"points>=20\"."),
    .optional("columns", .stringList, "The columns, in this order (default: all)."),
    .optional("since", .time, "The start of the range (inclusive)."),
    HostField.before(.time, "The end of the range (exclusive)."),
    .optional(
      "order", .string,
      "The column by which rows are sorted; \"points:desc\" sorts in descending order."),
    .optional("limit", .integer(1...Int64.max), "The maximum number of rows."),
    .optional(
      "raw", .boolean, "true: texts that a spreadsheet would interpret as formulas are not changed."
    ),
    .optional("missing", .boolean, "true: the table of moods includes days without a rating."),
    .optional(
      "by", .choice(of: SeriesPeriod.self), "The period of a row of the table (default: day)."),
    .optional(
      "trackers", .stringList, "The trackers with columns in the table, by name (default: all)."),
    .optional("replace", .boolean, "true: an existing file is replaced."),
  ]

  private var run: HostFunction {
    HostFunction(
      "run",
      "Writes a table to a file, or returns it as a string. A file appears when the script has "
        + "succeeded, or at checkpoint(). A string counts towards the memory limit of the script.",
      parameter: .table(
        "export", "The table to export, and the options.",
        Self.fields),
      returns: HostResult(
        "report", "table", "The result of the export.",
        fields: [
          HostResult("kind", "string", "The table."),
          HostResult("columns", "string[]", "The columns."),
          HostResult("rows", "integer", "The number of rows, without the header."),
          HostResult(
            "notes", "string[]",
            "Remarks about data that an import of the table would not restore."),
          HostResult("text", "string?", "The table, if no file was given."),
        ]),
      example: """
        spark.add{title = "Wrote it down", category = "idea"}
        local report = export.run{kind = "sparks", columns = {"title", "points"}}
        print(report.rows, report.text)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let job = try Self.job(call, session)
      var file: OutputFile?
      if let path = try call.optionalString("file") {
        file = try context.output(path, replacing: call.boolean("replace"), for: "export.run")
      }
      var text: [UInt8] = []
      let report: ExportReport
      do {
        report = try job.run(session) { bytes in
          if let file {
            try file.append(bytes)
          } else {
            try call.chargeTemporaryMemory(2 * bytes.count)
            bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
          }
        }
      } catch let failure as HostFailure {
        throw failure
      } catch let problem as ExportProblem {
        throw Self.failure(problem)
      } catch let failure as OutputFailure {
        throw context.failure("export.run", failure)
      } catch let error as SessionError {
        throw HostFailure(error)
      } catch {
        throw .message("export.run: \(error)")
      }
      let reply = call.reply
      reply.beginTable()
      reply.field("kind", report.kind.rawValue)
      reply.field("columns")
      reply.json(.array(report.columns.map { .string($0) }))
      reply.field("rows", report.rows)
      reply.field("notes")
      reply.json(.array(report.notes.map { .string($0) }))
      if let file {
        file.close()
      } else {
        reply.field("text")
        reply.string(text.span)
      }
      reply.end()
    }
  }

  private static func job(
    _ call: borrowing HostCall, _ session: Session
  ) throws(HostFailure) -> ExportJob {
    var options = ExportOptions(ExportKind.allCases[call.choice("kind") ?? 0])
    options.form.format = call.choice("format", of: ExportFormat.self) ?? .csv
    for text in try call.strings("where") {
      guard let condition = RowCondition(text) else {
        throw .argument("where", expected: RowCondition.form, got: Suggestion.quoted(text))
      }
      options.conditions.append(condition)
    }
    options.columns = try call.optionalStrings("columns")
    options.range.since = try call.instant("since", session, as: .bound)
    options.range.before = try call.instant("before", session, as: .bound)
    if let text = try call.optionalString("order") {
      guard let order = RowOrder(text) else {
        throw .argument(
          "order", expected: "a column such as at, or points:desc", got: Suggestion.quoted(text))
      }
      options.order = order
    }
    options.limit = call.limit
    options.form.isRaw = call.boolean("raw")
    options.includesMissing = call.boolean("missing")
    options.period = call.choice("by", of: SeriesPeriod.self) ?? .day
    options.trackers = try call.optionalStrings("trackers")
    do throws(ExportProblem) {
      return try ExportJob(options)
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ problem: ExportProblem) -> HostFailure {
    .message("export.run: field \"\(problem.option)\": \(problem.message)")
  }
}
