public import Rules

/// What readies sparks to be taken: everything that can be done without looking into the profile,
/// so that another thread can do it. It is that thread's own.
public struct SparkPreparation {
  private let seed: UInt64
  private let now: Instant
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
    now = terms.now
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
    let (at, offset, note) = try zone.placed(time, now: now)
    let spark = try draft.spark(at: at, offset: offset)
    if let key = draft.key { try key.checkAsKey() }
    return PreparedSpark(
      spark: spark,
      id: spark.id(seed: seed, key: draft.key.map { .given($0) } ?? .content(occurrence: 0)),
      key: draft.key, note: note)
  }
}

/// A spark that is ready to be taken: `Session.take(_:)`.
public struct PreparedSpark: Sendable {
  let spark: Spark
  /// Its id by its key, or as the first of its content.
  let id: EventID
  let key: String?
  let note: Zone.Note?
}

extension Session {
  /// What another thread has to know of a session to do some of its work.
  public struct Terms: Sendable {
    let seed: UInt64
    /// The name of the profile's zone.
    public let zone: String
    /// The instant that counts as now.
    public let now: Instant
  }

  /// What another thread has to know of this session.
  public var terms: Terms { Terms(seed: profile.seed, zone: zone.name, now: now) }
}

extension Zone {
  /// Where an event stands that says when it happened.
  func placed(
    _ time: EventTime, now: Instant
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
    if resolved.instant > now {
      throw .field(
        FieldError(
          field: "at", expected: "a time that is not later than now (\(text(now)))",
          found: resolved.instant.text(offset: resolved.offset)))
    }
    return (resolved.instant, resolved.offset, resolved.note)
  }
}
