import JSON
import Lua
import Rules
import Sessions

/// An iterator over a fixed list of views, one table each.
final class ViewIterator<View>: HostIterator {
  private var views: ArraySlice<View>
  private let size: Int
  private let json: (View) throws(HostFailure) -> JSONValue

  /// - Parameter size: the approximate size of a view in bytes.
  init(
    _ views: [View], size: Int = 256, _ json: @escaping (View) throws(HostFailure) -> JSONValue
  ) {
    self.views = views[...]
    self.size = size
    self.json = json
  }

  var footprint: Int { 512 + views.count * size }

  var progress: HostProgress? {
    HostProgress(done: Int64(views.startIndex), total: Int64(views.endIndex))
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    guard let view = views.popFirst() else { return false }
    reply.json(try json(view))
    return true
  }
}

/// An iterator over what a query found, which reads a page at a time. What is removed meanwhile is
/// skipped; what is added meanwhile is not included.
final class PagedIterator<Stored>: HostIterator {
  private let sequences: [Int64]
  private let read: (ArraySlice<Int64>) throws(SessionError) -> [Stored]
  private let write: (Stored, borrowing HostReply) -> Bool
  /// The maximum number of results still to return.
  private var limit: Int
  private var next = 0
  private var page: ArraySlice<Stored> = []
  private let pageSize = 256

  /// - Parameters:
  ///   - sequences: the sequence numbers that the query found.
  ///   - limit: the maximum number of results, not counting those that `write` skips.
  ///   - read: reads a page.
  ///   - write: replies a result; `false` skips it.
  init(
    _ sequences: [Int64], limit: Int? = nil,
    read: @escaping (ArraySlice<Int64>) throws(SessionError) -> [Stored],
    write: @escaping (Stored, borrowing HostReply) -> Bool
  ) {
    self.sequences = sequences
    self.limit = limit ?? .max
    self.read = read
    self.write = write
  }

  var footprint: Int { 512 + sequences.count * 8 + pageSize * 512 }

  var progress: HostProgress? {
    let done = next - page.count
    let left = min(limit, sequences.count - done)
    return HostProgress(done: Int64(done), total: Int64(done + left))
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    while limit > 0 {
      while page.isEmpty {
        if next == sequences.count { return false }
        let end = min(next + pageSize, sequences.count)
        page = try HostFailure.converting(read(sequences[next..<end])[...])
        next = end
      }
      if let stored = page.popFirst(), write(stored, reply) {
        limit -= 1
        return true
      }
    }
    return false
  }
}

extension PagedIterator<StoredEvent> {
  /// - Parameters:
  ///   - query: the query, whose own limit counts events that `json` skips too.
  ///   - limit: the maximum number of events, not counting those that `json` skips.
  ///   - json: returns the table of an event; `nil` skips it.
  convenience init(
    _ session: Session, _ query: EventQuery, limit: Int? = nil,
    _ json: @escaping (StoredEvent) -> JSONValue?
  ) throws(HostFailure) {
    self.init(
      try HostFailure.converting(session.reader.eventSequences(query)), limit: limit,
      read: { page throws(SessionError) in try session.reader.events(sequences: page) },
      write: { stored, reply in
        guard let value = json(stored) else { return false }
        reply.json(value)
        return true
      })
  }
}
