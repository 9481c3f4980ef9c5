public import Rules

/// What readies sparks to be taken: everything that can be done without looking into the profile,
/// so that another thread can do it. It is that thread's own.
public struct SparkPreparation {
  private let seed: UInt64
  private let latest: Instant
  /// The zone of times that come without an offset.
  private let zone: Zone
  /// The zone of instants.
  private let profileZone: Zone

  /// Readies sparks for a session.
  ///
  /// - Parameters:
  ///   - terms: those of the session.
  ///   - zone: the zone of times without an offset; the profile's if not given.
  /// - Throws: `SessionError.unknownZone`.
  public init(_ terms: Session.Terms, zone: String? = nil) throws(SessionError) {
    seed = terms.seed
    latest = terms.latest
    profileZone = try Zone(name: terms.zone)
    self.zone = try zone.map { (name) throws(SessionError) in try Zone(name: name) } ?? profileZone
  }

  /// Readies the spark that a draft asks for, which has to say when.
  ///
  /// - Returns: `nil` when it does not say when.
  /// - Throws: `SessionError.field` when it is refused.
  public func prepare(_ draft: SparkDraft) throws(SessionError) -> PreparedSpark? {
    guard let time = draft.at else { return nil }
    let zone = if case .instant = time { profileZone } else { self.zone }
    let (at, offset, note) = try zone.placed(time, until: latest)
    let spark = try draft.spark(at: at, offset: offset)
    if let key = draft.key { try key.checkAsKey() }
    return PreparedSpark(
      spark: spark,
      id: spark.id(seed: seed, key: draft.key.map { .given($0) } ?? .content(occurrence: 0)),
      key: draft.key, note: note, seed: seed, unsaid: draft.unsaid)
  }
}

/// A spark that is ready to be taken: `Session.take(_:)`.
public struct PreparedSpark: Sendable {
  let spark: Spark
  /// Its id by its key, or as the first of its content.
  let id: EventID
  let key: String?
  let note: Zone.Note?
  let seed: UInt64
  /// The names of fields that its source says nothing of.
  let unsaid: Set<String>

  /// Whether its source has the very id that it gets by what it says.
  public var isNamed = false
  /// The event that its source knows it as, if it may have to be set back to what it said first.
  public var known: EventID?

  /// What was to be recorded, as far as it matters: with the offset at its time.
  public var draft: SparkDraft {
    var draft = SparkDraft(title: spark.title, category: spark.category)
    draft.intensity = spark.intensity
    draft.at = .written(
      Timestamp(spark.at, offset: spark.offset))
    draft.notes = spark.notes
    draft.tags = spark.tags
    draft.estimatedMinutes = spark.estimatedMinutes.map { Int64($0) }
    draft.actualMinutes = spark.actualMinutes.map { Int64($0) }
    draft.key = key
    draft.unsaid = unsaid
    return draft
  }

  /// Whether an id is what the spark gets by itself: by its key, or as one of a few of its content.
  public func isFirst(orLaterAs other: EventID) -> Bool {
    if other == id { return true }
    return key == nil
      && (1..<NaturalKey.fewEqual).contains {
        spark.id(seed: seed, key: .content(occurrence: $0)) == other
      }
  }
}

extension PreparedSpark {
  /// The same with the other line ends in its notes, where only what it says tells it from others: a
  /// program that changes the line ends of a file changes those in texts, too. `nil` where the notes
  /// are no more than one line.
  var withOtherLineEnds: PreparedSpark? {
    guard key == nil, !isNamed, let notes = spark.notes?.withOtherLineEnds,
      let other = try? Spark(
        at: spark.at, offset: spark.offset, category: spark.category, intensity: spark.intensity,
        title: spark.title, notes: notes, tags: spark.tags,
        estimatedMinutes: spark.estimatedMinutes.map { Int64($0) },
        actualMinutes: spark.actualMinutes.map { Int64($0) })
    else { return nil }
    return PreparedSpark(
      spark: other, id: other.id(seed: seed, key: .first), key: nil, note: note, seed: seed,
      unsaid: unsaid)
  }
}

extension NaturalKey {
  /// That of what has no key and is the first of its content.
  public static var first: NaturalKey { .content(occurrence: 0) }

  /// So many equal events are told from others by what they say alone.
  public static let fewEqual: UInt32 = 16
}

extension Session {
  /// What another thread has to know of a session to do some of its work.
  public struct Terms: Sendable {
    let seed: UInt64
    /// The name of the profile's zone.
    public let zone: String
    /// The instant that counts as now.
    public let now: Instant
    let latest: Instant
  }

  /// What another thread has to know of this session.
  public var terms: Terms {
    Terms(seed: profile.seed, zone: zone.name, now: now, latest: latest)
  }

  /// Lets records say that something happened up to an instant, though that be later than now: a
  /// session gives events that come without a time a millisecond each, so that the last of them
  /// stand ahead of the clock for a while.
  public func acceptTimes(until instant: Instant) { latest = max(latest, instant) }
}

extension Zone {
  /// Where an event stands that says when it happened.
  ///
  /// - Parameter latest: now, or what is accepted beyond.
  func placed(
    _ time: EventTime, until latest: Instant
  ) throws(SessionError) -> Session.Placed {
    let resolved: (instant: Instant, offset: UTCOffset, note: Zone.Note?)
    switch time {
    case .written(let timestamp): resolved = resolve(timestamp)
    case .instant(let instant): resolved = (instant, offset(at: instant), nil)
    }
    guard resolved.instant >= .earliest else {
      throw .field(
        FieldError(
          field: "at", expected: "an instant from \(Instant.earliest) on",
          found: "\(resolved.instant.milliseconds) ms"))
    }
    if resolved.instant > latest {
      throw .field(
        FieldError(
          field: "at", expected: "a time that is not later than now (\(text(latest)))",
          found: resolved.instant.text(offset: resolved.offset)))
    }
    return (resolved.instant, resolved.offset, resolved.note)
  }
}
