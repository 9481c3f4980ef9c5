import Rules
import Storage

/// Taking sparks by the million: what a file says, much of which the profile may have already.
///
/// A session looks each spark up in the file, until it sees that another way is worth while: when
/// thousands in a row are new they are added in bulk, told apart by a filter; when they are known,
/// all known ids are held in memory. It changes over as often as the file does.
final class SparkIntake {
  enum Mode {
    /// Each is looked up in the file.
    case looking
    /// They are new: all ids there are, roughly, are in `seen`.
    case adding
    /// They are known: all that there were when this began, but for those that were corrected.
    case meeting(KnownRows, SparkReader)
  }

  var mode = Mode.looking
  var seen = SeenIDs(expecting: 0)
  /// How many are expected.
  let expected: Int
  /// How many in a row were new, and how many were there already.
  var new: Int64 = 0
  var known: Int64 = 0

  init(expected: Int) { self.expected = expected }
}

extension Session {
  /// So many in a row have to be new, or known, before another way is taken.
  private static let leastRun: Int64 = 2048
  /// Past so many sparks of the profile and the file nothing is added in bulk, to hold memory down.
  private static let mostSeen: Int64 = 24_000_000

  /// Begins to take sparks with `take`.
  ///
  /// - Parameter count: how many there will be, if that is known.
  public func beginIntake(expecting count: Int?) throws(SessionError) {
    try begin()
    let rows = try storing { () throws(StoreError) in try access.sparkRows() }
    intake = SparkIntake(expected: count ?? 1_000_000)
    // Into a profile without sparks everything is new.
    if rows == 0 { try beginAddingInBulk(rows) }
  }

  /// Records a spark like `add`, or says that it cannot be told without looking into the file
  /// whether it is new: then it has to be kept, and added with `add` after `endIntake`.
  ///
  /// - Returns: what became of it; `nil` when it has to be kept.
  public func take(_ draft: SparkDraft) throws(SessionError) -> Recorded? {
    try beginAdding()
    let (spark, note) = try spark(draft)
    guard let intake else { return try add(spark, draft, note) }
    switch intake.mode {
    case .adding:
      guard draft.at != nil, removedSparks.isEmpty else { return nil }
      return try addInBulk(spark, draft, note, intake)
    case .meeting(let rows, let reader):
      if let recorded = try meet(spark, draft, note, rows, reader) { return recorded }
    case .looking: break
    }
    let recorded = try add(spark, draft, note)
    try countForIntake(recorded.status)
    return recorded
  }

  /// Ends taking: the file can be asked again. More can be taken after another `beginIntake`.
  public func endIntake() throws(SessionError) {
    guard intake != nil else { return }
    try settleIntake()
    intake = nil
  }

  /// Makes the file answer questions again.
  func settleIntake() throws(SessionError) {
    guard let intake, case .adding = intake.mode else { return }
    intake.mode = .looking
    intake.new = 0
    intake.seen = SeenIDs(expecting: 0)
    try storing { () throws(StoreError) in try access.endBulk() }
  }

  // MARK: Everything is new

  private func beginAddingInBulk(_ rows: Int64) throws(SessionError) {
    guard let intake, rows <= Self.mostSeen else { return }
    intake.seen = SeenIDs(expecting: Int(rows) + intake.expected)
    try storing { () throws(StoreError) in
      if rows > 0 { try access.forEachSparkID { _ = intake.seen.insert($0) } }
      try access.beginBulk(inOrder: !fold.isStale)
    }
    intake.mode = .adding
  }

  private func addInBulk(
    _ spark: Spark, _ draft: SparkDraft, _ note: Zone.Note?, _ intake: SparkIntake
  ) throws(SessionError) -> Recorded? {
    if let key = draft.key { try check(key: key) }
    let id = spark.id(
      seed: profile.seed, key: draft.key.map { .given($0) } ?? .content(occurrence: 0))
    guard intake.seen.insert(id) else { return nil }
    access.insertInBulk(spark, id: id, key: draft.key, try provenance())
    count(id)
    tally.added += 1
    let event = spark.event(id: id)
    let outcome = try append(event)
    if outcome == nil, access.isTimeIndexed {
      // Not in the order of time: the index of instants, too, is better made anew.
      try storing { () throws(StoreError) in try access.dropTimeIndex() }
    }
    if Int64(intake.seen.count) >= Self.mostSeen { try settleIntake() }
    return Recorded(id: id, status: .added, event: event, outcome: outcome, note: note)
  }

  // MARK: Everything is known

  private func beginMeeting(_ rows: Int64) throws(SessionError) {
    guard rows <= KnownRows.most else { return }
    var known = KnownRows(expecting: Int(rows))
    let reader = try storing { () throws(StoreError) in
      let corrected = try access.correctedEvents()
      try access.forEachSparkPlace { id, sequence in
        // What was corrected may say something else than it did, or be removed.
        if let sequence = UInt32(exactly: sequence), !corrected.contains(id) {
          known.insert(id, sequence: sequence)
        }
      }
      return try access.sparkReader()
    }
    intake?.mode = .meeting(known, reader)
  }

  private func meet(
    _ spark: Spark, _ draft: SparkDraft, _ note: Zone.Note?, _ rows: KnownRows,
    _ reader: SparkReader
  ) throws(SessionError) -> Recorded? {
    let id: EventID
    if let key = draft.key {
      id = spark.id(seed: profile.seed, key: .given(key))
      guard let sequence = rows.sequence(of: id) else { return nil }
      let isSame = try storing { () throws(StoreError) in
        try access.isSame(spark, at: sequence, reader)
      }
      guard isSame else { return nil }
    } else {
      let first = spark.id(seed: profile.seed, key: .content(occurrence: 0))
      // What comes more than once is left to be looked up.
      guard occurrences[first] == nil, let sequence = rows.sequence(of: first),
        occurrences.meet(sequence)
      else { return nil }
      id = first
    }
    tally.unchanged += 1
    return Recorded(id: id, status: .unchanged, event: spark.event(id: id), note: note)
  }

  // MARK: Changing over

  private func countForIntake(_ status: Recorded.Status) throws(SessionError) {
    guard let intake else { return }
    switch status {
    case .added:
      intake.new += 1
      intake.known = 0
    case .unchanged, .restored:
      intake.known += 1
      intake.new = 0
    }
    if intake.new >= Self.leastRun, intake.new % Self.leastRun == 0 {
      let rows = try storing { () throws(StoreError) in try access.sparkRows() }
      // Making the indexes anew costs about as much as so many new sparks.
      if intake.new >= rows / 4 { try beginAddingInBulk(rows) }
    } else if intake.known == Self.leastRun {
      try beginMeeting(try storing { () throws(StoreError) in try access.sparkRows() })
    }
  }
}
