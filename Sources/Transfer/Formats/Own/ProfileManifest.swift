import Foundation
public import Rules
import Sessions

/// What a directory of a profile's tables says of the profile itself, beside its events.
public struct ProfileManifest: Sendable {
  /// The file's name.
  public static let name = "profile.json"
  /// What the file says it is. An exact archive (`flint export --all`) says `flint profile`.
  public static let form = "flint tables"
  /// The latest form that this version writes and reads.
  public static let version: Int64 = 1

  /// The key of the profile's ids and draws.
  public var seed: UInt64
  /// The IANA name of its zone.
  public var zone: String
  /// The rulebook it is folded with.
  public var rulebook: RulebookDefinition
  /// When the last event happened, which may be a little later than it was recorded; `nil` when there
  /// is none.
  public var newest: Instant?
  /// The tables: their files' names, in the order in which they are to be read, and how many rows
  /// each has.
  public var tables: [(name: String, rows: Int)]

  /// Says what the profile of a session is.
  init(_ session: Session, tables: [(name: String, rows: Int)]) throws(SessionError) {
    seed = session.profile.seed
    zone = session.profile.zone
    rulebook = session.rulebook.definition
    newest = try session.folded().newest?.at
    self.tables = tables
  }

  /// The manifest as JSON. The seed is a text: not every reader of JSON keeps 64 bits.
  public var json: JSONValue {
    .object([
      ("form", .string(ProfileManifest.form)), ("version", .integer(ProfileManifest.version)),
      ("seed", .string(String(seed))), ("zone", .string(zone)),
      ("newest", newest.map { .string($0.text(offset: .zero)) } ?? .null),
      (
        "tables",
        .array(
          tables.map { .object([("file", .string($0.name)), ("rows", .integer(Int64($0.rows)))]) })
      ),
      ("rulebook", rulebook.json),
    ])
  }

  /// The manifest in a folder of a profile's tables; `nil` when there is none.
  ///
  /// - Throws: `FormatProblem` when it cannot be used.
  public init?(inFolder path: String) throws(FormatProblem) {
    let file = path + "/" + ProfileManifest.name
    guard let bytes = FileManager.default.contents(atPath: file).map(Array.init),
      ProfileManifest.beginsAsManifest(bytes)
    else { return nil }
    try self.init(parsing: bytes, path: file)
    for table in tables where !FileManager.default.fileExists(atPath: "\(path)/\(table.name)") {
      throw FormatProblem(
        path: "\(path)/\(table.name)", message: "missing: \(file) tells of \(table.rows) rows in it"
      )
    }
  }

  /// Whether a file, of which this is the beginning, is such a manifest, be it whole or not.
  static func beginsAsManifest(_ start: [UInt8]) -> Bool {
    let text = String(decoding: start.prefix(256), as: UTF8.self)
    return text.contains("\"form\"") && text.contains("\"\(form)\"")
  }

  /// Holds what was read of a folder against what the manifest tells of its tables.
  ///
  /// - Throws: `FormatProblem` when a table has another number of rows.
  public func check(_ report: ImportReport, folder: String) throws(FormatProblem) {
    var root = folder
    while root.count > 1 && root.hasSuffix("/") { root.removeLast() }
    for table in tables {
      let file = "\(root)/\(table.name)"
      let read = report.sources.first { $0.files == [file] }?.counts.read ?? 0
      if read != table.rows {
        throw FormatProblem(
          path: file,
          message: "expected \(table.rows) rows, as \(ProfileManifest.name) says, got \(read)")
      }
    }
  }

  /// Reads a manifest.
  ///
  /// - Parameter path: the file, for the message.
  /// - Throws: `FormatProblem` when it is none, of a later version, or its rulebook is not sound.
  public init(parsing bytes: [UInt8], path: String) throws(FormatProblem) {
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
      throw FormatProblem(path: path, message: "written by a later version of Flint; use that one")
    }
    guard let rulebook = try? RulebookDefinition(reading: tree, bundled: []) else {
      throw FormatProblem(path: path, message: "the rulebook in it cannot be read")
    }
    self.seed = seed
    self.zone = zone
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
