import ArgumentParser
import FlintCalendar
import Commands
import Lua
import FlintRules
import FlintSchema

/// A line of an inbox: a command that records, and the time in front of it.
struct InboxLine {
  /// The time at which it was written, if the line says so.
  let time: Timestamp?
  let command: any RecordingCommand

  /// The commands that a line may have.
  static let commands: [any RecordingCommand.Type] = [
    SparkCommand.self, TaskCommand.self, DoneCommand.self, MoodCommand.self, EntryCommand.self,
    HabitCommand.self, JournalCommand.self,
  ]

  private static let names = commands.map { $0.name }

  /// The command line of which a line is one without the name of the program, which reports its errors.
  private struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "flint", subcommands: commands)
  }

  /// - Parameter rulebook: The rulebook of the profile, which may list names of its own.
  /// - Throws: `ValidationError` with the reason why the line cannot be recorded, or `CommandFailure`.
  init(_ text: some StringProtocol, under rulebook: RulebookDefinition) throws {
    var words = try LineWords.words(of: text)[...]
    time = try Self.takeTime(&words)
    if words.first?.lowercased() == "flint" { words.removeFirst() }
    let name = words.popFirst() ?? ""
    // Telephones begin a line with a capital.
    guard let type = Self.commands.first(where: { $0.name == name.lowercased() }) else {
      throw ValidationError(
        "expected \(Self.names.alternatives), got "
          + (name.isEmpty
            ? "nothing" : Suggestion.quoted(name) + Suggestion.hint(for: name, among: Self.names))
          + "; a line only records")
    }
    if words.contains("-") {
      throw ValidationError("a line cannot read standard input, which - stands for")
    }
    command = try RecordOptions.$rulebook.withValue(rulebook) {
      try Self.command(type, words.map(Self.option))
    }
    if let option = command.options.given {
      throw ValidationError("\(option) cannot be given in a line")
    }
  }

  /// Removes the time in front of the words; `nil` if a command comes first. A day and a time may be two
  /// words, and an offset a third.
  private static func takeTime(
    _ words: inout ArraySlice<String>
  ) throws(ValidationError) -> Timestamp? {
    guard let first = words.first, first.first?.isWholeNumber ?? false else { return nil }
    let start = words.prefix(3)
    let forms = [
      start.prefix(2).joined(separator: " ") + start.dropFirst(2).joined(),
      start.prefix(2).joined(separator: " "), first,
    ]
    for (form, count) in zip(forms, [start.count, min(2, start.count), 1]) {
      guard let time = Timestamp(form) else { continue }
      words.removeFirst(count)
      return time
    }
    throw ValidationError(
      "expected a command, or \(Timestamp.form) before it, got \(Suggestion.quoted(first))")
  }

  /// Returns a word with the two hyphens of an option for the dash that telephones make of them.
  private static func option(_ word: String) -> String {
    guard let dash = word.first, dash == "—" || dash == "–",
      word.dropFirst().first?.isLetter ?? false, !word.contains(where: \.isWhitespace)
    else { return word }
    return "--" + word.dropFirst()
  }

  /// Parses a command as a command line is.
  private static func command(
    _ type: any RecordingCommand.Type, _ arguments: [String]
  ) throws -> any RecordingCommand {
    let arguments = try OptionRepetition.joined(arguments, of: type)
    if let parsed = try? type.parseAsRoot(arguments), let command = parsed as? any RecordingCommand
    {
      return command
    }
    let line = [type.name] + arguments
    do {
      if let command = try Program.parseAsRoot(line) as? any RecordingCommand { return command }
    } catch  where Program.exitCode(for: error) != .success {
      let message = UsageMessage(error, of: Program.self, arguments: line).text
      let sentence = message.prefix { $0 != "\n" }
      throw ValidationError(String(sentence.trimmingPrefix("flint: ")))
    } catch {}
    throw ValidationError("expected what flint \(type.name) records, got a request for help")
  }
}
