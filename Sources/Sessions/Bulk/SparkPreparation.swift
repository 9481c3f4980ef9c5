import FlintCalendar
package import FlintRules
import FlintSchema

/// The preparation of sparks for a bulk insert: everything that does not need the profile, so that
/// another thread can do it. Used by one thread only.
package struct SparkPreparation {
  private let seed: UInt64
  private let latest: Instant
  private let rulebook: Rulebook
  /// The zone of times without an offset.
  private let zone: CivilZone
  private let profileZone: CivilZone
  /// The zones of days without a time, with the day starts that the profile had when earlier versions
  /// recorded events of a day at its start.
  private let formerZones: [CivilZone]

  /// - Parameter zone: the zone of times without an offset; by default that of the profile.
  /// - Throws: `SessionError.unknownZone`.
  package init(_ terms: Session.Terms, zone: String? = nil) throws(SessionError) {
    seed = terms.seed
    latest = terms.latest
    rulebook = terms.rulebook
    let dayStart = terms.dayStart
    profileZone = try CivilZone.named(terms.zone, dayStart: dayStart)
    self.zone =
      try zone.map { (name) throws(SessionError) in try CivilZone.named(name, dayStart: dayStart) }
      ?? profileZone
    formerZones = try terms.formerDayStarts.map { (start) throws(SessionError) in
      try CivilZone.named(zone ?? terms.zone, dayStart: start)
    }
  }

  /// Prepares the spark of a request, which must have a time.
  ///
  /// - Returns: `nil` when the request has no time.
  /// - Throws: `SessionError.field` when a value is invalid.
  package func prepare(_ new: NewSpark) throws(SessionError) -> PreparedSpark? {
    guard let time = new.at else { return nil }
    let zone = if case .instant = time { profileZone } else { self.zone }
    let (at, offset, note) = try zone.resolve(time, until: latest)
    let spark = try new.storable(at: at, offset: offset, under: rulebook)
    if let key = new.key { try key.checkAsKey() }
    var prepared = PreparedSpark(
      spark: spark,
      id: spark.id(seed: seed, key: new.key.map { .given($0) } ?? .content(occurrence: 0)),
      key: new.key, note: note, seed: seed, absentFields: new.absentFields)
    if !formerZones.isEmpty, new.key == nil, case .written(let timestamp) = time, timestamp.isDay {
      prepared.variants = formerZones.compactMap { zone in
        let (at, offset, _) = zone.start(of: timestamp.local.day)
        guard let spark = try? new.storable(at: at, offset: offset, under: rulebook) else {
          return nil
        }
        return PreparedSpark(
          spark: spark, id: spark.id(seed: seed, key: .first), key: nil, note: note, seed: seed,
          absentFields: new.absentFields)
      }
    }
    return prepared
  }
}

/// A spark that is ready for a bulk insert: see `BulkInserter.insert(_:)`.
package struct PreparedSpark: Sendable {
  let spark: Spark
  /// The id by its key, or as the first spark with its content.
  let id: EventID
  let key: String?
  let note: CivilZone.Note?
  let seed: UInt64
  /// The names of fields that are absent from the source.
  let absentFields: Set<String>

  /// The spark at the former times of a day without a time.
  var variants: [PreparedSpark] = []
  /// Whether the source contains exactly the id that is derived from the content.
  package var isNamed = false
  /// The event under which the source knows the spark, if its original content may have to be
  /// restored.
  package var known: EventID?

  /// The equivalent request, with the offset at its time.
  package var newSpark: NewSpark {
    var result = NewSpark(title: spark.title, category: spark.category)
    result.intensity = spark.intensity
    result.at = .written(
      Timestamp(spark.at, offset: spark.offset))
    result.notes = spark.notes
    result.tags = spark.tags
    result.estimatedMinutes = spark.estimatedMinutes.map { Int64($0) }
    result.actualMinutes = spark.actualMinutes.map { Int64($0) }
    result.key = key
    result.absentFields = absentFields
    return result
  }

  /// Returns whether an id is derived from the spark itself: from its key, or as one of the first
  /// few sparks with its content.
  package func isFirst(orLaterAs other: EventID) -> Bool {
    if other == id { return true }
    return key == nil
      && (1..<NaturalKey.fewEqual).contains {
        spark.id(seed: seed, key: .content(occurrence: $0)) == other
      }
  }
}

extension PreparedSpark {
  /// The spark with the other kind of line ends in its notes, if it is identified by its content
  /// alone: a program that changes the line ends of a file changes those in texts, too. `nil` where
  /// the notes have a single line.
  var withAlternativeLineEndings: PreparedSpark? {
    guard key == nil, !isNamed, let notes = spark.notes?.withAlternativeLineEndings else {
      return nil
    }
    let other = spark.withNotes(notes)
    return PreparedSpark(
      spark: other, id: other.id(seed: seed, key: .first), key: nil, note: note, seed: seed,
      absentFields: absentFields)
  }
}

extension NaturalKey {
  /// The natural key of the first event of its content without a key.
  package static var first: NaturalKey { .content(occurrence: 0) }

  /// The maximum number of equal events that are identified by their content alone.
  package static let fewEqual: UInt32 = 16
}
