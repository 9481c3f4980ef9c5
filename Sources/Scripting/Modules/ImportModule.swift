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
    case let error as FormatProblem:
      let hint =
        error.message.contains("--trackers")
        ? "; in a script --trackers \"a=b\" is trackers = {[\"a\"] = \"b\"}" : ""
      problem = InputError(message: "\(error)\(hint)", isMissing: false)
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

  // MARK: Options

  /// A file that was opened as it was granted, held open for as long as it is read.
  private struct OpenFile {
    var name: String
    var handle: FileHandle

    /// Where it is opened again: what was checked is what is read, whatever has taken the place of its
    /// name meanwhile.
    var place: String { "/proc/self/fd/\(handle.fileDescriptor)" }
  }

  private static func files(
    _ call: borrowing HostCall, _ context: ScriptContext
  ) throws(HostFailure) -> [OpenFile] {
    var names = try call.strings(1)
    if let file = try call.optionalString(0) { names.insert(file, at: 0) }
    guard !names.isEmpty else {
      throw .argument(0, expected: "a file, or a list of files as files", got: "nothing")
    }
    var files: [OpenFile] = []
    for name in names {
      do throws(FileGrants.Refusal) {
        files.append(OpenFile(name: name, handle: try context.files.open(name)))
      } catch {
        throw context.failure("import.run", error)
      }
    }
    return files
  }

  /// Where the import opens the files.
  private static func places(of files: [OpenFile]) -> [String: String] {
    Dictionary(
      files.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
  }

  /// With what options the rows of rejects files were rejected, if those agree: they are imported as
  /// they were then, unless the script says otherwise.
  private static func repeated(by files: [OpenFile]) -> RepeatedOptions? {
    let found = files.map { RepeatedOptions(ofFile: $0.place) }
    return found.allSatisfy { $0 == found[0] } ? found.first ?? nil : nil
  }

  private static func options(
    _ call: borrowing HostCall, _ context: ScriptContext, _ repeated: RepeatedOptions?
  ) throws(HostFailure) -> ImportOptions {
    var options = ImportOptions()
    options.format = call.choice(2).map { FormatCatalogue.names[$0] }
    options.onError = call.choice(4).map { ImportOptions.OnError.allCases[$0] } ?? .reject
    options.mostErrors = call.isPresent(5) ? Int(clamping: call.integer(5)) : nil
    options.isUpdating = call.boolean(8)
    options.zone = try call.optionalString(9)
    if let name = options.zone, (try? Zone(name: name)) == nil {
      throw .argument(9, expected: "an IANA time zone", got: Suggestion.quoted(name))
    }
    options.dateOrder = call.choice(10).map { DateOrder.allCases[$0] }
    options.moods = try moods(call, 11)
    options.delimiter = try call.delimiter(12)
    options.encoding = try call.encoding(13)
    options.columns = call.isPresent(14) ? try call.strings(14) : nil
    let names = options.columns ?? []
    if let twice = names.enumerated().first(where: { names[..<$0].contains($1) }) {
      throw .argument(
        14, expected: "each name once", got: "\(Suggestion.quoted(twice.element)) twice")
    }
    options.isStrict = call.boolean(15)
    options.batchName = try call.optionalString(16)
    options.trackers = try trackers(call, 17)
    let hasMap = call.isPresent(3)
    if hasMap, options.format != nil {
      throw .argument(3, expected: "no mapping beside a format", got: "both")
    }
    let isFile = hasMap && call.kind(3) == .string
    var path = isFile ? try call.string(3) : nil
    // What the script says, and not what its mapping does.
    var said = RepeatedOptions(options, map: path)
    said.hasOwnMap = hasMap && !isFile
    if let repeated {
      let taken = repeated.missing(in: said)
      taken.fill(&options)
      path = path ?? taken.map
      if let zone = taken.zone, (try? Zone(name: zone)) == nil {
        throw .message(
          "import.run: the rejects file was read with an unknown time zone, "
            + "\(Suggestion.quoted(zone))")
      }
    }
    options.repeated = RepeatedOptions(options, map: path)
    options.repeated.hasOwnMap = said.hasOwnMap
    if said.hasOwnMap {
      try mapping(call, 3).fill(&options)
    } else if let path {
      try mapping(at: path, context).fill(&options)
    }
    return options
  }

  private static func mapping(
    at path: String, _ context: ScriptContext
  ) throws(HostFailure) -> Mapping {
    do {
      let file = try context.files.open(path)
      let text = try file.read(upToCount: 16 << 20) ?? Data()
      return try MappingFile.mapping(of: Array(text), path: path)
    } catch let error as FileGrants.Refusal {
      throw context.failure("import.run", error)
    } catch {
      throw context.failure("import.run", InputError(message: "\(error)", isMissing: false))
    }
  }

  private static func mapping(
    _ call: borrowing HostCall, _ slot: Int
  ) throws(HostFailure) -> Mapping {
    switch call.kind(slot) {
    case .table:
      let (value, functions) = try call.valueKeepingFunctions(slot)
      do throws(MappingError) {
        return try Mapping(
          reading: MappingFunctions(functions).tree(value), name: "a mapping of the script's")
      } catch {
        let lines = error.faults.map { "map.\($0)" }
        throw .message(
          "import.run: "
            + (lines.count == 1
              ? lines[0]
              : "the mapping has \(lines.count) faults\n"
                + lines.map { "  \($0)" }.joined(separator: "\n")))
      }
    default:
      throw .argument(
        slot, expected: "the path of a mapping file or a table", got: try call.value(slot).typeName)
    }
  }

  private static func moods(
    _ call: borrowing HostCall, _ slot: Int
  ) throws(HostFailure) -> [String: Mood] {
    guard call.isPresent(slot) else { return [:] }
    guard case .table(let entries) = try call.value(slot) else {
      throw .argument(
        slot, expected: "a table of moods by name", got: try call.value(slot).typeName)
    }
    var moods: [String: Mood] = [:]
    for entry in entries {
      guard let name = entry.key.text, let word = entry.value.text,
        let mood = Mood(name: word), mood.isRating
      else {
        throw .argument(
          slot,
          expected: "names that stand for \(Mood.ratings.map(\.name).joined(separator: ", "))",
          got: entry.value.text.map { Suggestion.quoted($0) } ?? entry.value.typeName)
      }
      moods[name.trimmingCharacters(in: .whitespaces).lowercased()] = mood
    }
    return moods
  }

  private static func trackers(
    _ call: borrowing HostCall, _ slot: Int
  ) throws(HostFailure) -> [String: String] {
    guard call.isPresent(slot) else { return [:] }
    guard case .table(let entries) = try call.value(slot) else {
      throw .argument(
        slot, expected: "a table of names by name", got: try call.value(slot).typeName)
    }
    var trackers: [String: String] = [:]
    for entry in entries {
      guard let name = entry.key.text, let tracker = entry.value.text else {
        throw .argument(
          slot, expected: "names of trackers by the file's names", got: entry.value.typeName)
      }
      trackers[name.trimmingCharacters(in: .whitespaces).lowercased()] = tracker
    }
    return trackers
  }

  /// Where rejected rows are to be written.
  private static func rejects(
    _ call: borrowing HostCall, _ context: ScriptContext
  ) throws(HostFailure) -> ((RejectsPlace) throws(InputFailure) -> FilePlace)? {
    guard let path = try call.optionalString(7) else { return nil }
    let first: FilePlace
    do throws(FileGrants.Refusal) {
      first = try context.files.checkWriting(path)
    } catch {
      throw context.failure("import.run", error)
    }
    do throws(InputFailure) {
      try ImportJob.checkRejects(first)
    } catch {
      throw context.failure("import.run", InputError(message: "\(error)", isMissing: true))
    }
    // A script can handle this now, and no more once rows were recorded.
    do throws(OutputFailure) {
      try context.outputs.checkIsFree(path, at: first, replacing: false)
    } catch {
      throw context.failure("import.run", error)
    }
    // The job keeps the closure, and the context the job.
    let files = context.files
    return { (rejects) throws(InputFailure) in
      let number = rejects.number
      guard number > 1 else { return first }
      // Of files with other columns.
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let other: String
      if let dot = name.lastIndex(of: "."), dot > name.startIndex {
        other = "\(path.dropLast(name[dot...].count))-\(number)\(name[dot...])"
      } else {
        other = "\(path)-\(number)"
      }
      do throws(FileGrants.Refusal) {
        return try files.checkWriting(other)
      } catch {
        // It begins with the path.
        throw InputFailure(
          other,
          "rows of files with other columns go there: "
            + (error.message.split(separator: ": ", maxSplits: 1).last.map(String.init)
              ?? error.message))
      }
    }
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
