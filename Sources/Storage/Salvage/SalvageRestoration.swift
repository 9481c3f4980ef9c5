import FlintCalendar
import GRDB
import FlintRules

/// The making of a profile from the pages of a damaged one.
struct SalvageRestoration {
  let dump: Dump
  let rows: RowCollector
  let like: Store?
  var report = SalvageReport()
  /// The number of records that the damaged profile had; `nil` if it is lost.
  private(set) var written: RecordSum?
  private(set) var dayStart = DayStart.midnight

  var access: StoreAccess { dump.access }

  /// No text of a profile is longer, so that no other payload is followed through the file.
  private static let greatestPayload = 64 << 20

  init(dump: Dump, rows: RowCollector, like: Store?) {
    self.dump = dump
    self.rows = rows
    self.like = like
  }

  /// Takes the rows of every page; those of former copies of pages only if something is missing without them.
  mutating func collect(_ pages: DamagedPages) throws {
    let reader = CellReader(
      pageSize: pages.pageSize, greatestPayload: min(pages.size, Self.greatestPayload),
      copies: pages.continuation)
    report.pages = pages.file.pageCount
    report.usesLog = pages.usesLog
    report.notes += [pages.logProblem].compactMap(\.self)
    var damaged: [Int] = []
    var blank: [Int] = []
    try pages.forEach { number, page in
      guard let page else { return blank.append(number) }
      let scan = PageScan(page, number: number, reader)
      for cell in scan.cells { try rows.add(cell.rows) }
      if !scan.isSound { damaged.append(number) }
    }
    for number in damaged {
      for (age, page) in pages.copies(number).enumerated() {
        let scan = PageScan(page, number: number, reader)
        let others = scan.otherCells()
        for cell in others { try rows.add(cell.rows) }
        if age > 0 { continue }
        if scan.cells.isEmpty && others.isEmpty && !pages.isContinuation(number) {
          blank.append(number)
        }
        reject(scan.unreadable - others.count, of: scan, others)
      }
    }
    report.unreadablePages = blank.filter { !pages.isContinuation($0) }
    try rows.resolve()
    if try isComplete() { return }
    try pages.forEachFormer { number, page in
      let scan = PageScan(page, number: number, reader)
      for cell in scan.cells { try rows.add(cell.rows) }
      for cell in scan.isSound ? [] : scan.otherCells() { try rows.add(cell.rows) }
    }
    try rows.resolve()
  }

  /// Returns whether all that is needed for the profile was found.
  private func isComplete() throws -> Bool {
    guard let profile = rows.profiles.first, let sum = Self.recordSum(profile) else { return false }
    return sum == rows.records
  }

  private static func recordSum(_ profile: FoundRow) -> RecordSum? {
    guard let count = profile.integer("record_count"), let high = profile.integer("record_high"),
      let low = profile.integer("record_low")
    else { return nil }
    return RecordSum(
      count: count, high: UInt64(bitPattern: high), low: UInt64(bitPattern: low))
  }

  /// Reports cells that cannot be read; they are of the table of which most rows of their page are.
  private mutating func reject(
    _ count: Int, of scan: PageScan, _ others: [CellReader.Cell]
  ) {
    let tables = (scan.cells + others).flatMap(\.rows).map(\.table)
    let counts = Dictionary(grouping: tables, by: \.self).mapValues(\.count)
    guard count > 0, let table = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
    else { return }
    for _ in 0..<count {
      report.reject(
        SalvageReport.Reject(
          table: table, kind: SalvageReport.kind(table, nil), reason: "cannot be read",
          page: scan.number))
    }
  }

  /// Makes a valid profile of the rows that were found.
  mutating func complete() throws {
    try rows.dropSuperseded()
    try insertProfile()
    rejectUnfit()
    try insertRulebooks()
    if let problem = try access.rulebooks.problems().first {
      throw SalvageProblem(text: "\(problem); give an older copy of the profile with --like")
    }
    try insertEdits()
    var removal = DumpReport()
    var rejects: [SalvageReport.Reject] = []
    let dayStart = dayStart
    try separateSequences { rejects.append(SalvageReport.Reject($0, $1, $2, dayStart)) }
    let found = try access.records.sum().count
    try dump.removeDamagedRecords(&removal) {
      rejects.append(SalvageReport.Reject($0, $1, $2, dayStart))
    }
    let foreign = rejects.count { $0.reason.hasPrefix("does not have the id") }
    if like != nil, rows.profiles.isEmpty, foreign > 0, Int64(foreign) * 2 > found {
      throw SalvageProblem(text: "the rows are not of the profile of which --like is a copy")
    }
    for reject in rejects { report.reject(reject) }
    try replaceBatches()
    try applyCorrections()
    try dump.completeRemoval(&removal)
    try rejectContents()
    try countSaved()
    try estimateLoss()
  }

  private mutating func insertProfile() throws {
    let copy = try like?.access { try $0.profile.read() }
    if let row = rows.profiles.first {
      try rows.insert(row)
      // A row of an older schema has no settings, which its sum does not cover.
      try RowSum.renew("profile", in: dump.database)
      let profile = try access.profile.read()
      if let copy, copy.id != profile.id {
        throw SalvageProblem(text: "--like is a copy of another profile")
      }
      dayStart = profile.dayStart
      written = Self.recordSum(row)
      return
    }
    guard let copy else {
      rejectUnfit()
      throw SalvageProblem(
        text:
          "the profile's own row, with its id, seed and zone, is lost; give an older copy of the "
          + "profile, a file or a dump, with --like")
    }
    try ProfileTable.insert(copy, into: dump.database)
    dayStart = copy.dayStart
    report.notes.append(
      "the profile's own row was lost; its id, seed, zone, rulebook and settings are those of the "
        + "copy, and how many records it had is not known")
  }

  /// Reports the rows that differ from what was written.
  private mutating func rejectUnfit() {
    var known: Set<[String]> = []
    for row in rows.unfit where known.insert([row.table, "\(row.number)"]).inserted {
      report.reject(SalvageReport.Reject(row, "differs from what was written", dayStart))
    }
  }
}
