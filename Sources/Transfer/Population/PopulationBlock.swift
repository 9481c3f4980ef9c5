import CSV
import FlintJSON

/// A piece of the input with all lines of each of its players.
package struct PopulationBlock: Sendable {
  /// The lines, each with its number in the file: JSON Lines, or records of a table.
  enum Lines: Sendable {
    /// Whole lines of JSON, the first of which has a number.
    case json([UInt8], first: Int)
    /// The text of the fields of records, and the columns.
    case table([UInt8], [Record], columns: [String])
  }

  /// A record of a table: the ranges of its fields, and its line.
  struct Record: Sendable {
    var fields: [Range<Int>]
    var line: Int
    /// Why the record cannot be read, if it is not CSV.
    var problem: String?
  }

  var lines: Lines
  package var file: String
}

/// Reads files of lines in blocks that end where another player begins, so that blocks can be read
/// apart from each other.
package final class PopulationInput {
  private enum Reader {
    case json(JSONBlocks)
    case table(TableBlocks)
  }

  package enum Form: Sendable {
    /// A JSON object a line.
    case lines
    case table
  }

  private var files: ArraySlice<InputFile>
  private let form: Form?
  private let columns: [String]?
  private let mostEvents: Int
  private var reader: Reader?

  /// The size of a block, in bytes, at which it ends with its last player.
  static let blockSize = 1 << 18

  /// - Parameters:
  ///   - paths: the paths of JSON Lines or CSV; none, or `-`, for standard input.
  ///   - form: the form of the files; by their first byte if `nil`.
  ///   - columns: the names of the columns of tables without a header.
  ///   - mostEvents: the maximum number of lines of a player.
  package init(
    _ paths: [String], form: Form? = nil, columns: [String]?, mostEvents: Int
  ) throws {
    self.form = form
    files = try InputGroup.groups(of: paths.isEmpty ? ["-"] : paths).flatMap(\.files)[...]
    self.columns = columns
    self.mostEvents = mostEvents
  }

  /// Returns the next block; `nil` at the end of the last file.
  ///
  /// - Throws: `InputFailure` when a file cannot be read, is neither JSON Lines nor a table, or has a
  ///   player with too many lines.
  package func next() throws -> PopulationBlock? {
    while true {
      let block: PopulationBlock?
      switch reader {
      case .json(let blocks)?: block = try blocks.next()
      case .table(let blocks)?: block = try blocks.next()
      case nil: block = nil
      }
      if let block { return block }
      reader = nil
      guard let file = files.popFirst() else { return nil }
      reader = try open(file)
    }
  }

  private func open(_ file: InputFile) throws -> Reader? {
    var options = TextOptions()
    options.columns = columns
    let source = try ByteSource(file)
    var start = try source.start(ImportPlanner.glimpse)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start.removeFirst(3) }
    // A partition of a distributed engine may be empty.
    guard let first = start.first(where: { $0 > 0x20 }) else { return nil }
    if form.map({ $0 == .lines }) ?? (first == UInt8(ascii: "{")) {
      return .json(JSONBlocks(source, file.name, mostEvents: mostEvents))
    }
    if form == nil, first == UInt8(ascii: "[") {
      throw InputFailure(
        file.name, "is a list in JSON; write each event as an object on a line of its own",
        isUnreadable: false)
    }
    return .table(try TableBlocks(file, options, source, mostEvents: mostEvents))
  }
}

extension InputFailure {
  static func tooManyEvents(_ file: String, line: Int, player: String, _ most: Int) -> InputFailure
  {
    InputFailure(
      file,
      "line \(line): player \(JSONValue.string(player).summary) has more than \(most) events, which are "
        + "held in memory to be sorted; give --max-events to allow more", isUnreadable: false)
  }
}

/// Reads JSON Lines in blocks.
final class JSONBlocks {
  private let source: ByteSource
  private let file: String
  private let mostEvents: Int
  private let chunk = ByteChunk()
  /// The bytes that were read and not returned; they begin with a line.
  private var pending: [UInt8] = []
  /// The number of the first of these lines.
  private var line = 1
  private var isAtEnd = false
  private var isAtStart = true

  /// The maximum length of a line, in bytes.
  static let maximumLength = 16 << 20
  /// The maximum length of all lines of a player, in bytes.
  static let maximumBytes = 1 << 30

  init(_ source: ByteSource, _ file: String, mostEvents: Int) {
    self.source = source
    self.file = file
    self.mostEvents = mostEvents
  }

  func next() throws(InputFailure) -> PopulationBlock? {
    /// The lines before this position are known to be of the player of the last line.
    var searched = 0
    var player: [UInt8]?
    while true {
      while !isAtEnd, pending.count < searched + PopulationInput.blockSize { try read() }
      if isAtEnd {
        return pending.isEmpty ? nil : take(pending.count)
      }
      guard let end = pending.lastIndex(of: 0x0A), end >= searched else {
        guard pending.count - searched <= Self.maximumLength else {
          throw InputFailure(
            file, "line \(lineNumber(at: searched)) is longer than \(Self.maximumLength >> 20) MiB",
            isUnreadable: false)
        }
        try read()
        continue
      }
      let (border, last) = border(before: end, from: searched, player)
      if border > 0 { return take(border) }
      (searched, player) = (end + 1, last)
      let lines = lineNumber(at: searched) - line
      if lines > mostEvents || searched > Self.maximumBytes {
        throw .tooManyEvents(
          file, line: lineNumber(at: searched), player: String(decoding: last ?? [], as: UTF8.self),
          mostEvents)
      }
    }
  }

