import FlintRules
import Storage

struct UnitOfWork {
  /// The sum of the records when the transaction began, or was last committed.
  var recordsAtBegin = RecordSum()
  /// The file's change mark when the latest transaction began.
  var changeMark: Int64?
  var isStarted = false
  /// The error after which nothing more can be done: some of the work may be lost, so none of it
  /// may be committed.
  var failure: StoreError?
  /// Whether the unit of work is over: a session that was retained cannot begin another one.
  var isEnded = false
}

extension Session {
  /// Runs work, and converts its errors into errors of a session. After an error of the file,
  /// nothing more can be done: the database may have rolled back some of an open transaction by
  /// itself.
  @inline(__always)
  func work<Result>(_ body: () throws -> Result) throws(SessionError) -> Result {
    do {
      return try body()
    } catch {
      throw failed(error)
    }
  }

  @inline(__always)
  func read<Result>(_ body: (StoreAccess) throws -> Result) throws(SessionError) -> Result {
    try work {
      try begin()
      return try body(access)
    }
  }

  private func failed(_ error: any Error) -> SessionError {
    let converted = SessionError(access.cause(of: error), path: access.path)
    if case .store(let failure) = converted, !(error is SessionError),
      unit.isStarted || access.isInTransaction
    {
      unit.failure = failure
      unit.isStarted = false
    }
    return converted
  }

  /// Begins the transaction at the first use, and makes everything that was recorded visible to
  /// queries.
  func begin() throws {
    try beginAdding()
    try bulk.prepareForQuery()
  }

  /// Begins the transaction, and detects changes by other processes since the last one.
  func beginTransaction() throws {
    if let failure = unit.failure { throw SessionError.store(failure) }
    if unit.isEnded { throw SessionError.ended }
    try access.begin(writing: options.isWriting)
    let found = try access.profile.recordSum()
    let next = try access.records.lastSequence() + 1
    // A merge that only replaces original contents does not change the sum.
    let mark = try access.changeMark()
    if found != progress.records || mark != unit.changeMark ?? mark || fold.isUnread {
      fold.forget()
      related = RelatedEvents()
      bulk.forget()
      duplicates.endOwnRange(before: progress.nextSequence, next: next)
    }
    progress.nextSequence = next
    progress.records = found
    unit.changeMark = mark
    unit.recordsAtBegin = found
    unit.isStarted = true
  }

  func commit() throws {
    if let failure = unit.failure { throw SessionError.store(failure) }
    guard unit.isStarted else { return }
    try bulk.flush()
    let isInSource = progress.batches.source != nil
    if !isInSource { try closeBatch() }
    // Within a source a stale fold is not refreshed, which would have to be repeated again and
    // again.
    let isMidway = isInSource && fold.isStale
    if progress.records != unit.recordsAtBegin {
      if !isMidway { try refreshState() }
      try access.profile.setRecordSum(progress.records)
    }
    // A newly folded state is worth storing even if nothing was recorded.
    if options.isWriting && !access.isReadOnly && !isMidway {
      try fold.cacheIfWorthwhile(
        access, records: progress.records, most: options.mostBehindCache)
    }
    try access.commit(records: progress.records.count - unit.recordsAtBegin.count)
    unit.isStarted = false
    unit.recordsAtBegin = progress.records
    progress.batches.didCommit()
  }

  /// Ends the unit of work, successful or not.
  func end() {
    unit.isEnded = true
    unit.isStarted = false
  }

  /// Closes the open batch, if any: the next records belong to another one.
  func closeBatch() throws { try progress.batches.close(access, progress.records) }

  @inline(__always)
  func provenance() throws -> Provenance {
    let present = progress.clock.present
    let batch =
      try progress.batches.current
      ?? progress.batches.number(access, options, at: present, progress.records)
    return Provenance(sequence: progress.nextSequence, recordedAt: present, batch: batch)
  }

  @inline(__always)
  func count(_ hash: EventID) {
    progress.nextSequence += 1
    progress.records.add(hash)
  }

  /// Reads the sums again after records were written without this session.
  func reloadSums() throws {
    progress.records = try access.records.sum()
    progress.nextSequence = try access.records.lastSequence() + 1
    bulk.forget()
    fold.forget()
    related = RelatedEvents()
  }

  /// Runs a closure whose changes are kept completely or not at all.
  ///
  /// - Parameter isKept: returns whether the changes are kept; they never are when the closure throws.
  /// - Throws: the errors of the closure, or `SessionError`.
  package func savepoint<Result>(
    isKept: (Result) -> Bool = { _ in true }, _ body: () throws -> Result
  ) throws -> Result {
    let before = try work {
      try begin()
      try access.beginSavepoint()
      return progress
    }
    duplicates.beginSavepoint()
    fold.earliestChange = nil
    let rulebook = fold.rulebook
    do {
      let result = try body()
      try endSavepoint(isKept: isKept(result), before, rulebook)
      return result
    } catch {
      try endSavepoint(isKept: false, before, rulebook)
      throw error
    }
  }

  private func endSavepoint(
    isKept: Bool, _ before: SessionProgress, _ rulebook: Rulebook
  ) throws {
    try work {
      try bulk.flush()
      try access.endSavepoint(isKept: isKept)
    }
    duplicates.endSavepoint(isKept: isKept)
    if isKept { return }
    bulk.forget()
    progress = before
    if fold.rulebook.hash != rulebook.hash || fold.rulebook.dayStart != rulebook.dayStart {
      fold = SessionFold(rulebook: rulebook, seed: fold.seed)
    }
    if let earliest = fold.earliestChange { fold.invalidate(from: earliest) }
    related = RelatedEvents()
  }

  // MARK: Sources

  /// Begins a source: the following records form a batch of their own, across checkpoints. Rows
  /// without keys that equal one of another source are duplicates of it: a profile contains as many
  /// equal rows as the source with the most of them.
  ///
  /// - Parameters:
  ///   - kind: the kind of the batch, such as `import`.
  ///   - name: the origin of the records, such as a file name.
  package func beginSource(kind: String, name: String) throws(SessionError) {
    try work {
      try begin()
      try closeBatch()
      progress.batches.source = (kind, name)
      duplicates.beginSource(at: progress.nextSequence)
    }
  }

  /// Stores the details of the source so far, for readers before its end.
  ///
  /// - Parameter detail: a JSON object, stored with the batch.
  package func describeSource(_ detail: String) throws(SessionError) {
    guard let number = progress.batches.current, progress.batches.source != nil else { return }
    try read { try $0.batches.describe(number, detail) }
  }

  /// The number of the source's batch, once something has been recorded in it.
  package var sourceBatch: Int64? {
    let batches = progress.batches
    return batches.source != nil && batches.hasRecords(progress.records) ? batches.current : nil
  }

  /// - Parameter detail: a JSON object, stored with the batch.
  /// - Returns: the number of the batch; `nil` when nothing was recorded and so there is no batch.
  package func endSource(detail: String? = nil) throws(SessionError) -> Int64? {
    guard progress.batches.source != nil else { return nil }
    return try work {
      try begin()
      let number = progress.batches.current
      if let number, let detail { try access.batches.describe(number, detail) }
      let isKept = progress.batches.hasRecords(progress.records)
      try closeBatch()
      progress.batches.source = nil
      duplicates.endSource(at: progress.nextSequence)
      return isKept ? number : nil
    }
  }
}
