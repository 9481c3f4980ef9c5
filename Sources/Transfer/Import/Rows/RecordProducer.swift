import CSV
import FlintCalendar
import FlintRules
import Sessions

/// Reads and translates the records of a file in batches. It is used by one thread, which may
/// differ from the one that records them.
final class RecordProducer {
  private let feed: RecordFeed
  private var translator: any RecordTranslator
  private let preparation: SparkPreparation
  private let isUpdating: Bool
  private var isFinished = false
  /// The size of the latest batch, in bytes and fields, which that of the next one is like.
  private var latest = (size: 0, fields: 0)

  private static let inTheFileItself =
    " it in the file itself, since the rejects file does not contain the row"

  struct Opening: Sendable {
    /// The names of the columns in a rejects file.
    var header: [String]
    var expected: Int?
    /// Whether the file is a rejects file.
    var isRejects: Bool
  }

  struct Ending: Sendable {
    var hash: String
    /// The number of bytes, and the number of them on disk.
    var bytes, position: Int64
    /// Remarks about all records, for the report.
    var notes: [String]
  }

  /// - Parameter source: the source of the file, if it is open already.
  /// - Throws: `InputFailure` if the file cannot be read or is not of the format; `SessionError`.
  init(
    _ format: any RecordFormat, _ file: InputFile, _ options: ImportOptions,
    _ terms: Session.Terms, _ references: References, _ source: ByteSource? = nil
  ) throws {
    isUpdating = options.isUpdating
    preparation = try SparkPreparation(terms, zone: options.values.zone)
    feed = try RecordFeed(file, options.text, source)
    var context = ReadingContext(
      zone: try CivilZone.named(options.values.zone ?? terms.zone, dayStart: terms.dayStart),
      now: terms.now,
      dateOrder: options.values.dateOrder, moods: options.values.moods
    ).under(terms.rulebook)
    context.references = references
    let written = feed.header
    guard
      let translator = format.translator(for: written, context)
        ?? (feed.simplifyHeader() ? format.translator(for: feed.header, context) : nil)
    else {
      throw InputFailure(
        file.name,
        FileKind(feed.text.start.text)?.problem
          ?? format.mismatch(CSVHeader.advice(written) == nil ? feed.header : written)
          ?? "not a file of format \(format.name): its columns are "
          + feed.header.joined(separator: ","), isUnreadable: false)
    }
    self.translator = translator
  }

  var opening: Opening {
    Opening(
      header: feed.originalHeader, expected: feed.expectedRecords, isRejects: feed.rejectWidth > 0)
  }

  /// The properties of the file, once it was read to its end.
  var ending: Ending {
    let source = feed.text.source
    return Ending(
      hash: source.hashText, bytes: source.count, position: source.position,
      notes: feed.notes + translator.remarks)
  }

  /// Returns the next records; `nil` at the end.
  ///
  /// - Throws: `InputFailure`.
  func next() throws -> RecordBatch? {
    if isFinished { return nil }
    var batch = RecordBatch(
      size: latest.size + latest.size / 16, fields: latest.fields + latest.fields / 16)
    let width = feed.ownWidth
    while !batch.isFull {
      do {
        guard try feed.next() else {
          isFinished = true
          break
        }
        try append(feed.parser.record, width, to: &batch)
      } catch let error as CSVError {
        try append(error, width, to: &batch)
      }
    }
    latest = (batch.size, batch.fieldCount)
    batch.position = feed.text.source.position
    return batch.rows.isEmpty ? nil : batch
  }

  @inline(__always)
  private func append(
    _ record: borrowing CSVRecord, _ width: Int?, to batch: inout RecordBatch
  ) throws {
    var content = feed.problem.map { .rejected($0) } ?? translated(record)
    if case .rejected(var problem) = content {
      if let interruption = translator.interruption { throw interruption }
      if let number = feed.jsonRow?.number {
        problem.reason += " (row \(number))"
        content = .rejected(problem)
      }
    }
    if feed.isOwnJSON, case .rejected(var problem) = content, feed.problem != nil {
      problem.reason += "; correct" + RecordProducer.inTheFileItself
      problem.isSyntaxError = true
      batch.append(
        [], line: record.line, width: nil, rejectWidth: 0, .rejected(problem))
      return
    }
    if let row = feed.jsonRow, !feed.isOwnJSON {
      batch.append([row.bytes], line: row.line, width: nil, rejectWidth: 0, content)
      return
    }
    batch.append(record, width: width, rejectWidth: feed.rejectWidth, content)
  }

  /// Appends an invalid record as rejected, unless its bytes are text in the encoding that was
  /// given.
  private func append(_ error: CSVError, _ width: Int?, to batch: inout RecordBatch) throws {
    var problem = feed.text.faults.problem(error, feed.parser.record)
    var decoded: CSVParser?
    do throws(CSVError) {
      decoded = try feed.decoded(after: error)
    } catch {
      problem = feed.text.faults.problem(error)
    }
    if let decoded { return try append(decoded.record, width, to: &batch) }
    if error.code.isCut {
      // A truncated record cannot be fixed in the rejects file.
      problem.reason += "; shorten" + RecordProducer.inTheFileItself
    }
    let fields = error.code.isCut ? [] : feed.text.faults.restored(feed.parser.record, after: error)
    batch.append(
      fields, line: feed.parser.record.line, width: width, rejectWidth: feed.rejectWidth,
      .rejected(feed.unchangedProblem ?? problem))
  }

  @inline(__always)
  private func translated(_ record: borrowing CSVRecord) -> RowContent {
    do throws(RowProblem) {
      switch try translator.translate(record) {
      case .event(.spark(let imported)):
        guard let prepared = try prepared(imported) else { return .event(.spark(imported)) }
        return .spark(prepared)
      case .event(.known(let id, .spark(let imported))):
        // Usually the id follows from the content, and the spark is an ordinary one.
        if var prepared = try prepared(imported), prepared.isFirst(orLaterAs: id) {
          prepared.isNamed = true
          if isUpdating { prepared.known = id }
          return .spark(prepared)
        }
        return .event(.known(id, .spark(imported)))
      case let content: return content
      }
    } catch {
      return .rejected(error)
    }
  }

  @inline(__always)
  private func prepared(_ imported: NewSpark) throws(RowProblem) -> PreparedSpark? {
    do throws(SessionError) {
      return try preparation.prepare(imported)
    } catch {
      if case .field(let problem) = error { throw RowProblem(problem) }
      throw RowProblem(reason: error.description)
    }
  }
}
