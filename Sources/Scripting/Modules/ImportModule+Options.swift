import Foundation
import Lua
import Rules
import Sessions
import Transfer

/// What a script says of an import: which files, how they are read, and where rejected rows go.
extension ImportModule {
  /// A file that was opened as it was granted, held open for as long as it is read.
  struct OpenFile {
    var name: String
    var handle: FileHandle

    /// Where it is opened again: what was checked is what is read, whatever has taken the place of its
    /// name meanwhile.
    var place: String { "/proc/self/fd/\(handle.fileDescriptor)" }
  }

  static func files(
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
  static func places(of files: [OpenFile]) -> [String: String] {
    Dictionary(
      files.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
  }

  /// With what options the rows of rejects files were rejected, if those agree: they are imported as
  /// they were then, unless the script says otherwise.
  static func repeated(by files: [OpenFile]) -> RepeatedOptions? {
    let found = files.map { RepeatedOptions(ofFile: $0.place) }
    return found.allSatisfy { $0 == found[0] } ? found.first ?? nil : nil
  }

  static func options(
    _ call: borrowing HostCall, _ context: ScriptContext, _ repeated: RepeatedOptions?
  ) throws(HostFailure) -> ImportOptions {
    var options = ImportOptions()
    options.isFromScript = true
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
  static func rejects(
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
