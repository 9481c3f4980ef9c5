import FlintJSON
import FlintRules
package import FlintSchema

extension ImportReport: ResultRow {
  /// The fields of the report of an import.
  package static let schema = ResultSchema<ImportReport>(
    "ImportReport", "The result of an import, which accounts for every row of every file.",
    [
      .row(
        "total",
        "The counts of all files: read = added + updated + unchanged + rejected + skipped.",
        Counts.schema
      ) { $0.total },
      .rows("sources", "The result for each source.", Source.schema) { $0.sources },
      .rows(
        "ignored", "The files that are not read, such as files of an unknown format.",
        IgnoredFile.schema
      ) { $0.ignored },
      .rows(
        "first_events", "The first events as they would be recorded; of a dry run only.",
        RecordedEvent.schema
      ) { $0.firstEvents },
      .rows("rejects", "The first 20 rejected rows.", Reject.schema) { $0.rejects },
      .rows(
        "changed", "The first 20 rows that differ from what is recorded under their ids.",
        Reject.schema
      ) { $0.changed },
      .rows("replaced", "The days whose rating the import changed.", Rating.schema) { $0.replaced },
      .rows(
        "rated_by_hand",
        "The days with a rating by hand that the import kept; update replaces it if the rating of the "
          + "file is later.", Rating.schema
      ) { $0.ratedByHand },
      ResultField("rejects_files", .list, "The files with the rejected rows.") {
        .list($0.rejectsFiles.map(\.path))
      },
      ResultField(
        "ambiguous_times", \.ambiguousTimes,
        "The number of local times that exist twice because clocks change."),
      ResultField(
        "skipped_times", \.skippedTimes,
        "The number of local times that do not exist because clocks change."),
    ])
}

extension ImportReport.Counts: ResultRow {
  /// The fields of the counts of rows.
  package static let schema = ResultSchema<ImportReport.Counts>(
    "ImportCounts", "The numbers of rows of an import.",
    [
      ResultField("read", \.read, "The number of rows read."),
      ResultField("added", \.added, "The number of rows recorded as new."),
      ResultField("updated", \.updated, "The number of rows that updated a record."),
      ResultField("unchanged", \.unchanged, "The number of rows recorded before."),
      ResultField("rejected", \.rejected, "The number of rows rejected."),
      ResultField("skipped", \.skippedCount, "The number of rows skipped."),
      ResultField("skipped_reasons", .amounts, "The number of rows skipped, by reason.") {
        .json(.object($0.skipped.sorted { $0.key < $1.key }.map { ($0, .integer(Int64($1))) }))
      },
    ])
}

extension ImportReport.IgnoredFile: ResultRow {
  /// The fields of a file that is not read.
  package static let schema = ResultSchema<ImportReport.IgnoredFile>(
    "IgnoredFile", "A file that an import does not read.",
    [
      ResultField("file", \.file, "The file."), ResultField("reason", \.reason, "The reason."),
    ])
}

extension ImportReport.RecordedEvent: ResultRow {
  /// The fields of an event with its row.
  package static let schema = ResultSchema<ImportReport.RecordedEvent>(
    "ImportedEventLine", "An event as it is recorded, with its row.",
    [
      ResultField("file", \.file, "The file."),
      ResultField("line", \.line, "The line on which the row starts, from 1."),
      ResultField("event", \.text, "The kind of the event and its fields."),
    ])
}

extension ImportReport.Reject: ResultRow {
  /// The fields of a rejected row.
  package static let schema = ResultSchema<ImportReport.Reject>(
    "RejectedRow", "A row that could not be recorded.",
    [
      ResultField("file", \.file, "The file."),
      ResultField("line", \.line, "The line on which the row starts, from 1."),
      ResultField("column", \.problem.column, "The column with the error."),
      ResultField("value", \.problem.value, "The value in that column."),
      ResultField("reason", \.problem.reason, "The reason."),
    ])
}

extension ImportReport.Rating: ResultRow {
  /// The fields of a rating that an import replaced or kept.
  package static let schema = ResultSchema<ImportReport.Rating>(
    "ImportedRating", "The rating of a day that an import replaced or kept.",
    [
      ResultField("day", \.day, "The day that is rated."),
      ResultField("before", .text, "The rating before.") { .name($0.before.name) },
      ResultField("note_before", \.noteBefore, "The note before."),
      ResultField("after", .text, "The rating afterwards.") { .name($0.after.name) },
      ResultField("note_after", \.noteAfter, "The note afterwards."),
    ])
}

extension ImportReport.Source: ResultRow {
  /// The fields of a source; as JSON it is stored with its batch.
  package static let schema = ResultSchema<ImportReport.Source>(
    "ImportSource", "The result for files that were read together, usually one.",
    [
      ResultField("files", \.files, "The files of the source."),
      ResultField("hashes", \.hashes, "The hash of each file."),
      ResultField("bytes", \.bytes, "The size in bytes."),
      ResultField("format", \.format, "The format."),
      ResultField(
        "batch", \.batch, "The number of the batch, for history.undo and flint undo."),
      ResultField(
        "repeated_batch", \.repeatedBatch,
        "The batch of an earlier import of the same file, whose rows are now recorded twice."),
      .row("counts", "The counts of the source.", ImportReport.Counts.schema) { $0.counts },
      ResultField(
        "ignored_columns", \.ignoredColumns, "The columns of the file that are not used."),
      ResultField("notes", \.notes, "Remarks about the import."),
    ])
}
