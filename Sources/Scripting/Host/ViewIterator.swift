import Lua
import FlintRules
import FlintSchema
import Sessions

/// An iterator over a fixed list of views, one table each.
///
/// It is not generic, since the compiler does not specialize a generic class for its protocol: the list is
/// in a closure.
final class ViewIterator: HostIterator {
  private let count: Int
  private let size: Int
  private var next = 0
  private let write: (Int, borrowing HostReply) throws(HostFailure) -> Void

  /// - Parameters:
  ///   - size: the approximate size of a view in bytes.
  ///   - write: replies a view.
  init<View>(
    _ views: [View], size: Int = 256,
    write: @escaping (View, borrowing HostReply) throws(HostFailure) -> Void
  ) {
    count = views.count
    self.size = size
    self.write = { (index, reply) throws(HostFailure) in try write(views[index], reply) }
  }

  /// Iterates over rows.
  convenience init<Row: ResultRow>(_ rows: [Row]) {
    self.init(rows) { $1.row($0) }
  }

  var footprint: Int { 512 + count * size }

  var progress: HostProgress? { HostProgress(done: Int64(next), total: Int64(count)) }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    if next == count { return false }
    defer { next += 1 }
    try write(next, reply)
    return true
  }
}

/// An iterator over what a query found, which reads a page at a time. What is removed meanwhile is
/// skipped; what is added meanwhile is not included.
///
/// It is not generic either: the page is in the closures.
final class PagedIterator: HostIterator {
  private let sequences: [Int64]
  /// Reads a page, and returns the number of results.
  private let load: (ArraySlice<Int64>) throws(SessionError) -> Int
  /// Replies a result of the page; `false` skips it.
  private let write: (Int, borrowing HostReply) -> Bool
  /// The maximum number of results still to return.
  private var limit: Int
  private var next = 0
  /// The position in the page, and the number of its results.
  private var (position, count) = (0, 0)
  private let pageSize = 256

  private final class Page<Stored> {
    var results: [Stored] = []
  }

  /// - Parameters:
  ///   - sequences: the sequence numbers that the query found.
  ///   - limit: the maximum number of results, not counting those that `write` skips.
  ///   - read: reads a page.
  ///   - write: replies a result; `false` skips it.
  init<Stored>(
    _ sequences: [Int64], limit: Int? = nil,
    read: @escaping (ArraySlice<Int64>) throws(SessionError) -> [Stored],
    write: @escaping (Stored, borrowing HostReply) -> Bool
  ) {
    self.sequences = sequences
    self.limit = limit ?? .max
    let page = Page<Stored>()
    load = { (sequences) throws(SessionError) in
      page.results = try read(sequences)
      return page.results.count
    }
    self.write = { write(page.results[$0], $1) }
  }

  var footprint: Int { 512 + sequences.count * 8 + pageSize * 512 }

  var progress: HostProgress? {
    let done = next - (count - position)
    let left = min(limit, sequences.count - done)
    return HostProgress(done: Int64(done), total: Int64(done + left))
  }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    while limit > 0 {
      while position == count {
        if next == sequences.count { return false }
        let end = min(next + pageSize, sequences.count)
        count = try HostFailure.converting(load(sequences[next..<end]))
        (position, next) = (0, end)
      }
      position += 1
      if write(position - 1, reply) {
        limit -= 1
        return true
      }
    }
    return false
  }
}

extension PagedIterator {
  /// - Parameters:
  ///   - query: the query, whose own limit counts events that `write` skips too.
  ///   - limit: the maximum number of events, not counting those that `write` skips.
  ///   - write: replies an event; `false` skips it.
  convenience init(
    _ session: Session, _ query: EventQuery, limit: Int? = nil,
    write: @escaping (StoredEvent, borrowing HostReply) -> Bool
  ) throws(HostFailure) {
    self.init(
      try HostFailure.converting(session.reader.eventSequences(query)), limit: limit,
      read: { page throws(SessionError) in try session.reader.events(sequences: page) },
      write: write)
  }
}
