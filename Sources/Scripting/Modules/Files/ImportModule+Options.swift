import FlintCalendar
import Foundation
import Lua
import FlintRules
import FlintSchema
import Sessions
import Transfer

/// The arguments of `import.run`: the files, the options, and the target of rejected rows.
extension ImportModule {
  /// A file that was opened after its permission was checked, and stays open until it is read.
  struct OpenFile {
    var name: String
    /// `nil` for standard input, which is not reopened.
    var handle: FileHandle?

    /// The path by which it is reopened. It names the open file itself: the file that was checked is
    /// read, even if its name refers to another file by then.
    var reopenPath: String? { handle.map { "/proc/self/fd/\($0.fileDescriptor)" } }
  }

  static func files(
    _ call: borrowing HostCall, _ context: ScriptContext
  ) throws(HostFailure) -> [OpenFile] {
    var names = try call.strings("files")
    if let file = try call.optionalString("file") { names.insert(file, at: 0) }
    guard !names.isEmpty else {
      throw .argument("file", expected: "a file, or a list of files as files", got: "nothing")
    }
    var files: [OpenFile] = []
    for name in names {
      if name == ScriptInput.path {
        try context.opening(for: "import.run", context.input.take(for: "import.run", context.files))
        files.append(OpenFile(name: name))
        continue
      }
      let handle = try context.opening(for: "import.run", context.files.open(name))
      files.append(OpenFile(name: name, handle: handle))
    }
    return files
  }

