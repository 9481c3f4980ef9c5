public import ArgumentParser
import CSV
import Foundation
import Rules
import Scripting
import Sessions
public import Transfer

/// How files are read.
struct ReadingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The format; found out by each file's header.", valueName: "name"))
  var format: String?
  @Option(
    help: ArgumentHelp(
      "A Lua file that tells what becomes of the columns: flint import --sniff FILE drafts one.",
      valueName: "path"))
  var map: String?
  @Option(
    help: ArgumentHelp(
      "The encoding, such as windows-1252; UTF-8 or as the file's first bytes say.")
  )
  var encoding: String?
  @Option(help: ArgumentHelp("The character between fields; found out if not given. \\t is a tab."))
  var delimiter: String?
  @Flag(help: "Whatever breaks the rules of CSV (RFC 4180) is an error: --formats csv.")
  var strict = false
  @Flag(help: "The files have no header; --columns names what they have.") var noHeader = false
  @Option(
    help: ArgumentHelp("The names of the columns, where there is no header.", valueName: "a,b,c"))
  var columns: String?
  @Option(help: ArgumentHelp("The order of days, months and years.", valueName: "dmy|mdy|ymd"))
  var dates: DateOrder?
  @Option(
    help: ArgumentHelp(
      "What your own names of moods mean, such as \"Gut=good,Ok=average\".", valueName: "names"))
  var moods: String?

  func validate() throws {
    if noHeader != (columns != nil) {
      throw ValidationError("--no-header and --columns belong together")
    }
    if map != nil && format != nil {
      throw ValidationError("--map and --format exclude each other")
    }
    if let format, !FormatCatalogue.names.contains(format) {
      throw ValidationError(
        "--format \(format): there is no such format"
          + NearestName.hint(for: format, among: FormatCatalogue.names)
          + "; flint import --formats lists them")
    }
    _ = try delimiterByte
    _ = try moodNames
  }

  private var delimiterByte: UInt8? {
    get throws {
      guard let delimiter else { return nil }
      let text = ["\\t": "\t", "tab": "\t"][delimiter] ?? delimiter
      guard text.utf8.count == 1, let byte = text.utf8.first, CSVDialect.canDelimit(byte) else {
        throw ValidationError(
          "--delimiter: expected one character that is no quote and no line end, got "
            + "\"\(delimiter)\"")
      }
      return byte
    }
  }

  private var moodNames: [String: Mood] {
    get throws {
      var names: [String: Mood] = [:]
      for pair in moods?.split(separator: ",") ?? [] {
        let parts = pair.split(separator: "=", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 2, let mood = try? Mood(reading: parts[1]), mood.isRating else {
          throw ValidationError(
            "--moods: expected names such as \"Gut=good,Ok=average\", got \"\(pair)\"; the moods "
              + "are \(Mood.ratings.map(\.name).joined(separator: ", "))")
        }
        names[parts[0].lowercased()] = mood
      }
      return names
    }
  }

  /// The options of an import. A mapping can only be used on the thread that this is called on.
  func options(_ rows: RowOptions, zone: String?) throws -> ImportOptions {
    var options = ImportOptions()
    options.format = format
    options.encoding = encoding
    options.delimiter = try delimiterByte
    options.isStrict = strict
    options.columns = columns.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    options.dateOrder = dates
    options.moods = try moodNames
    options.zone = zone
    options.onError = rows.onError
    options.mostErrors = rows.maxErrors
    options.isUpdating = rows.update
    options.commitEvery = rows.commitEvery
    options.batchName = rows.batchName
    try mapping()?.fill(&options)
    return options
  }

  /// The mapping that was asked for.
  private func mapping() throws -> Mapping? {
    guard let map else { return nil }
    do {
      return try MappingFile.mapping(at: map, lastStatus: ExitStatus.timeLimit.rawValue)
    } catch {
      throw CommandFailure(mappingError: error) ?? error
    }
  }
}

/// What becomes of rows.
struct RowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What becomes of rows that cannot be recorded: they go to the rejects file, end the import "
        + "with nothing recorded, or are left out.", valueName: "reject|stop|skip"))
  var onError = ImportOptions.OnError.reject
  @Option(help: "With more rows than this that cannot be recorded nothing is.")
  var maxErrors: Int?
  @Option(
    help: ArgumentHelp(
      "Where rows go that cannot be recorded; NAME.rejects.csv in the current directory if not "
        + "given.", valueName: "path"))
  var rejects: String?
  @Flag(help: "Correct what has the id of a row and says something else.") var update = false
  @Option(help: ArgumentHelp("What the batch is called; the file's name if not given."))
  var batchName: String?
  @Option(
    help: ArgumentHelp(
      "Make what was recorded last after so many rows; after a crash, import again.",
      valueName: "rows"))
  var commitEvery: Int?

  func validate() throws {
    if let maxErrors, maxErrors < 0 { throw ValidationError("--max-errors: expected 0 or more") }
    if let commitEvery, commitEvery < 1 {
      throw ValidationError("--commit-every: expected 1 or more")
    }
    if commitEvery != nil, onError == .stop || maxErrors != nil {
      throw ValidationError(
        "--commit-every keeps what was recorded before an error, which --on-error stop and "
          + "--max-errors are not to do")
    }
  }

  /// Where rejected rows go: a name that is free, unless it was given.
  func rejectsPath(number: Int, for files: [String]) -> String {
    let suffix = number == 1 ? "" : "-\(number)"
    if let rejects {
      let name = rejects.lastIndex(of: "/").map { rejects.index(after: $0) } ?? rejects.startIndex
      guard number > 1, let dot = rejects[name...].lastIndex(of: ".") else {
        return rejects + suffix
      }
      return rejects[..<dot] + suffix + rejects[dot...]
    }
    let first = files.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "import"
    var name = first == "-" ? "stdin" : first
    for ending in [".gz", ".zip", ".csv", ".json", ".rejects"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    var path = "\(name).rejects\(suffix).csv"
    var count = 2
    while FileManager.default.fileExists(atPath: path) {
      path = "\(name).rejects\(suffix)-\(count).csv"
      count += 1
    }
    return path
  }
}

extension ImportOptions.OnError: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
