import FlintRules
package import FlintSchema

package enum MappingKind: String, Sendable, CaseIterable {
  case spark
  case task
  case mood
  case activity
  case entry
  /// A completed node of a quest.
  case quest

  package static let names = allCases.map(\.rawValue)

  /// The fields of such a row, with the names that scripts use, too.
  package var fields: [FieldDeclaration] {
    switch self {
    case .spark:
      Spark.schema.declarations(with: [Self.at], after: "intensity").map { field in
        var field = field
        if field.name == "intensity" {
          var choice = FieldType.Choice(SparkIntensity.ignitionNames, numbers: [1, 2, 3, 4])
          choice.isOpen = true
          field.type = .choice(choice)
        }
        return field
      }
    case .task:
      Self.taskFields + [
        FieldDeclaration("added", .time, ""),
        FieldDeclaration("completed", .time, "The time of completion; empty for an open task."),
      ]
    case .mood:
      MoodContent.schema.declarations(named: "mood") + [
        FieldDeclaration("day", .day, "The day (default: that of `at`)."),
        FieldDeclaration("at", .time, "The time of the rating."),
      ] + MoodContent.schema.declarations(named: "note")
    case .activity: Activity.schema.declarations + [Self.at]
    case .entry:
      [FieldDeclaration("tracker", .text, "The name of the tracker.", isRequired: true)]
        + EntryContent.schema.declarations.filter { $0.name != "tracker" }.map { field in
          var field = field
          field.isRequired = false
          return field
        } + [
          FieldDeclaration(
            EntryMapper.amount, .decimal,
            "The number of a measurement, or the minutes of a session where the text or `unit` names "
              + "a unit of time."),
          Self.at,
        ]
    case .quest:
      [
        FieldDeclaration("set", .text, "", isRequired: true),
        FieldDeclaration("node", .text, "The node that was completed.", isRequired: true),
        Self.at,
      ]
    }
  }

  /// Other rows are named by the keys that a mapping chooses, so that rows cannot refer to them.
  private static let taskFields = TaskContent.schema.declarations.filter { $0.name != "after" }

  private static let at = FieldDeclaration("at", .time, "", isRequired: true)

  /// The optional fields of which a corrected event keeps the values if its file has none.
  var keptFields: [FieldDeclaration] {
    let content: [FieldDeclaration] =
      switch self {
      case .spark: fields
      case .task: Self.taskFields
      case .mood: MoodContent.schema.declarations(named: "note")
      case .entry:
        EntryContent.schema.declarations.filter { !EntryMapper.values.contains($0.name) }
      // The text of an activity is never kept.
      case .activity, .quest: []
      }
    return content.filter { !$0.isRequired }
  }
}

extension [MappingKind] {
  /// The fields of events of all of the kinds, each name once.
  var fields: [FieldDeclaration] {
    var fields: [FieldDeclaration] = []
    for field in flatMap(\.fields) where !fields.contains(where: { $0.name == field.name }) {
      fields.append(field)
    }
    return fields
  }

  /// The names of the kinds in the plural, such as `moods and sparks`.
  var plurals: String { map { "\($0.rawValue)s" }.joined(separator: " and ") }
}
