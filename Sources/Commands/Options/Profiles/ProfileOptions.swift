package import ArgumentParser
import FlintCalendar
import Foundation
package import FlintRules
package import Sessions
package import Storage
import Synchronization

/// The options that select the profile of a command and its current time.
package struct ProfileOptions: ParsableArguments {
  @Option(
    name: .customLong("db"), help: databaseHelp, completion: .file(extensions: ["db"]))
  package var database: String?

  @Option(help: nowHelp) package var now: MomentArgument?

  /// When the output is coloured, regardless of the profile's setting. Every command would have the same
  /// line about it, so that the help of the program describes it.
  @Option(help: .hidden) package var color: ColorChoice?

  package static let databaseHelp = ArgumentHelp(
    "The profile (default: $FLINT_DB, or flint/profile.db in $XDG_DATA_HOME).",
    valueName: "path")

  package static let nowHelp = ArgumentHelp(
    "The time to use as the current time, such as 2026-03-01T09:30 or yesterday 14:30; a time "
      + "without an offset is in the profile's zone (default: the system's clock).",
    valueName: "time")

  /// Creates the options for a command that declares them itself, or only `--db`.
  package static func naming(_ database: String?, now: MomentArgument? = nil) -> ProfileOptions {
    var options = ProfileOptions()
    (options.database, options.now, options.color) = (database, now, nil)
    return options
  }

  /// Creates the options with the profile that the words of a command line select, before they are parsed.
  package static func selecting(_ words: [String]) -> ProfileOptions {
    let option = "--db"
    let words = Array(words.prefix { $0 != "--" })
    for (index, word) in words.enumerated() {
      if word == option, index + 1 < words.count { return .naming(words[index + 1]) }
      if word.hasPrefix(option + "=") { return .naming(String(word.dropFirst(option.count + 1))) }
    }
    return .naming(nil)
  }

  /// The path of the profile with symbolic links resolved. They are resolved once, so that replacing a
  /// link while a script runs has no effect.
  package var path: String {
    Self.resolutions.withLock { known in
      let given = givenPath
      if let resolved = known[given] { return resolved }
      let resolved = ProfilePath.resolved(given)
      known[given] = resolved
      return resolved
    }
  }

  private static let resolutions = Mutex<[String: String]>([:])

  /// The paths of the profile's files, both for the resolved path and for the given one. No files exist
  /// beside a link; but if the link were replaced by a copy of the profile, SQLite would use the files
  /// there.
  package var ownFiles: [String] {
    Set([path, givenPath]).flatMap { path in ([""] + ProfilePath.companions).map { path + $0 } }
  }

  /// The path as given by `--db`, by `FLINT_DB`, or the default.
  private var givenPath: String {
    if let database { return ProfileOptions.plain(database) }
    if let path = ProfileOptions.variable("FLINT_DB"), !path.isEmpty {
      return ProfileOptions.plain(path)
    }
    return ProfileOptions.defaultPath()
  }

  /// Returns a path that SQLite does not interpret: `:memory:` and `file:` have a special meaning.
  private static func plain(_ path: String) -> String {
    path.hasPrefix(":") || path.hasPrefix("file:") ? "./" + path : path
  }

  package func validate() throws {
    if database == "" { throw ValidationError("--db: expected a path, got nothing") }
  }

  /// Returns the default path of the user ("XDG Base Directory Specification"); a relative path in the
  /// variable is ignored.
  private static func defaultPath() -> String {
    let home = variable("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    let data = variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? home + "/.local/share") + "/flint/profile.db"
  }

  /// Returns an environment variable without building a dictionary of all of them.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether the profile exists or was named by `--db`.
  package var existsOrIsNamed: Bool { database != nil || exists }

  /// Throws if `--db` names a profile that does not exist, since the path may be mistyped. The default
  /// profile is created at its first use.
  ///
  /// - Parameters:
  ///   - new: The options of a new profile; any of them asks for a new one.
  ///   - isCreating: Whether `--create` was given.
  package func checkMayBeCreated(_ new: NewProfileOptions, isCreating: Bool) throws(CommandFailure)
  {
    try checkMayBeCreated(isAskedFor: isCreating || new.isGiven)
  }

  /// Throws if `--db` names a profile that does not exist, unless the command line asks for a new one.
  package func checkMayBeCreated(isAskedFor: Bool) throws(CommandFailure) {
    guard database != nil, !isAskedFor, !FileManager.default.fileExists(atPath: path)
    else { return }
    let missing = StoreError(.missing, path: path)
    throw CommandFailure(.storage, "\(missing), or give --create")
  }

  /// Shows what is written in the way that the profile has set, unless an option or the environment says another.
  package func setDisplay(_ session: Session) {
    let display = session.profile.display
    StandardOutput.shared.isColored = (color ?? display.color).isUsed
    if display.pager == .never { StandardOutput.shared.dropPager() }
  }

  /// Enters the sandbox in which this process uses the profile, which may come from an untrusted source,
  /// unless it has entered one. Every function that opens the profile does so first.
  ///
  /// - Parameters:
  ///   - isWriting: Whether the command writes the profile.
  ///   - outputs: The files that the command writes.
  ///   - outputFolders: The new directories that the command writes.
  package func confine(
    isWriting: Bool = false, outputs: [String] = [], outputFolders: [String] = []
  ) throws {
    if Sandbox.isEntered { return }
    try Sandbox.enter(
      profile: path, isWriting: isWriting, outputs: outputs, outputFolders: outputFolders,
      loadsLibraries: false)
  }

  package func openForReading(
    outputs: [String] = [], outputFolders: [String] = []
  ) throws -> Store {
    try confine(outputs: outputs, outputFolders: outputFolders)
    return try Store.openForReading(path: path)
  }

  /// Opens the profile or, for a dry run, a copy of it in memory.
  package func open(isDryRun: Bool) throws -> Store {
    if isDryRun { return try openForReading().copyInMemory() }
    try confine(isWriting: true)
    return try Store.open(path: path)
  }

  /// Passes a session that only reads to a closure.
  ///
  /// - Parameter outputs: The files that the command writes.
  package func reading<Result>(
    outputs: [String] = [], _ body: (Session) throws -> Result
  ) throws -> Result {
    try openForReading(outputs: outputs).session(
      SessionOptions(now: now?.expression, isWriting: false)
    ) { session in
      setDisplay(session)
      return try body(session)
    }
  }

  package init() {}
}

package struct ListOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ListFormat.help) package var format = ListFormat.table

  @Flag(name: .shortAndLong, help: .quiet) package var quiet = false

  /// Accepted but not shown in the help: the command changes nothing anyway.
  @Flag(help: .hidden) package var dryRun = false

  package init() {}
}
