import ArgumentParser
import Rules
import Scripting
import Sessions

/// Lists what was recorded.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List what was recorded, the latest first: events, corrections, batches.",
    discussion: """
      Nothing is ever deleted: removing, changing, undoing and redoing are records too.

      Examples:
        flint log --kind task --kind task.complete
        flint log --batches
        flint log --event 0123456789abcdef0123456789abcdef
        flint log --void
      """)

  /// How many a table shows unless more are asked for.
  private static let tableLimit = 50
  private static let pageSize = 1000

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(
    help: ArgumentHelp(
      "Only records about events of this kind; may be given again: "
        + EventKind.allCases.map(\.name).joined(separator: ", ") + ".", valueName: "kind"))
  var kind: [EventKind] = []
  @Option(help: ArgumentHelp("Only what was recorded from this time on.", valueName: "time"))
  var since: Timestamp?
  @Option(help: ArgumentHelp("Only what was recorded before this time.", valueName: "time"))
  var until: Timestamp?
  @Option(help: "Only what this batch recorded.") var batch: Int64?
  @Option(help: ArgumentHelp("Only what was recorded about this event.", valueName: "id"))
  var event: EventID?
  @Flag(help: "Only corrections: changes, removals, undo and redo.") var corrections = false
  @Flag(help: "Only events without effect at their place, with the reason.") var void = false
  @Flag(help: "List batches (scripts, imports, undo, …) instead of records.") var batches = false
  @Option(help: "At most so many; 0 for all. A table shows \(tableLimit) unless told.")
  var limit: Int?

  func run() throws {
    try profile.reading { session in
      if batches { return try listBatches(session) }
      var query = LogQuery()
      query.kinds = kind
      query.since = since.map { session.zone.resolve($0).instant }
      query.until = until.map { session.zone.resolve($0).instant }
      query.batch = batch
      query.event = event
      query.isCorrectionsOnly = corrections
      // Which events are void is not for the query to know.
      try listRecords(session, query)
    }
  }

  /// How many are shown; `nil` for all.
  private var most: Int? {
    let most = limit ?? (list.format == .table ? Self.tableLimit : 0)
    return most > 0 ? most : nil
  }

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit: expected at least 0, got \(limit)") }
    if !batches { return }
    let others = [
      ("--kind", !kind.isEmpty), ("--event", event != nil), ("--corrections", corrections),
      ("--void", void),
    ]
    if let (name, _) = others.first(where: \.1) {
      throw ValidationError("\(name) chooses records, but --batches lists batches")
    }
  }

  private func listRecords(_ session: Session, _ wanted: LogQuery) throws {
    let reasons = try session.state().voidReasons
    let isTable = list.format == .table
    var listing = Listing(
      list.format,
      columns: ["recorded", "batch", "what", "kind", "at", "text", "state", "id"])
    var shown = 0
    var query = wanted
    // A page at a time: a log can be longer than what fits into memory.
    query.limit = min(void ? .max : most ?? .max, Self.pageSize)
    pages: while !void || !reasons.isEmpty {
      let page = try session.log(query)
      for record in page {
        if StandardOutput.shared.isClosed { return }
        let isVoid = !record.isRemoved && reasons[record.event] != nil
        if void && (!isVoid || record.cause != nil) { continue }
        if let most, shown == most { break pages }
        shown += 1
        let state = record.state(reasons)
        listing.append([
          .text(session.zone.text(record.recordedAt)), .integer(record.batch),
          .text(record.cause?.name ?? "add"), Cell(record.kind?.name),
          Cell(record.at.map { $0.text(offset: record.offset) }),
          .text(isTable ? Self.shortened(record.text) : record.text),
          .text(isTable && state == "live" ? "" : state), .text(record.event.description),
        ])
      }
      guard page.count == query.limit else { break }
      query.before = page.last?.sequence
    }
    listing.end(empty: void ? "no event is without effect" : "nothing recorded")
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(59) + "…" : text
  }

  private func listBatches(_ session: Session) throws {
    var listing = Listing(
      list.format, columns: ["batch", "recorded", "kind", "source", "undoes"])
    let since = since.map { session.zone.resolve($0).instant }
    let until = until.map { session.zone.resolve($0).instant }
    let found = try session.batches().filter { batch in
      (since.map { $0 <= batch.recordedAt } ?? true)
        && (until.map { batch.recordedAt < $0 } ?? true)
        && (self.batch.map { $0 == batch.number } ?? true)
    }
    for batch in found.prefix(most ?? .max) {
      listing.append([
        .integer(batch.number), .text(session.zone.text(batch.recordedAt)), .text(batch.kind),
        .text(batch.source), Cell(batch.undoes),
      ])
    }
    listing.end(empty: "no batches")
  }
}
