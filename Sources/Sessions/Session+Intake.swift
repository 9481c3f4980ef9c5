public import Rules
import Storage

/// Taking sparks by the million: what a file says, much of which the profile may have already.
///
/// A session looks each spark up in the file, until it sees that another way is worth while: when
/// thousands in a row are new they are added in bulk, told apart by a filter; when they are known, they
/// are read one after the other beside the file. It changes over as often as the file does.
final class SparkIntake {
  enum Mode {
    /// Each is looked up in the file.
    case looking
    /// They are new: all ids there are, roughly, are in `seen`.
    case adding
    /// They are known: each is expected behind the one before it.
    case meeting(SparkReader)
  }

  var mode = Mode.looking
  var seen = SeenIDs(expecting: 0)
  /// Those added in bulk whose ids the filter took for known: nearly all of them are new.
  var doubtful: [Doubt] = []
  /// The places of those of them that were there already, and were taken away again.
  var withdrawn: Set<Int64> = []
  /// The events about which there was a correction when the profile's sparks began to be met.
  var corrected: Set<EventID> = []
  /// Where the profile's sparks stand, if they do not come in the order of recording.
  var rows: KnownRows?
  /// How often one did not come in that order.
  var misses = 0
  /// How many sparks the profile has, those added one by one included.
  var stored: Int64 = 0
  /// How many are expected.
  let expected: Int
  /// How many in a row were new, and how many were there already.
  var new: Int64 = 0
  var known: Int64 = 0

  init(expected: Int) { self.expected = expected }

  /// An event that was added without its id being known to be free.
  struct Doubt {
    var place: FoldPlace
    var sequence: Int64
    /// What was counted about its time.
    var note: Zone.Note?
  }
}

/// What became of a spark that was taken.
public struct Taken: Sendable {
  /// What became of it, as far as it could be told.
  public var recorded: Recorded
  /// If it cannot be told yet whether it is new: its place, which `endIntake` may name.
  public var doubt: Int64?
}

extension Session {
  /// So many in a row have to be new, or known, before another way is taken.
  private static let leastRun: Int64 = 2048
  /// Past so many sparks of the profile and the file nothing is added in bulk, to hold memory down.
  private static let mostSeen: Int64 = 24_000_000
  /// With more in doubt the file says much that is known, and is not for bulk.
  private static let mostDoubtful = 16_384
  /// The filter is made for so many at most: what a file says of its size may be untrue, and it grows.
  private static let mostAtFirst = 12_000_000

  /// Begins to take sparks with `take`.
  ///
  /// - Parameter count: how many there will be, if that is known.
  public func beginIntake(expecting count: Int?) throws(SessionError) {
    try begin()
    let rows = try storing { () throws(StoreError) in try access.sparkRows() }
    let intake = SparkIntake(expected: min(max(0, count ?? 1_000_000), Int(Self.mostSeen)))
    intake.stored = rows
    self.intake = intake
    // Into a profile without sparks everything is new.
    if rows == 0 { try beginAddingInBulk(rows) }
  }

  /// Records a spark like `add`.
  ///
  /// - Returns: what became of it. If that is in doubt, the draft has to be kept: it has to be added
  ///   with `add` after all if `endIntake` names its place.
  public func take(_ prepared: PreparedSpark) throws(SessionError) -> Taken {
    try beginAdding()
    guard let intake else { return Taken(recorded: try add(prepared)) }
    count(prepared.note)
    switch intake.mode {
    case .adding:
      if removedSparks.isEmpty { return try addInBulk(prepared, intake) }
      try settleIntake()
    case .meeting(let reader):
      if let recorded = try meet(prepared, intake, reader) { return Taken(recorded: recorded) }
    case .looking: break
    }
    let recorded = try addCounted(try known(prepared))
    try countForIntake(recorded.status)
    return Taken(recorded: recorded)
  }

  /// Records a spark like `add` of a draft.
  public func add(_ prepared: PreparedSpark) throws(SessionError) -> Recorded {
    try beginAdding()
    count(prepared.note)
    return try addCounted(prepared)
  }

