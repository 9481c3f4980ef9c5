import CSV
import FlintRules
import FlintSchema
import Sessions

extension OwnFormat {
  /// Trackers as `flint export trackers` writes them, which entries refer to.
  static let trackers = OwnFormat(
    .trackers, rank: -10, required: ["at", "name", "fields"],
    guide: FormatGuide(
      summary: "Trackers and changes of them, as flint export trackers writes them.",
      becomes: [
        ("id", "the id that entries and changes refer to; the profile's tracker, if it has it"),
        ("at", "when"), ("name", "the name"),
        ("description", "the description"), ("category", "the category; personal if empty"),
        ("group", "the group in which it is listed"),
        ("goal", "the goal"), ("target", "the target"),
        ("fields", "its custom fields, name:type, with | between them"),
        ("change", "update, if the row changes the tracker of the id: only its filled fields"),
        ("remove_fields", "fields that a change removes"),
        ("cleared", "columns that a change empties, with | between them"),
      ], fields: TrackerContent.schema.declarations, lost: [])
  ) { columns, _ in TrackerTranslator(columns: columns) }
}

private struct TrackerTranslator: RecordTranslator {
  let columns: OwnColumns

  mutating func translate(_ record: borrowing CSVRecord) throws(RowProblem) -> RowContent {
    let time = try columns.time(record, columns["at"], "at")
    let key = record.text(columns["key"])
    let id = record.word(columns["id"])
    guard let kind = record.word(columns["change"]) else {
      let creation = ImportedAction(
        at: time, key: key, reference: id, .tracker(.create(try content(record))))
      return .event(columns.event(record, .action(creation)))
    }
    guard kind == TrackerExport.update else {
      throw RowProblem(column: "change", value: kind, reason: "expected update or nothing")
    }
    guard let id else { throw .missing("id", "the id of the changed tracker") }
    let change = try change(record)
    // The id of a change is that of the tracker.
    return .event(
      .action(
        ImportedAction(.trackerUpdate, at: time, key: key) { (references) throws(RowProblem) in
          .tracker(
            .update(try references.event(.trackerCreate, named: id, column: "id"), change))
        }))
  }

  private func content(_ record: borrowing CSVRecord) throws(RowProblem) -> TrackerContent {
    let fields = try fields(record)
    return try TrackerContent.schema.record(
      { (field, _) throws(RowProblem) in
        if field.name == "fields" { return fields.fieldValue }
        return try columns.value(field, record, nil)
      }, failure: { RowProblem($0) })
  }

  private func change(_ record: borrowing CSVRecord) throws(RowProblem) -> TrackerChange {
    let cleared = record.list(columns["cleared"])
    let values = try TrackerContent.schema.change(
      { (field, _) throws(RowProblem) in
        if field.name == "fields" { return nil }
        return cleared.contains(field.column)
          ? FieldValue.none : try columns.value(field, record, nil)
      }, failure: { RowProblem($0) })
    let added = try fields(record)
    let removed = record.list(columns["remove_fields"])
    return try RowProblem.checking { () throws(FieldError) in
      try TrackerChange(values, removedFields: removed, addedFields: added)
    }
  }

  private func fields(_ record: borrowing CSVRecord) throws(RowProblem) -> [TrackerField] {
    var fields: [TrackerField] = []
    for text in record.list(columns["fields"]) {
      // A name may contain a colon, a type does not.
      guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
        let type = TrackerFieldType(name: text[text.utf8.index(after: colon)...])
      else {
        throw RowProblem(
          column: "fields", value: text,
          reason: "expected a name, a colon and text, number, boolean or day")
      }
      let name = String(text[..<colon])
      fields.append(
        try RowProblem.checking { () throws(FieldError) in
          try TrackerField(name: name, type: type)
        })
    }
    return fields
  }
}
