import CSV
import JSON
import Rules
package import Sessions

/// The export of a whole profile as a directory of tables, from which an import restores it.
package enum ProfileExport {
  /// The kinds of tables in such a directory, in the order in which an import reads them.
  package static let kinds: [ExportKind] = [
    .trackers, .sparks, .activities, .moods, .tasks, .entries, .quests, .events, .rolls,
  ]

  /// The content of a profile that such a directory does not contain, one sentence each.
  package static let losses = [
    "what was changed or removed before, and by which script or import: nothing of that can be "
      + "undone in the new profile",
    "the profile's own id: the new profile is no copy that can be merged with this one",
  ]

  /// Writes the tables that have any rows, then the manifest.
  ///
  /// - Parameters:
  ///   - session: the session of the profile, which is only read.
  ///   - isRaw: whether texts that a spreadsheet would interpret as formulas are written unguarded.
  ///   - file: a function that writes a file, given its name and a function that writes its content
  ///     and returns whether to keep the file.
  /// - Returns: A report for each table.
  package static func run(
    _ session: Session, isRaw: Bool = false,
    file: (
      _ name: String, _ content: (_ sink: (Span<UInt8>) throws -> Void) throws -> Bool
    ) throws -> Void
  ) throws -> [ExportReport] {
    var reports: [ExportReport] = []
    for kind in kinds {
      var options = ExportOptions(kind)
      options.form.isRaw = isRaw
      // Only the events that no other table contains.
      if kind == .events {
        options.eventKinds = [
          .moodFill, .habit, .habitSkip, .habitPause, .habitResume, .currencyGrant, .poolRoll,
          .poolExchange, .poolChoose,
        ]
      }
      let job = try ExportJob(options)
      var report: ExportReport?
      try file("\(kind.rawValue).csv") { sink in
        let written = try job.run(session, to: sink)
        report = written
        return written.rows > 0
      }
      if var report, report.rows > 0 {
        // The other tables contain it.
        if kind == .moods { report.notes = [] }
        reports.append(report)
      }
    }
    let manifest = try ProfileManifest(
      session, tables: reports.map { ("\($0.kind.rawValue).csv", $0.rows) })
    try file(ProfileManifest.name) { sink in
      let bytes = Array((manifest.json.text(indented: true) + "\n").utf8)
      try sink(bytes.span)
      return true
    }
    return reports
  }
}
