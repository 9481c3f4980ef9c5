import FlintRules
import FlintSchema

/// The details of an entry that a suggested mapping puts into fields of its tracker.
extension SuggestedMapping {
  /// A field of the trackers, such as the repetitions of an exercise.
  struct OwnField {
    var field: TrackerField
    var source: DraftSource
  }

  private static let mostFields = 12
  /// The maximum length of texts that are details, in characters.
  private static let mostText = 80

  mutating func suggestFields() {
    var names: Set<String> = []
    for column in sniff.columns where ownFields.count < Self.mostFields {
      guard let field = ownField(column), names.insert(field.field.name.lowercased()).inserted
      else { continue }
      used.formUnion(field.source.columns)
      ownFields.append(field)
    }
  }

  private func ownField(_ column: SniffedColumn) -> OwnField? {
    let name = ColumnName(column.name)
    if used.contains(column.name) || column.count == 0 || isIndex(column) || name.suggestsIDs
      || name.suggestsNoValues || name.suggestsRecording || name.suggestsZones
      || name.suggestsUnits || ColumnName.usual(for: "tags").contains(name.plain)
    {
      return nil
    }
    func field(_ type: TrackerFieldType, _ source: DraftSource) -> OwnField? {
      (try? TrackerField(name: tracker(of: column), type: type)).map {
        OwnField(field: $0, source: source)
      }
    }
    switch column.content {
    case .text, .choice, .moods:
      return column.length > Self.mostText ? nil : field(.text, .column(column.name))
    case .boolean: return field(.boolean, .column(column.name))
    case .date(_, false, _): return field(.day, .column(column.name))
    default: break
    }
    // A text among numbers is a detail, too, not an error.
    if column.exception != nil {
      return column.length > Self.mostText ? nil : field(.text, .column(column.name))
    }
    guard let measure = measure(column) else { return nil }
    switch (measure.field, measure.source) {
    case ("minutes", .column(let name)):
      return field(
        .number, column.isNumber ? measure.source : .measured(column: name, unit: "minutes"))
    case ("number", .column), ("number", .measured), ("rating", .column), ("minutes", .measured),
      ("done", .column):
      return field(.number, measure.source)
    default: return nil
    }
  }

  /// The members of `columns` and of the mapping for the fields.
  var fieldLines: (sources: [String], types: [String]) {
    if ownFields.isEmpty { return ([], []) }
    let sources = ownFields.map { "\($0.field.name.luaName) = \($0.source.lua)" }
    let types = ownFields.filter { $0.field.type != .text }.map {
      "\($0.field.name.luaName) = \($0.field.type.name.luaQuoted)"
    }
    return (
      ["    values = {\(sources.joined(separator: ", "))},"],
      types.isEmpty ? [] : ["  fields = {\(types.joined(separator: ", "))},"]
    )
  }
}
