/// The columns of a table as its records have them, from which the table of a row is recognized.
struct RowShape: Sendable {
  enum Column: Sendable {
    /// The number of the row, which the record does not repeat.
    case key
    case integer, text, blob
    case optionalInteger, optionalText

    fileprivate func accepts(_ type: UInt64) -> Bool {
      switch self {
      case .key: type == 0
      case .integer: (1...9).contains(type)
      case .text: type >= 13 && type % 2 == 1
      // The 16 bytes of an id.
      case .blob: type == 12 + 2 * 16
      case .optionalInteger: (0...9).contains(type)
      case .optionalText: type == 0 || type >= 13 && type % 2 == 1
      }
    }
  }

  let table: String
  let names: [String]
  private let columns: [Column]
  /// The positions of the columns that the sum of a row covers, in its order; empty for a table without sums.
  let covered: [Int]
  let sum: Int?

  private init(
    _ table: String, without absent: Set<String> = [], _ columns: KeyValuePairs<String, Column>
  ) {
    self.table = table
    let columns = columns.filter { !absent.contains($0.key) }
    let names = columns.map(\.key)
    self.names = names
    self.columns = columns.map(\.value)
    covered = RowSum.columns[table, default: []].compactMap { names.firstIndex(of: $0) }
    sum = names.firstIndex(of: "sum")
  }

  /// The tables of a profile, except caches. An edit and the content before it have the same columns: the
  /// record with the same number tells them apart.
  static let all = [
    profile(without: []), profile(without: RowSum.addedOptions),
    profile(without: RowSum.addedSettings.union(RowSum.addedOptions)),
    RowShape(
      "batch",
      [
        "seq": .key, "kind": .text, "source": .text, "recorded_at": .integer,
        "undoes": .optionalInteger, "detail": .optionalText, "sum": .integer,
      ]),
    RowShape(
      "spark",
      [
        "seq": .key, "id": .blob, "at": .integer, "offset": .integer, "category": .integer,
        "intensity": .integer, "title": .text, "notes": .optionalText, "tags": .optionalText,
        "estimated": .optionalInteger, "actual": .optionalInteger, "key": .optionalText,
        "recorded_at": .integer, "batch": .integer, "removed": .integer, "sum": .integer,
      ]),
    RowShape(
      "card_roll",
      [
        "seq": .key, "id": .blob, "at": .integer, "offset": .integer, "category": .integer,
        "key": .optionalText, "recorded_at": .integer, "batch": .integer, "removed": .integer,
        "sum": .integer,
      ]),
    RowShape(
      "event",
      [
        "seq": .key, "id": .blob, "kind": .integer, "at": .integer, "offset": .integer,
        "content": .text, "key": .optionalText, "recorded_at": .integer, "batch": .integer,
        "removed": .integer, "sum": .integer,
      ]),
    RowShape(
      "correction",
      [
        "seq": .key, "hash": .blob, "event": .blob, "change": .integer, "recorded_at": .integer,
        "batch": .integer, "sum": .integer,
      ]),
    RowShape(
      "spark_edit",
      [
        "seq": .key, "at": .integer, "offset": .integer, "category": .integer,
        "intensity": .integer, "title": .text, "notes": .optionalText, "tags": .optionalText,
        "estimated": .optionalInteger, "actual": .optionalInteger,
      ]),
    RowShape(
      "event_edit", ["seq": .key, "at": .integer, "offset": .integer, "content": .text]),
    RowShape("rulebook", ["hash": .text, "definition": .text]),
  ]

  private static func profile(without absent: Set<String>) -> RowShape {
    RowShape(
      "profile", without: absent,
      [
        "only": .key, "id": .blob, "seed": .integer, "zone": .text, "rulebook": .text,
        "rulebook_hash": .text, "created_at": .integer, "record_count": .integer,
        "record_high": .integer, "record_low": .integer, "sum": .integer, "day_start": .integer,
        "week_start": .text, "language": .text, "color": .text, "options": .text,
      ])
  }

  /// Returns the shape of a record, if it is of a table of a profile.
  static func shape(of types: [UInt64]) -> RowShape? {
    all.first { $0.accepts(types) }
  }

  private func accepts(_ types: [UInt64]) -> Bool {
    types.count == columns.count && zip(columns, types).allSatisfy { $0.accepts($1) }
  }
}
