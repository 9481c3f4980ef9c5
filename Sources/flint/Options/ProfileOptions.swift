import ArgumentParser
import Foundation
import Rules
import Sessions
import Storage
import Synchronization

/// Which profile a command is about, and what time it is there.
struct ProfileOptions: ParsableArguments {
  @Option(name: .customLong("db"), help: databaseHelp, completion: .file())
  var database: String?

  @Option(help: nowHelp) var now: Timestamp?

  static let databaseHelp = ArgumentHelp(
    "The profile's file.",
    discussion: "Without it: $FLINT_DB, else flint/profile.db in $XDG_DATA_HOME (~/.local/share).",
    valueName: "path")

  static let nowHelp = ArgumentHelp(
    "The time that counts as now, such as 2026-03-01T09:30; without an offset in the profile's zone. "
      + "Without it: the system's clock.", valueName: "instant")

  /// Options of a command that needs nothing else of a profile than its file.
  static func naming(_ database: String?) -> ProfileOptions {
    var options = ProfileOptions()
    (options.database, options.now) = (database, nil)
    return options
  }

  /// The file, wherever it was given, with links at the end of its path followed, once: what takes the
  /// place of a link while a script runs does not count.
  var path: String {
    Self.resolutions.withLock { known in
      let given = givenPath
      if let resolved = known[given] { return resolved }
      let resolved = Store.resolved(given)
      known[given] = resolved
      return resolved
    }
  }

  private static let resolutions = Mutex<[String: String]>([:])

  /// The files that belong to the profile, by its path and by the one that was given: beside a link there
  /// is nothing, but whoever replaces the link by a copy would take for its own what lies there.
  var ownFiles: [String] {
    Set([path, givenPath]).flatMap { path in ([""] + Store.companions).map { path + $0 } }
  }

  /// The file as it was given.
  private var givenPath: String {
    if let database { return ProfileOptions.plain(database) }
    if let path = ProfileOptions.variable("FLINT_DB"), !path.isEmpty {
      return ProfileOptions.plain(path)
    }
    return ProfileOptions.defaultPath()
  }

  /// A path that SQLite takes for nothing but a path: it has a meaning of its own for `:memory:`
  /// and `file:`.
  private static func plain(_ path: String) -> String {
    path.hasPrefix(":") || path.hasPrefix("file:") ? "./" + path : path
  }

  func validate() throws {
    if database == "" { throw ValidationError("--db: expected a path, got nothing") }
  }

  /// The per-user default ("XDG Base Directory Specification"): a relative path in the variable
  /// does not count.
  private static func defaultPath() -> String {
    let home = variable("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    let data = variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? home + "/.local/share") + "/flint/profile.db"
  }

  /// A variable of the environment, without a table of all of them.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether there is a profile, or one was named.
  var isThereOrNamed: Bool { database != nil || FileManager.default.fileExists(atPath: path) }

  /// Refuses a profile that was named and does not exist: the name may be mistyped. That of the user is
  /// made when it is first used.
  ///
  /// - Parameters:
  ///   - new: what a new profile would be given; who gives any of it means a new one.
  ///   - isCreating: whether a new one was asked for.
  func checkMayBeMade(_ new: NewProfileOptions, isCreating: Bool) throws(CommandFailure) {
    guard database != nil, !isCreating, !new.isGiven, !FileManager.default.fileExists(atPath: path)
    else { return }
    let missing = StoreError(.missing, path: path)
    throw CommandFailure(status: .storage, message: "\(missing), or give --create")
  }

  /// Lends a session that only reads. The profile may come from elsewhere, so that it is read in a sandbox.
  func reading<Result>(_ body: (Session) throws -> Result) throws -> Result {
    if !Sandbox.isEntered { try Sandbox.enter(profile: path) }
    let store = try Store.openForReading(path: path)
    return try store.session(SessionOptions(now: now, isWriting: false), body)
  }
}

/// How a list is written, and how much of it.
struct ListOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How to write the list.", valueName: "table|json|csv"))
  var format = ListFormat.table

  @Flag(help: "Show no notes.") var quiet = false

  /// Taken, and not offered: there is nothing that would be changed.
  @Flag(help: .hidden) var dryRun = false
}
