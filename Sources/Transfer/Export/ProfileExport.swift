import CSV
import Rules
public import Sessions

/// The whole profile as a directory of tables, of which an import makes the same profile again.
public enum ProfileExport {
  /// The kinds of which a profile is made, in the order in which an import reads them.
  public static let kinds: [ExportKind] = [
    .trackers, .sparks, .activities, .moods, .tasks, .entries, .quests, .events, .rolls,
  ]

  /// What such a directory has no place for, a sentence each.
  public static let losses = [
    "what was changed or removed before, and by which script or import: nothing of that can be "
      + "undone in the new profile",
    "the profile's own id: the new profile is no copy that can be merged with this one",
  ]

  /// Writes the tables that have any rows, then the manifest.
  ///
  /// - Parameters:
  ///   - session: lent for reading.
  ///   - isRaw: whether texts that a spreadsheet would take for formulas are left as they are.
  ///   - file: writes a file of a name, told what writes its content and says whether it is to stay.
  /// - Returns: what was written, table by table.
  public static func run(
    _ session: Session, isRaw: Bool = false,
    file: (
      _ name: String, _ content: (_ sink: (Span<UInt8>) throws -> Void) throws -> Bool
    ) throws -> Void
  ) throws -> [ExportReport] {
    var reports: [ExportReport] = []
    for kind in kinds {
      var options = ExportOptions(kind)
      options.isRaw = isRaw
      let job = try ExportJob(options)
      var report: ExportReport?
      try file("\(kind.rawValue).csv") { sink in
        // Of events only those that no other table has.
        let written = try job.run(
          session, eventKinds: kind == .events ? [.moodFill] : [], to: sink)
        report = written
        return written.rows > 0
      }
      if var report, report.rows > 0 {
        // The other tables have it.
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
