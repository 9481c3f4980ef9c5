import ArgumentParser
import Confinement
import Foundation
import Glibc
import Lua
import Rules
import Storage

/// The command that a user types, and everything below it.
@main
struct FlintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flint",
    abstract: "Keeps and scripts gamified progress by rules you can read.",
    discussion: """
      A profile is one SQLite file. It holds what happened: sparks, card rolls,
      tasks, quest steps, moods, activities, tracker entries. Points, cards,
      streaks, levels, missions, achievements and scores are worked out from
      that by a rulebook; nothing else can write them.

      Begin with:
        flint init
        flint eval 'spark.add{title = "Read the manual", category = "idea"}'
        flint status

      Exit statuses:
      \(ExitStatus.table)
      """,
    version: "flint \(Version.number)",
    subcommands: [],
    groupedSubcommands: groups)

  /// The commands by what they are for.
  private static let groups = [
    CommandGroup(
      name: "Scripts:",
      subcommands: [
        RunCommand.self, EvalCommand.self, ReplCommand.self, CheckCommand.self, TestCommand.self,
        NewCommand.self,
      ]),
    CommandGroup(
      name: "Looking at a profile:",
      subcommands: [
        StatusCommand.self, SparksCommand.self, CardsCommand.self, MissionsCommand.self,
        TasksCommand.self, QuestsCommand.self,
        MoodsCommand.self, JourneyCommand.self, AchievementsCommand.self,
        TrackersCommand.self, StatsCommand.self, DueCommand.self,
      ]),
    CommandGroup(
      name: "History and undo:",
      subcommands: [
        LogCommand.self, ImportsCommand.self, UndoCommand.self, RedoCommand.self,
        MergeCommand.self,
      ]),
    CommandGroup(
      name: "Files in and out:", subcommands: [ImportCommand.self, ExportCommand.self]),
    CommandGroup(
      name: "Probability and simulation:",
      subcommands: [
        OddsCommand.self, SimulateCommand.self, MergeShardsCommand.self, AuditCommand.self,
      ]),
    CommandGroup(
      name: "Profiles and rules:",
      subcommands: [
        InitCommand.self, RulesCommand.self, ReplayCommand.self, VerifyCommand.self,
        BackupCommand.self,
      ]),
    CommandGroup(
      name: "Reference:",
      subcommands: [APICommand.self, CompletionsCommand.self, DoctorCommand.self]),
  ]

  static func main() {
    // What whoever started this had open is nothing to a script; but <(command) of a shell is such a file.
    Confinement.closeInherited(except: namedDescriptors(CommandLine.arguments))
    // A reader that goes away is seen as a failed write, which is no failure of the command's.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that may not grow any more, which is one.
    signal(SIGXFSZ, SIG_IGN)
    let status = status(of: Array(CommandLine.arguments.dropFirst()))
    if status != .success { Drafts.removeFolders() }
    Glibc.exit(status.rawValue)
  }

  /// The descriptors that arguments name as files: /dev/fd/63.
  private static func namedDescriptors(_ arguments: [String]) -> [Int32] {
    arguments.compactMap { argument in
      for folder in ["/dev/fd/", "/proc/self/fd/"] where argument.hasPrefix(folder) {
        return Int32(argument.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Reads a command line.
  ///
  /// One that names a command is read by that command alone: from the root, swift-argument-parser looks
  /// at every command there is, and three times at what the one named may be given, which takes longer
  /// than most commands do. Whatever does not come out of that as the command, from `--help` to a
  /// mistake, is read from the root, which knows how to tell of it.
  private static func read(_ arguments: [String]) throws -> any ParsableCommand {
    // Looked for in front of everything else, even where an option takes whatever comes.
    if arguments.prefix(while: { $0 != "--" }).contains(where: {
      $0.hasPrefix("--generate-completion-script")
    }) {
      return try parseAsRoot(arguments)
    }
    let named = arguments.first.flatMap { name in
      groups.lazy.flatMap(\.subcommands).first { $0.configuration.commandName == name }
    }
    guard let named else {
      try checkName(in: arguments)
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

  /// Refuses a first word that names no command, before what is behind it is looked at: that may suit the
  /// command that was meant.
  private static func checkName(in arguments: [String]) throws(CommandFailure) {
    let isHelp = arguments.first == "help"
    guard let name = isHelp ? arguments.dropFirst().first : arguments.first,
      !name.hasPrefix("-"), name != "help"
    else { return }
    let names = groups.flatMap(\.subcommands).compactMap { $0.configuration.commandName }
    if names.contains(name) { return }
    let advice =
      name.hasSuffix(".lua") && !isHelp
      ? "to run a script: flint run \(name)" : "flint --help lists them"
    throw CommandFailure(
      status: .usage,
      message: "there is no command \(Suggestion.quoted(name))"
        + "\(Suggestion.hint(for: name, among: names)); \(advice)")
  }

  /// Refuses a second word that is nearly the name of a subcommand: what it is taken for otherwise, a
  /// rulebook, is no file of that name.
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
      status: .usage,
      message: "flint \(arguments[0]) has no command \(Suggestion.quoted(word)) "
        + "(did you mean \"\(nearest)\"?)")
  }

  /// Runs a command line to its exit status; messages have been written when it returns.
  private static func status(of arguments: [String]) -> ExitStatus {
    do {
      var command = try read(arguments)
      do {
        try command.run()
      } catch let error as ValidationError {
        // The command line could be read, but says what this profile cannot answer: how the command
        // is used is not the matter.
        throw CommandFailure(status: .usage, message: error.message)
      }
      try StandardOutput.shared.flush()
      return .success
    } catch let failure as CommandFailure {
      if let json = failure.json {
        note(json)
      } else if !failure.message.isEmpty {
        note("flint: \(failure.message)")
      }
      return failure.status
    } catch {
      let failure = CommandFailure(error)
      if let failure {
        note("flint: \(failure.message)")
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

/// Which release this is.
enum Version {
  static let number = "0.1.0"
}
