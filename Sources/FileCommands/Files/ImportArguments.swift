import ArgumentParser
import CSV
import Commands
import Foundation
import Lua
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Storage
package import Transfer

/// The options that control how input files are read.
struct ReadingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The format of the files (default: detected from the header); see --formats.",
      valueName: "name"))
  var format: String?
  @Option(
    help: ArgumentHelp(
      "A mapping: the name of an app, which --formats lists, or a Lua file that maps columns "
        + "to fields. flint import --sniff FILE writes a first version.",
      valueName: "name|path"),
    completion: .file())
  var map: String?
  @Flag(
    help: ArgumentHelp(
      "Read a file of no known format by a mapping that is drafted from its columns, as --sniff "
        + "shows it. If that is ambiguous, nothing is recorded."))
  var draft = false
  @Option(
    help: ArgumentHelp(
      "The encoding, such as windows-1252 (default: UTF-8, or detected from the first "
        + "bytes). For a rejects file: the encoding of the values that are not UTF-8.")
  )
  var encoding: String?
  @Option(
    help: ArgumentHelp(
      "The delimiter between fields (default: detected); \\t is a tab.", valueName: "character"))
  var delimiter: String?
  @Flag(
    help: ArgumentHelp(
      "Reject every deviation from standard CSV; --formats csv lists them. Applies to all formats.")
  )
  var strict = false
  @Flag(help: "The files have no header; --column-names names their columns.") var noHeader = false
  @Option(
    help: ArgumentHelp(
      "The names of the columns of a file without a header.", valueName: "name,…"))
  var columnNames: String?
  @Option(
    help: ArgumentHelp(
      "The order of day, month and year.", valueName: "order"))
  var dates: DateOrder?
  @Option(
    help: ArgumentHelp(
      "Map names in the file to moods, such as \"Gut=good,Ok=average\"; write \\, and \\= for a "
        + "comma or an equals sign within a name.", valueName: "text=mood,…"))
  var moods: String?
  @Option(
    help: ArgumentHelp(
      "Map names in the file to trackers of the profile, such as \"Walk=Walk "
        + "(Loop)\". A tracker that is mapped to its own name also accepts values of other "
        + "kinds.",
      valueName: "name=tracker,…"))
  var trackers: String?
  @Option(
    help: ArgumentHelp(
      "The habit of a file that does not name it, such as Loop's Checkmarks.csv of one habit."))
  var tracker: String?

  /// The options recorded in the imported rejects file, with which its rows were rejected.
  var repeated: RepeatedOptions?
  /// The text of the mapping that was drafted for the file.
  var drafted: String?

  enum CodingKeys: String, CodingKey {
    case format, map, draft, encoding, delimiter, strict, noHeader, columnNames, dates, moods,
      trackers,
      tracker
  }

  func validate() throws {
    if noHeader != (columnNames != nil) {
      throw ValidationError("--no-header and --column-names must be given together")
    }
    if format != nil { try refuse(["--map": map != nil], with: "--format") }
    if draft { try refuse(["--map": map != nil, "--format": format != nil], with: "--draft") }
    if let format, !FormatCatalogue.names.contains(format) {
      throw ValidationError(
        "--format: unknown format \"\(format)\""
          + NearestName.hint(for: format, among: FormatCatalogue.names)
          + "; flint import --formats lists them")
    }
    if let tracker, tracker.trimmedWhitespace.isEmpty {
      throw ValidationError("--tracker: expected a name")
    }
    try checkEncoding(encoding)
    _ = try delimiterByte
    _ = try namesOfColumns
    _ = try moodNames
    _ = try trackerNames
  }

  private var namesOfColumns: [String]? {
    get throws {
      guard let columnNames else { return nil }
      var names: [String] = []
      for column in columnNames.split(separator: ",", omittingEmptySubsequences: false) {
        let name = column.trimmingCharacters(in: .whitespaces)
        if !name.isEmpty, names.contains(name) {
          throw ValidationError("--column-names: expected each name once, got \"\(name)\" twice")
        }
        // The same names that a header with missing names gets.
        names.append(name.isEmpty ? "column \(names.count + 1)" : name)
      }
      return names
    }
  }

  private var delimiterByte: UInt8? {
    get throws {
      guard let delimiter else { return nil }
      guard let byte = CSVDialect.delimiter(named: delimiter) else {
        throw ValidationError(
          "--delimiter: expected one character other than a quote or a line end, got "
            + "\"\(delimiter)\"")
      }
      return byte
    }
  }

  private var moodNames: [String: Mood] {
    get throws {
      var names: [String: Mood] = [:]
      for (pair, sides) in Self.pairs(in: moods) {
        guard sides.count == 2, !sides[0].isEmpty,
          let mood = try? Mood(reading: sides[1], field: "mood"),
          mood.isRating
        else {
          throw ValidationError(
            "--moods: expected names such as \"Gut=good,Ok=average\", got \"\(pair)\"; the moods "
              + "are \(Mood.ratings.map(\.name).joined(separator: ", "))")
        }
        if let problem = names.define(sides[0], as: mood, \.name) {
          throw ValidationError("--moods: \(problem)")
        }
      }
      return names
    }
  }

  private var trackerNames: [String: String] {
    get throws {
      var names: [String: String] = [:]
      for (pair, sides) in Self.pairs(in: trackers) {
        guard sides.count == 2, sides.allSatisfy({ !$0.isEmpty }) else {
          throw ValidationError(
            "--trackers: expected names such as \"Walk=Walk (Loop)\", got \"\(pair)\"")
        }
        if let problem = names.define(sides[0], as: sides[1]) {
          throw ValidationError("--trackers: \(problem)")
        }
      }
      return names
    }
  }

  /// Returns the pairs of names in the value of an option, each with its sides.
  private static func pairs(in text: String?) -> [(pair: String, sides: [String])] {
    components(of: text ?? "", between: ",").filter { !$0.isEmpty }.map { pair in
      let sides = components(of: pair, between: "=")
      return (pair, sides.map { plain($0).trimmingCharacters(in: .whitespaces) })
    }
  }

  /// Splits a text at a separator, except where a backslash precedes it. Backslashes are retained.
  private static func components(of text: String, between mark: Character) -> [String] {
    var components = [""]
    var isEscaped = false
    for character in text {
      if character == mark, !isEscaped {
        components.append("")
      } else {
        components[components.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return components
  }

  /// Returns a text without the backslashes that escape commas, equals signs and backslashes.
  private static func plain(_ text: String) -> String {
    var plain = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, !",=\\".contains(character) { plain.append("\\") }
      plain.append(character)
      isEscaped = false
    }
    return isEscaped ? plain + "\\" : plain
  }

  /// Returns the options in the form in which a rejects file records them.
  func said(zone: String?, isUpdating: Bool) throws -> RepeatedOptions {
    var said = RepeatedOptions()
    said.format = format
    said.map = map
    said.draft = draft ? "" : nil
    said.dates = dates
    said.zone = zone
    said.moods = try moodNames
    said.trackers = try trackerNames
    said.tracker = tracker
    said.isUpdating = isUpdating
    said.isStrict = strict
    return said
  }

  /// Adopts the options recorded in a rejects file, except those given on the command line.
  mutating func take(_ repeated: RepeatedOptions) {
    self.repeated = repeated
    if map == nil { format = format ?? repeated.format }
    if format == nil { map = map ?? repeated.map }
    if format == nil, map == nil, let text = repeated.draft { (draft, drafted) = (true, text) }
    dates = dates ?? repeated.dates
    tracker = tracker ?? repeated.tracker
    strict = strict || repeated.isStrict
  }

  /// Returns the options of an import. A mapping can be used only on the thread that calls this
  /// function.
  func options(_ rows: RowOptions, zone: String?) throws -> ImportOptions {
    var options = ImportOptions()
    options.format = format
    options.text.encoding = encoding
    options.text.delimiter = try delimiterByte
    options.text.isStrict = strict
    options.text.columns = try namesOfColumns
    options.values.dateOrder = dates
    options.values.tracker = tracker
    options.values.moods = (repeated?.moods ?? [:]).merging(try moodNames) { $1 }
    options.values.zone = zone
    options.errors.onError = rows.onError
    options.errors.maximumErrors = rows.maxErrors
    options.isUpdating = rows.update
    options.commitEvery = rows.commitEvery
    options.batchName = rows.batchName
    options.values.trackers = (repeated?.trackers ?? [:]).merging(try trackerNames) { $1 }
    options.repeated = RepeatedOptions(options, map: map)
    options.repeated.draft = drafted
    options.known = BundledMappings.known(asked: try bundledName)
    if options.known.asked == nil { try mapping()?.fill(&options) }
    return options
  }

  /// The value of `--map` if it is the name of an app and no file.
  private var bundledName: String? {
    get throws {
      guard let map, BundledMappings.isName(map), !FileManager.default.fileExists(atPath: map)
      else { return nil }
      guard BundledMappings.names.contains(map) else {
        throw ValidationError("--map: \(BundledMappings.unknown(map))")
      }
      return map
    }
  }

  /// Loads the mapping of `--map`; returns `nil` without that option.
  private func mapping() throws -> Mapping? {
    guard let map else {
      return try drafted.map {
        try MappingFile.mapping(of: Array($0.utf8), path: DraftedImport.name)
      }
    }
    do {
      return try MappingFile.mapping(at: map, exitStatus: ExitStatus.timeLimit.rawValue)
    } catch {
      throw CommandFailure(mappingError: error) ?? error
    }
  }
}

struct RowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do with rows that cannot be recorded: write them to the rejects file, stop "
        + "and record nothing, or skip them.", valueName: "reject|stop|skip"))
  var onError = ErrorOptions.OnError.reject
  @Option(help: "Record nothing if more than this number of rows cannot be recorded.")
  var maxErrors: Int?
  @Option(
    help: ArgumentHelp(
      "The rejects file for rows that cannot be recorded (default: NAME.rejects.csv in the "
        + "current directory, where NAME is that of the first file with the same columns).",
      valueName: "path"),
    completion: .file())
  var rejects: String?
  @Flag(help: "Update a recorded event if a row has its id but other values.") var update = false
  @Option(help: ArgumentHelp("The name of the batch (default: the file's name)."))
  var batchName: String?
  @Option(
    help: ArgumentHelp(
      "Commit each time this many rows have been recorded; after a crash, import again to "
        + "continue.",
      valueName: "rows"))
  var commitEvery: Int?

  func validate() throws {
    if let maxErrors, maxErrors < 0 { throw ValidationError("--max-errors: expected 0 or more") }
    if let commitEvery, commitEvery < 1 {
      throw ValidationError("--commit-every: expected 1 or more")
    }
    if let rejects {
      if rejects.isEmpty || rejects == "-" {
        throw ValidationError("--rejects: expected the path of a file, got \"\(rejects)\"")
      }
      if onError != .reject {
        throw ValidationError("--rejects requires --on-error reject, not \(onError.rawValue)")
      }
    }
    if commitEvery != nil, onError == .stop || maxErrors != nil {
      throw ValidationError(
        "--commit-every saves the rows before an error, so that it cannot be combined with "
          + "--on-error stop or --max-errors")
    }
  }

  /// Returns the path of the file for rejected rows: the given one, or a name that is not in use.
  func rejectsPath(_ place: RejectsFileRequest) -> String {
    if let rejects {
      let number = place.number
      let suffix = number == 1 ? "" : "-\(number)"
      let name = rejects.lastIndex(of: "/").map { rejects.index(after: $0) } ?? rejects.startIndex
      guard number > 1, let dot = rejects[name...].lastIndex(of: ".") else {
        return rejects + suffix
      }
      return rejects[..<dot] + suffix + rejects[dot...]
    }
    // For a file in a zip file: the path after the colon.
    let inner = place.source.range(of: ".zip:").map { place.source[$0.upperBound...] }
    var name = String((inner ?? place.source[...]).split(separator: "/").last ?? "import")
    for ending in [".gz", ".zip", ".csv", ".json", ".rejects"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    var path = "\(name).rejects.csv"
    var count = 2
    while place.taken.contains(path) || FileManager.default.fileExists(atPath: path) {
      path = "\(name).rejects-\(count).csv"
      count += 1
    }
    return path
  }
}

/// The options that confine an import, whose files may come from an untrusted source.
struct ImportConfinementOptions: ParsableArguments {
  @Option(help: .maximumMemory)
  var maxMemory = ByteCount(bytes: 4 << 30)
  @OptionGroup var sandbox: SandboxOptions

  /// Watches the memory of the process during an import: a file of a few bytes may decompress to a
  /// large one.
  ///
  /// - Parameter advice: What the message says after what was committed.
  func whileWatched<Result>(advice: String, _ body: () throws -> Result) rethrows -> Result {
    let most = maxMemory.bytes
    return try MemoryWatch.whileRunning(most: most) {
      TemporaryFiles.abandon {
        CommittedWork.end { work in
          LuaLimits.ExitMessage(
            "flint: stopped: the import used more memory than \(LuaLimits.text(ofBytes: most)) "
              + "(--max-memory); \(work.kept(advice))\n",
            status: ExitStatus.memoryLimit.rawValue
          ).leave()
        }
      }
    } _: { _ in
      try body()
    }
  }
}

extension ErrorOptions.OnError: ExpressibleByArgument {}
