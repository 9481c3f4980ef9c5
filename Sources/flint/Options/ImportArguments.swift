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
      valueName: "path"),
    completion: .file())
  var map: String?
  @Option(
    help: ArgumentHelp(
      "The encoding, such as windows-1252; UTF-8 or as the file's first bytes say. In a rejects file "
        + "it is that of what is not UTF-8.")
  )
  var encoding: String?
  @Option(help: ArgumentHelp("The character between fields; found out if not given. \\t is a tab."))
  var delimiter: String?
  @Flag(help: "What breaks the rules of CSV is an error, as --formats csv lists; for every format.")
  var strict = false
  @Flag(help: "The files have no header; --columns names what they have.") var noHeader = false
  @Option(
    help: ArgumentHelp("The names of the columns, where there is no header.", valueName: "a,b,c"))
  var columns: String?
  @Option(help: ArgumentHelp("The order of days, months and years.", valueName: "dmy|mdy|ymd"))
  var dates: DateOrder?
  @Option(
    help: ArgumentHelp(
      "What your own names of moods mean, such as \"Gut=good,Ok=average\"; a backslash before , or = "
        + "makes it part of a name.", valueName: "names"))
  var moods: String?
  @Option(
    help: ArgumentHelp(
      "The trackers that entries go to, by the file's names for them, such as \"Walk=Walk (Loop)\". A "
        + "tracker that is named for itself takes in amounts of other kinds, too.",
      valueName: "names"))
  var trackers: String?

  /// What the rejects file that is imported says of the options with which its rows were rejected.
  var repeated: RepeatedOptions?

  enum CodingKeys: String, CodingKey {
    case format, map, encoding, delimiter, strict, noHeader, columns, dates, moods, trackers
  }

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
    if let encoding {
      do throws(CSVEncodingError) {
        _ = try CSVTranscoder(from: encoding)
      } catch {
        throw ValidationError("--encoding: \(error); iconv -l lists those that there are")
      }
    }
    _ = try delimiterByte
    _ = try columnNames
    _ = try moodNames
    _ = try trackerNames
  }

  private var columnNames: [String]? {
    get throws {
      guard let columns else { return nil }
      var names: [String] = []
      for part in columns.split(separator: ",", omittingEmptySubsequences: false) {
        let name = part.trimmingCharacters(in: .whitespaces)
        if !name.isEmpty, names.contains(name) {
          throw ValidationError("--columns: expected each name once, got \"\(name)\" twice")
        }
        // As a header is read in which a name is missing.
        names.append(name.isEmpty ? "column \(names.count + 1)" : name)
      }
      return names
    }
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
      for pair in Self.parts(of: moods ?? "", between: ",") where !pair.isEmpty {
        let parts = Self.parts(of: pair, between: "=").map {
          Self.plain($0).trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 2, !parts[0].isEmpty, let mood = try? Mood(reading: parts[1]),
          mood.isRating
        else {
          throw ValidationError(
            "--moods: expected names such as \"Gut=good,Ok=average\", got \"\(pair)\"; the moods "
              + "are \(Mood.ratings.map(\.name).joined(separator: ", "))")
        }
        if let other = names.updateValue(mood, forKey: parts[0].lowercased()), other != mood {
          throw ValidationError(
            "--moods: \"\(parts[0])\" cannot mean both \(other.name) and \(mood.name)")
        }
      }
      return names
    }
  }

  private var trackerNames: [String: String] {
    get throws {
      var names: [String: String] = [:]
      for pair in Self.parts(of: trackers ?? "", between: ",") where !pair.isEmpty {
        let parts = Self.parts(of: pair, between: "=").map {
          Self.plain($0).trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
          throw ValidationError(
            "--trackers: expected names such as \"Walk=Walk (Loop)\", got \"\(pair)\"")
        }
        names[parts[0].lowercased()] = parts[1]
      }
      return names
    }
  }

  /// What stands between the marks of a text, but those behind a backslash.
  private static func parts(of text: String, between mark: Character) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if character == mark, !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }

  /// A text without the backslashes that stand before commas, equal signs and backslashes.
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

  /// What the options say of how a rejects file says that it is to be read.
  func said(zone: String?, isUpdating: Bool) throws -> RepeatedOptions {
    var said = RepeatedOptions()
    said.format = format
    said.map = map
    said.dates = dates
    said.zone = zone
    said.moods = try moodNames
    said.trackers = try trackerNames
    said.isUpdating = isUpdating
    said.isStrict = strict
    return said
  }

  /// Takes over what is not said otherwise.
  mutating func take(_ repeated: RepeatedOptions) {
    self.repeated = repeated
    if map == nil { format = format ?? repeated.format }
    if format == nil { map = map ?? repeated.map }
    dates = dates ?? repeated.dates
    strict = strict || repeated.isStrict
  }

  /// The options of an import. A mapping can only be used on the thread that this is called on.
  func options(_ rows: RowOptions, zone: String?) throws -> ImportOptions {
    var options = ImportOptions()
    options.format = format
    options.encoding = encoding
    options.delimiter = try delimiterByte
    options.isStrict = strict
    options.columns = try columnNames
    options.dateOrder = dates
    options.moods = (repeated?.moods ?? [:]).merging(try moodNames) { $1 }
    options.zone = zone
    options.onError = rows.onError
    options.mostErrors = rows.maxErrors
    options.isUpdating = rows.update
    options.commitEvery = rows.commitEvery
    options.batchName = rows.batchName
    options.trackers = (repeated?.trackers ?? [:]).merging(try trackerNames) { $1 }
    options.repeated = RepeatedOptions(options, map: map)
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
        + "given, by the name of the first file with the same columns.", valueName: "path"),
    completion: .file())
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
    if let rejects {
      if rejects.isEmpty || rejects == "-" {
        throw ValidationError("--rejects: expected the path of a file, got \"\(rejects)\"")
      }
      if onError != .reject {
        throw ValidationError("--rejects goes with --on-error reject, not \(onError.rawValue)")
      }
    }
    if commitEvery != nil, onError == .stop || maxErrors != nil {
      throw ValidationError(
        "--commit-every keeps what was recorded before an error, which --on-error stop and "
          + "--max-errors are not to do")
    }
  }

  /// Where rejected rows go: a name that is free, unless it was given.
  func rejectsPath(_ place: RejectsPlace) -> String {
    if let rejects {
      let number = place.number
      let suffix = number == 1 ? "" : "-\(number)"
      let name = rejects.lastIndex(of: "/").map { rejects.index(after: $0) } ?? rejects.startIndex
      guard number > 1, let dot = rejects[name...].lastIndex(of: ".") else {
        return rejects + suffix
      }
      return rejects[..<dot] + suffix + rejects[dot...]
    }
    // Of a file in a zip file, the part behind the colon.
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

extension ImportOptions.OnError: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
