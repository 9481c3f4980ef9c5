package import Calendar
import Foundation
package import JSON
package import Rules
import Sessions

/// The manifest of a directory with a profile's tables: the profile's properties apart from its
/// events.
package struct ProfileManifest: Sendable {
  /// The name of the file.
  package static let name = "profile.json"
  /// The form stated in the file. A dump (`flint dump`) states `flint profile`.
  package static let form = "flint tables"
  /// The latest version of the form that this program writes and reads.
  package static let version: Int64 = 1

  /// The seed of the profile's ids and draws.
  package var seed: UInt64
  /// The IANA name of its zone.
  package var zone: String
  /// The local time at which its civil days start.
  package var dayStart: DayStart
  /// The rulebook of the profile.
  package var rulebook: RulebookDefinition
  /// The time of the last event, which may be slightly later than the time of its recording; `nil`
  /// when there is none.
  package var newest: Instant?
  /// The tables: the names of their files, in the order of reading, and the number of rows in each.
  package var tables: [(name: String, rows: Int)]

  /// Creates the manifest of a session's profile.
  init(_ session: Session, tables: [(name: String, rows: Int)]) throws(SessionError) {
    seed = session.profile.seed
    zone = session.profile.zone
    dayStart = session.dayStart
    rulebook = session.rulebook.definition
    newest = try session.folded().events.newest?.at
    self.tables = tables
  }

  /// The manifest as JSON. The seed is a text, because not every JSON reader supports 64-bit
  /// integers.
  package var json: JSONValue {
    let days: [(name: String, value: JSONValue)] =
      dayStart == .midnight ? [] : [("day_start", .string(dayStart.description))]
    return .object(
      [
        ("form", .string(ProfileManifest.form)), ("version", .integer(ProfileManifest.version)),
        ("seed", .string(String(seed))), ("zone", .string(zone)),
      ] + days + [
        ("newest", newest.map { .string($0.text(offset: .zero)) } ?? .null),
        (
          "tables",
          .array(
            tables.map {
              .object([("file", .string($0.name)), ("rows", .integer(Int64($0.rows)))])
            })
        ),
        ("rulebook", rulebook.json),
      ])
  }

  /// Reads the manifest in a folder of a profile's tables; `nil` when there is none.
  ///
  /// - Throws: `FormatProblem` when the manifest cannot be used.
  package init?(inFolder path: String) throws(FormatProblem) {
    let file = path + "/" + ProfileManifest.name
    guard let bytes = FileManager.default.contents(atPath: file).map(Array.init),
      ProfileManifest.beginsAsManifest(bytes)
    else { return nil }
    try self.init(parsing: bytes, path: file)
    for table in tables where !FileManager.default.fileExists(atPath: "\(path)/\(table.name)") {
      throw FormatProblem(
        path: "\(path)/\(table.name)",
        message: "the file is missing: \(file) lists it with \(table.rows) rows")
    }
  }

  /// Returns whether a file with this beginning is such a manifest, even an incomplete one.
  static func beginsAsManifest(_ start: [UInt8]) -> Bool {
    let text = String(decoding: start.prefix(256), as: UTF8.self)
    return text.contains("\"form\"") && text.contains("\"\(form)\"")
  }

  /// Compares the rows read from a folder with those that the manifest lists.
  ///
  /// - Throws: `FormatProblem` when a table has another number of rows.
  package func check(_ report: ImportReport, folder: String) throws(FormatProblem) {
    var root = folder
    while root.count > 1 && root.hasSuffix("/") { root.removeLast() }
    for table in tables {
      let file = "\(root)/\(table.name)"
      let read = report.sources.first { $0.files == [file] }?.counts.read ?? 0
      if read != table.rows {
        throw FormatProblem(
          path: file,
          message: "expected \(table.rows) rows, as \(ProfileManifest.name) states, got \(read)")
      }
    }
  }

  /// Reads a manifest.
  ///
  /// - Parameter path: the path of the file, for messages.
  /// - Throws: `FormatProblem` when the file is not a manifest, is of a later version, or has an
  ///   invalid rulebook.
  package init(parsing bytes: [UInt8], path: String) throws(FormatProblem) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw FormatProblem(path: path, line: error.line, message: error.problem)
    }
    guard value["form"] == .string(ProfileManifest.form),
      case .integer(let version)? = value["version"], case .string(let seedText)? = value["seed"],
      let seed = UInt64(seedText), case .string(let zone)? = value["zone"],
      case .array(let list)? = value["tables"], let tree = value["rulebook"]
    else {
      throw FormatProblem(
        path: path, message: "not the manifest of a profile's tables (flint export everything)")
    }
    guard version <= ProfileManifest.version else {
      throw FormatProblem(
        path: path, message: "written by a later version of Flint; use that version")
    }
    guard (try? Zone(name: zone)) != nil else {
      throw FormatProblem(path: path, message: "there is no time zone \"\(zone)\"")
    }
    guard let rulebook = try? RulebookDefinition(reading: tree, bundled: []) else {
      throw FormatProblem(path: path, message: "the rulebook in it cannot be read")
    }
    self.seed = seed
    self.zone = zone
    dayStart = .midnight
    if let written = value["day_start"] {
      guard case .string(let text) = written, let start = DayStart(text) else {
        throw FormatProblem(
          path: path, message: "day_start: expected \(DayStart.form), found \(written.summary)")
      }
      dayStart = start
    }
    self.rulebook = rulebook
    if case .string(let text)? = value["newest"] {
      guard let time = Timestamp(text), let offset = time.offset else {
        throw FormatProblem(
          path: path, message: "newest: expected \(Timestamp.form), found \"\(text)\"")
      }
      newest = time.local.instant(offset: offset)
    }
    tables = []
    for entry in list {
      guard case .string(let name)? = entry["file"], case .integer(let rows)? = entry["rows"],
        !name.contains("/")
      else { throw FormatProblem(path: path, message: "a table in it has no file or no rows") }
      tables.append((name, Int(clamping: rows)))
    }
  }
}
