import ArgumentParser
import Commands
import FlintJSON
import Lua
import LookCommands
import RecordCommands
import FlintRules
import FlintSchema

/// The command lines that a profile keeps as aliases and lists: what they may be, and what they stand for.
///
/// A profile may come from elsewhere, so a line is checked again before it runs. It runs only commands that record
/// in the profile or show it, and names no file; whoever types the command does.
struct SavedCommands {
  /// The command that shows lists.
  private static let list = "list"
  /// The commands of these groups that read or make files, and the one whose lines are kept.
  private static let others: Set = ["inbox", "demo", list]

  private let lines: [SavedName: String]

  /// Reads the lines of a profile; none if it does not exist or cannot be read.
  ///
  /// Another process reads them in its sandbox: one that this process entered could not be left for the command.
  init(of profile: ProfileOptions) {
    guard profile.exists,
      let text = ChildProgram.output(
        of: "/proc/self/exe",
        ["flint", "config", "--format", "json", "--columns", "name,value", "--db", profile.path]),
      case .array(let rows)? = try? JSONValue(parsing: text)
    else {
      lines = [:]
      return
    }
    var found: [SavedName: String] = [:]
    for row in rows {
      guard case .string(let name)? = row["name"], case .string(let line)? = row["value"],
        case .saved(let saved)? = ProfileSetting(name: name)
      else { continue }
      found[saved] = line
    }
    lines = found
  }

  /// Returns the name that a command line may begin with; `nil` if it cannot name an alias or a list.
  ///
  /// - Parameter isCommand: whether the first word is a command.
  static func name(in arguments: [String], isCommand: Bool) -> SavedName? {
    if arguments.first == list {
      return arguments.dropFirst().first.flatMap { SavedName(.list, $0) }
    }
    return isCommand ? nil : arguments.first.flatMap { SavedName(.alias, $0) }
  }

  /// The names of the aliases, for suggestions.
  var aliases: [String] { lines.keys.filter { $0.kind == .alias }.map(\.word).sorted() }

  /// Returns the index of the first word that is an alias; `nil` if there is none.
  func index(in arguments: [String]) -> Int? {
    arguments.firstIndex { word in SavedName(.alias, word).map { lines[$0] != nil } ?? false }
  }

  /// Returns the words of the line that a command line begins with the name of, and those behind the name; `nil` if
  /// there is none of that name.
  ///
  /// - Throws: `CommandFailure` if the line may not be run.
  func meant(by arguments: [String]) throws(CommandFailure) -> (own: [String], given: [String])? {
    guard let saved = Self.name(in: arguments, isCommand: false), let line = lines[saved] else {
      return nil
    }
    do throws(ValidationError) {
      let count = saved.kind == .list ? 2 : 1
      return (try Self.words(of: line, for: saved), Array(arguments.dropFirst(count)))
    } catch {
      throw CommandFailure(
        .usage, "\(error.message); flint config --unset \(saved.name) removes it")
    }
  }

  /// Returns the words of a line that a profile may keep under a name.
  ///
  /// - Throws: `ValidationError` if it is none.
  static func words(
    of line: String, for name: SavedName
  ) throws(ValidationError) -> [String] {
    func refusal(_ reason: String) -> ValidationError { ValidationError("\(name.name): \(reason)") }
    let words: [String]
    do throws(ValidationError) {
      words = try LineWords.words(of: line)
    } catch {
      throw refusal(error.message)
    }
    if name.kind == .alias, FlintCommand.commandNames.contains(name.word) || name.word == "help" {
      throw refusal("flint \(name.word) is a command, which an alias cannot replace")
    }
    let allowed = commands(for: name.kind)
    guard let first = words.first, let command = allowed.first(where: { $0.name == first }) else {
      throw refusal(
        "expected a line that begins with one of the commands "
          + allowed.map { $0.name }.listed("or")
          + ", got \(Suggestion.quoted(words.first ?? ""))")
    }
    if let option = LineOptions(Array(words.dropFirst()), of: command).fileOption {
      throw refusal(
        "\(option) names a file, which a kept line does not do; give it behind the name")
    }
    return words
  }

  /// The commands that a line may begin with.
  private static func commands(for kind: SavedName.Kind) -> [any Subcommand.Type] {
    let lists = LookGroup.lists.commands
    let commands =
      switch kind {
      case .list: lists + LookGroup.otherLists + RecordGroups.otherLists
      case .alias:
        RecordGroups.record.commands + RecordGroups.tasks.commands + LookGroup.look.commands
          + lists + RecordGroups.history.commands
      }
    return commands.filter { !others.contains($0.name) }
  }
}
