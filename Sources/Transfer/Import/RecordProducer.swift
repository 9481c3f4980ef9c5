import CSV
import Rules
import Sessions

/// Reads a file's records and says what they mean, a batch at a time. It belongs to one thread, which
/// need not be the one that records them.
final class RecordProducer {
  private let feed: RecordFeed
  private var translator: any RecordTranslator
  private let preparation: SparkPreparation
  private let isUpdating: Bool
  private var isFinished = false

  /// What the file is, once it has been opened.
  struct Opening: Sendable {
    var header: [String]
    var expected: Int?
  }

  /// Opens a file.
  ///
  /// - Parameter source: the file, if it is open already.
  /// - Throws: `InputFailure` when it cannot be read or is not of the format; `SessionError`.
  init(
    _ format: any RecordFormat, _ file: InputFile, _ options: ImportOptions,
    _ terms: Session.Terms, _ source: ByteSource? = nil
  ) throws {
    isUpdating = options.isUpdating
    preparation = try SparkPreparation(terms, zone: options.zone)
    feed = try RecordFeed(file, options, source)
    let context = ReadingContext(
      zone: try Zone(name: options.zone ?? terms.zone), now: terms.now,
      dateOrder: options.dateOrder, moods: options.moods)
    guard
      let translator = format.translator(for: feed.header, context)
        ?? (feed.simplifyHeader() ? format.translator(for: feed.header, context) : nil)
    else {
      throw InputFailure(
        file.name,
        format.mismatch(feed.header)
          ?? "not a file of format \(format.name): its columns are "
          + feed.header.joined(separator: ","), isUnreadable: false)
    }
    self.translator = translator
  }

  var opening: Opening { Opening(header: feed.header, expected: feed.expectedRecords) }

  /// The hash of what has been read, how many bytes that were, and how much of the file.
  var ending: (hash: String, bytes: Int64, position: Int64) {
    let source = feed.text.source
    return (source.hashText, source.count, source.position)
  }

  /// The next records; `nil` at the end.
  ///
  /// - Throws: `InputFailure`.
  func next() throws -> RecordBatch? {
    if isFinished { return nil }
    var batch = RecordBatch()
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
    batch.position = feed.text.source.position
    return batch.rows.isEmpty ? nil : batch
  }

  @inline(__always)
  private func append(
    _ record: borrowing CSVRecord, _ width: Int?, to batch: inout RecordBatch
  ) throws {
    let content = feed.unchangedProblem.map { .rejected($0) } ?? translated(record)
    if case .rejected = content, let interruption = translator.interruption {
      throw interruption
    }
    batch.append(record, width: width, rejectWidth: feed.rejectWidth, content)
  }

  /// Adds a record that is faulty, unless its bytes are text in the encoding that was said.
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
      // What was cut off is no record to be fixed.
      problem.reason += "; shorten it in the file itself, the row is not in the rejects file"
    }
    let fields = error.code.isCut ? [] : feed.text.faults.restored(feed.parser.record, after: error)
    batch.append(
      fields, line: feed.parser.record.line, width: width, rejectWidth: feed.rejectWidth,
      .rejected(feed.unchangedProblem ?? problem))
  }

  @inline(__always)
  private func translated(_ record: borrowing CSVRecord) -> RecordBatch.Content {
    do throws(RowProblem) {
      switch try translator.translate(record) {
      case .draft(.spark(let draft)):
        guard let prepared = try prepared(draft) else { return .draft(.spark(draft)) }
        return .spark(prepared)
      case .draft(.known(let id, .spark(let draft))):
        // Mostly it says what the id is made of, and is a spark like any other.
        if var prepared = try prepared(draft), prepared.isFirst(orLaterAs: id) {
          prepared.isNamed = true
          if isUpdating { prepared.known = id }
          return .spark(prepared)
        }
        return .draft(.known(id, .spark(draft)))
      case .draft(let draft): return .draft(draft)
      case .drafts(let drafts): return .drafts(drafts)
      case .skipped(let reason): return .skipped(reason)
      }
    } catch {
      return .rejected(error)
    }
  }

  @inline(__always)
  private func prepared(_ draft: SparkDraft) throws(RowProblem) -> PreparedSpark? {
    do throws(SessionError) {
      return try preparation.prepare(draft)
    } catch {
      if case .field(let problem) = error { throw RowProblem(problem) }
      throw RowProblem(reason: error.description)
    }
  }
}
