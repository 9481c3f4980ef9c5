package import Rules
package import Sessions

/// A row of a list with the short id of its event.
@dynamicMemberLookup
package struct Identified<Row> {
  package let row: Row
  /// The short id; `nil` if the row has no event, or the format has full ids.
  package let shortID: String?

  package subscript<Value>(dynamicMember member: KeyPath<Row, Value>) -> Value {
    row[keyPath: member]
  }
}

extension ProfileReader {
  /// Returns rows with the short ids of their events, which only tables show.
  package func identified<Row>(
    _ rows: [Row], in format: ListFormat, by id: (Row) -> EventID?
  ) throws -> [Identified<Row>] {
    let short = format == .table ? try shortIDs(of: rows.compactMap(id)) : [:]
    return rows.map { row in Identified(row: row, shortID: id(row).flatMap { short[$0] }) }
  }
}
