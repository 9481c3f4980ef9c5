import CSV
import FlintCalendar
import FlintSchema

extension DrawLogFile {
  /// Reads a table.
  ///
  /// - Parameter isPool: whether a column that has the same value throughout, and that no option names, names a pool.
  mutating func readTable(
    _ feed: RecordFeed, _ file: String, _ columns: DrawColumns, isPool: (String) -> Bool
  ) throws {
    let header = feed.header.map(\.trimmedWhitespace)
    var (found, taken) = try columns.positions(in: header, file)
    // The draws that Flint exports are numbered within their event, and have a category in place of a pool.
    let own = DrawExport.columns.map(\.name).filter { $0 != "day" }
    let isOwn = own.allSatisfy(header.contains)
    let number =
      isOwn && found[.id].map { header[$0] } == "event" ? header.firstIndex(of: "number") : nil
    let category = isOwn ? header.firstIndex(of: "category") : nil
    itemColumn = found[.item].map { header[$0] } ?? ""
    let used = Set(found.values)
    let count = header.indices.first { header[$0].lowercased() == "count" && !used.contains($0) }
    let dates = DateReader(order: columns.dateOrder)
    func text(_ column: Int?) -> String {
      guard let column, column < feed.parser.record.count else { return "" }
      return feed.parser.record[column].trimmedWhitespace
    }
    while true {
      do throws(any Error) {
        guard try feed.next() else { break }
      } catch let error as CSVError {
        var row = DrawRow(
          name: "", rarity: nil, pool: "", player: "", id: "", line: feed.parser.record.line)
        row.problem = DrawRow.Problem(
          reason: error.description, place: found[.time] == nil ? .here : .amongSequence)
        try append(row, file)
        continue
      }
      if (0..<feed.parser.record.count).allSatisfy({ feed.parser.record.isEmpty($0) }) { continue }
      var row = DrawRow(
        name: text(found[.item]), rarity: found[.rarity].map { text($0) }, pool: text(found[.pool]),
        player: text(found[.player]), id: text(found[.id]), number: Int64(text(number)) ?? 0,
        line: feed.parser.record.line)
      if row.pool.isEmpty, found[.pool] != nil { row.pool = text(category) }
      if found[.time] != nil {
        row.read(time: text(found[.time]), dates, dates.problem(with: text(found[.time])))
      }
      try append(row, file, problem: Self.problem(count: text(count)))
    }
    let readable = rows.lazy.filter { $0.problem == nil }
    // Where some rows have no player, the others are not another's.
    let players = Set(readable.map(\.player))
    if taken.contains(.player), players.contains(""), players.count < 3 {
      taken.remove(.player)
      found[.player] = nil
      for index in rows.indices { rows[index].player = "" }
    }
    if taken.contains(.pool), let pool = readable.first?.pool, !isPool(pool),
      readable.allSatisfy({ $0.pool == pool })
    {
      taken.remove(.pool)
      found[.pool] = nil
      for index in rows.indices { rows[index].pool = "" }
    }
    has = (found[.player] != nil, found[.pool] != nil, found[.time] != nil)
    (hasEvents, isIDTaken) = (number != nil, taken.contains(.id))
    takenColumns = DrawColumns.Role.allCases.filter(taken.contains).compactMap { role in
      found[role].map { (role, header[$0]) }
    }
  }

  /// Returns why a row with a number of draws cannot be read; `nil` where it can.
  static func problem(count: String) -> String? {
    count.isEmpty || count == "1" ? nil : "count \"\(count)\": expected 1, a draw a row"
  }
}
