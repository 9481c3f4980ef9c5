import ArgumentParser
import Foundation
import Rules
import Scripting
import Sessions
import Storage

/// How a script is run. What every script begins with is not grouped where help shows no group: each group
/// makes a start longer.
struct ScriptOptions: ParsableArguments {
  @Option(name: .customLong("db"), help: ProfileOptions.databaseHelp, completion: .file())
  var database: String?
  @Option(help: ProfileOptions.nowHelp) var now: Timestamp?
  @OptionGroup(title: "When creating a profile") var new: NewProfileOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "What the script may touch") var permissions: PermissionOptions

  @Flag(help: "Create the profile that --db names if it does not exist.")
  var create = false

  @Flag(help: "Work on a new profile that is kept in memory only.")
  var scratch = false

  @Flag(help: "Let everything happen, keep nothing, and tell what would have changed.")
  var dryRun = false

  @Option(name: .customLong("lib"), help: LibraryOptions.help, completion: .directory)
  var libraries: [String] = []

  @Flag(help: requireSandboxHelp) var requireSandbox = false

  static let requireSandboxHelp = ArgumentHelp(
    "Refuse to begin where the kernel does not hold all of the sandbox (see flint doctor).")

  @Option(
    help: ArgumentHelp(
      "How an error is told: json is a line {\"error\": {…}} for programs.", valueName: "text|json")
  )
  var errorFormat = MessageFormat.text

  @Option(help: ArgumentHelp("How log lines and progress are told.", valueName: "text|json"))
  var logFormat = MessageFormat.text

  @Option(
    help: ArgumentHelp(
      "Log lines below this are not shown; info if not given.",
      valueName: "debug|info|warn|error"),
    transform: { word in
      guard let level = LogLevel(rawValue: word) else {
        throw ValidationError("expected debug, info, warn or error, got \"\(word)\"")
      }
      return level
    })
  var logLevel = LogLevel.info

  @Flag(help: "Show no log lines below error, no progress and no notes.")
  var quiet = false

  func validate() throws {
    try profile.validate()
    try LibraryOptions.check(libraries)
  }

  /// Which profile the script is run on, and what time it is there.
  var profile: ProfileOptions {
    var profile = ProfileOptions()
    profile.database = database
    profile.now = now
    return profile
  }

  /// These options, with those that the script's own header line gives where the command line is
  /// silent.
  func with(_ header: ScriptHeader) -> ScriptOptions {
    var options = self
    // Only a profile named on the command line itself keeps a script from its scratch profile.
    options.scratch = scratch || (header.options.scratch && database == nil)
    guard options.scratch else { return options }
    options.new.seed = new.seed ?? header.options.seed
    options.new.zone = new.zone ?? header.options.zone
    options.now = now ?? header.options.now
    return options
  }
}

/// How messages are told on standard error.
enum MessageFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// A JSON object a line.
  case json
}

/// The line of a script that says how it wants to be run:
///
///     -- flint: --scratch --seed 7 --zone Europe/Rome --now 2026-08-31T21:00
///
/// It stands among the comments at the script's top. Only these options may stand there, and they
/// count only for a scratch profile: a script cannot choose a file, raise a limit or say what time
/// it is in a profile that is kept.
struct ScriptHeader {
  /// The options that a header may give.
  struct Options: ParsableArguments {
    @Flag var scratch = false
    @Option var seed: UInt64?
    @Option var zone: String?
    @Option var now: Timestamp?
  }

  private(set) var options: Options

  init(source: [UInt8], name: String) throws {
    var words: [String] = []
    var lineNumber = 0
    for line in source.prefix(4096).split(separator: 10, omittingEmptySubsequences: false) {
      lineNumber += 1
      let text = String(decoding: line, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      guard text.hasPrefix("--") || text.hasPrefix("#!") || text.isEmpty else { break }
      let comment = text.drop { $0 == "-" }.trimmingCharacters(in: .whitespaces)
      guard comment.hasPrefix("flint:") else { continue }
      let found = comment.dropFirst(6).split(separator: " ").map(String.init)
      // Prose may begin like that too.
      guard found.first?.hasPrefix("--") ?? false else { continue }
      words = found
      break
    }
    do {
      options = try Options.parse(words)
    } catch {
      throw CommandFailure(
        status: .failure,
        message: "\(name):\(lineNumber): the line of options: \(Options.message(for: error)); "
          + "it may give --scratch, --seed, --zone and --now")
    }
    do {
      if let zone = options.zone { _ = try Zone(name: zone) }
    } catch {
      throw CommandFailure(
        status: .failure, message: "\(name):\(lineNumber): the line of options: \(error)")
    }
  }
}