  /// A spark as the profile had it before this source, if that has other line ends.
  private func known(_ prepared: PreparedSpark) throws(SessionError) -> PreparedSpark {
    guard let other = prepared.withOtherLineEnds else { return prepared }
    let isOther = try storing { () throws(StoreError) in
      guard let sequence = try access.sparkSequence(of: other.id), !isOwn(sequence) else {
        return false
      }
      return try access.sparkSequence(of: prepared.id) == nil
    }
    return isOther ? other : prepared
  }

  private func addCounted(_ prepared: PreparedSpark) throws(SessionError) -> Recorded {
    try add(prepared.spark, key: prepared.key, isTimed: true, prepared.note)
  }

  /// The events about which there is a correction.
  public func correctedEvents() throws(SessionError) -> Set<EventID> {
    try begin()
    return try storing { () throws(StoreError) in try access.correctedEvents() }
  }

  /// Whether something that was taken is still in doubt.
  public var isInDoubt: Bool { !(intake?.doubtful.isEmpty ?? true) }

  /// The places of what was taken in doubt and turned out to have been there already, since this was
  /// asked last. Nothing may be in doubt any more.
  public func withdrawnSparks() -> Set<Int64> {
    guard let intake else { return [] }
    defer { intake.withdrawn = [] }
    return intake.withdrawn
  }

  /// Ends meeting known sparks: others have written to the file.
  func forgetMeeting() {
    guard let intake, case .meeting(let reader) = intake.mode else { return }
    reader.pause()
    intake.mode = .looking
    intake.known = 0
    intake.rows = nil
  }

  /// Ends taking: the file can be asked again. More can be taken after another `beginIntake`.
  ///
  /// - Returns: the places of what was taken in doubt and was there already: it is as if it had not
  ///   been taken.
  public func endIntake() throws(SessionError) -> Set<Int64> {
    guard let intake else { return [] }
    try settleIntake()
    self.intake = nil
    return intake.withdrawn
  }

  /// Makes the file answer questions again.
  func settleIntake() throws(SessionError) {
    guard let intake else { return }
    if case .meeting(let reader) = intake.mode { reader.pause() }
    guard case .adding = intake.mode else { return }
    intake.mode = .looking
    intake.new = 0
    intake.seen = SeenIDs(expecting: 0)
    let doubtful = intake.doubtful
    intake.doubtful = []
    if !doubtful.isEmpty {
      let twice = try storing { () throws(StoreError) in
        try access.laterSparks(ofIDs: Set(doubtful.map(\.place.id)))
      }
      for doubt in doubtful where twice.contains(doubt.sequence) {
        try storing { () throws(StoreError) in try access.withdrawSpark(doubt.sequence) }
        uncount(doubt.place.id)
        tally.added -= 1
        switch doubt.note {
        case .ambiguous?: tally.ambiguousTimes -= 1
        case .skipped?: tally.skippedTimes -= 1
        case nil: break
        }
        intake.withdrawn.insert(doubt.sequence)
        fold.invalidate(from: doubt.place.at)
      }
    }
    try storing { () throws(StoreError) in try access.endBulk() }
  }

  // MARK: Everything is new

  private func beginAddingInBulk(_ rows: Int64) throws(SessionError) {
    guard let intake, rows <= Self.mostSeen else { return }
    // No index can be dropped while rows are being read.
    if case .meeting(let reader) = intake.mode { reader.pause() }
    intake.seen = SeenIDs(expecting: min(Int(rows) + intake.expected, Self.mostAtFirst))
    try storing { () throws(StoreError) in
      if rows > 0 { try access.forEachSparkID { _ = intake.seen.insert($0) } }
      try access.beginBulk(inOrder: !fold.isStale)
    }
    intake.mode = .adding
  }

