import Rules
import Sessions
import Transfer

/// What an import came to, for people.
struct ImportPage {
  let report: ImportReport
  /// What it changed in the profile at a glance.
  let changes: String
  let isDryRun: Bool
  /// What became of rows that could not be recorded.
  let onError: ImportOptions.OnError

  var text: String {
    var lines: [String] = []
    if isDryRun { lines.append("dry run, nothing was kept; it would have been:") }
    for source in report.sources { lines += self.lines(source) }
    if report.sources.count > 1 { lines.append("in all: \(counts(report.total))") }
    for (file, reason) in report.ignored.prefix(Self.most) { lines.append("\(file): \(reason)") }
    if report.ignored.count > Self.most {
      lines.append("… and \(grouped(report.ignored.count - Self.most)) more files")
    }
    lines += rejectLines
    for reject in report.changed.prefix(Self.most) {
      lines.append("changed: \(reject.file):\(reject.line): \(reject.problem)")
    }
    for (count, what) in [
      (report.ambiguousTimes, "shown twice by the clocks (the earlier instant was taken)"),
      (report.skippedTimes, "skipped by the clocks (the offset before was taken)"),
    ] where count > 0 {
      lines.append("note: \(counted(count, "local time")) \(count == 1 ? "was" : "were") \(what)")
    }
    lines = lines.map { shown($0) }
    if !changes.isEmpty { lines.append(changes) }
    return lines.joined(separator: "\n")
  }

  private static let most = 10

  private func lines(_ source: ImportReport.Source) -> [String] {
    let name =
      source.files.count > 3
      ? "\(source.files[0]) and \(source.files.count - 1) more"
      : source.files.joined(separator: ", ")
    var lines = ["\(name) (\(source.format))" + (source.batch.map { ", batch \($0)" } ?? "")]
    lines.append("  \(counts(source.counts))")
    for (reason, count) in source.counts.skipped.sorted(by: { $0.key < $1.key }) {
      lines.append("  skipped \(grouped(count)): \(reason)")
    }
    if !source.ignoredColumns.isEmpty {
      lines.append("  ignored columns: \(source.ignoredColumns.joined(separator: ", "))")
    }
    return lines + source.notes.map { "  \($0)" }
  }

  private func counts(_ counts: ImportReport.Counts) -> String {
    "read \(grouped(counts.read)) = added \(grouped(counts.added))"
      + " + updated \(grouped(counts.updated)) + unchanged \(grouped(counts.unchanged))"
      + " + rejected \(grouped(counts.rejected)) + skipped \(grouped(counts.skippedCount))"
  }

  private var rejectLines: [String] {
    var lines = report.rejects.prefix(Self.most).map { reject in
      "\(onError == .skip ? "skipped" : "rejected"): \(reject.file):\(reject.line): "
        + "\(reject.problem)"
    }
    let total = report.total
    let rejected =
      onError == .skip
      ? total.skipped[ImportReport.failedReason] ?? 0 : total.rejected
    if rejected > lines.count { lines.append("… and \(grouped(rejected - lines.count)) more") }
    for path in report.rejectsFiles {
      lines.append("the rejected rows are in \(path): mend them there, and import that file")
    }
    return lines
  }
}
