import FlintCalendar
import FlintSchema
import Storage
import Views

extension SalvageReport: ResultRow {
  static let schema = ResultSchema<SalvageReport>(
    "Salvage", "What was saved of a damaged profile.",
    [
      ResultField("complete", \.isComplete, "Whether the new profile has every row."),
      ResultField("pages", \.pages, "The number of pages of the file."),
      ResultField(
        "unreadable_pages", .list, "The numbers of the pages from which nothing could be read."
      ) { .list($0.unreadablePages.map(String.init)) },
      ResultField("log", \.usesLog, "Whether pages of the log beside the file were read."),
      .rows("kinds", "The rows by kind.", Kind.schema) { $0.kinds },
      .rows("reasons", "The rejected rows by reason.", SalvageReason.schema) {
        $0.reasons.map(SalvageReason.init)
      },
      ResultField(
        "lost", \.lost, "The number of records of which nothing was found."),
      ResultField(
        "first_day", \.days?.lowerBound,
        "The first day of what was rejected or lost; of what was lost an estimate by what was recorded before "
          + "and after it."),
      ResultField("last_day", \.days?.upperBound, "The last day of it."),
      ResultField("notes", .list, "What else differs from the damaged profile.") {
        .list($0.notes)
      },
    ])

  /// The days of what is missing, as far as they are known or can be estimated.
  var days: ClosedRange<CivilDay>? {
    let known = [rejectedDays, neighbouringDays].compactMap(\.self)
    guard let first = known.map(\.lowerBound).min(), let last = known.map(\.upperBound).max() else {
      return nil
    }
    return first...last
  }
}

extension SalvageReport.Kind: ResultRow {
  static let schema = ResultSchema<SalvageReport.Kind>(
    "SalvagedKind", "The rows of a kind in a damaged profile.",
    [
      ResultField("kind", \.name, "The kind: that of an event, or what else a row contains."),
      ResultField("found", \.found, "The number of rows that were found."),
      ResultField("saved", \.saved, "The number of rows in the new profile."),
      ResultField("rejected", \.rejected, "The number of rows that were left out."),
    ])

  var found: Int { saved + rejected }
}

/// A reason for which rows were left out.
struct SalvageReason: ResultRow {
  let reason: String
  let count: Int

  static let schema = ResultSchema<SalvageReason>(
    "SalvageReason", "A reason for which rows of a damaged profile were left out.",
    [
      ResultField("reason", \.reason, "The reason."),
      ResultField("rows", \.count, "The number of rows."),
    ])
}