  /// Returns the paths by which the import reopens the files, by name.
  static func reopenPaths(of files: [OpenFile]) -> [String: String] {
    Dictionary(
      files.compactMap { file in file.reopenPath.map { (file.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the options with which the rows of rejects files were rejected, if they are equal for all
  /// files: they apply again unless the script gives others.
  static func repeated(by files: [OpenFile]) -> RepeatedOptions? {
    let found = files.map { $0.reopenPath.flatMap { RepeatedOptions(ofFile: $0) } }
    return found.allSatisfy { $0 == found[0] } ? found.first ?? nil : nil
  }

  static func options(
    _ call: borrowing HostCall, _ context: ScriptContext, _ repeated: RepeatedOptions?
  ) throws(HostFailure) -> ImportOptions {
    var options = ImportOptions()
    options.isFromScript = true
    options.format = call.choice("format").map { FormatCatalogue.names[$0] }
    options.errors.onError = call.choice("on_error", of: ErrorOptions.OnError.self) ?? .reject
    options.errors.maximumErrors = call.optionalInteger("max_errors").map { Int(clamping: $0) }
    options.isUpdating = call.boolean("update")
    options.values.zone = try call.optionalString("zone")
    if let name = options.values.zone, (try? CivilZone(name: name)) == nil {
      throw .argument("zone", expected: "an IANA time zone", got: Suggestion.quoted(name))
    }
    options.values.dateOrder = call.choice("dates", of: DateOrder.self)
    options.values.moods = try moods(call, "moods")
    options.text.delimiter = try call.delimiter("delimiter")
    options.text.encoding = try call.encoding("encoding")
    options.text.columns = try call.optionalStrings("columns")
    if let twice = options.text.columns?.firstRepeated {
      throw .argument(
        "columns", expected: "each name once", got: "\(Suggestion.quoted(twice)) twice")
    }
    options.text.isStrict = call.boolean("strict")
    options.batchName = try call.optionalString("name")
    options.values.trackers = try trackers(call, "trackers")
    options.values.tracker = try call.optionalString("tracker")
    let hasMap = call.isPresent("map")
    if hasMap, options.format != nil {
      throw .argument("map", expected: "either a mapping or a format", got: "both")
    }
    let isFile = hasMap && call.kind("map") == .string
    var path = isFile ? try call.string("map") : nil
    // The options that the script itself gives, without those of its mapping.
    var given = RepeatedOptions(options, map: path)
    given.hasOwnMap = hasMap && !isFile
    if let repeated {
      let taken = repeated.missing(in: given)
      taken.fill(&options)
      path = path ?? taken.map
      if let zone = taken.zone, (try? CivilZone(name: zone)) == nil {
        throw .message(
          "import.run: the rejects file was read with an unknown time zone, "
            + "\(Suggestion.quoted(zone))")
      }
    }
    options.repeated = RepeatedOptions(options, map: path)
    options.repeated.hasOwnMap = given.hasOwnMap
    let bundled = path.flatMap { BundledMappings.names.contains($0) ? $0 : nil }
    options.known = BundledMappings.known(asked: given.hasOwnMap ? nil : bundled)
    if options.known.asked != nil { return options }
    if given.hasOwnMap {
      try mapping(call, "map").fill(&options)
    } else if let path {
      try mapping(at: path, context).fill(&options)
    }
    return options
  }

  private static func mapping(
    at path: String, _ context: ScriptContext
  ) throws(HostFailure) -> Mapping {
    let file = try context.opening(
      for: "import.run", context.open(path, for: "import.run"))
    do {
      let text = try file.read(upToCount: 16 << 20) ?? Data()
      return try MappingFile.mapping(of: Array(text), path: path)
    } catch {
      throw context.failure("import.run", InputError(message: "\(error)", isMissing: false))
    }
  }

  private static func mapping(
    _ call: borrowing HostCall, _ slot: HostSlot
  ) throws(HostFailure) -> Mapping {
    switch call.kind(slot) {
    case .table:
      let (value, functions) = try call.valueWithFunctions(slot)
      do throws(MappingError) {
        return try Mapping(
          reading: MappingFunctions(functions).tree(value), name: "a mapping of the script's")
      } catch {
        let lines = error.faults.map { "map.\($0)" }
        throw .message(
          "import.run: "
            + (lines.count == 1
              ? lines[0]
              : "the mapping has \(lines.count) errors\n"
                + lines.map { "  \($0)" }.joined(separator: "\n")))
      }
    default:
      throw .argument(
        slot, expected: "the path of a mapping file or a table", got: try call.value(slot).typeName)
    }
  }

  /// Returns the entries of the table in a slot; none if it is absent.
  private static func entries(
    _ call: borrowing HostCall, _ slot: HostSlot, expected: String
  ) throws(HostFailure) -> [LuaValue.Entry] {
    guard call.isPresent(slot) else { return [] }
    let value = try call.value(slot)
    guard case .table(let entries) = value else {
      throw .argument(slot, expected: expected, got: value.typeName)
    }
    return entries
  }

  private static func moods(
    _ call: borrowing HostCall, _ slot: HostSlot
  ) throws(HostFailure) -> [String: Mood] {
    var moods: [String: Mood] = [:]
    for entry in try entries(call, slot, expected: "a table of moods by name") {
      guard let name = entry.key.text, let word = entry.value.text,
        let mood = Mood(name: word.lowercased()), mood.isRating
      else {
        throw .argument(
          slot,
          expected: "names mapped to \(Mood.ratings.map(\.name).joined(separator: ", "))",
          got: entry.value.text.map { Suggestion.quoted($0) } ?? entry.value.typeName)
      }
      if let problem = moods.define(name, as: mood, \.name) {
        throw .message("moods: \(problem)")
      }
    }
    return moods
  }

  private static func trackers(
    _ call: borrowing HostCall, _ slot: HostSlot
  ) throws(HostFailure) -> [String: String] {
    var trackers: [String: String] = [:]
    for entry in try entries(call, slot, expected: "a table of names by name") {
      guard let name = entry.key.text, let tracker = entry.value.text else {
        throw .argument(
          slot, expected: "names of trackers by the file's names", got: entry.value.typeName)
      }
      if let problem = trackers.define(name, as: tracker) {
        throw .message("trackers: \(problem)")
      }
    }
    return trackers
  }

  /// Returns a function of the target files of rejected rows; `nil` if the script names none.
  static func rejects(
    _ call: borrowing HostCall, _ context: ScriptContext
  ) throws(HostFailure) -> ((RejectsFileRequest) throws(InputFailure) -> FileLocation)? {
    guard let path = try call.optionalString("rejects") else { return nil }
    let first = try context.opening(for: "import.run", context.files.checkWriting(path))
    do throws(InputFailure) {
      try ImportJob.checkRejects(first)
    } catch {
      throw context.failure("import.run", InputError(message: "\(error)", isMissing: true))
    }
    // The script can handle this error now, but not after rows were recorded.
    try context.writing(
      for: "import.run", context.outputs.checkIsFree(path, at: first, replacing: false))
    // The job retains the closure, and the context retains the job.
    let files = context.files
    return { (rejects) throws(InputFailure) in
      let number = rejects.number
      guard number > 1 else { return first }
      // Rows of files with other columns go to a file of their own.
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
        // The message begins with the path.
        throw InputFailure(
          other,
          "rows of files with other columns are written there: "
            + (error.message.split(separator: ": ", maxSplits: 1).last.map(String.init)
              ?? error.message))
      }
    }
  }
}
