package import FlintCalendar
import FlintJSON

package struct DrawRow: Hashable, Sendable {
  /// Where a draw belongs whose row cannot be read.
  package enum Place: Hashable, Sendable {
    /// Where the row is.
    case here
    /// Anywhere among the draws of its player and pool.
    case amongSequence
    /// Anywhere among the draws of any player and pool.
    case anywhere
  }

  /// A reason why a row cannot be read, although its draw was made.
  package struct Problem: Hashable, Sendable {
    package var reason: String
    /// Where the draw belongs.
    package var place: Place
  }

  package var name: String
  /// Its rarity; `nil` where the file has none.
  package var rarity: String?
  /// The pool; empty where the file has none.
  package var pool: String
  /// The player; empty where the file has none.
  package var player: String
  /// The id of the draw, or of the event that made it; empty where the file has none.
  package var id: String
  /// The number of the draw within its event; 0 where the file has none.
  package var number: Int64 = 0
  /// The time as written, in milliseconds since 1970, with an offset if one is written.
  package var time: Int64?
  /// The day as written.
  package var day: CivilDay?
  /// The line of the file, or, in UIGF, the number of the entry.
  package var line: Int
  /// Why the row cannot be read; `nil` where it can.
  package var problem: Problem?
}

/// The draws of a file, in the order in which they were made, and what was left out.
package struct DrawLogFile: Sendable {
  /// The draws, the earliest first, those whose rows cannot be read among them; those of unknown place at the end.
  package internal(set) var rows: [DrawRow] = []
  /// What rows are counted in, for messages.
  package internal(set) var unit = "line"
  /// The rows that cannot be read: the line and why. At most ``mostListed`` are listed.
  package private(set) var rejected: [(line: Int, reason: String)] = []
  /// The number of rows that cannot be read.
  package private(set) var rejectedCount = 0
  /// The number of rows left out because an earlier one of the player has their id.
  package private(set) var duplicates = 0
  /// The number of rows left out because they are of other pools.
  package private(set) var otherPools = 0
  /// The names of these pools. At most ``mostListed`` are listed.
  package private(set) var otherPoolNames: Set<String> = []
  /// The number of rows left out because they are of other players.
  package private(set) var otherPlayers = 0
  /// The names of these players. At most ``mostListed`` are listed.
  package private(set) var otherPlayerNames: Set<String> = []
  /// The number of draws whose order among those of the same time is only that of the file.
  package private(set) var ties = 0
  /// Whether the file lists the latest draws first, so that those of one time were reversed.
  package private(set) var isNewestFirst = false
  /// Whether the order is that of the file, which has no times.
  package private(set) var isFileOrder = false

  /// The number of rejected rows that are listed.
  package static let mostListed = 1000
  package static let mostRows = 20_000_000

  /// The columns that were taken by their usual names.
  var takenColumns: [(role: DrawColumns.Role, name: String)] = []
  /// The name of the column of items.
  package internal(set) var itemColumn = ""
  /// Whether ids are those of events, so that several draws have one.
  package internal(set) var hasEvents = false

  /// Which columns there are.
  var has = (player: false, pool: false, time: true)
  /// Whether the column of ids was taken by its name alone.
  var isIDTaken = false
  /// Whether ids order the draws of one time.
  var areOrderedByID = true

  /// The columns that were taken by their usual names, each with what it has.
  package var taken: [String] {
    takenColumns.map { role, name in
      name.lowercased() == role.rawValue ? name : "\(name) (\(role.rawValue))"
    }
  }

  /// Reads a file of draws: CSV, or JSON in the Uniform Interchangeable Gacha Format.
  ///
  /// - Parameters:
  ///   - path: the path; `-` for standard input.
  ///   - columns: the columns of a table. Those of UIGF are known.
  ///   - pools: the pools to read; all if empty.
  ///   - own: what the pool in question is called: without `pools`, what is read of a file of several pools.
  ///   - player: the player whose draws are read; `nil` for all.
  ///   - known: the names of pools, in small letters, which a column of one pool has to name if it is to count.
  ///   - encoding: the encoding, by its name in iconv; UTF-8, or that of the first bytes, if `nil`.
  /// - Throws: `InputFailure` when the file cannot be read, or lacks a column.
  package init(
    _ path: String, _ columns: DrawColumns, pools: Set<String> = [], own: Set<String> = [],
    player: String? = nil, known: Set<String> = [], encoding: String? = nil
  ) throws {
    var options = TextOptions()
    options.encoding = encoding
    let files = try InputGroup.groups(of: [path]).flatMap(\.files)
    guard files.count == 1, let file = files.first else {
      throw InputFailure(path, "expected one file, got \(files.count)", isUnreadable: false)
    }
    let source = try ByteSource(file)
    let start = try source.start(ImportPlanner.glimpse)
    if FileKind.isJSON(start.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(start.dropFirst(3)) : start) {
      let text = try TextSource(file, options, source)
      try readUIGF(try text.wholeFile(options).bytes, file.name, columns)
    } else {
      try readTable(try RecordFeed(file, options, source), file.name, columns) { value in
        !pools.isEmpty || known.contains(value.lowercased())
      }
    }
    markWithoutPlace()
    choose(pools: pools.isEmpty && has.pool ? own : pools)
    if let player { choose(player: player) }
    judgeIDs()
    sort()
  }

  /// Appends a row.
  ///
  /// - Parameter problem: why the row cannot be read, if its time is not the reason.
  mutating func append(
    _ row: DrawRow, _ file: String, problem: String? = nil
  ) throws(InputFailure) {
    var row = row
    if row.problem == nil, let reason = problem ?? (row.name.isEmpty ? "no item" : nil) {
      row.problem = DrawRow.Problem(reason: reason, place: .here)
    }
    guard rows.count < Self.mostRows else {
      throw InputFailure(file, "more than \(Self.mostRows) draws", isUnreadable: false)
    }
    rows.append(row)
  }

  /// Marks the rows that cannot be read and do not name their player or pool: they may be anybody's.
  private mutating func markWithoutPlace() {
    for index in rows.indices where rows[index].problem != nil {
      if has.player && rows[index].player.isEmpty || has.pool && rows[index].pool.isEmpty {
        rows[index].problem?.place = .anywhere
      }
    }
  }

  /// Leaves out the rows of other pools, unless none are named.
  private mutating func choose(pools: Set<String>) {
    if pools.isEmpty { return }
    rows.removeAll { row in
      if pools.contains(row.pool) || row.problem?.place == .anywhere { return false }
      otherPools += 1
      if otherPoolNames.count < Self.mostListed { otherPoolNames.insert(row.pool) }
      return true
    }
  }

  /// Leaves out the rows of other players.
  private mutating func choose(player: String) {
    rows.removeAll { row in
      if row.player == player || row.problem?.place == .anywhere { return false }
      otherPlayers += 1
      if otherPlayerNames.count < Self.mostListed, !row.player.isEmpty {
        otherPlayerNames.insert(row.player)
      }
      return true
    }
  }

  // MARK: Order

  /// Sorts by time and id, leaves out repeated ids, and lists the rows that cannot be read.
  private mutating func sort() {
    isFileOrder = !has.time
    // Of draws of one time that have ids, the place of one without is not known.
    if !isFileOrder, rows.contains(where: { !$0.id.isEmpty }) {
      for index in rows.indices where rows[index].id.isEmpty && rows[index].problem?.place == .here
      { rows[index].problem?.place = .amongSequence }
    }
    func isPlaced(_ row: DrawRow) -> Bool { row.problem.map { $0.place == .here } ?? true }
    let unplaced = rows.filter { !isPlaced($0) }
    if !unplaced.isEmpty { rows = rows.filter { isPlaced($0) } }
    if !isFileOrder {
      let falls = zip(rows, rows.dropFirst()).contains { ($0.time ?? 0) > ($1.time ?? 0) }
      let rises = zip(rows, rows.dropFirst()).contains { ($0.time ?? 0) < ($1.time ?? 0) }
      isNewestFirst = falls && !rises
      // Sorting is stable, so that draws of one time without ids keep their order.
      if isNewestFirst { rows.reverse() }
      rows.sort { left, right in
        if left.time != right.time { return (left.time ?? 0) < (right.time ?? 0) }
        if !areOrderedByID || left.id == right.id { return left.number < right.number }
        return DrawLogFile.isBefore(left.id, right.id)
      }
    }
    rows += unplaced
    // A row that can be read has the draw of one with its id that cannot.
    var readable: Set<DrawRow.Key> = []
    if rows.contains(where: { $0.problem != nil }) {
      for row in rows where row.problem == nil && !row.id.isEmpty { readable.insert(row.key) }
    }
    var known: Set<DrawRow.Key> = []
    var kept: [DrawRow] = []
    kept.reserveCapacity(rows.count)
    for row in rows {
      // Of an event whose draws are not numbered, none is known to be another's repetition.
      if !row.id.isEmpty, !hasEvents || row.number > 0,
        row.problem != nil && readable.contains(row.key) || !known.insert(row.key).inserted
      {
        duplicates += 1
        continue
      }
      if !isFileOrder, let last = kept.last, last.time == row.time, last.player == row.player,
        last.id.isEmpty || row.id.isEmpty || last.key == row.key
          || !areOrderedByID && last.id != row.id
      {
        ties += 1
      }
      kept.append(row)
    }
    rows = kept
    for row in rows.filter({ $0.problem != nil }).sorted(by: { $0.line < $1.line }) {
      rejectedCount += 1
      if rejected.count < Self.mostListed { rejected.append((row.line, row.problem?.reason ?? "")) }
    }
  }

  static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether an id comes before another: by number where both are numbers.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    guard isNumber(left), isNumber(right) else { return left < right }
    let (one, other) = (left.drop { $0 == "0" }, right.drop { $0 == "0" })
    return (one.utf8.count, String(one)) < (other.utf8.count, String(other))
  }
}

