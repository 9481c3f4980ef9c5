import FlintCalendar
import GRDB
import FlintRules

extension SalvageRestoration {
  /// Reports the contents whose record is lost, which is the only place where they are.
  mutating func rejectContents() throws {
    let tables = Records.tables.map { "SELECT 1 FROM \($0) WHERE seq = ?1" }
    let statement = try RawStatement(
      dump.database, sql: tables.joined(separator: " UNION ALL "))
    defer { statement.reset() }
    for (number, contents) in rows.contents.sorted(by: { $0.key < $1.key }) {
      statement.reset()
      statement.bind(number, at: 1)
      guard try !statement.step(), let first = contents.first else { continue }
      let reject = SalvageReport.Reject(
        first, "the record to which it belongs is lost", dayStart)
      // Without a possible time, it is something else of the same shape.
      if reject.day != nil { report.reject(reject) }
    }
  }

  /// Counts the rows of the new profile by kind.
  mutating func countSaved() throws {
    let database = try dump.database
    let rejected = report.kinds
    report.kinds = []
    for table in ["profile", "rulebook", "batch", "spark", "card_roll"] {
      report.count(SalvageReport.kind(table), saved: try count(table))
    }
    let kinds = try Row.fetchAll(
      database, sql: "SELECT kind, count(*) AS count FROM event GROUP BY kind ORDER BY kind")
    for row in kinds {
      report.count(
        SalvageReport.kind("event", try row.read("kind")), saved: try row.read("count"))
    }
    report.count("correction", saved: try count("correction"))
    for kind in rejected { report.count(kind.name, rejected: kind.rejected) }
  }

  private func count(_ table: String) throws -> Int {
    try Int.fetchOne(dump.database, sql: "SELECT count(*) FROM \(table)") ?? 0
  }

  /// Estimates how many records are lost without a trace, and of which days: records are mostly made in the
  /// order of time, so that they are between those of their neighbours.
  mutating func estimateLoss() throws {
    let found = try access.records.sum()
    if found == written { return }
    let gaps = try gaps()
    let missing = written.map { $0.count - found.count } ?? gaps.count
    let rejected = report.rejects.count { reject in
      reject.table.map(Records.tables.contains) ?? false
    }
    report.lost = max(0, missing - Int64(rejected))
    let hasUndated = report.rejects.contains { reject in
      reject.day == nil && reject.table.map(Records.eventTables.contains) ?? false
    }
    if report.lost > 0 || hasUndated { report.neighbouringDays = gaps.days }
    if let written, found.count > written.count {
      report.notes.append(
        "records were found that the profile did not have any more: \(found.count - written.count)")
    }
  }

  /// Returns how many numbers of records are missing, and the days of the events beside them.
  private func gaps() throws -> (count: Int64, days: ClosedRange<CivilDay>?) {
    let events = Records.eventTables.map { "SELECT seq, at, \"offset\" FROM \($0)" }
      .joined(separator: " UNION ALL ")
    let statement = try RawStatement(
      dump.database,
      sql: "\(events) UNION ALL SELECT seq, NULL, NULL FROM correction ORDER BY seq")
    defer { statement.reset() }
    var (last, count) = (Int64(0), Int64(0))
    var days: [CivilDay] = []
    var before: CivilDay?
    var isOpen = false
    while try statement.step() {
      let sequence = statement.integer(0)
      if sequence - last > 1 {
        count += sequence - last - 1
        isOpen = true
      }
      last = sequence
      guard statement.optionalInteger(1) != nil, let time = statement.time(1) else { continue }
      let day = dayStart.day(of: time.at, offset: time.offset)
      if isOpen { days += [before, day].compactMap(\.self) }
      (before, isOpen) = (day, false)
    }
    // What was recorded last has no neighbour behind it.
    if isOpen || written.map({ $0.count > last }) ?? false, let before { days.append(before) }
    guard let least = days.min(), let greatest = days.max() else { return (count, nil) }
    return (count, least...greatest)
  }
}
