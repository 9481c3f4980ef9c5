import Commands
import FlintRules
import Sessions
import Transfer
import Views

struct ImportPage {
  let report: ImportReport
  /// The changes in the summary of the profile.
  let changes: String
  let isDryRun: Bool
  /// The handling of rows that could not be recorded.
  let onError: ErrorOptions.OnError
  /// The files as given, and the path of the profile if it was given.
  let files: [String]
  let database: String?
  /// The options with which the next import creates the profile, if this one did not keep it.
  let creation: String?

  var text: String {
    var lines: [String] = []
    if isDryRun { lines.append("dry run, nothing was kept; it would have been:") }
    for source in report.sources { lines += self.lines(source) }
    if !report.firstEvents.isEmpty { lines.append("the first events:") }
    lines += report.firstEvents.map { event in
      "  \(report.sources.count > 1 ? "\(event.file):" : "line ")\(event.line): \(event.text)"
    }
    if report.sources.count > 1 { lines.append("total: \(counts(report.total))") }
    for ignored in report.ignored.prefix(Self.most) {
      lines.append("\(ignored.file): \(ignored.reason)")
    }
    if report.ignored.count > Self.most {
      lines.append("… and \(grouped(report.ignored.count - Self.most)) more files")
    }
    lines += ratingLines(report.replaced, "replaced") { rating in
      rating.before == rating.after
        ? "\(rating.after.name), now \(rating.noteAfter == nil ? "without its" : "with another") note"
        : "\(rating.before.name) is now \(rating.after.name)"
    }
    lines += ratingLines(report.ratedByHand, "kept as rated manually") { rating in
      rating.before == rating.after
        ? "\(rating.before.name), without the file's note"
        : "\(rating.before.name), not \(rating.after.name)"
    }
    lines += rejectLines
    for reject in report.changed.prefix(Self.most) {
      lines.append("changed: \(reject.file):\(reject.line): \(reject.problem)")
    }
    lines += clockNotes(ambiguous: report.ambiguousTimes, skipped: report.skippedTimes)
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
    lines += source.notes.map { "  \($0)" }
    if let batch = source.repeatedBatch {
      let rest = source.counts.unchanged > 0 ? ", then repeat this import" : ""
      lines.append(
        "  this was imported before, as batch \(batch), and is recorded twice now; to remove the "
          + "duplicates: flint undo\(option) \(batch)\(rest)")
    }
    return lines
  }

  /// The option `--db` as it was given.
  private var option: String { database.map { " --db \(ShellWord.quoted($0))" } ?? "" }

  private func ratingLines(
    _ ratings: [ImportReport.Rating], _ what: String, _ text: (ImportReport.Rating) -> String
  ) -> [String] {
    if ratings.isEmpty { return [] }
    var days = ratings.prefix(Self.most).map { "\($0.day) (\(text($0)))" }.joined(separator: ", ")
    if ratings.count > Self.most { days += " and \(grouped(ratings.count - Self.most)) more" }
    return ["ratings of days \(what), \(grouped(ratings.count)): \(days)"]
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
    for (file, count) in report.undecoded where onError != .stop {
      let again = "flint import\(option) --encoding windows-1252 \(ShellWord.quoted(file))"
      let rows = "\(counted(count, "row")) of \(file)"
      if RejectsFileRequest.isRejects(file) {
        lines.append(
          "\(rows) \(count == 1 ? "has" : "have") bytes that are not UTF-8: import it again with the "
            + "encoding of those bytes, such as: \(again)")
      } else {
        lines.append(
          "\(rows) \(count == 1 ? "is" : "are") invalid in the encoding of the file: import it again "
            + "with the right encoding, such as: \(again)")
      }
    }
    let undecoded = report.undecoded.reduce(0) { $0 + $1.count }
    for rejects in report.rejectsFiles {
      var line = "the rejected rows are in \(rejects.path)"
      if rejects.needsOriginal {
        line += ": correct them in the original file, since its other rows determine what they mean"
      } else if undecoded < total.rejected {
        line +=
          ": correct them there, then run: flint import\(option)"
          + (creation.map { " \($0)" } ?? "") + " \(ShellWord.quoted(rejects.path))"
      }
      lines.append(line)
    }
    let isRecorded =
      total.rejected == 0 && total.skippedCount == 0 && total.read > 0 && !isDryRun
      && report.sources.allSatisfy { $0.equalRows == 0 }
    for file in files where isRecorded && RejectsFileRequest.isRejects(file) {
      lines.append("every row of \(file) is recorded; the file is no longer needed")
    }
    return lines
  }
}
