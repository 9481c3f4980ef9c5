import JSON
import Lua
import Rules
import Sessions

/// An iterator over a fixed list of views, one table each.
final class ViewIterator<View>: HostIterator {
  private var views: ArraySlice<View>
  private let json: (View) -> JSONValue

  init(_ views: [View], _ json: @escaping (View) -> JSONValue) {
    self.views = views[...]
    self.json = json
  }

  var footprint: Int { 512 + views.count * 256 }

  var progress: HostProgress? {
    HostProgress(done: Int64(views.startIndex), total: Int64(views.endIndex))
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    guard let view = views.popFirst() else { return false }
    reply.json(json(view))
    return true
  }
}

/// An iterator over the events of a query, which reads a page at a time. Events removed meanwhile
/// are skipped; events added meanwhile are not included.
final class EventIterator: HostIterator {
  private static let pageSize = 256
  private let session: Session
  private let sequences: [Int64]
  private let json: (StoredEvent) -> JSONValue?
  /// The maximum number of events still to return.
  private var limit: Int
  private var next = 0
  private var page: ArraySlice<StoredEvent> = []

  /// - Parameters:
  /// - limit: the maximum number of events, not counting those that `json` skips; the query's own
  ///   limit counts those too.
  /// - json: returns the table of an event; `nil` skips it.
  init(
    _ session: Session, _ query: EventQuery, limit: Int? = nil,
    _ json: @escaping (StoredEvent) -> JSONValue?
  ) throws(HostFailure) {
    self.session = session
    self.limit = limit ?? .max
    self.json = json
    do throws(SessionError) {
      sequences = try session.reader.eventSequences(query)
    } catch {
      throw HostFailure(error)
    }
  }

  var footprint: Int { 512 + sequences.count * 8 + Self.pageSize * 512 }

  var progress: HostProgress? {
    let done = next - page.count
    let left = min(limit, sequences.count - done)
    return HostProgress(done: Int64(done), total: Int64(done + left))
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    while limit > 0 {
      while page.isEmpty {
        if next == sequences.count { return false }
        let end = min(next + Self.pageSize, sequences.count)
        do throws(SessionError) {
          page = try session.reader.events(sequences: sequences[next..<end])[...]
        } catch {
          throw HostFailure(error)
        }
        next = end
      }
      if let stored = page.popFirst(), let value = json(stored) {
        limit -= 1
        reply.json(value)
        return true
      }
    }
    return false
  }
}
