import Calendar
import JSON
import Rules
import Schema
import Sessions

/// The origins of events: properties that the columns of a row do not show, without which an import
/// would record other events. These are the number among several equal events, the original
/// content, and whether the event is void. Ids, and therefore draws, depend on the first two.
struct Origins {
  /// The origins as JSON texts, by event; almost always empty.
  private var texts: [EventID: String] = [:]
  /// The number of events for which no origin could be determined.
  private var unexplained = 0

  /// Determines the origins of the sparks in a range.
  init(ofSparks session: Session, _ range: ExportRange) throws {
    let pasts = try session.reader.originalContentsOfKeylessSparks()
    var group = EqualEvents(seed: session.profile.seed)
    for subrange in range.subranges(around: pasts.instants) {
      try session.eachSpark(subrange) { row in
        if row.key != nil || !pasts.instants.contains(row.at) { return true }
        let spark = try row.spark
        if group.at != row.at { note(group.take(at: row.at)) }
        group.add(row.id, .spark(spark), original: pasts.sparks[row.id].map { .spark($0) })
        return true
      }
    }
    note(group.take(at: nil))
  }

  /// Determines the origins of the events of some kinds in a range; of all kinds except sparks and
  /// rolls if `kinds` is empty.
  init(ofEvents session: Session, _ kinds: [EventKind], _ range: ExportRange) throws {
    let pasts = try session.reader.originalContentsOfKeylessEvents()
    let voids = Set(try session.state().events.voids.map(\.event))
    var instants = pasts.instants
    if kinds.isEmpty || kinds.contains(.taskAdd) {
      var latest: Instant?
      try session.eachEvent(of: [.taskAdd], range) { stored in
        if stored.key != nil { return true }
        if stored.event.at == latest { instants.insert(stored.event.at) }
        latest = stored.event.at
        return true
      }
    }
    if instants.isEmpty && voids.isEmpty { return }
    let subranges = voids.isEmpty ? range.subranges(around: instants) : [range]
    var group = EqualEvents(seed: session.profile.seed)
    for subrange in subranges {
      try session.eachEvent(of: kinds, subrange) { stored in
        let event = stored.event
        let isVoid = voids.contains(event.id)
        if stored.key != nil {
          if isVoid { texts[event.id] = Origin(isVoid: true).text }
          return true
        }
        if group.at != event.at { note(group.take(at: event.at)) }
        group.add(
          event.id, event.content, original: pasts.events[event.id].map(\.content),
          isVoid: isVoid, isOfInterest: isVoid || instants.contains(event.at))
        return true
      }
    }
    note(group.take(at: nil))
  }

  /// Whether any row needs an origin.
  var areNeeded: Bool { !texts.isEmpty }

  /// Returns the origin of an event as JSON text; `nil` if its row is sufficient.
  @inline(__always)
  func origin(of id: EventID) -> String? { texts.isEmpty ? nil : texts[id] }

  /// The notes about events whose ids an import would not reproduce.
  var notes: [String] {
    unexplained == 0
      ? [] : ["\(unexplained) rows are of events to which an import would give other ids"]
  }

  private mutating func note(_ group: EqualEvents) {
    for (id, origin) in group.origins {
      if let origin { texts[id] = origin.text } else { unexplained += 1 }
    }
  }
}

/// The origin of one event.
private struct Origin {
  /// The number of the event among several equal ones, from 0.
  var occurrence: UInt32 = 0
  /// The original content of the event, if it was corrected since.
  var original: JSONValue?
  /// Whether the event has no effect.
  var isVoid: Bool

  var text: String {
    var members: [(name: String, value: JSONValue)] = []
    if occurrence > 0 { members.append(("occurrence", .integer(Int64(occurrence)))) }
    if let original { members.append(("original", original)) }
    if isVoid { members.append(("void", .boolean(true))) }
    return JSONValue.object(members).text()
  }
}

/// The events of one instant that have no key. Rows with equal content are a multiset, in any
/// order: an import numbers them from the first on. Only of equal tasks each but the first needs its
/// number, since other events refer to them.
private struct EqualEvents {
  private struct Member {
    var id: EventID
    var content: Correction.Content
    var original: Correction.Content?
    var isVoid: Bool
  }

