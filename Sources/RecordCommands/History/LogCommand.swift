import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import Sessions
import Views

/// Lists the records of a profile's log.
struct LogCommand: Subcommand, PagedCommand {
  static let name = "log"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List the recorded events, corrections and batches, latest first.",
    discussion: """
      Nothing is ever deleted: removing, changing, undoing and redoing are recorded
      too. JSON and CSV also contain the content of each record as it is stored;
      ids in the content refer to events. Changes of the rulebook are listed among
      the records unless an option selects events.

      Examples:
        flint log --kind task --kind task.complete
        flint log --batches
        flint log --imports
        flint log 3f2a
        flint log --void
      """)

  private static let pageSize = 1000

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Option(help: "List only records about events of this kind; may be repeated.")
  var kind: [EventKind] = []
  @Option(help: "List only the records of this batch.", completion: .profile(.batches))
  var batch: Int64?
  @Option(
    help: ArgumentHelp(
      "List only records about this event; of a task also what completed or changed it.",
      valueName: "id"))
  var event: String?
  @Flag(help: "List only corrections: changes, removals, undo and redo.") var corrections = false
  @Flag(help: "List only events without effect, each with the reason.") var void = false
  @Flag(help: "List batches (scripts, imports, undo, …) instead of records.") var batches = false
  @Flag(help: "List imports with their files, formats and counts instead of records.")
  var imports = false
  @OptionGroup(title: "Time of recording") var range: RangeOptions
  @Argument(
    help: ArgumentHelp(
      "List only records about this event: its id, the first digits of it, its name, or last.",
      valueName: "event"), completion: .profile(.openTasks, .trackers, .events))
  var subject: String?

  /// The reference to the event whose records are listed.
  private var wantedEvent: String? { event ?? subject }

  func run() throws {
    try profile.reading { session in
      try checkBatch(session)
      var query = LogQuery()
      query.kinds = kind
      (query.since, query.before) = try range.instants(session)
      query.batch = batch
      if imports {
        return try ResultList.write(
          session.imports(among: wantedBatches(session, query)), ImportBatch.schema, list,
          isLong: true, session: session,
          empty: "nothing was imported; flint import FILE imports a file")
      }
      if batches {
        return try ResultList.write(
          session.rows(wantedBatches(session, query)), StoredBatch.schema, list, isLong: true,
          session: session, empty: "no batches")
      }
      query.event = try wantedEvent.map { try wanted($0, session) }
      if let event = query.event, try session.history.records(of: event) == nil {
        throw SessionError.noSuchEvent(event)
      }
      query.isCorrectionsOnly = corrections
      // The query cannot select events without effect.
      try listRecords(session, query)
    }
  }

  private func wanted(_ text: String, _ session: Session) throws -> EventID {
    do throws(SessionError) {
      return try session.recordedEvent(text)
    } catch {
      guard case .reference = error, (try? DateExpression(text, as: .range)) != nil else {
        throw error
      }
      throw CommandFailure(
        .failure,
        "\(error.description); a range of days is given by \(WrittenDay.typed("--on", text))")
    }
  }

  func validate() throws {
    if event != nil, let subject { throw ValidationError("--event and \(subject) name two events") }
    guard batches || imports else { return }
    try refuse(
      [
        "--kind": !kind.isEmpty, "--event": wantedEvent != nil, "--corrections": corrections,
        "--void": void, "--batches": batches && imports,
      ], with: imports ? "--imports" : "--batches")
  }

  /// Throws if the batch of an option does not exist, rather than showing an empty list.
  private func checkBatch(_ session: Session) throws {
    if let batch, try !session.history.batches().contains(where: { $0.number == batch }) {
      throw SessionError.noBatch(batch)
    }
  }

  private func listRecords(_ session: Session, _ wanted: LogQuery) throws {
    let reasons = try session.state().voidReasons
    let page = LogPage(reasons)
    var output = try ResultList(LogLine.schema, list, isLong: true, session: session)
    var changes = try settingBatches(session, wanted)
    /// Returns the changes that were recorded after a batch.
    func nextChanges(after number: Int64 = 0) -> [LogLine] {
      var lines: [LogLine] = []
      while let batch = changes.first, batch.number > number {
        lines += batch.settingTexts.map { page.line($0.what, $0.text, of: batch, session) }
        changes.removeFirst()
      }
      return lines
    }
    var query = wanted
    // The log is read in pages: it can be larger than the memory.
    query.limit = min(void ? .max : list.mostRead(session) ?? .max, Self.pageSize)
    while !void || !reasons.isEmpty {
      let records = try session.history.log(query)
      let listed = records.filter { record in
        !void || (!record.isRemoved && record.cause == nil && reasons[record.event] != nil)
      }
      let lines = zip(listed, try page.lines(listed, session)).flatMap { record, line in
        nextChanges(after: record.batch) + [line]
      }
      try output.append(lines)
      if StandardOutput.shared.isClosed { return }
      guard records.count == query.limit, !output.isCut, list.mostRead(session) != output.count
      else {
        break
      }
      query.beforeSequence = records.last?.sequence
    }
    try output.append(nextChanges())
    try output.end(empty: void ? "no events without effect" : "nothing recorded")
  }

  /// Returns the batches that changed the rulebook or a setting, latest first.
  private func settingBatches(
    _ session: Session, _ query: LogQuery
  ) throws -> ArraySlice<StoredBatch> {
    if !kind.isEmpty || query.event != nil || corrections || void { return [] }
    return try wantedBatches(session, query).filter { !$0.settingTexts.isEmpty }[...]
  }

  private func wantedBatches(_ session: Session, _ query: LogQuery) throws -> [StoredBatch] {
    try session.history.batches().filter { batch in
      (query.since.map { $0 <= batch.recordedAt } ?? true)
        && (query.before.map { batch.recordedAt < $0 } ?? true)
        && (query.batch.map { $0 == batch.number } ?? true)
    }
  }
}

extension StoredBatch {
  /// What the batch changed apart from events, and the texts of the changes.
  fileprivate var settingTexts: [(what: String, text: String)] {
    [
      rulebookChange.map { ("rulebook", $0.text) }, settingChange.map { ("setting", $0.text) },
    ].compactMap(\.self)
  }
}
