import Rules
import Sessions

/// What gives the rows of a kind.
protocol ExportTable {
  /// Every column it can have, in order.
  static var columns: [ExportColumn] { get }

  /// The columns that are needed, by their places among all: what is none of them may be left out
  /// of rows.
  var wanted: Set<Int> { get set }
  /// Which columns are needed to tell everything, beside those that always are.
  var needed: Set<String> { get }
  /// What an import of it would not find in it, a sentence each; known once the rows were given.
  var notes: [String] { get }

  /// Gives every row, as many values as there are columns in all.
  ///
  /// - Parameter body: called with each; whether to go on.
  mutating func forEachRow(
    _ session: Session, _ body: ([ExportValue]) throws -> Bool
  ) throws
}

extension ExportTable {
  var needed: Set<String> { [] }
  var notes: [String] { [] }

  /// The columns that are written unless they are chosen.
  var usualColumns: [String] {
    Self.columns.filter { column in
      switch column.presence {
      case .always: true
      case .whenNeeded: needed.contains(column.name)
      case .onRequest: false
      }
    }.map(\.name)
  }

  func wants(_ name: String) -> Bool {
    Self.columns.firstIndex { $0.name == name }.map { wanted.contains($0) } ?? false
  }
}

/// When what is to be written happened.
struct ExportRange {
  var since: Instant?
  var until: Instant?

  init(since: Instant?, until: Instant?) {
    self.since = since
    self.until = until
  }

  init(_ options: ExportOptions) {
    since = options.since
    until = options.until
  }

  func contains(_ instant: Instant) -> Bool {
    (since.map { $0 <= instant } ?? true) && (until.map { instant < $0 } ?? true)
  }
}

extension Session {
  /// Goes through the events of some kinds that stand, in the order of the fold.
  ///
  /// - Parameter body: called with each; whether to go on.
  func eachEvent(
    of kinds: [EventKind], _ range: ExportRange, _ body: (StoredEvent) throws -> Bool
  ) throws {
    var failure: (any Error)?
    try forEachExportedEvent(of: kinds, since: range.since, until: range.until) { event in
      do {
        return try body(event)
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