  /// The maximum number of equal events that are examined.
  private static let maximum: UInt32 = 100_000

  let seed: UInt64
  private(set) var at: Instant?
  private var members: [Member] = []
  /// Whether any of the events may need an origin.
  private var isOfInterest = false

  init(seed: UInt64) { self.seed = seed }

  mutating func add(
    _ id: EventID, _ content: Correction.Content, original: Correction.Content?,
    isVoid: Bool = false, isOfInterest: Bool = true
  ) {
    members.append(Member(id: id, content: content, original: original, isVoid: isVoid))
    if isOfInterest { self.isOfInterest = true }
  }

  /// Returns the collected events, and starts to collect those of another instant.
  mutating func take(at instant: Instant?) -> EqualEvents {
    let taken = self
    self = EqualEvents(seed: seed)
    at = instant
    return taken
  }

  /// The origins of the events that need one; `nil` for an origin that cannot be determined.
  var origins: [(id: EventID, origin: Origin?)] {
    guard isOfInterest else { return [] }
    var groups: [EventID: [Member]] = [:]
    for member in members {
      groups[id(of: member.content, occurrence: 0), default: []].append(member)
    }
    return groups.values.flatMap { origins(of: $0) }
  }

  private func origins(of equal: [Member]) -> [(id: EventID, origin: Origin?)] {
    guard let content = equal.first?.content else { return [] }
    var occurrences: [EventID: UInt32] = [:]
    for number in 0..<UInt32(equal.count) {
      occurrences[id(of: content, occurrence: number)] = number
    }
    // A void event always needs an origin.
    let found = Set(equal.lazy.filter { !$0.isVoid }.compactMap { occurrences[$0.id] })
    let count = content.isReferredTo ? min(1, equal.count) : equal.count
    let plain = (0..<UInt32(count)).first { !found.contains($0) } ?? UInt32(count)
    return equal.compactMap { member in
      if !member.isVoid, let number = occurrences[member.id], number < plain { return nil }
      return (member.id, origin(of: member, occurrences[member.id]))
    }
  }

  private func origin(of member: Member, _ known: UInt32?) -> Origin? {
    func number(in content: Correction.Content) -> UInt32? {
      (0..<Self.maximum).first { id(of: content, occurrence: $0) == member.id }
    }
    if let original = member.original, let number = number(in: original) {
      return Origin(occurrence: number, original: original.json, isVoid: member.isVoid)
    }
    return (known ?? number(in: member.content)).map {
      Origin(occurrence: $0, original: nil, isVoid: member.isVoid)
    }
  }

  private func id(of content: Correction.Content, occurrence: UInt32) -> EventID {
    content.id(seed: seed, key: .content(occurrence: occurrence))
  }
}

extension ExportRange {
  /// Returns the subranges that contain some instants, in order: one per instant if these are few,
  /// otherwise one for all.
  fileprivate func subranges(around instants: Set<Instant>) -> [ExportRange] {
    let inside = instants.filter(contains)
    guard let first = inside.min(), let last = inside.max() else { return [] }
    func subrange(_ first: Instant, _ last: Instant) -> ExportRange {
      ExportRange(since: first, before: Instant(milliseconds: last.milliseconds + 1))
    }
    return inside.count > 1000
      ? [subrange(first, last)] : inside.sorted().map { subrange($0, $0) }
  }
}

extension Event {
  fileprivate var content: Correction.Content { .event(at: at, offset: offset, action) }
}

extension Correction.Content {
  /// Whether other events refer to the event by its id, although it may have no key.
  fileprivate var isReferredTo: Bool {
    if case .event(_, _, .task(.taskAdd)) = self { true } else { false }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .spark(let spark):
      return .object(
        [("at", .string(spark.at.text(offset: spark.offset)))]
          + spark.presentFields.map { ($0.name, $0.value.json) })
    case .event(let at, let offset, let action):
      let content = (try? JSONValue(parsing: action.content)) ?? .null
      return .object([("at", .string(at.text(offset: offset))), ("content", content)])
    }
  }
}
