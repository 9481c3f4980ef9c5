import ArgumentParser
import ChanceCommands
import Commands
import FileCommands
import Foundation
import LookCommands
import Lua
import RecordCommands
import FlintRules
import ScriptCommands

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
        flint demo
        flint spark "Read the manual" idea
        flint task "Buy milk" --due tomorrow
        flint today
        flint report --output review.html

      Every command that opens a profile accepts --color auto, always or never. A
      terminal shows answers that exceed its screen in a pager, unless --no-pager is
      given. -V, or --version, prints the version of Flint, and of what it uses.

      Exit statuses:
      \(ExitStatus.table)
      """,
    version: Version.text,
    subcommands: [],
    groupedSubcommands: groups.map { CommandGroup(name: $0.title, subcommands: $0.commands) })

  /// The subcommands in the groups that `flint --help` shows.
  static let groups = [
    RecordGroups.record, RecordGroups.tasks, LookGroup.look, LookGroup.lists, RecordGroups.history,
    ScriptGroup.scripts, ScriptGroup.tools, ChanceGroup.chance,
    SubcommandGroup(FileGroups.files.title, FileGroups.files.commands + [CompletionsCommand.self]),
    SubcommandGroup(
      FileGroups.copies.title, FileGroups.copies.commands + RecordGroups.exchange),
  ]

  private static var commands: [any Subcommand.Type] { groups.flatMap(\.commands) }

  static var commandNames: [String] { commands.map { $0.name } }

  static func main() {
    SavedLine.setCheck { _ = try SavedCommands.words(of: $0, for: $1) }
    CommandProcess.main(Self.self, read)
  }

  /// Parses a command line.
  ///
  /// A command line that names a command is parsed by that command alone. From the root,
  /// swift-argument-parser visits every command, and the options of the named one three times, which
  /// takes longer than most commands do. Everything that this does not parse as the command, from
  /// `--help` to a usage error, is parsed again from the root, which reports it.
  private static func read(_ typed: [String]) throws -> any ParsableCommand {
    if typed.isEmpty { return try WelcomeCommand.parse([]) }
    if [["--help"], ["-h"], ["help"]].contains(typed) { return RootPage() }
    if let page = try WordsPage.asked(by: typed, commands: commandNames) { return page }
    let arguments = CommandGuesses.listing(typed)
    // The parser's own option has no short name.
    if arguments == ["-V"] { return try parseAsRoot(["--version"]) }
    // The parser looks for this option before all others, even where another option takes any value.
    if arguments.prefix(while: { $0 != "--" }).contains(where: {
      $0.hasPrefix("--generate-completion-script")
    }) {
      return try parseAsRoot(arguments)
    }
    let named = arguments.first.flatMap { name in commands.first { $0.name == name } }
    if let command = try readKept(arguments, isCommand: named != nil) { return command }
    guard let named else {
      try checkName(in: arguments)
      let arguments = try OptionRepetition.joined(arguments, of: TodayCommand.self)
      // Options without a command are those of `today`, which `flint` alone shows.
      if let today = try? TodayCommand.parse(arguments) { return today }
      return try parseAsRoot(arguments)
    }
    let given = CommandGuesses.withRange(arguments).dropFirst()
    let line = [named.name] + (try OptionRepetition.joined(Array(given), of: named))
    return try parse(line, by: named)
  }

  /// Parses a command line that names an alias or a list of the profile; returns `nil` for others. Only a word that
  /// is no command is looked up.
  private static func readKept(
    _ arguments: [String], isCommand: Bool
  ) throws -> (any ParsableCommand)? {
    let asksHelp = arguments.first == "help"
    let typed = asksHelp ? arguments.dropFirst() + ["--help"] : arguments
    guard !asksHelp || !commandNames.contains(typed[0]),
      let name = SavedCommands.name(in: typed, isCommand: isCommand)
    else { return nil }
    let kept = SavedCommands(of: .selecting(typed))
    guard let (own, given) = try kept.meant(by: typed) else {
      if name.kind == .alias { try checkName(in: arguments, or: kept.aliases) }
      return nil
    }
    guard let named = commands.first(where: { $0.name == own.first }) else { return nil }
    let options = LineOptions(Array(own.dropFirst()), of: named)
      .without(optionsOf: LineOptions(given, of: named))
    let line = CommandGuesses.withRange([named.name] + options + given)
    do {
      let joined = try OptionRepetition.joined(Array(line.dropFirst()), of: named)
      return try parse([named.name] + joined, by: named)
    } catch  where exitCode(for: error) != .success {
      let message =
        (error as? CommandFailure)?.message
        ?? String(
          UsageMessage(error, of: Self.self, arguments: line).text.dropFirst("flint: ".count))
      throw CommandFailure(
        .usage,
        message + "\n\(name.name) is flint " + own.map(ShellWord.quoted).joined(separator: " "))
    }
  }

  private static func parse(
    _ arguments: [String], by named: any Subcommand.Type
  ) throws -> any ParsableCommand {
    let subcommands = named.configuration.subcommands
    if !subcommands.isEmpty { try checkSubcommand(of: named, in: arguments) }
    if arguments.count > 1,
      let subcommand = subcommands.first(where: { $0.configuration.commandName == arguments[1] })
        as? any SeparateSubcommand.Type
    {
      return try parse(subcommand, arguments)
    }
    if let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named || subcommands.contains(where: { $0 == type(of: command) })
    {
      if let separate = type(of: command) as? any SeparateSubcommand.Type {
        throw misplacedOptions(of: separate, in: arguments)
      }
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Parses a subcommand without its command. The root reports errors, and shows the help.
  private static func parse(
    _ subcommand: any SeparateSubcommand.Type, _ arguments: [String]
  ) throws -> any ParsableCommand {
    do {
      let command = try subcommand.parseAsRoot(Array(arguments.dropFirst(2)))
      if type(of: command) == subcommand { return command }
      return try parseAsRoot(arguments)
    } catch {
      let other = try parseAsRoot(arguments)
      if type(of: other) != subcommand { return other }
      // The command itself has the option.
      throw CommandFailure(.usage, UsageMessage.text(error, of: subcommand, named: []))
    }
  }

  /// Returns the error of options between a command and its subcommand, which the parser would take
  /// for the command's, and drop.
  private static func misplacedOptions(
    of subcommand: any SeparateSubcommand.Type, in arguments: [String]
  ) -> CommandFailure {
    let word = subcommand.configuration.commandName ?? ""
    var rest = Array(arguments.dropFirst())
    if let index = rest.lastIndex(of: word) { rest.remove(at: index) }
    // The subcommand may have no such option.
    let isValid = (try? subcommand.parse(rest)) != nil
    return CommandFailure(
      .usage,
      "options follow the word \(Suggestion.quoted(word)): flint \(arguments[0]) \(word) "
        + (isValid ? rest.map(ShellWord.quoted).joined(separator: " ") : "…"))
  }

  /// Reports a first argument that names no command, before the options after it are checked: they may
  /// be valid for the intended command.
  ///
  /// - Parameter aliases: the names of the profile's aliases.
  private static func checkName(
    in arguments: [String], or aliases: [String] = []
  ) throws(CommandFailure) {
    let isHelp = arguments.first == "help"
    let names = commandNames
    if let option = arguments.first, option.hasPrefix("--"),
      FieldSyntax.commonOptions.contains(String(option.prefix { $0 != "=" })),
      (try? TodayCommand.parse(arguments)) == nil,
      let index = arguments.firstIndex(where: { names.contains($0) })
        ?? SavedCommands(of: .selecting(arguments)).index(in: arguments)
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
    if let answer = RenamedSpellings.answer(toCommand: name) {
      throw CommandFailure(.usage, answer)
    }
    let answer = CommandGuesses.answer(to: name)
    let advice =
      name.hasSuffix(".lua") && !isHelp
      ? "to run a script: flint run \(name)" : answer ?? "flint --help lists them"
    throw CommandFailure(
      .usage,
      "there is no command \(Suggestion.quoted(name))"
        + "\(answer == nil ? Suggestion.hint(for: name, among: names + aliases) : ""); \(advice)")
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
}
