import Rules
import Sessions

/// What rows cannot tell of how their events came to be, so that an import would make other events
/// of them: which of several equal ones each is, what it said when it was recorded, and that it has no
/// effect. Ids, and with them draws, hang on the first two.
struct Origins {
  /// What the rows of some events do not tell; nearly always of none.
  private var texts: [EventID: String] = [:]
  /// How many events there were for which no origin could be found.
  private var unexplained = 0

  /// No more equal events than so many are looked at.
  private static let most: UInt32 = 100_000
  /// Up to so many instants are looked up one by one.
  private static let fewInstants = 1000

  /// Finds those of the sparks of a range.
  init(ofSparks session: Session, _ range: ExportRange) throws {
    let pasts = try session.pastsOfKeylessSparks()
    var group = EqualEvents(seed: session.profile.seed)
    for part in range.parts(around: pasts.instants, atMost: Self.fewInstants) {
      var failure: (any Error)?
      try session.forEachSparkRow(since: part.since, until: part.until) { row in
        if row.key != nil || !pasts.instants.contains(row.at) { return true }
        do {
          let spark = try row.spark
          if group.at != row.at { note(group.take(at: row.at)) }
          group.add(row.id, .spark(spark), original: pasts.sparks[row.id].map { .spark($0) })
          return true
        } catch {
          failure = (error as? FieldError).map(session.damaged) ?? error
          return false
        }
      }
      if let failure { throw failure }
    }
    note(group.take(at: nil))
  }

  /// Finds those of the events of some kinds in a range: of all kinds but sparks and rolls when empty.
  init(ofEvents session: Session, _ kinds: [EventKind], _ range: ExportRange) throws {
    let pasts = try session.pastsOfKeylessEvents()
    let voids = Set(try session.state().voids.map(\.event))
    if pasts.isEmpty && voids.isEmpty { return }
    let parts =
      voids.isEmpty ? range.parts(around: pasts.instants, atMost: Self.fewInstants) : [range]
    var group = EqualEvents(seed: session.profile.seed)
    for part in parts {
      try session.eachEvent(of: kinds, part) { stored in
        let event = stored.event
        let isVoid = voids.contains(event.id)
        if stored.key != nil {
          if isVoid { texts[event.id] = Origin(isVoid: true).text }
          return true
        }
        if group.at != event.at { note(group.take(at: event.at)) }
        group.add(
          event.id, .event(event), original: pasts.events[event.id].map { .event($0) },
          isVoid: isVoid, isOfInterest: isVoid || pasts.instants.contains(event.at))
        return true
      }
    }
    note(group.take(at: nil))
  }

  /// Whether any row needs one.
  var areNeeded: Bool { !texts.isEmpty }

  /// What the row of an event does not tell.
  @inline(__always)
  func origin(of id: EventID) -> String? { texts.isEmpty ? nil : texts[id] }

  /// What to say of events whose ids an import would not find again.
  var notes: [String] {
    unexplained == 0
      ? [] : ["\(unexplained) rows stand for events that an import would give other ids"]
  }

  private mutating func note(_ group: EqualEvents) {
    for (id, origin) in group.origins(lookingAt: Self.most) {
      if let origin { texts[id] = origin.text } else { unexplained += 1 }
    }
  }
}

/// What a row does not tell.
private struct Origin {
  /// Which of several equal ones it is.
  var occurrence: UInt32 = 0
  /// What it said when it was recorded, where it says something else now.
  var original: JSONValue?
  /// Whether it has no effect.
  var isVoid: Bool

  var text: String {
    var members: [(name: String, value: JSONValue)] = []
    if occurrence > 0 { members.append(("occurrence", .integer(Int64(occurrence)))) }
    if let original { members.append(("original", original)) }
    if isVoid { members.append(("void", .boolean(true))) }
    return JSONValue.object(members).text()
  }
}

/// The keyless events of one instant. Rows that say the same are one multiset, in whatever order they
/// come: an import numbers them from the first on.
private struct EqualEvents {
  /// What an event says.
  enum Content {
    case spark(Spark)
    case event(Event)

    func id(seed: UInt64, occurrence: UInt32) -> EventID {
      switch self {
      case .spark(let spark): spark.id(seed: seed, key: .content(occurrence: occurrence))
      case .event(let event): event.contentID(seed: seed, occurrence: occurrence)
      }
    }

    var json: JSONValue {
      switch self {
      case .spark(let spark): spark.json
      case .event(let event): event.json
      }
    }
  }

  private struct Member {
    var id: EventID
    var content: Content
    var original: Content?
    var isVoid: Bool
  }

  let seed: UInt64
  private(set) var at: Instant?
  private var members: [Member] = []
  /// Whether any of them may need an origin.
  private var isOfInterest = false

  init(seed: UInt64) { self.seed = seed }

  mutating func add(
    _ id: EventID, _ content: Content, original: Content?, isVoid: Bool = false,
    isOfInterest: Bool = true
  ) {
    members.append(Member(id: id, content: content, original: original, isVoid: isVoid))
    if isOfInterest { self.isOfInterest = true }
  }

  /// Gives what there is, and begins with another instant.
  mutating func take(at instant: Instant?) -> EqualEvents {
    let taken = self
    self = EqualEvents(seed: seed)
    at = instant
    return taken
  }

  /// The origins of those whose rows do not tell all; none where it cannot be found.
  func origins(lookingAt most: UInt32) -> [(id: EventID, origin: Origin?)] {
    guard isOfInterest else { return [] }
    var groups: [EventID: [Member]] = [:]
    for member in members {
      groups[member.content.id(seed: seed, occurrence: 0), default: []].append(member)
    }
    return groups.values.flatMap { origins(of: $0, most) }
  }

  private func origins(of equal: [Member], _ most: UInt32) -> [(id: EventID, origin: Origin?)] {
    guard let content = equal.first?.content else { return [] }
    var occurrences: [EventID: UInt32] = [:]
    for number in 0..<UInt32(equal.count) {
      occurrences[content.id(seed: seed, occurrence: number)] = number
    }
    // One without effect is never plain.
    let found = Set(equal.lazy.filter { !$0.isVoid }.compactMap { occurrences[$0.id] })
    let plain = (0..<UInt32(equal.count)).first { !found.contains($0) } ?? UInt32(equal.count)
    return equal.compactMap { member in
      if !member.isVoid, let number = occurrences[member.id], number < plain { return nil }
      return (member.id, origin(of: member, occurrences[member.id], most))
    }
  }

  private func origin(of member: Member, _ known: UInt32?, _ most: UInt32) -> Origin? {
    func number(in content: Content) -> UInt32? {
      (0..<most).first { content.id(seed: seed, occurrence: $0) == member.id }
    }
    if let original = member.original, let number = number(in: original) {
      return Origin(occurrence: number, original: original.json, isVoid: member.isVoid)
    }
    return (known ?? number(in: member.content)).map {
      Origin(occurrence: $0, original: nil, isVoid: member.isVoid)
    }
  }
}

extension ExportRange {
  /// The parts of the range in which some instants lie, in order: each by itself where they are few.
  fileprivate func parts(around instants: Set<Instant>, atMost most: Int) -> [ExportRange] {
    let inside = instants.filter(contains)
    guard let first = inside.min(), let last = inside.max() else { return [] }
    func part(_ first: Instant, _ last: Instant) -> ExportRange {
      ExportRange(since: first, until: Instant(milliseconds: last.milliseconds + 1))
    }
    return inside.count > most ? [part(first, last)] : inside.sorted().map { part($0, $0) }
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