extension DrawRow {
  /// Reads the time; the draw belongs anywhere among those of its sequence where it is not one.
  ///
  /// - Parameter expected: what was expected.
  mutating func read(time: String, _ dates: DateReader, _ expected: @autoclosure () -> String) {
    guard let written = DrawTime(time, dates) else {
      problem = Problem(reason: "time \"\(time)\": \(expected())", place: .amongSequence)
      return
    }
    (self.time, day) = (written.milliseconds, written.day)
  }
}

struct DrawTime {
  /// Milliseconds since 1970 by the written clock, or of the instant where an offset is written.
  var milliseconds: Int64
  /// The day as written.
  var day: CivilDay

  init?(_ text: String, _ dates: DateReader) {
    let isNumber = DrawLogFile.isNumber(text)
    // Ten and thirteen digits are the seconds and the milliseconds of our time.
    if isNumber, text.utf8.count == 10 || text.utf8.count == 13 {
      let unit = text.utf8.count == 10 ? DateReader.UnixUnit.seconds : .milliseconds
      guard let instant = DateReader.instant(unix: text, unit) else { return nil }
      milliseconds = instant.milliseconds
      day = CivilTime(instant, offset: .zero).day
      return
    }
    guard let date = dates.read(text) else { return nil }
    let instant = date.instant ?? date.timestamp.local.instant(offset: .zero)
    (milliseconds, day) = (instant.milliseconds, date.day)
  }
}
