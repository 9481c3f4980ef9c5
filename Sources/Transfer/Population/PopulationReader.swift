import CSV
import FlintJSON

package struct PopulationReader {
  private var reader: PlayerReader
  private let mostEvents: Int
  /// The player whose lines are being read.
  private var player: String?
  private var rejects: [RejectedLine] = []
  /// The first line beyond the maximum number of events of a player.
  private var tooLong: (line: Int, player: String)?

  package init(_ terms: PopulationTerms) {
    reader = PlayerReader(terms)
    mostEvents = terms.mostEvents
  }

  /// Reads the players of a block one after another.
  ///
  /// - Parameter body: receives each player with its events.
  /// - Returns: the rejected lines, in order.
  /// - Throws: `InputFailure` when a player has too many events.
  package mutating func read(
    _ block: PopulationBlock, body: (PlayerLines) -> Void
  ) throws(InputFailure) -> [RejectedLine] {
    rejects = []
    player = nil
    switch block.lines {
    case .json(let bytes, let first):
      var (number, start) = (first, 0)
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        var scanner = JSONScanner(bytes, in: start..<end)
        scanner.refusesRepeats = true
        if scanner.peek() != nil {
          add(number, body) { () throws(RowProblem) in try EventLine(&scanner) }
        }
        (number, start) = (number + 1, end + 1)
      }
    case .table(let text, let records, let columns):
      for record in records {
        add(record.line, body) { () throws(RowProblem) in
          try EventLine(record, text, columns)
        }
      }
    }
    end(body)
    if let tooLong {
      throw .tooManyEvents(
        block.file, line: tooLong.line, player: tooLong.player, mostEvents)
    }
    if !rejects.isEmpty { quote(block) }
    return rejects
  }

  private mutating func add(
    _ number: Int, _ body: (PlayerLines) -> Void, _ read: () throws(RowProblem) -> EventLine
  ) {
    let line: EventLine
    do throws(RowProblem) {
      line = try read()
      if line.player == nil { throw RowProblem(reason: "player: expected a name, got nothing") }
    } catch {
      rejects.append(RejectedLine(line: number, reason: error.description))
      return
    }
    if line.player != player, let next = line.player {
      end(body)
      player = next
      reader.begin(next)
    }
    reader.add(line, number: number)
    if reader.lineCount > mostEvents, tooLong == nil { tooLong = (number, player ?? "") }
  }

  /// Ends the player, if there is one.
  private mutating func end(_ body: (PlayerLines) -> Void) {
    if player == nil { return }
    let lines = reader.finish()
    rejects += lines.rejects
    body(lines)
  }

  /// Adds the texts of the rejected lines.
  private mutating func quote(_ block: PopulationBlock) {
    rejects.sort { $0.line < $1.line }
    switch block.lines {
    case .json(let bytes, let first):
      var (number, start) = (first, 0)
      for index in rejects.indices {
        while number < rejects[index].line, let end = bytes[start...].firstIndex(of: 0x0A) {
          (number, start) = (number + 1, end + 1)
        }
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        rejects[index].text = String(decoding: bytes[start..<end], as: UTF8.self)
      }
    case .table(let text, let records, _):
      let lines = Dictionary(records.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first })
      for index in rejects.indices {
        guard let record = lines[rejects[index].line] else { continue }
        var writer = CSVWriter()
        writer.append(record: record.fields.map { String(decoding: text[$0], as: UTF8.self) })
        writer.drain { span in
          rejects[index].text = span.withUnsafeBufferPointer {
            String(decoding: $0.dropLast(), as: UTF8.self)
          }
        }
      }
    }
  }
}

extension EventLine {
  /// Reads a record of a table; empty fields are absent.
  fileprivate init(
    _ record: PopulationBlock.Record, _ text: [UInt8], _ columns: [String]
  ) throws(RowProblem) {
    self.init()
    if let problem = record.problem { throw RowProblem(reason: problem) }
    for (name, range) in zip(columns, record.fields) where !range.isEmpty {
      let field = String(decoding: text[range], as: UTF8.self)
      switch name {
      case "at": try set(name, Int64(field).map { .integer($0) } ?? .string(field))
      case "content": try set(name, try Self.json(field))
      default: try set(name, .string(field))
      }
    }
    if record.fields.count > columns.count {
      throw RowProblem(
        reason: "\(record.fields.count) fields, but the header has \(columns.count)")
    }
  }

  private static func json(_ field: String) throws(RowProblem) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(foreign: Array(field.utf8))
    } catch {
      throw RowProblem(reason: "content: not JSON: column \(error.column): \(error.problem)")
    }
  }
}
