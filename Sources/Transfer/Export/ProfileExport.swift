import CSV
import FlintJSON
import FlintRules
package import Sessions

/// The export of a whole profile as a directory of tables, for people and other programs.
package enum ProfileExport {
  /// The kinds of tables in such a directory, in the order in which an import reads them.
  package static let kinds: [ExportKind] = [
    .trackers, .sparks, .activities, .moods, .tasks, .entries, .quests, .events, .rolls,
  ]

  /// The content of a profile that such a directory does not contain.
  package static let loss =
    "settings, the rulebook, and what was changed or removed before: a backup or a dump has them"

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
      var options = options(kind)
      options.form.isRaw = isRaw
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
    return reports
  }

  static func options(_ kind: ExportKind) -> ExportOptions {
    var options = ExportOptions(kind)
    // Only the events that no other table contains.
    if kind == .events {
      options.eventKinds = [
        .moodFill, .habit, .habitSkip, .habitPause, .habitResume, .currencyGrant, .poolRoll,
        .poolExchange, .poolChoose, .cardBuy,
      ]
    }
    return options
  }
}
