extension DrawRow {
  /// What a draw has alone, if its id is not that of an event.
  struct Key: Hashable {
    var player: String
    var id: String
    var number: Int64
  }

  var key: Key { Key(player: player, id: id, number: number) }
}

extension DrawLogFile {
  /// Finds out whether ids are those of draws or of events, which give different items at one time.
  ///
  /// Ids of a column that was taken by its name alone, and that come again at another time, are neither.
  mutating func judgeIDs() {
    let isOwn = hasEvents
    var first: [DrawRow.Key: (name: String, time: Int64?)] = [:]
    var (isRepeated, comesAgain, areNumbers) = (false, false, true)
    for row in rows where row.problem == nil && !row.id.isEmpty {
      areNumbers = areNumbers && Self.isNumber(row.id)
      guard let known = first[row.key] else {
        first[row.key] = (row.name, row.time)
        continue
      }
      isRepeated = true
      if known.time != row.time {
        comesAgain = true
      } else if known.name != row.name {
        hasEvents = true
      }
    }
    areOrderedByID = !isIDTaken || isOwn || areNumbers
    guard isIDTaken, comesAgain || isRepeated && !hasEvents && !has.time else { return }
    (hasEvents, isIDTaken) = (false, false)
    takenColumns.removeAll { $0.role == .id }
    for index in rows.indices { rows[index].id = "" }
  }

  /// Returns what the draws of one roll share: an event, or a time; empty where the file has neither.
  package func event(of row: DrawRow) -> String {
    hasEvents ? row.id : row.time.map { "\($0)" } ?? ""
  }
}
