import CSV
public import Calendar
import JSON
import Schema

/// A draw as a file has it.
public struct DrawRow: Hashable, Sendable {
  /// The name of the prize.
  public var name: String
  /// Its rarity; `nil` where the file has none.
  public var rarity: String?
  /// The pool; empty where the file has none.
  public var pool: String
  /// The player; empty where the file has none.
  public var player: String
  /// The id of the draw; empty where the file has none.
  public var id: String
  /// The time as written, in milliseconds since 1970, with an offset if one is written.
  public var time: Int64?
  /// The day as written.
  public var day: CivilDay?
  /// The line of the file.
  public var line: Int
}

/// The columns of a file of draws.
public struct DrawColumns: Hashable, Sendable {
  /// The column of the prize; needed unless the file is UIGF.
  public var name: String?
  /// The column of the rarity.
  public var rarity: String?
  /// The column of the pool.
  public var pool: String?
  /// The column of the player.
  public var player: String?
  /// The column of the id.
  public var id: String?
  /// The column of the time.
  public var time: String?
  /// The order of day, month and year in dates, where they need one.
  public var dateOrder: DateOrder?

  /// Creates columns.
  public init(
    name: String? = nil, rarity: String? = nil, pool: String? = nil, player: String? = nil,
    id: String? = nil, time: String? = nil, dateOrder: DateOrder? = nil
  ) {
    (self.name, self.rarity, self.pool) = (name, rarity, pool)
    (self.player, self.id, self.time) = (player, id, time)
    self.dateOrder = dateOrder
  }
}

/// The draws of a file, in the order in which they were made, and what was left out.
public struct DrawLogFile: Sendable {
  /// The draws, the earliest first.
  public private(set) var rows: [DrawRow] = []
  /// The rows that cannot be read: the line and why. At most ``mostListed`` are listed.
  public private(set) var rejected: [(line: Int, reason: String)] = []
  /// The number of rows that cannot be read.
  public private(set) var rejectedCount = 0
  /// The number of rows left out because an earlier one of the player has their id.
  public private(set) var duplicates = 0
  /// The number of rows left out because they are of other pools.
  public private(set) var otherPools = 0
  /// The number of draws whose order among those of the same time is only that of the file.
  public private(set) var ties = 0
  /// Whether the file lists the latest draws first, so that those of one time were reversed.
  public private(set) var isNewestFirst = false
  /// Whether the order is that of the file, which has no times.
  public private(set) var isFileOrder = false

  /// The number of rejected rows that are listed.
  public static let mostListed = 1000
  /// The maximum number of rows.
  public static let mostRows = 20_000_000

  /// Reads a file of draws: CSV, or JSON in the Uniform Interchangeable Gacha Format.
  ///
  /// - Parameters:
  ///   - path: the path; `-` for standard input.
  ///   - columns: the columns of a table. Those of UIGF are known.
  ///   - pools: the pools to read; all if empty.
  /// - Throws: `InputFailure` when the file cannot be read, or lacks a column.
  public init(_ path: String, _ columns: DrawColumns, pools: Set<String> = []) throws {
    let files = try InputGroup.groups(of: [path]).flatMap(\.files)
    guard files.count == 1, let file = files.first else {
      throw InputFailure(path, "expected one file, got \(files.count)", isUnreadable: false)
    }
    let source = try ByteSource(file)
    let start = try source.start(ImportPlanner.glimpse)
    if FileKind.isJSON(start.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(start.dropFirst(3)) : start) {
      let text = try TextSource(file, TextOptions(), source)
      try readUIGF(try text.wholeFile(TextOptions()).bytes, file.name, pools)
    } else {
      try readTable(try RecordFeed(file, TextOptions(), source), file.name, columns, pools)
    }
    sort()
  }

  mutating func reject(_ line: Int, _ reason: String) {
    rejectedCount += 1
    if rejected.count < Self.mostListed { rejected.append((line, reason)) }
  }

  /// Appends a row unless it is of another pool.
  mutating func append(_ row: DrawRow, _ pools: Set<String>, _ file: String) throws(InputFailure) {
    if row.name.isEmpty { return reject(row.line, "no item") }
    if !pools.isEmpty, !pools.contains(row.pool) {
      otherPools += 1
      return
    }
    guard rows.count < Self.mostRows else {
      throw InputFailure(file, "more than \(Self.mostRows) draws", isUnreadable: false)
    }
    rows.append(row)
  }

