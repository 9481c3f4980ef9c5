package import FlintCalendar
package import FlintJSON
import FlintRules

/// What was saved of a damaged profile.
package struct SalvageReport: Sendable {
  /// A kind of row, with the number of rows that are in the new profile.
  package struct Kind: Sendable {
    package var name: String
    package var saved = 0
    package var rejected = 0
  }

  /// A row that was found and is not in the new profile.
  package struct Reject: Sendable {
    package var table: String?
    /// The number of the row.
    package var number: Int64?
    package var kind: String
    package var reason: String
    /// The values that could be read.
    package var values: JSONValue?
    package var page: Int?
    /// The civil day of the event.
    package var day: CivilDay?
  }

  /// The number of pages, and the numbers of those that could not be read.
  package var pages = 0
  package var unreadablePages: [Int] = []
  package var usesLog = false
  package var kinds: [Kind] = []
  package var rejects: [Reject] = []
  /// The number of records of which nothing was found.
  package var lost: Int64 = 0
  /// The days of the records beside those of which nothing was found.
  package var neighbouringDays: ClosedRange<CivilDay>?
  /// What else differs from the damaged profile.
  package var notes: [String] = []

  /// Whether the new profile has every row.
  package var isComplete: Bool { rejects.isEmpty && lost == 0 && notes.isEmpty }

  /// The least and the greatest day among the rejected events.
  package var rejectedDays: ClosedRange<CivilDay>? {
    let days = rejects.compactMap(\.day)
    guard let first = days.min(), let last = days.max() else { return nil }
    return first...last
  }

  /// The numbers of rejected rows by their reasons.
  package var reasons: [(reason: String, count: Int)] {
    Dictionary(grouping: rejects, by: \.reason).map { ($0.key, $0.value.count) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  mutating func count(_ kind: String, saved: Int = 0, rejected: Int = 0) {
    if saved == 0 && rejected == 0 { return }
    let index =
      kinds.firstIndex { $0.name == kind }
      ?? {
        kinds.append(Kind(name: kind))
        return kinds.count - 1
      }()
    kinds[index].saved += saved
    kinds[index].rejected += rejected
  }

  mutating func reject(_ reject: Reject) {
    rejects.append(reject)
    count(reject.kind, rejected: 1)
  }
}

extension SalvageReport.Reject {
  /// The line of the file of rejects.
  package var json: JSONValue {
    let members: [(String, JSONValue?)] = [
      ("table", table.map { .string($0) }), ("row", number.map { .integer($0) }),
      ("kind", .string(kind)), ("reason", .string(reason)),
      ("page", page.map { .integer(Int64($0)) }), ("day", day.map { .string($0.description) }),
      ("values", values),
    ]
    return .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}

/// A damaged profile of which no new one can be made.
package struct SalvageFailure: Error {
  package var problem: String
  /// What was found all the same.
  package var report: SalvageReport
}
