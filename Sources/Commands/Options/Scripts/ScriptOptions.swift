package import ArgumentParser
package import FlintCalendar
import Foundation
package import Lua
import FlintRules
package import Scripting
import FlintSchema
import Sessions
import Storage

/// The options of a command that runs a script. Those of the profile and of libraries, for which other
/// commands have groups, are declared here, because each group lengthens the start-up by 20 µs.
package struct ScriptOptions: ParsableArguments {
  @Option(
    name: .customLong("db"), help: ProfileOptions.databaseHelp,
    completion: .file(extensions: ["db"]))
  package var database: String?
  @Option(help: ProfileOptions.nowHelp) package var now: MomentArgument?
  @OptionGroup(title: "New profile") package var new: NewProfileOptions
  @OptionGroup(title: "Limits") package var limits: LimitOptions
  @OptionGroup(title: "Permissions") package var permissions: PermissionOptions

  @Flag(help: .create) package var create = false

  @Flag(help: "Use a new temporary profile in memory.") package var scratch = false

  @Flag(help: .dryRun) package var dryRun = false

  @Option(name: .customLong("lib"), help: LibraryOptions.help, completion: .directory)
  package var libraries: [String] = []

  @OptionGroup package var sandbox: SandboxOptions

  @OptionGroup package var messages: MessageOptions

  package func validate() throws {
    try profile.validate()
    try LibraryOptions.check(libraries)
  }

  /// The profile that the script works on, and its current time.
  package var profile: ProfileOptions { .naming(database, now: now) }

  /// The limits, with the messages to print if the process has to exit at once.
  package var luaLimits: LuaLimits { limits.limits(exitMessages: messages.errorFormat) }

  /// Returns these options, supplemented by those of the script's header line that the command line
  /// does not give.
  package func with(_ header: ScriptHeader) -> ScriptOptions {
    var options = self
    // The header asks for a scratch profile; `--db` on the command line overrides it.
    options.scratch = scratch || (header.options.scratch && database == nil)
    guard options.scratch else { return options }
    options.new.seed = new.seed ?? header.options.seed
    options.new.zone = new.zone ?? header.options.zone
    options.new.dayStart = new.dayStart ?? header.options.dayStart
    options.new.rulebook = new.rulebook ?? header.options.rules
    options.now = now ?? header.options.now
    return options
  }

  package init() {}
}

/// The options that select the messages of a script on standard error, and their format.
package struct MessageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of errors; json writes one line {\"error\": {…}}.", valueName: "text|json")
  )
  package var errorFormat = MessageFormat.text

  @Option(help: ArgumentHelp("The format of log lines and progress.", valueName: "text|json"))
  package var logFormat = MessageFormat.text

  @Option(
    help: ArgumentHelp(
      "The minimum level of log lines to show (default: info).",
      valueName: "debug|info|warn|error"),
    transform: { word in
      try parsed(
        LogLevel(rawValue: word), expected: "debug, info, warn or error, got \"\(word)\"")
    })
  package var logLevel = LogLevel.info

  @Flag(name: .shortAndLong, help: .quiet) package var quiet = false

  package init() {}
}

package enum MessageFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  /// One JSON object per line.
  case json
}

/// The header line of a script, which gives options for running it:
///
///     -- flint: --scratch --seed 7 --zone Europe/Rome --now 2026-08-31T21:00
///
/// It is one of the comments at the top of the script. It may give only these options, and they apply
/// only to a scratch profile: a script cannot choose a file, raise a limit or change the current time
/// of a stored profile.
package struct ScriptHeader {
  /// The options that a header line may give.
  package struct Options: ParsableArguments {
    @Flag package var scratch = false
    @Option package var seed: UInt64?
    @Option package var zone: String?
    @Option(transform: { try DayStart(option: $0) }) package var dayStart: DayStart?
    /// A bundled rulebook: a file would be a script that the caller did not name.
    @Option(transform: { try RulebookOption(bundled: $0) }) package var rules: RulebookOption?
    @Option package var now: MomentArgument?

    package init() {}
  }

  private static let names = ["--scratch", "--seed", "--zone", "--day-start", "--rules", "--now"]

  package private(set) var options: Options

  package init(source: [UInt8], name: String) throws {
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
      // A comment in prose may begin like that too.
      guard found.first?.hasPrefix("--") ?? false else { continue }
      words = Self.arguments(found)
      break
    }
    do {
      options = try Options.parse(words)
    } catch {
      throw CommandFailure(
        .failure,
        "\(name):\(lineNumber): invalid header line: "
          + UsageMessage.text(error, of: Options.self, named: Self.names)
          + "; allowed are \(Self.names.listed("and"))")
    }
    do {
      if let zone = options.zone { _ = try CivilZone.named(zone) }
    } catch {
      throw CommandFailure(.failure, "\(name):\(lineNumber): invalid header line: \(error)")
    }
  }
}

extension ScriptHeader {
  /// Returns options and values, of which one of several words, such as `yesterday 14:30`, is one argument,
  /// in quotes or not.
  private static func arguments(_ words: [String]) -> [String] {
    var arguments: [String] = []
    var isValue = false
    for word in words {
      if word.hasPrefix("--") {
        arguments.append(word)
      } else if isValue {
        arguments[arguments.count - 1] += " " + word
      } else {
        arguments.append(word)
      }
      isValue = !word.hasPrefix("--") || word.contains("=")
    }
    return arguments.map { $0.filter { $0 != "\"" && $0 != "'" } }
  }
}

/// The option that adds directories to the search path of `require`.
package struct LibraryOptions: ParsableArguments {
  @Option(name: .customLong("lib"), help: help, completion: .directory) package var libraries:
    [String] = []

  package static let help = ArgumentHelp(
    "An additional directory that require searches, after the script's own; may be " + "repeated.",
    valueName: "dir")

  package func validate() throws { try Self.check(libraries) }

  package static func check(_ libraries: [String]) throws {
    for path in libraries where !ScriptText.isDirectory(path) {
      throw ValidationError("--lib \(path): no such directory")
    }
  }

  package init() {}
}