  // MARK: Tables

  private mutating func readTable(
    _ feed: RecordFeed, _ file: String, _ columns: DrawColumns, _ pools: Set<String>
  ) throws {
    let header = feed.header.map(\.trimmedWhitespace)
    func index(_ name: String?, _ option: String) throws(InputFailure) -> Int? {
      guard let name else { return nil }
      let found =
        header.firstIndex(of: name)
        ?? header.firstIndex { $0.lowercased() == name.lowercased() }
      guard let found else {
        throw InputFailure(
          file,
          "no column \"\(name)\" for \(option)\(NearestName.hint(for: name, among: header)); "
            + "the columns are \(header.prefix(40).joined(separator: ", "))", isUnreadable: false)
      }
      return found
    }
    guard columns.name != nil else {
      throw InputFailure(
        file,
        "--item is needed: the column of what was drawn, one of "
          + header.prefix(40).joined(separator: ", "), isUnreadable: false)
    }
    let name = try index(columns.name, "--item")
    let rarity = try index(columns.rarity, "--rank")
    let pool = try index(columns.pool, "--pool")
    let player = try index(columns.player, "--player")
    let id = try index(columns.id, "--id")
    let time = try index(columns.time, "--time")
    let dates = DateReader(order: columns.dateOrder)
    func text(_ column: Int?) -> String {
      guard let column, column < feed.parser.record.count else { return "" }
      return feed.parser.record[column].trimmedWhitespace
    }
    while true {
      do throws(any Error) {
        guard try feed.next() else { break }
      } catch let error as CSVError {
        reject(feed.parser.record.line, error.description)
        continue
      }
      let line = feed.parser.record.line
      if (0..<feed.parser.record.count).allSatisfy({ feed.parser.record.isEmpty($0) }) { continue }
      var row = DrawRow(
        name: text(name), rarity: rarity.map { text($0) }, pool: text(pool), player: text(player),
        id: text(id), line: line)
      if time != nil {
        guard let written = DrawTime(text(time), dates) else {
          reject(line, "time \"\(text(time))\": \(dates.problem(with: text(time)))")
          continue
        }
        (row.time, row.day) = (written.milliseconds, written.day)
      }
      try append(row, pools, file)
    }
  }

  // MARK: Order

  /// Sorts by time and id, and leaves out repeated ids.
  private mutating func sort() {
    isFileOrder = rows.contains { $0.time == nil }
    if !isFileOrder {
      let falls = zip(rows, rows.dropFirst()).contains { ($0.time ?? 0) > ($1.time ?? 0) }
      let rises = zip(rows, rows.dropFirst()).contains { ($0.time ?? 0) < ($1.time ?? 0) }
      isNewestFirst = falls && !rises
      // Sorting is stable, so that draws of one time without ids keep their order.
      if isNewestFirst { rows.reverse() }
      rows.sort { left, right in
        if left.time != right.time { return (left.time ?? 0) < (right.time ?? 0) }
        return DrawLogFile.isBefore(left.id, right.id)
      }
    }
    var known: Set<[String]> = []
    var kept: [DrawRow] = []
    kept.reserveCapacity(rows.count)
    for row in rows {
      if !row.id.isEmpty, !known.insert([row.player, row.id]).inserted {
        duplicates += 1
        continue
      }
      if !isFileOrder, let last = kept.last, last.time == row.time, last.player == row.player,
        last.id.isEmpty || row.id.isEmpty
      {
        ties += 1
      }
      kept.append(row)
    }
    rows = kept
  }

  /// Whether an id comes before another: by number where both are numbers.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    func isNumber(_ text: String) -> Bool {
      !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard isNumber(left), isNumber(right) else { return left < right }
    let (one, other) = (left.drop { $0 == "0" }, right.drop { $0 == "0" })
    return (one.utf8.count, String(one)) < (other.utf8.count, String(other))
  }
}

/// A time as a log has it.
struct DrawTime {
  /// Milliseconds since 1970 by the written clock, or of the instant where an offset is written.
  var milliseconds: Int64
  /// The day as written.
  var day: CivilDay

  init?(_ text: String, _ dates: DateReader) {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
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
