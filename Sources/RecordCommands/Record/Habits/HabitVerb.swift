import FlintCalendar
import Commands
import Lua
import FlintRules
import FlintSchema

/// What `flint habit` does, its first word.
enum HabitVerb: String, CaseIterable {
  case done, no, skip, pause, resume, add, change, stop

  /// The names, which may be abbreviated.
  static let choice = FieldType.Choice(allCases.map(\.rawValue))

  /// Returns the verb that a word means; `nil` if it means none.
  init?(abbreviated word: String) {
    guard let name = Self.choice.name(abbreviated: word) else { return nil }
    self.init(rawValue: name)
  }

  /// Returns the command that a person means by a word that is no verb.
  static func guess(_ words: [String]) -> String? {
    let (word, day) = (words.first ?? "", words.joined(separator: " "))
    if WrittenDay.isWritten(in: day, as: .range) {
      let option = WrittenDay.typed("--on", day)
      return
        "flint habit \(option) asks for that day, and flint habit done NAME \(option) records one"
    }
    return switch word.lowercased() {
    case "list", "ls", "show", "status": "flint habits lists habits"
    case "edit", "update", "set", "rename": "flint edit changes the name, and habit change the plan"
    case "remove", "delete", "rm", "del":
      "flint habit stop ends a habit, and flint remove removes what was recorded"
    case "new", "create": "flint habit add adds one"
    case "log", "check", "tick", "yes": "flint habit done records a day"
    case let name where name.hasPrefix("-"): nil
    default: "flint habit done \(Suggestion.quoted(word)) records a day"
    }
  }

  /// What it does, for the help page.
  var summary: String {
    switch self {
    case .done: "records what was done; an amount follows the name"
    case .no: "records that nothing was done"
    case .skip: "makes a past, present or coming day neutral"
    case .pause: "makes each day neutral until the habit is resumed"
    case .resume: "ends a pause"
    case .add: "makes a new or an existing tracker a habit"
    case .change: "gives a habit another schedule or goal from its next period on"
    case .stop: "ends a habit; its history stays"
    }
  }

  /// Whether there may be an amount behind a name.
  var takesAmounts: Bool { self == .done }

  /// The options, derived from the fields of what is recorded, which words `name:value` may give, too.
  var syntax: FieldSyntax { options.readingFields() }

  private var options: FieldSyntax {
    switch self {
    case .done, .no:
      FieldSyntax(
        fields: EntryContent.schema.declarations.without(Self.valuesOfEntries)
          + FieldSyntax.ofEvents,
        aliases: ["tag": "tags", "note": "notes", "on": "at"])
    case .skip:
      FieldSyntax(
        fields: HabitSkip.schema.declarations.without(["tracker"]).with(
          default: "today", for: "day")
          + FieldSyntax.ofEvents, aliases: ["on": "day"])
    case .pause, .resume:
      FieldSyntax(
        fields: HabitPause.schema.declarations.without(["tracker"]) + FieldSyntax.ofEvents,
        aliases: ["on": "at"])
    case .add:
      FieldSyntax(
        fields: Self.tracker + HabitPlanOptions.declarations + FieldSyntax.ofEvents, text: "name",
        aliases: ["on": "at"], guesses: HabitPlanOptions.guesses, advice: HabitPlanOptions.advice)
    case .change:
      FieldSyntax(
        fields: HabitPlanOptions.declarations + [HabitPlanOptions.noGoal] + FieldSyntax.ofEvents,
        aliases: ["on": "at"], guesses: HabitPlanOptions.guesses, advice: HabitPlanOptions.advice)
    case .stop: FieldSyntax(fields: FieldSyntax.ofEvents, aliases: ["on": "at"])
    }
  }

  /// The fields of an entry that follow from the habit and the amount.
  private static let valuesOfEntries =
    ["tracker", "kind", "minutes", "number", "text", "done", "rating", "values"]

  /// The fields of the tracker that `add` creates; its goal as a text is another thing.
  static let tracker = TrackerContent.schema.declarations.without(["goal", "fields"])
}

extension HabitVerb {
  /// The options of the verbs that record a day, for their description.
  enum EntryFields: FieldSource {
    static var syntax: FieldSyntax {
      var syntax = HabitVerb.done.syntax
      syntax.fields = HabitVerb.skip.syntax.fields.filter { $0.name == "day" } + syntax.fields
      return syntax
    }
  }

  /// The options of a schedule and a goal.
  enum PlanFields: FieldSource {
    static var syntax: FieldSyntax {
      FieldSyntax(fields: HabitPlanOptions.declarations + [HabitPlanOptions.noGoal])
    }
  }

  /// The options of a tracker that add creates.
  enum TrackerFields: FieldSource {
    static var syntax: FieldSyntax {
      let others = EntryFields.syntax.fields.map(\.name)
      return FieldSyntax(fields: tracker.filter { !others.contains($0.name) })
    }
  }
}

extension [FieldDeclaration] {
  /// Returns the declarations except those of some names.
  fileprivate func without(_ names: [String]) -> [FieldDeclaration] {
    filter { !names.contains($0.name) }
  }
}
