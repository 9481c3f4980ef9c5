import ArgumentParser
import Confinement
import Glibc
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
      name: "Mending history:",
      subcommands: [
        LogCommand.self, ImportsCommand.self, UndoCommand.self, RedoCommand.self,
        MergeCommand.self,
      ]),
    CommandGroup(
      name: "Files in and out:", subcommands: [ImportCommand.self, ExportCommand.self]),
    CommandGroup(
      name: "Chance, worked out and tried out:",
      subcommands: [
        OddsCommand.self, SimulateCommand.self, MergeShardsCommand.self, AuditCommand.self,
      ]),
    CommandGroup(
      name: "Profiles and rules:",
      subcommands: [
        InitCommand.self, RulesCommand.self, ReplayCommand.self, VerifyCommand.self,
        BackupCommand.self,
      ]),
    CommandGroup(name: "Reference:", subcommands: [APICommand.self, DoctorCommand.self]),
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
    if let name = arguments.first,
      // Looked for in front of everything else, even where an option takes whatever comes.
      !arguments.prefix(while: { $0 != "--" }).contains(where: {
        $0.hasPrefix("--generate-completion-script")
      }),
      let named = groups.lazy.flatMap(\.subcommands).first(where: {
        $0.configuration.commandName == name
      }),
      let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
        || named.configuration.subcommands.contains(where: { $0 == type(of: command) })
    {
      return command
    }
    return try parseAsRoot(arguments)
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
        note(fullMessage(for: error))
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
