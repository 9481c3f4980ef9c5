import ArgumentParser
import Commands
import Lua
import FlintRules
import FlintSchema
import Sessions
import Views

struct EditCommand: Subcommand {
  static let name = "edit"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Change what was recorded.",
    usage: "flint edit NAME FIELD=VALUE … [OPTION …]",
    discussion: """
      The fields are those of the command that recorded it; flint edit NAME lists
      them. They may be given as FIELD:VALUE and --field VALUE, too, and abbreviated.
      An empty value clears a field, or gives its default.
      A number is that of a task in the list that was shown last, and +TAG adds a
      tag to a task. A change of a task or a tracker applies from now on, one of a
      habit's schedule from its next period on, and a change of anything else
      applies to what was recorded, with all consequences.
      at=TIME moves an event in time: a task, a tracker or the first day of a habit
      only to an earlier time.

      A tracker's own fields are changed by fields=NAME:TYPE,… (text, number,
      boolean or day; -NAME removes one), and their values in an entry by their
      names.

      Examples:
        flint edit 3f2a intensity=high tags=run,outside
        flint edit milk due=tomorrow priority=P0
        flint edit 3 due:fri +phone
        flint edit read times=3 per=week at-least=30
        flint edit run fields=Distance:number,Route:text
        flint edit last note=
      """)

  @OptionGroup var options: RecordOptions
  @Argument(
    parsing: .allUnrecognized, help: "The id or name, or last, and the new values.",
    completion: .profile(.openTasks, .trackers, .events, thenOffering: fields))
  var words: [String] = []

  /// The kinds of events that `last` means: those with fields of their own.
  private static let latest: [EventKind] = [
    .spark, .taskAdd, .mood, .activity, .trackerCreate, .trackerEntry, .habitSkip, .habitPause,
    .habitResume,
  ]

  /// The beginnings of changes, for completions.
  private static let fields: [String] = {
    let declared =
      Spark.schema.declarations + TaskContent.schema.declarations + MoodContent.schema.declarations
      + Activity.schema.declarations + TrackerContent.schema.declarations
      + EntryContent.schema.declarations + HabitPlanOptions.declarations + FieldSyntax.ofEvents
    var known: Set<String> = ["tracker", "values"]
    return declared.map(\.name).filter { known.insert($0).inserted }.map { $0 + "=" }
  }()

  /// The event and its new values.
  private func parts() throws -> (what: String, changes: FieldChanges) {
    var what: String?
    var changes = FieldChanges()
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("--"), word.count > 2 {
        let option = String(word.dropFirst(2))
        if option.contains("=") {
          try changes.add(option)
        } else if let value = rest.popFirst() {
          try changes.add("\(option)=\(value)")
        } else {
          throw ValidationError("\(word): expected a value")
        }
      } else if what == nil {
        what = word
      } else if word.contains(/^\p{L}[\p{L}_\-]*[:=]$/), let value = rest.first,
        !FieldChanges.isChange(value), !value.hasPrefix("--")
      {
        throw ValidationError(FieldSyntax.advice(about: value, behind: word))
      } else if !FieldChanges.isChange(word), let value = rest.first,
        !FieldChanges.isChange(value)
      {
        throw ValidationError(
          "expected FIELD=VALUE, such as \(word)=\(ShellWord.quoted(value)), got "
            + Suggestion.quoted("\(word) \(value)"))
      } else {
        try changes.add(word)
      }
    }
    guard let what else { throw ValidationError("expected the id or the name of what to change") }
    return (what, changes)
  }

  func validate() throws { _ = try parts() }

  func run() throws {
    let (what, changes) = try parts()
    try options.recording(["edit"] + words, isAboutRecords: true) { session in
      let kinds = what == EventReference.last ? Self.latest : EventKind.allCases
      return try session.tasksByNumber([what]).flatMap { name in
        let id = try session.event(name, of: kinds)
        return try EventEditor(id: id, changes: changes, session: session).edited()
      }
    }
  }
}
