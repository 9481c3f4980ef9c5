import ArgumentParser
import Confinement
import Foundation
import Glibc
import Lua
import Rules
import Storage

/// The root command, `flint`, with all its subcommands.
@main
struct FlintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flint",
    abstract: "Record, script and simulate gamified progress under rules you can read.",
    discussion: """
      A profile is one SQLite file that records events: sparks, card rolls, tasks,
      quest steps, moods, activities and tracker entries. A rulebook computes
      everything else from these events: points, cards, streaks, levels, missions,
      achievements and scores. Nothing else can change them.

      Getting started:
        flint spark "Read the manual" idea
        flint task "Buy milk" --due tomorrow
        flint today
        flint report --output review.html

      Every command that opens a profile accepts --color auto, always or never.
      The option -V, or --version, prints the version of Flint, and of what it uses.

      Exit statuses:
      \(ExitStatus.table)
      """,
    version: Version.text,
    subcommands: [],
    groupedSubcommands: groups.map { CommandGroup(name: $0.title, subcommands: $0.commands) })

  /// The subcommands in the groups that `flint --help` shows.
  private static let groups: [(title: String, commands: [any Subcommand.Type])] = [
    (
      "Record:",
      [
        SparkCommand.self, TaskCommand.self, DoneCommand.self, MoodCommand.self,
        EntryCommand.self, HabitCommand.self, JournalCommand.self, RollCommand.self,
        EditCommand.self,
        RemoveCommand.self,
      ]
    ),
    (
      "Scripts:",
      [
        RunCommand.self, EvalCommand.self, ReplCommand.self, CheckCommand.self, TestCommand.self,
        NewCommand.self, APICommand.self,
      ]
    ),
    (
      "Look:",
      [
        TodayCommand.self, WeekCommand.self,
        StatusCommand.self, SparksCommand.self, CardsCommand.self, PoolsCommand.self,
        MissionsCommand.self,
        TasksCommand.self, QuestsCommand.self,
        MoodsCommand.self, JourneyCommand.self, AchievementsCommand.self,
        TrackersCommand.self, HabitsCommand.self, StatsCommand.self, DueCommand.self,
        CalendarCommand.self, YearCommand.self, ReportCommand.self,
      ]
    ),
    (
      "History and undo:",
      [
        LogCommand.self, ImportsCommand.self, UndoCommand.self, RedoCommand.self,
        MergeCommand.self,
      ]
    ),
    (
      "Files:",
      [
        ImportCommand.self, ExportCommand.self, DumpCommand.self, RestoreCommand.self,
      ]
    ),
    (
      "Chance:",
      [
        OddsCommand.self, SimulateCommand.self, MergeShardsCommand.self, AuditCommand.self,
      ]
    ),
    ("Rules:", [RulesCommand.self, ReplayCommand.self]),
    (
      "Profile:",
      [
        InitCommand.self, ConfigCommand.self, VerifyCommand.self, BackupCommand.self,
        DoctorCommand.self,
        CompletionsCommand.self,
      ]
    ),
  ]

  private static var commands: [any Subcommand.Type] { groups.flatMap(\.commands) }

  /// The names of the subcommands.
  static var commandNames: [String] { commands.map { $0.name } }

  static func main() {
    openStandardStreams()
    // Files that the parent process left open must not be reachable from scripts, except those that an
    // argument names, such as <(command) of a shell.
    Confinement.closeInherited(except: namedDescriptors(CommandLine.arguments))
    // A closed pipe shows as a failed write, which does not make the command fail.
    signal(SIGPIPE, SIG_IGN)
    // A file at the size limit shows as a failed write too, which does make the command fail.
    signal(SIGXFSZ, SIG_IGN)
    let status = status(of: Array(CommandLine.arguments.dropFirst()))
    if status != .success { TemporaryFiles.removeFolders() }
    Glibc.exit(status.rawValue)
  }

  /// Opens the standard streams that the parent process closed, so that using them fails. Otherwise the
  /// profile would be opened under the number of one, and output would overwrite it.
  private static func openStandardStreams() {
    for (number, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(number, F_GETFD) < 0 && open("/dev/null", mode) != number {
      Glibc.exit(ExitStatus.storage.rawValue)
    }
  }

  /// The file descriptors that arguments name as files, such as /dev/fd/63.
  private static func namedDescriptors(_ arguments: [String]) -> [Int32] {
    arguments.compactMap { argument in
      for folder in ["/dev/fd/", "/proc/self/fd/"] where argument.hasPrefix(folder) {
        return Int32(argument.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Parses a command line.
  ///
  /// A command line that names a command is parsed by that command alone. From the root,
  /// swift-argument-parser visits every command, and the options of the named one three times, which
  /// takes longer than most commands do. Everything that this does not parse as the command, from
  /// `--help` to a usage error, is parsed again from the root, which reports it.
  private static func read(_ arguments: [String]) throws -> any ParsableCommand {
    if arguments.isEmpty { return try WelcomeCommand.parse([]) }
    // The parser's own option has no short name.
    if arguments == ["-V"] { return try parseAsRoot(["--version"]) }
    // The parser looks for this option before all others, even where another option takes any value.
    if arguments.prefix(while: { $0 != "--" }).contains(where: {
      $0.hasPrefix("--generate-completion-script")
    }) {
      return try parseAsRoot(arguments)
    }
    let named = arguments.first.flatMap { name in commands.first { $0.name == name } }
    guard let named else {
      try checkName(in: arguments)
      // Options without a command are those of `today`, which `flint` alone shows.
      if let today = try? TodayCommand.parse(arguments) { return today }
      return try parseAsRoot(arguments)
    }
    let subcommands = named.configuration.subcommands
    if !subcommands.isEmpty { try checkSubcommand(of: named, in: arguments) }
    if let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named || subcommands.contains(where: { $0 == type(of: command) })
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Reports a first argument that names no command, before the options after it are checked: they may
  /// be valid for the intended command.
  private static func checkName(in arguments: [String]) throws(CommandFailure) {
    let isHelp = arguments.first == "help"
    let names = commandNames
    if let option = arguments.first, option.hasPrefix("--"),
      RecordOptions.names.contains(String(option.prefix { $0 != "=" })),
      let index = arguments.firstIndex(where: { names.contains($0) }),
      (try? TodayCommand.parse(arguments)) == nil
    {
      let line = [arguments[index]] + arguments[..<index] + arguments[(index + 1)...]
      throw CommandFailure(
        .usage,
        "options follow the command: flint "
          + line.map(ShellWord.quoted).joined(separator: " "))
    }
    guard let name = isHelp ? arguments.dropFirst().first : arguments.first,
      !name.hasPrefix("-"), name != "help"
    else { return }
    if names.contains(name) { return }
    let answer = CommandGuesses.answer(to: name)
    let advice =
      name.hasSuffix(".lua") && !isHelp
      ? "to run a script: flint run \(name)" : answer ?? "flint --help lists them"
    throw CommandFailure(
      .usage,
      "there is no command \(Suggestion.quoted(name))"
        + "\(answer == nil ? Suggestion.hint(for: name, among: names) : ""); \(advice)")
  }

  /// Reports a second argument that is nearly the name of a subcommand. It would be interpreted as a
  /// rulebook otherwise, and no file has that name.
  private static func checkSubcommand(
    of command: any ParsableCommand.Type, in arguments: [String]
  ) throws(CommandFailure) {
    guard let word = arguments.dropFirst().first, !word.hasPrefix("-"),
      !FileManager.default.fileExists(atPath: word)
    else { return }
    let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    let others = RulebookDefinition.bundled.map(\.id) + [RulebookOption.current]
    guard let nearest = Suggestion.closest(to: word, among: others + names), nearest != word,
      names.contains(nearest)
    else { return }
    throw CommandFailure(
      .usage,
      "flint \(arguments[0]) has no command \(Suggestion.quoted(word)) "
        + "(did you mean \"\(nearest)\"?)")
  }

  /// Runs a command line and returns its exit status, after all messages have been written.
  private static func status(of arguments: [String]) -> ExitStatus {
    do {
      var command = try read(arguments)
      do {
        try command.run()
      } catch let error as ValidationError {
        // The command line is well formed, but asks for something that this profile cannot answer: the
        // usage text would not help.
        throw CommandFailure(.usage, error.message)
      }
      try StandardOutput.shared.flush()
      return .success
    } catch {
      if let failure = error as? CommandFailure ?? CommandFailure(error) {
        if let json = failure.json {
          note(json)
        } else if !failure.message.isEmpty {
          note("flint: \(failure.message)")
        }
        return failure.status
      }
      guard exitCode(for: error) == .success else {
        note(UsageMessage(fullMessage(for: error), arguments: arguments).text)
        return .usage
      }
      StandardOutput.shared.write(fullMessage(for: error) + "\n")
      return (try? StandardOutput.shared.flush()) == nil ? .storage : .success
    }
  }
}

/// What `flint` without a command shows: today, or how to begin.
private struct WelcomeCommand: ParsableCommand {
  @OptionGroup var language: LanguageOption

  func run() throws {
    let profile = ProfileOptions.naming(nil)
    if profile.existsOrIsNamed { return try TodayCommand.show(profile, .table, language) }
    StandardOutput.shared.write(
      """
      There is no profile yet; the first record creates one: flint spark "Read the manual" idea
      flint init --zone Europe/Rome creates one with another time zone than the system's
      flint --help lists the commands

      """)
  }
}

/// A command of flint. Its name is known without its configuration, whose help some commands compute.
protocol Subcommand: ParsableCommand {
  /// The first word after `flint`.
  static var name: String { get }
}

extension CommandConfiguration {
  /// Creates the configuration of a command of flint. Without the name of the root, the parser would
  /// look for a request for completion scripts.
  static func command(
    _ name: String, abstract: String, discussion: String
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name, _superCommandName: "flint", abstract: abstract, discussion: discussion)
  }
}
