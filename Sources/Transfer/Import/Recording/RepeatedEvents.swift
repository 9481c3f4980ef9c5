import FlintCalendar
import FlintRules
import Sessions

/// The events of an earlier import, to find out whether a later one of the same file has recorded any
/// of them twice.
struct RepeatedEvents {
  private let session: Session
  private let earlier: Set<EventID>

  /// The maximum number of events of the later import that are compared.
  private static let most = 1000

  init(of batch: Int64, _ session: Session) throws(SessionError) {
    self.session = session
    earlier = Set(try session.history.eventIDs(ofBatch: batch))
  }

  /// Returns whether a later batch has an event of the same kind, instant and subject as one of them
  /// that is not removed.
  func contain(anyOf batch: Int64) throws(SessionError) -> Bool {
    for id in try session.history.eventIDs(ofBatch: batch).prefix(Self.most) {
      guard !earlier.contains(id), let event = try session.history.records(of: id)?.current,
        let subject = Subject(event)
      else { continue }
      for other in try ids(at: subject.at, subject.kind) where earlier.contains(other) {
        if try session.history.records(of: other)?.current.flatMap(Subject.init) == subject {
          return true
        }
      }
    }
    return false
  }

  private func ids(at instant: Instant, _ kind: EventKind) throws(SessionError) -> [EventID] {
    let next = Instant(milliseconds: instant.milliseconds + 1)
    if kind == .spark {
      var query = SparkQuery()
      (query.since, query.before) = (instant, next)
      let found = try session.reader.sparkSequences(query)
      return try session.reader.sparks(sequences: found[...]).map(\.id)
    }
    var query = EventQuery(kinds: [kind])
    (query.since, query.before) = (instant, next)
    return try session.reader.events(query).map(\.event.id)
  }

  /// What makes two events the same one to a person, whatever else another mapping reads about it.
  private struct Subject: Equatable {
    var at: Instant
    var kind: EventKind
    var text: String

    /// Returns `nil` for what exists once per name or day, and is not recorded twice.
    init?(_ content: Correction.Content) {
      switch content {
      case .spark(let spark): (at, text) = (spark.at, spark.title)
      case .event(let instant, _, let action):
        at = instant
        switch action {
        case .tracker(.entry(let entry)): text = "\(entry.tracker) \(entry.kind)"
        case .mood(.record(let rating)): text = "\(rating.day) \(rating.mood.name)"
        case .task(.taskAdd(let task)): text = task.name
        case .journey(.activity(let activity)): text = activity.text ?? ""
        default: return nil
        }
      }
      kind = content.kind
    }
  }
}
