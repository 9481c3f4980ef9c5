import FlintCalendar
import GRDB
import FlintJSON
import FlintRules

extension SalvageReport {
  /// The name of the kind of a row, such as that of its event.
  static func kind(_ table: String, _ kind: Int64? = nil) -> String {
    switch table {
    case "card_roll": "roll"
    case "event":
      kind.flatMap { EventKind(rawValue: UInt8(clamping: $0)) }?.name ?? "event"
    case "spark_edit", "event_edit": "content"
    default: table
    }
  }
}

extension SalvageReport.Reject {
  init(_ row: FoundRow, _ reason: String, _ dayStart: DayStart) {
    self.init(
      table: row.table, number: row.number,
      kind: SalvageReport.kind(row.table, row.integer("kind")), reason: reason, values: row.json,
      page: row.page, day: Self.day(row.integer("at"), row.integer("offset"), dayStart))
  }

  /// - Parameter row: a row with the columns of a table, and perhaps one `name`.
  init(_ table: String, _ row: Row, _ reason: String, _ dayStart: DayStart) {
    func integer(_ column: String) -> Int64? {
      row.hasColumn(column) ? (try? row.read(column) as Int64?) ?? nil : nil
    }
    self.init(
      table: table, number: integer("seq"), kind: SalvageReport.kind(table, integer("kind")),
      reason: reason, values: JSONValue(row, row.columnNames.filter { $0 != "name" }),
      day: Self.day(integer("at"), integer("offset"), dayStart))
  }

  private static func day(_ at: Int64?, _ offset: Int64?, _ dayStart: DayStart) -> CivilDay? {
    guard let at, let offset, let time = StoredTime.checked(at: at, offset: offset) else {
      return nil
    }
    return dayStart.day(of: time.at, offset: time.offset)
  }
}
