import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// The source of the rows of an exported table.
protocol ExportTable {
  /// The columns of the table in every profile, in order.
  static var columns: [ExportColumn] { get }
  /// The columns that depend on the trackers of a profile, by the form of their names.
  static var namedColumns: [ExportColumn] { get }

  /// Returns whether a name may be that of a column that depends on the profile.
  static func mayName(_ name: String) -> Bool

  /// All columns in this profile, in the order of the values of a row.
  var columns: [ExportColumn] { get }

  /// The names of the optional columns that are needed for a complete export.
  var needed: Set<String> { get }
  /// Notes about content that an import of the table would not restore, one sentence each.
  var notes: [String] { get }

  init(_ session: Session, _ options: ExportOptions) throws

  /// Returns whether any time in the table has a fraction of a second. Then all are written with
  /// one: most programs expect the times of a column to have one form.
  func hasFractions(_ session: Session) throws -> Bool

  /// Calls a closure with each row: one value for each of `columns`.
  ///
  /// - Parameter body: the closure, which returns whether to continue.
  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws
}

extension ExportTable {
  static var namedColumns: [ExportColumn] { [] }
  var columns: [ExportColumn] { Self.columns }
  var needed: Set<String> { [] }
  var notes: [String] { [] }

  /// Looks for a fraction in all rows.
  func hasFractions(_ session: Session) throws -> Bool {
    var isFound = false
    try forEachRow(session) { row in
      isFound = row.contains { value in
        if case .time(let instant, _) = value { instant.milliseconds % 1000 != 0 } else { false }
      }
      return !isFound
    }
    return isFound
  }

  static func mayName(_ name: String) -> Bool { false }

  var usualColumns: [String] {
    columns.filter { column in
      switch column.presence {
      case .always: true
      case .whenNeeded, .whenGiven: needed.contains(column.name)
      case .onRequest: false
      }
    }.map(\.name)
  }
}

/// A row of an exported table, by the names of its columns.
struct ExportRow {
  private(set) var values: [FieldValue]
  private let columns: [ExportColumn]

  init(_ columns: [ExportColumn]) {
    self.columns = columns
    values = [FieldValue](repeating: .none, count: columns.count)
  }

  /// The value in a column; a column that the table does not have is empty.
  subscript(name: String) -> FieldValue {
    get { columns.firstIndex { $0.name == name }.map { values[$0] } ?? .none }
    set {
      if let index = columns.firstIndex(where: { $0.name == name }) { values[index] = newValue }
    }
  }

  /// Puts the fields of a record into their columns.
  mutating func put<Record: SchemaRecord>(_ record: Record, _ zone: CivilZone) {
    for field in Record.schema.fields { put(field.value(of: record), field.declaration, zone) }
  }

  /// Puts the changed fields of a record into their columns, and returns the columns of cleared
  /// ones.
  mutating func put<Record: SchemaRecord>(
    _ change: RecordChange<Record>, _ zone: CivilZone
  ) -> [String] {
    var cleared: [String] = []
    for field in Record.schema.declarations {
      guard let value = change[field.name] else { continue }
      if value.isNone { cleared.append(field.column) } else { put(value, field, zone) }
    }
    return cleared
  }

  private mutating func put(_ value: FieldValue, _ field: FieldDeclaration, _ zone: CivilZone) {
    switch value {
    case .instant(let instant): self[field.column] = .time(instant, zone.offset(at: instant))
    // A text, so that no program that reads the table rounds the number.
    case .decimal: self[field.column] = .name(value.plain)
    default: self[field.column] = value
    }
  }
}

extension Session {
  /// Calls a closure with each current spark, in the order of the fold.
  ///
  /// - Parameter body: the closure, which returns whether to continue.
  @inline(__always)
  func eachSpark(
    _ range: ExportRange, limit: Int? = nil, _ body: (BorrowedSpark) throws -> Bool
  ) throws {
    var failure: (any Error)?
    try reader.forEachSparkRow(since: range.since, before: range.before, limit: limit) { row in
      do {
        return try body(row)
      } catch {
        failure = (error as? FieldError).map(reader.damaged) ?? error
        return false
      }
    }
    if let failure { throw failure }
  }

  /// Calls a closure with each current event of some kinds, in the order of the fold.
  ///
  /// - Parameter body: the closure, which returns whether to continue.
  func eachEvent(
    of kinds: [EventKind], _ range: ExportRange, _ body: (StoredEvent) throws -> Bool
  ) throws {
    var failure: (any Error)?
    try reader.forEachExportedEvent(of: kinds, since: range.since, before: range.before) { event in
      do {
        return try body(event)
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
