import Rules
import Sessions

/// What a row cannot tell of how its event came to be, so that an import would make another event
/// of it: which of several equal ones it is, what it said when it was recorded, and that it has no
/// effect. Ids, and with them draws, hang on the first two.
struct Origins {
  private let seed: UInt64
  private let pasts: KeylessPasts
  private let voids: Set<EventID>
  /// How many plain rows there were of each content.
  private var plain: [EventID: UInt32] = [:]
  /// How many events there were for which no origin could be found.
  private(set) var unexplained = 0

  /// No more equal events than so many are looked at.
  private static let most: UInt32 = 100_000

  init(ofSparks session: Session) throws(SessionError) {
    seed = session.profile.seed
    pasts = try session.pastsOfKeylessSparks()
    voids = []
  }

  init(ofEvents session: Session) throws(SessionError) {
    seed = session.profile.seed
    pasts = try session.pastsOfKeylessEvents()
    voids = Set(try session.state().voids.map(\.event))
  }

  /// Whether any row may need one.
  var areNeeded: Bool { !pasts.isEmpty || !voids.isEmpty }

  /// Whether a keyless spark may need one.
  @inline(__always)
  func isOfInterest(_ row: SparkRow) -> Bool {
    if pasts.isEmpty { return false }
    return pasts.instants.contains(row.at) || pasts.sparks[row.id] != nil
  }

  /// What the row of a keyless spark does not tell.
  mutating func origin(of spark: Spark, id: EventID) -> String? {
    let original = pasts.sparks[id]
    guard original != nil || pasts.instants.contains(spark.at) else { return nil }
    let found = occurrence(of: id) { seed, occurrence in
      spark.id(seed: seed, key: .content(occurrence: occurrence))
    } orFirst: { seed, occurrence in
      original?.id(seed: seed, key: .content(occurrence: occurrence))
    }
    switch found {
    case .plain: return nil
    case .again(let occurrence): return text(occurrence, nil, isVoid: false)
    case .edited(let occurrence):
      return text(occurrence, original.map { $0.json }, isVoid: false)
    }
  }

  /// What the row of an event of any other kind does not tell.
  mutating func origin(of stored: StoredEvent) -> String? {
    let event = stored.event
    let isVoid = voids.contains(event.id)
    let original = pasts.events[event.id]
    if stored.key != nil { return isVoid ? text(0, nil, isVoid: true) : nil }
    // One without effect is never plain, so that wherever there are any, all are to be counted.
    guard original != nil || !voids.isEmpty || pasts.instants.contains(event.at) else {
      return nil
    }
    let found = occurrence(of: event.id, isPlainAllowed: !isVoid) { seed, occurrence in
      event.contentID(seed: seed, occurrence: occurrence)
    } orFirst: { seed, occurrence in
      original?.contentID(seed: seed, occurrence: occurrence)
    }
    switch found {
    case .plain: return nil
    case .again(let occurrence): return text(occurrence, nil, isVoid: isVoid)
    case .edited(let occurrence):
      return text(occurrence, original.map { $0.json }, isVoid: isVoid)
    }
  }

  private enum Found {
    /// What its row alone would make of it.
    case plain
    /// One of several equal ones.
    case again(UInt32)
    /// One of several equal ones, that said something else.
    case edited(UInt32)
  }

  private mutating func occurrence(
    of id: EventID, isPlainAllowed: Bool = true, asNow now: (_ seed: UInt64, UInt32) -> EventID,
    orFirst first: (_ seed: UInt64, UInt32) -> EventID?
  ) -> Found {
    let content = now(seed, 0)
    let next = plain[content] ?? 0
    if isPlainAllowed, now(seed, next) == id {
      plain[content] = next + 1
      return .plain
    }
    if first(seed, 0) != nil {
      for number in 0..<Self.most where first(seed, number) == id { return .edited(number) }
    }
    for number in 0..<Self.most where now(seed, number) == id { return .again(number) }
    unexplained += 1
    return .plain
  }

  private func text(_ occurrence: UInt32, _ original: JSONValue?, isVoid: Bool) -> String {
    var members: [(name: String, value: JSONValue)] = []
    if occurrence > 0 { members.append(("occurrence", .integer(Int64(occurrence)))) }
    if let original { members.append(("original", original)) }
    if isVoid { members.append(("void", .boolean(true))) }
    return JSONValue.object(members).text()
  }

  /// What to say of events whose ids an import would not find again.
  var notes: [String] {
    unexplained == 0
      ? [] : ["\(unexplained) rows stand for events that an import would give other ids"]
  }
}

extension Event {
  /// The id that it has if it is a keyless one of several equal ones.
  fileprivate func contentID(seed: UInt64, occurrence: UInt32) -> EventID {
    if case .roll(let category) = action {
      return CardRoll(at: at, offset: offset, category: category)
        .id(seed: seed, key: .content(occurrence: occurrence))
    }
    return Event.id(
      of: action, at: at, offset: offset, seed: seed, key: .content(occurrence: occurrence))
  }

  fileprivate var json: JSONValue {
    let content = (try? JSONValue(parsing: action.content)) ?? .null
    return .object([("at", .string(at.text(offset: offset))), ("content", content)])
  }
}

extension Spark {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("at", .string(at.text(offset: offset))), ("title", .string(title)),
      ("category", .string(category.name)), ("intensity", .string(intensity.name)),
    ]
    if let notes { members.append(("notes", .string(notes))) }
    if !tags.isEmpty { members.append(("tags", .array(tags.map { .string($0) }))) }
    if let estimatedMinutes { members.append(("estimated", .integer(Int64(estimatedMinutes)))) }
    if let actualMinutes { members.append(("actual", .integer(Int64(actualMinutes)))) }
    return .object(members)
  }
}