  private func addInBulk(
    _ prepared: PreparedSpark, _ intake: SparkIntake
  ) throws(SessionError) -> Taken {
    let (spark, id) = (prepared.spark, prepared.id)
    let isNew = intake.seen.insert(id)
    let provenance = try provenance()
    access.insertInBulk(spark, id: id, key: prepared.key, provenance)
    count(id)
    tally.added += 1
    intake.stored += 1
    let event = spark.event(id: id)
    let outcome = try append(event)
    if outcome == nil, access.isTimeIndexed {
      // Not in the order of time: the index of instants, too, is better made anew.
      try storing { () throws(StoreError) in try access.dropTimeIndex() }
    }
    var taken = Taken(
      recorded: Recorded(
        id: id, status: .added, event: event, outcome: outcome, note: prepared.note))
    if !isNew {
      taken.doubt = provenance.sequence
      intake.doubtful.append(
        .init(place: event.place, sequence: provenance.sequence, note: prepared.note))
    }
    if Int64(intake.seen.count) >= Self.mostSeen || intake.doubtful.count >= Self.mostDoubtful {
      try settleIntake()
    }
    return taken
  }

  // MARK: Everything is known

  private func beginMeeting() throws(SessionError) {
    guard let intake else { return }
    let reader = try storing { () throws(StoreError) in
      intake.corrected = try access.correctedEvents()
      return try access.sparkReader()
    }
    intake.mode = .meeting(reader)
  }

  /// Finds a spark in the profile where it is expected: behind the one that was found before it, as
  /// files mostly come in the order in which they were recorded; or else by all known ids.
  ///
  /// - Returns: `nil` when it has to be looked up.
  private func meet(
    _ prepared: PreparedSpark, _ intake: SparkIntake, _ reader: SparkReader
  ) throws(SessionError) -> Recorded? {
    let id = prepared.id
    // What was corrected may say something else than it did, or be removed; what comes more than
    // once is left to be looked up.
    if intake.corrected.contains(id) || (prepared.key == nil && occurrences[id] != nil) {
      return nil
    }
    let found = try storing { () throws(StoreError) -> Bool in
      if try access.isNext(id, reader) { return true }
      if intake.rows == nil {
        // Not in that order, then: once that happens often, all ids are worth knowing.
        intake.misses += 1
        if intake.misses > 1000 { try learnRows(intake) }
      }
      guard let sequence = intake.rows?.sequence(of: id) else { return false }
      return try access.isAt(sequence, id, reader)
    }
    guard found else {
      if intake.rows == nil { try follow(prepared, reader) }
      return nil
    }
    // One that this very source has added is no older one.
    if isOwn(reader.sequence) { return nil }
    if prepared.key == nil {
      guard occurrences.meet(reader.sequence) else { return nil }
    } else {
      let isSame = try storing { () throws(StoreError) in
        try access.isSame(prepared.spark, reader)
      }
      guard isSame else { return nil }
    }
    tally.unchanged += 1
    return Recorded(
      id: id, status: .unchanged, event: prepared.spark.event(id: id), note: prepared.note)
  }

  /// Makes the reader go on behind a spark that was not where it was expected, if there is one.
  private func follow(
    _ prepared: PreparedSpark, _ reader: SparkReader
  ) throws(SessionError) {
    try storing { () throws(StoreError) in
      if let sequence = try access.sparkSequence(of: prepared.id) {
        try access.goOn(behind: sequence, reader)
      }
    }
  }

  private func learnRows(_ intake: SparkIntake) throws(StoreError) {
    let count = try access.sparkRows()
    guard count <= KnownRows.most else {
      // Too many to be held: each is looked up, in the order of the file.
      intake.misses = .min
      return
    }
    var rows = KnownRows(expecting: Int(count))
    try access.forEachSparkPlace { id, sequence in
      if let sequence = UInt32(exactly: sequence) { rows.insert(id, sequence: sequence) }
    }
    intake.rows = rows
  }

  // MARK: Changing over

  private func countForIntake(_ status: Recorded.Status) throws(SessionError) {
    guard let intake else { return }
    switch status {
    case .added:
      intake.new += 1
      intake.stored += 1
      intake.known = 0
    case .unchanged, .restored:
      intake.known += 1
      intake.new = 0
    }
    if intake.new >= Self.leastRun, intake.new % Self.leastRun == 0 {
      // Making the indexes anew costs about as much as so many new sparks.
      if intake.new >= intake.stored / 4 { try beginAddingInBulk(intake.stored) }
    } else if intake.known == Self.leastRun {
      try beginMeeting()
    }
  }
}
