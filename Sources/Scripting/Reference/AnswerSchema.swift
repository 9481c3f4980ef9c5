import Chance
import Design
import FlintJSON
import Players
import FlintRules
import FlintSchema
import Sessions
import Views

/// The JSON Schema (draft 2020-12) of what commands answer with `--format json`.
package struct AnswerSchema {
  /// What a command answers: a row or a list of rows. With `jsonl`, each line has a row of the list.
  private struct Answer {
    let command: String
    let shape: ResultShape
    let isList: Bool

    init<Row: ResultRow>(_ command: String, _ row: Row.Type, isList: Bool) {
      (self.command, shape, self.isList) = (command, Row.schema.shape, isList)
    }
  }

  private static func one<Row: ResultRow>(_ command: String, _ row: Row.Type) -> Answer {
    Answer(command, row, isList: false)
  }

  private static func list<Row: ResultRow>(_ command: String, _ row: Row.Type) -> Answer {
    Answer(command, row, isList: true)
  }

  private static let answers =
    [
      one("today", SessionRow<TodayView>.self), one("week", WeekView.self),
      one("status", SessionRow<ProfileSummary>.self), one("stats", StatisticsSummary.self),
      list("stats --metric", SeriesBucket.self), list("stats --metric amount", AmountBucket.self),
      one("stats relate mood", MoodRelationReport.self),
      one("stats relate SERIES", SeriesRelationReport.self),
      one("due", DueList.self), list("sparks", SparkRow.self),
      list("cards", SessionRow<CardView>.self), list("pools", SessionRow<PoolView>.self),
      list("missions", SessionRow<MissionView>.self), list("tasks", TaskRow.self),
      list("tasks --projects", ProjectView.self), one("tasks --scores", TaskAnalytics.self),
      list("quests", QuestSetView.self), list("quests --missions", QuestMissionView.self),
      list("quests --nodes", SessionRow<QuestNodeView>.self),
      list("quests --gates", QuestGateView.self), list("moods", MoodEntry.self),
      one("moods --month", MoodGrid.self), one("moods --year", MoodSummary.self),
      one("journey", JourneyPage.self), list("journey --activities", ActivityRow.self),
      list("achievements", SessionRow<AchievementView>.self),
      list("trackers", SessionRow<Tracker>.self), list("trackers --entries", EntryRow.self),
      list("trackers --stats", Tracker.Statistics.self), list("habits", HabitView.self),
      one("habits --name", HabitPage.self), list("log", LogLine.self),
      list("log --batches", SessionRow<StoredBatch>.self), list("log --imports", ImportBatch.self),
      list("config", SettingRow.self), one("config NAME", SettingRow.self),
      list("list", SettingRow.self),
    ]
    + [
      one("odds goal", OddsAnswer.self), one("odds prize", OddsAnswer.self),
      one("odds pool", PoolAnswer.self), one("odds pool --sweep", PoolComparison.self),
      one("odds pool --solve", PoolSolution.self), one("odds table", LootAnswer.self),
      one("odds disclose", Disclosure.self), one("odds disclose --check", DisclosureCheck.self),
      one("odds disclose --form", FormDisclosure.self), one("audit counts", CountsAudit.self),
      one("audit profile", ProfileAudit.self), one("audit log", DrawAudit.self),
      one("audit log --sequential", SequentialAudit.self), one("audit power", DrawPower.self),
      one("simulate", SimulationResult.self), one("replay", ReplayView.self),
    ]
    + [
      "spark", "task", "done", "mood", "entry", "habit", "journal", "journey start", "roll",
      "inbox", "edit", "remove",
    ].map { one($0, RecordReport.self) }

  /// The shapes of the answers and of the rows inside them.
  static var shapes: [ResultShape] { answers.flatMap(\.shape.all) }

  /// The schema: a property for each command, and a definition for each type of row, one a line.
  package static var json: String {
    var names: Set<String> = []
    let definitions = shapes.filter { names.insert($0.name).inserted }
      .map { line($0.name, $0.definition) }
    let properties = answers.map { line($0.command, $0.shape.reference(isList: $0.isList)) }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The answers of flint COMMAND --format json",
        "description": "A property for each command; CSV has the same fields, those of rows inside \
      rows by their path with underscores, and no lists of rows. With --where, --columns or --order, \
      the answer is the list of the rows.",
        "type": "object",
        "properties": {
      \(properties.joined(separator: ",\n"))
        },
        "$defs": {
      \(definitions.joined(separator: ",\n"))
        }
      }

      """
  }

  private static func line(_ name: String, _ value: JSONValue) -> String {
    "    \(JSONValue.string(name).text()): \(value.text())"
  }
}