  private func read() throws(InputFailure) {
    let count = try source.read(into: chunk.bytes)
    if count == 0 {
      isAtEnd = true
      return
    }
    pending.append(contentsOf: chunk.bytes[..<count])
    if isAtStart, pending.count >= 3 || isAtEnd {
      isAtStart = false
      if pending.starts(with: [0xEF, 0xBB, 0xBF]) { pending.removeFirst(3) }
    }
  }

  /// Returns the position at which the last player of some lines begins, and the player; 0 where all
  /// lines are of that player.
  ///
  /// - Parameters:
  ///   - end: the position of the end of the last line.
  ///   - start: the position before which all lines are of one player.
  ///   - earlier: that player.
  private func border(
    before end: Int, from start: Int, _ earlier: [UInt8]?
  ) -> (position: Int, player: [UInt8]?) {
    var last: [UInt8]?
    var (lineEnd, border) = (end, end + 1)
    while true {
      let lineStart = pending[start..<lineEnd].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
      // A line whose player cannot be read is rejected, in whichever block.
      if let player = JSONBlocks.player(pending, lineStart..<lineEnd) {
        if let last, player != last { return (border, last) }
        last = player
      }
      border = lineStart
      if lineStart == start { break }
      lineEnd = lineStart - 1
    }
    if start == 0 { return (last == nil ? end + 1 : 0, last) }
    return last == nil || last == earlier ? (0, earlier) : (start, last)
  }

  /// Returns the text of the member `player` of a line; `nil` where it cannot be read.
  private static func player(_ bytes: [UInt8], _ line: Range<Int>) -> [UInt8]? {
    var scanner = JSONScanner(bytes, in: line)
    return EventLine.player(of: &scanner).map { Array($0.utf8) }
  }

  private func lineNumber(at position: Int) -> Int {
    line + pending[..<position].count { $0 == 0x0A }
  }

  private func take(_ end: Int) -> PopulationBlock {
    let first = line
    line = lineNumber(at: end)
    let bytes: [UInt8]
    if end == pending.count {
      (bytes, pending) = (pending, [])
    } else {
      bytes = Array(pending[..<end])
      pending.removeFirst(end)
    }
    return PopulationBlock(lines: .json(bytes, first: first), file: file)
  }
}

final class TableBlocks {
  private let feed: RecordFeed
  private let file: String
  private let mostEvents: Int
  private let player: Int
  private var text: [UInt8] = []
  private var records: [PopulationBlock.Record] = []
  /// The position of the first record of the latest player, and of its text.
  private var latest = (record: 0, text: 0)
  private var name: [UInt8] = []

  init(
    _ file: InputFile, _ options: TextOptions, _ source: ByteSource, mostEvents: Int
  ) throws {
    feed = try RecordFeed(file, options, source)
    self.file = file.name
    self.mostEvents = mostEvents
    guard let player = feed.header.firstIndex(of: "player") else {
      throw InputFailure(
        file.name,
        "has no column \"player\"; its columns are \(feed.header.prefix(20).joined(separator: ", "))",
        isUnreadable: false)
    }
    self.player = player
  }

  func next() throws -> PopulationBlock? {
    while true {
      do {
        guard try feed.next() else { break }
      } catch let error as CSVError {
        records.append(
          PopulationBlock.Record(
            fields: [], line: error.position.line,
            problem: feed.text.faults.problem(error).description))
        continue
      }
      let start = (record: records.count, text: text.count)
      var record = PopulationBlock.Record(fields: [], line: feed.parser.record.line)
      feed.parser.record.append(to: &text, &record.fields)
      records.append(record)
      let name = record.fields.count > player ? text[record.fields[player]] : []
      if !name.elementsEqual(self.name) {
        self.name = Array(name)
        latest = start
        if start.text >= PopulationInput.blockSize { return take(start) }
      } else if records.count - latest.record > mostEvents {
        throw InputFailure.tooManyEvents(
          file, line: record.line, player: String(decoding: name, as: UTF8.self), mostEvents)
      }
    }
    return records.isEmpty ? nil : take((records.count, text.count))
  }

  /// Returns the records before a position, and keeps the others.
  private func take(_ end: (record: Int, text: Int)) -> PopulationBlock {
    let block = PopulationBlock(
      lines: .table(
        Array(text[..<end.text]), Array(records[..<end.record]), columns: feed.header), file: file)
    text.removeFirst(end.text)
    records.removeFirst(end.record)
    for index in records.indices {
      records[index].fields = records[index].fields.map {
        $0.lowerBound - end.text..<$0.upperBound - end.text
      }
    }
    latest = (0, 0)
    return block
  }
}
